/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/summaries.h"
#include "io/table_lots.h"

static bool put_value(struct table *table, struct lot *lot,
		      const struct held *cell)
{
	const char *wrong;
	uint32_t run;

	if (!table_find_run(table, lot, &run) ||
	    !sink_put(&table->sink, run, cell->text, cell->length,
		      table_cell(table, ROLE_UNIT, 0), &wrong))
		return false;
	return !wrong ||
	       (table_mark_bad(table, lot, run) &&
		sink_note(&table->sink, cell->text, cell->length, wrong));
}

/* The metric of a row: its cells, with a blank between them. */
static bool join_metric(struct table *table)
{
	struct held *metric = &table->metric;

	if (!held_set(metric, "", 0, table->sink.error))
		return false;
	for (size_t i = 0; i < table->map.count[ROLE_METRIC]; i++) {
		const struct held *cell = table_cell(table, ROLE_METRIC, i);

		if (i && !table_append(table, metric, " ", 1))
			return false;
		if (!table_append(table, metric, cell->text, cell->length))
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
	    (!table_append(table, &table->metric, " ", 1) ||
	     !table_append(table, &table->metric, own, strlen(own))))
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
	const struct held *commit = table_cell(table, ROLE_COMMIT, 0);
	const struct held *run = table_cell(table, ROLE_RUN, 0);
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
		table_fault(table, NULL, what);
		return false;
	}
	if (!table->fixed || !commit || !is_other_commit(table, commit))
		return true;
	if (!table->sink.error->fault && !table->has_other)
		table_fault(
			table, commit->text,
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
	if (!table_find_lot(table,
			    table->fixed ?
				    table->fixed :
				    table_cell(table, ROLE_COMMIT, 0)->text))
		return false;
	lot = &table->lot[table->at];
	table->sink.group = &table->archive->group[lot->group];
	table->sink.commit = table_commit(table, lot);
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

static bool take_header(struct table *table)
{
	char what[400];

	const char *refusal = summary_refusal(&table->map);

	if (refusal) {
		table_fault(table, NULL, refusal);
		return false;
	}
	table->has_header = true;
	table->cell = calloc(table->map.columns, sizeof(*table->cell));
	if (!table->cell)
		return fail_memory(table->sink.error);
	if (column_map_resolve(&table->map, table->columns, !table->fixed,
			       table->numeric, what, sizeof(what)))
		return true;
	table_fault(table, NULL, what);
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
	return table_fault(table, NULL, what);
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
		return table_fault(
			table, table->cell[0].text,
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

static bool finish(struct table *table)
{
	/* Noted with no line, as it is none that is wrong. */
	if (!table->file_bad && !table->has_row) {
		table->rows.line = 0;
		return table_fault(table, NULL, "no sample in this file");
	}
	for (uint32_t i = 0; i < table->lots; i++)
		if (!table_finish_lot(table, &table->lot[i]))
			return false;
	table_put_in_order(table);
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
	done = table_know_groups(&table);
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
