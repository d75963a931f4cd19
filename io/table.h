/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TABLE_H
#define IO_TABLE_H

#include <stdbool.h>

#include "io/archive.h"
#include "io/error.h"
#include "io/reader.h"
#include "io/source.h"

/*
 * Reads a table, a row a sample (or several, in columns), into the groups and
 * commits of an archive: axis columns tell the group; the commit column tells
 * the commit, unless all rows are of the commit `fixed` (NULL: they are not).
 * Also a file of numbers, one a line, each a run of the metric "value".
 *
 * A row with a field too few or too many refuses the file; a cell that is no
 * number drops its run.  Faults go to problems.  Returns false with error set
 * when there is nothing to go on with, and without one after faults, unless
 * reading->keep_going.
 */
bool table_read(struct archive *archive, const struct source *source,
		enum source_shape shape, const char *fixed,
		const struct reading *reading, struct problems *problems,
		struct error *error);

#endif
