/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_FINDING_H
#define STATS_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "stats/rule.h"

enum verdict {
	VERDICT_CHANGED,      /* proven */
	VERDICT_EQUIVALENT,   /* proven to be within the floor */
	VERDICT_UNPROVEN,     /* cannot tell */
	VERDICT_INCOMPARABLE, /* no test was possible */
};

enum direction {
	DIRECTION_NONE, /* not changed */
	DIRECTION_IMPROVEMENT,
	DIRECTION_REGRESSION,
	DIRECTION_CHANGE, /* which way is good is not known */
};

/*
 * What a test without a p says of a metric; the filters go by it then.
 */
enum outcome {
	OUTCOME_BY_P,	      /* the test has a p, or has not been asked */
	OUTCOME_CHANGED,      /* it is news */
	OUTCOME_LEFT_OUT,     /* the test does not look at such a metric */
	OUTCOME_NO_SAMPLES,   /* a side has no value that counts */
	OUTCOME_TOO_FEW_RUNS, /* for this test */
	OUTCOME_BELOW_LEVEL,  /* the values are too small to matter */
	OUTCOME_BELOW_FLOOR,  /* the difference is too small to matter */
	OUTCOME_SAME,	      /* the sides are not told apart */
};

/* Bits of finding.flags, in the order in which they are named. */
enum flag {
	FLAG_FEW_RUNS,	  /* fewer than 3 on a side */
	FLAG_CONSTANT,	  /* a side has one single value */
	FLAG_ABSENT_BASE, /* no sample there: counts as zero by rule */
	FLAG_ABSENT_CANDIDATE,
	FLAG_ROWS_AS_RUNS,    /* of a table: each row was taken for a run */
	FLAG_TWO_MODES,	      /* the values of a side fall into two heaps */
	FLAG_OUTLIER,	      /* one value of a side lies apart */
	FLAG_ONE_RUN_DECIDES, /* without one run nothing would be proven */
	FLAG_SPREAD,	      /* the noise of the sides differs */
	FLAG_DRIFT,	      /* a side's values follow the order of runs */
	FLAG_NEW_FAILURE,     /* no base run failed, a candidate run did */
	FLAGS
};

/* A count that is not known. */
#define COUNT_NONE UINT32_MAX

/* One metric on one side.  What is undefined is NaN. */
struct side {
	uint32_t n;	  /* runs with a valid value */
	uint32_t missing; /* samples that were empty, nan or inf */
	uint32_t fails;	  /* failures: runs that failed; else COUNT_NONE */
	double mean;	  /* failures: percentage of runs that failed */
	double sd;	  /* sample standard deviation, n - 1 */
	double median, min, max;
};

/*
 * One metric of one comparison.  Numbers that are undefined are NaN, texts
 * that are not known NULL; texts are owned elsewhere.
 */
struct finding {
	uint64_t id;	 /* first 64 bits of SHA-256 of what it is */
	uint32_t rank;	 /* 1 for the first; COUNT_NONE: not reported */
	uint32_t number; /* of the metric's name in its group */
	bool reported;
	bool more_runs;	   /* not reported, but more runs might prove it */
	uint8_t verdict;   /* enum verdict */
	uint8_t direction; /* enum direction */
	uint8_t kind, kpi, better, change_kind; /* as in struct rule */
	int16_t step;	 /* decimal exponent of the finest step */
	uint8_t outcome; /* enum outcome */
	uint8_t base_seen, candidate_seen; /* METRIC_ bits */
	uint16_t flags;			   /* 1u << enum flag */
	const char *reason; /* name of the filter; NULL when reported */
	const char *group, *base_id, *candidate_id, *metric, *unit, *about;
	const struct rule *rule;
	struct side base, candidate;

	double difference;	/* candidate mean - base mean, in the unit */
	double change;		/* percent or points */
	double ci_low, ci_high; /* confidence interval of change */
	double least_change;	/* its end nearest to zero, 0 if it holds 0 */
	double p;		/* the p that decides, floor included */
	double p_zero;		/* the same with a floor of zero */
	double df;		/* degrees of freedom of the interval */
	double floor;		/* of the difference, in the unit: tau */

	/* What the test goes by: Welch's form, and the pooled one if there is
	   one.  Standard errors are of the difference, in the unit. */
	double se, se_df;
	double pooled_se, pooled_df;
	/* Standard deviations after the prior; NaN: without one. */
	double base_noise, candidate_noise, pooled_noise;
	uint32_t prior; /* number in the comparison */

	double q; /* Benjamini-Hochberg */
	double welch_t, welch_df, welch_p;
	double effect_size; /* Hedges' g */
	double min_change;  /* the floor that applied, percent or points */
	double ranking;	    /* least change, comparable between metrics */
	const char *status, *first_seen, *leader;
	double detectable;    /* as change */
	uint32_t runs_needed; /* COUNT_NONE: not known */
};

#endif
