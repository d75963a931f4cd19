/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/findings_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool findings_fault(struct findings_file *file, const char *text,
		    const char *format, ...)
{
	char what[256];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(what, sizeof(what), format, arguments);
	va_end(arguments);
	problems_add(file->problems, file->error, FAULT_INPUT, file->name,
		     file->line, text, text ? strlen(text) : 0, "%s", what);
	return false;
}

const char *findings_keep(struct findings_file *file, const char *text)
{
	uint32_t number;

	if (!names_intern(&file->findings->texts, text, strlen(text),
			  &number)) {
		fail_memory(file->error);
		return NULL;
	}
	return names_text(&file->findings->texts, number);
}

/* Texts with their lengths in front, so that no two lists look alike. */
static char *make_key(const char *a, const char *b, const char *c)
{
	size_t room = strlen(a) + strlen(b) + strlen(c) + 72;
	char *key = malloc(room);

	if (key)
		snprintf(key, room, "%zu:%s,%zu:%s,%zu:%s", strlen(a), a,
			 strlen(b), b, strlen(c), c);
	return key;
}

/* Room for one more in an array that doubles. */
static void *make_room(void *array, size_t count, size_t *room, size_t size)
{
	size_t wanted = *room ? 2 * *room : 16;
	void *bigger;

	if (count < *room)
		return array;
	bigger = realloc(array, wanted * size);
	if (bigger)
		*room = wanted;
	return bigger;
}

static bool add_comparison(struct findings_file *file, const char *group,
			   const char *base, const char *candidate)
{
	struct findings *findings = file->findings;
	size_t count = findings->keys.count;
	struct read_comparison *list = make_room(findings->comparison, count,
						 &findings->comparison_room,
						 sizeof(*list));

	if (!list)
		return fail_memory(file->error);
	findings->comparison = list;
	list[count] = (struct read_comparison){
		.group = findings_keep(file, group),
		.base.id = findings_keep(file, base),
		.candidate.id = findings_keep(file, candidate),
		.told = { .alpha = NAN, .confidence = NAN },
		.session = NAN,
	};
	for (unsigned family = 0; family < FAMILIES; family++)
		list[count].family[family].admitted_p = NAN;
	return list[count].group && list[count].base.id &&
	       list[count].candidate.id;
}

struct read_comparison *findings_comparison(struct findings_file *file,
					    const char *group, const char *base,
					    const char *candidate)
{
	struct findings *findings = file->findings;
	char *key = make_key(group, base, candidate);
	uint32_t number;
	bool done;

	if (!key) {
		fail_memory(file->error);
		return NULL;
	}
	done = names_find(&findings->keys, key, strlen(key), &number) ||
	       (add_comparison(file, group, base, candidate) &&
		(names_intern(&findings->keys, key, strlen(key), &number) ||
		 fail_memory(file->error)));
	free(key);
	return done ? &findings->comparison[number] : NULL;
}

uint64_t findings_bit(const struct field *field)
{
	return (uint64_t)1 << (field - finding_fields);
}

bool findings_note_field(struct findings_file *file, const struct field *field)
{
	struct findings *findings = file->findings;
	struct field_list *list = &findings->fields;
	const struct field **bigger;

	if (findings->noted & findings_bit(field))
		return true;
	bigger = realloc(list->field, (list->count + 1) * sizeof(*bigger));
	if (!bigger)
		return fail_memory(file->error);
	list->field = bigger;
	bigger[list->count++] = field;
	findings->noted |= findings_bit(field);
	findings->has_samples |= field->type == FIELD_SAMPLES;
	return true;
}

uint32_t findings_reason(struct findings_file *file, const char *name)
{
	struct findings *findings = file->findings;
	const char *kept;

	for (size_t i = 0; i < findings->reasons; i++)
		if (strcmp(findings->reason[i].name, name) == 0)
			return (uint32_t)i;
	if (findings->reasons == REASONS_MAX) {
		findings_fault(file, name, "a reason too many");
		return COUNT_NONE;
	}
	kept = findings_keep(file, name);
	if (!kept)
		return COUNT_NONE;
	findings->reason[findings->reasons].name = kept;
	return (uint32_t)findings->reasons++;
}

/* Whether two findings say the same in every field. */
static bool say_the_same(const struct finding *a, const struct finding *b)
{
	char one[FIELD_ROOM], other[FIELD_ROOM];

	for (const struct field *field = finding_fields; field->name; field++)
		if (field->type != FIELD_SAMPLES &&
		    strcmp(field_text(field, a, one),
			   field_text(field, b, other)) != 0)
			return false;
	return true;
}

