/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/digest.h"
#include "io/findings.h"
#include "io/number.h"
#include "io/rows.h"
#include "io/rules.h"
#include "io/text.h"

static const char *const kind_words[] = { "performance", "failure", "pass",
					  "ignore", NULL };
static const char *const better_words[] = { "", "higher", "lower", "neither",
					    NULL };
static const char *const reduce_words[] = { "mean",   "sum",   "min", "max",
					    "median", "delta", "p50", "p90",
					    "p95",    "p99",   NULL };
static const char *const absent_words[] = { "missing", "zero", NULL };

enum { NOWHERE = -1 };

#define TO(member) offsetof(struct rule, member)

/* clang-format off */
const struct rule_column rule_columns[RULE_COLUMNS + 1] = {
	[RULE_METRIC] = { "metric", "EXPRESSION",
		"the metrics that the row is about, by their whole name",
		RULE_TAKES_PATTERN, 0, NULL },
	[RULE_GROUP] = { "group", "EXPRESSION",
		"only in groups whose axis=value/... it matches somewhere",
		RULE_TAKES_PATTERN, 0, NULL },
	[RULE_KIND] = { "kind", "performance, failure, pass, ignore",
		"how it is compared; ignore: not at all",
		RULE_TAKES_WORD, TO(kind), kind_words },
	[RULE_BETTER] = { "better", "higher, lower, neither",
		"which way is good",
		RULE_TAKES_WORD, TO(better), better_words },
	[RULE_KPI] = { "kpi", "primary, yes, no",
		"whether the test exists to measure it",
		RULE_TAKES_WORD, TO(kpi), kpi_words },
	[RULE_CHANGE] = { "change", "relative, absolute",
		"change in percent of the base, or in points",
		RULE_TAKES_WORD, TO(change), change_kind_words },
	[RULE_REDUCE] = { "reduce",
		"mean, sum, min, max, median, delta, p50, p90, p95, p99",
		"samples within a run to one number",
		RULE_TAKES_WORD, TO(reduce), reduce_words },
	[RULE_ABSENT] = { "absent", "missing, zero",
		"what it is in a run that does not name it",
		RULE_TAKES_WORD, TO(absent), absent_words },
	[RULE_UNIT] = { "unit", "TEXT",
		"its unit, where the samples name none",
		RULE_TAKES_TEXT, TO(unit), NULL },
	[RULE_MIN_CHANGE] = { "min_change", "NUMBER",
		"floor of the change, in percent or points",
		RULE_TAKES_NUMBER, TO(min_change), NULL },
	[RULE_MIN_DELTA] = { "min_delta", "NUMBER",
		"floor of the difference of the means, in the unit",
		RULE_TAKES_NUMBER, TO(min_delta), NULL },
	[RULE_MIN_LEVEL] = { "min_level", "NUMBER",
		"what the larger mean must reach, in the unit",
		RULE_TAKES_NUMBER, TO(min_level), NULL },
	[RULE_MIN_RUNS] = { "min_runs", "NUMBER",
		"runs that each side needs",
		RULE_TAKES_COUNT, TO(min_runs), NULL },
	[RULE_ABOUT] = { "about", "TEXT", "what it measures",
		RULE_TAKES_TEXT, TO(about), NULL },
	[RULE_WHY] = { "why", "TEXT", "why the row is there",
		RULE_TAKES_TEXT, 0, NULL },
	[RULE_COLUMNS] = { NULL, NULL, NULL, RULE_TAKES_TEXT, 0, NULL },
};
/* clang-format on */

/* What is being read. */
struct reading_rules {
	struct rules *rules;
	struct problems *problems;
	struct error *error;
	struct digest digest;
	int place[RULE_COLUMNS]; /* [fields] column of each field */
	size_t fields;
	bool has_header, bad_header;
	struct rule_row row; /* the one that is being read */
	bool bad_row;
	const char *file; /* where that is, to tell of */
	size_t line;
};

static const char *column_name(size_t i)
{
	return rule_columns[i].name;
}

static int find_column(const char *name, size_t length)
{
	for (int i = 0; i < RULE_COLUMNS; i++)
		if (strlen(rule_columns[i].name) == length &&
		    memcmp(rule_columns[i].name, name, length) == 0)
			return i;
	return NOWHERE;
}

