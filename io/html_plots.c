/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/cells.h"
#include "io/html.h"
#include "io/html_page.h"
#include "io/html_scale.h"

/* A reader looks at some plots; the table has every figure. */
enum { STRIPS_MOST = 24, INTERVALS_MOST = 60, DOTS_MOST = 200 };

/* Heights of a strip plot, in pixels. */
enum { SIDE_HEIGHT = 26, STRIP_HEIGHT = 3 * SIDE_HEIGHT };

static const char *mark_of(const struct finding *finding)
{
	switch (finding->direction) {
	case DIRECTION_REGRESSION:
		return "worse";
	case DIRECTION_IMPROVEMENT:
		return "better";
	default:
		return "changed";
	}
}

/* All that the plot of one metric shows. */
struct strip {
	const struct finding *finding;
	struct column base, candidate;
	double low, high; /* the interval of the change, laid off from the
			     base's mean */
	double floor;
	struct html_scale scale;
};

static double to_unit(const struct finding *finding, double change)
{
	if (finding->change_kind == CHANGE_ABSOLUTE)
		return finding->base.mean + change;
	return finding->base.mean + fabs(finding->base.mean) * change / 100;
}

static void widen(struct html_scale *scale, struct column column)
{
	for (size_t i = 0; i < column.n; i++)
		html_scale_widen(scale, column.value[i]);
}

/* An end of the interval that lies far off the values is not shown. */
static void set_scale(struct strip *strip)
{
	struct html_scale *scale = &strip->scale;
	double range;

	*scale = html_scale_empty();
	widen(scale, strip->base);
	widen(scale, strip->candidate);
	html_scale_widen(scale, strip->finding->base.mean);
	html_scale_widen(scale, strip->finding->candidate.mean);
	range = scale->most - scale->least;
	if (fabs(strip->low - scale->least) <= range)
		html_scale_widen(scale, strip->low);
	if (fabs(strip->high - scale->most) <= range)
		html_scale_widen(scale, strip->high);
}

static struct column column_of(const struct finding *finding,
			       const struct run_set *runs, enum flag absent,
			       const struct side *side, double *zeros)
{
	return finding_column(finding, runs, absent,
			      side->n == COUNT_NONE ? 0 : side->n, zeros);
}

/*
 * zeros has room for each side.  Returns false when there is nothing to draw.
 */
static bool strip_make(struct strip *strip, const struct report_row *row,
		       double *zeros)
{
	const struct finding *finding = row->finding;
	const struct comparison *comparison = row->comparison;

	*strip = (struct strip){ .finding = finding };
	strip->base = column_of(finding, &comparison->base->runs,
				FLAG_ABSENT_BASE, &finding->base, zeros);
	strip->candidate = column_of(finding, &comparison->candidate->runs,
				     FLAG_ABSENT_CANDIDATE, &finding->candidate,
				     zeros);
	if (!strip->base.n || !strip->candidate.n)
		return false;
	strip->low = to_unit(finding, finding->ci_low);
	strip->high = to_unit(finding, finding->ci_high);
	strip->floor = fabs(to_unit(finding, finding->min_change) -
			    finding->base.mean);
	set_scale(strip);
	return html_scale_close(&strip->scale);
}

/* The first run is on top, so that a drift can be seen. */
static void put_dots(const struct strip *strip, FILE *stream,
		     struct column column, int top, const char *class)
{
	size_t every = (column.n + DOTS_MOST - 1) / DOTS_MOST;

	fprintf(stream, "<g class=\"%s\">", class);
	for (size_t i = 0; i < column.n; i += every) {
		double share =
			column.n > 1 ? (double)i / (double)(column.n - 1) : 0.5;

		fprintf(stream, "<circle cx=\"%.2f%%\" cy=\"%.1f\" r=\"3\"/>",
			html_scale_place(&strip->scale, column.value[i]),
			top + 5 + share * (SIDE_HEIGHT - 10));
	}
	fputs("</g>", stream);
}

static void put_mean(const struct strip *strip, FILE *stream, double mean,
		     int top)
{
	double place = html_scale_place(&strip->scale, mean);

	if (isfinite(mean))
		fprintf(stream,
			"<line class=\"m\" x1=\"%.2f%%\" x2=\"%.2f%%\" "
			"y1=\"%d\" y2=\"%d\"/>",
			place, place, top + 1, top + SIDE_HEIGHT - 1);
}

