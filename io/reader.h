/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_READER_H
#define IO_READER_H

#include <stdbool.h>

#include "io/error.h"
#include "io/rules.h"
#include "stats/comparison.h"

/* How sources are to be read. */
struct reading {
	char delimiter;
	char decimal;		       /* mark between units and tenths */
	size_t skip_runs;	       /* of each side, the first: to warm up */
	const struct columns *columns; /* of tables; NULL: by default */
	/* Axes of what is read where the source itself has none. */
	const struct axis *axis; /* [axes] */
	size_t axes;
	struct rules *rules;   /* ready to match */
	size_t jobs;	       /* threads that tables may be read on */
	bool keep_going;       /* leave broken runs out instead of stopping */
	bool (*stopped)(void); /* asked between files; NULL: goes on */
	/* Called when a run file has been read, but for the last; NULL: not. */
	void (*run_read)(void *context);
	void *context;
};

/*
 * Reads the runs of a commit from commit->path into commit->runs, and tells in
 * commit->how as what: a directory is a run set (a *.csv file a run, or lkp's
 * directory a run), a file with the header metric,value[,unit] a run, one
 * without a header a matrix with a column a run; what is no path but a pattern
 * of the shell stands for the run files that match.  New metrics of the group
 * are named and described.
 *
 * Faults of the input go to problems; a run that has one is left out whole,
 * and without keep_going the caller is to stop after the reading.  A directory
 * without runs is a run set without runs.  A run file that changes while it is
 * read is read again, a few times; then it is a fault.  Returns false with error set when
 * there is nothing to go on with: no memory, not readable.
 */
bool reader_read(struct commit *commit, struct group *group,
		 const struct reading *reading, struct problems *problems,
		 struct error *error);

#endif
