/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/gate.h"

#include <math.h>
#include <string.h>

#include "stats/ranges.h"

/* Power that detectable and runs_needed ask for. */
static const double power = 0.8;

/*
 * Level of each of the two one-sided tests of equivalence, and the quantiles of
 * it between which all others lie: the normal one, and that of 1 degree of
 * freedom, which is the least that two runs a side can leave.
 */
static const double equivalence_level = 0.05;
static const double equivalence_normal = 1.6448536;
static const double equivalence_cauchy = 6.3137516;

struct gate_limits gate_limits(double alpha, bool exact)
{
	return (struct gate_limits){
		.alpha = alpha,
		.normal = t_quantile_upper(alpha / 2, INFINITY),
		.exact = exact,
	};
}

/* A step r alone has the variance r^2 / 12. */
double gate_noise(double sd, int step)
{
	return fmax(sd, pow(10, step) / sqrt(12));
}

struct moments side_moments(const struct side *side)
{
	return (struct moments){ .n = side->n,
				 .mean = side->mean,
				 .sd = side->sd };
}

static struct moments moments_of(const struct side *side, int step)
{
	struct moments moments = side_moments(side);

	moments.sd = gate_noise(moments.sd, step);
	return moments;
}

static void test_welch(struct finding *finding,
		       const struct gate_limits *limits)
{
	struct spread spread =
		welch_spread(moments_of(&finding->base, finding->step),
			     moments_of(&finding->candidate, finding->step));
	double distance = fabs(finding->difference);

	finding->se = spread.se;
	finding->df = spread.df;
	/* Every t distribution has heavier tails than the normal one. */
	if (!limits->exact && distance < limits->normal * spread.se) {
		finding->p = finding->p_zero = 1;
		return;
	}
	finding->p_zero = floor_p(finding->difference, 0, spread);
	if (!limits->exact && distance <= finding->floor)
		finding->p = 1;
	else
		finding->p =
			floor_p(finding->difference, finding->floor, spread);
}

/* No p: the standard error is for the interval that is printed. */
static void test_ranges(struct finding *finding,
			const struct gate_limits *limits)
{
	struct spread spread =
		welch_spread(moments_of(&finding->base, finding->step),
			     moments_of(&finding->candidate, finding->step));

	(void)limits;
	finding->se = spread.se;
	finding->df = spread.df;
}

const struct gate gates[] = {
	{ .name = "welch",
	  .doc = "Welch's t-test with the floor inside the test",
	  .test = test_welch },
	{ .name = "ranges",
	  .doc = "separated ranges, as the kernel test robot decides; no p",
	  .test = test_ranges,
	  .decide = ranges_decide,
	  .absent_base_is_zero = ranges_absent_base_is_zero,
	  .absent_candidate_is_zero = ranges_absent_candidate_is_zero },
	{ .name = NULL },
};

const struct gate *gate_find(const char *name)
{
	for (const struct gate *gate = gates; gate->name; gate++)
		if (strcmp(gate->name, name) == 0)
			return gate;
	return NULL;
}

bool gate_equivalent(const struct finding *finding)
{
	double t = (finding->floor - fabs(finding->difference)) / finding->se;

	if (t > equivalence_cauchy && finding->df >= 1)
		return true;
	return t > equivalence_normal &&
	       t_upper_tail(t, finding->df) <= equivalence_level;
}

double gate_change_scale(const struct finding *finding)
{
	if (finding->change_kind == CHANGE_ABSOLUTE)
		return 1;
	return finding->base.mean == 0 ? NAN : 100 / fabs(finding->base.mean);
}

/* The end of [low, high] nearest to zero; 0 when it holds zero. */
static double nearest_to_zero(double low, double high)
{
	if (low > 0)
		return low;
	if (high < 0)
		return high;
	return isnan(low) || isnan(high) ? NAN : 0;
}

void gate_interval(struct finding *finding, double confidence)
{
	double half = t_quantile_upper((1 - confidence) / 2, finding->df) *
		      finding->se;
	double low = finding->difference - half;
	double high = finding->difference + half;
	double scale = gate_change_scale(finding);
	double larger =
		fmax(fabs(finding->base.mean), fabs(finding->candidate.mean));

	if (finding->verdict == VERDICT_EQUIVALENT && isnan(finding->se)) {
		/* One single value over all runs. */
		low = high = 0;
		if (isnan(scale))
			scale = 1;
	}
	finding->change = finding->difference * scale;
	finding->ci_low = low * scale;
	finding->ci_high = high * scale;
	finding->least_change =
		nearest_to_zero(finding->ci_low, finding->ci_high);
	if (finding->kind == KIND_FAILURE)
		finding->ranking = fabs(finding->difference);
	else if (finding->change_kind == CHANGE_ABSOLUTE)
		finding->ranking = fabs(finding->least_change);
	else
		finding->ranking =
			100 * fabs(nearest_to_zero(low, high)) / larger;
	if (isnan(finding->ci_low))
		finding->df = NAN;
}

double gate_level(const struct comparison *comparison,
		  const struct finding *finding, double alpha, bool alone)
{
	const struct family_summary *family =
		&comparison->family[family_of(finding)];
	size_t size = alone ? 1 : family->size;
	size_t place = alone ? 1 : family->changed;

	if (size == 0)
		return NAN;
	if (!alone && finding->verdict != VERDICT_CHANGED)
		place++;
	return alpha * (double)(place < size ? place : size) / (double)size;
}

/* How many standard errors beyond the floor a change is proven at. */
static double errors_needed(double level, double df)
{
	return t_quantile_upper(level, df) + t_quantile_upper(1 - power, df);
}

double gate_detectable(const struct finding *finding, double level)
{
	return gate_change_scale(finding) *
	       (finding->floor +
		finding->se * errors_needed(level, finding->df));
}

double gate_reach(double sd, uint32_t runs, double level)
{
	return sd * sqrt(2.0 / runs) * errors_needed(level, 2.0 * runs - 2);
}

uint32_t gate_runs(double sd, double floor, double difference, double level)
{
	uint32_t low = 1, high = GATE_RUNS_LIMIT + 1;

	/* More runs always prove more: bisect, low fails and high would do. */
	while (high - low > 1) {
		uint32_t runs = low + (high - low) / 2;

		if (floor + gate_reach(sd, runs, level) <= difference)
			high = runs;
		else
			low = runs;
	}
	return high > GATE_RUNS_LIMIT ? COUNT_NONE : high;
}

static double pooled_noise(const struct finding *finding)
{
	struct moments base = moments_of(&finding->base, finding->step);
	struct moments candidate =
		moments_of(&finding->candidate, finding->step);
	double pooled_df = base.n + candidate.n - 2;
	double base_share = sqrt((base.n - 1) / pooled_df) * base.sd;
	double candidate_share =
		sqrt((candidate.n - 1) / pooled_df) * candidate.sd;

	return hypot(base_share, candidate_share);
}

uint32_t gate_runs_for(const struct finding *finding, double difference,
		       double level)
{
	if (isnan(finding->se) || !(level > 0))
		return COUNT_NONE;
	return gate_runs(pooled_noise(finding), finding->floor, difference,
			 level);
}

uint32_t gate_runs_needed(const struct finding *finding, double level)
{
	if (!(finding->floor > 0) || isnan(finding->se) || !(level > 0))
		return COUNT_NONE;
	return gate_runs(pooled_noise(finding), 0, finding->floor, level);
}
