/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/cells.h"
#include "io/mail_page.h"

enum {
	ROWS = 13,
	COLUMNS = 60,
	STEP_MOST = 6,	 /* columns from a run to the next one */
	LABEL = 10,	 /* columns of the figures beside the axis */
	NUMBER_ROOM = 8, /* of the number of a run below the axis */
};

#define BASE '*'
#define CANDIDATE 'O'
#define BOTH '#'

/* Runs from left to right, values from bottom to top. */
struct plot {
	char cell[ROWS][COLUMNS + 1];
	double least, most;
	size_t runs;	 /* of the side that has more of them */
	bool drawn[128]; /* by mark */
};

static size_t column_of(const struct plot *plot, size_t run)
{
	size_t step = COLUMNS / plot->runs;

	if (step > STEP_MOST)
		step = STEP_MOST;
	return step ? run * step : run * COLUMNS / plot->runs;
}

/* The first row is the highest. */
static size_t row_of(const struct plot *plot, double value)
{
	double range = plot->most / 2 - plot->least / 2;

	if (!(range > 0))
		return ROWS / 2;
	return (size_t)lround((plot->most / 2 - value / 2) / range *
			      (ROWS - 1));
}

static size_t run_of(struct column column, size_t i)
{
	return column.run ? column.run[i] : i;
}

static void measure(struct plot *plot, struct column column)
{
	for (size_t i = 0; i < column.n; i++) {
		plot->least = fmin(plot->least, column.value[i]);
		plot->most = fmax(plot->most, column.value[i]);
		if (run_of(column, i) >= plot->runs)
			plot->runs = run_of(column, i) + 1;
	}
}

static void draw(struct plot *plot, struct column column, char mark)
{
	for (size_t i = 0; i < column.n; i++) {
		char *cell = &plot->cell[row_of(plot, column.value[i])]
					[column_of(plot, run_of(column, i))];

		*cell = *cell == ' ' || *cell == mark ? mark : BOTH;
	}
}

static void find_marks(struct plot *plot)
{
	for (size_t row = 0; row < ROWS; row++)
		for (size_t i = 0; i < COLUMNS; i++)
			plot->drawn[(unsigned char)plot->cell[row][i]] = true;
}

static void put_line(struct mail_page *page, const char *label,
		     const char *axis, const char *text)
{
	size_t length = strlen(text);

	while (length && text[length - 1] == ' ')
		length--;
	fprintf(page->stream, "%*s %s%s%.*s\n", LABEL, label, axis,
		length ? " " : "", (int)length, text);
}

/* Figures beside the top, the middle and the bottom. */
static void put_rows(struct mail_page *page, const struct plot *plot)
{
	for (size_t row = 0; row < ROWS; row++) {
		double share = (double)row / (ROWS - 1);
		bool flat = !(plot->most > plot->least);
		bool told = flat ? row == ROWS / 2 : row % (ROWS / 2) == 0;
		char label[32] = "";

		if (told)
			format_value(plot->most * (1 - share) +
					     plot->least * share,
				     label, sizeof(label));
		put_line(page, label, told ? "+" : "|", plot->cell[row]);
	}
}

/* Numbers of the runs where there is room for them. */
static void put_axis(struct mail_page *page, const struct plot *plot)
{
	char line[COLUMNS + NUMBER_ROOM + 1];
	size_t end = 0;

	memset(line, ' ', sizeof(line));
	line[sizeof(line) - 1] = '\0';
	for (size_t run = 0; run < plot->runs; run++) {
		char number[24];
		size_t at = column_of(plot, run);
		size_t length = (size_t)snprintf(number, sizeof(number), "%zu",
						 run + 1);

		if ((end && at < end + 2) || length > NUMBER_ROOM)
			continue;
		memcpy(line + at, number, length);
		end = at + length;
	}
	fprintf(page->stream, "%*s +", LABEL, "");
	for (size_t i = 0; i <= COLUMNS; i++)
		putc('-', page->stream);
	putc('\n', page->stream);
	put_line(page, "run", " ", line);
}

static void put_legend(struct mail_page *page, const struct plot *plot,
		       struct mail_values values)
{
	char base[MAIL_NAME_ROOM], candidate[MAIL_NAME_ROOM];

	mail_commit(page->comparison->base, 12, base);
	mail_commit(page->comparison->candidate, 12, candidate);
	putc('\n', page->stream);
	if (plot->drawn[BASE] || plot->drawn[BOTH])
		fprintf(page->stream, "%*s %c  base %s (%zu run%s)\n", LABEL,
			"", BASE, base, values.base.n,
			values.base.n == 1 ? "" : "s");
	if (plot->drawn[CANDIDATE] || plot->drawn[BOTH])
		fprintf(page->stream, "%*s %c  candidate %s (%zu run%s)\n",
			LABEL, "", CANDIDATE, candidate, values.candidate.n,
			values.candidate.n == 1 ? "" : "s");
	if (plot->drawn[BOTH])
		fprintf(page->stream, "%*s %c  both in one place\n", LABEL, "",
			BOTH);
}

static void put_title(struct mail_page *page)
{
	const struct finding *finding = page->headline;

	fputs("\nTrend of ", page->stream);
	mail_put(page, finding->metric);
	if (finding->unit && *finding->unit) {
		fputs(" [", page->stream);
		mail_put(page, finding->unit);
		putc(']', page->stream);
	}
	fputs(" over the runs of each side, in their order:\n\n", page->stream);
}

static void put_plot(struct mail_page *page, struct mail_values values)
{
	struct plot plot = { .least = INFINITY, .most = -INFINITY };

	measure(&plot, values.base);
	measure(&plot, values.candidate);
	for (size_t row = 0; row < ROWS; row++) {
		memset(plot.cell[row], ' ', COLUMNS);
		plot.cell[row][COLUMNS] = '\0';
	}
	draw(&plot, values.base, BASE);
	draw(&plot, values.candidate, CANDIDATE);
	find_marks(&plot);
	put_title(page);
	put_rows(page, &plot);
	put_axis(page, &plot);
	put_legend(page, &plot, values);
}

void mail_trend(struct mail_page *page)
{
	struct mail_values values;

	if (!page->headline || page->headline->kind == KIND_FAILURE)
		return;
	mail_values_find(page, &values);
	if (values.base.n + values.candidate.n)
		put_plot(page, values);
	mail_values_release(&values);
}
