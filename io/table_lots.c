/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table_lots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/axes.h"
#include "io/directory.h"
#include "stats/same_bytes.h"

bool table_fault(struct table *table, const char *text, const char *what)
{
	table->file_bad = true;
	return sink_note(&table->sink, text, text ? strlen(text) : 0, what);
}

bool table_append(struct table *table, struct held *to, const char *text,
		  size_t length)
{
	size_t room = to->length + length + 1;

	if (room > to->room) {
		char *bigger = realloc(to->text, 2 * room);

		if (!bigger)
			return fail_memory(table->sink.error);
		to->text = bigger;
		to->room = 2 * room;
	}
	memcpy(to->text + to->length, text, length);
	to->length += length;
	to->text[to->length] = '\0';
	return true;
}

/* What tells the lot of a row: axes, and the commit where it is not fixed. */
static const enum role place_roles[] = { ROLE_AXIS, ROLE_COMMIT };

static size_t place_cells(const struct table *table, enum role role)
{
	return role == ROLE_COMMIT && table->fixed ? 0 : table->map.count[role];
}

/* Its cells, each with its NUL: no cell has one inside. */
static bool set_place(struct table *table)
{
	struct held *place = &table->place;

	if (!held_set(place, "", 0, table->sink.error))
		return false;
	for (size_t r = 0; r < 2; r++)
		for (size_t i = 0; i < place_cells(table, place_roles[r]);
		     i++) {
			const struct cell *cell =
				table_cell(table, place_roles[r], i);

			if (!table_append(table, place, cell->text,
					  cell->length + 1))
				return false;
		}
	return true;
}

/* Whether the last row had the same. */
static bool same_place(const struct table *table)
{
	const struct held *place = &table->place;
	size_t at = 0;

	for (size_t r = 0; r < 2; r++)
		for (size_t i = 0; i < place_cells(table, place_roles[r]);
		     i++) {
			const struct cell *cell =
				table_cell(table, place_roles[r], i);
			size_t length = cell->length + 1;

			if (place->length - at < length ||
			    !same_bytes(place->text + at, cell->text, length))
				return false;
			at += length;
		}
	return true;
}

/* The axes of this row, by name; to be freed. */
static struct axis *row_axes(const struct table *table, size_t *count)
{
	size_t axes = *count = table->map.count[ROLE_AXIS];
	const struct reading *reading = table->sink.reading;
	struct axis *axis, *sorted;

	if (!axes) {
		*count = reading->axes;
		return axes_copy(reading->axis, reading->axes);
	}
	axis = calloc(axes, sizeof(*axis));
	if (!axis)
		return NULL;
	for (size_t i = 0; i < axes; i++) {
		size_t column = column_map_at(&table->map, ROLE_AXIS, i);

		/* Only copied. */
		axis[i] = (struct axis){ table->map.name[column],
					 (char *)table->cell[column].text };
	}
	sorted = axes_copy(axis, axes);
	free(axis);
	return sorted;
}

bool table_number_group(struct table *table, const char *name, uint32_t *number)
{
	return names_intern(&table->groups, name, strlen(name), number) ||
	       fail_memory(table->sink.error);
}

/* The tables of other sides have brought groups, too. */
bool table_know_groups(struct table *table)
{
	uint32_t number;

	for (size_t i = 0; i < table->archive->groups; i++)
		if (!table_number_group(table, table->archive->group[i].name,
					&number))
			return false;
	return true;
}

struct group *table_add_group(struct table *table)
{
	struct archive *archive = table->archive;
	struct group *group =
		realloc(archive->group, (archive->groups + 1) * sizeof(*group));

	if (!group) {
		fail_memory(table->sink.error);
		return NULL;
	}
	archive->group = group;
	group += archive->groups++;
	*group = (struct group){ 0 };
	return group;
}