/* What may be called no change: the base's mean and the floor around it. */
static void put_floor(const struct strip *strip, FILE *stream)
{
	double mean = strip->finding->base.mean, left, right;

	if (!isfinite(strip->floor))
		return;
	left = html_scale_place(&strip->scale, mean - strip->floor);
	right = html_scale_place(&strip->scale, mean + strip->floor);
	fprintf(stream,
		"<rect class=\"z\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"0\" "
		"height=\"%d\"/>",
		left, right - left, STRIP_HEIGHT);
}

/* An end that lies beyond the scale has no tick. */
static void put_bar(const struct html_scale *scale, FILE *stream,
		    const char *class, double low, double high, int y)
{
	double left = html_scale_place(scale, low);
	double right = html_scale_place(scale, high);

	fprintf(stream,
		"<g class=\"i %s\"><line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" "
		"y2=\"%d\"/>",
		class, left, right, y, y);
	if (html_scale_holds(scale, low))
		fprintf(stream,
			"<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" "
			"y2=\"%d\"/>",
			left, left, y - 5, y + 5);
	if (html_scale_holds(scale, high))
		fprintf(stream,
			"<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"%d\" "
			"y2=\"%d\"/>",
			right, right, y - 5, y + 5);
	fputs("</g>", stream);
}

static void put_strip_caption(const struct html_page *page,
			      const struct report_row *row)
{
	const struct finding *finding = row->finding;
	FILE *stream = page->stream;
	char base[CELL_ROOM], candidate[CELL_ROOM];
	struct cells cells;

	cells_make(&cells, finding);
	fprintf(stream, "<figcaption><b>%" PRIu32 " %s</b> <strong>",
		finding->rank, cells.word);
	html_name(stream, finding->metric, HTML_NAME_MOST);
	fputs("</strong>", stream);
	if (page->label) {
		fputs(" <span class=\"dim\">", stream);
		html_text(stream, html_label(page, row));
		fputs("</span>", stream);
	}
	format_mean(finding->base.mean, base, sizeof(base));
	format_mean(finding->candidate.mean, candidate, sizeof(candidate));
	fprintf(stream, "<br><span class=\"dim\">%s → %s", base, candidate);
	if (finding->unit && *finding->unit) {
		putc(' ', stream);
		html_name(stream, finding->unit, HTML_NAME_MOST);
	}
	fprintf(stream, ", %s (%s)", cells.text[CELL_CHANGE],
		*cells.text[CELL_INTERVAL] ? cells.text[CELL_INTERVAL] :
					     "no interval");
	fputs("</span>", stream);
	if (finding->about && *finding->about) {
		fputs(" <span class=\"dim\">– ", stream);
		html_name(stream, finding->about, HTML_TITLE_MOST);
		fputs("</span>", stream);
	}
	fputs("</figcaption>", stream);
}

static void put_strip(const struct html_page *page,
		      const struct report_row *row, const struct strip *strip)
{
	FILE *stream = page->stream;

	fputs("<figure class=\"strip\">", stream);
	put_strip_caption(page, row);
	fputs("<div><p>base<p>candidate<p>change</div>", stream);
	fprintf(stream,
		"<svg role=\"img\" height=\"%d\" aria-label=\"values of %zu "
		"and %zu runs of ",
		STRIP_HEIGHT + 20, strip->base.n, strip->candidate.n);
	html_text(stream, strip->finding->metric);
	fputs("\">", stream);
	put_floor(strip, stream);
	html_scale_axis(&strip->scale, stream, STRIP_HEIGHT, "");
	put_dots(strip, stream, strip->base, 0, "base");
	put_dots(strip, stream, strip->candidate, SIDE_HEIGHT,
		 mark_of(strip->finding));
	put_mean(strip, stream, strip->finding->base.mean, 0);
	put_mean(strip, stream, strip->finding->candidate.mean, SIDE_HEIGHT);
	if (isfinite(strip->low) && isfinite(strip->high))
		put_bar(&strip->scale, stream, mark_of(strip->finding),
			strip->low, strip->high,
			2 * SIDE_HEIGHT + SIDE_HEIGHT / 2);
	fputs("</svg></figure>\n", stream);
}

static bool is_reported_kpi(const struct finding *finding)
{
	return finding->reported && finding->kpi != KPI_NO &&
	       finding->kind == KIND_PERFORMANCE;
}

