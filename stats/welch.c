/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/welch.h"

#include <math.h>
#include <stdbool.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf_erf.h>
#include <gsl/gsl_sf_gamma.h>

/*
 * gsl_cdf_tdist_Q() turns to a Cornish-Fisher expansion above 30 degrees of
 * freedom, which is off by as much as 1e-6 of the tail where it begins to be
 * used.  gsl_cdf_fdist_Q() of t squared is good to 1e-12 there, but its
 * continued fraction fails at some 100000, where the expansion is exact to the
 * last digits.  At this many both are good to 1e-12.
 */
#define MANY_DF 5000.0

/*
 * Beyond this t its square overflows, and the tail is a power of t to the last
 * digit.
 */
#define FAR_T 1e150

/* Squares of deviations in this range are normal numbers. */
#define LARGEST_PLAIN 1e150
#define SMALLEST_PLAIN 1e-150

/* From here on the two tails differ by less than a double can tell. */
#define NORMAL_DF 1e18

/*
 * Satterthwaite's degrees of freedom from the larger part of a variance, with
 * `wide` degrees of freedom, and the ratio of the other part to it.  So one
 * constant side leaves exactly the other's n - 1, and two equal sides exactly
 * m + n - 2.
 */
static double satterthwaite(double ratio, double wide, double narrow)
{
	double whole = (1 + ratio) * (1 + ratio);

	if (isinf(wide))
		return whole * narrow / (ratio * ratio);
	if (isinf(narrow))
		return whole * wide;
	return whole * wide * narrow / (narrow + wide * ratio * ratio);
}

static bool is_plain(double sd)
{
	return sd < LARGEST_PLAIN && (sd > SMALLEST_PLAIN || sd == 0);
}

struct spread spread_of(struct moments base, double base_df,
			struct moments candidate, double candidate_df)
{
	struct spread spread = { NAN, NAN };
	double base_part, candidate_part;
	int exponent = 0;

	if (!(base.n >= 2) || !(candidate.n >= 2) || !isfinite(base.sd) ||
	    !isfinite(candidate.sd))
		return spread;
	if (base.sd == 0 && candidate.sd == 0) {
		spread.se = 0;
		return spread;
	}
	if (!is_plain(base.sd) || !is_plain(candidate.sd)) {
		frexp(fmax(base.sd, candidate.sd), &exponent);
		base.sd = ldexp(base.sd, -exponent);
		candidate.sd = ldexp(candidate.sd, -exponent);
	}
	base_part = base.sd * base.sd / base.n;
	candidate_part = candidate.sd * candidate.sd / candidate.n;
	spread.se = sqrt(base_part + candidate_part);
	if (exponent)
		spread.se = ldexp(spread.se, exponent);
	spread.df = base_part > candidate_part ?
			    satterthwaite(candidate_part / base_part, base_df,
					  candidate_df) :
			    satterthwaite(base_part / candidate_part,
					  candidate_df, base_df);
	return spread;
}

struct spread welch_spread(struct moments base, struct moments candidate)
{
	return spread_of(base, base.n - 1, candidate, candidate.n - 1);
}

struct t_test welch_test(struct moments base, struct moments candidate)
{
	struct t_test test = { NAN, NAN, NAN };
	struct spread spread = welch_spread(base, candidate);
	double t;

	if (!(spread.se > 0))
		return test;
	t = (candidate.mean - base.mean) / spread.se;
	if (isnan(t))
		return test;
	test.t = t;
	test.df = spread.df;
	test.p = 2 * t_upper_tail(fabs(t), spread.df);
	return test;
}

double t_upper_tail(double t, double df)
{
	if (isnan(t) || !(df > 0))
		return NAN;
	/* At least one half: nothing is lost by taking it from 1. */
	if (t < 0)
		return 1 - t_upper_tail(-t, df);
	if (isinf(t))
		return 0;
	if (df > NORMAL_DF)
		return gsl_cdf_ugaussian_Q(t);
	if (t > FAR_T)
		return t_upper_tail(FAR_T, df) * pow(FAR_T / t, df);
	if (df > MANY_DF)
		return gsl_cdf_tdist_Q(t, df);
	return gsl_cdf_fdist_Q(t * t, 1, df) / 2;
}

/*
 * How many percent of the upper tail go with a t that is one percent larger:
 * t times the density over the tail.  Written so that no factor is smaller
 * than the tail itself; gsl_ran_tdist_pdf() would be 0 long before.
 */
