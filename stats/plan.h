/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_PLAN_H
#define STATS_PLAN_H

#include <stdint.h>

#include "stats/finding.h"
#include "stats/prior.h"

/* The numbers of runs a side that a plan tells of. */
enum { PLAN_SIZES = 4 };
extern const uint32_t plan_sizes[PLAN_SIZES];

/* Why figures of a plan are not known. */
enum plan_reason {
	PLAN_KNOWN,
	PLAN_TOO_FEW_RUNS,  /* fewer than 2 */
	PLAN_UNIT_CONFLICT, /* the units do not convert */
	PLAN_CONSTANT,	    /* one single value: the noise is not known */
	PLAN_MEAN_ZERO,	    /* there is no percentage of it */
	PLAN_BELOW_FLOOR,   /* the expected change is not above the floor */
	PLAN_TOO_NOISY,	    /* no number of runs up to the limit would do */
};

/* What the plan of a metric goes by. */
struct plan_basis {
	struct prior prior;  /* what it borrows; {0}: nothing */
	double level;	     /* that its p must pass */
	double expect;	     /* the true change looked for; NaN: none */
	uint32_t least_runs; /* fewer a side never pass it, however they lie */
};

/*
 * One metric of one run set, and what further runs like these would prove.
 * Numbers that are undefined are NaN; texts are owned elsewhere.
 */
struct plan_row {
	const char *group, *set, *metric, *unit;
	uint8_t kpi, change_kind; /* as in struct rule */
	uint8_t reason;		  /* enum plan_reason */
	uint32_t n;		  /* runs with a valid value */
	double mean, sd;	  /* in the unit; sd with n - 1 */
	double cv;		  /* sd in percent of |mean| */
	double floor;		  /* as change: percent or points */
	double detectable[PLAN_SIZES];
	double expect;	      /* the change that is looked for; NaN: none */
	uint32_t runs_needed; /* a side, that prove it; COUNT_NONE: not known */
	double noise;	 /* standard deviation after the prior, as change */
	double prior_df; /* of that prior; 0: none; may be infinite */
};

/*
 * Plans with the runs of a finding's base, whose noise is what the prior leaves
 * of it, the resolution included.  `detectable` is the smallest change, as
 * change, that so many runs a side would prove at the level with 80 % power, as
 * gate_reach() has it; runs_needed as gate_runs() has it, for a true change of
 * `expect`.  A number of runs under the rule's min_runs or under least_runs
 * proves nothing.  Of a metric without known noise all that follows from noise
 * is undefined.
 */
struct plan_row plan_metric(const struct finding *finding,
			    const struct plan_basis *basis);

/*
 * For qsort(), rows: KPIs before others, then the larger cv, those without one
 * last, then by name in byte order.
 */
int plan_compare(const void *a, const void *b);

#endif