/* How many there are, and the most runs that one has on a side. */
static size_t count_kpis(const struct report *report, size_t *runs)
{
	size_t count = 0;

	for (size_t r = 0; r < report->reported; r++) {
		const struct finding *finding = report->row[r].finding;

		if (!is_reported_kpi(finding))
			continue;
		count++;
		if (finding->base.n != COUNT_NONE && finding->base.n > *runs)
			*runs = finding->base.n;
		if (finding->candidate.n != COUNT_NONE &&
		    finding->candidate.n > *runs)
			*runs = finding->candidate.n;
	}
	return count;
}

static void put_strip_legend(const struct html_page *page)
{
	char interval[CELL_ROOM];

	format_interval_head(page->report->confidence, interval);
	fprintf(page->stream,
		"<p class=\"legend\">Each dot is the value of a run, the first "
		"run on top: <svg class=\"key\" width=\"10\" height=\"10\">"
		"<g class=\"base\"><circle cx=\"5\" cy=\"5\" r=\"3\"/></g>"
		"</svg> base, <svg class=\"key\" width=\"10\" height=\"10\">"
		"<g class=\"changed\"><circle cx=\"5\" cy=\"5\" r=\"3\"/></g>"
		"</svg> candidate; the line through them is their mean. The "
		"bar is the %s of the change, laid off from the "
		"mean of the base; shaded is what is within the floor. Of more "
		"than %d runs a side only some are drawn.</p>\n",
		interval, DOTS_MOST);
}

static void put_not_drawn(FILE *stream, size_t drawn, size_t count,
			  const char *what)
{
	if (drawn < count)
		fprintf(stream,
			"<p class=\"dim\">%zu %s%s not drawn; the table has "
			"all.</p>\n",
			count - drawn, what, count - drawn == 1 ? "" : "s");
}

/* Returns false when there is no memory. */
static bool put_strips(const struct html_page *page)
{
	const struct report *report = page->report;
	size_t runs = 1, drawn = 0, kpis = count_kpis(report, &runs);
	double *zeros = calloc(runs, sizeof(*zeros));

	if (!zeros)
		return false;
	for (size_t r = 0; r < report->reported && drawn < STRIPS_MOST; r++) {
		struct strip strip;

		if (!is_reported_kpi(report->row[r].finding) ||
		    !strip_make(&strip, &report->row[r], zeros))
			continue;
		if (!drawn++) {
			fputs("<section aria-labelledby=\"runs\">\n<h2 id="
			      "\"runs\">Runs of the reported KPIs</h2>\n",
			      page->stream);
			put_strip_legend(page);
		}
		put_strip(page, &report->row[r], &strip);
	}
	free(zeros);
	if (!drawn)
		return true;
	put_not_drawn(page->stream, drawn, kpis, "KPI");
	fputs("</section>\n", page->stream);
	return true;
}

static bool has_interval(const struct finding *finding, enum change_kind kind)
{
	return finding->reported && finding->kind == KIND_PERFORMANCE &&
	       finding->change_kind == kind && isfinite(finding->ci_low) &&
	       isfinite(finding->ci_high);
}

/* The next row with an interval, from `row` on; report->reported: none. */
static size_t next_interval(const struct report *report, size_t row,
			    enum change_kind kind)
{
	while (row < report->reported &&
	       !has_interval(report->row[row].finding, kind))
		row++;
	return row;
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * Some changes are a hundred times as large as the others, which must still be
 * seen: the scale ends at some times the median end.
 */
static struct html_scale scale_of(const struct report *report,
				  enum change_kind kind)
{
	double end[INTERVALS_MOST], limit;
	struct html_scale scale = html_scale_empty();
	size_t count = 0;

