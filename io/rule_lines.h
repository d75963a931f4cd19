/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_RULE_LINES_H
#define IO_RULE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/rules.h"

/* What is told about the rules of one metric, a line after the other. */
enum rule_line {
	RULE_LINE_APPLIES, /* a row that applies, and what it sets */
	RULE_LINE_WHY,	   /* why that row is there */
	RULE_LINE_NEARLY,  /* a row that one byte keeps from applying */
};

/*
 * Goes through the rows in their order and tells each that applies to a metric
 * in a group, and each that may have been mistyped.  tell() returns false to
 * end it; so does rule_lines() then.
 */
bool rule_lines(const struct rules *rules, const struct group *group,
		const char *metric,
		bool (*tell)(void *context, enum rule_line line,
			     const char *text),
		void *context);

/*
 * A value that applies to a metric, and where it comes from: FILE:LINE, "by
 * unit", "by kind", "by testcase", or "default".
 */
struct rule_value {
	char value[128], origin[300];
};

/* The value of a column from RULE_KIND on; value is "" where there is none. */
struct rule_value rule_value_of(const struct rules *rules,
				const struct group *group, const char *metric,
				const struct rule *rule,
				enum rule_column_number column);

#endif
