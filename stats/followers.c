/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/followers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "stats/summary.h"

/* Runs of both sides that a correlation needs. */
enum { CORRELATED_RUNS = 7 };

#define CORRELATED 0.99

/*
 * Ratios of values lie within 1e-6 of one factor when the largest exceeds the
 * smallest by no more than this share of it.
 */
#define PROPORTIONAL (2e-6 / (1 - 1e-6))

struct leader {
	const struct finding *finding;
	double *value;	   /* [runs] over the one farthest from 0 */
	double *deviation; /* [runs] from the side's mean, over that mean, of
			      length 1; all 0: none that counts */
};

/* Those of one kind of change, and room for a metric that may become one. */
struct leaders {
	struct leader leader[LEADERS_MAX + 1];
	size_t count;
};

/* The values of one metric, none missing. */
struct values {
	struct column base, candidate;
};

static bool values_find(const struct comparison *comparison, uint32_t metric,
			struct values *values)
{
	const struct run_set *base = &comparison->base->runs;
	const struct run_set *candidate = &comparison->candidate->runs;

	values->base = run_set_column(base, metric);
	values->candidate = run_set_column(candidate, metric);
	return values->base.n > 0 && values->candidate.n > 0 &&
	       values->base.n == run_set_runs(base, KIND_PERFORMANCE) &&
	       values->candidate.n == run_set_runs(candidate, KIND_PERFORMANCE);
}

static void scale(double *to, const struct values *values)
{
	const struct column *base = &values->base;
	const struct column *candidate = &values->candidate;
	size_t runs = base->n + candidate->n;
	double farthest = 0;

	for (size_t i = 0; i < runs; i++) {
		to[i] = i < base->n ? base->value[i] :
				      candidate->value[i - base->n];
		if (fabs(to[i]) > fabs(farthest))
			farthest = to[i];
	}
	if (farthest == 0)
		return;
	for (size_t i = 0; i < runs; i++)
		to[i] /= farthest;
}

static void deviate(double *to, const struct column *column)
{
	double mean = summarise_values(column->value, column->n).mean;

	for (size_t i = 0; i < column->n; i++)
		to[i] = (column->value[i] - mean) / mean;
}

/* To mean 0 and length 1. */
static void normalise(double *deviation, size_t runs)
{
	double mean = 0, squares = 0;
	double rounding = 8 * DBL_EPSILON;

	for (size_t i = 0; i < runs; i++)
		mean += deviation[i];
	mean /= (double)runs;
	for (size_t i = 0; i < runs; i++) {
		deviation[i] -= mean;
		squares += deviation[i] * deviation[i];
	}
	/*
	 * Values that are equal but for rounding correlate with nothing, nor
	 * does what was divided by a mean of 0.
	 */
	if (squares > (double)runs * rounding * rounding && isfinite(squares)) {
		double length = sqrt(squares);

		for (size_t i = 0; i < runs; i++)
			deviation[i] /= length;
	} else {
		for (size_t i = 0; i < runs; i++)
			deviation[i] = 0;
	}
}

static bool leader_fill(struct leader *leader, const struct finding *finding,
			const struct values *values)
{
	size_t runs = values->base.n + values->candidate.n;

	if (!leader->value) {
		leader->value = calloc(2 * runs, sizeof(*leader->value));
		if (!leader->value)
			return false;
		leader->deviation = leader->value + runs;
	}
	leader->finding = finding;
	scale(leader->value, values);
	deviate(leader->deviation, &values->base);
	deviate(leader->deviation + values->base.n, &values->candidate);
	normalise(leader->deviation, runs);
	return true;
}

/* False where either is not known. */
static bool is_within(const struct finding *a, const struct finding *b)
{
	return a->change >= b->ci_low && a->change <= b->ci_high;
}

static bool is_proportional(const double *a, const double *b, size_t runs)
{
	double least = NAN, most = NAN;

	for (size_t i = 0; i < runs; i++) {
		double ratio;

		if (a[i] == 0 && b[i] == 0)
			continue;
		ratio = a[i] / b[i];
		if (!(ratio >= least))
			least = ratio;
		if (!(ratio <= most))
			most = ratio;
		/* Nor are those that differ in sign, or only one of them 0. */
		if (!(most - least <=
		      PROPORTIONAL * fmin(fabs(least), fabs(most))))
			return false;
	}
	return least != 0 && !isnan(least);
}

static bool is_correlated(const double *a, const double *b, size_t runs)
{
	double r = 0;

	if (runs < CORRELATED_RUNS)
		return false;
	for (size_t i = 0; i < runs; i++)
		r += a[i] * b[i];
	return fabs(r) > CORRELATED;
}

/* The first that the metric behind the last one follows, or NULL. */
static const struct finding *find_leader(const struct leaders *leaders,
					 size_t runs)
{
	const struct leader *follower = &leaders->leader[leaders->count];

	for (size_t i = 0; i < leaders->count; i++) {
		const struct leader *leader = &leaders->leader[i];

		/* The intervals come first, because they cost least. */
		if (is_within(follower->finding, leader->finding) &&
		    is_within(leader->finding, follower->finding) &&
		    (is_correlated(follower->deviation, leader->deviation,
				   runs) ||
		     is_proportional(follower->value, leader->value, runs)))
			return leader->finding;
	}
	return NULL;
}

static bool follow(struct leaders *leaders, struct finding *finding,
		   const struct values *values)
{
	const struct finding *leader;

	if (!leader_fill(&leaders->leader[leaders->count], finding, values))
		return false;
	leader = find_leader(leaders, values->base.n + values->candidate.n);
	if (leader)
		finding->leader = leader->metric;
	else if (leaders->count < LEADERS_MAX)
		leaders->count++;
	return true;
}

static void leaders_release(struct leaders *leaders)
{
	for (size_t i = 0; i <= LEADERS_MAX; i++)
		free(leaders->leader[i].value);
}

bool followers_find(const struct comparison *comparison,
		    struct finding *const *ranked, size_t count)
{
	struct leaders relative = { 0 }, absolute = { 0 };
	bool done = true;

	for (size_t i = 0; i < count && done; i++) {
		struct finding *finding = ranked[i];
		struct values values;

		finding->leader = NULL;
		if (finding->kind == KIND_PERFORMANCE &&
		    values_find(comparison, finding->number, &values))
			done = follow(finding->change_kind == CHANGE_ABSOLUTE ?
					      &absolute :
					      &relative,
				      finding, &values);
	}
	leaders_release(&relative);
	leaders_release(&absolute);
	return done;
}
