/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text_table.h"

#include <inttypes.h>
#include <string.h>

#include "io/cells.h"
#include "io/text.h"

enum {
	NAME_COLUMNS = 24, /* a name cut shorter tells nothing */
	WORD_COLUMNS = 8,
};

struct layout {
	size_t rank, name, cell[CELLS]; /* in columns */
	bool two_lines;			/* the name has its own */
	size_t indent;
};

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
		      const struct cells *cells)
{
	for (size_t i = 0; i < CELLS; i++) {
		if (!layout->cell[i])
			continue;
		put_spaces(stream, 2);
		put_right(stream, cells->text[i], layout->cell[i]);
	}
	if (cells->reason)
		fprintf(stream, "  %s", cells->reason);
	putc('\n', stream);
}

static bool put_row(const struct report *report, FILE *stream,
		    const struct layout *layout, const struct finding *finding)
{
	const char *color = color_of(report, finding);
	struct cells cells;
	char rank[16] = "";
	size_t used;

	cells_make(&cells, finding);
	if (finding->reported)
		snprintf(rank, sizeof(rank), "%" PRIu32, finding->rank);
	put_right(stream, rank, layout->rank);
	fprintf(stream, " %s%-*s%s", color, WORD_COLUMNS, cells.word,
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
	put_cells(stream, layout, &cells);
	return true;
}

/* Failures have shares of runs, and no interval. */
static void make_head(const struct report *report, enum kind kind,
		      struct cells *head)
{
	*head = (struct cells){ .word = "" };
	strcpy(head->text[CELL_CHANGE], "change");
	strcpy(head->text[CELL_Q], "q");
	if (kind == KIND_FAILURE) {
		strcpy(head->text[CELL_BASE], "base fails");
		strcpy(head->text[CELL_CANDIDATE], "candidate fails");
		return;
	}
	strcpy(head->text[CELL_BASE], "base ±sd");
	strcpy(head->text[CELL_CANDIDATE], "candidate ±sd");
	snprintf(head->text[CELL_INTERVAL], CELL_ROOM, "%g%% interval",
		 100 * report->confidence);
}

/* Cells are as wide as their widest text; what is left is the name's. */
static struct layout lay_out(const struct report *report,
			     const struct report_row *const *row, size_t rows)
{
	struct layout layout = { .rank = 2, .name = strlen("metric") };
	size_t figures = 0, last = 0;
	struct cells cells;
	char rank[16];

	make_head(report, row[0]->finding->kind, &cells);
	for (size_t i = 0; i < CELLS; i++)
		layout.cell[i] = text_columns(cells.text[i]);
	for (size_t r = 0; r < rows; r++) {
		const struct finding *finding = row[r]->finding;
		size_t columns = text_columns(finding->metric);
		int digits =
			snprintf(rank, sizeof(rank), "%" PRIu32, finding->rank);

		if (finding->reported && (size_t)digits > layout.rank)
			layout.rank = (size_t)digits;
		if (columns > layout.name)
			layout.name = columns;
		cells_make(&cells, finding);
		if (cells.reason && strlen(cells.reason) + 2 > last)
			last = strlen(cells.reason) + 2;
		for (size_t i = 0; i < CELLS; i++)
			if (text_columns(cells.text[i]) > layout.cell[i])
				layout.cell[i] = text_columns(cells.text[i]);
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
	struct cells head;

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
