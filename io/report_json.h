/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_JSON_H
#define IO_REPORT_JSON_H

#include <stdio.h>

#include "io/findings.h"

/* Raised when a reader by name could misunderstand a line. */
enum { SCHEMA_VERSION = 1 };

/* A text as a JSON string: what is no UTF-8 becomes U+FFFD. */
void json_put_text(FILE *stream, const char *text);

/*
 * A field of a row, the struct that the table of the field is of, as a further
 * member of an object: ,"name":value with null for empty.  No samples.
 */
void json_member(FILE *stream, const struct field *field, const void *row);

#endif
