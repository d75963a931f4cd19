/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/store_table.h"

bool store_find_pair(struct store *store, struct store_pair *pair,
		     int64_t night, bool *found, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(
		store, night ? STORE_FIND_IN_NIGHT : STORE_FIND_PUBLISHED,
		error);

	if (!statement)
		return false;
	store_bind_text(statement, 1, pair->group);
	store_bind_text(statement, 2, pair->candidate);
	store_bind_text(statement, 3, pair->base);
	store_bind_text(statement, 4, pair->candidate_fingerprint);
	store_bind_text(statement, 5, pair->base_fingerprint);
	if (night)
		sqlite3_bind_int64(statement, 6, night);
	if (!store_step(store, statement, found, error))
		return false;
	if (*found) {
		pair->id = sqlite3_column_int64(statement, 0);
		sqlite3_reset(statement);
	}
	return true;
}

bool store_put_pair(struct store *store, int64_t night, struct store_pair *pair,
		    struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_ADD_PAIR, error);

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, night);
	store_bind_text(statement, 2, pair->group);
	store_bind_text(statement, 3, pair->base);
	store_bind_text(statement, 4, pair->candidate);
	store_bind_text(statement, 5, pair->base_fingerprint);
	store_bind_text(statement, 6, pair->candidate_fingerprint);
	sqlite3_bind_blob64(statement, 7, pair->head, strlen(pair->head),
			    SQLITE_STATIC);
	sqlite3_bind_int64(statement, 8, (int64_t)pair->metrics);
	sqlite3_bind_int64(statement, 9, (int64_t)pair->reported);
	sqlite3_bind_int64(statement, 10, (int64_t)pair->improvements);
	sqlite3_bind_int64(statement, 11, (int64_t)pair->regressions);
	if (!store_run(store, statement, error))
		return false;
	pair->id = sqlite3_last_insert_rowid(store->database);
	return true;
}

static bool drop_pair(struct store *store, int64_t id, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_DROP_PAIR, error);

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, id);
	return store_run(store, statement, error);
}

static int by_id(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* Ids of pairs, as they are found. */
struct pair_ids {
	int64_t *id; /* [count] */
	size_t count;
};

static bool add_id(struct pair_ids *ids, int64_t id, struct error *error)
{
	int64_t *bigger = realloc(ids->id, (ids->count + 1) * sizeof(*bigger));

	if (!bigger)
		return fail_memory(error);
	ids->id = bigger;
	bigger[ids->count++] = id;
	return true;
}

static bool find_pairs(struct store *store, int64_t night, struct pair_ids *ids,
		       struct error *error)
{
	sqlite3_stmt *statement =
		store_prepare(store, STORE_PAIRS_OF_NIGHT, error);
	bool row = true, done = statement != NULL;

	if (done)
		sqlite3_bind_int64(statement, 1, night);
	while (done && (done = store_step(store, statement, &row, error)) &&
	       row)
		done = add_id(ids, sqlite3_column_int64(statement, 0), error);
	if (statement)
		sqlite3_reset(statement);
	return done;
}

bool store_keep_pairs(struct store *store, int64_t night, const int64_t *id,
		      size_t count, struct error *error)
{
	struct pair_ids there = { 0 };
	bool done = find_pairs(store, night, &there, error);

	for (size_t i = 0; done && i < there.count; i++)
		if (!count ||
		    !bsearch(&there.id[i], id, count, sizeof(*id), by_id))
			done = drop_pair(store, there.id[i], error);
	free(there.id);
	return done;
}

bool store_get_head(struct store *store, int64_t pair, char **head,
		    struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_GET_HEAD, error);
	const char *text;
	bool row;

	*head = NULL;
	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, pair);
	if (!store_step(store, statement, &row, error))
		return false;
	if (!row)
		return fail(error, FAULT_TROUBLE,
			    "%s: a comparison is gone that was there",
			    store->path);
	text = sqlite3_column_blob(statement, 0);
	*head = strndup(text ? text : "",
			(size_t)sqlite3_column_bytes(statement, 0));
	sqlite3_reset(statement);
	return *head || fail_memory(error);
}

bool store_each_candidate(struct store *store, int64_t night,
			  bool (*each)(void *context, const char *candidate),
			  void *context, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_CANDIDATES, error);
	bool row = true, more = true, done = statement != NULL;

	if (!done)
		return false;
	sqlite3_bind_int64(statement, 1, night);
	while (done && more &&
	       (done = store_step(store, statement, &row, error)) && row)
		more = each(context, store_text(statement, 0));
	sqlite3_reset(statement);
	return done;
}

bool store_count_night(struct store *store, int64_t night,
		       struct store_figures *figures, struct error *error)
{
	sqlite3_stmt *statement =
		store_prepare(store, STORE_COUNT_NIGHT, error);
	bool row;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, night);
	if (!store_step(store, statement, &row, error))
		return false;
	figures->pairs = (size_t)sqlite3_column_int64(statement, 0);
	figures->reported = (size_t)sqlite3_column_int64(statement, 1);
	figures->improvements = (size_t)sqlite3_column_int64(statement, 2);
	figures->regressions = (size_t)sqlite3_column_int64(statement, 3);
	sqlite3_reset(statement);
	return true;
}

