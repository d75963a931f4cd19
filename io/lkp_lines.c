/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/lkp_lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a side never had is 0; what it had without a figure is not known. */
static double mean_of(const struct side *side, unsigned seen)
{
	return side->n || seen & METRIC_SEEN ? side->mean : 0;
}

double lkp_base_mean(const struct lkp_line *line)
{
	return mean_of(&line->base->base, line->base->base_seen);
}

double lkp_candidate_mean(const struct lkp_line *line, size_t candidate)
{
	const struct finding *finding = line->finding[candidate];

	return finding ? mean_of(&finding->candidate, finding->candidate_seen) :
			 0;
}

/* NaN where a mean is not known. */
double lkp_change(const struct lkp_line *line, size_t candidate)
{
	double base = lkp_base_mean(line);
	double difference = lkp_candidate_mean(line, candidate) - base;

	if (line->base->change_kind == CHANGE_ABSOLUTE || difference == 0)
		return difference;
	return 100 * difference / fabs(base);
}

void lkp_format_change(double change, char text[LKP_CHANGE_ROOM])
{
	if (isnan(change))
		text[0] = '\0';
	else
		snprintf(text, LKP_CHANGE_ROOM,
			 fabs(change) < 1e5 ? "%+10.1f" : "%+10.2g", change);
}

bool lkp_is_failure(const struct lkp_line *line)
{
	return line->base->kind == KIND_FAILURE;
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
static int compare_changes(const struct lkp_line *a, const struct lkp_line *b)
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
	const struct lkp_line *a = x, *b = y;

	if (lkp_is_failure(a) != lkp_is_failure(b))
		return lkp_is_failure(a) ? -1 : 1;
	return compare_parts(a->metric, b->metric, 1);
}

/* The order of the table. */
static int by_block(const void *x, const void *y)
{
	const struct lkp_line *a = x, *b = y;
	int order = 0;

	if (lkp_is_failure(a) != lkp_is_failure(b))
		return lkp_is_failure(a) ? -1 : 1;
	if (lkp_is_failure(a))
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

static void sort_lines(struct lkp_table *table)
{
	const char *testcase = group_axis(table->comparison->group, "testcase");
	struct lkp_line *line = table->line;
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

static void fill_line(const struct lkp_table *table, struct lkp_line *line,
		      const struct finding *row)
{
	line->metric = row->metric;
	line->base = row;
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding =
			find(&table->comparison[i], row->number);

		line->finding[i] = finding;
		/* A conflict with one candidate hides the base's figures. */
		if (finding && isnan(lkp_base_mean(line)))
			line->base = finding;
	}
	line->change = lkp_change(line, 0);
	lkp_format_change(line->change, line->shown);
}

/* New failures may have no rank, but are what is looked for first. */
static size_t place_of(const struct finding *finding)
{
	if (finding->reported)
		return finding->rank;
	return finding->flags & 1u << FLAG_NEW_FAILURE ? 0 : SIZE_MAX;
}

/* A line for each metric that is listed for any candidate. */
static bool fill_lines(struct lkp_table *table)
{
	size_t most = table->rows * table->candidates;

	table->line = calloc(table->rows + 1, sizeof(*table->line));
	table->finding = calloc(most + 1, sizeof(*table->finding));
	if (!table->line || !table->finding)
		return false;
	qsort(table->row, table->rows, sizeof(*table->row), by_number);
	for (size_t r = 0; r < table->rows; r++) {
		const struct finding *finding = table->row[r]->finding;
		struct lkp_line *line = &table->line[table->lines];
		size_t place = place_of(finding);

		if (r &&
		    finding->number == table->row[r - 1]->finding->number) {
			if (place < line[-1].place)
				line[-1].place = place;
			continue;
		}
		line->finding =
			table->finding + table->lines * table->candidates;
		line->place = place;
		fill_line(table, line, finding);
		table->lines++;
	}
	return true;
}

/* What ranks alike goes by its place in the table. */
static int by_place(const void *x, const void *y)
{
	const struct lkp_line *a = *(const struct lkp_line *const *)x;
	const struct lkp_line *b = *(const struct lkp_line *const *)y;

	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return a < b ? -1 : a > b;
}

/* Keeps the lines of the highest rank, in the order that all have. */
static bool choose_lines(struct lkp_table *table)
{
	const struct lkp_line **chosen;
	size_t kept = 0;

	if (!table->most || table->lines <= table->most)
		return true;
	chosen = malloc(table->lines * sizeof(*chosen));
	if (!chosen)
		return false;
	for (size_t i = 0; i < table->lines; i++)
		chosen[i] = &table->line[i];
	qsort(chosen, table->lines, sizeof(*chosen), by_place);
	for (size_t i = 0; i < table->most; i++)
		table->line[chosen[i] - table->line].chosen = true;
	free(chosen);
	for (size_t i = 0; i < table->lines; i++)
		if (table->line[i].chosen)
			table->line[kept++] = table->line[i];
	table->left_out = table->lines - kept;
	table->lines = kept;
	return true;
}

bool lkp_lines_make(struct lkp_table *table)
{
	if (!fill_lines(table))
		return false;
	sort_lines(table);
	return choose_lines(table);
}

void lkp_lines_release(struct lkp_table *table)
{
	free(table->line);
	free(table->finding);
	table->line = NULL;
	table->finding = NULL;
	table->lines = 0;
}
