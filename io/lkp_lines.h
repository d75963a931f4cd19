/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_LKP_LINES_H
#define IO_LKP_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/report.h"

enum { LKP_CHANGE_ROOM = 16 };

/* A line: one metric of the base and of all candidates. */
struct lkp_line {
	const char *metric;
	const struct finding **finding; /* [candidates] NULL: neither the base
					   nor the candidate has the metric */
	const struct finding *base;	/* one of them, for the base */
	size_t block_lines;		/* lines with this first part of name */
	bool own;			/* of the benchmark itself */
	double change;			/* of the first candidate */
	char shown[LKP_CHANGE_ROOM];	/* the same as it is printed */
	size_t place; /* 0: before all others; else its rank */
	bool chosen;  /* of the highest ranks that are wanted */
};

/* The comparisons of a group, which share their base. */
struct lkp_table {
	const struct comparison *comparison; /* [candidates] */
	size_t candidates;
	const struct report_row **row; /* [rows] of any candidate; they are
					  put into another order */
	size_t rows;
	size_t most;	 /* lines that are wanted; 0: all */
	size_t left_out; /* lines over that */

	/* Of lkp_lines_make(). */
	struct lkp_line *line; /* [lines] in the order of the table */
	size_t lines;
	const struct finding **finding; /* of the lines */
};

/*
 * Makes a line of each metric that is listed for any candidate: of table->most
 * those that rank highest, new failures first.  Returns false when there is no
 * memory; lkp_lines_release() is wanted all the same.
 */
bool lkp_lines_make(struct lkp_table *table);

/* Forgets the lines. */
void lkp_lines_release(struct lkp_table *table);

bool lkp_is_failure(const struct lkp_line *line);

/* Means as the table has them: 0 where there is no sample, NaN: not known. */
double lkp_base_mean(const struct lkp_line *line);
double lkp_candidate_mean(const struct lkp_line *line, size_t candidate);

/* Percent or points; NaN where a mean is not known. */
double lkp_change(const struct lkp_line *line, size_t candidate);

/* As the table prints it, without its unit; "" for NaN. */
void lkp_format_change(double change, char text[LKP_CHANGE_ROOM]);

#endif
