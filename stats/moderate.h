/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_MODERATE_H
#define STATS_MODERATE_H

#include <stdbool.h>

#include "stats/comparison.h"

/* A block or a family lends its variances when so many of them are usable. */
enum { PRIOR_METRICS = 50 };

/*
 * Fits the priors of a comparison, for KPIs and monitors apart: one for each
 * block (first part of the name) that has PRIOR_METRICS usable metrics, one for
 * those of the other blocks together, none where these are fewer; for the base,
 * the candidate and the pooled variance each.  Then each finding that is to be
 * tested gets the noise that its prior leaves it.  `given` are priors by family
 * to be taken instead of fitted ones, or NULL; a family with a NaN in d0 of its
 * first fit has none.  Returns false when there is no memory.
 */
bool moderate(struct comparison *comparison,
	      const struct prior (*given)[PRIOR_FITS]);

/* The noise of a finding after the priors. */
void moderate_finding(struct finding *finding, const struct prior *prior);

/*
 * The priors that a metric of this name has if it belongs to a family; those
 * of the comparison were fitted before.
 */
const struct prior *moderate_priors(const struct comparison *comparison,
				    const char *metric, enum family family);

#endif
