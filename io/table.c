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
	uint32_t group; /* number in the archive */
	size_t commit;	/* number in the group */
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
	bool has_header, has_row, file_bad;
	bool *numeric;	   /* [map.columns] all fields are numbers, or empty */
	struct held *cell; /* [map.columns] of this row */

	struct names places; /* texts of axes and commit */
	struct held place, last_place, metric;
	struct names groups; /* numbers are those of the archive */
	struct lot *lot;     /* [lots] */
	uint32_t lots;
	uint32_t at;	  /* the lot of this row */
	struct held side; /* the commit column of a table that is one side */
	bool has_other;	  /* a second commit in that */
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
	return place < table->map.count[role] ?
		       &table->cell[column_map_at(&table->map, role, place)] :
		       NULL;
}

static bool append(struct table *table, struct held *to, const char *text,
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

/* Appends the cells of a role, each with its NUL: no cell has one inside. */
static bool append_cells(struct table *table, struct held *to, enum role role)
{
	for (size_t i = 0; i < table->map.count[role]; i++) {
		const struct held *cell = cell_of(table, role, i);

		if (!append(table, to, cell->text, cell->length + 1))
			return false;
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
	for (size_t i = 0; i < axes; i++) {
		size_t column = column_map_at(&table->map, ROLE_AXIS, i);

		axis[i] = (struct axis){ table->map.name[column],
					 table->cell[column].text };
	}
	sorted = axes_copy(axis, axes);
	free(axis);
	return sorted;
}

static bool intern_group(struct table *table, const char *name,
			 uint32_t *number)
{
	return names_intern(&table->groups, name, strlen(name), number) ||
	       fail_memory(table->sink.error);
}

/* The tables of other sides have brought groups, too. */
static bool know_groups(struct table *table)
{
	uint32_t number;

	for (size_t i = 0; i < table->archive->groups; i++)
		if (!intern_group(table, table->archive->group[i].name,
				  &number))
			return false;
	return true;
}

/* Finds the group of this row in the archive, or adds it there. */
static bool find_group(struct table *table, uint32_t *number)
{
	struct archive *archive = table->archive;
	size_t axes = table->map.count[ROLE_AXIS];
	struct axis *axis = row_axes(table);
	char *name = axis ? group_name(axis, axes) : NULL;
	struct group *group = NULL;
	bool done = name || fail_memory(table->sink.error);
	uint32_t none;

	done = done && intern_group(table, name, number);
	if (done && *number == archive->groups) {
		group = realloc(archive->group,
				(archive->groups + 1) * sizeof(*group));
		done = group || fail_memory(table->sink.error);
	}
	if (!group) {
		free(name);
		axes_free(axis, axis ? axes : 0);
		return done;
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
	struct lot *lot = realloc(table->lot, (table->lots + 1) * sizeof(*lot));
	struct commit *commit;
	struct group *group;

	if (!lot)
		return fail_memory(table->sink.error);
	table->lot = lot;
	lot += table->lots++;
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

	if (!held_set(&table->place, "", 0, table->sink.error) ||
	    !append_cells(table, &table->place, ROLE_AXIS) ||
	    (!table->fixed && !append_cells(table, &table->place, ROLE_COMMIT)))
		return false;
	if (known && table->place.length == table->last_place.length &&
	    (!table->place.length ||
	     memcmp(table->place.text, table->last_place.text,
		    table->place.length) == 0))
		return true;
	if (!names_intern(&table->places, table->place.text,
			  table->place.length, &table->at))
		return fail_memory(table->sink.error);
	if (table->at == known && !add_lot(table, id))
		return false;
	return held_set(&table->last_place, table->place.text,
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

/* The metric of a row: its cells, with a blank between them. */
static bool join_metric(struct table *table)
{
	struct held *metric = &table->metric;

	if (!held_set(metric, "", 0, table->sink.error))
		return false;
	for (size_t i = 0; i < table->map.count[ROLE_METRIC]; i++) {
		const struct held *cell = cell_of(table, ROLE_METRIC, i);

		if (i && !append(table, metric, " ", 1))
			return false;
		if (!append(table, metric, cell->text, cell->length))
			return false;
	}
	return true;
}

/* The name of a value's metric: that of the row, or its own, or both. */
static bool name_metric(struct table *table, size_t column)
{
	const char *own = table->map.name[column];
	size_t of_row = table->metric.length;
	bool done;

	if (!table->map.count[ROLE_METRIC])
		return sink_metric(&table->sink, own, strlen(own));
	if (table->map.count[ROLE_VALUE] > 1 &&
	    (!append(table, &table->metric, " ", 1) ||
	     !append(table, &table->metric, own, strlen(own))))
		return false;
	done = sink_metric(&table->sink, table->metric.text,
			   table->metric.length);
	table->metric.length = of_row;
	return done;
}

/* All of a table that is one side is of one commit, if it says so at all. */
static bool is_other_commit(struct table *table, const struct held *commit)
{
	if (!table->side.text)
		return !held_set(&table->side, commit->text, commit->length,
				 table->sink.error);
	return strcmp(table->side.text, commit->text) != 0;
}

/* What a row must say; what it lacks is noted. */
static bool row_is_good(struct table *table)
{
	const struct held *commit = cell_of(table, ROLE_COMMIT, 0);
	const struct held *run = cell_of(table, ROLE_RUN, 0);
	const struct held *metric = &table->metric;
	const char *what = NULL;

	if (!table->fixed && !commit->length)
		what = "a row without a commit";
	else if (run && !run->length)
		what = "a row without a run";
	else if (table->map.count[ROLE_METRIC] &&
		 strspn(metric->text, " ") == metric->length)
		what = "a row without a metric";
	if (what) {
		fault(table, NULL, what);
		return false;
	}
	if (!table->fixed || !commit || !is_other_commit(table, commit))
		return true;
	if (!table->sink.error->fault && !table->has_other)
		fault(table, commit->text,
		      "a second commit in a table that is one side: name it "
		      "alone, with --base and --candidate");
	table->has_other = true;
	return false;
}

static bool take_row(struct table *table)
{
	const struct held *cell = table->cell;
	struct lot *lot;

	/* No row comes before the header. */
	if (!cell)
		return true;
	table->has_row = true;
	if (!join_metric(table))
		return false;
	if (!row_is_good(table))
		return !table->sink.error->fault;
	if (!find_lot(table, table->fixed ?
				     table->fixed :
				     cell_of(table, ROLE_COMMIT, 0)->text))
		return false;
	lot = &table->lot[table->at];
	table->sink.group = &table->archive->group[lot->group];
	table->sink.commit = commit_of_lot(table, lot);
	table->sink.log = &lot->log;
	for (size_t i = 0; i < table->map.count[ROLE_VALUE]; i++) {
		size_t column = column_map_at(&table->map, ROLE_VALUE, i);

		if (!name_metric(table, column) ||
		    !put_value(table, lot, &cell[column]))
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
	snprintf(what, sizeof(what), "%zu field%s where the header has %zu",
		 columns, columns == 1 ? "" : "s", table->map.columns);
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
			     table->rows.delimiter == ',' ?
				     "several fields where one number a line "
				     "is due (a decimal comma? --delimiter ';' "
				     "--decimal ,)" :
				     "several fields where one number a line "
				     "is due");
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
	static const struct columns by_default;
	char what[80];

	table->cell = calloc(1, sizeof(*table->cell));
	if (!table->cell || !column_map_add(&table->map, "value"))
		return fail_memory(table->sink.error);
	column_map_resolve(&table->map, &by_default, false, NULL, what,
			   sizeof(what));
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
	for (uint32_t i = 0; i < table->lots; i++) {
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
	free(table->side.text);
	names_release(&table->places);
	names_release(&table->groups);
	column_map_release(&table->map);
	sink_release(&table->sink);
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
static void put_in_order(struct table *table)
{
	struct archive *archive = table->archive;

	for (size_t i = 0; i < archive->groups && !table->fixed; i++)
		qsort(archive->group[i].commit, archive->group[i].commits,
		      sizeof(*archive->group[i].commit), by_commit);
	if (archive->groups)
		qsort(archive->group, archive->groups, sizeof(*archive->group),
		      by_name);
}

static bool finish(struct table *table)
{
	/* Noted with no line, as it is none that is wrong. */
	if (!table->file_bad && !table->has_row) {
		table->rows.line = 0;
		return fault(table, NULL, "no sample in this file");
	}
	for (uint32_t i = 0; i < table->lots; i++)
		if (!finish_lot(table, &table->lot[i]))
			return false;
	put_in_order(table);
	return true;
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
	bool done;

	table.rows.context = &table;
	table.sink.rows = &table.rows;
	done = know_groups(&table);
	if (done && shape == SOURCE_NUMBERS)
		done = prepare_numbers(&table);
	else if (done && table.columns->every_value)
		done = scan_columns(&table, source);
	if (shape == SOURCE_TABLE) {
		table.rows.field = take_field;
		table.rows.end = take_end;
	}
	done = done && (table.file_bad || read_rows(&table, source));
	done = done && finish(&table) &&
	       (reading->keep_going || !table.sink.faults);
	release(&table);
	return done;
}
