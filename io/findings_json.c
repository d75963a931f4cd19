/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "io/findings_parts.h"
#include "io/json_memory.h"
#include "io/report_json.h"

/*
 * Members of an object.  What is null or not there is unknown; what is of
 * another type is a fault.  The first fault of a line is told, and the line is
 * left out.
 */
struct line {
	struct findings_file *file;
	const char *text; /* the whole line */
	bool broken;
};

static bool wrong(struct line *line, const char *key, const char *what)
{
	if (!line->broken)
		findings_fault(line->file, NULL, "\"%.60s\" is no %s", key,
			       what);
	line->broken = true;
	return false;
}

static const json_t *member(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_null(value) ? NULL : value;
}

/* The text of a member, kept; NULL: unknown. */
static const char *text_of(struct line *line, const json_t *object,
			   const char *key)
{
	const json_t *value = member(object, key);
	const char *text;

	if (!value)
		return NULL;
	if (!json_is_string(value)) {
		wrong(line, key, "text");
		return NULL;
	}
	text = findings_keep(line->file, json_string_value(value));
	line->broken |= !text;
	return text;
}

static double number_of(struct line *line, const json_t *object,
			const char *key)
{
	const json_t *value = member(object, key);

	if (!value)
		return NAN;
	if (!json_is_number(value)) {
		wrong(line, key, "number");
		return NAN;
	}
	return json_number_value(value);
}

static size_t count_of(struct line *line, const json_t *object, const char *key)
{
	double number = number_of(line, object, key);

	if (isnan(number))
		return 0;
	if (!(number >= 0 && number < 1e15) || number != floor(number)) {
		wrong(line, key, "count");
		return 0;
	}
	return (size_t)number;
}

/* An object, or an array; NULL: unknown. */
static const json_t *part_of(struct line *line, const json_t *object,
			     const char *key, bool array)
{
	const json_t *value = member(object, key);

	if (!value || (array ? json_is_array(value) : json_is_object(value)))
		return value;
	wrong(line, key, array ? "array" : "object");
	return NULL;
}

static void read_side(struct line *line, const json_t *run, const char *key,
		      struct read_side *side)
{
	const json_t *object = part_of(line, run, key, false);

	*side = (struct read_side){
		.id = side->id,
		.runs = count_of(line, object, "runs"),
		.incomplete_runs = count_of(line, object, "incomplete_runs"),
		.subject = text_of(line, object, "title"),
		.repository = text_of(line, object, "repository"),
		.branch = text_of(line, object, "branch"),
		.how = text_of(line, object, "source"),
		.message_id = text_of(line, object, "message_id"),
		.reproduce = text_of(line, object, "reproduce"),
	};
	if (side->incomplete_runs > side->runs)
		wrong(line, "incomplete_runs", "count of its runs");
}

static void read_axes(struct line *line, const json_t *run,
		      struct read_comparison *comparison)
{
	json_t *axes = json_object_get(run, "axes");
	const char *name;
	json_t *value;

	if (!part_of(line, run, "axes", false))
		return;
	comparison->axis =
		calloc(json_object_size(axes) + 1, sizeof(*comparison->axis));
	if (!comparison->axis) {
		line->broken = true;
		fail_memory(line->file->error);
		return;
	}
	json_object_foreach(axes, name, value)
	{
		struct read_axis *axis = &comparison->axis[comparison->axes++];

		axis->name = findings_keep(line->file, name);
		axis->value = text_of(line, axes, name);
		if (!axis->name || !axis->value)
			wrong(line, name, "value of an axis");
	}
}

static void read_rules(struct line *line, const json_t *run,
		       struct read_comparison *comparison)
{
	const json_t *rules = part_of(line, run, "rules", true);
	size_t count = json_array_size(rules);

