/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/axes.h"
#include "io/findings_parts.h"

/* Everything that joining takes. */
struct joining {
	struct findings *findings;
	struct joined *joined;
	struct error *error;
	struct names groups;
	size_t *order; /* [comparisons] numbers of those that were read, by
			  group */
	size_t *group; /* [comparisons] number of the group of each */
	size_t *place; /* [comparisons] where each of them went */
	size_t *begin; /* [comparisons + 1] into sorted */
	struct read_finding **sorted; /* [findings] by comparison */
};

/* A pair of number and number, to sort. */
struct numbered {
	size_t first, second;
};

static int by_numbers(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->second < y->second ? -1 : x->second > y->second;
}

/* Comparisons of one group stand together, in the order of the files. */
static bool order_comparisons(struct joining *joining)
{
	struct findings *findings = joining->findings;
	size_t count = findings->keys.count;
	struct numbered *sorted = malloc((count + 1) * sizeof(*sorted));

	joining->order = calloc(count + 1, sizeof(*joining->order));
	joining->group = calloc(count + 1, sizeof(*joining->group));
	joining->place = calloc(count + 1, sizeof(*joining->place));
	if (!sorted || !joining->order || !joining->group || !joining->place) {
		free(sorted);
		return fail_memory(joining->error);
	}
	for (size_t c = 0; c < count; c++) {
		const char *group = findings->comparison[c].group;
		uint32_t number;

		if (!names_intern(&joining->groups, group, strlen(group),
				  &number)) {
			free(sorted);
			return fail_memory(joining->error);
		}
		sorted[c] = (struct numbered){ number, c };
	}
	qsort(sorted, count, sizeof(*sorted), by_numbers);
	for (size_t c = 0; c < count; c++) {
		joining->order[c] = sorted[c].second;
		joining->group[c] = sorted[c].first;
		joining->place[sorted[c].second] = c;
	}
	free(sorted);
	return true;
}

/* The axes that the run line tells, else those of the name. */
static bool make_axes(struct group *group, const struct read_comparison *read,
		      struct error *error)
{
	struct axis *axis;

	/* A name that is none of ours may have no axes. */
	if (!read->axes)
		return group_axes(group->name, &group->axis, &group->axes,
				  error) ||
		       !error->fault;
	axis = calloc(read->axes, sizeof(*axis));
	group->axis = axis;
	for (size_t i = 0; axis && i < read->axes; i++) {
		axis[i].name = strdup(read->axis[i].name);
		axis[i].value = strdup(read->axis[i].value);
		group->axes++;
		if (!axis[i].name || !axis[i].value)
			return fail_memory(error);
	}
	return axis || fail_memory(error);
}

/* How many comparisons there are of the group of number c, the first one. */
static size_t comparisons_of(const struct joining *joining, size_t c)
{
	size_t end = c, count = joining->findings->keys.count;

	while (end < count && joining->group[end] == joining->group[c])
		end++;
	return end - c;
}

static bool make_groups(struct joining *joining)
{
	const struct findings *findings = joining->findings;
	struct archive *archive = joining->joined->archive;
	size_t comparisons = findings->keys.count;

	archive->group =
		calloc(joining->groups.count + 1, sizeof(*archive->group));
	if (!archive->group)
		return fail_memory(joining->error);
	for (size_t c = 0; c < comparisons; c++) {
		const struct read_comparison *read =
			&findings->comparison[joining->order[c]];
		struct group *group;

		if (joining->group[c] < archive->groups)
			continue;
		group = &archive->group[archive->groups++];
		group->name = strdup(read->group);
		group->machine = read->machine;
		group->commit = calloc(2 * comparisons_of(joining, c) + 1,
				       sizeof(*group->commit));
		if (!group->name || !group->commit)
			return fail_memory(joining->error);
		if (!make_axes(group, read, joining->error))
			return false;
	}
	return true;
}

/* The commit of a side, made where the group has it not. */
static struct commit *make_commit(struct group *group,
				  const struct read_side *side)
{
	struct commit *commit = group_commit(group, side->id);

	if (commit)
		return commit;
	commit = &group->commit[group->commits++];
	*commit = (struct commit){
		.id = strdup(side->id),
		.path = strdup(side->id),
		.how = strdup(side->how ? side->how : ""),
		.subject = side->subject,
		.repository = side->repository,
		.branch = side->branch,
		.message_id = side->message_id,
		.reproduce = side->reproduce,
	};
	return commit->id && commit->path && commit->how ? commit : NULL;
}