static void row_release(struct rule_row *row)
{
	for (size_t i = 0; i < RULE_COLUMNS; i++)
		free(row->text[i]);
	pattern_release(&row->metric);
	pattern_release(&row->group);
	*row = (struct rule_row){ 0 };
}

static bool take_word(const struct rule_column *column, const char *text,
		      uint8_t *to)
{
	for (uint8_t i = 0; column->words[i]; i++)
		if (strcmp(column->words[i], text) == 0) {
			*to = i;
			return true;
		}
	return false;
}

static bool take_number(const char *text, double least, double *to)
{
	struct number number;

	if (number_parse(text, strlen(text), 0, &number) != NUMBER_VALID ||
	    !(number.value >= least))
		return false;
	*to = number.value;
	return true;
}

static bool take_count(const char *text, uint32_t *to)
{
	double number;

	if (!take_number(text, 1, &number) || number > 1e9 ||
	    number != floor(number))
		return false;
	*to = (uint32_t)number;
	return true;
}

static bool take_pattern(struct rule_row *row, enum rule_column_number column,
			 char *what, size_t room, struct error *error)
{
	bool whole = column == RULE_METRIC;
	struct pattern *pattern = whole ? &row->metric : &row->group;
	char why[128];

	pattern_release(pattern);
	switch (pattern_compile(pattern, row->text[column],
				whole ? PATTERN_WHOLE : PATTERN_ANYWHERE, why,
				sizeof(why))) {
	case PATTERN_MADE:
		return true;
	case PATTERN_NO_MEMORY:
		return fail_memory(error);
	case PATTERN_BAD:
		break;
	}
	snprintf(what, room, "%s is no regular expression (%s)",
		 rule_columns[column].name, why);
	return false;
}

/* Fills a cell that has its text; else says what is wrong with it. */
static bool take_cell(struct rule_row *row, enum rule_column_number number,
		      char *what, size_t room, struct error *error)
{
	const struct rule_column *column = &rule_columns[number];
	const char *text = row->text[number];
	void *to = (char *)&row->value + column->offset;

	snprintf(what, room, "%s takes %s%s", column->name,
		 column->type == RULE_TAKES_WORD ? "one of " : "",
		 column->type == RULE_TAKES_NUMBER ?
			 "a number of at least 0" :
		 column->type == RULE_TAKES_COUNT ?
			 "a whole number of at least 1" :
			 column->values);
	switch (column->type) {
	case RULE_TAKES_PATTERN:
		return take_pattern(row, number, what, room, error);
	case RULE_TAKES_WORD:
		return take_word(column, text, to);
	case RULE_TAKES_NUMBER:
		return take_number(text, 0, to);
	case RULE_TAKES_COUNT:
		return take_count(text, to);
	case RULE_TAKES_TEXT:
		if (number != RULE_WHY)
			*(const char **)to = text;
	}
	return true;
}

static bool note(struct reading_rules *reading, const char *text,
		 const char *what)
{
	return problems_add(reading->problems, reading->error, FAULT_USAGE,
			    reading->file, reading->line, text,
			    text ? strlen(text) : 0, "%s", what);
}

/* The same for what spoils the row that is being read. */
static bool note_row(struct reading_rules *reading, const char *text,
		     const char *what)
{
	reading->bad_row = true;
	return note(reading, text, what);
}

/* Puts a cell into the row that is being read; false for want of memory. */
static bool set_cell(struct reading_rules *reading, int column,
		     const char *text, size_t length)
{
	struct rule_row *row = &reading->row;
	char what[256];

	if (!length || column == NOWHERE)
		return true;
	free(row->text[column]);
	row->text[column] = strndup(text, length);
	if (!row->text[column])
		return fail_memory(reading->error);
	row->set |= 1u << column;
	if (take_cell(row, (enum rule_column_number)column, what, sizeof(what),
		      reading->error))
		return true;
	if (reading->error->fault)
		return false;
	return note_row(reading, row->text[column], what);
}

