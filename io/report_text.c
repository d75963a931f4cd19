/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/banners.h"
#include "io/headline.h"
#include "io/report.h"
#include "io/sections.h"
#include "io/text.h"
#include "io/text_layout.h"
#include "io/text_table.h"
#include "io/unproven.h"

/* Words in lines of the terminal's width. */
struct wrap {
	FILE *stream;
	size_t columns, used;
};

static bool put_word(struct wrap *wrap, const char *gap, const char *word)
{
	size_t columns = text_columns(word), used;

	if (wrap->used && wrap->columns &&
	    wrap->used + strlen(gap) + columns > wrap->columns) {
		fputs("\n  ", wrap->stream);
		wrap->used = 2;
	} else if (wrap->used) {
		fputs(gap, wrap->stream);
		wrap->used += strlen(gap);
	}
	used = text_put(wrap->stream, word, columns);
	wrap->used += columns;
	return used != SIZE_MAX;
}

/* Whether another comparison has another value of an axis. */
static bool tells_apart(const struct report *report, const struct axis *axis)
{
	for (size_t c = 0; c < report->comparisons; c++) {
		const char *value =
			group_axis(report->comparison[c].group, axis->name);

		if (!value || strcmp(value, axis->value) != 0)
			return true;
	}
	return false;
}

static bool put_axes(const struct report *report, struct wrap *wrap,
		     const struct group *group, bool telling, const char **gap)
{
	char text[512];

	for (size_t i = 0; i < group->axes; i++) {
		if (tells_apart(report, &group->axis[i]) != telling)
			continue;
		snprintf(text, sizeof(text), "%.200s=%.300s",
			 group->axis[i].name, group->axis[i].value);
		if (!put_word(wrap, *gap, text))
			return false;
		*gap = " ";
	}
	return true;
}

static bool put_heading(const struct report *report, FILE *stream,
			const struct comparison *comparison)
{
	const struct group *group = comparison->group;
	struct wrap wrap = { stream, report->columns, 0 };
	const char *gap = "   ";
	char text[512];

	format_commit("base", comparison->base, text, sizeof(text));
	if (!put_word(&wrap, gap, text))
		return false;
	format_commit("candidate", comparison->candidate, text, sizeof(text));
	if (!put_word(&wrap, gap, text))
		return false;
	/* First what tells this section from the others. */
	if (!put_axes(report, &wrap, group, true, &gap) ||
	    !put_axes(report, &wrap, group, false, &gap))
		return false;
	putc('\n', stream);
	if (comparison->candidate->subject && *comparison->candidate->subject) {
		if (text_put(stream, comparison->candidate->subject,
			     report->columns ? report->columns :
					       SIZE_MAX / 2) == SIZE_MAX)
			return false;
		putc('\n', stream);
	}
	return true;
}

static void put_headline(FILE *stream, const struct comparison *comparison,
			 const struct report_row *const *row, size_t rows)
{
	struct direction_counts counts = { 0 };
	size_t reported = 0;

	for (size_t r = 0; r < rows; r++) {
		direction_count(&counts, row[r]->finding);
		reported += row[r]->finding->reported;
	}
	direction_counts_put(stream, &counts);
	if (comparison->metrics != METRICS_UNKNOWN)
		fprintf(stream, "%s %zu metric%s", reported ? " of" : ":",
			comparison->metrics,
			comparison->metrics == 1 ? "" : "s");
	putc('\n', stream);
}

/* What a plain t-test would have listed, and how much of that by chance. */
static void put_tested(FILE *stream, const struct comparison *comparison)
{
	double expected = WELCH_SMALL_P * (double)comparison->welch_tested;
	size_t tested = comparison_tested(comparison);

	if (comparison->metrics == METRICS_UNKNOWN)
		return;
	fprintf(stream, "%zu tested, %zu ", tested, comparison->welch_small);
	if (comparison->welch_tested != tested)
		fprintf(stream, "of %zu ", comparison->welch_tested);
	fprintf(stream, "with welch_p < %g (%.*f expected by chance alone)\n",
		WELCH_SMALL_P, expected < 9.95, expected);
}

