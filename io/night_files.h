/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_NIGHT_FILES_H
#define IO_NIGHT_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "io/error.h"

/*
 * The files of a night: written to DIR/.NIGHT.tmp, each on the disk when it is
 * closed, and put in their place DIR/NIGHT all at once.  Functions return false
 * with error set.
 */
struct night_files {
	char *directory; /* DIR */
	char *name;	 /* NIGHT */
	char *aside;	 /* DIR/.NIGHT.tmp */
	char *path;	 /* of the file that is open */
	FILE *stream;
};

/* Makes the place aside; what an earlier attempt left there is removed. */
bool night_begin(struct night_files *files, const char *directory,
		 const char *name, struct error *error);

/* A directory among the files. */
bool night_directory(struct night_files *files, const char *name,
		     struct error *error);

/* Opens files->stream for a file "NAME" or "DIRECTORY/NAME". */
bool night_open(struct night_files *files, const char *name,
		struct error *error);

/* All of the file has reached the disk. */
bool night_close(struct night_files *files, struct error *error);

/* Takes a file away that was closed. */
bool night_remove(struct night_files *files, const char *name,
		  struct error *error);

/* Puts the night in its place, and DIR/latest after it. */
bool night_finish(struct night_files *files, struct error *error);

/* Points DIR/latest at a night that is in its place. */
bool night_link(const char *directory, const char *name, struct error *error);

/* Back to {0}; what was not finished is removed. */
void night_release(struct night_files *files);

#endif
