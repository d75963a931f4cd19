/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/fdr.h"

#include <math.h>
#include <stdlib.h>

struct member {
	double p;
	size_t place;
};

static int compare_members(const void *left, const void *right)
{
	const struct member *a = left;
	const struct member *b = right;

	return (a->p > b->p) - (a->p < b->p);
}

bool benjamini_hochberg(const double *p, double *q, size_t n)
{
	struct member *member;
	size_t members = 0, below_one = 0;
	size_t i, rank;
	double lowest = 1;

	for (i = 0; i < n; i++) {
		members += !isnan(p[i]);
		below_one += p[i] < 1;
	}
	member = calloc(below_one + 1, sizeof(*member));
	if (member == NULL)
		return false;
	/* Most p are 1 where a bound has settled them: their q is 1, too. */
	rank = 0;
	for (i = 0; i < n; i++) {
		if (p[i] < 1)
			member[rank++] = (struct member){ p[i], i };
		else
			q[i] = isnan(p[i]) ? NAN : 1;
	}
	qsort(member, below_one, sizeof(*member), compare_members);
	/*
	 * From the largest p downwards the running minimum makes q rise with p
	 * and gives equal p the q of the last of them.  Members over rank comes
	 * first, as in R: at the last rank it is exactly 1.
	 */
	for (rank = below_one; rank > 0; rank--) {
		double scaled =
			(double)members / (double)rank * member[rank - 1].p;

		if (scaled < lowest)
			lowest = scaled;
		q[member[rank - 1].place] = lowest;
	}
	free(member);
	return true;
}
