/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/shape_flags.h"

#include <math.h>
#include <string.h>

#include "stats/gate.h"
#include "stats/moderate.h"
#include "stats/shape.h"
#include "stats/summary.h"

/* Levels at which a shape is worth a flag. */
static const double spread_level = 0.001;
static const double drift_level = 0.01;
enum { DRIFT_RUNS = 6, DECIDES_RUNS = 3 };

/* The values of both sides; those that are zero by rule lie in scratch. */
struct values {
	struct column base, candidate;
};

static struct values values_of(const struct report_row *row, double *scratch)
{
	const struct finding *finding = row->finding;
	size_t m = finding->base.n, n = finding->candidate.n;

	return (struct values){
		finding_column(finding, &row->comparison->base->runs,
			       FLAG_ABSENT_BASE, m, scratch),
		finding_column(finding, &row->comparison->candidate->runs,
			       FLAG_ABSENT_CANDIDATE, n, scratch + m),
	};
}

static void summarise_again(struct side *side, struct column column)
{
	struct summary summary = summarise_values(column.value, column.n);

	side->n = (uint32_t)column.n;
	side->mean = summary.mean;
	side->sd = summary.sd;
	side->min = summary.min;
	side->max = summary.max;
}

/* Whether the change is still proven with these values and the same priors. */
static bool is_still_proven(const struct report_row *row,
			    const struct options *options, struct values values,
			    double *scratch)
{
	const struct gate *gate = gate_find(options->test);
	struct gate_limits limits = { .alpha = options->alpha };
	struct finding finding = *row->finding;

	summarise_again(&finding.base, values.base);
	summarise_again(&finding.candidate, values.candidate);
	finding.difference = finding.candidate.mean - finding.base.mean;
	finding.floor = gate_floor(&finding);
	/* All the runs that are left are alike. */
	if (gate_is_constant(&finding))
		return false;
	if (gate->moderates)
		moderate_finding(&finding,
				 row->comparison->prior[finding.prior].fit);
	limits.base = values.base;
	limits.candidate = values.candidate;
	limits.scratch = scratch;
	gate->test(&finding, &limits);
	return finding.p <= options->alpha;
}

/* Whether leaving out one run of a side would leave nothing proven. */
static bool side_decides(const struct report_row *row,
			 const struct options *options, struct values values,
			 bool of_base, double *scratch)
{
	struct column *side = of_base ? &values.base : &values.candidate;
	struct column whole = *side;

	if (whole.n < DECIDES_RUNS)
		return false;
	for (size_t i = 0; i < whole.n; i++) {
		memcpy(scratch, whole.value, i * sizeof(*scratch));
		memcpy(scratch + i, whole.value + i + 1,
		       (whole.n - i - 1) * sizeof(*scratch));
		*side = (struct column){ .value = scratch, .n = whole.n - 1 };
		if (!is_still_proven(row, options, values, scratch + whole.n))
			return true;
	}
	return false;
}

static bool one_run_decides(const struct report_row *row,
			    const struct options *options, struct values values,
			    double *scratch)
{
	return row->finding->verdict == VERDICT_CHANGED &&
	       !row->finding->outcome &&
	       (side_decides(row, options, values, true, scratch) ||
		side_decides(row, options, values, false, scratch));
}

static bool drifts(struct column column, double *scratch)
{
	return column.n >= DRIFT_RUNS &&
	       kendall_p(column.value, column.n, scratch) < drift_level;
}

unsigned shape_flags(const struct report_row *row,
		     const struct options *options, double *scratch)
{
	const struct finding *finding = row->finding;
	struct values values;
	struct column x, y;
	double step = pow(10, finding->step);
	unsigned flags = 0;

	if (finding->kind == KIND_FAILURE ||
	    finding->verdict == VERDICT_INCOMPARABLE)
		return 0;
	values = values_of(row, scratch);
	scratch += finding->base.n + finding->candidate.n;
	x = values.base;
	y = values.candidate;
	if (has_two_modes(x.value, x.n, scratch) ||
	    has_two_modes(y.value, y.n, scratch))
		flags |= 1u << FLAG_TWO_MODES;
	if (has_outlier(x.value, x.n, step, scratch) ||
	    has_outlier(y.value, y.n, step, scratch))
		flags |= 1u << FLAG_OUTLIER;
	if (one_run_decides(row, options, values, scratch))
		flags |= 1u << FLAG_ONE_RUN_DECIDES;
	if (brown_forsythe_p(x.value, x.n, y.value, y.n, scratch) <
	    spread_level)
		flags |= 1u << FLAG_SPREAD;
	if (drifts(x, scratch) || drifts(y, scratch))
		flags |= 1u << FLAG_DRIFT;
	return flags;
}
