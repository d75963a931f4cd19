/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_PLACE_H
#define IO_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"
#include "stats/comparison.h"

/* Where a path lies, when directories key=value and commit=ID lead to it. */
struct place {
	struct axis *axis; /* [axes] by name */
	size_t axes;
	char *commit; /* NULL: it does not lie in an archive */
	char *root;   /* of the archive */
};

/*
 * Finds the place of a path, which is {0} for one that lies in no archive.
 * Returns false with error set on trouble.
 */
bool place_find(struct place *place, const char *path, struct error *error);

/* Back to {0}. */
void place_release(struct place *place);

#endif
