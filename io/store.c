/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/store_table.h"

/* "perf" in the head of the file tells a store from other databases. */
enum { APPLICATION = 0x70657266, BUSY_MILLISECONDS = 10000 };

/* What errno says of a fault below SQLite, where SQLite kept it. */
static const char *cause_of(struct store *store)
{
	int number = sqlite3_system_errno(store->database);

	switch (sqlite3_extended_errcode(store->database) & 0xff) {
	case SQLITE_FULL:
		return strerror(number ? number : ENOSPC);
	case SQLITE_READONLY:
	case SQLITE_PERM:
		return strerror(EACCES);
	case SQLITE_IOERR:
	case SQLITE_CANTOPEN:
		return number ? strerror(number) :
				sqlite3_errmsg(store->database);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return "another program is using it";
	default:
		return sqlite3_errmsg(store->database);
	}
}

bool store_fail(struct store *store, struct error *error)
{
	if (!store->database)
		return fail_memory(error);
	switch (sqlite3_extended_errcode(store->database) & 0xff) {
	case SQLITE_NOMEM:
		return fail_memory(error);
	case SQLITE_NOTADB:
		return fail(error, FAULT_TROUBLE, "%s is no store of a sweep",
			    store->path);
	case SQLITE_CORRUPT:
		return fail(error, FAULT_TROUBLE,
			    "%s is damaged: move it away, and the next sweep "
			    "makes a new one from the archive",
			    store->path);
	default:
		return fail(error, FAULT_TROUBLE, "%s: %s", store->path,
			    cause_of(store));
	}
}

/* SQL without anything to bind. */
static bool execute(struct store *store, const char *sql, struct error *error)
{
	return sqlite3_exec(store->database, sql, NULL, NULL, NULL) ==
		       SQLITE_OK ||
	       store_fail(store, error);
}

/* The first number that a statement yields. */
static bool ask(struct store *store, const char *sql, int *number,
		struct error *error)
{
	sqlite3_stmt *statement;
	bool done;

	*number = 0;
	if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) !=
	    SQLITE_OK)
		return store_fail(store, error);
	done = sqlite3_step(statement) == SQLITE_ROW;
	if (done)
		*number = sqlite3_column_int(statement, 0);
	else
		store_fail(store, error);
	sqlite3_finalize(statement);
	return done;
}

sqlite3_stmt *store_prepare(struct store *store, enum store_statement number,
			    struct error *error)
{
	sqlite3_stmt **statement = &store->statement[number];

	if (*statement) {
		sqlite3_reset(*statement);
		sqlite3_clear_bindings(*statement);
	} else if (sqlite3_prepare_v3(store->database, store_sql[number], -1,
				      SQLITE_PREPARE_PERSISTENT, statement,
				      NULL) != SQLITE_OK) {
		store_fail(store, error);
	}
	return *statement;
}

void store_bind_text(sqlite3_stmt *statement, int at, const char *text)
{
	if (text)
		sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

void store_bind_number(sqlite3_stmt *statement, int at, double value)
{
	/* SQLite makes NULL of NaN by itself. */
	sqlite3_bind_double(statement, at, value);
}

bool store_step(struct store *store, sqlite3_stmt *statement, bool *row,
		struct error *error)
{
	int result = sqlite3_step(statement);

	*row = result == SQLITE_ROW;
	if (*row)
		return true;
	if (result != SQLITE_DONE)
		store_fail(store, error);
	sqlite3_reset(statement);
	return result == SQLITE_DONE;
}

bool store_run(struct store *store, sqlite3_stmt *statement,
	       struct error *error)
{
	bool row = true, done = true;

	while (done && row)
		done = store_step(store, statement, &row, error);
	return done;
}

const char *store_text(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return text ? text : "";
}

/* The database of another program is not for us to change. */
static bool check_kind(struct store *store, int version, struct error *error)
{
	int application, tables, newest = 0;

	while (store_migrations[newest])
		newest++;
	if (!ask(store, "PRAGMA application_id", &application, error) ||
	    !ask(store, "SELECT count(*) FROM sqlite_master", &tables, error))
		return false;
	if (tables && application != APPLICATION)
		return fail(error, FAULT_TROUBLE,
			    "%s is the database of another program, no store "
			    "of a sweep",
			    store->path);
	return version <= newest ||
	       fail(error, FAULT_TROUBLE,
		    "%s is the store of a newer perfsift (schema %d, this one "
		    "knows %d)",
		    store->path, version, newest);
}

static bool migrate(struct store *store, struct error *error)
{
	char mark[128];
	int version;

	if (!ask(store, "PRAGMA user_version", &version, error) ||
	    !check_kind(store, version, error))
		return false;
	for (; store_migrations[version]; version++) {
		snprintf(mark, sizeof(mark),
			 "PRAGMA application_id = %d;"
			 "PRAGMA user_version = %d",
			 APPLICATION, version + 1);
		if (!store_begin(store, error) ||
		    !execute(store, store_migrations[version], error) ||
		    !execute(store, mark, error) ||
		    !store_commit(store, error)) {
			store_rollback(store);
			return false;
		}
	}
	return true;
}

static bool prepare(struct store *store, struct error *error)
{
	sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
	/*
	 * In WAL mode nothing is ever half there without a sync for each
	 * transaction; where the order matters, store_synchronise() is called.
	 */
	return execute(store, "PRAGMA journal_mode = WAL", error) &&
	       execute(store, "PRAGMA wal_autocheckpoint = 8000", error) &&
	       execute(store, "PRAGMA synchronous = NORMAL", error) &&
	       execute(store, "PRAGMA foreign_keys = ON", error) &&
	       migrate(store, error);
}

bool store_open(struct store *store, const char *path, bool create,
		struct error *error)
{
	int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);

	*store = (struct store){ .path = strdup(path) };
	store->statement = calloc(STORE_STATEMENTS, sizeof(*store->statement));
	if (!store->path || !store->statement)
		fail_memory(error);
	else if (sqlite3_open_v2(path, &store->database, flags, NULL) !=
		 SQLITE_OK)
		store_fail(store, error);
	else if (prepare(store, error))
		return true;
	store_release(store);
	return false;
}

void store_release(struct store *store)
{
	for (int i = 0; store->statement && i < STORE_STATEMENTS; i++)
		sqlite3_finalize(store->statement[i]);
	if (store->database)
		sqlite3_close(store->database);
	free(store->statement);
	free(store->path);
	names_release(&store->names);
	*store = (struct store){ 0 };
}

bool store_begin(struct store *store, struct error *error)
{
	return execute(store, "BEGIN IMMEDIATE", error);
}

bool store_commit(struct store *store, struct error *error)
{
	if (!execute(store, "COMMIT", error))
		return false;
	store->names_kept = store->names.count;
	return true;
}

void store_rollback(struct store *store)
{
	if (!sqlite3_get_autocommit(store->database))
		sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
	names_truncate(&store->names, store->names_kept);
}

bool store_synchronise(struct store *store, struct error *error)
{
	return execute(store, "PRAGMA wal_checkpoint(TRUNCATE)", error);
}
