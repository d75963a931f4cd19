/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_LINEAGE_H
#define PIPELINE_LINEAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/catalogue.h"
#include "stats/comparison.h"

#define NO_COMMIT ((size_t)-1)

/* The commits of one group, and what each is compared with. */
struct lineage {
	const struct group *group;
	size_t *natural; /* [commits] in natural order of their ids */
	size_t *base;	 /* [commits] by number; NO_COMMIT: none */
	size_t *order;	 /* [commits] from bases to what is built on them */
};

/*
 * Finds for each commit that has_runs (by number) the nearest ancestor that has
 * runs, too, by the parents that the catalogue knows; a circle of parents ends
 * the search.  Where there is none and `by_name` says so, it is the commit with
 * runs before it in natural order.  Returns false when there is no memory.
 */
bool lineage_find(struct lineage *lineage, const struct group *group,
		  const struct catalogue *catalogue, const bool *has_runs,
		  bool by_name);

/*
 * Fills lineage->order by lineage->base, which may have been changed: each
 * commit comes soon behind its base, neighbours in natural order.
 */
bool lineage_order(struct lineage *lineage);

/* The number of a commit in the group, by its whole id; NO_COMMIT: none. */
size_t lineage_commit(const struct group *group, const char *id);

/* Back to {0}. */
void lineage_release(struct lineage *lineage);

#endif
