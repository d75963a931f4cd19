/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/sample_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"

static const char run_file_columns[] = "columns are metric,value[,unit]";
static const char side_file_shapes[] =
	"neither a run file (header metric,value[,unit]) nor a matrix "
	"(metric,v1,v2,... without a header)";

/* A fault that spoils the row, and with it the file. */
static bool fault(struct sample_rows *reader, const char *text, size_t length,
		  const char *what)
{
	reader->row_bad = reader->file_bad = true;
	return sink_note(&reader->sink, text, length, what);
}

static bool is_text(const char *text, size_t length, const char *wanted)
{
	return length == strlen(wanted) && memcmp(text, wanted, length) == 0;
}

static bool begin_metric(struct sample_rows *reader, const char *text,
			 size_t length)
{
	if (length == 0)
		return fault(reader, NULL, 0, "a metric without a name");
	return sink_metric(&reader->sink, text, length);
}

static bool drop_column(struct sample_rows *reader, uint32_t run)
{
	if (run >= reader->bad_room) {
		size_t room = 2 * (size_t)run + 64;
		bool *bad = realloc(reader->bad_run, room * sizeof(*bad));

		if (!bad)
			return fail_memory(reader->sink.error);
		memset(bad + reader->bad_room, 0, room - reader->bad_room);
		reader->bad_run = bad;
		reader->bad_room = room;
	}
	reader->bad_run[run] = true;
	return true;
}

static bool add_value(struct sample_rows *reader, uint32_t run,
		      const char *text, size_t length)
{
	const char *wrong;

	if (!sink_put(&reader->sink, run, text, length, NULL, &wrong))
		return false;
	if (!wrong)
		return true;
	if (reader->shape != SHAPE_MATRIX)
		return fault(reader, text, length, wrong);
	return drop_column(reader, run) &&
	       sink_note(&reader->sink, text, length, wrong);
}

/* A row metric,value,unit, which is complete. */
static bool add_value_in_unit(struct sample_rows *reader, const char *unit,
			      size_t length)
{
	const struct held *value = &reader->value;
	const char *wrong;

	if (!begin_metric(reader, reader->name.text, reader->name.length))
		return false;
	if (reader->row_bad)
		return true;
	if (!held_set(&reader->unit, unit, length, reader->sink.error) ||
	    !sink_put(&reader->sink, reader->run, value->text, value->length,
		      &reader->unit, &wrong))
		return false;
	return !wrong || fault(reader, value->text, value->length, wrong);
}

/* What is wrong with the first row is wrong with all: the reading ends. */
static bool wrong_head(struct sample_rows *reader, const char *text,
		       size_t length, const char *what)
{
	fault(reader, text, length, what);
	return false;
}

/* Whether a text that is no number was meant to be one. */
static bool is_figure(const char *text)
{
	text += strspn(text, " \t+-.");
	return *text >= '0' && *text <= '9';
}

/* The second field of a file without a header tells whether it has one. */
static bool second_field(struct sample_rows *reader, const char *text,
			 size_t length)
{
	struct number number;
	enum number_kind kind;

	if (is_text(reader->name.text, reader->name.length, "metric") &&
	    is_text(text, length, "value")) {
		reader->is_header = true;
		if (reader->shape == SHAPE_MATRIX &&
		    !run_set_add_run(&reader->sink.commit->runs,
				     reader->run_id))
			return fail_memory(reader->sink.error);
		reader->shape = SHAPE_RUN_HEADER;
		return true;
	}
	if (!sink_parse(&reader->sink, text, length, 0, &number, &kind))
		return false;
	if (kind == NUMBER_BAD &&
	    (strchr(reader->name.text, ';') || strchr(text, ';')))
		return wrong_head(reader, text, length,
				  "separated by ;? --delimiter ';', and "
				  "--decimal , for a decimal comma");
	if (kind != NUMBER_BAD || is_figure(text))
		return begin_metric(reader, reader->name.text,
				    reader->name.length);
	if (reader->shape == SHAPE_MATRIX)
		return wrong_head(reader, text, length, side_file_shapes);
	if (is_text(reader->name.text, reader->name.length, "metric"))
		return wrong_head(reader, text, length, run_file_columns);
	return fault(reader, text, length,
		     "neither a number nor a header (columns are "
		     "metric,value[,unit])");
}

static bool header_field(struct sample_rows *reader, size_t column,
			 const char *text, size_t length)
{
	if (column == 1)
		return true;
	if (column > 2 || !is_text(text, length, "unit"))
		return wrong_head(reader, text, length, run_file_columns);
	reader->shape = SHAPE_RUN_UNIT;
	return true;
}

static bool add_matrix_value(struct sample_rows *reader, size_t column,
			     const char *text, size_t length)
{
	struct run_set *runs = &reader->sink.commit->runs;
	char id[24];

	while (runs->runs < column) {
		snprintf(id, sizeof(id), "%zu", runs->runs + 1);
		if (!run_set_add_run(runs, id))
			return fail_memory(reader->sink.error);
	}
	return add_value(reader, (uint32_t)column - 1, text, length);
}

