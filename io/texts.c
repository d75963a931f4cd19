/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/texts.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/rows.h"

/* What is being read. */
struct table {
	struct texts *texts;
	size_t room;   /* of cells */
	size_t *place; /* [fields] of the header: column, or none */
	size_t fields;
	bool has_header, bad;
	struct problems *problems;
	struct error *error;
};

static const size_t NO_COLUMN = SIZE_MAX;

static bool table_fault(struct rows *rows, const char *text, const char *what)
{
	struct table *table = rows->context;

	table->bad = true;
	return problems_add(table->problems, table->error, FAULT_INPUT,
			    rows->file, rows->line, text,
			    text ? strlen(text) : 0, "%s", what);
}

/* "WHAT: columns are a,b,c". */
static bool tell_columns(struct rows *rows, const char *text, const char *what)
{
	const struct table *table = rows->context;
	char list[256];
	int used = snprintf(list, sizeof(list), "%s: columns are ", what);

	for (size_t i = 0; i < table->texts->columns; i++)
		used += snprintf(list + used, sizeof(list) - (size_t)used,
				 "%s%s", i ? "," : "", table->texts->column[i]);
	return table_fault(rows, text, list);
}

static bool header_cell(struct rows *rows, const char *text)
{
	struct table *table = rows->context;
	size_t *place =
		realloc(table->place, (table->fields + 1) * sizeof(*place));

	if (!place)
		return fail_memory(table->error);
	table->place = place;
	place[table->fields] = NO_COLUMN;
	for (size_t i = 0; i < table->texts->columns; i++)
		if (strcmp(table->texts->column[i], text) == 0)
			place[table->fields] = i;
	if (!table->texts->strict) {
		table->fields++;
		return true;
	}
	for (size_t i = 0; i < table->fields; i++)
		if (place[i] != NO_COLUMN && place[i] == place[table->fields])
			return table_fault(rows, text, "a column twice");
	if (place[table->fields++] != NO_COLUMN)
		return true;
	return tell_columns(rows, text, "no such column");
}

static bool begin_row(struct rows *rows)
{
	struct table *table = rows->context;
	struct texts *texts = table->texts;

	if (texts->rows >= table->room) {
		size_t room = 2 * table->room + 16;
		char **cell = realloc(texts->cell,
				      room * texts->columns * sizeof(*cell));
		size_t *line;

		if (!cell)
			return fail_memory(table->error);
		texts->cell = cell;
		line = realloc(texts->line, room * sizeof(*line));
		if (!line)
			return fail_memory(table->error);
		texts->line = line;
		table->room = room;
	}
	for (size_t i = 0; i < texts->columns; i++)
		texts->cell[texts->rows * texts->columns + i] = NULL;
	texts->line[texts->rows++] = rows->line;
	return true;
}

static bool table_field(struct rows *rows, size_t column, const char *text,
			size_t length)
{
	struct table *table = rows->context;
	struct texts *texts = table->texts;
	char **cell;

	(void)length;
	if (!table->has_header)
		return header_cell(rows, text);
	if (column == 0 && !begin_row(rows))
		return false;
	if (column >= table->fields || table->place[column] == NO_COLUMN)
		return true;
	cell = &texts->cell[(texts->rows - 1) * texts->columns +
			    table->place[column]];
	free(*cell);
	*cell = strdup(text);
	return *cell || fail_memory(table->error);
}

static bool table_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;
	char what[64];

	if (table->has_header) {
		if (columns == table->fields)
			return true;
		return table_fault(rows, NULL, "a field too few or too many");
	}
	table->has_header = true;
	if (table->bad)
		return false;
	for (size_t i = 0; i < table->fields; i++)
		if (table->place[i] == 0)
			return true;
	snprintf(what, sizeof(what), "no column %.40s",
		 table->texts->column[0]);
	tell_columns(rows, NULL, what);
	return false;
}

static bool fill_empty(struct table *table)
{
	struct texts *texts = table->texts;

	for (size_t i = 0; i < texts->rows * texts->columns; i++) {
		if (texts->cell[i])
			continue;
		texts->cell[i] = strdup("");
		if (!texts->cell[i])
			return fail_memory(table->error);
	}
	return true;
}

static bool read_table(struct table *table, struct rows *rows)
{
	struct error fault = { 0 };

	switch (rows_read(rows, &fault)) {
	case ROWS_DONE:
		return fill_empty(table);
	case ROWS_STOPPED:
		return table->bad && !table->error->fault;
	case ROWS_BAD:
		return table_fault(rows, NULL, fault.text);
	case ROWS_TROUBLE:
		break;
	}
	return fail(table->error, fault.fault, "%s", fault.text);
}

bool texts_read(struct texts *texts, const char *path, bool *bad,
		struct problems *problems, struct error *error)
{
	struct table table = { .texts = texts,
			       .problems = problems,
			       .error = error };
	struct rows rows = { .file = path,
			     .delimiter = ',',
			     .field = table_field,
			     .end = table_end,
			     .context = &table };
	struct stat status;
	bool done;

	if (bad)
		*bad = false;
	if (lstat(path, &status) != 0 && errno == ENOENT)
		return true;
	done = read_table(&table, &rows);
	if (!done || table.bad)
		texts_release(texts);
	if (bad)
		*bad = table.bad;
	free(table.place);
	return done;
}

void texts_release(struct texts *texts)
{
	for (size_t i = 0; i < texts->rows * texts->columns; i++)
		free(texts->cell[i]);
	free(texts->cell);
	free(texts->line);
	texts->cell = NULL;
	texts->line = NULL;
	texts->rows = 0;
}
