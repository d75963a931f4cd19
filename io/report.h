/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_REPORT_H
#define IO_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/findings.h"
#include "io/rules.h"
#include "stats/comparison.h"

struct report_row {
	const struct comparison *comparison;
	struct finding *finding;
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
};

/* One way of writing. */
struct report_format {
	const char *name, *doc;
	bool lists_kpis;    /* also those that are not reported */
	bool takes_fields;  /* the choice of fields is the caller's */
	bool takes_samples; /* can write the values of each run */
	bool shows_figures; /* also those that else only fields have */
	bool (*write)(const struct report *report, FILE *stream);
};

extern const struct report_format report_formats[]; /* ends with NULL */

/* NULL when there is no format of that name. */
const struct report_format *report_format_find(const char *name);

/* Each returns false when the stream has an error or there is no memory. */
bool report_text(const struct report *report, FILE *stream);
bool report_lkp(const struct report *report, FILE *stream);
bool report_csv(const struct report *report, FILE *stream);
bool report_jsonl(const struct report *report, FILE *stream);
bool report_long(const struct report *report, FILE *stream);
bool report_markdown(const struct report *report, FILE *stream);
bool report_html(const struct report *report, FILE *stream);

#endif
