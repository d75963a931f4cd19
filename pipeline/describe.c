/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/digest.h"
#include "pipeline/pipeline.h"
#include "pipeline/shape_flags.h"
#include "stats/followers.h"
#include "stats/gate.h"
#include "stats/summary.h"

/* SHA-256 over group, metric, base and candidate, joined by NUL. */
static uint64_t identify(const struct finding *finding)
{
	struct digest digest;

	digest_begin(&digest);
	digest_text(&digest, finding->group);
	digest_text(&digest, finding->metric);
	digest_text(&digest, finding->base_id);
	digest_last(&digest, finding->candidate_id);
	return digest_end(&digest);
}

static void describe_side(struct side *side, struct column column,
			  double *scratch)
{
	if (column.n) {
		memcpy(scratch, column.value, column.n * sizeof(*scratch));
		side->median = median_of(scratch, column.n);
	} else if (side->n) {
		/* Absent, and zero by rule. */
		side->median = 0;
	}
}

static void describe_test(struct finding *finding)
{
	struct moments base = side_moments(&finding->base);
	struct moments candidate = side_moments(&finding->candidate);
	struct t_test welch = welch_test(base, candidate);

	finding->welch_t = welch.t;
	finding->welch_df = welch.df;
	finding->welch_p = welch.p;
	finding->effect_size = hedges_g(base, candidate);
}

static bool is_single_value(const struct side *side)
{
	return side->n > 1 && side->min == side->max;
}

/* Only what is read with care carries flags. */
static unsigned flags_of(const struct report_row *row)
{
	const struct finding *finding = row->finding;
	unsigned flags = finding->flags;

	if (!finding->reported && finding->kpi == KPI_NO &&
	    finding->kind != KIND_FAILURE)
		return 0;
	if (row->comparison->base->rows_as_runs ||
	    row->comparison->candidate->rows_as_runs)
		flags |= 1u << FLAG_ROWS_AS_RUNS;
	if (finding->base.n < 3 || finding->candidate.n < 3)
		flags |= 1u << FLAG_FEW_RUNS;
	if (finding->kind == KIND_PERFORMANCE &&
	    (is_single_value(&finding->base) ||
	     is_single_value(&finding->candidate)))
		flags |= 1u << FLAG_CONSTANT;
	return flags;
}

/* What cannot be compared has no figures of a comparison. */
static bool has_no_difference(const struct finding *finding)
{
	return finding->verdict == VERDICT_INCOMPARABLE &&
	       ((finding->base_seen | finding->candidate_seen) &
		METRIC_UNIT_CONFLICT);
}

/* What only the formats that show every figure need. */
static void describe_fields(const struct report_row *row,
			    const struct options *options, double *scratch)
{
	const struct comparison *comparison = row->comparison;
	struct finding *finding = row->finding;
	double level = gate_level(comparison, finding, options->alpha,
				  strcmp(options->fdr, "none") == 0);

	finding->id = identify(finding);
	if (finding->kind == KIND_FAILURE || has_no_difference(finding))
		return;
	describe_side(&finding->base,
		      run_set_column(&comparison->base->runs, finding->number),
		      scratch);
	describe_side(&finding->candidate,
		      run_set_column(&comparison->candidate->runs,
				     finding->number),
		      scratch);
	describe_test(finding);
	/* A test without a p has no power. */
	if (finding->outcome)
		return;
	finding->detectable = gate_detectable(finding, level);
	finding->runs_needed = gate_runs_needed(finding, level);
}

/* Other formats have no place for the figures, and are quicker without. */
static bool shows_figures(const struct options *options)
{
	return options->metric ||
	       report_format_find(options->format)->shows_figures;
}

static void describe(const struct report_row *row,
		     const struct options *options, struct t_level *level,
		     double *scratch)
{
	struct finding *finding = row->finding;

	finding->flags = (uint16_t)flags_of(row);
	if (!finding->reported && !has_no_difference(finding))
		gate_interval(finding, level);
	if (!shows_figures(options))
		return;
	describe_fields(row, options, scratch);
	if (finding->reported || finding->kpi != KPI_NO)
		finding->flags |= (uint16_t)shape_flags(row, options, scratch);
}

/* The reported performance metrics of each comparison, in rank order. */
static bool find_followers(struct batch *batch)
{
	size_t *begin = calloc(batch->comparisons + 2, sizeof(*begin));
	struct finding **ranked =
		malloc((batch->reported + 1) * sizeof(*ranked));
	bool done = begin && ranked;

	for (size_t r = 0; done && r < batch->reported; r++)
		begin[batch->row[r].comparison - batch->comparison + 2]++;
	for (size_t c = 0; done && c < batch->comparisons; c++)
		begin[c + 2] += begin[c + 1];
	for (size_t r = 0; done && r < batch->reported; r++) {
		size_t c =
			(size_t)(batch->row[r].comparison - batch->comparison);

		ranked[begin[c + 1]++] = batch->row[r].finding;
	}
	for (size_t c = 0; done && c < batch->comparisons; c++)
		done = followers_find(&batch->comparison[c], ranked + begin[c],
				      begin[c + 1] - begin[c]);
	free(begin);
	free(ranked);
	return done;
}

/* The most runs that the two sides of a comparison have. */
static size_t most_runs(const struct batch *batch)
{
	size_t most = 1;

	for (size_t c = 0; c < batch->comparisons; c++) {
		const struct comparison *comparison = &batch->comparison[c];
		size_t runs = comparison->base->runs.runs +
			      comparison->candidate->runs.runs;

		if (runs > most)
			most = runs;
	}
	return most;
}

/* What only written rows need. */
bool stage_describe(struct batch *batch)
{
	struct t_level level = {
		.tail = (1 - batch->options->confidence) / 2,
	};
	double *scratch = malloc(SHAPE_FLAGS_SCRATCH * most_runs(batch) *
				 sizeof(*scratch));

	if (!scratch)
		return fail_memory(&batch->error);
	for (size_t r = 0; r < batch->rows; r++)
		describe(&batch->row[r], batch->options, &level, scratch);
	free(scratch);
	return !shows_figures(batch->options) || find_followers(batch) ||
	       fail_memory(&batch->error);
}
