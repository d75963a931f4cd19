/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_DIRECTORY_H
#define IO_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

struct entry {
	char *name; /* within the directory */
	/* Symbolic links are followed; a dangling one is neither. */
	bool directory, regular;
};

/* The entries of a directory, without "." and "..", in natural order. */
struct directory {
	struct entry *entry;
	size_t count;
};

/*
 * Reads a directory.  Returns false with error set, the directory then {0}.
 * Entries that vanish meanwhile are left out.
 */
bool directory_read(struct directory *directory, const char *path,
		    struct error *error);

/* Whether a text may be a pattern of the shell (glob(7)). */
bool is_pattern(const char *text);

/* The regular files that match a pattern, as paths in natural order. */
bool pattern_match(struct directory *matches, const char *pattern,
		   struct error *error);

/*
 * Removes a directory and all below it; one that is not there is removed.
 * Returns false with error set.
 */
bool directory_remove(const char *path, struct error *error);

/* Back to {0}. */
void directory_release(struct directory *directory);

/*
 * Order of two names: runs of digits as the numbers they are (2 < 10), the
 * rest by byte; equal numbers with different zeros, and all else equal, by
 * byte.  As strcmp().
 */
int natural_compare(const char *a, const char *b);

/*
 * Whether a path leads out of a directory by a symbolic link at its end; root
 * without symbolic links.  False for what is no link.
 */
bool link_leaves(const char *path, const char *root);

/* "directory/name", to be freed; NULL when there is no memory. */
char *path_join(const char *directory, const char *name);

#endif
