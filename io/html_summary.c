/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/banners.h"
#include "io/headline.h"
#include "io/html.h"
#include "io/html_page.h"

/* So many comparisons, and so many banners, are shown without a click. */
enum { OPEN_MOST = 8 };

static void put_headline(const struct html_page *page)
{
	const struct finding *finding = headline_of(page->report);
	FILE *stream = page->stream;

	fputs("<h1>", stream);
	if (!finding) {
		fputs("Nothing to report</h1>\n", stream);
		return;
	}
	if (finding->kind == KIND_PERFORMANCE)
		headline_put_size(stream, finding);
	fputs("<code>", stream);
	html_name(stream, finding->metric, HTML_TITLE_MOST);
	fputs("</code>", stream);
	headline_put_rest(stream, finding);
	fputs("</h1>\n", stream);
}

/* None of a kind is not worth its colour. */
static void put_tile(FILE *stream, const char *class, const char *mark,
		     size_t count, const char *what)
{
	if (*class && count)
		fprintf(stream, "<li class=\"%s\">", class);
	else
		fputs("<li>", stream);
	if (*mark)
		fprintf(stream, "<span aria-hidden=\"true\">%s</span> ", mark);
	fprintf(stream, "<b>%zu</b> %s%s</li>\n", count, what,
		count == 1 ? "" : "s");
}

static void put_tiles(const struct html_page *page)
{
	const struct report *report = page->report;
	struct direction_counts counts = { 0 };
	size_t failures = 0, metrics = 0;
	FILE *stream = page->stream;

	for (size_t r = 0; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		direction_count(&counts, finding);
		failures += !finding->reported && html_is_news(finding);
	}
	for (size_t c = 0; c < report->comparisons; c++)
		if (report->comparison[c].metrics != METRICS_UNKNOWN)
			metrics += report->comparison[c].metrics;
	fputs("<ul class=\"tiles\">\n", stream);
	put_tile(stream, "worse", "▼", counts.of[DIRECTION_REGRESSION],
		 "regression");
	put_tile(stream, "better", "▲", counts.of[DIRECTION_IMPROVEMENT],
		 "improvement");
	put_tile(stream, "changed", "◆", counts.of[DIRECTION_CHANGE], "change");
	if (failures)
		put_tile(stream, "worse", "▼", failures,
			 "new, unproven failure");
	if (metrics)
		put_tile(stream, "", "", metrics, "metric");
	if (report->comparisons > 1)
		put_tile(stream, "", "", report->comparisons, "comparison");
	fputs("</ul>\n", stream);
}

static void put_runs(FILE *stream, const struct commit *commit)
{
	size_t runs = commit->runs.runs;
	size_t complete;

	if (!runs)
		return;
	complete = run_set_runs(&commit->runs, KIND_PERFORMANCE);
	fputs(", ", stream);
	html_count(stream, runs, "run");
	if (complete < runs)
		fprintf(stream, ", %zu incomplete", runs - complete);
}

static bool is_text(const char *text)
{
	return text && *text;
}

static void put_commit(const struct html_page *page, const char *side,
		       const struct commit *commit)
{
	FILE *stream = page->stream;

	fprintf(stream, "<dt>%s</dt><dd>", side);
	html_commit(stream, commit);
	if (is_text(commit->subject)) {
		fputs(" <q>", stream);
		html_name(stream, commit->subject, HTML_TITLE_MOST);
		fputs("</q>", stream);
	}
	fputs("<span class=\"dim\">", stream);
	if (is_text(commit->repository)) {
		fputs(" ", stream);
		html_name(stream, commit->repository, HTML_NAME_MOST);
	}
	if (is_text(commit->branch)) {
		putc(is_text(commit->repository) ? ':' : ' ', stream);
		html_name(stream, commit->branch, HTML_NAME_MOST);
	}
	if (!page->label)
		put_runs(stream, commit);
	fputs("</span></dd>\n", stream);
}

