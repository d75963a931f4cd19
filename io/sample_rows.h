/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SAMPLE_ROWS_H
#define IO_SAMPLE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/error.h"
#include "io/reader.h"
#include "io/rows.h"
#include "io/sink.h"
#include "stats/comparison.h"
#include "stats/samples.h"

/* The rows of run files and matrices, as samples in a log. */

enum shape {
	SHAPE_RUN,	  /* metric,s1,s2,... all of one run */
	SHAPE_RUN_HEADER, /* metric,value below a header */
	SHAPE_RUN_UNIT,	  /* metric,value,unit below a header */
	SHAPE_MATRIX,	  /* metric,v1,v2,... a column a run */
};

struct sample_rows {
	struct sink sink;
	struct sample_log log;

	struct rows rows;
	enum shape shape;
	const char *told;   /* name of the next file, or NULL */
	bool waits;	    /* for a pipe named as a side */
	const char *run_id; /* of a file named as a side */
	bool first_row, row_bad;
	bool file_bad; /* more than a cell of a matrix is wrong */
	uint32_t run;  /* that the file is, unless a matrix */
	bool *bad_run; /* [bad_room] columns of a matrix to drop */
	size_t bad_room;
};

/*
 * Reads one file into the log.  *good tells whether it had no fault; faults go
 * to the problems.  Returns false when the reading cannot go on.
 */
bool sample_rows_read(struct sample_rows *reader, const char *path, bool *good);

/* Drops the runs that have a bad cell, or all when the file itself is bad. */
bool sample_rows_drop_bad_runs(struct sample_rows *reader);

/* Frees all but what group and commit own. */
void sample_rows_release(struct sample_rows *reader);

#endif
