/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_OUTPUT_H
#define IO_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "io/error.h"

/*
 * Where results go: the stream that is given, or a file that is there whole
 * or not at all.
 */
struct output {
	FILE *stream;
	char *path;  /* as named; NULL: not ours to close */
	char *final; /* its place, symbolic links resolved */
	char *aside; /* written here first; NULL: written directly */
};

/*
 * Opens path; NULL or "-" takes `otherwise`, which stays open.  A file that is
 * no regular file (a device, a pipe) is written directly, never renamed over.
 * A new file gets the mode that open() gives, a replaced one keeps its own.
 */
bool output_open(struct output *output, const char *path, FILE *otherwise,
		 struct error *error);

/*
 * Flushes, and puts the file in its place.  Returns false with error set when
 * anything, also any earlier write, went wrong; the file is then as before.
 */
bool output_close(struct output *output, struct error *error);

/* Gives up: nothing is left behind.  Also right after output_close(). */
void output_release(struct output *output);

#endif
