/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_EXPLAIN_H
#define IO_REPORT_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/report.h"

/* What a filter says of a finding. */
enum opinion {
	OPINION_PASSES,
	OPINION_STOPS,	/* the reason */
	OPINION_BEHIND, /* would stop it, too */
	OPINION_NONE,	/* was not asked: there was no test */
};

struct filter_opinion {
	const char *name, *doc;
	enum opinion opinion;
};

/* One metric of one comparison, and all that decided about it. */
struct explanation {
	const struct report *report;
	const struct report_row *row;
	const struct filter_opinion *opinion; /* [opinions], in order */
	size_t opinions;
	const char *advice; /* what would make it news, a sentence */
};

/* For people.  Returns false when there is no memory. */
bool explain_text(const struct explanation *explanation, FILE *stream);

#endif
