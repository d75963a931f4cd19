/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/catalogue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/directory.h"
#include "io/rows.h"
#include "io/text.h"

/* A table of texts: row i has its fields at cell[i * columns]. */
struct table {
	const char *const *column; /* [columns] names; 0 is required */
	size_t columns;
	char **cell;
	size_t rows, room;

	size_t *place; /* [fields] of the header: column, or none */
	size_t fields;
	bool has_header, bad;
	struct problems *problems;
	struct error *error;
};

enum { NO_COLUMN = 99 };

static bool table_fault(struct rows *rows, const char *what)
{
	struct table *table = rows->context;

	table->bad = true;
	return problems_add(table->problems, table->error, FAULT_INPUT,
			    rows->file, rows->line, NULL, 0, "%s", what);
}

static bool header_cell(struct table *table, const char *text)
{
	size_t *place =
		realloc(table->place, (table->fields + 1) * sizeof(*place));

	if (!place)
		return fail_memory(table->error);
	table->place = place;
	place[table->fields] = NO_COLUMN;
	for (size_t i = 0; i < table->columns; i++)
		if (strcmp(table->column[i], text) == 0)
			place[table->fields] = i;
	table->fields++;
	return true;
}

static bool begin_row(struct table *table)
{
	size_t needed = (table->rows + 1) * table->columns;

	if (needed > table->room) {
		size_t room = 2 * needed + 64;
		char **cell = realloc(table->cell, room * sizeof(*cell));

		if (!cell)
			return fail_memory(table->error);
		table->cell = cell;
		table->room = room;
	}
	for (size_t i = needed - table->columns; i < needed; i++)
		table->cell[i] = NULL;
	table->rows++;
	return true;
}

static bool table_field(struct rows *rows, size_t column, const char *text,
			size_t length)
{
	struct table *table = rows->context;
	char **cell;

	(void)length;
	if (!table->has_header)
		return header_cell(table, text);
	if (column == 0 && !begin_row(table))
		return false;
	if (column >= table->fields || table->place[column] == NO_COLUMN)
		return true;
	cell = &table->cell[(table->rows - 1) * table->columns +
			    table->place[column]];
	free(*cell);
	*cell = strdup(text);
	return *cell || fail_memory(table->error);
}

static bool missing_key(struct rows *rows)
{
	const struct table *table = rows->context;
	char what[160];
	int used = snprintf(what, sizeof(what), "no column %s: columns are ",
			    table->column[0]);

	for (size_t i = 0; i < table->columns; i++)
		used += snprintf(what + used, sizeof(what) - (size_t)used,
				 "%s%s", i ? "," : "", table->column[i]);
	return table_fault(rows, what);
}

static bool table_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;

	if (table->has_header) {
		if (columns == table->fields)
			return true;
		return table_fault(rows, "a field too few or too many");
	}
	table->has_header = true;
	for (size_t i = 0; i < table->fields; i++)
		if (table->place[i] == 0)
			return true;
	missing_key(rows);
	return false;
}

static bool fill_empty(struct table *table)
{
	for (size_t i = 0; i < table->rows * table->columns; i++) {
		if (table->cell[i])
			continue;
		table->cell[i] = strdup("");
		if (!table->cell[i])
			return fail_memory(table->error);
	}
	return true;
}

static void free_cells(char **cell, size_t cells)
{
	for (size_t i = 0; i < cells; i++)
		free(cell[i]);
	free(cell);
}

/*
 * Reads a table with a header into structs of `columns` texts each, sorted by
 * the first.  A file that is not there is an empty table.
 */
static bool read_table(const char *root, const char *name,
		       const char *const *column, size_t columns, void *cells,
		       size_t *count, struct problems *problems,
		       struct error *error)
{
	struct table table = { .column = column,
			       .columns = columns,
			       .problems = problems,
			       .error = error };
	struct rows rows = { .delimiter = ',',
			     .field = table_field,
			     .end = table_end,
			     .context = &table };
	struct error fault = { 0 };
	struct stat status;
	char *path = path_join(root, name);
	bool done = true;

	if (!path)
		return fail_memory(error);
	if (lstat(path, &status) != 0 && errno == ENOENT) {
		free(path);
		return true;
	}
	rows.file = path;
	switch (rows_read(&rows, &fault)) {
	case ROWS_DONE:
		done = fill_empty(&table);
		break;
	case ROWS_STOPPED:
		done = table.bad;
		break;
	case ROWS_BAD:
		done = table_fault(&rows, fault.text);
		break;
	case ROWS_TROUBLE:
		done = fail(error, fault.fault, "%s", fault.text);
		break;
	}
	if (!done || table.bad) {
		free_cells(table.cell, table.rows * columns);
	} else if (table.rows) {
		qsort(table.cell, table.rows, columns * sizeof(char *),
		      compare_texts);
		memcpy(cells, &table.cell, sizeof(table.cell));
		*count = table.rows;
	}
	free(table.place);
	free(path);
	return done;
}

bool catalogue_read(struct catalogue *catalogue, const char *root,
		    struct problems *problems, struct error *error)
{
	/* In the order of the members of the structs. */
	static const char *const commits[] = { "commit", "subject",
					       "repository", "branch" };
	static const char *const machines[] = { "tbox_group", "description" };

	_Static_assert(sizeof(struct commit_about) == sizeof(commits),
		       "a text for each column");
	_Static_assert(sizeof(struct machine_about) == sizeof(machines),
		       "a text for each column");
	return read_table(root, "commits.csv", commits, 4, &catalogue->commit,
			  &catalogue->commits, problems, error) &&
	       read_table(root, "machines.csv", machines, 2,
			  &catalogue->machine, &catalogue->machines, problems,
			  error);
}

const struct commit_about *catalogue_commit(const struct catalogue *catalogue,
					    const char *id)
{
	if (!catalogue->commits)
		return NULL;
	return bsearch(&id, catalogue->commit, catalogue->commits,
		       sizeof(*catalogue->commit), compare_texts);
}

const char *catalogue_machine(const struct catalogue *catalogue,
			      const char *tbox_group)
{
	const struct machine_about *machine;

	if (!tbox_group || !catalogue->machines)
		return NULL;
	machine = bsearch(&tbox_group, catalogue->machine, catalogue->machines,
			  sizeof(*catalogue->machine), compare_texts);
	return machine ? machine->description : NULL;
}

void catalogue_release(struct catalogue *catalogue)
{
	free_cells((char **)catalogue->commit, catalogue->commits * 4);
	free_cells((char **)catalogue->machine, catalogue->machines * 2);
	*catalogue = (struct catalogue){ 0 };
}