	comparison->rules = calloc(count + 1, sizeof(*comparison->rules));
	if (!comparison->rules) {
		line->broken = true;
		fail_memory(line->file->error);
		return;
	}
	for (size_t i = 0; i < count; i++) {
		const json_t *object = json_array_get(rules, i);
		struct read_rules *file = &comparison->rules[i];
		const char *digits = text_of(line, object, "fingerprint");
		char *end = NULL;

		file->name = text_of(line, object, "file");
		if (digits)
			file->fingerprint = strtoull(digits, &end, 16);
		if (!file->name || !digits || *end || end - digits != 16)
			wrong(line, "rules", "list of files and fingerprints");
		comparison->rules_files++;
	}
}

static void read_options(struct line *line, const json_t *run,
			 struct told *told)
{
	const json_t *options = part_of(line, run, "options", false);

	told->test = text_of(line, options, "test");
	told->fdr = text_of(line, options, "fdr");
	told->alpha = number_of(line, options, "alpha");
	told->confidence = number_of(line, options, "confidence");
}

static void read_reasons(struct line *line, const json_t *run,
			 struct read_comparison *comparison)
{
	json_t *reasons = json_object_get(run, "reasons");
	const char *name;
	json_t *value;

	if (!part_of(line, run, "reasons", false))
		return;
	json_object_foreach(reasons, name, value)
	{
		uint32_t reason = findings_reason(line->file, name);

		(void)value;
		if (reason == COUNT_NONE) {
			line->broken = true;
			return;
		}
		comparison->by_reason[reason] = count_of(line, reasons, name);
	}
}

static void read_families(struct line *line, const json_t *run,
			  struct read_comparison *comparison)
{
	const json_t *families = part_of(line, run, "families", false);

	for (unsigned i = 0; i < FAMILIES; i++) {
		const json_t *family =
			part_of(line, families, family_words[i], false);

		comparison->family[i].size = count_of(line, family, "size");
		comparison->family[i].admitted_p =
			number_of(line, family, "admitted_p");
	}
}

static void read_problems(struct line *line, const json_t *run,
			  struct read_comparison *comparison)
{
	struct findings_file *file = line->file;
	struct problems *problems = &file->findings->problems;
	const json_t *list = part_of(line, run, "problems", true);

	comparison->problems_begin = problems->count;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *object = json_array_get(list, i);
		const char *name = text_of(line, object, "file");
		const char *what = text_of(line, object, "what");
		const char *text = text_of(line, object, "text");
		size_t number = count_of(line, object, "line");

		if (!name || !what)
			wrong(line, "problems", "list of files and faults");
		if (line->broken ||
		    !problems_add(problems, file->error, FAULT_INPUT, name,
				  number, text, text ? strlen(text) : 0, "%s",
				  what)) {
			line->broken = true;
			return;
		}
	}
	comparison->problems_end = problems->count;
}

static void read_members(struct line *line, const json_t *run,
			 struct read_comparison *comparison)
{
	const json_t *missing = part_of(line, run, "missing_samples", false);

	comparison->machine = text_of(line, run, "machine");
	read_side(line, run, "base", &comparison->base);
	read_side(line, run, "candidate", &comparison->candidate);
	read_axes(line, run, comparison);
	read_options(line, run, &comparison->told);
	read_rules(line, run, comparison);
	read_reasons(line, run, comparison);
	read_families(line, run, comparison);
	read_problems(line, run, comparison);
	comparison->metrics = member(run, "metrics") ?
				      count_of(line, run, "metrics") :
				      METRICS_UNKNOWN;
	comparison->reported = count_of(line, run, "reported");
	comparison->base_missing = count_of(line, missing, "base");
	comparison->candidate_missing = count_of(line, missing, "candidate");
	comparison->welch_tested = count_of(line, run, "welch_tested");
	comparison->welch_small = count_of(line, run, "welch_p_below_0_05");
	comparison->session = number_of(line, run, "session");
}

