/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_ROWS_H
#define IO_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

/*
 * A CSV file as fields and rows.  libcsv in strict mode is the judge of what
 * CSV is; what it does not know (lines, byte order mark, NUL, the size of a
 * field) is added here.
 */
struct rows {
	const char *name; /* to tell of; NULL: file */
	const char *file; /* path to open */
	char delimiter;
	bool waits; /* a pipe or a device will do, too */
	/*
	 * Called for each field, column 0 first; text[length] ends with a NUL
	 * and is valid during the call.  False stops the reading.
	 */
	bool (*field)(struct rows *rows, size_t column, const char *text,
		      size_t length);
	/* Called at the end of each row that is not blank. */
	bool (*end)(struct rows *rows, size_t columns);
	/* Where not NULL, gets all bytes as they are read. */
	void (*bytes_read)(struct rows *rows, const char *bytes, size_t length);
	void *context;

	size_t line;  /* out: line of the row's first byte, from 1 */
	size_t bytes; /* out: read so far */
	bool changed; /* out: a regular file that changed meanwhile */
};

enum rows_status {
	ROWS_DONE,
	ROWS_STOPPED, /* a callback said false */
	ROWS_BAD,     /* no CSV: error says why, at rows->line */
	ROWS_TROUBLE, /* cannot be read, or no memory: error says */
};

enum { ROWS_FIELD_LIMIT = 64 * 1024 }; /* bytes in a field */

/*
 * Reads the file to its end.  On ROWS_BAD the sentence in error is without
 * file and line; they are rows->file and rows->line.
 */
enum rows_status rows_read(struct rows *rows, struct error *error);

/* The name to tell of. */
const char *rows_name(const struct rows *rows);

#endif