static double tail_elasticity(double t, double df, double tail)
{
	if (df > NORMAL_DF)
		return t * gsl_sf_hazard(t);
	if (t > FAR_T)
		return df;
	return exp(-df / 2 * log1p(t * t / df)) * (t / sqrt(df + t * t)) /
	       gsl_sf_beta(df / 2, 0.5) / tail;
}

/*
 * A first guess at a quantile from the normal one (Abramowitz and Stegun 1964,
 * 26.7.5); never less than its first term, which few degrees of freedom leave
 * as the better one.
 */
static double cornish_fisher(double x, double df)
{
	double square = x * x;
	double first = (square + 1) * x / 4;
	double second = ((5 * square + 16) * square + 3) * x / 96;
	double third =
		(((3 * square + 19) * square + 17) * square - 15) * x / 384;

	return x + fmax(first, first + (second + third / df) / df) / df;
}

double t_quantile_upper(double tail, double df)
{
	double t, step;
	int i;

	if (!(tail > 0 && tail < 1) || !(df > 0))
		return NAN;
	if (tail > 0.5)
		return -t_quantile_upper(1 - tail, df);
	t = gsl_cdf_ugaussian_Qinv(tail);
	if (!(t > 0))
		return 0;
	/*
	 * Newton's method on the logarithms: log tail falls ever more steeply
	 * with log t, so that all steps but the first approach from the right;
	 * and it is nearly straight in the far tail of few degrees of freedom,
	 * where gsl_cdf_tdist_Qinv() keeps but seven digits of the tail.
	 */
	t = cornish_fisher(t, df);
	for (i = 0; i < 64; i++) {
		double reached = t_upper_tail(t, df);

		step = (log(reached) - log(tail)) /
		       tail_elasticity(t, df, reached);
		t *= exp(step);
		/* The error squares: the next step would change nothing. */
		if (!(fabs(step) > 1e-8) || isinf(t))
			break;
	}
	return t;
}

/* Tails are good to 1e-12, and so are quantiles of them. */
#define T_DOUBT 1e-9

/* The quantile of a whole number of degrees of freedom; 0: of none. */
static double level_quantile(struct t_level *level, size_t df)
{
	if (level->quantile[df] == 0)
		level->quantile[df] = t_quantile_upper(
			level->tail, df == 0 ? INFINITY : (double)df);
	return level->quantile[df];
}

struct t_bounds t_level_bounds(struct t_level *level, double df)
{
	size_t below = T_LEVEL_DF, above = 0;

	if (!(df >= 1) || !(level->tail < 0.5))
		return (struct t_bounds){ 0, INFINITY };
	if (df < T_LEVEL_DF) {
		below = (size_t)df;
		above = below + 1;
	}
	return (struct t_bounds){
		level_quantile(level, above) * (1 - T_DOUBT),
		level_quantile(level, below) * (1 + T_DOUBT),
	};
}

enum t_place t_level_place(struct t_level *level, double t, double df)
{
	struct t_bounds bounds = t_level_bounds(level, df);

	/* Without bounds below zero tells nothing, either. */
	if (t < bounds.least && bounds.least > 0)
		return T_WITHIN;
	return t > bounds.most ? T_BEYOND : T_UNCERTAIN;
}

double floor_p(double difference, double floor, struct spread spread)
{
	double distance = fabs(difference);
	double p;

	if (!(spread.se > 0))
		return NAN;
	p = t_upper_tail((distance - floor) / spread.se, spread.df) +
	    t_upper_tail((distance + floor) / spread.se, spread.df);
	return p > 1 ? 1 : p;
}

double hedges_g(struct moments base, struct moments candidate)
{
	double df = base.n + candidate.n - 2;
	double base_sd, candidate_sd, pooled, correction;
	int exponent;

	if (!(base.n >= 2) || !(candidate.n >= 2) || !isfinite(base.sd) ||
	    !isfinite(candidate.sd) || (base.sd == 0 && candidate.sd == 0))
		return NAN;
	frexp(fmax(base.sd, candidate.sd), &exponent);
	base_sd = ldexp(base.sd, -exponent);
	candidate_sd = ldexp(candidate.sd, -exponent);
	pooled = sqrt(((base.n - 1) * base_sd * base_sd +
		       (candidate.n - 1) * candidate_sd * candidate_sd) /
		      df);
	/*
	 * gamma(df / 2) / (gamma((df - 1) / 2) sqrt(df / 2)).  The ratio of the
	 * gamma functions is taken from the beta function, which GSL computes
	 * without the cancellation that gsl_sf_poch() suffers.
	 */
	correction = M_SQRTPI / gsl_sf_beta((df - 1) / 2, 0.5) / sqrt(df / 2);
	return correction * (candidate.mean - base.mean) /
	       ldexp(pooled, exponent);
}
