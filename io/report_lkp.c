/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/report.h"
#include "io/sections.h"
#include "io/text.h"

/* Columns, which are not bytes: "±" is one column and two bytes. */
enum {
	SHORT_ID = 10,	   /* in the list of commits */
	BASE_ID = 16,	   /* over the columns of the base */
	CANDIDATE_ID = 27, /* over those of a candidate */
	RULE = 89,	   /* "=" above a table */
	SEPARATOR = 99,	   /* "*" between two tables */
};

enum { CHANGE_ROOM = 16 };

/* A line: one metric of the base and of all candidates. */
struct line {
	const char *metric;
	const struct finding **finding; /* [candidates] NULL: neither the base
					   nor the candidate has the metric */
	const struct finding *base;	/* one of them, for the base */
	size_t block_lines;		/* lines with this first part of name */
	bool own;			/* of the benchmark itself */
	double change;			/* of the first candidate */
	char shown[CHANGE_ROOM];	/* the same as it is printed */
};

/* The comparisons of a group, which share their base. */
struct table {
	const struct comparison *comparison; /* [candidates] */
	size_t candidates;
	const struct report_row **row; /* [rows] of any candidate */
	size_t rows;
	struct line *line; /* [lines] */
	size_t lines;
	const struct finding **finding; /* [lines * candidates] of the lines */
};

static void put_run(FILE *stream, char what, size_t columns)
{
	while (columns-- > 0)
		putc(what, stream);
}

/* The bytes of the first columns of a text without unsafe characters. */
static size_t prefix_bytes(const char *text, size_t columns)
{
	size_t bytes = 0, length;
	unsigned code;

	while (text[bytes]) {
		char glyph[5] = "";
		size_t width;

		length = text_code_point(text + bytes, &code);
		memcpy(glyph, text + bytes, length);
		width = text_columns(glyph);
		if (width > columns)
			break;
		columns -= width;
		bytes += length;
	}
	return bytes;
}

/* The beginning of a text, and as many blanks in front as it is too short. */
static bool put_id(FILE *stream, const char *id, size_t columns)
{
	size_t room = 4 * strlen(id) + 8, used;
	char *copy = malloc(room);

	if (copy) {
		used = text_fit(id, SIZE_MAX, copy, room);
		if (used < columns)
			put_run(stream, ' ', columns - used);
		fwrite(copy, 1, prefix_bytes(copy, columns), stream);
		putc(' ', stream);
	}
	free(copy);
	return copy;
}

static bool put_text(FILE *stream, const char *text)
{
	return text_put(stream, text, SIZE_MAX) != SIZE_MAX;
}

static bool put_commit(FILE *stream, const struct commit *commit)
{
	size_t digits = strspn(commit->id, "0123456789abcdef");

	fputs("  ", stream);
	if (digits > SHORT_ID && !commit->id[digits])
		fprintf(stream, "%.*s", SHORT_ID, commit->id);
	else if (!put_text(stream, commit->id))
		return false;
	if (commit->subject && *commit->subject) {
		fputs(" (\"", stream);
		if (!put_text(stream, commit->subject))
			return false;
		fputs("\")", stream);
	}
	putc('\n', stream);
	return true;
}

static bool put_axes(FILE *stream, const struct group *group)
{
	if (!group->axes)
		return true;
	for (size_t i = 0; i < group->axes; i++) {
		if (i)
			putc('/', stream);
		if (!put_text(stream, group->axis[i].name))
			return false;
	}
	fputs(":\n  ", stream);
	for (size_t i = 0; i < group->axes; i++) {
		if (i)
			putc('/', stream);
		if (!put_text(stream, group->axis[i].value))
			return false;
	}
	fputs("\n\n", stream);
	return true;
}

static bool put_head(FILE *stream, const struct table *table)
{
	const struct comparison *comparison = table->comparison;

	put_run(stream, '=', RULE);
	putc('\n', stream);
	if (!put_axes(stream, comparison->group))
		return false;
	fputs("commit: \n", stream);
	if (!put_commit(stream, comparison->base))
		return false;
	for (size_t i = 0; i < table->candidates; i++)
		if (!put_commit(stream, comparison[i].candidate))
			return false;
	putc('\n', stream);
	if (!put_id(stream, comparison->base->id, BASE_ID))
		return false;
	for (size_t i = 0; i < table->candidates; i++)
		if (!put_id(stream, comparison[i].candidate->id, CANDIDATE_ID))
			return false;
	putc('\n', stream);
	put_run(stream, '-', BASE_ID);
	putc(' ', stream);
	for (size_t i = 0; i < table->candidates; i++) {
		put_run(stream, '-', CANDIDATE_ID);
		putc(' ', stream);
	}
	putc('\n', stream);
	return true;
}

