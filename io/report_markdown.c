/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/banners.h"
#include "io/cells.h"
#include "io/headline.h"
#include "io/report.h"
#include "io/sections.h"
#include "io/text.h"
#include "io/unproven.h"
#include "stats/gate.h"

/* A whole commit id is cut to its first digits, a long name in its middle. */
enum { ID_COLUMNS = 12, NAME_COLUMNS = 200 };

/*
 * Within a code span nothing is markup, a link or the name of a user, but
 * programs differ in what a backslash, a backtick or the bar of a table means
 * there, and blanks at its ends are lost.
 */
static bool fits_code_span(const char *text)
{
	size_t length = strlen(text);

	return length && !strpbrk(text, "`\\|") && text[0] != ' ' &&
	       text[length - 1] != ' ';
}

static bool is_plain(char byte)
{
	return (unsigned char)byte >= 0x80 || (byte >= '0' && byte <= '9') ||
	       (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

/* All that could be markup as a number; no "@" stands beside its domain. */
static void put_escaped(FILE *stream, const char *text)
{
	for (; *text; text++) {
		if (is_plain(*text))
			putc(*text, stream);
		else
			fprintf(stream, "&#%d;%s", *text,
				*text == '@' ? "<wbr>" : "");
	}
}

/* A text from the data, as code: whatever it holds, it is but a text. */
static bool put_code(FILE *stream, const char *text)
{
	size_t room = 4 * strlen(text) + 8;
	char *copy = malloc(room);

	if (!copy)
		return false;
	text_fit(text, NAME_COLUMNS, copy, room);
	if (fits_code_span(copy)) {
		fprintf(stream, "`%s`", copy);
	} else {
		fputs("<code>", stream);
		put_escaped(stream, copy);
		fputs("</code>", stream);
	}
	free(copy);
	return true;
}

/* A whole commit id is cut, a name that was given is not. */
static bool put_commit(FILE *stream, const struct commit *commit)
{
	size_t digits = strspn(commit->id, "0123456789abcdef");
	size_t runs = commit->runs.runs;
	size_t complete = run_set_runs(&commit->runs, KIND_PERFORMANCE);

	if (digits > ID_COLUMNS && !commit->id[digits])
		fprintf(stream, "`%.*s`", ID_COLUMNS, commit->id);
	else if (!put_code(stream, commit->id))
		return false;
	fprintf(stream, " (%zu run%s", runs, runs == 1 ? "" : "s");
	if (complete < runs)
		fprintf(stream, ", %zu incomplete", runs - complete);
	putc(')', stream);
	return true;
}

static bool put_axes(FILE *stream, const struct group *group)
{
	for (size_t i = 0; i < group->axes; i++) {
		char text[512];

		snprintf(text, sizeof(text), "%.200s=%.300s",
			 group->axis[i].name, group->axis[i].value);
		if (i)
			putc(' ', stream);
		if (!put_code(stream, text))
			return false;
	}
	if (group->axes)
		fputs("\n\n", stream);
	return true;
}

/* The title of a commit, and where the commit is from. */
static bool put_title(FILE *stream, const struct commit *commit)
{
	const char *const part[] = { commit->subject, commit->repository,
				     commit->branch };
	static const char *const gap[] = { "", " in ", " of " };
	bool any = false;

	for (size_t i = 0; i < 3; i++) {
		size_t which = i ? 3 - i : 0;

		if (!part[which] || !*part[which])
			continue;
		fputs(any ? gap[i] : "", stream);
		if (!put_code(stream, part[which]))
			return false;
		any = true;
	}
	if (any)
		fputs("\n\n", stream);
	return true;
}

static bool put_heading(FILE *stream, const struct comparison *comparison)
{
	const char *machine = comparison->group->machine;

	fputs("### ", stream);
	if (!put_commit(stream, comparison->base))
		return false;
	fputs(" → ", stream);
	if (!put_commit(stream, comparison->candidate))
		return false;
	fputs("\n\n", stream);
	if (!put_title(stream, comparison->candidate) ||
	    !put_axes(stream, comparison->group))
		return false;
	if (!machine || !*machine)
		return true;
	fputs("Machine: ", stream);
	if (!put_code(stream, machine))
		return false;
	fputs("\n\n", stream);
	return true;
}

static bool put_headline(FILE *stream, const struct report *report)
{
	const struct finding *finding = headline_of(report);

	fputs("## ", stream);
	if (!finding) {
		fputs("Nothing to report\n\n", stream);
		return true;
	}
	if (finding->kind == KIND_PERFORMANCE)
		headline_put_size(stream, finding);
	if (!put_code(stream, finding->metric))
		return false;
	headline_put_rest(stream, finding);
	fputs("\n\n", stream);
	return true;
}

/* Over all comparisons, where there are several. */
static void put_summary(FILE *stream, const struct report *report)
{
	struct direction_counts counts = { 0 };

	if (report->comparisons < 2)
		return;
	for (size_t r = 0; r < report->reported; r++)
		direction_count(&counts, report->row[r].finding);
	fprintf(stream, "%zu comparisons: ", report->comparisons);
	direction_counts_put(stream, &counts);
	fputs("\n\n", stream);
}

/* Blanks behind a figure stand for a deviation that it has not. */
static void put_cell(FILE *stream, const char *text)
{
	size_t length = strlen(text);

	while (length && text[length - 1] == ' ')
		length--;
	fprintf(stream, " %.*s |", (int)length, text);
}

static void put_figures(FILE *stream, const struct finding *finding,
			const struct cells *cells)
{
	put_cell(stream, cells->text[CELL_BASE]);
	put_cell(stream, cells->text[CELL_CANDIDATE]);
	if (finding->kind == KIND_PERFORMANCE)
		fprintf(stream, " %" PRIu32 ", %" PRIu32 " |", finding->base.n,
			finding->candidate.n);
	put_cell(stream, cells->text[CELL_CHANGE]);
	if (finding->kind == KIND_PERFORMANCE)
		put_cell(stream, cells->text[CELL_INTERVAL]);
	put_cell(stream, cells->text[CELL_Q]);
}

static void put_flags(FILE *stream, unsigned flags)
{
	const char *gap = " ";

	for (unsigned i = 0; i < FLAGS; i++) {
		if (!(flags & 1u << i))
			continue;
		fprintf(stream, "%s%s", gap, flag_name(i));
		gap = ", ";
	}
	fputs(" |", stream);
}

/* Runs a side that would show twice the floor. */
static void put_runs_needed(FILE *stream, const struct finding *finding)
{
	if (finding->runs_needed != COUNT_NONE)
		fprintf(stream, " %" PRIu32 " |", finding->runs_needed);
	else if (finding->more_runs && !finding->outcome)
		fprintf(stream, " > %d |", GATE_RUNS_LIMIT);
	else
		fputs(" |", stream);
}

static bool put_row(FILE *stream, const struct finding *finding, bool rest)
{
	struct cells cells;

	cells_make(&cells, finding);
	fputs("| ", stream);
	if (!rest && finding->reported)
		fprintf(stream, "%" PRIu32 " ", finding->rank);
	if (!rest)
		fprintf(stream, "| %s | ", cells.word);
	if (!put_code(stream, finding->metric))
		return false;
	fputs(" |", stream);
	put_figures(stream, finding, &cells);
	if (!rest)
		put_flags(stream, finding->flags);
	else if (finding->kind == KIND_PERFORMANCE)
		put_runs_needed(stream, finding);
	if (rest)
		put_cell(stream, cells.reason ? cells.reason : "");
	putc('\n', stream);
	return true;
}

/* What is news, reported or not; else the rest. */
static bool is_rest(const struct finding *finding)
{
	return !finding->reported && !(finding->flags & 1u << FLAG_NEW_FAILURE);
}

static void put_table_head(FILE *stream, const struct report *report,
			   enum kind kind, bool rest)
{
	const char *rank = rest ? "|" : "| | |";
	const char *rank_rule = rest ? "|" : "| --: | :-- |";
	const char *last = " flags |", *last_rule = " :-- |";
	char interval[CELL_ROOM];

	format_interval_head(report->confidence, interval);
	if (rest && kind == KIND_FAILURE) {
		last = " not reported |";
	} else if (rest) {
		last = " runs needed | not reported |";
		last_rule = " --: | :-- |";
	}
	if (kind == KIND_FAILURE)
		fprintf(stream,
			"%s failure | base fails | candidate fails | change | "
			"q |%s\n%s :-- | --: | --: | --: | --: |%s\n",
			rank, last, rank_rule, last_rule);
	else
		fprintf(stream,
			"%s metric | base ±sd | candidate ±sd | n | change | "
			"%s | q |%s\n"
			"%s :-- | --: | --: | --: | --: | --: | --: |%s\n",
			rank, interval, last, rank_rule, last_rule);
}

/* The rows of one kind, in a table of their own. */
static bool put_kind(FILE *stream, const struct report *report,
		     const struct report_row *const *row, size_t rows,
		     enum kind kind, bool rest)
{
	bool any = false;

	for (size_t r = 0; r < rows; r++) {
		const struct finding *finding = row[r]->finding;

		if (finding->kind != kind || is_rest(finding) != rest)
			continue;
		if (!any)
			put_table_head(stream, report, kind, rest);
		any = true;
		if (!put_row(stream, finding, rest))
			return false;
	}
	if (any)
		putc('\n', stream);
	return true;
}

static bool put_rows(FILE *stream, const struct report *report,
		     const struct report_row *const *row, size_t rows,
		     bool rest)
{
	return put_kind(stream, report, row, rows, KIND_FAILURE, rest) &&
	       put_kind(stream, report, row, rows, KIND_PERFORMANCE, rest);
}

/* What a plain t-test would have listed, and how much of that by chance. */
static void put_tested(FILE *stream, const struct comparison *comparison)
{
	double expected = WELCH_SMALL_P * (double)comparison->welch_tested;
	size_t tested = comparison_tested(comparison);

	if (comparison->metrics == METRICS_UNKNOWN)
		return;
	fprintf(stream,
		"%zu tested; Welch's test has p < %g for %zu of %zu (%.*f "
		"expected by chance alone).\n",
		tested, WELCH_SMALL_P, comparison->welch_small,
		comparison->welch_tested, expected < 9.95, expected);
	if (comparison->base_missing + comparison->candidate_missing)
		fprintf(stream,
			"Missing samples (empty, nan, inf): base %zu, "
			"candidate %zu.\n",
			comparison->base_missing,
			comparison->candidate_missing);
}

static void put_reasons(FILE *stream, const struct report *report,
			const struct comparison *comparison)
{
	bool any = false;

	for (size_t i = 0; i < report->reasons; i++) {
		if (!comparison->by_reason[i])
			continue;
		if (!any)
			fputs("| reason | metrics | meaning |\n"
			      "| :-- | --: | :-- |\n",
			      stream);
		any = true;
		fprintf(stream, "| %s | %zu | %s |\n", report->reason[i],
			comparison->by_reason[i],
			report->reason_doc ? report->reason_doc(i) : "");
	}
	if (any)
		putc('\n', stream);
}

static bool put_unproven(FILE *stream, const struct report *report,
			 const struct comparison *comparison)
{
	struct unproven unproven = unproven_of(report, comparison);

	if (!unproven.kpis)
		return true;
	fprintf(stream, "Unproven KPIs: %zu, ", unproven.kpis);
	if (unproven.kpis > 1)
		fputs("among them ", stream);
	if (!put_code(stream, unproven.first))
		return false;
	if (*unproven.runs)
		fprintf(stream, " (%s)", unproven.runs);
	fputs(".\n\n", stream);
	return true;
}

/* Whose files decided, and which version of them. */
static bool put_rules(FILE *stream, const struct rules *rules)
{
	if (!rules)
		return true;
	for (size_t i = 0; i < rules->files; i++) {
		fputs(i ? ", " : "Rules: ", stream);
		if (!put_code(stream, rules->file[i].name))
			return false;
		fprintf(stream, " %016" PRIx64, rules->file[i].fingerprint);
	}
	if (rules->files)
		fputs(".\n", stream);
	return true;
}

/* Accounts for every metric, folded away. */
static bool put_account(FILE *stream, const struct report *report,
			const struct comparison *comparison,
			const struct report_row *const *row, size_t rows)
{
	fputs("<details>\n<summary>not reported", stream);
	if (comparison->metrics != METRICS_UNKNOWN)
		fprintf(stream, ": %zu of %zu metric%s",
			comparison->metrics - comparison->reported,
			comparison->metrics,
			comparison->metrics == 1 ? "" : "s");
	fputs("</summary>\n\n", stream);
	put_reasons(stream, report, comparison);
	if (!put_rows(stream, report, row, rows, true))
		return false;
	put_tested(stream, comparison);
	fputs("\n</details>\n", stream);
	return true;
}

/* What else decided; the texts are words of options. */
static void put_options(FILE *stream, const struct report *report)
{
	putc('\n', stream);
	if (!report->test || !report->fdr)
		return;
	fprintf(stream,
		"Test: %s, alpha %g, false discovery rate %s; intervals of "
		"%g%% for each metric alone.\n",
		report->test, report->alpha, report->fdr,
		100 * report->confidence);
}

static bool put_problem(FILE *stream, const struct problem *problem)
{
	fputs("- ", stream);
	if (!put_code(stream, problem->file))
		return false;
	if (problem->line)
		fprintf(stream, " line %zu", problem->line);
	fputs(": ", stream);
	if (!put_code(stream, problem->what))
		return false;
	if (problem->text) {
		fputs(": ", stream);
		if (!put_code(stream, problem->text))
			return false;
	}
	putc('\n', stream);
	return true;
}

/* What of the input was left out, folded away. */
static bool put_problems(FILE *stream, const struct problems *problems)
{
	size_t count;

	if (!problems || !problems->count)
		return true;
	count = problems->count + problems->untold;
	fprintf(stream,
		"\n<details>\n<summary>left out: %zu fault%s of the input"
		"</summary>\n\n",
		count, count == 1 ? "" : "s");
	for (size_t i = 0; i < problems->count; i++)
		if (!put_problem(stream, &problems->list[i]))
			return false;
	if (problems->untold)
		fprintf(stream, "- and %zu more\n", problems->untold);
	fputs("\n</details>\n", stream);
	return true;
}

static void put_banners(FILE *stream, const struct comparison *comparison)
{
	char text[BANNERS_MAX][BANNER_ROOM];
	size_t count = banners_of(comparison, text);

	for (size_t i = 0; i < count; i++)
		fprintf(stream, "> **Note:** %s\n\n", text[i]);
}

static bool put_section(FILE *stream, const struct report *report,
			const struct comparison *comparison,
			const struct report_row *const *row, size_t rows)
{
	struct direction_counts counts = { 0 };

	if (!put_heading(stream, comparison))
		return false;
	put_banners(stream, comparison);
	for (size_t r = 0; r < rows; r++)
		direction_count(&counts, row[r]->finding);
	direction_counts_put(stream, &counts);
	if (comparison->metrics != METRICS_UNKNOWN)
		fprintf(stream, " of %zu metric%s", comparison->metrics,
			comparison->metrics == 1 ? "" : "s");
	fputs("\n\n", stream);
	return put_rows(stream, report, row, rows, false) &&
	       put_unproven(stream, report, comparison) &&
	       put_account(stream, report, comparison, row, rows);
}

/* A section for each comparison: first the one with the highest rank. */
bool report_markdown(const struct report *report, FILE *stream)
{
	struct sections sections;
	bool done = sections_make(&sections, report, NULL, 0) &&
		    put_headline(stream, report);

	if (done)
		put_summary(stream, report);
	for (size_t i = 0; done && i < sections.count; i++) {
		size_t s = sections.order[i], begin = sections.begin[s];

		if (i)
			putc('\n', stream);
		done = put_section(stream, report, &report->comparison[s],
				   sections.row + begin,
				   sections.begin[s + 1] - begin);
	}
	sections_release(&sections);
	done = done && put_problems(stream, report->problems);
	if (done)
		put_options(stream, report);
	done = done && put_rules(stream, report->rules);
	return done && !ferror(stream);
}
