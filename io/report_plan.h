/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_PLAN_H
#define IO_REPORT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/findings.h"
#include "stats/comparison.h"
#include "stats/plan.h"

/* The plan of one run set. */
struct plan {
	const struct group *group;
	const struct commit *set;
	struct plan_row *row; /* [rows] KPIs first, noisiest first; monitors
				  only where they are wanted */
	size_t rows;
	size_t kpis, monitors, failures; /* metrics of the set */
};

/* Everything that a format may write. */
struct plan_report {
	const struct plan *plan; /* [plans] */
	size_t plans;
	const struct field *const *field; /* [fields] of struct plan_row */
	size_t fields;
	double alpha, expect; /* expect NaN: no change is looked for */
	size_t columns;	      /* of the terminal; 0: do not cut */
};

/* Of struct plan_row. */
extern const struct field_table plan_table;

/* One way of writing a plan. */
struct plan_format {
	const char *name;
	/* False when the stream has an error or there is no memory. */
	bool (*write)(const struct plan_report *report, FILE *stream);
};

/* NULL when no plan is written in the format of that name. */
const struct plan_format *plan_format_find(const char *name);

#endif
