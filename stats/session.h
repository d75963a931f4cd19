/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SESSION_H
#define STATS_SESSION_H

#include <stdbool.h>

#include "stats/comparison.h"

/* Fewer monitors tell nothing, and up to that figure a session is like any. */
enum { SESSION_MONITORS = 200 };
#define SESSION_LIMIT 1.5

/*
 * Whether the sides were measured in different sessions: the median |t|
 * (Welch's form) of the monitors that were tested, over the median that chance
 * alone would give it, at the median of their degrees of freedom, into
 * comparison->session; NaN with fewer than SESSION_MONITORS.  Returns false
 * when there is no memory.
 */
bool session_measure(struct comparison *comparison);

/*
 * Whether all reported KPIs went one way, and at least 6 of them: the two-sided
 * p of the sign test, NaN where they did not.  *worse tells which way.
 */
double session_one_sided_p(const struct comparison *comparison, bool *worse,
			   size_t *kpis);

#endif
