/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_CSV_H
#define IO_REPORT_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "io/findings.h"

/*
 * A cell of CSV: quoted only where RFC 4180 needs it, and where blanks at an
 * end would be trimmed.
 */
void csv_cell(FILE *stream, const char *text);

/* The header of CSV with these fields. */
void csv_head(FILE *stream, const struct field *const *field, size_t fields);

/* A line of it; the row is the struct that the table of the fields is of. */
void csv_row(FILE *stream, const struct field *const *field, size_t fields,
	     const void *row);

#endif
