/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SECTIONS_H
#define IO_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/report.h"

/*
 * The rows of a report dealt out to sections, in the order that they have.
 * Rows of section s are row[begin[s]] to row[begin[s + 1]].
 */
struct sections {
	size_t count;
	size_t *order; /* [count] sections: first the one with the highest
			  rank; those without rows come last */
	size_t *begin; /* [count + 1] into row */
	const struct report_row **row; /* [report->rows] */
};

/*
 * Deals out the rows of a report.  Comparison c belongs to section number[c] <
 * count; NULL: each comparison has its own.  Returns false when there is no
 * memory; sections_release() is wanted all the same.
 */
bool sections_make(struct sections *sections, const struct report *report,
		   const size_t *number, size_t count);

/* Back to {0}. */
void sections_release(struct sections *sections);

#endif
