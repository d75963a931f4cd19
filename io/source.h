/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SOURCE_H
#define IO_SOURCE_H

#include <stdbool.h>

#include "io/error.h"
#include "io/reader.h"

/* What a file is that is named as a side or as the source of both. */
enum source_shape {
	SOURCE_RUN,	/* header metric,value[,unit]: one run */
	SOURCE_MATRIX,	/* metric,v1,v2,...: a column a run */
	SOURCE_NUMBERS, /* one number a line, each a run */
	SOURCE_TABLE,	/* any other header */
};

/*
 * A file that can be read several times from its start: as it is, or copied
 * aside when it is standard input ("-") or a pipe.
 */
struct source {
	char *path;	  /* to open */
	const char *name; /* to tell */
	int file;	  /* of the copy; -1: none */
};

/* Opens a source.  Returns false with error set. */
bool source_open(struct source *source, const char *path, struct error *error);

/*
 * What a source is, by its first row; *fields gets the fields of that.  Where
 * the columns of a table were named, several fields are those.  A source that
 * is empty, or no CSV, has none, and is called a table: any reader tells why.
 * Returns false with error set when it cannot be read.
 */
bool source_shape(const struct source *source, const struct reading *reading,
		  enum source_shape *shape, size_t *fields,
		  struct error *error);

/* Gives the copy away. */
void source_release(struct source *source);

#endif