/* The comparison of a line; NULL after a fault. */
static struct read_comparison *comparison_of(struct line *line,
					     const json_t *run)
{
	const json_t *base = part_of(line, run, "base", false);
	const json_t *candidate = part_of(line, run, "candidate", false);
	const char *group = text_of(line, run, "group");
	const char *base_id = text_of(line, base, "id");
	const char *candidate_id = text_of(line, candidate, "id");

	if (line->broken)
		return NULL;
	if (!base_id || !candidate_id) {
		wrong(line, base_id ? "candidate" : "base",
		      "commit with an id");
		return NULL;
	}
	return findings_comparison(line->file, group ? group : "", base_id,
				   candidate_id);
}

static bool read_run(struct line *line, const json_t *run)
{
	struct findings_file *file = line->file;
	struct read_comparison *comparison;
	double schema = number_of(line, run, "schema");

	if (schema > SCHEMA_VERSION)
		return findings_fault(file, NULL,
				      "findings of schema %g: this perfsift "
				      "knows those up to %d",
				      schema, SCHEMA_VERSION);
	comparison = comparison_of(line, run);
	if (!comparison)
		return false;
	if (comparison->file)
		return strcmp(comparison->told.line, line->text) == 0 ||
		       findings_fault(file, NULL,
				      "another run line of the same commits "
				      "than %.100s:%zu",
				      comparison->file, comparison->line);
	comparison->file = file->name;
	comparison->line = file->line;
	read_members(line, run, comparison);
	if (!line->broken)
		comparison->told.line = findings_keep(file, line->text);
	return !line->broken && comparison->told.line;
}

/* A field as text, as in csv; false after a fault. */
static bool field_as_text(struct line *line, const struct field *field,
			  const json_t *value, struct finding *finding)
{
	struct findings_file *file = line->file;
	char list[FIELD_ROOM] = "";
	const char *text = list;
	size_t used = 0;

	if (json_is_string(value))
		text = json_string_value(value);
	else if (json_is_boolean(value))
		text = json_is_true(value) ? "true" : "false";
	for (size_t i = 0; i < json_array_size(value); i++) {
		const char *item = json_string_value(json_array_get(value, i));
		size_t length = item ? strlen(item) : sizeof(list);

		if (used + length + 2 > sizeof(list))
			return wrong(line, field->name, "list of such words");
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%s%s", i ? ";" : "", item);
	}
	if (field_read(field, text, finding, &file->findings->texts,
		       file->error))
		return true;
	if (!file->error->fault)
		findings_fault(file, text, "no such %s", field->name);
	line->broken = true;
	return false;
}

/* What a field of a type is in jsonl. */
static const char *const type_names[] = {
	[FIELD_TEXT] = "text",	 [FIELD_NUMBER] = "number",
	[FIELD_COUNT] = "count", [FIELD_BOOL] = "true or false",
	[FIELD_WORD] = "text",	 [FIELD_ID] = "text",
	[FIELD_FLAGS] = "list",	 [FIELD_SAMPLES] = "object",
};

static bool is_of_type(const struct field *field, const json_t *value)
{
	switch (field->type) {
	case FIELD_NUMBER:
	case FIELD_COUNT:
		return json_is_number(value);
	case FIELD_BOOL:
		return json_is_boolean(value);
	case FIELD_FLAGS:
		return json_is_array(value);
	case FIELD_SAMPLES:
		return json_is_object(value);
	default:
		return json_is_string(value);
	}
}

static bool read_count(struct line *line, const struct field *field,
		       double number, uint32_t *to)
{
	if (!(number >= 0 && number < COUNT_NONE) || number != floor(number))
		return wrong(line, field->name, "count");
	*to = (uint32_t)number;
	return true;
}

static size_t read_values(struct line *line, const json_t *list, double *value)
{
	size_t count = json_array_size(list);

	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_array_get(list, i);

		value[i] = json_is_number(item) ? json_number_value(item) : NAN;
		if (!json_is_number(item) && !json_is_null(item))
			wrong(line, "samples", "list of numbers");
	}
	return count;
}

static bool read_samples(struct line *line, const json_t *samples,
			 struct read_finding *finding)
{
	const json_t *base = part_of(line, samples, "base", true);
	const json_t *candidate = part_of(line, samples, "candidate", true);
	size_t count = json_array_size(base) + json_array_size(candidate);

