/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "io/cells.h"
#include "io/html.h"
#include "io/html_page.h"

/*
 * Rows of a body of their own: a browser need not lay out one that is out of
 * sight.  The script goes by the same number.
 */
enum { CHUNK_ROWS = 100 };

/* Which rows a table has. */
struct table {
	enum kind kind;
	size_t rows;
	size_t words[4]; /* rows by the word of their direction */
};

static const char *const words[] = { "worse", "better", "changed", "new" };

static size_t word_number(const struct finding *finding)
{
	switch (finding->direction) {
	case DIRECTION_REGRESSION:
		return 0;
	case DIRECTION_IMPROVEMENT:
		return 1;
	case DIRECTION_CHANGE:
		return 2;
	default:
		return 3;
	}
}

static struct table table_of(const struct html_page *page, enum kind kind)
{
	const struct report *report = page->report;
	struct table table = { .kind = kind };

	for (size_t r = 0; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		if (finding->kind != kind || !html_is_news(finding))
			continue;
		table.rows++;
		table.words[word_number(finding)]++;
	}
	return table;
}

/* The rank, and with it the order of the page, has no word but "#". */
static void put_head(const struct html_page *page, const struct table *table)
{
	FILE *stream = page->stream;
	bool failures = table->kind == KIND_FAILURE;
	char interval[CELL_ROOM];

	format_interval_head(page->report->confidence, interval);
	fputs("<thead><tr><th scope=\"col\" data-k=\"n\" aria-sort="
	      "\"ascending\"><abbr title=\"rank: 1 is the first thing to look "
	      "at\">#</abbr><th scope=\"col\" data-k=\"t\">direction",
	      stream);
	fprintf(stream, "<th scope=\"col\" data-k=\"t\">%s",
		failures ? "failure" : "metric");
	if (page->label)
		fputs("<th scope=\"col\" data-k=\"t\">group", stream);
	if (failures)
		fputs("<th scope=\"col\" data-k=\"n\">base fails/runs"
		      "<th scope=\"col\" data-k=\"n\">candidate fails/runs"
		      "<th scope=\"col\" data-k=\"n\">points",
		      stream);
	else
		fprintf(stream,
			"<th scope=\"col\" data-k=\"n\">base ±sd (n)"
			"<th scope=\"col\" data-k=\"n\">candidate ±sd (n)"
			"<th scope=\"col\" data-k=\"n\">change"
			"<th scope=\"col\" data-k=\"i\">%s",
			interval);
	fputs("<th scope=\"col\" data-k=\"n\">q<th scope=\"col\" data-k=\"t\">"
	      "flags</thead>\n",
	      stream);
}

static void put_side(FILE *stream, const struct finding *finding,
		     const char *cell, const struct side *side)
{
	html_cell(stream, cell);
	if (finding->kind == KIND_PERFORMANCE && side->n != COUNT_NONE)
		fprintf(stream, " (%" PRIu32 ")", side->n);
}

static void put_flags(FILE *stream, unsigned flags)
{
	const char *gap = "";

	fputs("<td>", stream);
	for (unsigned i = 0; i < FLAGS; i++) {
		if (!(flags & 1u << i))
			continue;
		fprintf(stream, "%s%s", gap, flag_name(i));
		gap = ", ";
	}
}

static void put_name(const struct html_page *page,
		     const struct finding *finding)
{
	FILE *stream = page->stream;

	fputs("<th scope=\"row\">", stream);
	html_name(stream, finding->metric, HTML_NAME_MOST);
	if (finding->unit && *finding->unit) {
		fputs(" <small>", stream);
		html_name(stream, finding->unit, HTML_NAME_MOST);
		fputs("</small>", stream);
	}
	if (page->mixed && finding->kind == KIND_PERFORMANCE &&
	    finding->kpi != KPI_NO)
		fputs(" <b>KPI</b>", stream);
}

/* A colour for those of which most is expected; the word says it, too. */
static void put_direction(FILE *stream, const struct finding *finding,
			  const char *word)
{
	bool known = finding->direction == DIRECTION_IMPROVEMENT ||
		     finding->direction == DIRECTION_REGRESSION;

	if (known)
		fprintf(stream, "<td class=\"%s\">%s", word, word);
	else
		fprintf(stream, "<td>%s", word);
}

