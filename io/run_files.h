/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_RUN_FILES_H
#define IO_RUN_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

/* A file of a run set, which is a run. */
struct run_file {
	char *path, *id;
	enum fault fault; /* not FAULT_NONE: it must not be read, or cannot */
	const char *refused; /* why; for FAULT_TROUBLE */
	int number;	     /* it is errno that says so */
};

/* The files of a run set, in natural order. */
struct run_files {
	struct run_file *file; /* [count] */
	size_t count;
	bool lkp;     /* of lkp's layout: a directory for each run */
	bool archive; /* there are none, and directories key=value instead */
};

/*
 * Finds the runs of a directory without opening any: where it has directories
 * with stats.csv or matrix.csv each of those is a run (stats.csv wins), else
 * every *.csv is one.  Hidden ones are ignored.  A link that leaves `root`
 * (NULL: it may) is refused.  Returns false with error set.
 */
bool run_files_find(struct run_files *files, const char *path, const char *root,
		    struct error *error);

/* The name of a file without ".csv", to be freed; NULL: no memory. */
char *run_id_of(const char *name);

/* Back to {0}. */
void run_files_release(struct run_files *files);

#endif
