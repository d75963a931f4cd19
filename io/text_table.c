/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/cells.h"
#include "io/text_layout.h"

enum { WORD_COLUMNS = 8 };

static const char *color_of(const struct report *report,
			    const struct finding *finding)
{
	if (!report->color)
		return "";
	if (finding->direction == DIRECTION_REGRESSION)
		return "\033[31m";
	return finding->direction == DIRECTION_IMPROVEMENT ? "\033[32m" : "";
}

static bool put_line(const struct layout *layout, FILE *stream,
		     const char *name, struct cells *cells)
{
	return layout_put(layout, stream, name, cells->text, CELLS,
			  cells->reason);
}

static bool put_row(const struct report *report, FILE *stream,
		    const struct layout *layout, const struct finding *finding,
		    struct cells *cells)
{
	const char *color = color_of(report, finding);
	char rank[16] = "";

	if (finding->reported)
		snprintf(rank, sizeof(rank), "%" PRIu32, finding->rank);
	put_right(stream, rank, layout->indent - 1 - WORD_COLUMNS);
	fprintf(stream, " %s%-*s%s", color, WORD_COLUMNS, cells->word,
		*color ? "\033[0m" : "");
	return put_line(layout, stream, finding->metric, cells);
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
	format_interval_head(report->confidence, head->text[CELL_INTERVAL]);
}

/* Makes the cells of all rows, which tell how wide each column is. */
static struct layout lay_out(const struct report *report,
			     const struct report_row *const *row, size_t rows,
			     struct cells *head, struct cells *cells)
{
	struct layout layout = { 0 };
	size_t rank_columns = 2;

	layout_widen(&layout, "metric", head->text, CELLS, NULL);
	for (size_t r = 0; r < rows; r++) {
		const struct finding *finding = row[r]->finding;
		size_t digits = 1;

		for (uint32_t rank = finding->rank; rank > 9; rank /= 10)
			digits++;
		if (finding->reported && digits > rank_columns)
			rank_columns = digits;
		cells_make(&cells[r], finding);
		layout_widen(&layout, finding->metric, cells[r].text, CELLS,
			     cells[r].reason);
	}
	layout.indent = rank_columns + 1 + WORD_COLUMNS;
	layout_fit(&layout, report->columns);
	return layout;
}

bool text_table(const struct report *report, FILE *stream,
		const struct report_row *const *row, size_t rows)
{
	struct cells *cells = malloc((rows + 1) * sizeof(*cells));
	struct layout layout;
	struct cells head;
	bool done;

	if (!cells)
		return false;
	make_head(report, row[0]->finding->kind, &head);
	layout = lay_out(report, row, rows, &head, cells);
	put_spaces(stream, layout.indent);
	done = put_line(&layout, stream, "metric", &head);
	for (size_t r = 0; done && r < rows; r++)
		done = put_row(report, stream, &layout, row[r]->finding,
			       &cells[r]);
	free(cells);
	return done;
}