static void put_axis(FILE *stream, const struct axis *axis)
{
	fputs("<code>", stream);
	html_name(stream, axis->name, HTML_NAME_MOST);
	fputs("=", stream);
	html_name(stream, axis->value, HTML_NAME_MOST);
	fputs("</code> ", stream);
}

static void put_axes(const struct html_page *page, const struct group *group,
		     bool shared)
{
	for (size_t i = 0; i < group->axes; i++)
		if (html_axis_is_shared(page, &group->axis[i]) == shared)
			put_axis(page->stream, &group->axis[i]);
}

static bool same_machine(const struct report *report)
{
	const char *machine = report->comparison[0].group->machine;

	for (size_t c = 0; c < report->comparisons; c++) {
		const char *other = report->comparison[c].group->machine;

		if (!machine || !other || strcmp(machine, other) != 0)
			return false;
	}
	return true;
}

static bool has_shared(const struct html_page *page)
{
	const struct group *group = page->report->comparison[0].group;

	for (size_t i = 0; i < group->axes; i++)
		if (page->shared[i])
			return true;
	return false;
}

static void put_group(const struct html_page *page)
{
	const struct group *group = page->report->comparison[0].group;
	FILE *stream = page->stream;

	if (has_shared(page)) {
		fputs("<dt>group</dt><dd class=\"axes\">", stream);
		put_axes(page, group, true);
		fputs("</dd>\n", stream);
	}
	if (same_machine(page->report)) {
		fputs("<dt>machine</dt><dd>", stream);
		html_name(stream, group->machine, HTML_TITLE_MOST);
		fputs("</dd>\n", stream);
	}
}

/* What a plain t-test would have listed, and how much of that by chance. */
static void put_tested(const struct html_page *page)
{
	const struct report *report = page->report;
	size_t tested = 0, welch = 0, small = 0;
	double expected;

	for (size_t c = 0; c < report->comparisons; c++) {
		tested += comparison_tested(&report->comparison[c]);
		welch += report->comparison[c].welch_tested;
		small += report->comparison[c].welch_small;
	}
	if (!tested && !welch)
		return;
	expected = WELCH_SMALL_P * (double)welch;
	fputs("<dt>tested</dt><dd>", page->stream);
	html_count(page->stream, tested, "metric");
	fprintf(page->stream,
		"; Welch’s test has p &lt; %g for %zu of %zu (%.*f expected by "
		"chance alone)</dd>\n",
		WELCH_SMALL_P, small, welch, expected < 9.95, expected);
}

static void put_missing(const struct html_page *page)
{
	const struct report *report = page->report;
	size_t base = 0, candidate = 0;

	for (size_t c = 0; c < report->comparisons; c++) {
		base += report->comparison[c].base_missing;
		candidate += report->comparison[c].candidate_missing;
	}
	if (base + candidate)
		fprintf(page->stream,
			"<dt>missing samples</dt><dd>base %zu, candidate %zu "
			"<span class=\"dim\">(empty, nan or inf)</span></dd>\n",
			base, candidate);
}

static void put_left_out(const struct html_page *page)
{
	const struct problems *problems = page->report->problems;

	if (!problems || !problems->count)
		return;
	fputs("<dt>left out</dt><dd>", page->stream);
	html_count(page->stream, problems->count + problems->untold, "fault");
	fputs(" of the input, <a href=\"#faults\">told below</a>"
	      "</dd>\n",
	      page->stream);
}

static void put_banner(const struct html_page *page, size_t comparison,
		       const char *text)
{
	fputs("<p class=\"note\"><strong>Note</strong> ", page->stream);
	if (page->label) {
		fputs("<b>", page->stream);
		html_text(page->stream, page->label[comparison]);
		fputs("</b>: ", page->stream);
	}
	html_text(page->stream, text);
	fputs("</p>\n", page->stream);
}

