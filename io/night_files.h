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
};

/* One of them while it is written. */
struct night_file {
	char *path;
	FILE *stream;
};

/*
 * Removes what attempts at nights have left aside, also at those that nobody
 * knows of any more; no other sweep may be at work in the directory.
 */
bool night_clear(const char *directory, struct error *error);

/* Makes the place aside; what an earlier attempt left there is removed. */
bool night_begin(struct night_files *files, const char *directory,
		 const char *name, struct error *error);

/* A directory among the files. */
bool night_directory(const struct night_files *files, const char *name,
		     struct error *error);

/*
 * Opens file->stream for a file "NAME" or "DIRECTORY/NAME"; night_close() is
 * wanted afterwards.  Several may be open at a time, on several threads.
 */
bool night_open(const struct night_files *files, struct night_file *file,
		const char *name, struct error *error);

/*
 * Closes a file, all of which has then reached the disk, or gives it up where
 * `whole` says so; false after either trouble.
 */
bool night_close(struct night_file *file, bool whole, struct error *error);

/* Takes a file away that was closed. */
bool night_remove(const struct night_files *files, const char *name,
		  struct error *error);

/* Puts the night in its place, and DIR/latest after it. */
bool night_finish(struct night_files *files, struct error *error);

/* Points DIR/latest at a night that is in its place. */
bool night_link(const char *directory, const char *name, struct error *error);

/* Back to {0}; what was not finished is removed. */
void night_release(struct night_files *files);

#endif
