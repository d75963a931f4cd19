/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/cells.h"
#include "io/html.h"
#include "io/html_page.h"
#include "stats/gate.h"

/* Opens a table that may be wider than the screen. */
static void open_wide(FILE *stream, const char *name)
{
	fprintf(stream,
		"<div class=\"wide\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"%s\"><table class=\"u\">\n",
		name);
}

static void close_wide(FILE *stream)
{
	fputs("</tbody></table></div>\n", stream);
}

static size_t of_reason(const struct report *report, size_t reason)
{
	size_t count = 0;

	for (size_t c = 0; c < report->comparisons; c++)
		count += report->comparison[c].by_reason[reason];
	return count;
}

static size_t not_reported(const struct report *report)
{
	size_t count = 0;

	for (size_t i = 0; i < report->reasons; i++)
		count += of_reason(report, i);
	return count;
}

static void put_reasons(const struct html_page *page)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;

	open_wide(stream, "Reasons");
	fputs("<caption>Every metric that is not reported, under the first "
	      "reason that kept it out</caption>\n"
	      "<thead><tr><th scope=\"col\">reason"
	      "<th scope=\"col\" class=\"n\">metrics"
	      "<th scope=\"col\">meaning</thead>\n<tbody>\n",
	      stream);
	for (size_t i = 0; i < report->reasons; i++) {
		size_t count = of_reason(report, i);

		if (!count)
			continue;
		fputs("<tr><th scope=\"row\">", stream);
		html_text(stream, report->reason[i]);
		fprintf(stream, "<td class=\"n\">%zu<td>", count);
		if (report->reason_doc)
			html_text(stream, report->reason_doc(i));
		putc('\n', stream);
	}
	close_wide(stream);
}

static void put_side(FILE *stream, const struct finding *finding,
		     const char *cell, const struct side *side)
{
	size_t length = strlen(cell);

	while (length && cell[length - 1] == ' ')
		length--;
	fprintf(stream, "<td class=\"n\">%.*s", (int)length, cell);
	if (finding->kind == KIND_PERFORMANCE && side->n != COUNT_NONE)
		fprintf(stream, " (%" PRIu32 ")", side->n);
}

/* Runs a side that would show twice the floor. */
static void put_runs_needed(FILE *stream, const struct finding *finding)
{
	fputs("<td class=\"n\">", stream);
	if (finding->runs_needed != COUNT_NONE)
		fprintf(stream, "%" PRIu32, finding->runs_needed);
	else if (!finding->outcome && finding->kind == KIND_PERFORMANCE)
		fprintf(stream, "&gt; %d", GATE_RUNS_LIMIT);
}

static void put_row(const struct html_page *page, const struct report_row *row)
{
	const struct finding *finding = row->finding;
	FILE *stream = page->stream;
	struct cells cells;

	cells_make(&cells, finding);
	fputs("<tr><th scope=\"row\">", stream);
	html_name(stream, finding->metric, HTML_NAME_MOST);
	if (page->label) {
		fputs("<td>", stream);
		html_text(stream, html_label(page, row));
	}
	fputs("<td>", stream);
	html_text(stream, cells.reason ? cells.reason : "");
	put_side(stream, finding, cells.text[CELL_BASE], &finding->base);
	put_side(stream, finding, cells.text[CELL_CANDIDATE],
		 &finding->candidate);
	fprintf(stream,
		"<td class=\"n\">%s<td class=\"n\">%s<td class=\"n\">%s",
		cells.text[CELL_CHANGE], cells.text[CELL_INTERVAL],
		cells.text[CELL_Q]);
	if (finding->more_runs)
		put_runs_needed(stream, finding);
	putc('\n', stream);
}

static size_t count_listed(const struct report *report, bool unproven)
{
	size_t count = 0;

	for (size_t r = report->reported; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		count += !html_is_news(finding) &&
			 finding->more_runs == unproven;
	}
	return count;
}

/* Rows of metrics that more runs may yet prove; or the others. */
static void put_listed(const struct html_page *page, bool unproven)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;
	char interval[CELL_ROOM];

	format_interval_head(page->report->confidence, interval);
	open_wide(stream, unproven ? "Unproven" : "Others");
	fprintf(stream,
		"<caption>%s</caption>\n<thead><tr><th scope=\"col\">metric%s"
		"<th scope=\"col\">reason"
		"<th scope=\"col\" class=\"n\">base ±sd (n)"
		"<th scope=\"col\" class=\"n\">candidate ±sd (n)"
		"<th scope=\"col\" class=\"n\">change"
		"<th scope=\"col\" class=\"n\">%s"
		"<th scope=\"col\" class=\"n\">q%s</thead>\n<tbody>\n",
		unproven ?
			"Neither proven to have changed nor proven to be the "
			"same; so many runs a side would show a change of "
			"twice the floor" :
			"More runs would hardly make these news",
		page->label ? "<th scope=\"col\">group" : "", interval,
		unproven ? "<th scope=\"col\" class=\"n\">runs needed" : "");
	for (size_t r = report->reported; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		if (!html_is_news(finding) && finding->more_runs == unproven)
			put_row(page, &report->row[r]);
	}
	close_wide(stream);
}