	html_scale_widen(&scale, 0);
	for (size_t r = next_interval(report, 0, kind);
	     r < report->reported && count < INTERVALS_MOST;
	     r = next_interval(report, r + 1, kind)) {
		const struct finding *finding = report->row[r].finding;

		html_scale_widen(&scale, finding->ci_low);
		html_scale_widen(&scale, finding->ci_high);
		end[count++] =
			fmax(fabs(finding->ci_low), fabs(finding->ci_high));
	}
	if (!count)
		return scale;
	qsort(end, count, sizeof(*end), compare_numbers);
	limit = 6 * end[count / 2];
	scale.least = fmax(scale.least, -limit);
	scale.most = fmin(scale.most, limit);
	return scale;
}

/* A point for better, a square for worse, a ring where that is not known. */
static void put_point(FILE *stream, const struct finding *finding, double place)
{
	if (finding->direction == DIRECTION_REGRESSION)
		fprintf(stream,
			"<rect class=\"worse\" x=\"%.2f%%\" y=\"7\" "
			"width=\"8\" height=\"8\" transform=\"translate(-4)\"/>",
			place);
	else
		fprintf(stream,
			"<circle class=\"%s\" cx=\"%.2f%%\" cy=\"11\" "
			"r=\"4\"/>",
			mark_of(finding), place);
}

/* Where an interval goes on beyond the scale. */
static void put_beyond(const struct html_scale *scale, FILE *stream,
		       const struct finding *finding)
{
	if (finding->ci_low < scale->least)
		fputs("<text x=\"0\" y=\"15\" class=\"l\">◂</text>", stream);
	if (finding->ci_high > scale->most)
		fputs("<text x=\"100%\" y=\"15\" class=\"r\">▸</text>", stream);
}

static void put_interval(const struct html_page *page,
			 const struct html_scale *scale,
			 const struct report_row *row)
{
	const struct finding *finding = row->finding;
	FILE *stream = page->stream;
	double zero = html_scale_place(scale, 0);
	struct cells cells;

	cells_make(&cells, finding);
	fputs("<li><span><b>", stream);
	html_name(stream, finding->metric, HTML_NAME_MOST / 2);
	fputs("</b>", stream);
	if (page->label) {
		fputs(" <small>", stream);
		html_text(stream, html_label(page, row));
		fputs("</small>", stream);
	}
	fprintf(stream,
		"</span><svg height=\"22\" aria-hidden=\"true\"><line class="
		"\"o\" x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"22\"/>",
		zero, zero);
	put_bar(scale, stream, mark_of(finding), finding->ci_low,
		finding->ci_high, 11);
	put_beyond(scale, stream, finding);
	if (html_scale_holds(scale, finding->change))
		put_point(stream, finding,
			  html_scale_place(scale, finding->change));
	fprintf(stream, "</svg><span class=\"v\">%s <b>%s</b></span></li>\n",
		cells.word, cells.text[CELL_CHANGE]);
}

static void put_intervals_of(const struct html_page *page,
			     enum change_kind kind)
{
	const struct report *report = page->report;
	struct html_scale scale = scale_of(report, kind);
	const char *unit = kind == CHANGE_RELATIVE ? "%" : "";
	FILE *stream = page->stream;
	size_t count = 0, r = next_interval(report, 0, kind);

	if (r == report->reported || !html_scale_close(&scale))
		return;
	fprintf(stream, "<h3>%s</h3>\n<ol class=\"forest\">\n",
		kind == CHANGE_RELATIVE ? "In percent of the base" :
					  "In points");
	for (; r < report->reported; r = next_interval(report, r + 1, kind))
		if (count++ < INTERVALS_MOST)
			put_interval(page, &scale, &report->row[r]);
	fputs("<li aria-hidden=\"true\"><span></span><svg height=\"22\">",
	      stream);
	html_scale_axis(&scale, stream, 4, unit);
	fputs("</svg><span></span></li>\n</ol>\n", stream);
	put_not_drawn(stream, count < INTERVALS_MOST ? count : INTERVALS_MOST,
		      count, "interval");
}

static void put_intervals(const struct html_page *page)
{
	const struct report *report = page->report;
	char interval[CELL_ROOM];

	format_interval_head(page->report->confidence, interval);
	if (next_interval(report, 0, CHANGE_RELATIVE) == report->reported &&
	    next_interval(report, 0, CHANGE_ABSOLUTE) == report->reported)
		return;
	fprintf(page->stream,
		"<section aria-labelledby=\"intervals\">\n"
		"<h2 id=\"intervals\">Intervals of the changes</h2>\n"
		"<p class=\"legend\">Where the true change lies: the %s of "
		"each metric alone, by rank. The upright line is no change; <svg class=\"key\" width=\"10\" "
		"height=\"10\"><rect class=\"worse\" x=\"1\" y=\"1\" "
		"width=\"8\" height=\"8\"/></svg> worse, <svg class=\"key\" "
		"width=\"10\" height=\"10\"><circle class=\"better\" cx=\"5\" "
		"cy=\"5\" r=\"4\"/></svg> better, <svg class=\"key\" "
		"width=\"10\" height=\"10\"><circle class=\"changed\" "
		"cx=\"5\" cy=\"5\" r=\"4\"/></svg> changed, and which way is "
		"good is not known; ◂ ▸ goes on.</p>\n",
		interval);
	put_intervals_of(page, CHANGE_RELATIVE);
	put_intervals_of(page, CHANGE_ABSOLUTE);
	fputs("</section>\n", page->stream);
}

bool html_put_plots(const struct html_page *page)
{
	put_intervals(page);
	return put_strips(page);
}
