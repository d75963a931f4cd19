/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/axes.h"
#include "io/columns.h"
#include "io/directory.h"
#include "io/sink.h"

/* One commit of one group while its rows come in. */
struct lot {
	size_t group, commit; /* numbers in the archive */
	struct sample_log log;
	struct names runs; /* ids, where a column has them */
	uint32_t *rows;	   /* [rows_room] rows of each metric so far */
	uint32_t rows_room;
	bool *bad; /* [bad_room] runs with a bad cell */
	size_t bad_room;
};

struct table {
	struct archive *archive;
	const char *fixed;
	const struct columns *columns;
	struct sink sink;
	struct rows rows;

	struct column_map map;
	bool has_header, file_bad;
	bool *numeric;	   /* [map.columns] all fields are numbers, or empty */
	struct held *cell; /* [map.columns] of this row */

	struct names places; /* texts of axes and commit */
	struct held place, last_place, metric;
	struct lot *lot; /* [places.count] */
	uint32_t at;	 /* the lot of this row */
};

static bool fault(struct table *table, const char *text, const char *what)
{
	table->file_bad = true;
	return sink_note(&table->sink, text, text ? strlen(text) : 0, what);
}

/* The first cell of a role, or NULL. */
static const struct held *cell_of(const struct table *table, enum role role,
				  size_t place)
{
	for (size_t i = 0; i < table->map.columns; i++)
		if (table->map.role[i] == role && table->map.place[i] == place)
			return &table->cell[i];
	return NULL;
}

static bool join(struct table *table, struct held *to, enum role role,
		 const char *gap)
{
	size_t length = 0;

	for (size_t i = 0; i < table->map.count[role]; i++) {
		const struct held *cell = cell_of(table, role, i);
		size_t room = to->length + strlen(gap) + cell->length + 1;

		if (room > to->room) {
			char *bigger = realloc(to->text, 2 * room);

			if (!bigger)
				return fail_memory(table->sink.error);
			to->text = bigger;
			to->room = 2 * room;
		}
		length = to->length;
		if (i) {
			memcpy(to->text + length, gap, strlen(gap));
			length += strlen(gap);
		}
		memcpy(to->text + length, cell->text, cell->length + 1);
		to->length = length + cell->length;
	}
	return true;
}

/* The axes of this row, by name; to be freed. */
static struct axis *row_axes(const struct table *table)
{
	size_t axes = table->map.count[ROLE_AXIS];
	struct axis *axis = calloc(axes + 1, sizeof(*axis)), *sorted;

	if (!axis)
		return NULL;
	for (size_t i = 0; i < axes; i++)
		for (size_t k = 0; k < table->map.columns; k++)
			if (table->map.role[k] == ROLE_AXIS &&
			    table->map.place[k] == i)
				axis[i] = (struct axis){ table->map.name[k],
							 table->cell[k].text };
	sorted = axes_copy(axis, axes);
	free(axis);
	return sorted;
}

/* Finds the group of this row in the archive, or adds it there. */
static bool find_group(struct table *table, size_t *number)
{
	struct archive *archive = table->archive;
	size_t axes = table->map.count[ROLE_AXIS];
	struct axis *axis = row_axes(table);
	char *name = axis ? group_name(axis, axes) : NULL;
	struct group *group;
	uint32_t none;

	if (!name) {
		axes_free(axis, axis ? axes : 0);
		return fail_memory(table->sink.error);
	}
	for (*number = 0; *number < archive->groups; ++*number)
		if (strcmp(archive->group[*number].name, name) == 0) {
			free(name);
			axes_free(axis, axes);
			return true;
		}
	group = realloc(archive->group, (archive->groups + 1) * sizeof(*group));
	if (!group) {
		free(name);
		axes_free(axis, axes);
		return fail_memory(table->sink.error);
	}
	archive->group = group;
	group += archive->groups++;
	*group = (struct group){ .name = name, .axis = axis, .axes = axes };
	/* Unit number 0 is that of samples without one. */
	return names_intern(&group->units, "", 0, &none) ||
	       fail_memory(table->sink.error);
}