static bool keep_row(struct reading_rules *reading)
{
	struct rules *rules = reading->rules;
	struct rule_row *row;

	if (reading->bad_row) {
		row_release(&reading->row);
		reading->bad_row = false;
		return true;
	}
	/* Room grows at each power of two. */
	if ((rules->rows & (rules->rows - 1)) == 0) {
		size_t room = rules->rows ? 2 * rules->rows : 1;

		row = realloc(rules->row, room * sizeof(*row));
		if (!row)
			return fail_memory(reading->error);
		rules->row = row;
	}
	reading->row.file = rules->files - 1;
	reading->row.line = reading->line;
	rules->row[rules->rows++] = reading->row;
	rules->file[rules->files - 1].rows++;
	reading->row = (struct rule_row){ 0 };
	return true;
}

static bool header_cell(struct reading_rules *reading, const char *text,
			size_t length)
{
	int column = find_column(text, length);
	char what[256], hint[64] = "";

	for (size_t i = 0; column != NOWHERE && i < reading->fields; i++)
		if (reading->place[i] == column)
			column = RULE_COLUMNS;
	if (column != NOWHERE && column != RULE_COLUMNS) {
		reading->place[reading->fields++] = column;
		return true;
	}
	reading->bad_header = true;
	if (column == RULE_COLUMNS) {
		snprintf(what, sizeof(what), "a column twice");
	} else {
		size_t used;

		text_did_you_mean(text, column_name, hint, sizeof(hint));
		used = (size_t)snprintf(what, sizeof(what),
					"no such column%s; columns are ", hint);
		for (size_t i = 0; i < RULE_COLUMNS; i++)
			used += (size_t)snprintf(what + used,
						 sizeof(what) - used, "%s%s",
						 i ? "," : "", column_name(i));
	}
	return note(reading, text, what);
}

static bool on_field(struct rows *rows, size_t column, const char *text,
		     size_t length)
{
	struct reading_rules *reading = rows->context;

	reading->line = rows->line;
	if (!reading->has_header)
		return header_cell(reading, text, length);
	if (column >= reading->fields)
		return true;
	return set_cell(reading, reading->place[column], text, length);
}

static bool header_end(struct reading_rules *reading)
{
	reading->has_header = true;
	if (reading->bad_header)
		return false;
	for (size_t i = 0; i < reading->fields; i++)
		if (reading->place[i] == RULE_METRIC)
			return true;
	reading->bad_header = true;
	note(reading, NULL,
	     "the first row names the columns, and metric must be one");
	return false;
}

static bool on_end(struct rows *rows, size_t columns)
{
	struct reading_rules *reading = rows->context;
	const char *what = NULL;

	reading->line = rows->line;
	if (!reading->has_header)
		return header_end(reading);
	if (columns != reading->fields)
		what = columns < reading->fields ? "a field too few" :
						   "a field too many";
	else if (!reading->row.text[RULE_METRIC])
		what = "a row without a metric";
	return (!what || note_row(reading, NULL, what)) && keep_row(reading);
}

static void on_bytes(struct rows *rows, const char *bytes, size_t length)
{
	struct reading_rules *reading = rows->context;

	digest_bytes(&reading->digest, bytes, length);
}

static bool begin_file(struct reading_rules *reading, const char *name)
{
	struct rules *rules = reading->rules;
	struct rules_file *file =
		realloc(rules->file, (rules->files + 1) * sizeof(*file));

	if (!file)
		return fail_memory(reading->error);
	rules->file = file;
	file += rules->files;
	*file = (struct rules_file){ .name = strdup(name) };
	if (!file->name)
		return fail_memory(reading->error);
	rules->files++;
	reading->file = name;
	digest_begin(&reading->digest);
	return true;
}

static void end_file(struct reading_rules *reading)
{
	reading->rules->file[reading->rules->files - 1].fingerprint =
		digest_end(&reading->digest);
	row_release(&reading->row);
}

bool rules_read(struct rules *rules, const char *path, const char *name,
		struct problems *problems, struct error *error)
{
	struct reading_rules reading = { .rules = rules,
					 .problems = problems,
					 .error = error };
	struct rows rows = { .name = name,
			     .file = path,
			     .delimiter = ',',
			     .waits = true,
			     .field = on_field,
			     .end = on_end,
			     .bytes_read = on_bytes,
			     .context = &reading };
	enum rows_status status;
	bool done = true;

