/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/findings_line.h"
#include "io/report_json.h"

static void read_side(struct line *line, const json_t *run, const char *key,
		      struct read_side *side)
{
	const json_t *object = line_part(line, run, key, false);

	*side = (struct read_side){
		.id = side->id,
		.runs = line_count(line, object, "runs"),
		.incomplete_runs = line_count(line, object, "incomplete_runs"),
		.subject = line_text(line, object, "title"),
		.repository = line_text(line, object, "repository"),
		.branch = line_text(line, object, "branch"),
		.how = line_text(line, object, "source"),
		.message_id = line_text(line, object, "message_id"),
		.reproduce = line_text(line, object, "reproduce"),
	};
	if (side->incomplete_runs > side->runs)
		line_fault(line, "incomplete_runs", "count of its runs");
}

static void read_axes(struct line *line, const json_t *run,
		      struct read_comparison *comparison)
{
	json_t *axes = json_object_get(run, "axes");
	const char *name;
	json_t *value;

	if (!line_part(line, run, "axes", false))
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
		axis->value = line_text(line, axes, name);
		if (!axis->name || !axis->value)
			line_fault(line, name, "value of an axis");
	}
}

static void read_rules(struct line *line, const json_t *run,
		       struct read_comparison *comparison)
{
	const json_t *rules = line_part(line, run, "rules", true);
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
		const char *digits = line_text(line, object, "fingerprint");
		char *end = NULL;

		file->name = line_text(line, object, "file");
		if (digits)
			file->fingerprint = strtoull(digits, &end, 16);
		if (!file->name || !digits || *end || end - digits != 16)
			line_fault(line, "rules",
				   "list of files and fingerprints");
		comparison->rules_files++;
	}
}

static void read_options(struct line *line, const json_t *run,
			 struct told *told)
{
	const json_t *options = line_part(line, run, "options", false);

	told->test = line_text(line, options, "test");
	told->fdr = line_text(line, options, "fdr");
	told->alpha = line_number(line, options, "alpha");
	told->confidence = line_number(line, options, "confidence");
}

static void read_reasons(struct line *line, const json_t *run,
			 struct read_comparison *comparison)
{
	json_t *reasons = json_object_get(run, "reasons");
	const char *name;
	json_t *value;

	if (!line_part(line, run, "reasons", false))
		return;
	json_object_foreach(reasons, name, value)
	{
		uint32_t reason = findings_reason(line->file, name);

		(void)value;
		if (reason == COUNT_NONE) {
			line->broken = true;
			return;
		}
		comparison->by_reason[reason] = line_count(line, reasons, name);
	}
}

static void read_families(struct line *line, const json_t *run,
			  struct read_comparison *comparison)
{
	const json_t *families = line_part(line, run, "families", false);

	for (unsigned i = 0; i < FAMILIES; i++) {
		const json_t *family =
			line_part(line, families, family_words[i], false);

		comparison->family[i].size = line_count(line, family, "size");
		comparison->family[i].admitted_p =
			line_number(line, family, "admitted_p");
	}
}

static void read_problems(struct line *line, const json_t *run,
			  struct read_comparison *comparison)
{
	struct findings_file *file = line->file;
	struct problems *problems = &file->findings->problems;
	const json_t *list = line_part(line, run, "problems", true);

	comparison->problems_begin = problems->count;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *object = json_array_get(list, i);
		const char *name = line_text(line, object, "file");
		const char *what = line_text(line, object, "what");
		const char *text = line_text(line, object, "text");
		size_t number = line_count(line, object, "line");

		if (!name || !what)
			line_fault(line, "problems",
				   "list of files and faults");
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
	const json_t *missing = line_part(line, run, "missing_samples", false);

	comparison->machine = line_text(line, run, "machine");
	read_side(line, run, "base", &comparison->base);
	read_side(line, run, "candidate", &comparison->candidate);
	read_axes(line, run, comparison);
	read_options(line, run, &comparison->told);
	read_rules(line, run, comparison);
	read_reasons(line, run, comparison);
	read_families(line, run, comparison);
	read_problems(line, run, comparison);
	comparison->metrics = line_member(run, "metrics") ?
				      line_count(line, run, "metrics") :
				      METRICS_UNKNOWN;
	comparison->reported = line_count(line, run, "reported");
	comparison->base_missing = line_count(line, missing, "base");
	comparison->candidate_missing = line_count(line, missing, "candidate");
	comparison->welch_tested = line_count(line, run, "welch_tested");
	comparison->welch_small = line_count(line, run, "welch_p_below_0_05");
	comparison->session = line_number(line, run, "session");
}

/* The comparison of a line; NULL after a fault. */
static struct read_comparison *comparison_of(struct line *line,
					     const json_t *run)
{
	const json_t *base = line_part(line, run, "base", false);
	const json_t *candidate = line_part(line, run, "candidate", false);
	const char *group = line_text(line, run, "group");
	const char *base_id = line_text(line, base, "id");
	const char *candidate_id = line_text(line, candidate, "id");

	if (line->broken)
		return NULL;
	if (!base_id || !candidate_id) {
		line_fault(line, base_id ? "candidate" : "base",
			   "commit with an id");
		return NULL;
	}
	return findings_comparison(line->file, group ? group : "", base_id,
				   candidate_id);
}

bool findings_read_run(struct line *line, const json_t *run)
{
	struct findings_file *file = line->file;
	struct read_comparison *comparison;
	double schema = line_number(line, run, "schema");

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
