/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/gate.h"

#include <math.h>
#include <string.h>

#include "stats/ranges.h"
#include "stats/rank_sum.h"

/* Power that detectable and runs_needed ask for. */
static const double power = 0.8;

/* Level of each of the two one-sided tests of equivalence. */
static const double equivalence_level = 0.05;

struct gate_levels gate_levels(double alpha)
{
	return (struct gate_levels){
		.alpha.tail = alpha,
		.half_alpha.tail = alpha / 2,
		.equivalence.tail = equivalence_level,
	};
}

static double power_of_ten(int exponent)
{
	/* Nearly all steps; pow() takes longer than all else here. */
	static const double powers[] = { 1e-15, 1e-14, 1e-13, 1e-12, 1e-11,
					 1e-10, 1e-9,  1e-8,  1e-7,  1e-6,
					 1e-5,	1e-4,  1e-3,  1e-2,  1e-1,
					 1e0,	1e1,   1e2,   1e3 };

	if (exponent < -15 || exponent > 3)
		return pow(10, exponent);
	return powers[exponent + 15];
}

/* hypot(), without its care where none is needed. */
static double root_of_squares(double x, double y)
{
	double squares = x * x + y * y;

	if (squares > 1e-280 && squares < 1e280)
		return sqrt(squares);
	return hypot(x, y);
}

