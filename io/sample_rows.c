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

static bool is_text(const struct cell *cell, const char *wanted)
{
	return cell->length == strlen(wanted) &&
	       memcmp(cell->text, wanted, cell->length) == 0;
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
		      const struct cell *value, const struct cell *unit)
{
	const char *wrong;

	if (!sink_put(&reader->sink, run, value->text, value->length, unit,
		      &wrong))
		return false;
	if (!wrong)
		return true;
	if (reader->shape != SHAPE_MATRIX)
		return fault(reader, value->text, value->length, wrong);
	return drop_column(reader, run) &&
	       sink_note(&reader->sink, value->text, value->length, wrong);
}

/* What is wrong with the first row is wrong with all: the reading ends. */
static bool wrong_head(struct sample_rows *reader, const struct cell *cell,
		       const char *what)
{
	fault(reader, cell->text, cell->length, what);
	return false;
}

/* Whether a text that is no number was meant to be one. */
static bool is_figure(const char *text)
{
	text += strspn(text, " \t+-.");
	return *text >= '0' && *text <= '9';
}

static bool is_header(const struct cell *cell)
{
	return is_text(&cell[0], "metric") && is_text(&cell[1], "value");
}

/* metric,value[,unit] */
static bool take_header(struct sample_rows *reader, const struct cell *cell,
			size_t cells)
{
	if (reader->shape == SHAPE_MATRIX &&
	    !run_set_add_run(&reader->sink.commit->runs, reader->run_id))
		return fail_memory(reader->sink.error);
	reader->shape = SHAPE_RUN_HEADER;
	if (cells == 2)
		return true;
	if (!is_text(&cell[2], "unit"))
		return wrong_head(reader, &cell[2], run_file_columns);
	if (cells > 3)
		return wrong_head(reader, &cell[3], run_file_columns);
	reader->shape = SHAPE_RUN_UNIT;
	return true;
}

/* The second field of a file without a header tells what the file is. */
static bool check_second(struct sample_rows *reader, const struct cell *cell)
{
	const struct cell *second = &cell[1];
	struct number number;
	enum number_kind kind;

	if (!sink_parse(&reader->sink, second->text, second->length, 0, &number,
			&kind))
		return false;
	if (kind != NUMBER_BAD)
		return true;
	if (strchr(cell->text, ';') || strchr(second->text, ';'))
		return wrong_head(reader, second,
				  "separated by ;? --delimiter ';', and "
				  "--decimal , for a decimal comma");
	if (is_figure(second->text))
		return true;
	if (reader->shape == SHAPE_MATRIX)
		return wrong_head(reader, second, side_file_shapes);
	if (is_text(cell, "metric"))
		return wrong_head(reader, second, run_file_columns);
	return fault(reader, second->text, second->length,
		     "neither a number nor a header (columns are "
		     "metric,value[,unit])");
}

static bool add_matrix_row(struct sample_rows *reader, const struct cell *cell,
			   size_t cells)
{
	struct run_set *runs = &reader->sink.commit->runs;
	char id[24];

	while (runs->runs + 1 < cells) {
		snprintf(id, sizeof(id), "%zu", runs->runs + 1);
		if (!run_set_add_run(runs, id))
			return fail_memory(reader->sink.error);
	}
	for (size_t i = 1; i < cells; i++)
		if (!add_value(reader, (uint32_t)i - 1, &cell[i], NULL))
			return false;
	return true;
}

/* The samples of a row, up to one that spoils it. */
static bool take_samples(struct sample_rows *reader, const struct cell *cell,
			 size_t cells)
{
	size_t values = cells;

	/* A row in a unit counts as a whole. */
	if (reader->shape == SHAPE_RUN_UNIT && cells < 3)
		return true;
	if (cell->length == 0)
		return fault(reader, NULL, 0, "a metric without a name");
	if (!sink_metric(&reader->sink, cell->text, cell->length))
		return false;
	switch (reader->shape) {
	case SHAPE_MATRIX:
		return add_matrix_row(reader, cell, cells);
	case SHAPE_RUN_UNIT:
		return add_value(reader, reader->run, &cell[1], &cell[2]);
	case SHAPE_RUN_HEADER:
		values = cells < 2 ? cells : 2;
		break;
	case SHAPE_RUN:
		break;
	}
	for (size_t i = 1; i < values && !reader->row_bad; i++)
		if (!add_value(reader, reader->run, &cell[i], NULL))
			return false;
	return true;
}

/* One field where several are due: what may be the delimiter? */
static const char *single_field_cure(const char *text)
{
	if (!*text)
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

static bool take_row(struct rows *rows, const struct cell *cell, size_t cells)
{
	struct sample_rows *reader = rows->context;
	bool first = reader->first_row;

	reader->row_bad = reader->first_row = false;
	if (first && cells > 1) {
		if (is_header(cell))
			return take_header(reader, cell, cells);
		if (!check_second(reader, cell))
			return false;
	}
	if (!reader->row_bad && !(first && cells == 1) &&
	    !take_samples(reader, cell, cells))
		return false;
	return reader->row_bad || check_columns(reader, cells, cell->text);
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
			       .row = take_row,
			       .context = reader };
	reader->first_row = true;
	reader->row_bad = reader->file_bad = false;
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
	sink_release(&reader->sink);
}
