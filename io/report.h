/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_H
#define IO_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/findings.h"
#include "io/rules.h"
#include "stats/comparison.h"

/* What the run line of findings that were read back tells besides. */
struct told {
	const char *line;	/* as it stands; NULL: there is none (csv) */
	const char *test, *fdr; /* NULL: not known */
	double alpha, confidence;
};

struct report_row {
	const struct comparison *comparison;
	struct finding *finding;
};

/* A word of a command: an option, what it takes, or both. */
struct command_word {
	const char *option, *text; /* NULL: none */
};

/* What a mail needs besides findings.  All addresses are sane. */
struct mail {
	const char *from; /* NULL: no header */
	const char *const *to, *const *cc;
	size_t tos, ccs;
	int64_t date;	/* seconds since 1970, 0 to MAIL_DATE_MOST */
	size_t rows;	/* lines of a table at most; 0: all */
	size_t skipped; /* first runs of each side that do not count */
	struct command_word *again; /* [words] the command that shows these
				       figures once more */
	size_t words;
};

/* Everything that a format may write. */
struct report {
	const struct comparison *comparison; /* [comparisons] */
	size_t comparisons;
	const struct report_row *row; /* [rows] reported ones by rank, then
					   the others by group, metric */
	size_t rows;
	size_t reported;	   /* rows that are reported */
	const char *const *reason; /* [reasons] as comparison.by_reason */
	size_t reasons;
	const char *(*reason_doc)(size_t reason); /* NULL: not known */
	const struct field *const *field;	  /* [fields] to write */
	size_t fields;
	const struct problems *problems; /* runs left out */
	size_t archive_problems;	 /* of them, the first: of no run */
	const struct rules *rules;
	const char *test, *fdr;
	double alpha, confidence;
	bool all; /* rows that are not reported were asked for */
	bool color;
	size_t columns; /* of the terminal; 0: do not cut */
	struct mail mail;
};

/* One way of writing. */
struct report_format {
	const char *name, *doc;
	bool lists_kpis;    /* also those that are not reported */
	bool takes_fields;  /* the choice of fields is the caller's */
	bool takes_samples; /* can write the values of each run */
	bool (*write)(const struct report *report, FILE *stream);
	bool shows_figures; /* of a finding also what is dear: medians, what
			       was detectable, flags of the values ... */
	bool is_mail;	    /* takes addresses, and a limit of rows */
	bool sees_all;	    /* looks at more findings than its rows */
};

extern const struct report_format report_formats[]; /* ends with NULL */

/* NULL when there is no format of that name. */
const struct report_format *report_format_find(const char *name);

/*
 * Whether a fault is of the runs of a comparison, by where its file lies; where
 * it was read back, its run line has told.
 */
bool problem_is_of(const struct problem *problem,
		   const struct comparison *comparison);

/* Each returns false when the stream has an error or there is no memory. */
bool report_text(const struct report *report, FILE *stream);
bool report_lkp(const struct report *report, FILE *stream);
bool report_csv(const struct report *report, FILE *stream);
bool report_jsonl(const struct report *report, FILE *stream);
bool report_long(const struct report *report, FILE *stream);
bool report_markdown(const struct report *report, FILE *stream);
bool report_mail(const struct report *report, FILE *stream);
bool report_html(const struct report *report, FILE *stream);

#endif