/* Finds the group of this row in the archive, or adds it there. */
static bool find_group(struct table *table, uint32_t *number)
{
	size_t axes, known = table->archive->groups;
	struct axis *axis = row_axes(table, &axes);
	char *name = axis ? group_name(axis, axes) : NULL;
	struct group *group = NULL;
	bool done;
	uint32_t none;

	if (!name) {
		axes_free(axis, axis ? axes : 0);
		return fail_memory(table->sink.error);
	}
	done = table_number_group(table, name, number);
	if (done && *number == known) {
		group = table_add_group(table);
		done = group != NULL;
	}
	if (!group) {
		free(name);
		axes_free(axis, axes);
		return done;
	}
	*group = (struct group){ .name = name, .axis = axis, .axes = axes };
	/* Unit number 0 is that of samples without one. */
	return names_intern(&group->units, "", 0, &none) ||
	       fail_memory(table->sink.error);
}

bool table_add_lot(struct table *table, uint32_t number, const char *id)
{
	struct lot *lot = realloc(table->lot, (table->lots + 1) * sizeof(*lot));
	struct commit *commit;
	struct group *group;

	if (!lot)
		return fail_memory(table->sink.error);
	table->lot = lot;
	lot += table->lots++;
	*lot = (struct lot){ .group = number };
	group = &table->archive->group[number];
	commit = realloc(group->commit, (group->commits + 1) * sizeof(*commit));
	if (!commit)
		return fail_memory(table->sink.error);
	group->commit = commit;
	lot->commit = group->commits;
	commit += group->commits;
	*commit = (struct commit){ .id = strdup(id),
				   .path = strdup(rows_name(&table->rows)) };
	group->commits++;
	return (commit->id && commit->path) || fail_memory(table->sink.error);
}

/* The lot of this row: mostly that of the row before. */
bool table_find_lot(struct table *table, const char *id)
{
	uint32_t known = table->places.count, group;

	if (known && same_place(table))
		return true;
	if (!set_place(table))
		return false;
	if (!names_intern(&table->places, table->place.text,
			  table->place.length, &table->at))
		return fail_memory(table->sink.error);
	return table->at != known ||
	       (find_group(table, &group) && table_add_lot(table, group, id));
}

struct commit *table_commit(const struct table *table, const struct lot *lot)
{
	return &table->archive->group[lot->group].commit[lot->commit];
}

/* Runs are numbered as they come, and get their order at the end. */
bool table_add_runs(struct table *table, struct lot *lot, uint32_t run,
		    const char *id)
{
	struct run_set *runs = &table_commit(table, lot)->runs;
	char number[16];

	while (runs->runs <= run) {
		snprintf(number, sizeof(number), "%zu", runs->runs + 1);
		if (!run_set_add_run(runs, id ? id : number))
			return fail_memory(table->sink.error);
	}
	return true;
}

/* With a row a run, the k-th row of a metric is run k. */
static bool next_row(struct table *table, struct lot *lot, uint32_t *run)
{
	uint32_t metric = table->sink.metric;

	if (metric >= lot->rows_room) {
		uint32_t room = 2 * metric + 64;
		uint32_t *rows = realloc(lot->rows, room * sizeof(*rows));

		if (!rows)
			return fail_memory(table->sink.error);
		memset(rows + lot->rows_room, 0,
		       (room - lot->rows_room) * sizeof(*rows));
		lot->rows = rows;
		lot->rows_room = room;
	}
	*run = lot->rows[metric]++;
	return true;
}

bool table_find_run(struct table *table, struct lot *lot, uint32_t *run)
{
	const struct cell *cell = table_cell(table, ROLE_RUN, 0);
	const char *id = NULL;

	*run = 0;
	if (cell) {
		if (!names_intern(&lot->runs, cell->text, cell->length, run))
			return fail_memory(table->sink.error);
		id = cell->text;
	} else if (table->columns->run == RUN_OF_FILE) {
		id = rows_name(&table->rows);
	} else if (!next_row(table, lot, run)) {
		return false;
	}
	return table_add_runs(table, lot, *run, id);
}