bool store_put_finding(struct store *store, int64_t pair,
		       const struct store_finding *finding, struct error *error)
{
	sqlite3_stmt *statement;
	uint32_t name;

	if (!store_name(store, finding->metric, strlen(finding->metric), &name,
			error))
		return false;
	statement = store_prepare(store, STORE_ADD_FINDING, error);
	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, pair);
	sqlite3_bind_int64(statement, 2, name);
	store_bind_text(statement, 3, finding->id);
	sqlite3_bind_int(statement, 4, finding->reported);
	sqlite3_bind_int(statement, 5, finding->failure);
	sqlite3_bind_int(statement, 6, finding->kpi);
	sqlite3_bind_int(statement, 7, finding->direction);
	store_bind_number(statement, 8, finding->ranking);
	store_bind_number(statement, 9, finding->p);
	store_bind_number(statement, 10, finding->change);
	store_bind_number(statement, 11, finding->q);
	store_bind_text(statement, 12, finding->status);
	store_bind_text(statement, 13, finding->json);
	store_bind_text(statement, 14, finding->csv);
	return store_run(store, statement, error);
}

/* The lines are fetched one by one: sorting carries numbers only. */
static bool each_line(struct store *store, int64_t row,
		      bool (*each)(void *context,
				   const struct store_line *line),
		      void *context, bool *more, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(store, STORE_LINE, error);
	struct store_line line;
	bool there;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, row);
	if (!store_step(store, statement, &there, error))
		return false;
	if (!there)
		return true;
	line = (struct store_line){
		.json = store_text(statement, 0),
		.csv = store_text(statement, 1),
		.reported = sqlite3_column_int(statement, 2),
		.direction = sqlite3_column_int(statement, 3),
	};
	*more = each(context, &line);
	sqlite3_reset(statement);
	return true;
}

bool store_each_finding(struct store *store, int64_t night, int64_t pair,
			const char *candidate,
			bool (*each)(void *context,
				     const struct store_line *line),
			void *context, struct error *error)
{
	static const enum store_statement order[] = { STORE_RANKED,
						      STORE_UNRANKED };
	bool done = true, more = true, row = true;

	for (size_t i = 0; done && more && i < 2; i++) {
		sqlite3_stmt *statement = store_prepare(store, order[i], error);

		if (!statement)
			return false;
		sqlite3_bind_int64(statement, 1, night);
		sqlite3_bind_int64(statement, 2, pair);
		store_bind_text(statement, 3, candidate);
		while (done && more &&
		       (done = store_step(store, statement, &row, error)) &&
		       row)
			done = each_line(store,
					 sqlite3_column_int64(statement, 0),
					 each, context, &more, error);
		sqlite3_reset(statement);
	}
	return done;
}

static void bind_owner(sqlite3_stmt *statement, int at, int64_t id)
{
	if (id)
		sqlite3_bind_int64(statement, at, id);
}

bool store_put_problem(struct store *store, int64_t set, int64_t pair,
		       const struct store_problem *problem, struct error *error)
{
	sqlite3_stmt *statement =
		store_prepare(store, STORE_ADD_PROBLEM, error);

	if (!statement)
		return false;
	bind_owner(statement, 1, set);
	bind_owner(statement, 2, pair);
	sqlite3_bind_int(statement, 3, problem->fault);
	store_bind_text(statement, 4, problem->run);
	store_bind_text(statement, 5, problem->file);
	sqlite3_bind_int64(statement, 6, (int64_t)problem->line);
	store_bind_text(statement, 7, problem->what);
	store_bind_text(statement, 8, problem->text);
	store_bind_text(statement, 9, problem->fingerprint);
	return store_run(store, statement, error);
}

bool store_each_problem(struct store *store, int64_t set, int64_t night,
			bool (*each)(void *context,
				     const struct store_problem *problem),
			void *context, struct error *error)
{
	sqlite3_stmt *statement = store_prepare(
		store, set ? STORE_PROBLEMS_OF_SET : STORE_PROBLEMS_OF_NIGHT,
		error);
	bool row = true, done = statement != NULL, more = true;

	if (!done)
		return false;
	sqlite3_bind_int64(statement, 1, set ? set : night);
	while (done && more &&
	       (done = store_step(store, statement, &row, error)) && row) {
		struct store_problem problem = {
			.fault = sqlite3_column_int(statement, 0),
			.run = store_text(statement, 1),
			.file = store_text(statement, 2),
			.line = (size_t)sqlite3_column_int64(statement, 3),
			.what = store_text(statement, 4),
			.text = store_text(statement, 5),
			.fingerprint = store_text(statement, 6),
			.group = store_text(statement, 7),
			.commit = store_text(statement, 8),
		};

		more = each(context, &problem);
	}
	sqlite3_reset(statement);
	return done;
}