	free(finding->value);
	finding->value = malloc((count + 1) * sizeof(*finding->value));
	if (!finding->value) {
		line->broken = true;
		return fail_memory(line->file->error);
	}
	finding->base_runs = read_values(line, base, finding->value);
	finding->candidate_runs = read_values(
		line, candidate, finding->value + finding->base_runs);
	return !line->broken;
}

static bool read_field(struct line *line, const struct field *field,
		       const json_t *value, struct read_finding *finding)
{
	void *to = (char *)&finding->finding + field->offset;

	if (!findings_note_field(line->file, field))
		return false;
	if (json_is_null(value))
		return true;
	if (!is_of_type(field, value))
		return wrong(line, field->name, type_names[field->type]);
	finding->has |= findings_bit(field);
	switch (field->type) {
	case FIELD_NUMBER:
		*(double *)to = json_number_value(value);
		return true;
	case FIELD_COUNT:
		return read_count(line, field, json_number_value(value), to);
	case FIELD_SAMPLES:
		return read_samples(line, value, finding);
	default:
		return field_as_text(line, field, value, &finding->finding);
	}
}

/* A field by its name; most stand in the order of the table. */
static const struct field *field_of(const char *key, const struct field *next)
{
	if (next->name && strcmp(next->name, key) == 0)
		return next;
	for (next = finding_fields; next->name; next++)
		if (strcmp(next->name, key) == 0)
			return next;
	return NULL;
}

static bool read_finding(struct line *line, json_t *object)
{
	struct read_finding finding = {
		.finding = finding_unknown,
		.file = line->file->name,
		.line = line->file->line,
	};
	const struct field *next = finding_fields;
	const char *key;
	json_t *value;
	bool done = true;

	json_object_foreach(object, key, value)
	{
		const struct field *field = field_of(key, next);

		if (!done || !field)
			continue;
		next = field + 1;
		done = read_field(line, field, value, &finding);
	}
	if (done && !finding.finding.metric)
		done = findings_fault(line->file, NULL,
				      "a finding without a metric");
	done = done && findings_take(line->file, &finding);
	free(finding.value);
	return done;
}

/* Lines of other types are left for those who know them. */
static void read_line(struct findings_file *file, const char *text,
		      size_t length)
{
	struct line line = { .file = file, .text = text };
	json_error_t fault;
	const char *type;
	json_t *object;

	if (!json_memory_begin(length)) {
		fail_memory(file->error);
		return;
	}
	object = json_loadb(text, length,
			    JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL,
			    &fault);
	type = json_string_value(json_object_get(object, "type"));

	/* It cuts texts that it has no memory for, and is content. */
	if (json_memory_ended())
		fail_memory(file->error);
	else if (!object)
		findings_fault(file, NULL, "no JSON (column %d): %.150s",
			       fault.column, fault.text);
	else if (!type)
		findings_fault(file, NULL, "no object with a \"type\"");
	else if (strcmp(type, "run") == 0)
		read_run(&line, object);
	else if (strcmp(type, "finding") == 0)
		read_finding(&line, object);
	json_decref(object);
}

static bool is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

bool findings_read_json(struct findings_file *file)
{
	FILE *stream = fopen(file->path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!stream)
		return fail_errno(file->error, file->name);
	json_memory_use();
	while (!file->error->fault &&
	       (length = getline(&text, &room, stream)) >= 0) {
		file->line++;
		while (length &&
		       (text[length - 1] == '\n' || text[length - 1] == '\r'))
			text[--length] = '\0';
		if (memchr(text, '\0', (size_t)length))
			findings_fault(file, NULL, "a NUL byte");
		else if (!is_blank(text))
			read_line(file, text, (size_t)length);
	}
	/* The end, an error, or no memory for the line. */
	if (!file->error->fault && !feof(stream))
		fail_errno(file->error, file->name);
	json_memory_release();
	free(text);
	fclose(stream);
	return !file->error->fault;
}
