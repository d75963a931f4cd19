/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_COLUMNS_H
#define IO_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/error.h"
#include "stats/names.h"

/* What a column of a table is. */
enum role {
	ROLE_COMMIT,
	ROLE_RUN,
	ROLE_METRIC, /* several are joined with a blank */
	ROLE_VALUE,  /* several: a metric each */
	ROLE_UNIT,
	ROLE_AXIS, /* several */
	ROLES
};

/* What tells the runs of a table apart. */
enum run_of {
	RUN_OF_COLUMN,
	RUN_OF_ROW,  /* @row: each row is one */
	RUN_OF_FILE, /* @file: all rows are samples within one */
};

/* The columns as they were asked for. */
struct columns {
	char *text; /* the names lie in it */
	const char **name[ROLES];
	size_t count[ROLES];
	bool every_value; /* value=*: all columns of numbers */
	enum run_of run;
	bool asked[ROLES]; /* not left to the default */
};

/*
 * Parses "commit=NAME,metric=NAME+NAME,value=*,..."; NULL leaves all to the
 * default, which is the columns named commit, run, metric, value and unit.
 * Returns false with error set (FAULT_USAGE).
 */
bool columns_parse(struct columns *columns, const char *text,
		   struct error *error);

/* Back to {0}. */
void columns_release(struct columns *columns);

/* The word of a role, as --columns has it. */
const char *role_name(enum role role);

enum { ROLE_NONE = ROLES };

/* A header, with what each of its columns is. */
struct column_map {
	char **name;   /* [columns] */
	uint8_t *role; /* [columns] enum role, or ROLE_NONE */
	size_t *place; /* [columns] among those of its role, as asked */
	bool *again;   /* [columns] an earlier one has the same name */
	size_t *order; /* [columns] by role and place, from begin[role] on */
	size_t columns, room;
	size_t begin[ROLES], count[ROLES];
	struct names names;
};

/* Adds a column of the header.  False when there is no memory. */
bool column_map_add(struct column_map *map, const char *name);

/*
 * Gives each column its role.  What is missing is told in `what`, with the
 * columns that there are, and so is a name that two columns have: false then.
 * With every_value, columns that are nothing else become values; numeric[]
 * tells which hold numbers.
 */
bool column_map_resolve(struct column_map *map, const struct columns *columns,
			bool needs_commit, const bool *numeric, char *what,
			size_t room);

/* The column that is the place-th of a role, of which there are count[role]. */
static inline size_t column_map_at(const struct column_map *map, enum role role,
				   size_t place)
{
	return map->order[map->begin[role] + place];
}

/* Back to {0}. */
void column_map_release(struct column_map *map);

#endif
