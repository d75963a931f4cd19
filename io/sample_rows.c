/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/sample_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "io/rules.h"
#include "io/unit.h"

/* Of the faults of one file, as many are told; the others are counted. */
enum { FAULTS_TOLD = 20 };

static const char run_file_columns[] = "columns are metric,value[,unit]";
static const char side_file_shapes[] =
	"neither a run file (header metric,value[,unit]) nor a matrix "
	"(metric,v1,v2,... without a header)";

static bool hold(struct sample_rows *reader, struct held *held,
		 const char *text, size_t length)
{
	if (length + 1 > held->room) {
		size_t room = 2 * length + 64;
		char *bigger = realloc(held->text, room);

		if (!bigger)
			return fail_memory(reader->error);
		held->text = bigger;
		held->room = room;
	}
	memcpy(held->text, text, length);
	held->text[length] = '\0';
	held->length = length;
	return true;
}

/* Notes a fault; the file goes on, to find further ones. */
static bool note(struct sample_rows *reader, const char *text, size_t length,
		 const char *what)
{
	if (reader->faults++ >= FAULTS_TOLD) {
		reader->problems->untold++;
		return true;
	}
	return problems_add(reader->problems, reader->error, FAULT_INPUT,
			    reader->rows.file, reader->rows.line, text, length,
			    "%s", what);
}

/* A fault that spoils the row, and with it the file. */
static bool fault(struct sample_rows *reader, const char *text, size_t length,
		  const char *what)
{
	reader->row_bad = reader->file_bad = true;
	return note(reader, text, length, what);
}

static bool is_text(const char *text, size_t length, const char *wanted)
{
	return length == strlen(wanted) && memcmp(text, wanted, length) == 0;
}

/*
 * Finds the number of the row's metric; a new one is described.  Its unit stays
 * open until a sample that is there names it.
 */
static bool begin_metric(struct sample_rows *reader, const char *text,
			 size_t length)
{
	struct group *group = reader->group;

	if (length == 0)
		return fault(reader, NULL, 0, "a metric without a name");
	if (!names_intern(&group->names, text, length, &reader->metric))
		return fail_memory(reader->error);
	return reader->metric < group->described ||
	       rules_describe(group, reader->metric, UNIT_OPEN, reader->error);
}

static bool fix_unit(struct sample_rows *reader, uint32_t unit)
{
	return reader->group->unit[reader->metric] != UNIT_OPEN ||
	       rules_describe(reader->group, reader->metric, unit,
			      reader->error);
}

static void note_incomplete(struct sample_rows *reader, uint32_t run,
			    double value)
{
	static const char flag[] = "last_state.is_incomplete_run";
	const struct names *names = &reader->group->names;

	if (names->length[reader->metric] == sizeof(flag) - 1 && value == 1 &&
	    strcmp(names_text(names, reader->metric), flag) == 0)
		reader->commit->runs.incomplete[run] = true;
}

/* The step in the unit of the metric, of which it is a power of ten. */
static int scaled_step(int step, int binary)
{
	return (int)lround(step + binary * log10(2));
}

static bool log_sample(struct sample_rows *reader, uint32_t run, double value,
		       int step)
{
	note_incomplete(reader, run, value);
	return sample_log_append(&reader->log, reader->metric, run, value,
				 step) ||
	       fail_memory(reader->error);
}

/* A sample without a unit, of a metric that has one, is no such sample. */
static bool log_plain(struct sample_rows *reader, uint32_t run,
		      const struct number *number)
{
	if (!fix_unit(reader, UNIT_NONE))
		return false;
	return log_sample(reader, run, number->value,
			  reader->group->unit[reader->metric] == UNIT_NONE ?
				  number->step :
				  STEP_CONFLICT);
}

static bool drop_column(struct sample_rows *reader, uint32_t run)
{
	if (run >= reader->bad_room) {
		size_t room = 2 * (size_t)run + 64;
		bool *bad = realloc(reader->bad_run, room * sizeof(*bad));

		if (!bad)
			return fail_memory(reader->error);
		memset(bad + reader->bad_room, 0, room - reader->bad_room);
		reader->bad_run = bad;
		reader->bad_room = room;
	}
	reader->bad_run[run] = true;
	return true;
}

/* A number with the decimal mark that was asked for. */
static bool parse(struct sample_rows *reader, const char *text, size_t length,
		  int shift, struct number *number, enum number_kind *kind)
{
	*kind = NUMBER_BAD;
	if (reader->reading->decimal == '.') {
		*kind = number_parse(text, length, shift, number);
		return true;
	}
	if (memchr(text, '.', length))
		return true;
	if (!hold(reader, &reader->translated, text, length))
		return false;
	for (size_t i = 0; i < length; i++)
		if (text[i] == reader->reading->decimal)
			reader->translated.text[i] = '.';
	*kind = number_parse(reader->translated.text, length, shift, number);
	return true;
}

static const char *complaint(const struct sample_rows *reader, const char *text,
			     size_t length)
{
	const char *what;

	if (reader->reading->decimal != '.') {
		if (memchr(text, '.', length))
			return "a decimal point, where --decimal says "
			       "otherwise";
		/* The text that parse() has just translated. */
		return number_complaint(reader->translated.text, length);
	}
	what = number_complaint(text, length);
	/* The cure is none where commas part the fields. */
	if (strstr(what, "--decimal") && reader->reading->delimiter == ',')
		return "a comma in a number: write a point for a decimal "
		       "comma, and no thousands separators";
	return what;
}

