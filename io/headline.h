/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_HEADLINE_H
#define IO_HEADLINE_H

#include <stddef.h>
#include <stdio.h>

#include "io/report.h"

/* The first KPI, or what ranks highest without one; NULL: nothing is news. */
const struct finding *headline_of(const struct report *report);

/*
 * What a headline says in front of the name of a performance metric: "3.0%
 * regression of "; and behind it, of any: " (lower is better)", " failed in 3
 * of 3 runs, before in 0 of 3", or nothing.
 */
void headline_put_size(FILE *stream, const struct finding *finding);
void headline_put_rest(FILE *stream, const struct finding *finding);

/* Reported rows by enum direction. */
struct direction_counts {
	size_t of[4];
};

void direction_count(struct direction_counts *counts,
		     const struct finding *finding);

/* "1 regression, 3 improvements, 9 changes", or "nothing to report". */
void direction_counts_put(FILE *stream, const struct direction_counts *counts);

#endif