	if (!begin_file(&reading, name))
		return false;
	status = rows_read(&rows, error);
	if (status == ROWS_BAD) {
		reading.line = rows.line;
		done = note(&reading, NULL, error->text);
		if (done)
			*error = (struct error){ 0 };
	} else if (status == ROWS_DONE && !reading.has_header) {
		reading.line = 0;
		done = note(&reading, NULL,
			    "empty: the first row names the columns");
	} else if (status == ROWS_TROUBLE || error->fault) {
		done = false;
	}
	end_file(&reading);
	return done;
}

/* Where " column=" begins at or behind text; NULL: nowhere. */
static const char *next_assignment(const char *text, bool known)
{
	for (const char *at = text; *at; at++) {
		size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_");

		if (at > text && !strchr(" \t", at[-1]))
			continue;
		if (length && at[length] == '=' &&
		    (!known || find_column(at, length) != NOWHERE))
			return at;
	}
	return NULL;
}

/* The colon that ends the pattern: behind it stands a column. */
static const char *end_of_pattern(const char *text)
{
	const char *colon = strchr(text, ':');

	for (; colon; colon = strchr(colon + 1, ':')) {
		const char *at = colon + 1 + strspn(colon + 1, " \t");

		if (next_assignment(at, false) == at)
			return colon;
	}
	return NULL;
}

static bool no_such_column(struct reading_rules *reading, const char *text,
			   size_t length)
{
	char name[64], hint[64], what[160];

	snprintf(name, sizeof(name), "%.*s", (int)length, text);
	text_did_you_mean(name, column_name, hint, sizeof(hint));
	snprintf(what, sizeof(what), "no such column%s (perfsift --help rules)",
		 hint);
	return note_row(reading, text, what);
}

/* "column=value" at text, whose value ends where the next one begins. */
static bool read_assignment(struct reading_rules *reading, const char *text,
			    const char **next)
{
	size_t name = strcspn(text, "=");
	const char *value = text + name + 1;
	int column = find_column(text, name);
	size_t length;

	*next = next_assignment(value, true);
	length = *next ? (size_t)(*next - value) : strlen(value);
	while (length && strchr(" \t", value[length - 1]))
		length--;
	if (column == NOWHERE || column == RULE_METRIC)
		return no_such_column(reading, text, name);
	if (reading->row.text[column])
		return note_row(reading, text, "a column twice");
	return set_cell(reading, column, value, length);
}

static bool read_override(struct reading_rules *reading, const char *text)
{
	const char *colon = end_of_pattern(text), *at;

	if (!colon || colon == text)
		return note_row(reading, text,
				"an override is 'PATTERN: column=value ...'") &&
		       keep_row(reading);
	if (!set_cell(reading, RULE_METRIC, text, (size_t)(colon - text)))
		return false;
	at = colon + 1 + strspn(colon + 1, " \t");
	while (at && *at)
		if (!read_assignment(reading, at, &at))
			return false;
	return keep_row(reading);
}

bool rules_override(struct rules *rules, const char *const *text, size_t count,
		    struct problems *problems, struct error *error)
{
	struct reading_rules reading = { .rules = rules,
					 .problems = problems,
					 .error = error };
	bool done = true;

	if (!count)
		return true;
	if (!begin_file(&reading, "-r"))
		return false;
	for (size_t i = 0; done && i < count; i++) {
		digest_text(&reading.digest, text[i]);
		reading.line = i + 1;
		done = read_override(&reading, text[i]);
	}
	end_file(&reading);
	return done;
}

void rules_release(struct rules *rules)
{
	for (size_t i = 0; i < rules->rows; i++)
		row_release(&rules->row[i]);
	for (size_t i = 0; i < rules->files; i++)
		free(rules->file[i].name);
	free(rules->file);
	free(rules->row);
	free(rules->by_byte);
	for (uint32_t i = 0; i < rules->parts.count; i++)
		free(rules->part[i].row);
	free(rules->part);
	names_release(&rules->parts);
	free(rules->set);
	names_release(&rules->names);
	names_release(&rules->sets);
	if (rules->has_lock)
		pthread_mutex_destroy(&rules->lock);
	*rules = (struct rules){ 0 };
}
