/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_HTML_PAGE_H
#define IO_HTML_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/cells.h"
#include "io/report.h"

/* Lines of data/html/page.css and data/html/page.js; each ends with NULL. */
extern const char *const html_style[];
extern const char *const html_script[];

/* Characters of a name before it is cut, as a heading and in a table. */
enum { HTML_TITLE_MOST = 160, HTML_NAME_MOST = 96 };

/* A page on its way, and what all its parts go by. */
struct html_page {
	const struct report *report;
	FILE *stream;
	/*
	 * What tells each comparison from the others, fit for a terminal and
	 * short, [report->comparisons]; NULL: there is but one.
	 */
	char **label;
	bool *shared;	/* [axes of the first group] all groups agree on it */
	bool same_base; /* of all comparisons */
	bool same_commits; /* the candidate, too */
	bool mixed;	   /* rows are KPIs and others: it must be said which */
};

/*
 * Looks at the report.  Returns false when there is no memory;
 * html_page_release() is wanted all the same.
 */
bool html_page_make(struct html_page *page, const struct report *report,
		    FILE *stream);

/* Back to {0}. */
void html_page_release(struct html_page *page);

/* The label of a row's comparison; "" where there is but one. */
const char *html_label(const struct html_page *page,
		       const struct report_row *row);

/* Whether an axis has the same value in all groups. */
bool html_axis_is_shared(const struct html_page *page, const struct axis *axis);

/* A commit as code, a whole id cut to 12 digits. */
void html_commit(FILE *stream, const struct commit *commit);

/* "SINGULAR", or with an s behind it. */
void html_count(FILE *stream, size_t count, const char *singular);

/* Whether a row is news: reported, or a failure that is new. */
bool html_is_news(const struct finding *finding);

/* A cell of a table without the blanks at its end. */
void html_cell(FILE *stream, const char *text);

/* The parts of the page, from its top to its end. */
bool html_put_summary(const struct html_page *page);
void html_put_findings(const struct html_page *page);
bool html_put_plots(const struct html_page *page);
void html_put_rest(const struct html_page *page);
void html_put_method(const struct html_page *page);

#endif
