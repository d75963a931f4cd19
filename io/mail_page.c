/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/mail_page.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

enum {
	LINE = 76,
	LABEL = 12, /* columns of what an item is about */
};

static bool is_kpi(const struct finding *finding)
{
	return finding->kind == KIND_PERFORMANCE && finding->kpi != KPI_NO;
}

static bool is_failure(const struct finding *finding)
{
	return finding->kind == KIND_FAILURE;
}

static bool is_any(const struct finding *finding)
{
	return finding != NULL;
}

static bool is_new_failure(const struct finding *finding)
{
	return is_failure(finding) && finding->flags & 1u << FLAG_NEW_FAILURE;
}

/* What a mail may be about: the first of these of which there is a row. */
static const struct choice {
	bool reported;
	bool (*is_it)(const struct finding *finding);
} choices[] = {
	[NEWS_KPI] = { true, is_kpi },
	[NEWS_FAILURE] = { true, is_failure },
	[NEWS_MONITOR] = { true, is_any },
	[NEWS_NEW_FAILURE] = { false, is_new_failure },
};

static const struct report_row *choose(const struct report *report,
				       const struct choice *choice)
{
	size_t end = choice->reported ? report->reported : report->rows;

	for (size_t r = 0; r < end; r++)
		if (choice->is_it(report->row[r].finding))
			return &report->row[r];
	return NULL;
}

void mail_choose(struct mail_page *page)
{
	const struct report_row *row = NULL;
	unsigned news = 0;

	while (news < NEWS_NONE &&
	       !(row = choose(page->report, &choices[news])))
		news++;
	page->news = news;
	page->headline = row ? row->finding : NULL;
	page->comparison = row ? row->comparison : page->report->comparison;
}

bool mail_is_about(const struct mail_page *page,
		   const struct comparison *comparison)
{
	return strcmp(comparison->base->id, page->comparison->base->id) == 0 &&
	       strcmp(comparison->candidate->id,
		      page->comparison->candidate->id) == 0;
}

struct mail_rows mail_rows(const struct mail_page *page,
			   const struct comparison *comparison)
{
	const struct sections *sections = page->sections;
	size_t s = (size_t)(comparison - page->report->comparison);

	return (struct mail_rows){
		.row = sections->row + sections->begin[s],
		.rows = sections->begin[s + 1] - sections->begin[s],
	};
}

bool mail_shows(const struct report *report, const struct finding *finding)
{
	return report->all || finding->reported || is_new_failure(finding);
}

const struct finding *mail_kpi(struct mail_rows rows)
{
	for (size_t r = 0; r < rows.rows; r++)
		if (rows.row[r]->finding->reported &&
		    is_kpi(rows.row[r]->finding))
			return rows.row[r]->finding;
	return NULL;
}

/* Axes that have lines of their own. */
static const char *const named_axes[] = { "testcase", "compiler", "kconfig",
					  "rootfs", "tbox_group" };

bool mail_is_parameter(const struct axis *axis)
{
	for (size_t i = 0; i < sizeof(named_axes) / sizeof(*named_axes); i++)
		if (strcmp(axis->name, named_axes[i]) == 0)
			return false;
	return true;
}

const char *mail_tested(const struct mail_page *page, bool all, size_t *count)
{
	size_t tested = 0, compared = 0;

	for (size_t c = 0; c < page->report->comparisons; c++) {
		const struct comparison *comparison =
			&page->report->comparison[c];

		if (all ? !mail_is_about(page, comparison) :
			  comparison != page->comparison)
			continue;
		tested += comparison_tested(comparison);
		for (size_t i = 0; i < comparison->findings; i++)
			compared += comparison->finding[i].verdict !=
				    VERDICT_INCOMPARABLE;
	}
	*count = tested ? tested : compared;
	return tested ? "tested" : "compared";
}

const char *mail_name(const char *text, size_t columns,
		      char name[MAIL_NAME_ROOM])
{
	text_fit(text, columns, name, MAIL_NAME_ROOM);
	return name;
}

