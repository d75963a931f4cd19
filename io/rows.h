/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_ROWS_H
#define IO_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "io/error.h"

/* A field: text[length] is a NUL. */
struct cell {
	const char *text;
	size_t length;
};

/*
 * A CSV file as fields and rows.  libcsv in strict mode is the judge of what
 * CSV is; what it does not know (lines, byte order mark, NUL, the size of a
 * field) is added here, and rows without a quote go past it.
 */
struct rows {
	const char *name; /* to tell of; NULL: file */
	const char *file; /* path to open */
	char delimiter;
	bool waits; /* a pipe or a device will do, too */
	/*
	 * Called for each row that is not blank, with its one field or more,
	 * which are valid during the call.  False stops the reading.
	 */
	bool (*row)(struct rows *rows, const struct cell *cell, size_t cells);
	/*
	 * Where row is NULL, called for each field, column 0 first, also those
	 * of a row that turns out to be no CSV; valid during the call, too.
	 */
	bool (*field)(struct rows *rows, size_t column, const char *text,
		      size_t length);
	/* Where row is NULL, called at the end of each row, too. */
	bool (*end)(struct rows *rows, size_t columns);
	/* Where not NULL, gets all bytes as they are read. */
	void (*bytes_read)(struct rows *rows, const char *bytes, size_t length);
	void *context;
	/* Bytes [from, to) of the file alone, which begin and end with lines;
	   where to is 0, all of it. */
	off_t from, to;
	/* Both for tests: all rows through libcsv, and bytes held at a time, 4
	   or more (0: as serves best). */
	bool all_parsed;
	size_t block;

	size_t line;  /* out: line of the row's first byte, from 1 */
	size_t bytes; /* out: read so far */
	bool changed; /* out: a regular file that changed meanwhile */
	bool special; /* out: not all that was read is plain */
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