bool table_mark_bad(struct table *table, struct lot *lot, uint32_t run)
{
	if (run >= lot->bad_room) {
		size_t room = 2 * (size_t)run + 64;
		bool *bad = realloc(lot->bad, room * sizeof(*bad));

		if (!bad)
			return fail_memory(table->sink.error);
		memset(bad + lot->bad_room, 0, room - lot->bad_room);
		lot->bad = bad;
		lot->bad_room = room;
	}
	lot->bad[run] = true;
	return true;
}

/* The order of runs: that of their ids, where they have any. */
struct numbered {
	const char *id;
	uint32_t run;
};

static int by_id(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;
	int order = natural_compare(x->id, y->id);

	return order ? order : (x->run > y->run) - (x->run < y->run);
}

static bool order_runs(struct table *table, struct lot *lot)
{
	struct run_set *runs = &table_commit(table, lot)->runs;
	struct numbered *order = malloc((runs->runs + 1) * sizeof(*order));
	uint32_t *number = malloc((runs->runs + 1) * sizeof(*number));
	uint32_t kept = 0;
	size_t skip = table->sink.reading->skip_runs;
	bool done = false;

	for (size_t i = 0; order && i < runs->runs; i++)
		order[i] = (struct numbered){ runs->run_id[i], (uint32_t)i };
	if (order && lot->runs.count)
		qsort(order, runs->runs, sizeof(*order), by_id);
	if (order && number) {
		for (size_t i = 0; i < runs->runs; i++) {
			uint32_t run = order[i].run;
			bool drop = i < skip || table->file_bad ||
				    (run < lot->bad_room && lot->bad[run]);

			number[run] = drop ? RUN_DROPPED : kept++;
		}
		done = run_set_renumber(runs, number);
		sample_log_renumber(&lot->log, number);
	}
	free(order);
	free(number);
	return done || fail_memory(table->sink.error);
}

bool table_finish_lot(struct table *table, struct lot *lot)
{
	struct commit *commit = table_commit(table, lot);
	struct group *group = &table->archive->group[lot->group];
	size_t runs = commit->runs.runs;

	commit->rows_as_runs = table->columns->run != RUN_OF_FILE &&
			       !lot->runs.count;
	if (!order_runs(table, lot))
		return false;
	if (asprintf(&commit->how, "%s, %zu run%s%s",
		     table->has_header ? "table" : "numbers", runs,
		     runs == 1 ? "" : "s",
		     commit->rows_as_runs ? ", a row each" : "") < 0) {
		commit->how = NULL;
		return fail_memory(table->sink.error);
	}
	return run_set_collate(&commit->runs, &lot->log, group->rule,
			       group->described) ||
	       fail_memory(table->sink.error);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct group *)a)->name,
		      ((const struct group *)b)->name);
}

static int by_commit(const void *a, const void *b)
{
	return strcmp(((const struct commit *)a)->id,
		      ((const struct commit *)b)->id);
}

/* The order of an archive, whatever that of the rows. */
void table_put_in_order(struct table *table)
{
	struct archive *archive = table->archive;

	for (size_t i = 0; i < archive->groups && !table->fixed; i++)
		qsort(archive->group[i].commit, archive->group[i].commits,
		      sizeof(*archive->group[i].commit), by_commit);
	if (archive->groups)
		qsort(archive->group, archive->groups, sizeof(*archive->group),
		      by_name);
}

void table_release(struct table *table)
{
	for (uint32_t i = 0; i < table->lots; i++) {
		sample_log_release(&table->lot[i].log);
		names_release(&table->lot[i].runs);
		free(table->lot[i].rows);
		free(table->lot[i].bad);
	}
	free(table->numeric);
	free(table->lot);
	free(table->place.text);
	free(table->joined.text);
	free(table->side.text);
	names_release(&table->places);
	names_release(&table->groups);
	column_map_release(&table->map);
	sink_release(&table->sink);
}