static void put_row(const struct html_page *page, const struct report_row *row)
{
	const struct finding *finding = row->finding;
	FILE *stream = page->stream;
	struct cells cells;

	cells_make(&cells, finding);
	fputs("<tr><td>", stream);
	if (finding->reported)
		fprintf(stream, "%" PRIu32, finding->rank);
	put_direction(stream, finding, cells.word);
	put_name(page, finding);
	if (page->label) {
		fputs("<td>", stream);
		html_text(stream, html_label(page, row));
	}
	put_side(stream, finding, cells.text[CELL_BASE], &finding->base);
	put_side(stream, finding, cells.text[CELL_CANDIDATE],
		 &finding->candidate);
	html_cell(stream, cells.text[CELL_CHANGE]);
	if (finding->kind == KIND_PERFORMANCE)
		html_cell(stream, cells.text[CELL_INTERVAL]);
	html_cell(stream, cells.text[CELL_Q]);
	put_flags(stream, finding->flags);
	fputs("</tr>\n", stream);
}

static void put_table(const struct html_page *page, const struct table *table,
		      const char *caption)
{
	const struct report *report = page->report;
	FILE *stream = page->stream;
	size_t written = 0;

	fprintf(stream, "<table class=\"t%s%s\">\n<caption>%s</caption>\n",
		table->kind == KIND_FAILURE ? " fails" : "",
		page->label ? " groups" : "", caption);
	put_head(page, table);
	for (size_t r = 0; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		if (finding->kind != table->kind || !html_is_news(finding))
			continue;
		if (written % CHUNK_ROWS == 0)
			fprintf(stream, "%s<tbody%s>\n",
				written ? "</tbody>" : "",
				table->rows - written >= CHUNK_ROWS ?
					" class=\"c\"" :
					"");
		written++;
		put_row(page, &report->row[r]);
	}
	fputs("</tbody></table>\n", stream);
}

static void put_direction_boxes(FILE *stream, const struct table *failures,
				const struct table *metrics)
{
	fputs("<fieldset><legend>direction</legend>", stream);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (failures->words[i] + metrics->words[i])
			fprintf(stream,
				"<label><input type=\"checkbox\" value=\"%s\" "
				"checked> %s</label>",
				words[i], words[i]);
	fputs("</fieldset>\n", stream);
}

/* Every comparison that has a row; the script goes by the text of the cell. */
static void put_group_choice(const struct html_page *page)
{
	FILE *stream = page->stream;

	fputs("<label>group <select name=\"group\"><option value=\"\">all "
	      "groups</option>",
	      stream);
	for (size_t c = 0; c < page->report->comparisons; c++) {
		fputs("<option>", stream);
		html_text(stream, page->label[c]);
		fputs("</option>", stream);
	}
	fputs("</select></label>\n", stream);
}

/* Shown by the script, without which it would do nothing. */
static void put_filter(const struct html_page *page,
		       const struct table *failures,
		       const struct table *metrics)
{
	FILE *stream = page->stream;

	fputs("<form id=\"filter\" hidden aria-label=\"Filter the findings\">\n"
	      "<label>name <input type=\"search\" name=\"name\" "
	      "autocomplete=\"off\" spellcheck=\"false\"></label>\n",
	      stream);
	put_direction_boxes(stream, failures, metrics);
	if (page->mixed)
		fputs("<label>kind <select name=\"kind\"><option value=\"\">"
		      "KPIs and monitors</option><option>KPIs</option>"
		      "<option>monitors</option></select></label>\n",
		      stream);
	if (page->label)
		put_group_choice(page);
	fputs("<output name=\"shown\"></output>\n</form>\n", stream);
}

void html_put_findings(const struct html_page *page)
{
	struct table failures = table_of(page, KIND_FAILURE);
	struct table metrics = table_of(page, KIND_PERFORMANCE);
	FILE *stream = page->stream;

	fputs("<section aria-labelledby=\"findings\">\n"
	      "<h2 id=\"findings\">Findings</h2>\n",
	      stream);
	if (!failures.rows && !metrics.rows)
		fputs("<p>Nothing is proven to have changed by more than its "
		      "floor. That is no proof that nothing has: see what is "
		      "<a href=\"#rest\">not reported</a>.</p>\n",
		      stream);
	else
		put_filter(page, &failures, &metrics);
	if (failures.rows)
		put_table(page, &failures,
			  "Failures: runs that failed, of all runs");
	if (metrics.rows)
		put_table(page, &metrics,
			  "Metrics: means of the runs, standard deviation in "
			  "percent of the mean, number of runs");
	fputs("</section>\n", stream);
}
