/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/store_table.h"

bool store_load_names(struct store *store, struct error *error)
{
	sqlite3_stmt *statement;
	bool row = true, done;

	if (store->names_loaded)
		return true;
	statement = store_prepare(store, STORE_NAMES, error);
	done = statement != NULL;
	while (done && (done = store_step(store, statement, &row, error)) &&
	       row) {
		const char *text = store_text(statement, 1);
		uint32_t number;

		done = names_intern(&store->names, text, strlen(text),
				    &number) ||
		       fail_memory(error);
		if (done && sqlite3_column_int64(statement, 0) != number + 1)
			done = fail(error, FAULT_TROUBLE,
				    "%s is damaged: its names have gaps",
				    store->path);
	}
	store->names_loaded = done;
	store->names_kept = store->names.count;
	return done;
}

bool store_name(struct store *store, const char *text, size_t length,
		uint32_t *id, struct error *error)
{
	uint32_t known;
	sqlite3_stmt *statement;

	if (!store_load_names(store, error))
		return false;
	known = store->names.count;
	if (!names_intern(&store->names, text, length, id))
		return fail_memory(error);
	if ((*id)++ < known)
		return true;
	statement = store_prepare(store, STORE_ADD_NAME, error);
	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, *id);
	sqlite3_bind_text(statement, 2, text, (int)length, SQLITE_STATIC);
	return store_run(store, statement, error);
}

static bool run_for_set(struct store *store, enum store_statement number,
			const struct store_set *set, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, number, error);

	if (!statement)
		return false;
	store_bind_text(statement, 1, set->group);
	store_bind_text(statement, 2, set->commit);
	return store_run(store, statement, error);
}

bool store_find_set(struct store *store, struct store_set *set, bool *found,
		    struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_FIND_SET, error);

	if (!statement)
		return false;
	store_bind_text(statement, 1, set->group);
	store_bind_text(statement, 2, set->commit);
	if (!store_step(store, statement, found, error))
		return false;
	if (*found) {
		set->id = sqlite3_column_int64(statement, 0);
		snprintf(set->fingerprint, sizeof(set->fingerprint), "%s",
			 store_text(statement, 1));
		snprintf(set->content, sizeof(set->content), "%s",
			 store_text(statement, 2));
		sqlite3_reset(statement);
	}
	return true;
}

bool store_put_set(struct store *store, struct store_set *set, size_t runs,
		   struct set_record *record, struct error *error)
{
	sqlite3_stmt *statement;
	unsigned char *bytes;
	size_t length;

	if (!run_for_set(store, STORE_DROP_SET, set, error))
		return false;
	statement = store_prepare(store, STORE_ADD_SET, error);
	if (!statement)
		return false;
	if (!set_record_pack(record, &bytes, &length))
		return fail_memory(error);
	store_bind_text(statement, 1, set->group);
	store_bind_text(statement, 2, set->commit);
	store_bind_text(statement, 3, set->fingerprint);
	store_bind_text(statement, 4, set->content);
	sqlite3_bind_int64(statement, 5, (int64_t)runs);
	sqlite3_bind_blob64(statement, 6, bytes, length, free);
	if (!store_run(store, statement, error))
		return false;
	set->id = sqlite3_last_insert_rowid(store->database);
	return true;
}

bool store_settle_set(struct store *store, int64_t set, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_SETTLE_SET, error);

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, set);
	return store_run(store, statement, error);
}

bool store_forget_set(struct store *store, const struct store_set *set,
		      struct error *error)
{
	return run_for_set(store, STORE_DROP_SET, set, error) &&
	       run_for_set(store, STORE_FORGET_BASE, set, error) &&
	       run_for_set(store, STORE_FORGET_CANDIDATE, set, error);
}
