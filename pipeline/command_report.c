/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/filter.h"
#include "pipeline/pairing.h"
#include "pipeline/pipeline.h"

/* What the filters are called, so that by_reason counts as theirs does. */
static void name_reasons(struct findings *findings)
{
	for (size_t i = 0; i < noise_filter_count(); i++)
		findings->reason[findings->reasons++] = (struct known_reason){
			noise_filters[i].name,
			noise_filters[i].more_runs,
		};
}

static bool is_same(const char *a, const char *b)
{
	return !a || !b || strcmp(a, b) == 0;
}

static bool is_near(double a, double b)
{
	return isnan(a) || isnan(b) || a == b;
}

/* One report has one meaning of q and of its intervals. */
static bool agree(struct batch *batch)
{
	const struct comparison *first = &batch->comparison[0];

	for (size_t c = 1; c < batch->comparisons; c++) {
		const struct told *a = first->told;
		const struct told *b = batch->comparison[c].told;

		if (!is_same(a->test, b->test) || !is_same(a->fdr, b->fdr) ||
		    !is_near(a->alpha, b->alpha) ||
		    !is_near(a->confidence, b->confidence))
			return fail(&batch->error, FAULT_INPUT,
				    "%.100s and %.100s were decided in "
				    "different ways (--test, --fdr, --alpha or "
				    "--confidence): no report of both",
				    first->candidate->id,
				    batch->comparison[c].candidate->id);
	}
	return true;
}

bool stage_gather(struct batch *batch)
{
	struct joined joined = { .archive = &batch->archive,
				 .rules = &batch->rules };
	bool done = findings_join(&batch->findings, &joined, &batch->error);

	batch->comparison = joined.comparison;
	batch->comparisons = joined.comparisons;
	batch->row = joined.row;
	batch->rows = joined.rows;
	if (done && !batch->comparisons)
		return fail(&batch->error, FAULT_INPUT,
			    "%s: no findings, and no comparison that had none",
			    batch->options->arguments.text[0]);
	return done && agree(batch);
}

/* The figure that ranks, from what the fields tell of it. */
static void measure(struct finding *finding)
{
	double base = fabs(finding->base.mean);
	double larger = fmax(base, fabs(finding->candidate.mean));

	if (finding->kind == KIND_FAILURE)
		finding->ranking = fabs(finding->difference);
	else if (finding->change_kind == CHANGE_ABSOLUTE)
		finding->ranking = fabs(finding->least_change);
	else if (larger > 0)
		/* From zero there is no percentage, but no more than 100. */
		finding->ranking =
			base > 0 ? fabs(finding->least_change) * base / larger :
				   100;
}

/* Formats that take fields write all that there is. */
static bool is_written(const struct finding *finding,
		       const struct options *options)
{
	return finding->reported || is_listed(finding, options) ||
	       report_format_find(options->format)->takes_fields;
}

/* Moves the reported rows to the front; both parts stay in order. */
static bool part_rows(struct batch *batch)
{
	struct report_row *row = malloc((batch->rows + 1) * sizeof(*row));
	size_t rows = 0;

	if (!row)
		return fail_memory(&batch->error);
	for (int reported = 1; reported >= 0; reported--) {
		for (size_t r = 0; r < batch->rows; r++)
			if (batch->row[r].finding->reported == reported &&
			    is_written(batch->row[r].finding, batch->options))
				row[rows++] = batch->row[r];
		if (reported)
			batch->reported = rows;
	}
	free(batch->row);
	batch->row = row;
	batch->rows = rows;
	return true;
}

/* A single file is in order, and mostly has its ranks. */
bool stage_order(struct batch *batch)
{
	if (!part_rows(batch))
		return false;
	if (batch->findings.files < 2) {
		for (size_t r = 0; r < batch->reported; r++)
			if (batch->row[r].finding->rank == COUNT_NONE)
				batch->row[r].finding->rank = (uint32_t)r + 1;
		return true;
	}
	for (size_t r = 0; r < batch->rows; r++)
		measure(batch->row[r].finding);
	rank_rows(batch);
	return true;
}

bool report_findings(struct batch *batch, const char *const *path, size_t paths)
{
	name_reasons(&batch->findings);
	for (size_t i = 0; i < paths; i++)
		if (!findings_read(&batch->findings, path[i], &batch->problems,
				   &batch->error))
			return false;
	return !batch->problems.count && pipeline_run(batch);
}

bool command_report(struct batch *batch)
{
	const struct text_list *files = &batch->options->arguments;

	if (!files->count)
		return fail(&batch->error, FAULT_USAGE,
			    "report takes findings: files that perfsift "
			    "compare -f jsonl or csv wrote, or - for standard "
			    "input");
	return paths_exist(batch) &&
	       report_findings(batch, files->text, files->count);
}
