/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_MAIL_PAGE_H
#define IO_MAIL_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/report.h"
#include "io/sections.h"

/* What a mail is about. */
enum mail_news {
	NEWS_KPI,	  /* a KPI changed */
	NEWS_FAILURE,	  /* no KPI did, but something fails otherwise */
	NEWS_MONITOR,	  /* neither, but something else changed */
	NEWS_NEW_FAILURE, /* nothing is proven, but something fails now */
	NEWS_NONE,
};

/* A mail while it is written. */
struct mail_page {
	const struct report *report;
	const struct sections *sections; /* one a comparison */
	enum mail_news news;
	const struct finding *headline;	     /* NULL: NEWS_NONE */
	const struct comparison *comparison; /* that has it; else the first */
	FILE *stream;			     /* of the body */
	bool failed;			     /* there was no memory */
};

/* Finds what a report's mail is about; there must be a comparison. */
void mail_choose(struct mail_page *page);

/* Whether a comparison is of the two commits that the mail is about. */
bool mail_is_about(const struct mail_page *page,
		   const struct comparison *comparison);

/* The rows of a comparison. */
struct mail_rows {
	const struct report_row *const *row; /* [rows] in the report's order */
	size_t rows;
};
struct mail_rows mail_rows(const struct mail_page *page,
			   const struct comparison *comparison);

/* Whether the tables of a mail show a row. */
bool mail_shows(const struct report *report, const struct finding *finding);

/* Whether an axis has no line of its own in a mail. */
bool mail_is_parameter(const struct axis *axis);

/* The highest-ranked KPI of some rows that changed; NULL: none did. */
const struct finding *mail_kpi(struct mail_rows rows);

/*
 * Counts the metrics that were tested, in the mail's comparison or in all of
 * its two commits, and returns "tested"; where no test has a p, or that number
 * is not known, those that were compared, and returns "compared".
 */
const char *mail_tested(const struct mail_page *page, bool all, size_t *count);

enum { MAIL_TEXT_ROOM = 4096, MAIL_NAME_ROOM = 1024 };

/*
 * A name from the data, harmless and cut in its middle where it is wider than
 * `columns` (at most 200).
 */
const char *mail_name(const char *text, size_t columns,
		      char name[MAIL_NAME_ROOM]);

/* "7.7% improvement", "1.2 points regression", "+3.0% change". */
void mail_change(const struct finding *finding, char *text, size_t room);

/* " (lower is better)" where that is so; else "". */
const char *mail_lower(const struct finding *finding);

/* "fails in 4 of 6 runs, before in 0 of 6". */
void mail_failure(const struct finding *finding, char *text, size_t room);

/* Whether what a side is called is the id of a commit. */
bool mail_is_commit(const struct commit *commit);

/* The first digits of a commit id, or the name that was given. */
void mail_commit(const struct commit *commit, size_t digits,
		 char name[MAIL_NAME_ROOM]);

/* Prints a text from the data as it is, but harmless. */
void mail_put(struct mail_page *page, const char *text);

/*
 * A label in a column of its own, and behind it a text, which is made harmless
 * and broken at blanks.
 */
void mail_item(struct mail_page *page, const char *label, const char *format,
	       ...) __attribute__((format(printf, 3, 4)));

/* The parts of a body. */
void mail_evidence(struct mail_page *page);
void mail_box(struct mail_page *page);
void mail_trend(struct mail_page *page);

/*
 * The values of the headline's sides, in the order of the runs; without one
 * where they are not known.  A side that is zero by rule has zeros.
 */
struct mail_values {
	struct column base, candidate;
	double *zeros;
};
void mail_values_find(struct mail_page *page, struct mail_values *values);

/* Back to {0}. */
void mail_values_release(struct mail_values *values);

#endif