static void take_figures(struct comparison *comparison,
			 const struct read_comparison *read)
{
	comparison->metrics = read->file ? read->metrics : METRICS_UNKNOWN;
	comparison->reported = read->reported;
	memcpy(comparison->by_reason, read->by_reason,
	       sizeof(comparison->by_reason));
	memcpy(comparison->family, read->family, sizeof(comparison->family));
	comparison->base_missing = read->base_missing;
	comparison->candidate_missing = read->candidate_missing;
	comparison->welch_tested = read->welch_tested;
	comparison->welch_small = read->welch_small;
	comparison->session = read->session;
	comparison->problems_begin = read->problems_begin;
	comparison->problems_end = read->problems_end;
}

static bool make_comparisons(struct joining *joining)
{
	struct findings *findings = joining->findings;
	struct joined *joined = joining->joined;
	size_t count = findings->keys.count;

	joined->comparison = calloc(count + 1, sizeof(*joined->comparison));
	findings->told = calloc(count + 1, sizeof(*findings->told));
	if (!joined->comparison || !findings->told)
		return fail_memory(joining->error);
	for (size_t c = 0; c < count; c++) {
		const struct read_comparison *read =
			&findings->comparison[joining->order[c]];
		struct comparison *comparison = &joined->comparison[c];
		struct group *group =
			&joined->archive->group[joining->group[c]];

		joined->comparisons++;
		findings->told[c] = read->told;
		take_figures(comparison, read);
		comparison->told = &findings->told[c];
		comparison->group = group;
		comparison->base = make_commit(group, &read->base);
		if (comparison->base)
			comparison->candidate =
				make_commit(group, &read->candidate);
		if (!comparison->candidate)
			return fail_memory(joining->error);
	}
	return true;
}

static size_t place_of(const struct joining *joining,
		       const struct read_finding *read)
{
	return joining->place[read->comparison];
}

/* Findings by comparison, and numbers for their metrics. */
static bool sort_findings(struct joining *joining)
{
	struct findings *findings = joining->findings;
	size_t count = findings->places.count;
	size_t comparisons = findings->keys.count;

	joining->begin = calloc(comparisons + 2, sizeof(*joining->begin));
	joining->sorted = malloc((count + 1) * sizeof(struct read_finding *));
	if (!joining->begin || !joining->sorted)
		return fail_memory(joining->error);
	for (size_t i = 0; i < count; i++) {
		struct read_finding *read = &findings->finding[i];
		size_t place = place_of(joining, read);
		struct group *group = joining->joined->comparison[place].group;
		const char *metric = read->finding.metric;

		if (!names_intern(&group->names, metric, strlen(metric),
				  &read->finding.number))
			return fail_memory(joining->error);
		joining->begin[place + 2]++;
	}
	for (size_t c = 0; c < comparisons; c++)
		joining->begin[c + 2] += joining->begin[c + 1];
	for (size_t i = 0; i < count; i++) {
		struct read_finding *read = &findings->finding[i];

		joining->sorted[joining->begin[place_of(joining, read) + 1]++] =
			read;
	}
	return true;
}

static bool add_runs(struct run_set *runs, size_t count)
{
	char id[32];

	while (runs->runs < count) {
		snprintf(id, sizeof(id), "%zu", runs->runs + 1);
		if (!run_set_add_run(runs, id))
			return false;
	}
	return true;
}

/* What the commits of a group are known by, while it is collected. */
struct collecting {
	struct group *group;
	struct sample_log *log; /* [commits] */
	uint8_t *logged;	/* [commits * metrics] a metric counts once */
};

/* The values of one side. */
static bool log_values(struct collecting *collecting, struct commit *commit,
		       const struct finding *finding, const double *value,
		       size_t count, enum flag absent)
{
	const struct group *group = collecting->group;
	size_t c = (size_t)(commit - group->commit);
	uint8_t *logged =
		&collecting->logged[c * group->names.count + finding->number];

	if (!add_runs(&commit->runs, count))
		return false;
	if (*logged)
		return true;
	*logged = true;
	for (size_t run = 0; run < count; run++) {
		/* What is absent, is so in complete runs alone. */
		if (isnan(value[run]) && finding->kind == KIND_PERFORMANCE &&
		    finding->flags & 1u << absent)
			commit->runs.incomplete[run] = true;
		if (!sample_log_append(&collecting->log[c], finding->number,
				       (uint32_t)run, value[run], 0))
			return false;
	}
	return true;
}