static bool add_lot(struct table *table, const char *id)
{
	struct lot *lot =
		realloc(table->lot, table->places.count * sizeof(*lot));
	struct commit *commit;
	struct group *group;

	if (!lot)
		return fail_memory(table->sink.error);
	table->lot = lot;
	lot += table->at;
	*lot = (struct lot){ 0 };
	if (!find_group(table, &lot->group))
		return false;
	group = &table->archive->group[lot->group];
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
static bool find_lot(struct table *table, const char *id)
{
	uint32_t known = table->places.count;

	table->place.length = 0;
	if (!join(table, &table->place, ROLE_AXIS, "\x1f") ||
	    !join(table, &table->place, ROLE_COMMIT, "\x1f"))
		return false;
	if (known && table->place.length == table->last_place.length &&
	    (!table->place.length ||
	     memcmp(table->place.text, table->last_place.text,
		    table->place.length) == 0))
		return true;
	if (!names_intern(&table->places,
			  table->place.length ? table->place.text : "",
			  table->place.length, &table->at))
		return fail_memory(table->sink.error);
	if (table->at == known && !add_lot(table, id))
		return false;
	return held_set(&table->last_place,
			table->place.length ? table->place.text : "",
			table->place.length, table->sink.error);
}

static struct commit *commit_of_lot(const struct table *table,
				    const struct lot *lot)
{
	return &table->archive->group[lot->group].commit[lot->commit];
}

/* Runs are numbered as they come, and get their order at the end. */
static bool add_runs(struct table *table, struct lot *lot, uint32_t run,
		     const char *id)
{
	struct run_set *runs = &commit_of_lot(table, lot)->runs;
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

static bool find_run(struct table *table, struct lot *lot, uint32_t *run)
{
	const struct held *cell = cell_of(table, ROLE_RUN, 0);
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
	return add_runs(table, lot, *run, id);
}

static bool mark_bad(struct table *table, struct lot *lot, uint32_t run)
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

static bool put_value(struct table *table, struct lot *lot,
		      const struct held *cell)
{
	const char *wrong;
	uint32_t run;

	if (!find_run(table, lot, &run) ||
	    !sink_put(&table->sink, run, cell->text, cell->length,
		      cell_of(table, ROLE_UNIT, 0), &wrong))
		return false;
	return !wrong ||
	       (mark_bad(table, lot, run) &&
		sink_note(&table->sink, cell->text, cell->length, wrong));
}

/* The name of a value's metric: the metric columns, or its own, or both. */
static bool name_metric(struct table *table, size_t column)
{
	bool several = table->map.count[ROLE_VALUE] > 1;
	bool named = table->map.count[ROLE_METRIC] > 0;
	const char *own = table->map.name[column];

	table->metric.length = 0;
	if (named && !join(table, &table->metric, ROLE_METRIC, " "))
		return false;
	if (named && table->metric.length == 0)
		return fault(table, NULL, "a row without a metric");
	if (!named)
		return sink_metric(&table->sink, own, strlen(own));
	if (several) {
		char *both = NULL;
		bool done;

		if (asprintf(&both, "%s %s", table->metric.text, own) < 0)
			return fail_memory(table->sink.error);
		done = sink_metric(&table->sink, both, strlen(both));
		free(both);
		return done;
	}
	return sink_metric(&table->sink, table->metric.text,
			   table->metric.length);
}

static bool take_row(struct table *table)
{
	const struct held *commit = cell_of(table, ROLE_COMMIT, 0);
	const char *id = table->fixed ? table->fixed :
			 commit	      ? commit->text :
					"";
	const struct held *cell = table->cell;
	struct lot *lot;

	/* No row comes before the header. */
	if (!cell)
		return true;
	if (!*id)
		return fault(table, NULL, "a row without a commit");
	if (!find_lot(table, id))
		return false;
	lot = &table->lot[table->at];
	table->sink.group = &table->archive->group[lot->group];
	table->sink.commit = commit_of_lot(table, lot);
	table->sink.log = &lot->log;
	for (size_t i = 0; i < table->map.columns; i++) {
		if (table->map.role[i] != ROLE_VALUE)
			continue;
		if (!name_metric(table, i))
			return false;
		if (!put_value(table, lot, &cell[i]))
			return false;
	}
	return true;
}

static bool take_field(struct rows *rows, size_t column, const char *text,
		       size_t length)
{
	struct table *table = rows->context;

	if (!table->has_header)
		return column_map_add(&table->map, text) ||
		       fail_memory(table->sink.error);
	if (column >= table->map.columns ||
	    table->map.role[column] == ROLE_NONE)
		return true;
	return held_set(&table->cell[column], text, length, table->sink.error);
}

/* Tables of what a tool has summed up, told by columns of their headers. */
static const struct {
	const char *columns;
	const char *what;
} summaries[] = {
	{ "command,mean,stddev,median,user,system,min,max",
	  "hyperfine's CSV holds no samples, only means: take its "
	  "--export-json, see perfsift(7)" },
	{ "Benchmark,Mode,Threads,Samples,Score",
	  "JMH's CSV holds no samples, only means: take its -rf json, see "
	  "perfsift(7)" },
	{ "name,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations",
	  "pytest-benchmark's CSV holds no samples, only means: take its "
	  "--benchmark-json, see perfsift(7)" },
};

static bool has_column(const struct column_map *map, const char *name,
		       size_t length)
{
	for (size_t i = 0; i < map->columns; i++)
		if (strlen(map->name[i]) == length &&
		    memcmp(map->name[i], name, length) == 0)
			return true;
	return false;
}

static bool has_columns(const struct column_map *map, const char *names)
{
	for (;;) {
		size_t length = strcspn(names, ",");

		if (!has_column(map, names, length))
			return false;
		if (!names[length])
			return true;
		names += length + 1;
	}
}

static bool take_header(struct table *table)
{
	char what[400];

	for (size_t i = 0; i < sizeof(summaries) / sizeof(*summaries); i++)
		if (has_columns(&table->map, summaries[i].columns)) {
			fault(table, NULL, summaries[i].what);
			return false;
		}
	table->has_header = true;
	table->cell = calloc(table->map.columns, sizeof(*table->cell));
	if (!table->cell)
		return fail_memory(table->sink.error);
	if (column_map_resolve(&table->map, table->columns, !table->fixed,
			       table->numeric, what, sizeof(what)))
		return true;
	fault(table, NULL, what);
	return false;
}

static bool take_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;
	char what[80];

	if (!table->has_header)
		return take_header(table);
	if (columns == table->map.columns)
		return take_row(table);
	snprintf(what, sizeof(what), "%zu fields where the header has %zu",
		 columns, table->map.columns);
	return fault(table, NULL, what);
}

/* A number a line: one metric, a row a run. */
static bool number_field(struct rows *rows, size_t column, const char *text,
			 size_t length)
{
	struct table *table = rows->context;

	return column != 0 ||
	       held_set(&table->cell[0], text, length, table->sink.error);
}

static bool number_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;

	if (columns != 1)
		return fault(table, table->cell[0].text,
			     "several fields where one number a line is due");
	return take_row(table);
}

