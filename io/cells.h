/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_CELLS_H
#define IO_CELLS_H

#include <stddef.h>

#include "stats/finding.h"

/* What a table for people says of a finding. */
enum cell {
	CELL_BASE,
	CELL_CANDIDATE,
	CELL_CHANGE,
	CELL_INTERVAL,
	CELL_Q,
	CELLS
};

enum { CELL_ROOM = 64 };

/*
 * Figures as short text, "" where there is none: means with four digits, a
 * decimal prefix and the sample standard deviation in percent (7.676M ±0.4%),
 * failures as FAILED/RUNS, changes with their sign and "%" unless they are
 * points.  The texts have "±" and are else ASCII.
 */
struct cells {
	char text[CELLS][CELL_ROOM];
	const char *word;   /* better, worse, changed, same, new, ?, - */
	const char *reason; /* why not reported, or NULL */
};

void cells_make(struct cells *cells, const struct finding *finding);

/* "95% interval"; "interval" where the confidence is not known (NaN). */
void format_interval_head(double confidence, char text[CELL_ROOM]);

/* Four significant digits and a decimal prefix, as in 7.676M; "" for NaN. */
void format_mean(double mean, char *text, size_t room);

/*
 * At most six significant digits, a prefix from a million on: 7.66818M, 12345.6,
 * 71.9.
 * The value is finite; 32 bytes do.
 */
void format_value(double value, char *text, size_t room);

/* A change with its sign: percent, or points; "" for NaN. */
void format_change(double change, enum change_kind kind, char *text,
		   size_t room);

#endif
