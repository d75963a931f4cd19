/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_RULES_H
#define IO_RULES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/error.h"
#include "io/pattern.h"
#include "stats/comparison.h"

/* Columns of a rules file, in the order of rule_columns[]. */
enum rule_column_number {
	RULE_METRIC,
	RULE_GROUP,
	RULE_KIND,
	RULE_BETTER,
	RULE_KPI,
	RULE_CHANGE,
	RULE_REDUCE,
	RULE_ABSENT,
	RULE_UNIT,
	RULE_MIN_CHANGE,
	RULE_MIN_DELTA,
	RULE_MIN_LEVEL,
	RULE_MIN_RUNS,
	RULE_ABOUT,
	RULE_WHY,
	RULE_COLUMNS
};

/* What a column may hold, and where in struct rule it goes. */
enum rule_column_type {
	RULE_TAKES_PATTERN,
	RULE_TAKES_WORD,
	RULE_TAKES_NUMBER, /* 0 or more */
	RULE_TAKES_COUNT,  /* 1 or more */
	RULE_TAKES_TEXT,
};

struct rule_column {
	const char *name, *values, *doc;
	enum rule_column_type type;
	size_t offset;		  /* in struct rule; patterns have none */
	const char *const *words; /* by number; ends with NULL */
};

extern const struct rule_column rule_columns[RULE_COLUMNS + 1];

/* One row: what it says of the metrics that its pattern matches. */
struct rule_row {
	size_t file;  /* in struct rules */
	size_t line;  /* of a file; of the command line, which -r it is */
	unsigned set; /* 1u << column: the cells that are not empty */
	struct pattern metric, group;
	char *text[RULE_COLUMNS]; /* the cells as they stand; NULL: empty */
	struct rule value;
};

/* Where rows came from. */
struct rules_file {
	char *name;
	uint64_t fingerprint; /* first 64 bits of SHA-256 of its bytes */
	size_t rows;
};

/*
 * The cascade: all rows that match a metric apply in order, later ones override
 * earlier ones cell by cell.  Groups on several threads may share it.
 */
struct rules {
	struct rules_file *file; /* [files] */
	size_t files;
	struct rule_row *row; /* [rows] */
	size_t rows;
	/* Rows whose matches may begin with a byte, by byte; and their ends. */
	uint32_t *by_byte;
	uint32_t byte_end[256];

	pthread_mutex_t lock; /* of what follows */
	bool has_lock;
	struct names parts; /* first parts of names, with their dot */
	struct rule_part {
		uint32_t *row; /* [rows] that may match such names */
		size_t rows;
	} * part;	    /* [parts.count] */
	struct names names; /* distinct metrics that were matched */
	uint32_t *set;	    /* [names.count] by metric, its number in sets */
	uint32_t set_room;
	struct names sets; /* distinct lists of rows, such as "3,17," */
};

/*
 * Reads a rules file behind those that are there; name is what output calls it.
 * Its faults, each with its line, go to problems as wrong usage.  Returns false
 * with error set when there is no memory or the file is not readable.
 */
bool rules_read(struct rules *rules, const char *path, const char *name,
		struct problems *problems, struct error *error);

/* The same for rows of the command line, "PATTERN: column=value ...". */
bool rules_override(struct rules *rules, const char *const *text, size_t count,
		    struct problems *problems, struct error *error);

/*
 * When all rows are there, makes the rules ready to match.  Returns false with
 * error set when there is no memory.
 */
bool rules_prepare(struct rules *rules, struct error *error);

/*
 * Describes a name of a group, the next one (group->described) or an earlier
 * one anew: it gets its rule and its unit, a number in group->units, whose
 * direction counts where no rule says which way is good.  Returns false with
 * error set when there is no memory.
 */
bool rules_describe(struct rules *rules, struct group *group, uint32_t metric,
		    uint32_t unit, struct error *error);

/* Whether a row applies to a metric in a group. */
bool rule_row_applies(const struct rule_row *row, const struct group *group,
		      const char *metric);

/*
 * Where what is known about a metric comes from: the last row that applies and
 * has the column; NULL when none does.
 */
const struct rule_row *rules_origin(const struct rules *rules,
				    const struct group *group,
				    const char *metric,
				    enum rule_column_number column);

/* "FILE:LINE" of a row; 300 bytes do. */
void rule_row_place(const struct rules *rules, const struct rule_row *row,
		    char *text, size_t room);

/* Back to {0}. */
void rules_release(struct rules *rules);

#endif
