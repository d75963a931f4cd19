/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/summaries.h"
#include "io/table_parts.h"

static bool put_value(struct table *table, struct lot *lot,
		      const struct cell *cell)
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

/* The cells of the metric, with a blank between them. */
static bool join_cells(struct table *table)
{
	struct held *joined = &table->joined;

	if (!held_set(joined, "", 0, table->sink.error))
		return false;
	for (size_t i = 0; i < table->map.count[ROLE_METRIC]; i++) {
		const struct cell *cell = table_cell(table, ROLE_METRIC, i);

		if (i && !table_append(table, joined, " ", 1))
			return false;
		if (!table_append(table, joined, cell->text, cell->length))
			return false;
	}
	return true;
}

static bool find_metric(struct table *table)
{
	if (table->map.count[ROLE_METRIC] == 1) {
		table->metric = *table_cell(table, ROLE_METRIC, 0);
		return true;
	}
	if (!join_cells(table))
		return false;
	table->metric =
		(struct cell){ table->joined.text, table->joined.length };
	return true;
}

/* The name of a value's metric: that of the row, or its own, or both. */
static bool name_metric(struct table *table, size_t column)
{
	const char *own = table->map.name[column];
	struct held *joined = &table->joined;

	if (!table->map.count[ROLE_METRIC])
		return sink_metric(&table->sink, own, strlen(own));
	if (table->map.count[ROLE_VALUE] == 1)
		return sink_metric(&table->sink, table->metric.text,
				   table->metric.length);
	return join_cells(table) && table_append(table, joined, " ", 1) &&
	       table_append(table, joined, own, strlen(own)) &&
	       sink_metric(&table->sink, joined->text, joined->length);
}

/* All of a table that is one side is of one commit, if it says so at all. */
static bool is_other_commit(struct table *table, const struct cell *commit)
{
	if (!table->side.text)
		return !held_set(&table->side, commit->text, commit->length,
				 table->sink.error);
	return strcmp(table->side.text, commit->text) != 0;
}

static bool is_blank(const struct cell *metric)
{
	size_t i = 0;

	while (i < metric->length && metric->text[i] == ' ')
		i++;
	return i == metric->length;
}

/* What a row must say; what it lacks is noted. */
static bool row_is_good(struct table *table)
{
	const struct cell *commit = table_cell(table, ROLE_COMMIT, 0);
	const struct cell *run = table_cell(table, ROLE_RUN, 0);
	const char *what = NULL;

	if (!table->fixed && !commit->length)
		what = "a row without a commit";
	else if (run && !run->length)
		what = "a row without a run";
	else if (table->map.count[ROLE_METRIC] && is_blank(&table->metric))
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

static bool take_samples(struct table *table, const struct cell *cell)
{
	struct lot *lot;

	table->cell = cell;
	table->has_row = true;
	if (!find_metric(table))
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

static bool add_columns(struct table *table, const struct cell *cell,
			size_t cells)
{
	for (size_t i = 0; i < cells; i++)
		if (!column_map_add(&table->map, cell[i].text))
			return fail_memory(table->sink.error);
	table->has_header = true;
	return true;
}

static bool take_header(struct table *table, const struct cell *cell,
			size_t cells)
{
	const char *refusal;
	char what[400];

	if (!add_columns(table, cell, cells))
		return false;
	refusal = summary_refusal(&table->map);
	if (refusal) {
		table_fault(table, NULL, refusal);
		return false;
	}
	if (column_map_resolve(&table->map, table->columns, !table->fixed,
			       table->numeric, what, sizeof(what)))
		return true;
	table_fault(table, NULL, what);
	return false;
}

static bool take_row(struct rows *rows, const struct cell *cell, size_t cells)
{
	struct table *table = rows->context;
	char what[80];

	if (!table->has_header)
		return take_header(table, cell, cells);
	if (cells == table->map.columns)
		return take_samples(table, cell);
	snprintf(what, sizeof(what), "%zu field%s where the header has %zu",
		 cells, cells == 1 ? "" : "s", table->map.columns);
	return table_fault(table, NULL, what);
}

/* A number a line: one metric, a row a run. */
static bool take_number(struct rows *rows, const struct cell *cell,
			size_t cells)
{
	struct table *table = rows->context;

	if (cells != 1)
		return table_fault(
			table, cell->text,
			table->rows.delimiter == ',' ?
				"several fields where one number a line "
				"is due (a decimal comma? --delimiter ';' "
				"--decimal ,)" :
				"several fields where one number a line "
				"is due");
	return take_samples(table, cell);
}

/* For value=*: which columns hold numbers alone. */
static bool scan_row(struct rows *rows, const struct cell *cell, size_t cells)
{
	struct table *table = rows->context;
	struct number number;
	enum number_kind kind;

	if (!table->has_header) {
		table->numeric = malloc(cells * sizeof(*table->numeric));
		if (!table->numeric)
			return fail_memory(table->sink.error);
		for (size_t i = 0; i < cells; i++)
			table->numeric[i] = true;
		return add_columns(table, cell, cells);
	}
	for (size_t i = 0; i < cells && i < table->map.columns; i++) {
		if (!table->numeric[i])
			continue;
		if (!sink_parse(&table->sink, cell[i].text, cell[i].length, 0,
				&number, &kind))
			return false;
		table->numeric[i] = kind != NUMBER_BAD;
	}
	return true;
}

/* Reads the rows once; faults of CSV itself are noted. */
static bool read_rows(struct table *table)
{
	struct error error = { 0 };

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

static bool read_range(struct table *table, off_t begin, off_t end)
{
	table->rows.from = begin;
	table->rows.to = end;
	return read_rows(table);
}

/* In parts, where that is possible. */
static bool read_table(struct table *table)
{
	bool done = false;

	if (!table->columns->every_value && table->sink.reading->jobs > 1 &&
	    !table_read_parts(table, read_range, &done))
		return false;
	return done || read_rows(table);
}

static bool scan_columns(struct table *table)
{
	bool done;

	table->rows.row = scan_row;
	done = read_rows(table);
	column_map_release(&table->map);
	table->has_header = false;
	return done;
}

static bool prepare_numbers(struct table *table)
{
	static const struct columns by_default;
	char what[80];

	if (!column_map_add(&table->map, "value"))
		return fail_memory(table->sink.error);
	column_map_resolve(&table->map, &by_default, false, NULL, what,
			   sizeof(what));
	table->rows.row = take_number;
	return true;
}

static bool finish(struct table *table)
{
	/* Noted with no line, as it is none that is wrong. */
	if (!table->file_bad && !table->has_row) {
		table->rows.line = 0;
		return table_fault(table, NULL, "no sample in this file");
	}
	if (!table_finish_lots(table))
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
		.rows = { .file = source->path,
			  .name = source->name,
			  .delimiter = reading->delimiter },
	};
	bool done;

	table.rows.context = &table;
	table.sink.rows = &table.rows;
	done = table_know_groups(&table);
	if (done && shape == SOURCE_NUMBERS)
		done = prepare_numbers(&table);
	else if (done && table.columns->every_value)
		done = scan_columns(&table);
	if (shape == SOURCE_TABLE)
		table.rows.row = take_row;
	if (done && !table.file_bad)
		done = shape == SOURCE_TABLE ? read_table(&table) :
					       read_rows(&table);
	done = done && finish(&table) &&
	       (reading->keep_going || !table.sink.faults);
	table_release(&table);
	return done;
}