/* A line of the base's part and, for each candidate, of its own. */
static void put_titles(FILE *stream, size_t candidates, const char *base,
		       const char *candidate)
{
	fputs(base, stream);
	for (size_t i = 0; i < candidates; i++)
		fputs(candidate, stream);
	putc('\n', stream);
}

static void put_failure_titles(FILE *stream, size_t candidates)
{
	put_titles(stream, candidates, "       fail:runs",
		   "  %reproduction    fail:runs");
	put_titles(stream, candidates, "           |    ",
		   "         |             |    ");
}

static void put_performance_titles(FILE *stream, size_t candidates)
{
	put_titles(stream, candidates, "         %stddev",
		   "     %change         %stddev");
	put_titles(stream, candidates, "             \\  ",
		   "        |                \\  ");
}

/* What a side never had is 0; what it had without a figure is not known. */
static double mean_of(const struct side *side, unsigned seen)
{
	return side->n || seen & METRIC_SEEN ? side->mean : 0;
}

static double base_mean(const struct line *line)
{
	return mean_of(&line->base->base, line->base->base_seen);
}

static double candidate_mean(const struct line *line, size_t candidate)
{
	const struct finding *finding = line->finding[candidate];

	return finding ? mean_of(&finding->candidate, finding->candidate_seen) :
			 0;
}

/* NaN where a mean is not known. */
static double change_of(const struct line *line, size_t candidate)
{
	double base = base_mean(line);
	double difference = candidate_mean(line, candidate) - base;

	if (line->base->change_kind == CHANGE_ABSOLUTE || difference == 0)
		return difference;
	return 100 * difference / fabs(base);
}

/*
 * A whole number, where only the last bits of a double make it none: it is cut
 * to a whole number next.
 */
static double settle(double value)
{
	double whole = rint(value);

	return fabs(value - whole) <= 1e-12 * fabs(whole) ? whole : value;
}

/* In percent of the mean; the robot divides by n, a finding's sd by n - 1. */
static double deviation_of(const struct side *side, double mean)
{
	if (!side || mean == 0)
		return NAN;
	return settle(100 * side->sd * sqrt(1 - 1.0 / side->n) / fabs(mean));
}

static void put_side(FILE *stream, const struct side *side, double mean)
{
	double deviation = deviation_of(side, mean), size = fabs(mean);

	if (isnan(mean))
		fprintf(stream, "%10s", "");
	else if (size < 1000)
		fprintf(stream, "%10.2f", mean);
	else if (size <= 1e8)
		fprintf(stream, "%10.0f", trunc(settle(mean)));
	else
		fprintf(stream, "%10.4g", mean);
	if (deviation > 2)
		fprintf(stream, " ±%3.0f%%", trunc(deviation));
	else
		fprintf(stream, "%6s", "");
}

static void format_change(double change, char text[CHANGE_ROOM])
{
	if (isnan(change))
		text[0] = '\0';
	else
		snprintf(text, CHANGE_ROOM,
			 fabs(change) < 1e5 ? "%+10.1f" : "%+10.2g", change);
}

static void put_change(FILE *stream, double change, enum change_kind kind)
{
	char text[CHANGE_ROOM];

	format_change(change, text);
	fprintf(stream, "%10s%s", text,
		*text && kind == CHANGE_RELATIVE ? "% " : "  ");
}

static bool put_performance(FILE *stream, const struct table *table,
			    const struct line *line)
{
	put_side(stream, &line->base->base, base_mean(line));
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding = line->finding[i];

		put_change(stream, change_of(line, i), line->base->change_kind);
		put_side(stream, finding ? &finding->candidate : NULL,
			 candidate_mean(line, i));
	}
	fputs("  ", stream);
	if (!put_text(stream, line->metric))
		return false;
	putc('\n', stream);
	return true;
}

static void put_failures(FILE *stream, uint32_t fails, size_t runs)
{
	if (fails)
		fprintf(stream, "%11" PRIu32 ":%-4zu", fails, runs);
	else
		fprintf(stream, "%11s:%-4zu", "", runs);
}

