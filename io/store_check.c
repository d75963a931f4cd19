/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/store.h"

#include <string.h>

#include "io/set_record.h"
#include "io/store_table.h"

/* What a check pragma says, a row a fault. */
static bool check_by(struct store *store, const char *sql, const char *good,
		     const char *what, struct problems *problems,
		     struct error *error)
{
	sqlite3_stmt *statement;
	bool row = true, done = true;

	if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) !=
	    SQLITE_OK)
		return store_fail(store, error);
	while (done && (done = store_step(store, statement, &row, error)) &&
	       row) {
		const char *text = store_text(statement, 0);

		if (!good || strcmp(text, good) != 0)
			done = problems_add(problems, error, FAULT_INPUT,
					    store->path, 0, text, strlen(text),
					    "%s", what);
	}
	sqlite3_finalize(statement);
	return done;
}

static bool check_records(struct store *store, struct problems *problems,
			  struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_RECORDS, error);
	bool row = true, done = statement != NULL;

	while (done && (done = store_step(store, statement, &row, error)) &&
	       row) {
		struct set_record record;
		const void *bytes = sqlite3_column_blob(statement, 2);
		const char *commit = store_text(statement, 1);
		const char *wrong = set_record_unpack(
			&record, bytes ? bytes : "",
			(size_t)sqlite3_column_bytes(statement, 2));

		if (!wrong && record.metrics &&
		    record.metric[record.metrics - 1].name > store->names.count)
			wrong = "it has a metric without a name";
		if (wrong)
			done = problems_add(problems, error, FAULT_INPUT,
					    store->path, 0, commit,
					    strlen(commit),
					    "the record of a run set: %s",
					    wrong);
		set_record_release(&record);
	}
	return done;
}

bool store_check(struct store *store, struct problems *problems,
		 struct error *error)
{
	return check_by(store, "PRAGMA integrity_check", "ok",
			"the database is damaged", problems, error) &&
	       check_by(store, "PRAGMA foreign_key_check", NULL,
			"a row without the one it belongs to", problems,
			error) &&
	       store_load_names(store, error) &&
	       check_records(store, problems, error);
}