static bool put_unproven(const struct report *report, FILE *stream,
			 const struct comparison *comparison)
{
	struct unproven unproven = unproven_of(report, comparison);

	if (!unproven.kpis)
		return true;
	fprintf(stream, "unproven KPIs: %zu (%s%ssee: perfsift explain ",
		unproven.kpis, unproven.runs, *unproven.runs ? "; " : "");
	if (text_put(stream, unproven.first, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	fputs(" ...)\n", stream);
	return true;
}

/* Whose files decided, and which version of them. */
static bool put_rules(const struct report *report, FILE *stream)
{
	struct wrap wrap = { stream, report->columns, 0 };
	const struct rules *rules = report->rules;
	char text[512];

	for (size_t i = 0; i < rules->files; i++) {
		snprintf(text, sizeof(text), "%s%.400s %016" PRIx64,
			 i ? "" : "rules: ", rules->file[i].name,
			 rules->file[i].fingerprint);
		if (!put_word(&wrap, ", ", text))
			return false;
	}
	if (rules->files)
		putc('\n', stream);
	return true;
}

/* Accounts for every metric. */
static bool put_account(const struct report *report, FILE *stream,
			const struct comparison *comparison)
{
	struct wrap wrap = { stream, report->columns, 0 };
	char text[96];
	bool first = true;

	if (!put_unproven(report, stream, comparison))
		return false;
	for (size_t i = 0; i < report->reasons; i++) {
		if (!comparison->by_reason[i])
			continue;
		snprintf(text, sizeof(text), "%s%zu %s",
			 first ? "not reported: " : "",
			 comparison->by_reason[i], report->reason[i]);
		if (!put_word(&wrap, first ? "" : ", ", text))
			return false;
		first = false;
	}
	if (!first && !report->all &&
	    !put_word(&wrap, "  ", "(--all lists them)"))
		return false;
	if (!first)
		putc('\n', stream);
	put_tested(stream, comparison);
	if (comparison->base_missing + comparison->candidate_missing)
		fprintf(stream,
			"missing samples (empty, nan, inf): base %zu, "
			"candidate %zu\n",
			comparison->base_missing,
			comparison->candidate_missing);
	return true;
}

/* The rows of one kind, in a table of their own. */
static bool put_kind(const struct report *report, FILE *stream,
		     const struct report_row *const *row, size_t rows,
		     enum kind kind)
{
	const struct report_row **chosen = malloc((rows + 1) * sizeof(*chosen));
	size_t count = 0;
	bool done = true;

	if (!chosen)
		return false;
	for (size_t r = 0; r < rows; r++)
		if (row[r]->finding->kind == kind)
			chosen[count++] = row[r];
	if (count) {
		done = text_table(report, stream, chosen, count);
		putc('\n', stream);
	}
	free(chosen);
	return done;
}

static void put_banners(FILE *stream, const struct comparison *comparison)
{
	char text[BANNERS_MAX][BANNER_ROOM];
	size_t count = banners_of(comparison, text);

	for (size_t i = 0; i < count; i++)
		fprintf(stream, "NOTE: %s\n", text[i]);
}

static bool put_section(const struct report *report, FILE *stream,
			const struct comparison *comparison,
			const struct report_row *const *row, size_t rows)
{
	if (!put_heading(report, stream, comparison))
		return false;
	put_banners(stream, comparison);
	put_headline(stream, comparison, row, rows);
	if (rows)
		putc('\n', stream);
	if (!put_kind(report, stream, row, rows, KIND_FAILURE) ||
	    !put_kind(report, stream, row, rows, KIND_PERFORMANCE))
		return false;
	return put_account(report, stream, comparison);
}

/* A section for each comparison: first the one with the highest rank. */
bool report_text(const struct report *report, FILE *stream)
{
	struct sections sections;
	bool done = sections_make(&sections, report, NULL, 0);

	for (size_t i = 0; done && i < sections.count; i++) {
		size_t s = sections.order[i], begin = sections.begin[s];

		if (i)
			putc('\n', stream);
		done = put_section(report, stream, &report->comparison[s],
				   sections.row + begin,
				   sections.begin[s + 1] - begin);
	}
	sections_release(&sections);
	done = done && put_rules(report, stream);
	return done && !ferror(stream);
}
