/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_UNPROVEN_H
#define IO_UNPROVEN_H

#include <stddef.h>

#include "io/report.h"

/*
 * The KPIs of a comparison that more runs may yet prove to have changed, and
 * how many runs that takes.
 */
struct unproven {
	size_t kpis;
	const char *first; /* by byte order, NULL: there is none */
	/*
	 * What it takes for all of them, as text: "11 runs a side would show
	 * 2%"; "" where the test knows no such number.
	 */
	char runs[128];
};

struct unproven unproven_of(const struct report *report,
			    const struct comparison *comparison);

#endif
