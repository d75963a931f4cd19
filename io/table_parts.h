/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TABLE_PARTS_H
#define IO_TABLE_PARTS_H

#include <stdbool.h>

#include "io/table_lots.h"

/*
 * Reads a large table in parts, each on a thread of its own into an archive of
 * its own, and brings them together in the order of the file, as if it had been
 * read in one go.  `read` reads bytes [begin, end) of a table's rows.  *done
 * tells whether that was possible: it is not where the table is small or no
 * regular file, has quotes, faults or units that are to be converted, changes,
 * or takes each row for a run.  Nothing is lost then, and the table is to be
 * read in one go; what that meets, it tells.  Returns false with error set when
 * there is no memory.
 */
bool table_read_parts(struct table *table,
		      bool (*read)(struct table *part, off_t begin, off_t end),
		      bool *done);

/* Finishes the lots, on several threads. */
bool table_finish_lots(struct table *table);

#endif
