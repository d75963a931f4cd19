/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SUMMARY_H
#define STATS_SUMMARY_H

#include <stddef.h>

#include "stats/rule.h"

/* Of n values; all NaN when n is 0, sd NaN when n is 1. */
struct summary {
	double mean;
	double sd; /* sample standard deviation, n - 1 */
	double min, max;
};

/*
 * Mean and standard deviation in two passes, as good as gsl_stats_mean() and
 * gsl_stats_sd_m() and a quarter of their time, scaled by a power of two where squares would leave
 * the range of a double.  The values must be finite.  A constant column has
 * exactly its value as mean and an sd of exactly 0.
 */
struct summary summarise_values(const double *value, size_t n);

/*
 * Median: the middle value, or the mean of the two middle ones; NaN when n is
 * 0.  Reorders the values.
 */
double median_of(double *value, size_t n);

/*
 * Several samples within one run to one number; but for REDUCE_DELTA the same
 * for any order of them.  Percentiles interpolate as R's type 7
 * (gsl_stats_quantile_from_sorted_data).  Reorders the values; n > 0.
 */
double reduce_values(enum reduce reduce, double *value, size_t n);

#endif