static bool add_value(struct sample_rows *reader, uint32_t run,
		      const char *text, size_t length)
{
	struct number number;
	enum number_kind kind;

	if (!parse(reader, text, length, 0, &number, &kind))
		return false;
	switch (kind) {
	case NUMBER_VALID:
		return log_plain(reader, run, &number);
	case NUMBER_MISSING:
		return log_sample(reader, run, NAN, 0);
	default:
		if (reader->shape != SHAPE_MATRIX)
			return fault(reader, text, length,
				     complaint(reader, text, length));
		return drop_column(reader, run) &&
		       note(reader, text, length,
			    complaint(reader, text, length));
	}
}

/* A row metric,value,unit, which is complete. */
static bool add_value_in_unit(struct sample_rows *reader, const char *unit,
			      size_t length)
{
	struct group *group = reader->group;
	const char *text = reader->value.text;
	struct unit_factor factor = { 0 };
	struct number number;
	enum number_kind kind;
	uint32_t unit_number;
	bool converts;

	if (!begin_metric(reader, reader->name.text, reader->name.length))
		return false;
	if (reader->row_bad)
		return true;
	if (!parse(reader, text, reader->value.length, 0, &number, &kind))
		return false;
	if (kind == NUMBER_MISSING)
		return log_sample(reader, reader->run, NAN, 0);
	if (!names_intern(&group->units, unit, length, &unit_number))
		return fail_memory(reader->error);
	if (kind == NUMBER_VALID && !fix_unit(reader, unit_number))
		return false;
	converts = kind == NUMBER_VALID &&
		   unit_convert(unit_text(group, unit_number),
				unit_text(group, group->unit[reader->metric]),
				&factor);
	/* Read anew: the exponent is shifted before the one rounding. */
	if (factor.decimal && !parse(reader, text, reader->value.length,
				     factor.decimal, &number, &kind))
		return false;
	number.value = ldexp(number.value, factor.binary);
	if (kind == NUMBER_VALID && isfinite(number.value))
		return log_sample(reader, reader->run, number.value,
				  converts ? scaled_step(number.step,
							 factor.binary) :
					     STEP_CONFLICT);
	return fault(reader, text, reader->value.length,
		     kind == NUMBER_VALID ?
			     "beyond the range of a double" :
			     complaint(reader, text, reader->value.length));
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
		    !run_set_add_run(&reader->commit->runs, reader->run_id))
			return fail_memory(reader->error);
		reader->shape = SHAPE_RUN_HEADER;
		return true;
	}
	if (!parse(reader, text, length, 0, &number, &kind))
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
	struct run_set *runs = &reader->commit->runs;
	char id[24];

	while (runs->runs < column) {
		snprintf(id, sizeof(id), "%zu", runs->runs + 1);
		if (!run_set_add_run(runs, id))
			return fail_memory(reader->error);
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
			return hold(reader, &reader->name, text, length);
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
			return hold(reader, &reader->value, text, length);
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
		return note(reader, name, strlen(name),
			    single_field_cure(name));
	}
	if (columns == due)
		return true;
	reader->file_bad = true;
	snprintf(what, sizeof(what), "%zu fields where the header has %zu",
		 columns, due);
	return note(reader, name, strlen(name), what);
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
		name = names_text(&reader->group->names, reader->metric);
	return check_columns(reader, columns, name);
}

bool sample_rows_read(struct sample_rows *reader, const char *path, bool *good)
{
	struct error error = { 0 };
	size_t samples = reader->log.count;

	reader->rows = (struct rows){ .file = path,
				      .delimiter = reader->reading->delimiter,
				      .waits = reader->waits,
				      .field = take_field,
				      .end = end_row,
				      .context = reader };
	reader->first_row = true;
	reader->is_header = reader->row_bad = false;
	reader->file_bad = false;
	reader->faults = 0;
	*good = false;
	switch (rows_read(&reader->rows, &error)) {
	case ROWS_DONE:
		break;
	case ROWS_STOPPED:
		reader->file_bad = true;
		return !reader->error->fault;
	case ROWS_BAD:
		reader->file_bad = true;
		return problems_add(reader->problems, reader->error,
				    FAULT_INPUT, path, reader->rows.line, NULL,
				    0, "%s", error.text);
	case ROWS_TROUBLE:
		reader->file_bad = true;
		if (!reader->reading->keep_going)
			return fail(reader->error, error.fault, "%s",
				    error.text);
		return problems_add(reader->problems, reader->error,
				    error.fault, path, 0, NULL, 0, "%s",
				    error_without(&error, path));
	}
	if (reader->faults == 0 && reader->log.count == samples)
		return problems_add(reader->problems, reader->error,
				    FAULT_INPUT, path, 0, NULL, 0,
				    "no sample in this file");
	*good = reader->faults == 0;
	return true;
}

bool sample_rows_drop_bad_runs(struct sample_rows *reader)
{
	struct run_set *runs = &reader->commit->runs;
	uint32_t *number = malloc((runs->runs + 1) * sizeof(*number));
	uint32_t kept = 0;

	if (!number)
		return fail_memory(reader->error);
	for (size_t run = 0; run < runs->runs; run++)
		number[run] = reader->file_bad || (run < reader->bad_room &&
						   reader->bad_run[run]) ?
				      RUN_DROPPED :
				      kept++;
	sample_log_renumber(&reader->log, number);
	run_set_renumber(runs, number);
	free(number);
	return true;
}

void sample_rows_release(struct sample_rows *reader)
{
	sample_log_release(&reader->log);
	free(reader->bad_run);
	free(reader->name.text);
	free(reader->value.text);
	free(reader->translated.text);
}
