/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_plan.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/cells.h"
#include "io/report_csv.h"
#include "io/report_json.h"
#include "io/text.h"
#include "io/text_layout.h"

/* In the order of enum plan_reason. */
static const char *const reasons[] = {
	"",	     "too-few-runs", "unit-conflict", "constant",
	"mean-zero", "below-floor",  "too-noisy",     NULL
};

#define AT(member) offsetof(struct plan_row, member)

/* New fields are only ever appended; readers go by name. */
static const struct field plan_fields[] = {
	{ "group", "", "axis=value/axis=value, as in findings", FIELD_TEXT,
	  AT(group), NULL },
	{ "set", "", "commit id, or the name given", FIELD_TEXT, AT(set),
	  NULL },
	{ "metric", "", "name of the metric", FIELD_TEXT, AT(metric), NULL },
	{ "unit", "", "unit of the first run", FIELD_TEXT, AT(unit), NULL },
	{ "kpi", "", "primary, yes or no: does the test exist to measure it?",
	  FIELD_WORD, AT(kpi), kpi_words },
	{ "n", "runs", "runs with a valid value", FIELD_COUNT, AT(n), NULL },
	{ "mean", "unit", "mean of the runs", FIELD_NUMBER, AT(mean), NULL },
	{ "sd", "unit",
	  "sample standard deviation (n - 1); empty where all runs are equal, "
	  "too",
	  FIELD_NUMBER, AT(sd), NULL },
	{ "cv", "%", "coefficient of variation: sd in percent of |mean|",
	  FIELD_NUMBER, AT(cv), NULL },
	{ "change_kind", "",
	  "relative (percent of |mean|) or absolute (points)", FIELD_WORD,
	  AT(change_kind), change_kind_words },
	{ "floor", "% or points", "floor of the change", FIELD_NUMBER,
	  AT(floor), NULL },
	{ "detectable_3", "% or points",
	  "smallest change that 3 runs a side would prove with 80 % power",
	  FIELD_NUMBER, AT(detectable[0]), NULL },
	{ "detectable_5", "% or points", "the same for 5 runs", FIELD_NUMBER,
	  AT(detectable[1]), NULL },
	{ "detectable_10", "% or points", "the same for 10 runs", FIELD_NUMBER,
	  AT(detectable[2]), NULL },
	{ "detectable_20", "% or points", "the same for 20 runs", FIELD_NUMBER,
	  AT(detectable[3]), NULL },
	{ "expect", "% or points", "the true change that --expect names",
	  FIELD_NUMBER, AT(expect), NULL },
	{ "runs_needed", "runs",
	  "runs a side, at most 1000, that would prove it", FIELD_COUNT,
	  AT(runs_needed), NULL },
	{ "reason", "", "why figures are empty", FIELD_WORD, AT(reason),
	  reasons },
	{ "noise", "% or points",
	  "standard deviation that the plan goes by, after the prior",
	  FIELD_NUMBER, AT(noise), NULL },
	{ "prior_df", "",
	  "d0, what the prior is worth in runs; 0 without one, empty where "
	  "infinite",
	  FIELD_NUMBER, AT(prior_df), NULL },
	{ NULL, NULL, NULL, FIELD_TEXT, 0, NULL },
};

static const char *field_name(size_t i)
{
	return plan_fields[i].name;
}

const struct field_table plan_table = { plan_fields, field_name,
					"plan-fields" };

/* A text cut shorter tells nothing. */
enum { NAME_COLUMNS = 24 };

/*
 * The cells of a line, with one for each of plan_sizes behind D0.  Where no
 * metric borrows, those of the prior tell no more than CV and stay empty: a
 * column without text takes no room.
 */
enum figure { N, MEAN, SD, CV, NOISE, D0, DETECTABLE };

static void format_percent(double percent, char *text, size_t room)
{
	if (!isfinite(percent))
		text[0] = '\0';
	else if (percent < 0.095)
		snprintf(text, room, "%.1g%%", percent);
	else
		snprintf(text, room, "%.*f%%", percent < 9.95, percent);
}

/* Up or down: a change without its sign. */
static void format_detectable(double change, enum change_kind kind, char *text)
{
	char room[CELL_ROOM];

	format_change(change, kind, room, sizeof(room));
	strcpy(text, *room == '+' ? room + 1 : room);
}

