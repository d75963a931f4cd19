/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SHAPE_H
#define STATS_SHAPE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What the values of the runs look like: reasons to read a finding with care.
 * Values are finite and in run order.  Nothing is allocated: scratch has room
 * for as many values as are passed on all sides, but where another room is
 * named.  What rounding alone may have made of equal numbers counts as equal.
 */

/*
 * Whether n >= 4 values fall into two heaps: the largest gap between sorted
 * values is over 80 % of the range, with 2 values or more on each side of it.
 */
bool has_two_modes(const double *value, size_t n, double *scratch);

/*
 * Whether one of n >= 5 values lies apart: the gap to the next one exceeds 3
 * times the range of the rest, and 3 steps (a step is the resolution of the
 * samples, in their unit; 0: not known).
 */
bool has_outlier(const double *value, size_t n, double step, double *scratch);

/*
 * p of the Brown-Forsythe test (1974; Levene's test about the medians) on the
 * values of each side divided by that side's mean.  NaN with fewer than 3
 * values on a side, a mean of 0, or a within-group sum of squares of 0.
 */
double brown_forsythe_p(const double *x, size_t m, const double *y, size_t n,
			double *scratch);

/*
 * Two-sided p of Kendall's tau-b of value against run order, as R's
 * cor.test(method = "kendall", continuity = FALSE): exact without ties up to
 * n = 50, else normal with the correction for ties.  NaN for n < 2 and for
 * constant values.  Scratch has room for 2 n values; takes O(n log n), and up
 * to n = 50 also n^3 / 4 steps at most.
 */
double kendall_p(const double *value, size_t n, double *scratch);

#endif
