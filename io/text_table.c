/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

/*
 * The cells of a row.  Widths are in columns of the terminal: "±" is one
 * column and two bytes.
 */
enum cell { BASE, CANDIDATE, CHANGE, INTERVAL, Q, CELLS };

enum {
	CELL_ROOM = 64,
	NAME_COLUMNS = 24, /* a name cut shorter tells nothing */
	WORD_COLUMNS = 8,
};

struct line {
	char cell[CELLS][CELL_ROOM];
	const char *word, *reason;
};

struct layout {
	size_t rank, name, cell[CELLS];
	bool two_lines; /* the name has its own */
	size_t indent;
};

/* Four significant digits and a decimal prefix, as in 7.676M. */
static void format_mean(double mean, char *text, size_t room)
{
	static const char prefix[] = "\0kMGTPE";
	char digits[32], *e;
	int exponent, group;

	if (mean == 0 || !isfinite(mean)) {
		snprintf(text, room, "%s", mean == 0 ? "0" : "");
		return;
	}
	snprintf(digits, sizeof(digits), "%.3e", mean);
	e = strchr(digits, 'e');
	exponent = e ? atoi(e + 1) : 0;
	if (exponent < -4 || exponent > 20) {
		snprintf(text, room, "%.3e", mean);
	} else if (exponent < 3) {
		if (mean == trunc(mean))
			snprintf(text, room, "%.0f", mean);
		else
			snprintf(text, room, "%.*f", 3 - exponent, mean);
	} else {
		group = exponent / 3;
		snprintf(text, room, "%.*f%c", 3 - exponent % 3,
			 mean / pow(1000, group), prefix[group]);
	}
}

static void format_side(const struct finding *finding, const struct side *side,
			char *text, size_t room)
{
	double percent = 100 * side->sd / fabs(side->mean);
	char mean[32];

	if (finding->kind == KIND_FAILURE) {
		snprintf(text, room, "%" PRIu32 "/%" PRIu32, side->fails,
			 side->n);
		return;
	}
	format_mean(side->mean, mean, sizeof(mean));
	if (!isfinite(percent))
		snprintf(text, room, "%s %5s", mean, "");
	else
		snprintf(text, room, "%s ±%.*f%%", mean, percent < 9.95,
			 percent);
}

static void format_change(double change, enum change_kind kind, char *text,
			  size_t room)
{
	const char *unit = kind == CHANGE_RELATIVE ? "%" : "";

	if (isnan(change))
		text[0] = '\0';
	else if (fabs(change) >= 1e5)
		snprintf(text, room, "%+.2g%s", change, unit);
	else
		snprintf(text, room, "%+.*f%s", fabs(change) < 0.995 ? 2 : 1,
			 change, unit);
}

static void format_q(double q, char *text, size_t room)
{
	if (isnan(q))
		text[0] = '\0';
	else if (q >= 0.001)
		snprintf(text, room, "%.3f", q);
	else
		snprintf(text, room, "%.0e", q);
}

static const char *word_of(const struct finding *finding)
{
	switch (finding->direction) {
	case DIRECTION_IMPROVEMENT:
		return "better";
	case DIRECTION_REGRESSION:
		return "worse";
	case DIRECTION_CHANGE:
		return "changed";
	default:
		break;
	}
	if (finding->flags & 1u << FLAG_NEW_FAILURE)
		return "new";
	switch (finding->verdict) {
	case VERDICT_EQUIVALENT:
		return "same";
	case VERDICT_INCOMPARABLE:
		return "-";
	default:
		return "?";
	}
}

static void make_line(const struct finding *finding, struct line *line)
{
	char low[CELL_ROOM / 2 - 4], high[CELL_ROOM / 2 - 4];
	enum change_kind kind = finding->change_kind;
	double change = finding->change;

	*line = (struct line){ .word = word_of(finding),
			       .reason = finding->reason };
	format_side(finding, &finding->base, line->cell[BASE], CELL_ROOM);
	format_side(finding, &finding->candidate, line->cell[CANDIDATE],
		    CELL_ROOM);
	/* A base of 0 has no percentage, but the change a direction. */
	if (isnan(change) && finding->base.mean == 0 &&
	    finding->difference != 0 && !isnan(finding->difference))
		change = copysign(INFINITY, finding->difference);
	if (isinf(change))
		snprintf(line->cell[CHANGE], CELL_ROOM, "%cinf%%",
			 change < 0 ? '-' : '+');
	else
		format_change(change, kind, line->cell[CHANGE], CELL_ROOM);
	format_change(finding->ci_low, kind, low, sizeof(low));
	format_change(finding->ci_high, kind, high, sizeof(high));
	if (*low && *high)
		snprintf(line->cell[INTERVAL], CELL_ROOM, "%s .. %s", low,
			 high);
	format_q(finding->q, line->cell[Q], CELL_ROOM);
}

static void put_spaces(FILE *stream, size_t count)
{
	while (count-- > 0)
		putc(' ', stream);
}