static bool take_field(struct rows *rows, size_t column, const char *text,
		       size_t length)
{
	struct sample_rows *reader = rows->context;

	if (reader->row_bad)
		return true;
	if (column == 0) {
		if (reader->first_row || reader->shape == SHAPE_RUN_UNIT)
			return held_set(&reader->name, text, length,
					reader->sink.error);
		return begin_metric(reader, text, length);
	}
	if (reader->first_row) {
		if (column == 1 && !second_field(reader, text, length))
			return false;
		if (reader->is_header)
			return header_field(reader, column, text, length);
	}
	switch (reader->shape) {
	case SHAPE_RUN:
		return reader->row_bad ||
		       add_value(reader, reader->run, text, length);
	case SHAPE_RUN_HEADER:
		return column > 1 ||
		       add_value(reader, reader->run, text, length);
	case SHAPE_RUN_UNIT:
		if (column == 1)
			return held_set(&reader->value, text, length,
					reader->sink.error);
		return column > 2 || add_value_in_unit(reader, text, length);
	case SHAPE_MATRIX:
		return reader->row_bad ||
		       add_matrix_value(reader, column, text, length);
	}
	return true;
}

/* One field where several are due: what may be the delimiter? */
static const char *single_field_cure(const char *text)
{
	if (!text || !*text)
		return "one field a line where several were expected";
	if (strchr(text, ';'))
		return "one field a line where several were expected "
		       "(separated by ;? --delimiter ';')";
	if (strchr(text, '\t'))
		return "one field a line where several were expected "
		       "(separated by tabs? --delimiter tab)";
	return "one field a line where several were expected (--delimiter?)";
}

static bool check_columns(struct sample_rows *reader, size_t columns,
			  const char *name)
{
	size_t due = reader->shape == SHAPE_RUN_UNIT   ? 3 :
		     reader->shape == SHAPE_RUN_HEADER ? 2 :
							 columns;
	char what[80];

	if (columns == 1) {
		reader->file_bad = true;
		return sink_note(&reader->sink, name, strlen(name),
				 single_field_cure(name));
	}
	if (columns == due)
		return true;
	reader->file_bad = true;
	snprintf(what, sizeof(what), "%zu fields where the header has %zu",
		 columns, due);
	return sink_note(&reader->sink, name, strlen(name), what);
}

static bool end_row(struct rows *rows, size_t columns)
{
	struct sample_rows *reader = rows->context;
	bool bad = reader->row_bad, first = reader->first_row;
	const char *name;

	reader->row_bad = reader->first_row = false;
	if (reader->is_header) {
		reader->is_header = false;
		return true;
	}
	if (bad)
		return true;
	if (first || reader->shape == SHAPE_RUN_UNIT)
		name = reader->name.text;
	else
		name = names_text(&reader->sink.group->names,
				  reader->sink.metric);
	return check_columns(reader, columns, name);
}

bool sample_rows_read(struct sample_rows *reader, const char *path, bool *good)
{
	struct error error = { 0 };
	size_t samples = reader->log.count;

	reader->rows =
		(struct rows){ .name = reader->told,
			       .file = path,
			       .delimiter = reader->sink.reading->delimiter,
			       .waits = reader->waits,
			       .field = take_field,
			       .end = end_row,
			       .context = reader };
	reader->first_row = true;
	reader->is_header = reader->row_bad = false;
	reader->file_bad = false;
	reader->sink.faults = 0;
	*good = false;
	switch (rows_read(&reader->rows, &error)) {
	case ROWS_DONE:
		break;
	case ROWS_STOPPED:
		reader->file_bad = true;
		return !reader->sink.error->fault;
	case ROWS_BAD:
		reader->file_bad = true;
		return problems_add(reader->sink.problems, reader->sink.error,
				    FAULT_INPUT, path, reader->rows.line, NULL,
				    0, "%s", error.text);
	case ROWS_TROUBLE:
		reader->file_bad = true;
		/* A run may be left out, but not for what is no fault of it. */
		if (!reader->sink.reading->keep_going ||
		    error_is_memory(&error))
			return fail(reader->sink.error, error.fault, "%s",
				    error.text);
		return problems_add(reader->sink.problems, reader->sink.error,
				    error.fault, path, 0, NULL, 0, "%s",
				    error_without(&error, path));
	}
	if (reader->sink.faults == 0 && reader->log.count == samples)
		return problems_add(reader->sink.problems, reader->sink.error,
				    FAULT_INPUT, rows_name(&reader->rows), 0,
				    NULL, 0, "no sample in this file");
	*good = reader->sink.faults == 0;
	return true;
}

bool sample_rows_drop_bad_runs(struct sample_rows *reader)
{
	struct run_set *runs = &reader->sink.commit->runs;
	uint32_t *number = malloc((runs->runs + 1) * sizeof(*number));
	uint32_t kept = 0;
	bool done;

	if (!number)
		return fail_memory(reader->sink.error);
	for (size_t run = 0; run < runs->runs; run++)
		number[run] = reader->file_bad || (run < reader->bad_room &&
						   reader->bad_run[run]) ?
				      RUN_DROPPED :
				      kept++;
	sample_log_renumber(&reader->log, number);
	done = run_set_renumber(runs, number) ||
	       fail_memory(reader->sink.error);
	free(number);
	return done;
}

void sample_rows_release(struct sample_rows *reader)
{
	sample_log_release(&reader->log);
	free(reader->bad_run);
	free(reader->name.text);
	free(reader->value.text);
	free(reader->unit.text);
	sink_release(&reader->sink);
}
