/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_PAIRING_H
#define PIPELINE_PAIRING_H

#include <stdbool.h>
#include <stddef.h>

#include "pipeline/pipeline.h"

/*
 * Which commits are compared with which.  All return false with batch->error
 * set where they fail.
 */

/* A commit that was asked for, and in how many groups it met the base. */
struct wanted {
	const char *id;
	size_t groups;
};

bool add_comparison(struct batch *batch, struct group *group,
		    struct commit *base, struct commit *candidate);

/* Compares the wanted commits that a group has with its base, if it has it. */
bool compare_in_group(struct batch *batch, struct group *group,
		      const char *base, struct wanted *wanted, size_t count);

/*
 * Notes the wanted commits that nowhere met the base: that is no answer.  False
 * when none did.
 */
bool note_unmet(struct batch *batch, const char *root, const char *base,
		const struct wanted *wanted, size_t count);

/* Titles and the machine, from the catalogue. */
void describe_group(const struct batch *batch, struct group *group);

/* Fails, as the same candidate was named twice. */
bool named_twice(struct batch *batch, const char *id);

/* A path that was mistyped is a wrong call; one that fails is trouble. */
bool paths_exist(struct batch *batch);
bool path_exists(const char *path, struct error *error);

/*
 * Run sets and files that were named one by one: the first is the base.  One
 * alone is compared with itself.
 */
bool compare_sides(struct batch *batch);

#endif