/* A step r alone has the variance r^2 / 12. */
double gate_noise(double sd, int step)
{
	return fmax(sd, power_of_ten(step) / sqrt(12));
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

double gate_pooled_sd(const struct finding *finding)
{
	const struct side *base = &finding->base;
	const struct side *candidate = &finding->candidate;
	double pooled_df = (double)base->n + candidate->n - 2;
	double base_share = sqrt((base->n - 1.0) / pooled_df);
	double candidate_share = sqrt((candidate->n - 1.0) / pooled_df);

	return gate_noise(root_of_squares(base_share * base->sd,
					  candidate_share * candidate->sd),
			  finding->step);
}

bool gate_is_constant(const struct finding *finding)
{
	const struct side *base = &finding->base;
	const struct side *candidate = &finding->candidate;

	if (finding->kind == KIND_FAILURE)
		return base->fails + candidate->fails == 0 ||
		       base->fails + candidate->fails == base->n + candidate->n;
	return base->min == base->max && candidate->min == candidate->max &&
	       base->min == candidate->min;
}

double gate_floor(const struct finding *finding)
{
	double change = finding->rule->min_change;

	if (finding->change_kind == CHANGE_RELATIVE)
		change *= fabs(finding->base.mean) / 100;
	return fmax(finding->rule->min_delta, change);
}

void gate_spread(struct finding *finding, double base_df, double candidate_df)
{
	struct moments base = side_moments(&finding->base);
	struct moments candidate = side_moments(&finding->candidate);
	struct spread spread;

	base.sd = finding->base_noise;
	candidate.sd = finding->candidate_noise;
	spread = spread_of(base, base_df, candidate, candidate_df);
	finding->se = spread.se;
	finding->se_df = spread.df;
}

/* Welch's form of a finding as it is, without a prior. */
static void spread_plainly(struct finding *finding)
{
	struct spread spread =
		welch_spread(moments_of(&finding->base, finding->step),
			     moments_of(&finding->candidate, finding->step));

	finding->se = spread.se;
	finding->se_df = spread.df;
}

/* The larger p of both forms, each against a floor. */
static double larger_p(const struct finding *finding, double floor)
{
	double welch = floor_p(finding->difference, floor,
			       (struct spread){ finding->se, finding->se_df });
	double pooled = floor_p(finding->difference, floor,
				(struct spread){ finding->pooled_se,
						 finding->pooled_df });

	/* fmax() takes the one that there is. */
	return fmax(welch, pooled);
}

/* Where a form of a finding stands; `beyond` is a difference. */
static enum t_place place_of(struct t_level *level, double beyond, double se,
			     double df)
{
	return se > 0 ? t_level_place(level, beyond / se, df) : T_UNCERTAIN;
}

/* Of both forms, as the larger p decides: beyond is only what both are. */
static enum t_place place_of_both(const struct finding *finding,
				  struct t_level *level, double floor)
{
	double beyond = fabs(finding->difference) - floor;
	enum t_place welch =
		place_of(level, beyond, finding->se, finding->se_df);
	enum t_place pooled;

	if (welch == T_WITHIN || isnan(finding->pooled_se))
		return welch;
	pooled =
		place_of(level, beyond, finding->pooled_se, finding->pooled_df);
	return pooled == T_BEYOND ? welch : pooled;
}

/* Only what decides, and only as well as deciding takes. */
static void decide_by_t(struct finding *finding,
			const struct gate_limits *limits)
{
	struct gate_levels *levels = limits->levels;
	enum t_place zero = place_of_both(finding, &levels->half_alpha, 0);

	finding->p = finding->p_zero = 1;
	if (zero == T_WITHIN)
		return;
	if (zero == T_UNCERTAIN)
		finding->p_zero = larger_p(finding, 0);
	if (zero == T_BEYOND || finding->p_zero <= limits->alpha)
		finding->p_zero = 0;
	/* The tail that lies beyond the floor is but a part of p. */
	if (place_of_both(finding, &levels->alpha, finding->floor) != T_WITHIN)
		finding->p = larger_p(finding, finding->floor);
}

static void test_by_t(struct finding *finding, const struct gate_limits *limits)
{
	if (limits->levels) {
		decide_by_t(finding, limits);
		return;
	}
	finding->p_zero = larger_p(finding, 0);
	finding->p = larger_p(finding, finding->floor);
}

static void test_welch(struct finding *finding,
		       const struct gate_limits *limits)
{
	spread_plainly(finding);
	test_by_t(finding, limits);
}

/* Knows no floor: a change within it is none, whatever the ranks say. */
static void test_rank_sum(struct finding *finding,
			  const struct gate_limits *limits)
{
	spread_plainly(finding);
	finding->p_zero = rank_sum_p(limits->base.value, limits->base.n,
				     limits->candidate.value,
				     limits->candidate.n, limits->scratch);
	finding->p = fabs(finding->difference) < finding->floor ?
			     1 :
			     finding->p_zero;
}

/* No p: the standard error is for the interval that is printed. */
static void test_ranges(struct finding *finding,
			const struct gate_limits *limits)
{
	(void)limits;
	spread_plainly(finding);
}

const struct gate gates[] = {
	{ .name = "moderated",
	  .doc = "variance borrowed across metrics, the floor inside the test",
	  .moderates = true,
	  .test = test_by_t },
	{ .name = "welch",
	  .doc = "Welch's t-test with the floor inside the test",
	  .test = test_welch },
	{ .name = "rank-sum",
	  .doc = "Wilcoxon-Mann-Whitney, exact for up to 50 runs",
	  .takes_values = true,
	  .test = test_rank_sum },
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

/*
 * A standard error of the difference for its interval: where the change is
 * relative, the mean of the base is uncertain, too, and counts by the ratio of
 * the means.  Without a prior the textbook one.
 */
static double interval_error(const struct finding *finding, bool pooled)
{
	double m = sqrt(finding->base.n), n = sqrt(finding->candidate.n);
	double ratio;

	if (isnan(finding->base_noise) || finding->base.mean == 0 ||
	    finding->change_kind == CHANGE_ABSOLUTE)
		return pooled ? finding->pooled_se : finding->se;
	ratio = finding->candidate.mean / finding->base.mean;
	if (pooled)
		return finding->pooled_noise *
		       root_of_squares(1 / n, ratio / m);
	return root_of_squares(finding->candidate_noise / n,
			       ratio * finding->base_noise / m);
}

static bool lies_within(const struct finding *finding, struct t_level *level,
			double se, double df)
{
	double within = finding->floor - fabs(finding->difference);
	enum t_place place = place_of(level, within, se, df);

	if (place == T_UNCERTAIN)
		return t_upper_tail(within / se, df) <= level->tail;
	return place == T_BEYOND;
}

bool gate_equivalent(const struct finding *finding, struct t_level *level)
{
	return finding->floor > fabs(finding->difference) &&
	       lies_within(finding, level, interval_error(finding, false),
			   finding->se_df) &&
	       (isnan(finding->pooled_se) ||
		lies_within(finding, level, interval_error(finding, true),
			    finding->pooled_df));
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

/* Half the interval of one form; 0 where the other one's is wider for sure. */
static double half_width(const struct finding *finding, struct t_level *level,
			 bool pooled)
{
	double df = pooled ? finding->pooled_df : finding->se_df;
	double other_df = pooled ? finding->se_df : finding->pooled_df;
	double error = interval_error(finding, pooled);
	double other_error = interval_error(finding, !pooled);

	if (t_level_bounds(level, df).most * error <
	    t_level_bounds(level, other_df).least * other_error)
		return 0;
	return t_quantile_upper(level->tail, df) * error;
}

void gate_interval(struct finding *finding, struct t_level *level)
{
	double half = half_width(finding, level, false);
	double pooled = half_width(finding, level, true);
	bool wider = pooled > half;
	double low, high, scale = gate_change_scale(finding);
	double larger =
		fmax(fabs(finding->base.mean), fabs(finding->candidate.mean));

	/* The wider of the two counts, with its degrees of freedom. */
	if (wider)
		half = pooled;
	finding->df = wider ? finding->pooled_df : finding->se_df;
	low = finding->difference - half;
	high = finding->difference + half;
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
	double welch = finding->se * errors_needed(level, finding->se_df);
	double pooled =
		finding->pooled_se * errors_needed(level, finding->pooled_df);

	return gate_change_scale(finding) *
	       (finding->floor + fmax(welch, pooled));
}

double gate_reach(double sd, double prior_df, uint32_t runs, double level)
{
	return sd * sqrt(2.0 / runs) *
	       errors_needed(level, prior_df + 2.0 * runs - 2);
}

uint32_t gate_runs(double sd, double prior_df, double floor, double difference,
		   double level)
{
	uint32_t low = 1, high = GATE_RUNS_LIMIT + 1;

	/* More runs always prove more: bisect, low fails and high would do. */
	while (high - low > 1) {
		uint32_t runs = low + (high - low) / 2;

		if (floor + gate_reach(sd, prior_df, runs, level) <= difference)
			high = runs;
		else
			low = runs;
	}
	return high > GATE_RUNS_LIMIT ? COUNT_NONE : high;
}

uint32_t gate_runs_for(const struct finding *finding, double difference,
		       double level)
{
	double own_df = (double)finding->base.n + finding->candidate.n - 2;
	bool moderated = !isnan(finding->pooled_se);

	if (isnan(finding->se) || !(level > 0))
		return COUNT_NONE;
	return gate_runs(moderated ? finding->pooled_noise :
				     gate_pooled_sd(finding),
			 moderated ? finding->pooled_df - own_df : 0,
			 finding->floor, difference, level);
}

uint32_t gate_runs_needed(const struct finding *finding, double level)
{
	if (!(finding->floor > 0))
		return COUNT_NONE;
	return gate_runs_for(finding, 2 * finding->floor, level);
}
