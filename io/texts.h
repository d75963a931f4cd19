/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TEXTS_H
#define IO_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

/* A small CSV file with a header as texts, by the names of its columns. */
struct texts {
	const char *const *column; /* [columns] the first one is required */
	size_t columns;
	bool strict;  /* a column of another name is a fault */
	char **cell;  /* out: row i has its texts at cell[i * columns], "" for
			what the file does not say */
	size_t *line; /* out: [rows] of each row, from 1 */
	size_t rows;  /* out */
};

/*
 * Reads a file whose columns are set.  One that is not there has no rows.  Its
 * faults go to problems, and it has no rows then, either; *bad tells, NULL:
 * nobody asks.  Returns false with error set on trouble.
 */
bool texts_read(struct texts *texts, const char *path, bool *bad,
		struct problems *problems, struct error *error);

/* The cells and lines freed; texts_release() is wanted after any reading. */
void texts_release(struct texts *texts);

#endif
