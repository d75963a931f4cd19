/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RULE_H
#define STATS_RULE_H

#include <stdbool.h>
#include <stdint.h>

/* How a metric is compared. */
enum kind {
	KIND_PERFORMANCE,
	KIND_FAILURE, /* a run failed when it is not zero */
	KIND_PASS,    /* a run failed when it is zero or absent */
	KIND_IGNORE,  /* not at all */
};

/* Whether runs are counted that failed, rather than values compared. */
static inline int kind_counts_failures(enum kind kind)
{
	return kind == KIND_FAILURE || kind == KIND_PASS;
}

/* Which way is good. */
enum better { BETTER_UNKNOWN, BETTER_HIGHER, BETTER_LOWER, BETTER_NEITHER };

/* Whether the test exists to measure the metric. */
enum kpi { KPI_NO, KPI_YES, KPI_PRIMARY };

/* Percent of the base's mean, or points. */
enum change_kind { CHANGE_RELATIVE, CHANGE_ABSOLUTE };

/* Samples within a run to one number. */
enum reduce {
	REDUCE_MEAN,
	REDUCE_SUM,
	REDUCE_MIN,
	REDUCE_MAX,
	REDUCE_MEDIAN,
	REDUCE_DELTA, /* the last sample minus the first */
	REDUCE_P50,   /* percentiles of type 7 (Hyndman and Fan 1996) */
	REDUCE_P90,
	REDUCE_P95,
	REDUCE_P99,
};

/* What a metric is that a run does not name. */
enum absent { ABSENT_MISSING, ABSENT_ZERO };

/* What is known about a metric. */
struct rule {
	uint8_t kind;	   /* enum kind */
	uint8_t better;	   /* enum better */
	uint8_t kpi;	   /* enum kpi */
	uint8_t change;	   /* enum change_kind */
	uint8_t reduce;	   /* enum reduce */
	uint8_t absent;	   /* enum absent */
	bool units_differ; /* min_delta or min_level is in a unit that does
				not convert to that of the samples */
	uint32_t min_runs; /* needed on each side */
	double min_change; /* floor of the change, in percent or points */
	double min_delta;  /* floor of the difference, in the unit */
	double min_level;  /* the larger mean must reach it */
	const char *unit;  /* where the samples name none; NULL: none */
	const char *about; /* what the metric measures; NULL: not known */
};

#endif