/* The further ones are folded away, with their number. */
static void put_banners(const struct html_page *page)
{
	const struct report *report = page->report;
	char text[BANNERS_MAX][BANNER_ROOM];
	size_t all = 0, put = 0;

	for (size_t c = 0; c < report->comparisons; c++)
		all += banners_of(&report->comparison[c], text);
	for (size_t c = 0; put < all && c < report->comparisons; c++) {
		size_t count = banners_of(&report->comparison[c], text);

		for (size_t i = 0; i < count; i++, put++) {
			if (put == OPEN_MOST)
				fprintf(page->stream,
					"<details><summary>%zu more notes"
					"</summary>\n",
					all - put);
			put_banner(page, c, text[i]);
		}
	}
	if (all > OPEN_MOST)
		fputs("</details>\n", page->stream);
}

static void put_comparison(const struct html_page *page, size_t c,
			   const struct direction_counts *counts)
{
	const struct comparison *comparison = &page->report->comparison[c];
	FILE *stream = page->stream;

	fputs("<tr><th scope=\"row\">", stream);
	html_text(stream, page->label[c]);
	fputs("<td class=\"axes\">", stream);
	put_axes(page, comparison->group, false);
	if (!page->same_commits) {
		html_commit(stream, comparison->base);
		fputs(" → ", stream);
		html_commit(stream, comparison->candidate);
	}
	fputs("<td class=\"n\">", stream);
	if (comparison->base->runs.runs || comparison->candidate->runs.runs)
		fprintf(stream, "%zu, %zu", comparison->base->runs.runs,
			comparison->candidate->runs.runs);
	fprintf(stream,
		"<td class=\"n\">%zu<td class=\"n\">%zu<td class=\"n\">%zu"
		"<td class=\"n\">",
		counts->of[DIRECTION_REGRESSION],
		counts->of[DIRECTION_IMPROVEMENT],
		counts->of[DIRECTION_CHANGE]);
	if (comparison->metrics != METRICS_UNKNOWN)
		fprintf(stream, "%zu", comparison->metrics);
	putc('\n', stream);
}

/* A line for each, where there are several. */
static bool put_comparisons(const struct html_page *page)
{
	const struct report *report = page->report;
	struct direction_counts *counts;

	if (!page->label)
		return true;
	counts = calloc(report->comparisons, sizeof(*counts));
	if (!counts)
		return false;
	for (size_t r = 0; r < report->reported; r++)
		direction_count(
			&counts[report->row[r].comparison - report->comparison],
			report->row[r].finding);
	fprintf(page->stream,
		"<details%s><summary>%zu comparisons</summary>\n"
		"<div class=\"wide\" tabindex=\"0\" role=\"region\" "
		"aria-label=\"Comparisons\"><table class=\"u\">\n"
		"<caption>What is compared: what tells each from the others, "
		"and what was found</caption>\n"
		"<thead><tr><th scope=\"col\">group<th scope=\"col\">axes"
		"<th scope=\"col\" class=\"n\">runs"
		"<th scope=\"col\" class=\"n\">worse"
		"<th scope=\"col\" class=\"n\">better"
		"<th scope=\"col\" class=\"n\">changed"
		"<th scope=\"col\" class=\"n\">metrics</thead>\n<tbody>\n",
		report->comparisons <= OPEN_MOST ? " open" : "",
		report->comparisons);
	for (size_t c = 0; c < report->comparisons; c++)
		put_comparison(page, c, &counts[c]);
	fputs("</tbody></table></div></details>\n", page->stream);
	free(counts);
	return true;
}

bool html_put_summary(const struct html_page *page)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;

	fputs("<header>\n", stream);
	put_headline(page);
	put_tiles(page);
	fputs("</header>\n", stream);
	put_banners(page);
	fputs("<section aria-labelledby=\"compared\">\n"
	      "<h2 id=\"compared\">What was compared</h2>\n<dl>\n",
	      stream);
	if (report->comparisons) {
		if (page->same_base)
			put_commit(page, "base", report->comparison[0].base);
		if (page->same_commits)
			put_commit(page, "candidate",
				   report->comparison[0].candidate);
		put_group(page);
	}
	put_tested(page);
	put_missing(page);
	put_left_out(page);
	fputs("</dl>\n", stream);
	if (!put_comparisons(page))
		return false;
	fputs("</section>\n", stream);
	return true;
}