/* Fields that a finding has not follow from those that it has. */
static void complete(struct read_finding *read)
{
	struct finding *finding = &read->finding;
	uint64_t reported = findings_bit(finding_field("reported"));
	uint64_t verdict = findings_bit(finding_field("verdict"));

	if (!(read->has & reported))
		finding->reported = read->has & verdict ?
					    finding->verdict ==
						    VERDICT_CHANGED :
					    finding->rank != COUNT_NONE;
	if (!(read->has & verdict) && finding->reported)
		finding->verdict = VERDICT_CHANGED;
	if (finding->direction == DIRECTION_NONE && finding->reported)
		finding->direction = DIRECTION_CHANGE;
	if (!(read->has & findings_bit(finding_field("kpi"))))
		finding->kpi = KPI_YES;
}

/* What no field says, but the formats go by. */
static void fill_in(struct findings *findings, struct finding *finding)
{
	static const struct rule no_rule;
	bool gone = finding->reason && strcmp(finding->reason, "no-base") == 0;
	bool lost = finding->reason &&
		    strcmp(finding->reason, "no-candidate") == 0;

	finding->rule = &no_rule;
	if (!finding->group)
		finding->group = "";
	if (!finding->base_id)
		finding->base_id = "";
	if (!finding->candidate_id)
		finding->candidate_id = "";
	if (!finding->unit)
		finding->unit = "";
	finding->difference = finding->candidate.mean - finding->base.mean;
	if (!gone && !(finding->flags & 1u << FLAG_ABSENT_BASE))
		finding->base_seen = METRIC_SEEN;
	if (!lost && !(finding->flags & 1u << FLAG_ABSENT_CANDIDATE))
		finding->candidate_seen = METRIC_SEEN;
	for (size_t i = 0; finding->reason && i < findings->reasons; i++)
		if (strcmp(findings->reason[i].name, finding->reason) == 0)
			finding->more_runs = findings->reason[i].more_runs;
	/* A test without a p has said it by its verdict alone. */
	if (isnan(finding->p) && finding->verdict != VERDICT_INCOMPARABLE)
		finding->outcome = finding->reported ? OUTCOME_CHANGED :
						       OUTCOME_SAME;
}

/* Without its commits a finding is of the only ones that there are. */
static bool find_commits(struct findings_file *file, struct finding *finding)
{
	const struct findings *findings = file->findings;
	const struct read_comparison *only = findings->comparison;

	if (finding->group || finding->base_id || finding->candidate_id ||
	    findings->keys.count == 0)
		return true;
	if (findings->keys.count > 1)
		return findings_fault(file, finding->metric,
				      "of which of several comparisons this "
				      "is, no group, base and candidate tell");
	finding->group = only->group;
	finding->base_id = only->base.id;
	finding->candidate_id = only->candidate.id;
	return true;
}

bool findings_take(struct findings_file *file, struct read_finding *finding)
{
	struct findings *findings = file->findings;
	struct read_comparison *comparison;
	struct read_finding *list, *first;
	uint32_t number;
	char index[32], *key;
	bool known;

	if (!find_commits(file, &finding->finding))
		return false;
	complete(finding);
	fill_in(findings, &finding->finding);
	comparison = findings_comparison(file, finding->finding.group,
					 finding->finding.base_id,
					 finding->finding.candidate_id);
	if (!comparison)
		return false;
	finding->comparison = (size_t)(comparison - findings->comparison);
	snprintf(index, sizeof(index), "%zu", finding->comparison);
	key = make_key(index, finding->finding.metric, "");
	if (!key)
		return fail_memory(file->error);
	known = names_find(&findings->places, key, strlen(key), &number);
	if (!known) {
		size_t count = findings->places.count;

		list = make_room(findings->finding, count,
				 &findings->finding_room, sizeof(*list));
		if (list)
			findings->finding = list;
		if (list && names_intern(&findings->places, key, strlen(key),
					 &number)) {
			list[count] = *finding;
			finding->value = NULL;
			free(key);
			return true;
		}
		free(key);
		return fail_memory(file->error);
	}
	free(key);
	first = &findings->finding[number];
	if (say_the_same(&first->finding, &finding->finding))
		return true;
	return findings_fault(file, finding->finding.metric,
			      "another finding of the same metric and commits "
			      "as %.100s:%zu",
			      first->file, first->line);
}
