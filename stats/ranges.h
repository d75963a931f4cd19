/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_RANGES_H
#define STATS_RANGES_H

#include <stdbool.h>

#include "stats/comparison.h"

/*
 * The rule by which the kernel test robot's compare lists a metric, for people
 * who come from there: separated ranges instead of a test.  It knows names
 * (perf-profile.*, dmesg.*, *.pass and the like) as lkp-tests does.  Missing
 * runs are no samples here, where lkp-tests fills them with zeros.
 */

/*
 * Whether a metric that the whole base, or the whole candidate, has never seen
 * counts as zeros there.
 */
bool ranges_absent_base_is_zero(const struct comparison *comparison,
				const struct finding *finding);
bool ranges_absent_candidate_is_zero(const struct comparison *comparison,
				     const struct finding *finding);

/*
 * What the rule says of a metric; never OUTCOME_BY_P.  Of the finding it reads
 * number, metric, rule, base_seen and candidate_seen; a side whose seen has no
 * METRIC_SEEN is taken as zeros.  rule->min_change is the least change of the
 * medians in percent, min_delta their least difference, and min_level is what
 * the larger of the two maxima must reach.
 */
enum outcome ranges_decide(const struct comparison *comparison,
			   const struct finding *finding);

#endif
