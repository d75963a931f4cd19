/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/html_page.h"

#include <stdlib.h>
#include <string.h>

#include "io/html.h"
#include "io/text.h"

enum { ID_DIGITS = 12, LABEL_COLUMNS = 24, LABEL_ROOM = 160 };

static const struct comparison *first_of(const struct html_page *page)
{
	return &page->report->comparison[0];
}

/* For each axis of the first group, whether all groups agree on its value. */
static bool find_shared(struct html_page *page)
{
	const struct report *report = page->report;
	const struct group *first;

	if (!report->comparisons)
		return true;
	first = first_of(page)->group;
	page->shared = calloc(first->axes + 1, sizeof(*page->shared));
	if (!page->shared)
		return false;
	for (size_t i = 0; i < first->axes; i++) {
		const struct axis *axis = &first->axis[i];

		page->shared[i] = true;
		for (size_t c = 1; c < report->comparisons; c++) {
			const char *value = group_axis(
				report->comparison[c].group, axis->name);

			if (!value || strcmp(value, axis->value) != 0)
				page->shared[i] = false;
		}
	}
	return true;
}

bool html_axis_is_shared(const struct html_page *page, const struct axis *axis)
{
	const struct group *first = first_of(page)->group;

	for (size_t i = 0; i < first->axes; i++)
		if (strcmp(first->axis[i].name, axis->name) == 0)
			return page->shared[i];
	return false;
}

static size_t id_length(const struct commit *commit)
{
	size_t digits = strspn(commit->id, "0123456789abcdef");

	return digits > ID_DIGITS && !commit->id[digits] ? ID_DIGITS :
							   strlen(commit->id);
}

/* Cuts a long text; what is cut is told apart by its number. */
static bool set_label(struct html_page *page, size_t c, const char *text)
{
	char short_text[LABEL_ROOM];
	size_t room = LABEL_ROOM + 24;

	page->label[c] = malloc(room);
	if (!page->label[c])
		return false;
	if (*text && text_columns(text) <= LABEL_COLUMNS &&
	    strlen(text) < LABEL_ROOM) {
		text_fit(text, LABEL_COLUMNS, page->label[c], room);
		return true;
	}
	text_fit(text, LABEL_COLUMNS, short_text, sizeof(short_text));
	snprintf(page->label[c], room, "%zu%s%s", c + 1, *text ? ": " : "",
		 short_text);
	return true;
}

/* The values that differ, and the commits where these do. */
static bool make_label(struct html_page *page, size_t c)
{
	const struct comparison *comparison = &page->report->comparison[c];
	const struct group *group = comparison->group;
	char *text = NULL;
	size_t size;
	FILE *memory = open_memstream(&text, &size);
	const char *gap = "";
	bool done;

	if (!memory)
		return false;
	for (size_t i = 0; i < group->axes; i++) {
		if (html_axis_is_shared(page, &group->axis[i]))
			continue;
		fprintf(memory, "%s%s", gap, group->axis[i].value);
		gap = " ";
	}
	if (!page->same_commits)
		fprintf(memory, "%s%.*s", gap,
			(int)id_length(comparison->candidate),
			comparison->candidate->id);
	done = fclose(memory) == 0 && set_label(page, c, text);
	free(text);
	return done;
}

static void compare_commits(struct html_page *page)
{
	const struct report *report = page->report;

	page->same_base = page->same_commits = true;
	for (size_t c = 1; c < report->comparisons; c++) {
		const struct comparison *comparison = &report->comparison[c];

		if (strcmp(comparison->base->id, first_of(page)->base->id) != 0)
			page->same_base = page->same_commits = false;
		if (strcmp(comparison->candidate->id,
			   first_of(page)->candidate->id) != 0)
			page->same_commits = false;
	}
}

static bool is_mixed(const struct report *report)
{
	size_t kpis = 0, others = 0;

	for (size_t r = 0; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		if (finding->kind != KIND_PERFORMANCE || !finding->reported)
			continue;
		*(finding->kpi != KPI_NO ? &kpis : &others) += 1;
	}
	return kpis && others;
}

bool html_page_make(struct html_page *page, const struct report *report,
		    FILE *stream)
{
	*page = (struct html_page){
		.report = report,
		.stream = stream,
		.mixed = is_mixed(report),
	};
	compare_commits(page);
	if (!find_shared(page))
		return false;
	if (report->comparisons < 2)
		return true;
	page->label = calloc(report->comparisons, sizeof(*page->label));
	for (size_t c = 0; page->label && c < report->comparisons; c++)
		if (!make_label(page, c))
			return false;
	return page->label;
}

void html_page_release(struct html_page *page)
{
	for (size_t c = 0; page->label && c < page->report->comparisons; c++)
		free(page->label[c]);
	free(page->label);
	free(page->shared);
	*page = (struct html_page){ 0 };
}

const char *html_label(const struct html_page *page,
		       const struct report_row *row)
{
	if (!page->label)
		return "";
	return page->label[row->comparison - page->report->comparison];
}

void html_commit(FILE *stream, const struct commit *commit)
{
	fputs("<code>", stream);
	if (id_length(commit) == ID_DIGITS && commit->id[ID_DIGITS])
		fprintf(stream, "%.*s", ID_DIGITS, commit->id);
	else
		html_name(stream, commit->id, HTML_NAME_MOST);
	fputs("</code>", stream);
}

void html_count(FILE *stream, size_t count, const char *singular)
{
	fprintf(stream, "%zu %s%s", count, singular, count == 1 ? "" : "s");
}

bool html_is_news(const struct finding *finding)
{
	return finding->reported || finding->flags & 1u << FLAG_NEW_FAILURE;
}

void html_cell(FILE *stream, const char *text)
{
	size_t length = strlen(text);

	while (length && text[length - 1] == ' ')
		length--;
	fprintf(stream, "<td>%.*s", (int)length, text);
}
