/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_STORE_TABLE_H
#define IO_STORE_TABLE_H

#include "io/store.h"

/* For io/store*.c alone: the statements, and how they are run. */

enum store_statement {
	STORE_BEGUN_NIGHT,
	STORE_LAST_NIGHT,
	STORE_HAS_NIGHT,
	STORE_ADD_NIGHT,
	STORE_CHANGE_NIGHT,
	STORE_DROP_NIGHT,
	STORE_PUBLISH,
	STORE_NAMES,
	STORE_ADD_NAME,
	STORE_FIND_SET,
	STORE_DROP_SET,
	STORE_ADD_SET,
	STORE_SETTLE_SET,
	STORE_FORGET_BASE,
	STORE_FORGET_CANDIDATE,
	STORE_FIND_PUBLISHED,
	STORE_FIND_IN_NIGHT,
	STORE_ADD_PAIR,
	STORE_PAIRS_OF_NIGHT,
	STORE_DROP_PAIR,
	STORE_GET_HEAD,
	STORE_COUNT_NIGHT,
	STORE_CANDIDATES,
	STORE_ADD_FINDING,
	STORE_RANKED,
	STORE_UNRANKED,
	STORE_LINE,
	STORE_ADD_PROBLEM,
	STORE_PROBLEMS_OF_SET,
	STORE_PROBLEMS_OF_NIGHT,
	STORE_ADD_KNOWN,
	STORE_IS_KNOWN,
	STORE_RECORDS,
	STORE_STATEMENTS
};

extern const char *const store_sql[STORE_STATEMENTS];

/* What brings a schema to its next version; ends with NULL. */
extern const char *const store_migrations[];

/* The statement, ready to be bound; NULL with error set. */
sqlite3_stmt *store_prepare(struct store *store, enum store_statement number,
			    struct error *error);

/* NULL and NaN become NULL.  A fault is told by store_step(). */
void store_bind_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_number(sqlite3_stmt *statement, int at, double value);

/*
 * One step; *row tells whether there is a row.  After the last one the
 * statement is reset.
 */
bool store_step(struct store *store, sqlite3_stmt *statement, bool *row,
		struct error *error);

/* All steps of a statement without rows. */
bool store_run(struct store *store, sqlite3_stmt *statement,
	       struct error *error);

/* A text of a row; "" for NULL. */
const char *store_text(sqlite3_stmt *statement, int column);

/* Reads the names, unless they are there. */
bool store_load_names(struct store *store, struct error *error);

/* Tells why SQLite failed.  Returns false. */
bool store_fail(struct store *store, struct error *error);

#endif
