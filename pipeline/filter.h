/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_FILTER_H
#define PIPELINE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "pipeline/advice.h"
#include "pipeline/options.h"
#include "stats/comparison.h"
#include "stats/finding.h"

/*
 * One reason not to report a finding.  A filter sees one finding and changes
 * nothing; the first that calls it noise is the finding's reason.
 */
struct noise_filter {
	const char *name, *doc;
	bool before_test;     /* keeps the metric out of its family, too */
	enum verdict verdict; /* of what it stops */
	bool more_runs;	      /* might prove what it stops */
	bool (*is_noise)(const struct finding *finding,
			 const struct options *options);
	/* What would make such a finding news, in one sentence. */
	void (*advise)(const struct advice *advice, char text[ADVICE_ROOM]);
};

extern const struct noise_filter noise_filters[]; /* ends with NULL */

/* Number of filters. */
size_t noise_filter_count(void);

/* What the filter of that number says of what it stops. */
const char *noise_filter_doc(size_t filter);

/* The first filter of that kind that objects, or NULL. */
const struct noise_filter *first_objection(const struct finding *finding,
					   const struct options *options,
					   bool before_test);

/* Gives a finding its reason, and counts it. */
void stop_finding(struct comparison *comparison, struct finding *finding,
		  const struct noise_filter *filter);

#endif