static bool log_comparison(struct joining *joining,
			   struct collecting *collecting, size_t c)
{
	struct comparison *comparison = &joining->joined->comparison[c];

	for (size_t i = joining->begin[c]; i < joining->begin[c + 1]; i++) {
		const struct read_finding *read = joining->sorted[i];

		if (read->value &&
		    (!log_values(collecting, comparison->base, &read->finding,
				 read->value, read->base_runs,
				 FLAG_ABSENT_BASE) ||
		     !log_values(collecting, comparison->candidate,
				 &read->finding, read->value + read->base_runs,
				 read->candidate_runs, FLAG_ABSENT_CANDIDATE)))
			return false;
	}
	return true;
}

/* Every value that was written counts, also those of incomplete runs. */
static bool make_columns(struct run_set *runs, struct sample_log *log,
			 const struct rule *const *rule, uint32_t metrics)
{
	bool *incomplete = runs->incomplete, done;

	runs->incomplete = calloc(runs->runs + 1, sizeof(*incomplete));
	done = runs->incomplete && run_set_collate(runs, log, rule, metrics);
	free(runs->incomplete);
	runs->incomplete = incomplete;
	return done;
}

/* The values of a group's commits; its comparisons are [begin, end). */
static bool collect(struct joining *joining, struct group *group, size_t begin,
		    size_t end)
{
	static const struct rule plain;
	uint32_t metrics = group->names.count;
	struct collecting collecting = {
		.group = group,
		.log = calloc(group->commits + 1, sizeof(*collecting.log)),
		.logged = calloc(group->commits * metrics + 1, 1),
	};
	const struct rule **rule = malloc((metrics + 1) * sizeof(*rule));
	bool done = collecting.log && collecting.logged && rule;

	for (uint32_t m = 0; rule && m < metrics; m++)
		rule[m] = &plain;
	for (size_t c = begin; done && c < end; c++)
		done = log_comparison(joining, &collecting, c);
	for (size_t c = 0; done && c < group->commits; c++)
		done = make_columns(&group->commit[c].runs, &collecting.log[c],
				    rule, metrics);
	for (size_t c = 0; collecting.log && c < group->commits; c++)
		sample_log_release(&collecting.log[c]);
	free(collecting.log);
	free(collecting.logged);
	free(rule);
	return done || fail_memory(joining->error);
}

/* As many incomplete runs as the run line says, whichever they are. */
static bool complete_runs(struct joining *joining, struct commit *commit,
			  size_t runs, size_t incomplete)
{
	size_t known = 0;

	if (!add_runs(&commit->runs, runs))
		return fail_memory(joining->error);
	for (size_t run = 0; run < commit->runs.runs; run++)
		known += commit->runs.incomplete[run];
	for (size_t run = commit->runs.runs; run-- > 0 && known < incomplete;)
		if (!commit->runs.incomplete[run]) {
			commit->runs.incomplete[run] = true;
			known++;
		}
	return true;
}

static bool collect_groups(struct joining *joining)
{
	const struct joined *joined = joining->joined;
	struct archive *archive = joined->archive;
	size_t begin = 0;

	for (size_t g = 0; g < archive->groups; g++) {
		size_t end = begin;

		while (end < joined->comparisons && joining->group[end] == g)
			end++;
		if (!collect(joining, &archive->group[g], begin, end))
			return false;
		begin = end;
	}
	return true;
}

/* The runs of all commits, with their values where these are known. */
static bool make_runs(struct joining *joining)
{
	const struct findings *findings = joining->findings;

	if (findings->has_samples && !collect_groups(joining))
		return false;
	for (size_t c = 0; c < findings->keys.count; c++) {
		const struct read_comparison *read =
			&findings->comparison[joining->order[c]];
		struct comparison *comparison = &joining->joined->comparison[c];

		if (!complete_runs(joining, comparison->base, read->base.runs,
				   read->base.incomplete_runs) ||
		    !complete_runs(joining, comparison->candidate,
				   read->candidate.runs,
				   read->candidate.incomplete_runs))
			return false;
	}
	return true;
}

