/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TEXT_LAYOUT_H
#define IO_TEXT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/cells.h"
#include "stats/comparison.h"

enum { LAYOUT_CELLS = 12 };

/*
 * A table of lines for people: what is the caller's, a name, up to LAYOUT_CELLS
 * cells, a reason (NULL: none).  Cells are as wide as their widest text and
 * never cut, a column without text takes none; what is left of the terminal is
 * the name's.  Begin with .indent, the columns of what is the caller's, and all
 * else 0.
 */
struct layout {
	size_t indent, name, cell[LAYOUT_CELLS], reason;
	bool two_lines; /* the name has its own */
};

/* Makes room for a line. */
void layout_widen(struct layout *layout, const char *name,
		  char (*cell)[CELL_ROOM], size_t cells, const char *reason);

/*
 * Fits the table to the columns of the terminal, 0 for any: the name is cut in
 * its middle, or has a line of its own where little is left.  Call it when all
 * lines have their room.
 */
void layout_fit(struct layout *layout, size_t columns);

/*
 * Prints a line but for what is the caller's.  Returns false when there is no
 * memory.
 */
bool layout_put(const struct layout *layout, FILE *stream, const char *name,
		char (*cell)[CELL_ROOM], size_t cells, const char *reason);

void put_spaces(FILE *stream, size_t count);

/* Right-justified; nothing is ever cut. */
void put_right(FILE *stream, const char *text, size_t columns);

/*
 * "WHAT ID (5 runs)".  A whole commit id is cut, a name that was given is not;
 * 512 bytes at text do.
 */
void format_commit(const char *what, const struct commit *commit, char *text,
		   size_t room);

#endif
