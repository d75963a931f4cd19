/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_GATE_H
#define STATS_GATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/comparison.h"
#include "stats/finding.h"
#include "stats/welch.h"

/* A side as a test takes it. */
struct moments side_moments(const struct side *side);

/*
 * The standard deviation that every test goes by: at least that of the step
 * alone (a decimal exponent), for the resolution of the samples is the smallest
 * noise that can be known.
 */
double gate_noise(double sd, int step);

/* The pooled standard deviation of both sides, at least that of the step. */
double gate_pooled_sd(const struct finding *finding);

/* One single value over all runs of both sides: there is nothing to test. */
bool gate_is_constant(const struct finding *finding);

/* The floor of the difference, in the unit of the metric: tau. */
double gate_floor(const struct finding *finding);

/*
 * Standard error of the difference in Welch's form, and its degrees of
 * freedom (Satterthwaite), from base_noise, candidate_noise and what freedom
 * these have: into se and se_df.
 */
void gate_spread(struct finding *finding, double base_df, double candidate_df);

/* Tails that decide, each with the quantiles that settle most metrics. */
struct gate_levels {
	struct t_level alpha;	    /* of a p against a floor */
	struct t_level half_alpha;  /* of p_zero, which is two-sided */
	struct t_level equivalence; /* of each of two one-sided tests */
};

struct gate_levels gate_levels(double alpha);

/* What a gate is to decide at, and may look at. */
struct gate_limits {
	double alpha;
	/*
	 * NULL: every p is wanted.  Else a p that is certainly above alpha is
	 * given as 1, and p_zero as 1 or, where it is no more than alpha, as 0.
	 * That changes no q at or under alpha, which Benjamini-Hochberg takes
	 * from members with p <= alpha alone, and no verdict; and it spares
	 * most of the time.
	 */
	struct gate_levels *levels;
	/* Values by run; for a side that is zero by rule, all 0. */
	struct column base, candidate;
	double *scratch; /* room for all values of both */
};

/*
 * The decision whether a change is real.  A gate takes a finding whose sides
 * are summarised and whose difference and floor are known (and, where it
 * moderates, whose noise is), and fills the standard errors, p_zero and p.
 */
struct gate {
	const char *name, *doc;
	bool moderates;	   /* goes by noise after the priors */
	bool takes_values; /* looks at limits->base and ->candidate */
	void (*test)(struct finding *finding, const struct gate_limits *limits);
	/*
	 * A gate without a p says at once what it holds of a metric, and what
	 * a whole side has never seen; NULL for all others.  test() then only
	 * fills what an interval needs.
	 */
	enum outcome (*decide)(const struct comparison *comparison,
			       const struct finding *finding);
	bool (*absent_base_is_zero)(const struct comparison *comparison,
				    const struct finding *finding);
	bool (*absent_candidate_is_zero)(const struct comparison *comparison,
					 const struct finding *finding);
};

extern const struct gate gates[]; /* ends with a NULL name */

/* The gate of that name, or NULL. */
const struct gate *gate_find(const char *name);

/*
 * Whether the 90 % interval of the change, the wider one of both forms, lies
 * within the floor: two one-sided tests at 5 % (Schuirmann 1987), the level that
 * gate_levels() has for equivalence.
 */
bool gate_equivalent(const struct finding *finding, struct t_level *level);

/*
 * Change of the mean and its confidence interval, the wider one of both forms:
 * percent of |base mean|, or points; also least_change and the ranking figure.
 * The tail of the level is what lies beyond each end, (1 - confidence) / 2.
 * Where the base mean is 0 a percentage does not exist: change and interval are
 * NaN, and ranking comes from the interval of the difference over |candidate
 * mean|.
 */
void gate_interval(struct finding *finding, struct t_level *level);

/*
 * What a difference in the unit of the metric is multiplied with to become a
 * change: percent of |base mean|, or points.  NaN where the base mean is 0 and
 * there is no percentage.
 */
double gate_change_scale(const struct finding *finding);

/*
 * The level that the p of a finding must pass: the share of alpha of one more
 * change in its family, or of its own place among those that are changed.
 * `alone` without a correction, when each metric is a family of its own.  NaN
 * when the family is empty.
 */
double gate_level(const struct comparison *comparison,
		  const struct finding *finding, double alpha, bool alone);

/* More runs a side than that are not planned. */
enum { GATE_RUNS_LIMIT = 1000 };

/*
 * The smallest change, as change, that this number of runs would have proven
 * at a level with 80 % power: floor + se (t(1 - level) + t(0.8)).  NaN without
 * se, and where a percentage does not exist.
 */
double gate_detectable(const struct finding *finding, double level);

/*
 * How far beyond its floor a difference lies that so many runs a side (at least
 * 2) would prove at a level with 80 % power, when both sides have this standard
 * deviation: sd sqrt(2 / runs) (t(1 - level) + t(0.8)), prior_df + 2 runs - 2
 * degrees of freedom.  NaN where sd or level is.
 */
double gate_reach(double sd, double prior_df, uint32_t runs, double level);

/*
 * The smallest number of runs a side, from 2 to 1000, with floor + reach at
 * most `difference`; COUNT_NONE when none has.
 */
uint32_t gate_runs(double sd, double prior_df, double floor, double difference,
		   double level);

/*
 * Runs a side, at most 1000, that would prove a difference in the unit of the
 * metric at a level with 80 % power, the pooled standard deviation held;
 * COUNT_NONE when none would.
 */
uint32_t gate_runs_for(const struct finding *finding, double difference,
		       double level);

/*
 * Runs a side, at most 1000, that would prove a change of twice the floor at a
 * level with 80 % power, the pooled standard deviation held; COUNT_NONE when
 * none would, or without a floor.
 */
uint32_t gate_runs_needed(const struct finding *finding, double level);

#endif