static bool put_failure(FILE *stream, const struct table *table,
			const struct line *line)
{
	const struct side *base = &line->base->base;

	put_failures(stream, base->fails, base->n);
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding = line->finding[i];
		const struct run_set *runs =
			&table->comparison[i].candidate->runs;
		double points = candidate_mean(line, i) - base_mean(line);

		if (isnan(points))
			fprintf(stream, "%12s", "");
		else
			fprintf(stream, "%10.0f%% ", points);
		if (finding)
			put_failures(stream, finding->candidate.fails,
				     finding->candidate.n);
		else
			put_failures(stream, 0,
				     run_set_runs(runs, KIND_FAILURE));
	}
	fputs("  ", stream);
	if (!put_text(stream, line->metric))
		return false;
	putc('\n', stream);
	return true;
}

static bool is_failure(const struct line *line)
{
	return line->base->kind == KIND_FAILURE;
}

static bool put_table(FILE *stream, const struct table *table)
{
	bool titles = false;
	size_t at = 0;

	if (!put_head(stream, table))
		return false;
	for (; at < table->lines && is_failure(&table->line[at]); at++) {
		if (!at)
			put_failure_titles(stream, table->candidates);
		if (!put_failure(stream, table, &table->line[at]))
			return false;
	}
	for (; at < table->lines; at++) {
		if (!titles)
			put_performance_titles(stream, table->candidates);
		titles = true;
		if (!put_performance(stream, table, &table->line[at]))
			return false;
	}
	return true;
}

/* Bytes of the first `parts` parts of a name. */
static size_t parts_length(const char *name, size_t parts)
{
	size_t length = strcspn(name, ".");

	while (--parts > 0 && name[length])
		length += 1 + strcspn(name + length + 1, ".");
	return length;
}

static int compare_parts(const char *a, const char *b, size_t parts)
{
	size_t a_length = parts_length(a, parts);
	size_t b_length = parts_length(b, parts);
	int order = memcmp(a, b, a_length < b_length ? a_length : b_length);

	if (order)
		return order;
	return a_length < b_length ? -1 : a_length > b_length;
}

static bool is_profile(const char *metric)
{
	return strncmp(metric, "perf-profile.", strlen("perf-profile.")) == 0;
}

/*
 * Most negative first; what is not known comes last.  Digits that are not
 * printed are no reason to leave the order of the input, as the robot keeps it
 * among equals.
 */
static int compare_changes(const struct line *a, const struct line *b)
{
	if (strcmp(a->shown, b->shown) == 0)
		return a->base->number < b->base->number ?
			       -1 :
			       a->base->number > b->base->number;
	if (isnan(a->change) || isnan(b->change))
		return isnan(a->change) ? 1 : -1;
	return a->change < b->change ? -1 : 1;
}

/* Failures first; the others by first part of the name. */
static int by_first_part(const void *x, const void *y)
{
	const struct line *a = x, *b = y;

	if (is_failure(a) != is_failure(b))
		return is_failure(a) ? -1 : 1;
	return compare_parts(a->metric, b->metric, 1);
}

/* The order of the table. */
static int by_block(const void *x, const void *y)
{
	const struct line *a = x, *b = y;
	int order = 0;

	if (is_failure(a) != is_failure(b))
		return is_failure(a) ? -1 : 1;
	if (is_failure(a))
		return strcmp(a->metric, b->metric);
	if (a->own != b->own)
		return a->own ? -1 : 1;
	if (a->block_lines != b->block_lines)
		return a->block_lines < b->block_lines ? -1 : 1;
	order = compare_parts(a->metric, b->metric, 1);
	if (!order && is_profile(a->metric) && is_profile(b->metric)) {
		order = compare_parts(a->metric, b->metric, 2);
		if (!order)
			order = compare_changes(a, b);
	}
	return order ? order : strcmp(a->metric, b->metric);
}

/* Whether a metric is the benchmark's own. */
static bool is_own(const char *metric, const char *testcase)
{
	size_t length = testcase ? strlen(testcase) : 0;

	return length && strncmp(metric, testcase, length) == 0 &&
	       (metric[length] == '.' || !metric[length]);
}

static void sort_lines(struct table *table)
{
	const char *testcase = group_axis(table->comparison->group, "testcase");
	struct line *line = table->line;
	size_t begin = 0, end;

	qsort(line, table->lines, sizeof(*line), by_first_part);
	for (; begin < table->lines; begin = end) {
		for (end = begin + 1; end < table->lines; end++)
			if (by_first_part(&line[begin], &line[end]) != 0)
				break;
		for (size_t i = begin; i < end; i++) {
			line[i].block_lines = end - begin;
			line[i].own = is_own(line[i].metric, testcase);
		}
	}
	qsort(line, table->lines, sizeof(*line), by_block);
}