/* Which way is good says the noun; where that is not known, a sign does. */
void mail_change(const struct finding *finding, char *text, size_t room)
{
	static const char *const nouns[] = { "change", "improvement",
					     "regression", "change" };
	const char *unit = finding->change_kind == CHANGE_RELATIVE ? "%" :
								     " points";
	bool known = finding->direction == DIRECTION_IMPROVEMENT ||
		     finding->direction == DIRECTION_REGRESSION;
	double size = fabs(finding->change);
	const char *sign = known ? "" : finding->change < 0 ? "-" : "+";

	if (!isfinite(finding->change))
		snprintf(text, room, "%cinf%% %s",
			 finding->difference < 0 ? '-' : '+',
			 nouns[finding->direction]);
	else if (size >= 1e5 || size < 0.00995)
		snprintf(text, room, "%s%.2g%s %s", sign, size, unit,
			 nouns[finding->direction]);
	else
		snprintf(text, room, "%s%.*f%s %s", sign, size < 0.995 ? 2 : 1,
			 size, unit, nouns[finding->direction]);
}

const char *mail_lower(const struct finding *finding)
{
	return finding->kind == KIND_PERFORMANCE &&
			       finding->better == BETTER_LOWER ?
		       " (lower is better)" :
		       "";
}

void mail_failure(const struct finding *finding, char *text, size_t room)
{
	snprintf(text, room,
		 "fails in %" PRIu32 " of %" PRIu32 " runs, before in %" PRIu32
		 " of %" PRIu32,
		 finding->candidate.fails, finding->candidate.n,
		 finding->base.fails, finding->base.n);
}

bool mail_is_commit(const struct commit *commit)
{
	size_t hex = strspn(commit->id, "0123456789abcdef");

	return hex >= 10 && !commit->id[hex];
}

void mail_commit(const struct commit *commit, size_t digits,
		 char name[MAIL_NAME_ROOM])
{
	if (mail_is_commit(commit))
		snprintf(name, MAIL_NAME_ROOM, "%.*s", (int)digits, commit->id);
	else
		mail_name(commit->id, 60, name);
}

void mail_put(struct mail_page *page, const char *text)
{
	if (text_put(page->stream, text, SIZE_MAX) == SIZE_MAX)
		page->failed = true;
}

static void put_blanks(FILE *stream, size_t count)
{
	while (count-- > 0)
		putc(' ', stream);
}

/* Words as long as they fit; a longer one has a line of its own. */
static void put_broken(FILE *stream, const char *text, size_t column)
{
	bool begun = false;

	while (*text) {
		size_t length = strcspn(text, " ");
		char word[MAIL_TEXT_ROOM];
		size_t columns;

		snprintf(word, sizeof(word), "%.*s", (int)length, text);
		columns = text_columns(word);
		if (begun && column + 1 + columns > LINE) {
			putc('\n', stream);
			put_blanks(stream, LABEL);
			column = LABEL;
		} else if (begun) {
			putc(' ', stream);
			column++;
		}
		fputs(word, stream);
		column += columns;
		begun = true;
		text += length + strspn(text + length, " ");
	}
	putc('\n', stream);
}

void mail_item(struct mail_page *page, const char *label, const char *format,
	       ...)
{
	char text[MAIL_TEXT_ROOM], copy[MAIL_TEXT_ROOM];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	text_fit(text, SIZE_MAX, copy, sizeof(copy));
	fprintf(page->stream, "%-*s", LABEL, label);
	put_broken(page->stream, copy, LABEL);
}

void mail_values_find(struct mail_page *page, struct mail_values *values)
{
	const struct finding *finding = page->headline;
	size_t base = finding->base.n, candidate = finding->candidate.n;

	*values = (struct mail_values){
		.zeros = calloc(base + candidate + 1, sizeof(double)),
	};
	if (!values->zeros) {
		page->failed = true;
		return;
	}
	values->base = finding_column(finding, &page->comparison->base->runs,
				      FLAG_ABSENT_BASE, base, values->zeros);
	values->candidate = finding_column(finding,
					   &page->comparison->candidate->runs,
					   FLAG_ABSENT_CANDIDATE, candidate,
					   values->zeros + base);
}

void mail_values_release(struct mail_values *values)
{
	free(values->zeros);
	*values = (struct mail_values){ 0 };
}
