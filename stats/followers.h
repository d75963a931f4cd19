/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_FOLLOWERS_H
#define STATS_FOLLOWERS_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/comparison.h"
#include "stats/finding.h"

/* A metric is held against so many leaders, the highest, at most. */
enum { LEADERS_MAX = 200 };

/*
 * Which findings only repeat another one.  Takes reported findings of one
 * comparison in rank order and sets the `leader` of each: the name of the
 * metric that it follows, or NULL.
 *
 * A metric follows the first one above it that follows none itself, where
 * both have a value in every run and the same kind of change, where
 *  - one factor makes each value of the one equal that of the other within
 *    1e-6, or
 *  - in 7 runs or more of both sides together, the values divided by their
 *    side's mean have a correlation of over 0.99 or below -0.99,
 * and where the change of each lies in the closed interval of the other's.
 * Only KIND_PERFORMANCE takes part; each kind of change has LEADERS_MAX.
 *
 * Of the findings it reads kind, change_kind, number, metric, change, ci_low
 * and ci_high, of the comparison the runs of both commits.  Returns false when
 * there is no memory.
 */
bool followers_find(const struct comparison *comparison,
		    struct finding *const *ranked, size_t count);

#endif
