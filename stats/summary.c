/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/summary.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

/*
 * Squares of deviations in this range are normal numbers, and so are sums of
 * as many of them as fit into memory.
 */
#define LARGEST_PLAIN 1e140
#define SMALLEST_PLAIN 1e-140

/* Up to here an insertion sort is quicker than a call through a pointer. */
#define FEW 24

static int compare_doubles(const void *left, const void *right)
{
	double a = *(const double *)left;
	double b = *(const double *)right;

	return (a > b) - (a < b);
}

static void sort_doubles(double *value, size_t n)
{
	size_t i, j;

	if (n > FEW) {
		qsort(value, n, sizeof(*value), compare_doubles);
		return;
	}
	for (i = 1; i < n; i++) {
		double moved = value[i];

		for (j = i; j > 0 && value[j - 1] > moved; j--)
			value[j] = value[j - 1];
		value[j] = moved;
	}
}

/*
 * A power of two that brings the largest value below 1; frexp() is exact, so
 * dividing by it and multiplying back changes no digit that counts.
 */
static int scale_of(double min, double max)
{
	int exponent;

	frexp(fmax(fabs(min), fabs(max)), &exponent);
	return exponent;
}

static double scaled_mean(const double *value, size_t n, int exponent)
{
	long double mean = 0;
	size_t i;

	for (i = 0; i < n; i++)
		mean += (ldexp(value[i], -exponent) - mean) /
			(long double)(i + 1);
	return (double)mean;
}

static double scaled_sd(const double *value, size_t n, double mean,
			int exponent)
{
	long double squares = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		long double deviation =
			ldexp(value[i], -exponent) - (long double)mean;

		squares += deviation * deviation;
	}
	return sqrt((double)(squares / (long double)(n - 1)));
}

/*
 * A sum of doubles may be off by some last digits; the deviations from it tell
 * by how much.  The squares are of those from the mean as it is rounded, as in
 * gsl_stats_sd_m() and R.
 */
static void plain_moments(const double *value, size_t n, double sum,
			  struct summary *summary)
{
	double mean = sum / (double)n, deviations = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		deviations += value[i] - mean;
	mean += deviations / (double)n;
	for (size_t i = 0; i < n; i++) {
		double deviation = value[i] - mean;

		squares += deviation * deviation;
	}
	summary->mean = mean;
	summary->sd = sqrt(squares / (double)(n - 1));
}

struct summary summarise_values(const double *value, size_t n)
{
	struct summary summary = { NAN, NAN, NAN, NAN };
	double min, max, sum;
	size_t i;

	if (n == 0)
		return summary;
	min = max = sum = value[0];
	for (i = 1; i < n; i++) {
		min = value[i] < min ? value[i] : min;
		max = value[i] > max ? value[i] : max;
		sum += value[i];
	}
	if (min == max) {
		summary.mean = min;
		if (n > 1)
			summary.sd = 0;
	} else if (min < -LARGEST_PLAIN || max > LARGEST_PLAIN ||
		   max - min < SMALLEST_PLAIN) {
		int exponent = scale_of(min, max);
		double mean = scaled_mean(value, n, exponent);

		summary.sd =
			ldexp(scaled_sd(value, n, mean, exponent), exponent);
		summary.mean = ldexp(mean, exponent);
	} else {
		plain_moments(value, n, sum, &summary);
	}
	/*
	 * Which of two equal zeros is met first depends on the order of the
	 * values; adding 0 leaves the positive one.
	 */
	summary.mean += 0.0;
	summary.min = min + 0.0;
	summary.max = max + 0.0;
	return summary;
}

double median_of(double *value, size_t n)
{
	double low, high, middle;

	if (n == 0)
		return NAN;
	sort_doubles(value, n);
	low = value[(n - 1) / 2];
	high = value[n / 2];
	middle = (low + high) / 2;
	if (isinf(middle))
		middle = low / 2 + high / 2;
	/* As in summarise_values(): no negative zero. */
	return middle + 0.0;
}

static double sum_of(const double *value, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += value[i];
	return sum;
}

/* Of sorted values. */
static double percentile_of(const double *value, size_t n, double share)
{
	return gsl_stats_quantile_from_sorted_data(value, 1, n, share) + 0.0;
}

double reduce_values(enum reduce reduce, double *value, size_t n)
{
	if (reduce == REDUCE_DELTA)
		return value[n - 1] - value[0];
	sort_doubles(value, n);
	switch (reduce) {
	case REDUCE_SUM:
		return sum_of(value, n);
	case REDUCE_MIN:
		return value[0] + 0.0;
	case REDUCE_MAX:
		return value[n - 1] + 0.0;
	case REDUCE_MEDIAN:
	case REDUCE_P50:
		return median_of(value, n);
	case REDUCE_P90:
		return percentile_of(value, n, 0.90);
	case REDUCE_P95:
		return percentile_of(value, n, 0.95);
	case REDUCE_P99:
		return percentile_of(value, n, 0.99);
	default:
		return summarise_values(value, n).mean;
	}
}
