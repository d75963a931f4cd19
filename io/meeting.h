/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_MEETING_H
#define IO_MEETING_H

#include <stdbool.h>
#include <stdint.h>

#include "io/error.h"
#include "io/rules.h"
#include "stats/comparison.h"

/*
 * Commits that were read apart, each into a group of its own, brought together
 * as if they had been read into one, one after the other.
 */

/*
 * Brings the metrics of `from` into the group `to`; number[from->described]
 * gets their numbers there.  *fits tells whether the values of `from` may stay
 * as they are: they may not where they are in another unit, and are to be
 * converted.  Returns false with error set.
 */
bool meet_metrics(struct group *to, const struct group *from,
		  struct rules *rules, uint32_t *number, bool *fits,
		  struct error *error);

/* Whether each metric of `from` has the same number in the other group. */
bool meet_in_order(const struct group *from, const uint32_t *number);

/*
 * Makes the columns of a run set for a group that has `metrics` metrics, from
 * those of another one.  The runs themselves remain those of `from`, and are
 * shared; meet_release() leaves them alone.  Returns false with error set;
 * meet_release() is wanted all the same.
 */
bool meet_columns(struct run_set *to, const struct run_set *from,
		  const uint32_t *number, uint32_t metrics,
		  struct error *error);

/* Frees the columns. */
void meet_release(struct run_set *columns);

#endif