/* Right-justified; nothing is ever cut. */
static void put_right(FILE *stream, const char *text, size_t columns)
{
	size_t used = text_columns(text);

	if (used < columns)
		put_spaces(stream, columns - used);
	fputs(text, stream);
}
static const char *color_of(const struct report *report,
			    const struct finding *finding)
{
	if (!report->color)
		return "";
	if (finding->direction == DIRECTION_REGRESSION)
		return "\033[31m";
	return finding->direction == DIRECTION_IMPROVEMENT ? "\033[32m" : "";
}

static void put_cells(FILE *stream, const struct layout *layout,
		      const struct line *line)
{
	for (size_t i = 0; i < CELLS; i++) {
		if (!layout->cell[i])
			continue;
		put_spaces(stream, 2);
		put_right(stream, line->cell[i], layout->cell[i]);
	}
	if (line->reason)
		fprintf(stream, "  %s", line->reason);
	putc('\n', stream);
}

static bool put_row(const struct report *report, FILE *stream,
		    const struct layout *layout, const struct finding *finding)
{
	const char *color = color_of(report, finding);
	struct line line;
	char rank[16] = "";
	size_t used;

	make_line(finding, &line);
	if (finding->reported)
		snprintf(rank, sizeof(rank), "%" PRIu32, finding->rank);
	put_right(stream, rank, layout->rank);
	fprintf(stream, " %s%-*s%s", color, WORD_COLUMNS, line.word,
		*color ? "\033[0m" : "");
	used = text_put(stream, finding->metric, layout->name);
	if (used == SIZE_MAX)
		return false;
	if (layout->two_lines) {
		putc('\n', stream);
		put_spaces(stream, layout->indent - 2);
	} else if (used < layout->name) {
		put_spaces(stream, layout->name - used);
	}
	put_cells(stream, layout, &line);
	return true;
}

/* Failures have shares of runs, and no interval. */
static void make_head(const struct report *report, enum kind kind,
		      struct line *head)
{
	*head = (struct line){ .word = "" };
	strcpy(head->cell[CHANGE], "change");
	strcpy(head->cell[Q], "q");
	if (kind == KIND_FAILURE) {
		strcpy(head->cell[BASE], "base fails");
		strcpy(head->cell[CANDIDATE], "candidate fails");
		return;
	}
	strcpy(head->cell[BASE], "base ±sd");
	strcpy(head->cell[CANDIDATE], "candidate ±sd");
	snprintf(head->cell[INTERVAL], CELL_ROOM, "%g%% interval",
		 100 * report->confidence);
}

/* Cells are as wide as their widest text; what is left is the name's. */
static struct layout lay_out(const struct report *report,
			     const struct report_row *const *row, size_t rows)
{
	struct layout layout = { .rank = 2, .name = strlen("metric") };
	size_t figures = 0, last = 0;
	struct line line;
	char rank[16];

	make_head(report, row[0]->finding->kind, &line);
	for (size_t i = 0; i < CELLS; i++)
		layout.cell[i] = text_columns(line.cell[i]);
	for (size_t r = 0; r < rows; r++) {
		const struct finding *finding = row[r]->finding;
		size_t columns = text_columns(finding->metric);
		int digits =
			snprintf(rank, sizeof(rank), "%" PRIu32, finding->rank);

		if (finding->reported && (size_t)digits > layout.rank)
			layout.rank = (size_t)digits;
		if (columns > layout.name)
			layout.name = columns;
		make_line(finding, &line);
		if (line.reason && strlen(line.reason) + 2 > last)
			last = strlen(line.reason) + 2;
		for (size_t i = 0; i < CELLS; i++)
			if (text_columns(line.cell[i]) > layout.cell[i])
				layout.cell[i] = text_columns(line.cell[i]);
	}
	layout.indent = layout.rank + 1 + WORD_COLUMNS;
	for (size_t i = 0; i < CELLS; i++)
		figures += layout.cell[i] ? layout.cell[i] + 2 : 0;
	figures += last;
	if (!report->columns ||
	    layout.indent + layout.name + figures <= report->columns)
		return layout;
	if (layout.indent + NAME_COLUMNS + figures <= report->columns) {
		layout.name = report->columns - layout.indent - figures;
		return layout;
	}
	layout.two_lines = true;
	if (report->columns > layout.indent + NAME_COLUMNS)
		layout.name = report->columns - layout.indent;
	else
		layout.name = NAME_COLUMNS;
	return layout;
}

bool text_table(const struct report *report, FILE *stream,
		const struct report_row *const *row, size_t rows)
{
	struct layout layout = lay_out(report, row, rows);
	struct line head;

	make_head(report, row[0]->finding->kind, &head);
	put_spaces(stream, layout.indent);
	fputs("metric", stream);
	if (layout.two_lines) {
		putc('\n', stream);
		put_spaces(stream, layout.indent - 2);
	} else if (layout.name > strlen("metric")) {
		put_spaces(stream, layout.name - strlen("metric"));
	}
	put_cells(stream, &layout, &head);
	for (size_t r = 0; r < rows; r++)
		if (!put_row(report, stream, &layout, row[r]->finding))
			return false;
	return true;
}
