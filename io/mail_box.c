/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "io/mail_page.h"
#include "io/text.h"

enum {
	LEFT = 16,	  /* columns of the left cell */
	VALUE_MOST = 150, /* of what it holds at most */
};

/* The box is walked twice: to find its width, and to print it. */
struct box {
	struct mail_page *page;
	size_t width;
	bool prints;
};

static void put_run(FILE *stream, char what, size_t columns)
{
	while (columns-- > 0)
		putc(what, stream);
}

static void put_rule(struct box *box)
{
	FILE *stream = box->page->stream;

	if (!box->prints)
		return;
	putc('+', stream);
	put_run(stream, '-', LEFT + 2);
	putc('+', stream);
	put_run(stream, '-', box->width + 2);
	fputs("+\n", stream);
}

/* The texts are ASCII on the left, harmless and cut on the right. */
static void put_line(struct box *box, const char *left, const char *right)
{
	FILE *stream = box->page->stream;
	size_t columns = text_columns(right);

	if (!box->prints) {
		if (columns > box->width)
			box->width = columns;
		return;
	}
	fprintf(stream, "| %-*s | %s", LEFT, left, right);
	put_run(stream, ' ', box->width - columns);
	fputs(" |\n", stream);
}

static void put_change(struct box *box, const struct group *group,
		       const struct finding *finding)
{
	const char *testcase = group_axis(group, "testcase");
	char test[MAIL_NAME_ROOM] = "", metric[MAIL_NAME_ROOM];
	char change[128], text[MAIL_TEXT_ROOM];

	if (testcase)
		mail_name(testcase, VALUE_MOST, test);
	mail_change(finding, change, sizeof(change));
	snprintf(text, sizeof(text), "%s%s%s %s%s", test, *test ? ": " : "",
		 mail_name(finding->metric, VALUE_MOST, metric), change,
		 mail_lower(finding));
	put_line(box, "testcase: change", text);
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The description, or the name where there is none. */
static void put_machine(struct box *box, const struct group *group)
{
	const struct group *main = box->page->comparison->group;
	const char *machine = group_axis(group, "tbox_group");
	char text[MAIL_NAME_ROOM];

	if (!machine || is_same(machine, group_axis(main, "tbox_group")))
		return;
	if (group->machine && *group->machine)
		machine = group->machine;
	put_line(box, "test machine", mail_name(machine, VALUE_MOST, text));
}

static void put_parameters(struct box *box, const struct group *group)
{
	const char *left = "test parameters";

	for (size_t i = 0; i < group->axes; i++) {
		const struct axis *axis = &group->axis[i];
		char name[MAIL_NAME_ROOM], value[MAIL_NAME_ROOM];
		char text[MAIL_TEXT_ROOM];

		if (!mail_is_parameter(axis))
			continue;
		snprintf(text, sizeof(text), "%s=%s",
			 mail_name(axis->name, VALUE_MOST / 2, name),
			 mail_name(axis->value, VALUE_MOST / 2, value));
		put_line(box, left, text);
		left = "";
	}
}

/* An entry for each further group of which a KPI changed; returns how many. */
static size_t put_entries(struct box *box)
{
	const struct mail_page *page = box->page;
	size_t entries = 0;

	for (size_t i = 0; i < page->sections->count; i++) {
		const struct comparison *comparison =
			&page->report->comparison[page->sections->order[i]];
		const struct finding *kpi =
			mail_kpi(mail_rows(page, comparison));

		if (comparison == page->comparison || !kpi ||
		    !mail_is_about(page, comparison))
			continue;
		if (!entries++)
			put_rule(box);
		put_change(box, comparison->group, kpi);
		put_machine(box, comparison->group);
		put_parameters(box, comparison->group);
		put_rule(box);
	}
	return entries;
}

void mail_box(struct mail_page *page)
{
	struct box box = { .page = page };

	if (!put_entries(&box))
		return;
	fputs("\nThe same two commits also differ in other tests:\n\n",
	      page->stream);
	box.prints = true;
	put_entries(&box);
}
