/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report.h"

#include <string.h>

const struct report_format report_formats[] = {
	{ .name = "text",
	  .doc = "a ranked table for people",
	  .write = report_text },
	{ .name = "lkp",
	  .doc = "the table of the kernel test robot",
	  .sees_all = true,
	  .write = report_lkp },
	{ .name = "csv",
	  .doc = "a line a finding, with a header",
	  .lists_kpis = true,
	  .takes_fields = true,
	  .shows_figures = true,
	  .write = report_csv },
	{ .name = "jsonl",
	  .doc = "a JSON object a line: the comparisons, then the findings",
	  .lists_kpis = true,
	  .takes_fields = true,
	  .takes_samples = true,
	  .shows_figures = true,
	  .write = report_jsonl },
	{ .name = "long",
	  .doc = "id,field,value: a line a field",
	  .lists_kpis = true,
	  .takes_fields = true,
	  .shows_figures = true,
	  .write = report_long },
	{ .name = "markdown",
	  .doc = "a summary for a pull request or a wiki",
	  .lists_kpis = true,
	  .shows_figures = true,
	  .write = report_markdown },
	{ .name = "mail",
	  .doc = "a mail about the highest-ranked KPI, for sendmail -t",
	  .lists_kpis = true,
	  .shows_figures = true,
	  .is_mail = true,
	  .sees_all = true,
	  .write = report_mail },
	{ .name = "html",
	  .doc = "a page for a browser, all in one file",
	  .lists_kpis = true,
	  .shows_figures = true,
	  .write = report_html },
	{ .name = NULL },
};

const struct report_format *report_format_find(const char *name)
{
	for (const struct report_format *f = report_formats; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

static bool lies_below(const char *file, const char *directory)
{
	size_t length = strlen(directory);

	return strncmp(file, directory, length) == 0 &&
	       (file[length] == '\0' || file[length] == '/' ||
		(length && directory[length - 1] == '/'));
}

bool problem_is_of(const struct problem *problem,
		   const struct comparison *comparison)
{
	return comparison->told ||
	       lies_below(problem->file, comparison->base->path) ||
	       lies_below(problem->file, comparison->candidate->path);
}
