/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/prior.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <gsl/gsl_sf_psi.h>
#include <gsl/gsl_statistics_double.h>

/* Variances below this share of their median are raised to it. */
static const double smallest_share = 1e-5;

/* Fewer degrees of freedom say nothing (limma's limit). */
static const double least_df = 1e-15;

/* A variance in this range came from terms that are normal numbers. */
static const double smallest_plain = 1e-280;
static const double largest_plain = 1e280;

/*
 * The same bits for any order of the values: in units of 2^-62 of the next
 * power of two they are integers, whose sums are exact.  Integers of 31 bits
 * each, so that neither sum can overflow with less than 2^32 values.  That is
 * quicker than to sort first.
 */
static double mean_of(const double *value, size_t n)
{
	const double unit = 2147483648.0; /* 2^31 */
	double largest = 0, scale;
	int64_t high = 0, low = 0;
	int exponent;

	for (size_t i = 0; i < n; i++)
		if (fabs(value[i]) > largest)
			largest = fabs(value[i]);
	frexp(largest, &exponent);
	/* The scale must not overflow where all values are subnormal. */
	if (exponent < DBL_MIN_EXP)
		exponent = DBL_MIN_EXP;
	scale = ldexp(1, -exponent);
	for (size_t i = 0; i < n; i++) {
		double scaled = value[i] * scale * unit;
		int64_t whole = (int64_t)scaled;

		high += whole;
		low += (int64_t)((scaled - (double)whole) * unit);
	}
	return ldexp(((double)high + (double)low / unit) / unit / (double)n,
		     exponent);
}

/*
 * Whether the least variance is large enough beside the median, which need not
 * be found for that: more than half of them are not much larger.
 */
static bool none_is_raised(const double *v, size_t n)
{
	double least = v[0], most;
	size_t near = 0;

	for (size_t i = 1; i < n; i++)
		least = v[i] < least ? v[i] : least;
	/* A little less than what rounding may make of the share. */
	most = least / smallest_share * (1 - 1e-9);
	for (size_t i = 0; i < n; i++)
		near += v[i] <= most;
	return least >= DBL_MIN && near > n / 2 + 1;
}

/* Pairs that say something, variances raised; returns how many. */
static size_t gather(const double *v, const double *f, size_t n, double *raised,
		     double *df, double *scratch)
{
	size_t usable = 0;
	double median, least;

	for (size_t i = 0; i < n; i++) {
		if (!(v[i] >= 0) || isinf(v[i]) || !(f[i] > least_df) ||
		    isinf(f[i]))
			continue;
		raised[usable] = scratch[usable] = v[i];
		df[usable++] = f[i];
	}
	if (usable < 2)
		return 0;
	if (none_is_raised(raised, usable))
		return usable;
	median = gsl_stats_median(scratch, 1, usable);
	if (!(median > 0))
		return 0;
	least = fmax(smallest_share * median, DBL_MIN);
	for (size_t i = 0; i < usable; i++)
		if (raised[i] < least)
			raised[i] = least;
	return usable;
}

/* The mean logarithm of a variance of 1 with f degrees of freedom. */
static double log_bias(double f)
{
	return gsl_sf_psi(f / 2) - log(f / 2);
}

/* What depends on the degrees of freedom alone: many metrics share them. */
struct df_figures {
	double f, log_bias, psi_1;
};

enum { KNOWN_FIGURES = 64 };

static const struct df_figures *figures_of(struct df_figures *known, double f)
{
	known += f < KNOWN_FIGURES ? (size_t)f : KNOWN_FIGURES - 1;
	if (known->f != f) {
		known->f = f;
		known->log_bias = log_bias(f);
		known->psi_1 = gsl_sf_psi_1(f / 2);
	}
	return known;
}

/*
 * Mean and variance of the unbiased logarithms, less the variance that the
 * degrees of freedom account for.
 */
static double excess_of(const double *v, const double *f, size_t n,
			double *mean, double *scratch)
{
	struct df_figures known[KNOWN_FIGURES] = { { 0, 0, 0 } };
	double variance;
	bool alike = true;

	for (size_t i = 0; i < n; i++) {
		scratch[i] = log(v[i]) - figures_of(known, f[i])->log_bias;
		alike = alike && f[i] == f[0];
	}
	*mean = mean_of(scratch, n);
	for (size_t i = 0; i < n; i++) {
		double deviation = scratch[i] - *mean;

		scratch[i] = deviation * deviation;
	}
	variance = mean_of(scratch, n) * (double)n / (double)(n - 1);
	if (alike)
		return variance - figures_of(known, f[0])->psi_1;
	for (size_t i = 0; i < n; i++)
		scratch[i] = figures_of(known, f[i])->psi_1;
	return variance - mean_of(scratch, n);
}

struct prior prior_fit(const double *v, const double *f, size_t n,
		       double *scratch)
{
	struct prior prior = { 0, 0 };
	double *raised = scratch + n, *df = scratch + 2 * n;
	double mean, excess;
	size_t usable = gather(v, f, n, raised, df, scratch);

	if (usable == 0)
		return prior;
	excess = excess_of(raised, df, usable, &mean, scratch);
	prior.d0 = INFINITY;
	if (excess > 0)
		prior.d0 = 2 * inverse_trigamma(excess);
	if (isinf(prior.d0))
		prior.c2 = mean_of(raised, usable);
	else
		prior.c2 = exp(mean + log_bias(prior.d0));
	return prior;
}

double inverse_trigamma(double x)
{
	double y;

	if (!(x >= 0))
		return NAN;
	if (x > 1e7)
		return 1 / sqrt(x);
	if (x < 1e-6)
		return 1 / x;
	/* From the left; the steps shrink by squares and never pass the root. */
	y = 0.5 + 1 / x;
	for (int i = 0; i < 50; i++) {
		double psi_1 = gsl_sf_psi_1(y);
		double step = psi_1 * (1 - psi_1 / x) / gsl_sf_psi_n(2, y);

		y += step;
		if (!(-step / y >= 1e-8))
			break;
	}
	return y;
}

struct shrunk prior_shrink(struct prior prior, double mean, double sd, double f)
{
	struct shrunk shrunk = { sd, f };
	double df = prior.d0 + f, variance;

	if (!(prior.d0 > 0) || mean == 0 || isnan(sd))
		return shrunk;
	shrunk.df = df;
	if (isinf(df)) {
		shrunk.sd = sqrt(prior.c2) * fabs(mean);
		return shrunk;
	}
	variance = (prior.d0 * prior.c2 * mean * mean + f * sd * sd) / df;
	if (variance > smallest_plain && variance < largest_plain)
		shrunk.sd = sqrt(variance);
	else
		shrunk.sd = hypot(sqrt(prior.d0 / df * prior.c2) * mean,
				  sqrt(f / df) * sd);
	return shrunk;
}
