/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/store_table.h"

static bool take_night(struct store_night *night, sqlite3_stmt *statement,
		       struct error *error)
{
	*night = (struct store_night){
		.id = sqlite3_column_int64(statement, 0),
		.name = strdup(store_text(statement, 1)),
		.directory = strdup(store_text(statement, 2)),
		.archive = strdup(store_text(statement, 3)),
		.asked = strdup(store_text(statement, 4)),
		.groups = sqlite3_column_int64(statement, 5),
	};
	sqlite3_reset(statement);
	if (night->name && night->directory && night->archive && night->asked)
		return true;
	store_night_release(night);
	return fail_memory(error);
}

static bool find_night(struct store *store, enum store_statement number,
		       const char *archive, struct store_night *night,
		       bool *found, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, number, error);

	*night = (struct store_night){ 0 };
	*found = false;
	if (!statement)
		return false;
	store_bind_text(statement, 1, archive);
	return store_step(store, statement, found, error) &&
	       (!*found || take_night(night, statement, error));
}

bool store_begun_night(struct store *store, struct store_night *night,
		       bool *found, struct error *error)
{
	return find_night(store, STORE_BEGUN_NIGHT, NULL, night, found, error);
}

bool store_last_night(struct store *store, const char *archive,
		      struct store_night *night, bool *found,
		      struct error *error)
{
	return find_night(store, STORE_LAST_NIGHT, archive, night, found,
			  error);
}

bool store_has_night(struct store *store, const char *name, bool *has,
		     struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_HAS_NIGHT, error);
	bool done;

	if (!statement)
		return false;
	store_bind_text(statement, 1, name);
	done = store_step(store, statement, has, error);
	sqlite3_reset(statement);
	return done;
}

bool store_put_night(struct store *store, struct store_night *night,
		     struct error *error)
{
	sqlite3_stmt *statement = store_prepare(
		store, night->id ? STORE_CHANGE_NIGHT : STORE_ADD_NIGHT, error);

	if (!statement)
		return false;
	store_bind_text(statement, 1, night->name);
	store_bind_text(statement, 2, night->directory);
	store_bind_text(statement, 3, night->archive);
	store_bind_text(statement, 4, night->asked);
	sqlite3_bind_int64(statement, 5, night->groups);
	if (night->id)
		sqlite3_bind_int64(statement, 6, night->id);
	if (!store_run(store, statement, error))
		return false;
	if (!night->id)
		night->id = sqlite3_last_insert_rowid(store->database);
	return true;
}

static bool run_for_night(struct store *store, enum store_statement number,
			  int64_t night, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, number, error);

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, night);
	return store_run(store, statement, error);
}

bool store_drop_night(struct store *store, int64_t night, struct error *error)
{
	return run_for_night(store, STORE_DROP_NIGHT, night, error);
}

bool store_publish(struct store *store, int64_t night, struct error *error)
{
	return run_for_night(store, STORE_PUBLISH, night, error);
}

void store_night_release(struct store_night *night)
{
	free(night->name);
	free(night->directory);
	free(night->archive);
	free(night->asked);
	*night = (struct store_night){ 0 };
}

static sqlite3_stmt *bind_known(struct store *store,
				enum store_statement number, int64_t night,
				const char *file, const char *fingerprint,
				struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, number, error);

	if (!statement)
		return NULL;
	sqlite3_bind_int64(statement, 1, night);
	store_bind_text(statement, 2, file);
	store_bind_text(statement, 3, fingerprint);
	return statement;
}

bool store_put_known(struct store *store, int64_t night, const char *file,
		     const char *fingerprint, struct error *error)
{
	sqlite3_stmt *statement = bind_known(store, STORE_ADD_KNOWN, night,
					     file, fingerprint, error);

	return statement && store_run(store, statement, error);
}

bool store_is_known(struct store *store, int64_t night, const char *file,
		    const char *fingerprint, bool *known, struct error *error)
{
	sqlite3_stmt *statement = bind_known(store, STORE_IS_KNOWN, night, file,
					     fingerprint, error);
	bool done = statement && store_step(store, statement, known, error);

	if (statement)
		sqlite3_reset(statement);
	return done;
}
