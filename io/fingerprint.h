/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_FINGERPRINT_H
#define IO_FINGERPRINT_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

enum { FINGERPRINT_ROOM = 17 };

/*
 * What tells whether the files of a run set have changed, from their status
 * alone: the first 64 bits of SHA-256 over name, size, time of modification,
 * time of change and inode of every file that the reader would open.
 */
struct fingerprint {
	char text[FINGERPRINT_ROOM]; /* hexadecimal */
	size_t files;
	/* A file changed less than two seconds ago: one that changes again
	   could look the same, where clocks are coarse. */
	bool young;
};

/*
 * Takes the fingerprint of the run set at `path`; links must not leave `root`,
 * or may where that is NULL.  Returns false with error set.
 */
bool fingerprint_take(struct fingerprint *fingerprint, const char *path,
		      const char *root, struct error *error);

/* The same of one file, whether it is there or not. */
void fingerprint_file(char text[FINGERPRINT_ROOM], const char *path);

/*
 * The same over the bytes of the files, which are read.  Where one of them
 * cannot be read the text is fingerprint_unread, which is no digest.
 */
extern const char fingerprint_unread[];
bool fingerprint_content(char text[FINGERPRINT_ROOM], const char *path,
			 const char *root, struct error *error);

#endif