static void format_prior(const struct plan_row *row, char *noise, char *df)
{
	if (isnan(row->prior_df))
		return;
	format_percent(row->noise, noise, CELL_ROOM);
	if (row->change_kind == CHANGE_ABSOLUTE)
		noise[strcspn(noise, "%")] = '\0';
	if (isinf(row->prior_df))
		strcpy(df, "inf");
	else
		snprintf(df, CELL_ROOM, "%.*f",
			 row->prior_df > 0 && row->prior_df < 9.95,
			 row->prior_df);
}

static bool borrows(const struct plan *plan)
{
	for (size_t i = 0; i < plan->rows; i++)
		if (plan->row[i].prior_df > 0)
			return true;
	return false;
}

struct line {
	char cell[LAYOUT_CELLS][CELL_ROOM];
	size_t cells;
	const char *reason;
};

static void make_line(const struct plan_row *row, bool borrowed,
		      struct line *line)
{
	char *last;

	*line = (struct line){ .cells = DETECTABLE + PLAN_SIZES };
	snprintf(line->cell[N], CELL_ROOM, "%" PRIu32, row->n);
	format_mean(row->mean, line->cell[MEAN], CELL_ROOM);
	format_mean(row->sd, line->cell[SD], CELL_ROOM);
	format_percent(row->cv, line->cell[CV], CELL_ROOM);
	if (borrowed)
		format_prior(row, line->cell[NOISE], line->cell[D0]);
	for (size_t i = 0; i < PLAN_SIZES; i++)
		format_detectable(row->detectable[i], row->change_kind,
				  line->cell[DETECTABLE + i]);
	if (!isnan(row->expect)) {
		last = line->cell[line->cells++];
		if (row->runs_needed != COUNT_NONE)
			snprintf(last, CELL_ROOM, "%" PRIu32, row->runs_needed);
		else if (row->reason == PLAN_TOO_NOISY)
			strcpy(last, ">1000");
	}
	if (row->reason != PLAN_KNOWN && row->reason != PLAN_TOO_NOISY)
		line->reason = reasons[row->reason];
}

static void make_head(const struct plan_report *report, bool borrowed,
		      struct line *head)
{
	*head = (struct line){ .cells = DETECTABLE + PLAN_SIZES };
	strcpy(head->cell[N], "n");
	strcpy(head->cell[MEAN], "mean");
	strcpy(head->cell[SD], "sd");
	strcpy(head->cell[CV], "CV");
	if (borrowed) {
		strcpy(head->cell[NOISE], "noise");
		strcpy(head->cell[D0], "d0");
	}
	for (size_t i = 0; i < PLAN_SIZES; i++)
		snprintf(head->cell[DETECTABLE + i], CELL_ROOM,
			 "%" PRIu32 " runs", plan_sizes[i]);
	if (!isnan(report->expect))
		snprintf(head->cell[head->cells++], CELL_ROOM, "for %g%%",
			 report->expect);
}

static bool put_line(const struct layout *layout, FILE *stream,
		     const char *name, struct line *line)
{
	return layout_put(layout, stream, name, line->cell, line->cells,
			  line->reason);
}

static bool put_table(const struct plan_report *report, FILE *stream,
		      const struct plan *plan)
{
	struct layout layout = { 0 };
	struct line head, line;
	bool borrowed = borrows(plan);

	make_head(report, borrowed, &head);
	layout_widen(&layout, "metric", head.cell, head.cells, NULL);
	for (size_t i = 0; i < plan->rows; i++) {
		make_line(&plan->row[i], borrowed, &line);
		layout_widen(&layout, plan->row[i].metric, line.cell,
			     line.cells, line.reason);
	}
	layout_fit(&layout, report->columns);
	if (!put_line(&layout, stream, "metric", &head))
		return false;
	for (size_t i = 0; i < plan->rows; i++) {
		/* Monitors stand apart: they are a family of their own. */
		if (i && i == plan->kpis)
			putc('\n', stream);
		make_line(&plan->row[i], borrowed, &line);
		if (!put_line(&layout, stream, plan->row[i].metric, &line))
			return false;
	}
	return true;
}