static void put_fold(const struct html_page *page, bool unproven)
{
	size_t count = count_listed(page->report, unproven);

	if (!count)
		return;
	fputs("<details><summary>", page->stream);
	fprintf(page->stream, unproven ? "%zu unproven %s%s" : "%zu other %s%s",
		count, page->report->all ? "metric" : "KPI",
		count == 1 ? "" : "s");
	fputs("</summary>\n", page->stream);
	put_listed(page, unproven);
	fputs("</details>\n", page->stream);
}

static void put_fault(FILE *stream, const struct problem *problem)
{
	fputs("<li><code>", stream);
	html_name(stream, problem->file, HTML_TITLE_MOST);
	if (problem->line)
		fprintf(stream, ":%zu", problem->line);
	fputs("</code> ", stream);
	html_text(stream, problem->what);
	if (problem->text) {
		fputs(": <q>", stream);
		html_text(stream, problem->text);
		fputs("</q>", stream);
	}
	fputs("</li>\n", stream);
}

static void put_faults(const struct html_page *page)
{
	const struct problems *problems = page->report->problems;
	FILE *stream = page->stream;

	if (!problems || !problems->count)
		return;
	fputs("<section aria-labelledby=\"faults\">\n"
	      "<h2 id=\"faults\">Left out</h2>\n<details open><summary>",
	      stream);
	html_count(stream, problems->count + problems->untold, "fault");
	fputs(" of the input</summary>\n<ul class=\"faults\">\n", stream);
	for (size_t i = 0; i < problems->count; i++)
		put_fault(stream, &problems->list[i]);
	if (problems->untold)
		fprintf(stream, "<li>and %zu more</li>\n", problems->untold);
	fputs("</ul></details>\n</section>\n", stream);
}

void html_put_rest(const struct html_page *page)
{
	const struct report *report = page->report;
	size_t count = not_reported(report);
	FILE *stream = page->stream;

	fputs("<section aria-labelledby=\"rest\">\n"
	      "<h2 id=\"rest\">Not reported</h2>\n",
	      stream);
	fprintf(stream, "<details><summary>%zu metric%s, by reason</summary>\n",
		count, count == 1 ? "" : "s");
	if (count)
		put_reasons(page);
	fputs("</details>\n", stream);
	put_fold(page, true);
	put_fold(page, false);
	fputs("</section>\n", stream);
	put_faults(page);
}

static void put_flags(const struct html_page *page)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;
	unsigned flags = 0;

	for (size_t r = 0; r < report->rows; r++)
		flags |= report->row[r].finding->flags;
	if (!flags)
		return;
	fputs("<h3>Flags</h3>\n<dl>\n", stream);
	for (unsigned i = 0; i < FLAGS; i++)
		if (flags & 1u << i)
			fprintf(stream, "<dt>%s</dt><dd>%s</dd>\n",
				flag_name(i), flag_doc(i));
	fputs("</dl>\n", stream);
}

static void put_rules(const struct html_page *page)
{
	const struct rules *rules = page->report->rules;
	FILE *stream = page->stream;

	if (!rules || !rules->files)
		return;
	fputs("<dt>rules</dt><dd>", stream);
	for (size_t i = 0; i < rules->files; i++) {
		fputs(i ? "<br><code>" : "<code>", stream);
		html_name(stream, rules->file[i].name, HTML_TITLE_MOST);
		fprintf(stream, "</code> %016" PRIx64,
			rules->file[i].fingerprint);
	}
	fputs("</dd>\n", stream);
}

/* What was read back may be any text. */
static void put_said(FILE *stream, const char *what, const char *text)
{
	if (!text || !*text)
		return;
	fprintf(stream, "<dt>%s</dt><dd>", what);
	html_text(stream, text);
	fputs("</dd>\n", stream);
}

void html_put_method(const struct html_page *page)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;
	char interval[CELL_ROOM];

	fputs("<section aria-labelledby=\"method\">\n"
	      "<h2 id=\"method\">How it was decided</h2>\n<dl>\n",
	      stream);
	put_said(stream, "test", report->test);
	if (!isnan(report->alpha))
		fprintf(stream, "<dt>alpha</dt><dd>%g</dd>\n", report->alpha);
	put_said(stream, "false discovery rate",
		 report->fdr && strcmp(report->fdr, "bh") == 0 ?
			 "Benjamini-Hochberg (bh)" :
			 report->fdr);
	format_interval_head(report->confidence, interval);
	fprintf(stream,
		"<dt>intervals</dt><dd>%s of each metric alone, not "
		"adjusted for having been selected</dd>\n",
		interval);
	put_rules(page);
	fputs("</dl>\n", stream);
	put_flags(page);
	fputs("<p class=\"dim\">Failures come first, then KPIs; within each "
	      "the first is what changed most for sure, by the end of its "
	      "interval that is nearest to no change. That a metric changed "
	      "does not tell why: whatever else differed between the two "
	      "sides may be the cause.</p>\n</section>\n",
	      stream);
}