static int by_number(const void *x, const void *y)
{
	uint32_t a = (*(const struct report_row *const *)x)->finding->number;
	uint32_t b = (*(const struct report_row *const *)y)->finding->number;

	return a < b ? -1 : a > b;
}

static int compare_number(const void *key, const void *element)
{
	uint32_t number = *(const uint32_t *)key;
	const struct finding *finding = element;

	return number < finding->number ? -1 : number > finding->number;
}

/* NULL when neither side has the metric. */
static const struct finding *find(const struct comparison *comparison,
				  uint32_t number)
{
	return bsearch(&number, comparison->finding, comparison->findings,
		       sizeof(*comparison->finding), compare_number);
}

static void fill_line(const struct table *table, struct line *line,
		      const struct finding *row)
{
	line->metric = row->metric;
	line->base = row;
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding =
			find(&table->comparison[i], row->number);

		line->finding[i] = finding;
		/* A conflict with one candidate hides the base's figures. */
		if (finding && isnan(base_mean(line)))
			line->base = finding;
	}
	line->change = change_of(line, 0);
	format_change(line->change, line->shown);
}

/* A line for each metric that is listed for any candidate. */
static bool make_lines(struct table *table)
{
	size_t most = table->rows * table->candidates;

	table->line = calloc(table->rows + 1, sizeof(*table->line));
	table->finding = calloc(most + 1, sizeof(*table->finding));
	if (!table->line || !table->finding)
		return false;
	qsort(table->row, table->rows, sizeof(*table->row), by_number);
	for (size_t r = 0; r < table->rows; r++) {
		const struct finding *finding = table->row[r]->finding;
		struct line *line = &table->line[table->lines];

		if (r && finding->number == table->row[r - 1]->finding->number)
			continue;
		line->finding =
			table->finding + table->lines * table->candidates;
		fill_line(table, line, finding);
		table->lines++;
	}
	return true;
}

static bool make_table(FILE *stream, struct table *table)
{
	bool done = make_lines(table);

	if (done) {
		sort_lines(table);
		done = put_table(stream, table);
	}
	free(table->line);
	free(table->finding);
	return done;
}

static bool put_separator(FILE *stream, const struct group *group)
{
	const char *tbox_group = group_axis(group, "tbox_group");

	putc('\n', stream);
	put_run(stream, '*', SEPARATOR);
	putc('\n', stream);
	if (!tbox_group || !group->machine || !*group->machine)
		return true;
	if (!put_text(stream, tbox_group))
		return false;
	fputs(": ", stream);
	if (!put_text(stream, group->machine))
		return false;
	putc('\n', stream);
	return true;
}

/* A table for each group; number[] gets that of each comparison's. */
static size_t group_comparisons(const struct report *report,
				struct table *table, size_t *number)
{
	size_t tables = 0;

	for (size_t c = 0; c < report->comparisons; c++) {
		const struct comparison *comparison = &report->comparison[c];

		if (!c || comparison->group != comparison[-1].group ||
		    comparison->base != comparison[-1].base)
			table[tables++].comparison = comparison;
		table[tables - 1].candidates++;
		number[c] = tables - 1;
	}
	return tables;
}

static bool put_tables(FILE *stream, struct table *tables,
		       const struct sections *sections)
{
	for (size_t i = 0; i < sections->count; i++) {
		size_t s = sections->order[i];
		struct table *table = &tables[s];

		table->row = sections->row + sections->begin[s];
		table->rows = sections->begin[s + 1] - sections->begin[s];
		if (i && !put_separator(stream, table->comparison->group))
			return false;
		if (!make_table(stream, table))
			return false;
	}
	return true;
}

bool report_lkp(const struct report *report, FILE *stream)
{
	size_t comparisons = report->comparisons;
	struct table *table = calloc(comparisons + 1, sizeof(*table));
	size_t *number = calloc(comparisons + 1, sizeof(*number));
	struct sections sections = { 0 };
	bool done = table && number;

	done = done &&
	       sections_make(&sections, report, number,
			     group_comparisons(report, table, number)) &&
	       put_tables(stream, table, &sections);
	sections_release(&sections);
	free(number);
	free(table);
	return done && !ferror(stream);
}
