/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_RULES_H
#define IO_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "io/error.h"
#include "stats/comparison.h"

/*
 * What is known about a metric: the rows of the built-in table that match its
 * name apply in order, later ones override.  `testcase` is the benchmark of
 * the group, or NULL where groups have no axes; it tells the KPIs.
 */
struct rule rules_match(const char *metric, const char *testcase);

/*
 * Describes a name of a group, the next one (group->described) or an earlier
 * one anew: it gets its rule and its unit, a number in group->units, whose
 * direction counts where no rule says which way is good.  Returns false with
 * error set when there is no memory.
 */
bool rules_describe(struct group *group, uint32_t metric, uint32_t unit,
		    struct error *error);

/* What the rules of this build are called in output. */
extern const char rules_name[];

/* Changes with every rule: two reports with the same one used the same. */
uint64_t rules_fingerprint(void);

#endif