static int by_metric(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;

	return x->number < y->number ? -1 : x->number > y->number;
}

/* Without run lines a side has as many runs as its metrics tell. */
static bool count_runs(struct joining *joining, struct comparison *comparison)
{
	uint32_t base = 0, candidate = 0;

	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (finding->base.n > base)
			base = finding->base.n;
		if (finding->candidate.n > candidate)
			candidate = finding->candidate.n;
		comparison->reported += finding->reported;
	}
	return (add_runs(&comparison->base->runs, base) &&
		add_runs(&comparison->candidate->runs, candidate)) ||
	       fail_memory(joining->error);
}

static bool make_findings(struct joining *joining, size_t c)
{
	struct comparison *comparison = &joining->joined->comparison[c];
	size_t begin = joining->begin[c], end = joining->begin[c + 1];

	comparison->finding =
		malloc((end - begin + 1) * sizeof(*comparison->finding));
	if (!comparison->finding)
		return fail_memory(joining->error);
	for (size_t i = begin; i < end; i++) {
		const struct finding *finding = &joining->sorted[i]->finding;

		comparison->finding[comparison->findings++] = *finding;
		comparison->incomparable += finding->verdict ==
					    VERDICT_INCOMPARABLE;
	}
	qsort(comparison->finding, comparison->findings,
	      sizeof(*comparison->finding), by_metric);
	return comparison->metrics != METRICS_UNKNOWN ||
	       count_runs(joining, comparison);
}

/* Findings by metric, and rows in the order of the files. */
static bool make_rows(struct joining *joining)
{
	const struct findings *findings = joining->findings;
	struct joined *joined = joining->joined;

	joined->row =
		malloc((findings->places.count + 1) * sizeof(*joined->row));
	if (!joined->row)
		return fail_memory(joining->error);
	for (size_t c = 0; c < joined->comparisons; c++)
		if (!make_findings(joining, c))
			return false;
	for (size_t i = 0; i < findings->places.count; i++) {
		const struct read_finding *read = &findings->finding[i];
		struct comparison *comparison =
			&joined->comparison[place_of(joining, read)];

		joined->row[joined->rows++] = (struct report_row){
			comparison,
			bsearch(&read->finding, comparison->finding,
				comparison->findings,
				sizeof(*comparison->finding), by_metric),
		};
	}
	return true;
}

static bool has_rules(const struct rules *rules, const struct read_rules *read)
{
	for (size_t i = 0; i < rules->files; i++)
		if (rules->file[i].fingerprint == read->fingerprint &&
		    rules->file[i].name &&
		    strcmp(rules->file[i].name, read->name) == 0)
			return true;
	return false;
}

/* Each file of rules once, in the order in which they are met. */
static bool make_rules(struct joining *joining)
{
	const struct findings *findings = joining->findings;
	struct rules *rules = joining->joined->rules;
	size_t room = 1;

	for (size_t c = 0; c < findings->keys.count; c++)
		room += findings->comparison[c].rules_files;
	rules->file = calloc(room, sizeof(*rules->file));
	if (!rules->file)
		return fail_memory(joining->error);
	for (size_t c = 0; c < findings->keys.count; c++) {
		const struct read_comparison *read = &findings->comparison[c];

		for (size_t i = 0; i < read->rules_files; i++) {
			struct rules_file *file = &rules->file[rules->files];

			if (has_rules(rules, &read->rules[i]))
				continue;
			file->name = strdup(read->rules[i].name);
			if (!file->name)
				return fail_memory(joining->error);
			file->fingerprint = read->rules[i].fingerprint;
			rules->files++;
		}
	}
	return true;
}

bool findings_join(struct findings *findings, struct joined *joined,
		   struct error *error)
{
	struct joining joining = { .findings = findings,
				   .joined = joined,
				   .error = error };
	bool done = order_comparisons(&joining) && make_groups(&joining) &&
		    make_comparisons(&joining) && sort_findings(&joining) &&
		    make_runs(&joining) && make_rows(&joining) &&
		    make_rules(&joining);

	names_release(&joining.groups);
	free(joining.order);
	free(joining.group);
	free(joining.place);
	free(joining.begin);
	free(joining.sorted);
	return done;
}
