/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_ARCHIVE_H
#define IO_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"
#include "stats/comparison.h"

/* Directories key=value with commit=ID the last, below one root. */
struct archive {
	struct group *group; /* [groups] by name, commits by id */
	size_t groups;
	char *root;		 /* without symbolic links */
	struct problems skipped; /* what was not followed, and why */
};

/*
 * Finds the groups and commits; reads no runs.  A symbolic link is followed
 * where it stays inside the root, and no further link below it: so the walk
 * ends, and soon.  What is not followed is told in archive->skipped.  A commit
 * that lies twice in one group is an error.  Where directories have no names,
 * `layout` says what each level is, "NAME/NAME/.../commit[/run]": axes, the
 * commit, and below it a directory for each run.  Returns false with error set.
 */
bool archive_find(struct archive *archive, const char *root, const char *layout,
		  struct error *error);

/*
 * The whole id for a unique prefix of one; owned by the archive.  NULL with
 * error set, saying which commits there are.
 */
const char *archive_resolve(const struct archive *archive, const char *root,
			    const char *prefix, struct error *error);

/*
 * Fails with the commits that there are, for a call that says too little; with
 * what an archive is when there are none.  Returns false.
 */
bool archive_ask(const struct archive *archive, const char *root,
		 struct error *error);

/* The commit of a group with that whole id, or NULL. */
struct commit *group_commit(struct group *group, const char *id);

/* Back to {0}. */
void archive_release(struct archive *archive);

#endif