/* A text in a line of which `others` columns are taken. */
static bool put_text(const struct plan_report *report, FILE *stream,
		     const char *text, size_t others)
{
	size_t columns = SIZE_MAX / 2;

	if (report->columns > NAME_COLUMNS + others)
		columns = report->columns - others;
	else if (report->columns)
		columns = NAME_COLUMNS;
	return text_put(stream, text, columns) != SIZE_MAX;
}

static void put_count(FILE *stream, size_t count, const char *what)
{
	fprintf(stream, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

static bool put_heading(const struct plan_report *report, FILE *stream,
			const struct plan *plan)
{
	const struct plan_row *first = plan->row;
	char text[512], cv[CELL_ROOM];

	format_commit("set", plan->set, text, sizeof(text));
	if (!put_text(report, stream, text, 0))
		return false;
	putc('\n', stream);
	if (*plan->group->name) {
		if (!put_text(report, stream, plan->group->name, 0))
			return false;
		putc('\n', stream);
	}
	if (plan->kpis && first->cv > 0) {
		format_percent(first->cv, cv, sizeof(cv));
		snprintf(text, sizeof(text), " (CV %s)", cv);
		fputs("noisiest: ", stream);
		if (!put_text(report, stream, first->metric,
			      strlen("noisiest: ") + strlen(text)))
			return false;
		fprintf(stream, "%s\n", text);
	}
	return true;
}

static void put_key(const struct plan_report *report, FILE *stream,
		    const struct plan *plan)
{
	fprintf(stream,
		"\nN runs: the smallest change that N runs a side prove 4 "
		"times in 5 (alpha %g, ",
		report->alpha);
	put_count(stream, plan->kpis, "KPI");
	fputs(")\n", stream);
	if (borrows(plan))
		fputs("noise: a metric's own CV and the usual one, worth d0 "
		      "runs, as the test joins them\n",
		      stream);
}

/* What the table leaves out. */
static void put_account(FILE *stream, const struct plan *plan)
{
	size_t monitors = plan->kpis + plan->monitors - plan->rows;

	if (!monitors && !plan->failures)
		return;
	fputs("not listed: ", stream);
	if (monitors) {
		put_count(stream, monitors, "monitor");
		fputs(" (--all lists them)", stream);
	}
	if (plan->failures) {
		fputs(monitors ? ", " : "", stream);
		put_count(stream, plan->failures, "failure");
	}
	putc('\n', stream);
}

static bool put_section(const struct plan_report *report, FILE *stream,
			const struct plan *plan)
{
	if (!put_heading(report, stream, plan))
		return false;
	if (plan->rows) {
		putc('\n', stream);
		if (!put_table(report, stream, plan))
			return false;
		put_key(report, stream, plan);
	}
	put_account(stream, plan);
	return true;
}

static bool write_text(const struct plan_report *report, FILE *stream)
{
	for (size_t i = 0; i < report->plans; i++) {
		if (i)
			putc('\n', stream);
		if (!put_section(report, stream, &report->plan[i]))
			return false;
	}
	return !ferror(stream);
}

static bool write_csv(const struct plan_report *report, FILE *stream)
{
	csv_head(stream, report->field, report->fields);
	for (size_t i = 0; i < report->plans; i++)
		for (size_t r = 0; r < report->plan[i].rows; r++)
			csv_row(stream, report->field, report->fields,
				&report->plan[i].row[r]);
	return !ferror(stream);
}

static void put_object(const struct plan_report *report, FILE *stream,
		       const struct plan_row *row)
{
	fputs("{\"type\":\"plan\"", stream);
	for (size_t f = 0; f < report->fields; f++)
		json_member(stream, report->field[f], row);
	fputs("}\n", stream);
}

static bool write_jsonl(const struct plan_report *report, FILE *stream)
{
	for (size_t i = 0; i < report->plans; i++)
		for (size_t r = 0; r < report->plan[i].rows; r++)
			put_object(report, stream, &report->plan[i].row[r]);
	return !ferror(stream);
}

static const struct plan_format plan_formats[] = {
	{ "text", write_text },
	{ "csv", write_csv },
	{ "jsonl", write_jsonl },
	{ NULL, NULL },
};

const struct plan_format *plan_format_find(const char *name)
{
	for (const struct plan_format *f = plan_formats; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}