/* For value=*: which columns hold numbers alone. */
static bool scan_field(struct rows *rows, size_t column, const char *text,
		       size_t length)
{
	struct table *table = rows->context;
	struct number number;
	enum number_kind kind;

	if (!table->has_header)
		return column_map_add(&table->map, text) ||
		       fail_memory(table->sink.error);
	if (column >= table->map.columns || !table->numeric[column])
		return true;
	if (!sink_parse(&table->sink, text, length, 0, &number, &kind))
		return false;
	table->numeric[column] = kind != NUMBER_BAD;
	return true;
}

static bool scan_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;

	if (table->has_header)
		return true;
	table->has_header = true;
	table->numeric = malloc(columns * sizeof(*table->numeric));
	if (!table->numeric)
		return fail_memory(table->sink.error);
	for (size_t i = 0; i < columns; i++)
		table->numeric[i] = true;
	return true;
}

/* Reads the rows once; faults of CSV itself are noted. */
static bool read_rows(struct table *table, const struct source *source)
{
	struct error error = { 0 };

	table->rows.file = source->path;
	table->rows.name = source->name;
	switch (rows_read(&table->rows, &error)) {
	case ROWS_DONE:
		break;
	case ROWS_STOPPED:
		return !table->sink.error->fault;
	case ROWS_BAD:
		table->file_bad = true;
		return sink_note(&table->sink, NULL, 0, error.text);
	case ROWS_TROUBLE:
		return fail(table->sink.error, error.fault, "%s", error.text);
	}
	return true;
}

static bool scan_columns(struct table *table, const struct source *source)
{
	bool done;

	table->rows.field = scan_field;
	table->rows.end = scan_end;
	done = read_rows(table, source);
	column_map_release(&table->map);
	table->has_header = false;
	return done;
}

static bool prepare_numbers(struct table *table)
{
	table->cell = calloc(1, sizeof(*table->cell));
	if (!table->cell || !column_map_add(&table->map, "value"))
		return fail_memory(table->sink.error);
	table->map.role[0] = ROLE_VALUE;
	table->map.count[ROLE_VALUE] = 1;
	table->rows.field = number_field;
	table->rows.end = number_end;
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
	struct run_set *runs = &commit_of_lot(table, lot)->runs;
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

static bool finish_lot(struct table *table, struct lot *lot)
{
	struct commit *commit = commit_of_lot(table, lot);
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

static void release(struct table *table)
{
	for (uint32_t i = 0; i < table->places.count && table->lot; i++) {
		sample_log_release(&table->lot[i].log);
		names_release(&table->lot[i].runs);
		free(table->lot[i].rows);
		free(table->lot[i].bad);
	}
	for (size_t i = 0; table->cell && i < table->map.columns; i++)
		free(table->cell[i].text);
	free(table->cell);
	free(table->numeric);
	free(table->lot);
	free(table->place.text);
	free(table->last_place.text);
	free(table->metric.text);
	names_release(&table->places);
	column_map_release(&table->map);
	sink_release(&table->sink);
}

bool table_read(struct archive *archive, const struct source *source,
		enum source_shape shape, const char *fixed,
		const struct reading *reading, struct problems *problems,
		struct error *error)
{
	static const struct columns by_default;
	struct table table = {
		.archive = archive,
		.fixed = fixed,
		.columns = reading->columns ? reading->columns : &by_default,
		.sink = { .reading = reading,
			  .problems = problems,
			  .error = error },
		.rows = { .delimiter = reading->delimiter },
	};
	bool done = true;

	table.rows.context = &table;
	table.sink.rows = &table.rows;
	if (shape == SOURCE_NUMBERS)
		done = prepare_numbers(&table);
	else if (table.columns->every_value)
		done = scan_columns(&table, source);
	if (shape == SOURCE_TABLE) {
		table.rows.field = take_field;
		table.rows.end = take_end;
	}
	done = done && (table.file_bad || read_rows(&table, source));
	for (uint32_t i = 0; done && i < table.places.count; i++)
		done = finish_lot(&table, &table.lot[i]);
	release(&table);
	return done;
}
