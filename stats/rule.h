/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RULE_H
#define STATS_RULE_H

#include <stdint.h>

/* How a metric is compared. */
enum kind { KIND_PERFORMANCE, KIND_FAILURE };

/* Which way is good. */
enum better { BETTER_UNKNOWN, BETTER_HIGHER, BETTER_LOWER };

/* Whether the test exists to measure the metric. */
enum kpi { KPI_NO, KPI_YES, KPI_PRIMARY };

/* Percent of the base's mean, or points. */
enum change_kind { CHANGE_RELATIVE, CHANGE_ABSOLUTE };

/* What a metric is that a run does not name. */
enum absent { ABSENT_MISSING, ABSENT_ZERO };

/* What is known about a metric. */
struct rule {
	enum kind kind;
	enum better better;
	enum kpi kpi;
	enum change_kind change;
	enum absent absent;
	double min_change; /* floor of the change, in percent or points */
	double min_delta;  /* floor of the difference, in the unit */
	double min_level;  /* the larger mean must reach it */
	uint32_t min_runs; /* needed on each side */
};

#endif
