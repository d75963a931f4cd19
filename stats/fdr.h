/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_FDR_H
#define STATS_FDR_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Benjamini-Hochberg q-values of a family (Benjamini and Hochberg 1995, J. R.
 * Statist. Soc. B 57; equal to R's p.adjust(p, "BH")).  p[n] in any order,
 * q[n] to the same places; a NaN p is no member of the family and gets a NaN
 * q.  Equal p have equal q.  Returns false when there is no memory.
 */
bool benjamini_hochberg(const double *p, double *q, size_t n);

#endif
