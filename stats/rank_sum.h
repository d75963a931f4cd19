/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RANK_SUM_H
#define STATS_RANK_SUM_H

#include <stddef.h>

/* Up to so many values on both sides together p is exact. */
enum { RANK_SUM_EXACT = 50 };

/*
 * Two-sided p of the Wilcoxon-Mann-Whitney test of m values x against n values
 * y.  With m + n <= RANK_SUM_EXACT exact given the ties: the share of all
 * arrangements of the observed (mid)ranks whose rank sum lies at least as far
 * from its expectation; else the normal approximation with the correction for
 * ties and for continuity (0.5), as R's wilcox.test(exact = FALSE).  1 when all
 * values are equal; NaN when a side is empty or a value is NaN.  Only the order
 * of the values counts, and neither their order on a side nor which side is
 * which changes a bit.  Scratch has room for m + n values; nothing is
 * allocated, tables take 130 kB of stack.
 */
double rank_sum_p(const double *x, size_t m, const double *y, size_t n,
		  double *scratch);

/*
 * p of perfect separation of m against n values without ties, the smallest that
 * they can have: 2 of all arrangements, or by the normal approximation above
 * RANK_SUM_EXACT.  (Ties on one side can halve it when m and n differ: then the
 * opposite arrangement is less extreme.)  NaN when a side is empty.
 */
double rank_sum_least_p(size_t m, size_t n);

#endif
