/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/shape.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <gsl/gsl_sort.h>

#include "stats/summary.h"
#include "stats/welch.h"

/* Up to here the distribution of Kendall's statistic is counted. */
enum { KENDALL_EXACT = 50 };

/* The fewer of pairs in and out of order, at most. */
enum { KENDALL_PAIRS = KENDALL_EXACT * (KENDALL_EXACT - 1) / 4 };

static const double *sorted(const double *value, size_t n, double *scratch)
{
	memcpy(scratch, value, n * sizeof(*value));
	gsl_sort(scratch, 1, n);
	return scratch;
}

/*
 * What rounding may do to a difference of values, or to a small multiple of
 * one: 100.03 - 100 is more than 3 steps of 0.01 in a double.
 */
static double slack_of(const double *value, size_t n)
{
	return 4 * DBL_EPSILON * fmax(fabs(value[0]), fabs(value[n - 1]));
}

bool has_two_modes(const double *value, size_t n, double *scratch)
{
	double least, slack;

	if (n < 4)
		return false;
	value = sorted(value, n, scratch);
	slack = slack_of(value, n);
	least = 0.8 * (value[n - 1] - value[0]);
	/* A gap of over half the range is the largest. */
	for (size_t i = 1; i + 2 < n; i++)
		if (value[i + 1] - value[i] - least > slack)
			return true;
	return false;
}

bool has_outlier(const double *value, size_t n, double step, double *scratch)
{
	double slack, low, high, rest_low, rest_high;

	if (n < 5)
		return false;
	value = sorted(value, n, scratch);
	slack = slack_of(value, n);
	/* Only the ends can lie apart from all others. */
	low = value[1] - value[0];
	rest_low = value[n - 1] - value[1];
	high = value[n - 1] - value[n - 2];
	rest_high = value[n - 2] - value[0];
	return low - 3 * fmax(rest_low, step) > slack ||
	       high - 3 * fmax(rest_high, step) > slack;
}

/* Distances of one side from its median, both over the mean. */
struct distances {
	double mean;	/* of the distances */
	double squares; /* sum, about that mean */
	double largest; /* |value / mean| */
};

static struct distances distances_of(const double *value, size_t n,
				     double *scratch)
{
	double mean = summarise_values(value, n).mean;
	struct distances distances = { NAN, NAN, NAN };
	double median;

	if (mean == 0)
		return distances;
	distances.largest = 0;
	for (size_t i = 0; i < n; i++) {
		scratch[i] = value[i] / mean;
		distances.largest = fmax(distances.largest, fabs(scratch[i]));
	}
	if (isinf(distances.largest))
		return distances;
	/* The median also brings the values into an order of their own. */
	median = median_of(scratch, n);
	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(scratch[i] - median);
	distances.mean = summarise_values(scratch, n).mean;
	distances.squares = 0;
	for (size_t i = 0; i < n; i++) {
		double off = scratch[i] - distances.mean;

		distances.squares += off * off;
	}
	return distances;
}

double brown_forsythe_p(const double *x, size_t m, const double *y, size_t n,
			double *scratch)
{
	struct distances base, candidate;
	double df = (double)m + (double)n - 2;
	double rounding, squares, se;

	if (m < 3 || n < 3)
		return NAN;
	base = distances_of(x, m, scratch);
	candidate = distances_of(y, n, scratch + m);
	squares = base.squares + candidate.squares;
	/* 0.9, 0.9, 1.1, 1.1 all lie as far from 1, but not in doubles. */
	rounding = 8 * DBL_EPSILON * fmax(base.largest, candidate.largest);
	if (!(squares > (df + 2) * rounding * rounding))
		return NAN;
	/* An F test with 1 and df degrees of freedom is a t-test. */
	se = sqrt(squares / df * (1 / (double)m + 1 / (double)n));
	return 2 * t_upper_tail(fabs(candidate.mean - base.mean) / se, df);
}

/*
 * Sorts by merging, from a to b and back, and counts the pairs that stand in
 * the wrong order.  Returns which of the two is sorted.
 */
static const double *count_inversions(double *a, double *b, size_t n,
				      uint64_t *inversions)
{
	*inversions = 0;
	for (size_t width = 1; width < n; width *= 2) {
		double *swap = a;

		for (size_t begin = 0; begin < n; begin += 2 * width) {
			size_t middle = n - begin > width ? begin + width : n;
			size_t end = n - begin > 2 * width ? begin + 2 * width :
							     n;
			size_t left = begin, right = middle;

			for (size_t to = begin; to < end; to++) {
				if (right == end ||
				    (left < middle && a[left] <= a[right])) {
					b[to] = a[left++];
				} else {
					b[to] = a[right++];
					*inversions += middle - left;
				}
			}
		}
		a = b;
		b = swap;
	}
	return a;
}

/*
 * Two-sided p of so few inversions or fewer in n values without ties:
 * inserting the i-th value adds 0 to i - 1 inversions, all as likely.
 */
static double exact_p(size_t fewest, size_t n)
{
	double share[KENDALL_PAIRS + 1] = { 1 };
	double p = 0;

	for (size_t i = 2; i <= n; i++) {
		size_t most = i * (i - 1) / 2;

		if (most > fewest)
			most = fewest;
		for (size_t k = 1; k <= most; k++)
			share[k] += share[k - 1];
		for (size_t k = most; k >= i; k--)
			share[k] -= share[k - i];
		for (size_t k = 0; k <= most; k++)
			share[k] /= (double)i;
	}
	for (size_t k = 0; k <= fewest; k++)
		p += share[k];
	return fmin(1, 2 * p);
}

double kendall_p(const double *value, size_t n, double *scratch)
{
	double runs = (double)n;
	double tied_pairs = 0, tied_cubes = 0, pairs, sum;
	uint64_t inversions;

	if (n < 2)
		return NAN;
	memcpy(scratch, value, n * sizeof(*value));
	value = count_inversions(scratch, scratch + n, n, &inversions);
	if (value[0] == value[n - 1])
		return NAN;
	for (size_t begin = 0, end; begin < n; begin = end) {
		double tied;

		for (end = begin + 1; end < n && value[end] == value[begin];)
			end++;
		tied = (double)(end - begin);
		tied_pairs += tied * (tied - 1) / 2;
		tied_cubes += tied * (tied - 1) * (2 * tied + 5);
	}
	pairs = runs * (runs - 1) / 2;
	if (tied_pairs == 0 && n <= KENDALL_EXACT)
		return exact_p((size_t)fmin((double)inversions,
					    pairs - (double)inversions),
			       n);
	sum = pairs - tied_pairs - 2 * (double)inversions;
	/* Kendall, "Rank Correlation Methods"; the runs have no ties. */
	return erfc(
		fabs(sum) /
		sqrt((runs * (runs - 1) * (2 * runs + 5) - tied_cubes) / 9));
}
