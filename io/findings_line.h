/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_FINDINGS_LINE_H
#define IO_FINDINGS_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "io/findings_parts.h"

/*
 * A line of jsonl, and its members: what is null or not there is unknown, what
 * is of another type is a fault.  The first fault of a line is told, and the
 * line is left out.
 */
struct line {
	struct findings_file *file;
	const char *text; /* the whole line */
	bool broken;
};

/* Notes that a member is no such thing.  Returns false. */
bool line_fault(struct line *line, const char *key, const char *what);

/* A member of an object; NULL: unknown. */
const json_t *line_member(const json_t *object, const char *key);

/* The text of a member, kept; NULL: unknown. */
const char *line_text(struct line *line, const json_t *object, const char *key);

/* Its number; NaN: unknown. */
double line_number(struct line *line, const json_t *object, const char *key);

/* Its whole number; 0: unknown. */
size_t line_count(struct line *line, const json_t *object, const char *key);

/* The object, or the array, that it is; NULL: unknown. */
const json_t *line_part(struct line *line, const json_t *object,
			const char *key, bool array);

/* Takes a run line into its comparison.  False after a fault. */
bool findings_read_run(struct line *line, const json_t *run);

#endif
