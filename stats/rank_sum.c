/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rank_sum.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

/*
 * Ranks are doubled throughout, so that the mean of two of them is an integer;
 * as doubles, for there may be millions.
 */

enum {
	LARGEST_CHOICE = RANK_SUM_EXACT / 2,
	/*
	 * Half the way, in doubled ranks, from the smallest sum of k of N ranks
	 * to the largest: k (N - k), and ties only shorten it.
	 */
	LARGEST_EXCESS = LARGEST_CHOICE * LARGEST_CHOICE
};

/* What the exact distribution is counted from. */
struct ranks {
	int rank[RANK_SUM_EXACT]; /* doubled midranks, rising */
	int count;
};

/* What both tests take from the values. */
struct rank_sum {
	double sum;	/* doubled, of x */
	double squares; /* of doubled ranks about their mean m + n + 1 */
};

static bool has_nan(const double *value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (isnan(value[i]))
			return true;
	return false;
}

static size_t run_of(const double *value, size_t n, double equal)
{
	size_t length = 0;

	while (length < n && value[length] == equal)
		length++;
	return length;
}

/* Of sorted values; `ranks` may be NULL. */
static struct rank_sum add_up(const double *x, size_t m, const double *y,
			      size_t n, struct ranks *ranks)
{
	struct rank_sum sum = { 0, 0 };
	double mean = (double)m + (double)n + 1;
	size_t i = 0, j = 0;

	while (i < m || j < n) {
		double least = j == n || (i < m && x[i] < y[j]) ? x[i] : y[j];
		size_t of_x = run_of(x + i, m - i, least);
		size_t equal = of_x + run_of(y + j, n - j, least);
		double rank = 2.0 * (double)(i + j) + (double)equal + 1;

		sum.sum += (double)of_x * rank;
		sum.squares += (double)equal * (rank - mean) * (rank - mean);
		for (size_t k = 0; ranks && k < equal; k++)
			ranks->rank[ranks->count++] = (int)rank;
		i += of_x;
		j += equal - of_x;
	}
	return sum;
}

/* Exact: no intermediate is above C(50, 25) * 50 < 2^53. */
static double arrangements(size_t m, size_t n)
{
	double count = 1;
	size_t fewer = m < n ? m : n;

	for (size_t i = 1; i <= fewer; i++)
		count = count * (double)(m + n - fewer + i) / (double)i;
	return count;
}

/*
 * In how many ways `chosen` of the ranks add up to at most `excess` more than
 * the smallest of them do.  ways[j][e]: j chosen among the ranks so far, e more
 * than the j smallest of all.  The next rank as the j-th adds what it is above
 * the j-th smallest, which is never negative.
 */
static double count_tail(const struct ranks *ranks, int chosen, int excess)
{
	double ways[LARGEST_CHOICE + 1][LARGEST_EXCESS + 1];
	double total = 0;

	if (excess < 0)
		return 0;
	for (int j = 0; j <= chosen; j++)
		memset(ways[j], 0, (size_t)(excess + 1) * sizeof(ways[j][0]));
	ways[0][0] = 1;
	for (int i = 0; i < ranks->count; i++) {
		int most = i + 1 < chosen ? i + 1 : chosen;
		/* Fewer by now, and the rest would not suffice. */
		int least = chosen - (ranks->count - 1 - i);

		for (int j = most; j >= 1 && j >= least; j--) {
			int more = ranks->rank[i] - ranks->rank[j - 1];

			for (int e = more; e <= excess; e++)
				ways[j][e] += ways[j - 1][e - more];
		}
	}
	for (int e = 0; e <= excess; e++)
		total += ways[chosen][e];
	return total;
}

/* The same ranks counted from above; returns whether they are no others. */
static bool mirror(const struct ranks *ranks, struct ranks *mirrored)
{
	int count = ranks->count;

	mirrored->count = count;
	for (int i = 0; i < count; i++)
		mirrored->rank[i] =
			2 * (count + 1) - ranks->rank[count - 1 - i];
	return memcmp(mirrored->rank, ranks->rank,
		      (size_t)count * sizeof(ranks->rank[0])) == 0;
}

/* Half the unit where no doubled rank is odd: half the table. */
static int halve(struct ranks *ranks)
{
	for (int i = 0; i < ranks->count; i++)
		if (ranks->rank[i] % 2 != 0)
			return 1;
	for (int i = 0; i < ranks->count; i++)
		ranks->rank[i] /= 2;
	return 2;
}

/* Excess over the smallest sum that still lies `distance` below the mean. */
static int excess_at(const struct ranks *ranks, int chosen, int distance)
{
	int excess = chosen * (ranks->count + 1) - distance;

	for (int i = 0; i < chosen; i++)
		excess -= ranks->rank[i];
	return excess;
}

static double count_one_side(struct ranks *ranks, int chosen, int distance)
{
	int excess = excess_at(ranks, chosen, distance);
	int unit = halve(ranks);

	if (excess < 0)
		return 0;
	return count_tail(ranks, chosen, excess / unit);
}

/* The distance is that of the doubled sum from its mean, not 0. */
static double exact_p(struct ranks *ranks, size_t m, size_t n, int distance)
{
	struct ranks mirrored;
	/* The sum of one side says that of the other. */
	int chosen = (int)(m < n ? m : n);
	bool symmetric = mirror(ranks, &mirrored) || m == n;
	double count = count_one_side(ranks, chosen, distance);

	if (symmetric)
		count *= 2;
	else
		count += count_one_side(&mirrored, chosen, distance);
	return count / arrangements(m, n);
}

/*
 * The variance of the sum of m ranks drawn out of all: where there are no ties
 * it is m n (m + n + 1) / 12.
 */
static double normal_p(double m, double n, double distance, double squares)
{
	double variance = m * n / ((m + n) * (m + n - 1)) * (squares / 4);

	/* Half the doubled distance, and half a rank nearer. */
	return 2 * gsl_cdf_ugaussian_Q((distance - 1) / 2 / sqrt(variance));
}

double rank_sum_p(const double *x, size_t m, const double *y, size_t n,
		  double *scratch)
{
	bool exact = m + n <= RANK_SUM_EXACT;
	struct ranks ranks = { .count = 0 };
	struct rank_sum sum;
	double distance;

	if (m == 0 || n == 0 || has_nan(x, m) || has_nan(y, n))
		return NAN;
	memcpy(scratch, x, m * sizeof(*x));
	memcpy(scratch + m, y, n * sizeof(*y));
	gsl_sort(scratch, 1, m);
	gsl_sort(scratch + m, 1, n);
	sum = add_up(scratch, m, scratch + m, n, exact ? &ranks : NULL);
	distance = fabs(sum.sum - (double)m * ((double)m + (double)n + 1));
	/* All arrangements lie at least as far. */
	if (distance == 0)
		return 1;
	if (exact)
		return exact_p(&ranks, m, n, (int)distance);
	return normal_p((double)m, (double)n, distance, sum.squares);
}

double rank_sum_least_p(size_t m, size_t n)
{
	double base = (double)m, candidate = (double)n, all = base + candidate;

	if (m == 0 || n == 0)
		return NAN;
	if (m + n <= RANK_SUM_EXACT)
		return 2 / arrangements(m, n);
	return normal_p(base, candidate, base * candidate,
			all * (all * all - 1) / 3);
}
