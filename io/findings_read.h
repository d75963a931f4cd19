/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_FINDINGS_READ_H
#define IO_FINDINGS_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/archive.h"
#include "io/error.h"
#include "io/findings.h"
#include "io/report.h"

/* A reason why a metric is not reported, as the filters name them. */
struct known_reason {
	const char *name;
	bool more_runs; /* they might prove it yet */
};

/* Findings as they are read, and what they lean on afterwards. */
struct findings {
	/* What is known before. */
	struct known_reason reason[REASONS_MAX]; /* [reasons]; unknown ones of
						     the files go behind */
	size_t reasons;

	struct field_list fields; /* those that the files have, in the order of
				     the first file */
	uint64_t noted;		  /* findings_bit() of each of them */
	bool has_samples;
	size_t files;
	struct names texts;  /* all texts, once each */
	struct names keys;   /* of comparisons, by number */
	struct names places; /* comparison and metric, by finding */
	struct read_comparison *comparison; /* [keys.count] */
	size_t comparison_room;
	struct read_finding *finding; /* [places.count] in their order */
	size_t finding_room;
	struct told *told;	  /* [keys.count] once they are joined */
	struct problems problems; /* that the run lines tell */
};

/*
 * Reads a file of findings, jsonl or csv, whichever its first byte says; "-" is
 * standard input.  Faults go to problems, each with file and line.  The same
 * finding may come twice if all its fields are alike.  Returns false with error
 * set on trouble.
 */
bool findings_read(struct findings *findings, const char *path,
		   struct problems *problems, struct error *error);

/* What findings become: all that a report takes, in the order of the files. */
struct joined {
	struct archive *archive; /* gets the groups, and owns them */
	struct rules *rules;	 /* gets the files of rules, and owns them */
	struct comparison *comparison; /* [comparisons] out, to be released */
	size_t comparisons;
	struct report_row *row; /* [rows] out, to be freed */
	size_t rows;
};

/*
 * Joins all that was read.  The findings must outlive what comes of them.
 * Returns false with error set when there is no memory.
 */
bool findings_join(struct findings *findings, struct joined *joined,
		   struct error *error);

/* Back to {0}. */
void findings_release(struct findings *findings);

#endif
