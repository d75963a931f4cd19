/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report.h"

#include <string.h>

const struct report_format report_formats[] = {
	{ "text", "a ranked table for people", false, false, false, false,
	  report_text },
	{ "lkp", "the table of the kernel test robot", false, false, false,
	  false, report_lkp },
	{ "csv", "a line a finding, with a header", true, true, false, true,
	  report_csv },
	{ "jsonl", "a JSON object a line: the comparisons, then the findings",
	  true, true, true, true, report_jsonl },
	{ "long", "id,field,value: a line a field", true, true, false, true,
	  report_long },
	{ "markdown", "a summary for a pull request or a wiki", true, false,
	  false, true, report_markdown },
	{ "html", "a page for a browser, all in one file", true, false, false,
	  true, report_html },
	{ .name = NULL },
};

const struct report_format *report_format_find(const char *name)
{
	for (const struct report_format *f = report_formats; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}
