/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/findings_parts.h"
#include "io/rows.h"

/* A table of findings while it is read. */
struct table {
	struct findings_file *file;
	const struct field **field; /* [columns]; NULL: none of ours */
	size_t columns;
	bool has_head;
	struct read_finding finding; /* of the row */
	bool broken;		     /* the row has a fault */
};

static const struct field *field_of(const char *name)
{
	const struct field *field = finding_fields;

	while (field->name && strcmp(field->name, name) != 0)
		field++;
	return field->name && field->type != FIELD_SAMPLES ? field : NULL;
}

static bool head_cell(struct table *table, const char *text)
{
	const struct field **bigger =
		realloc(table->field, (table->columns + 1) * sizeof(*bigger));
	const struct field *field = field_of(text);

	if (!bigger)
		return fail_memory(table->file->error);
	table->field = bigger;
	for (size_t i = 0; field && i < table->columns; i++)
		if (bigger[i] == field)
			return findings_fault(table->file, text,
					      "a column twice");
	bigger[table->columns++] = field;
	return !field || findings_note_field(table->file, field);
}

static void begin_row(struct table *table)
{
	table->broken = false;
	table->finding = (struct read_finding){
		.finding = finding_unknown,
		.file = table->file->name,
		.line = table->file->line,
	};
}

static bool on_field(struct rows *rows, size_t column, const char *text,
		     size_t length)
{
	struct table *table = rows->context;
	const struct field *field;

	(void)length;
	table->file->line = rows->line;
	if (!table->has_head)
		return head_cell(table, text);
	if (column == 0)
		begin_row(table);
	if (column >= table->columns || table->broken)
		return true;
	field = table->field[column];
	if (field && *text)
		table->finding.has |= findings_bit(field);
	if (!field ||
	    field_read(field, text, &table->finding.finding,
		       &table->file->findings->texts, table->file->error))
		return true;
	if (table->file->error->fault)
		return false;
	table->broken = true;
	findings_fault(table->file, text, "no such %s", field->name);
	return !table->file->error->fault;
}

static bool has(const struct table *table, const char *name)
{
	for (size_t i = 0; i < table->columns; i++)
		if (table->field[i] && strcmp(table->field[i]->name, name) == 0)
			return true;
	return false;
}

/* What a finding is at the least: of what, and whether it is news. */
static bool check_head(const struct table *table)
{
	if (!has(table, "metric"))
		return findings_fault(table->file, NULL,
				      "no column metric: these are no findings "
				      "(perfsift compare -f csv writes some)");
	return has(table, "reported") || has(table, "verdict") ||
	       has(table, "rank") ||
	       findings_fault(table->file, NULL,
			      "no column reported, verdict or rank: what of it "
			      "is news, nobody tells");
}

static bool on_end(struct rows *rows, size_t columns)
{
	struct table *table = rows->context;
	struct findings_file *file = table->file;

	if (!table->has_head) {
		table->has_head = true;
		return check_head(table);
	}
	if (columns != table->columns)
		findings_fault(file, NULL, "a field too few or too many");
	else if (table->broken)
		return true;
	else if (!table->finding.finding.metric)
		findings_fault(file, NULL, "a finding without a metric");
	else
		findings_take(file, &table->finding);
	return !file->error->fault;
}

bool findings_read_csv(struct findings_file *file)
{
	struct table table = { .file = file };
	struct error fault = { 0 };
	struct rows rows = { .name = file->name,
			     .file = file->path,
			     .delimiter = ',',
			     .field = on_field,
			     .end = on_end,
			     .context = &table };
	enum rows_status status = rows_read(&rows, &fault);

	free(table.field);
	file->line = rows.line;
	switch (status) {
	case ROWS_DONE:
	case ROWS_STOPPED:
		break;
	case ROWS_BAD:
		findings_fault(file, NULL, "%s", fault.text);
		break;
	case ROWS_TROUBLE:
		fail(file->error, fault.fault, "%s", fault.text);
		break;
	}
	return status == ROWS_DONE && !file->error->fault;
}
