/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TEXT_TABLE_H
#define IO_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/report.h"

/*
 * Findings of one comparison and one kind as a table for people; there must be
 * at least one.  Cells are as wide as
 * their widest text and never cut; what is left of report->columns is the
 * metric's, whose name is cut in its middle, or has a line of its own where
 * little is left.  Returns false when there is no memory.
 */
bool text_table(const struct report *report, FILE *stream,
		const struct report_row *const *row, size_t rows);

#endif
