/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/lkp_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

/* Columns, which are not bytes: "±" is one column and two bytes. */
enum {
	SHORT_ID = 10,	   /* in the list of commits */
	BASE_ID = 16,	   /* over the columns of the base */
	CANDIDATE_ID = 27, /* over those of a candidate */
	RULE = 89,	   /* "=" above a table */
	SEPARATOR = 99,	   /* "*" between two tables */
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

static bool put_head(FILE *stream, const struct lkp_table *table)
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

static void put_change(FILE *stream, double change, enum change_kind kind)
{
	char text[LKP_CHANGE_ROOM];

	lkp_format_change(change, text);
	fprintf(stream, "%10s%s", text,
		*text && kind == CHANGE_RELATIVE ? "% " : "  ");
}

static bool put_performance(FILE *stream, const struct lkp_table *table,
			    const struct lkp_line *line)
{
	put_side(stream, &line->base->base, lkp_base_mean(line));
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding = line->finding[i];

		put_change(stream, lkp_change(line, i),
			   line->base->change_kind);
		put_side(stream, finding ? &finding->candidate : NULL,
			 lkp_candidate_mean(line, i));
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

static bool put_failure(FILE *stream, const struct lkp_table *table,
			const struct lkp_line *line)
{
	const struct side *base = &line->base->base;

	put_failures(stream, base->fails, base->n);
	for (size_t i = 0; i < table->candidates; i++) {
		const struct finding *finding = line->finding[i];
		const struct run_set *runs =
			&table->comparison[i].candidate->runs;
		double points =
			lkp_candidate_mean(line, i) - lkp_base_mean(line);

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

static bool put_lines(FILE *stream, const struct lkp_table *table)
{
	bool titles = false;
	size_t at = 0;

	if (!put_head(stream, table))
		return false;
	for (; at < table->lines && lkp_is_failure(&table->line[at]); at++) {
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

bool lkp_table_put(FILE *stream, struct lkp_table *table)
{
	bool done = lkp_lines_make(table) && put_lines(stream, table);

	lkp_lines_release(table);
	return done;
}

bool lkp_separator_put(FILE *stream, const struct group *group)
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
