/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_FINDINGS_PARTS_H
#define IO_FINDINGS_PARTS_H

#include "io/findings_read.h"

/* What findings_read() and its readers of jsonl and csv share. */

/* A side of a comparison, as run lines tell of it. */
struct read_side {
	const char *id, *subject, *repository, *branch, *how, *message_id,
		*reproduce;
	size_t runs, incomplete_runs;
};

struct read_axis {
	const char *name, *value;
};

struct read_rules {
	const char *name;
	uint64_t fingerprint;
};

/* A comparison; all but the ids come of its run line. */
struct read_comparison {
	const char *group, *machine;
	struct read_side base, candidate;
	const char *file; /* of the run line; NULL: there is none */
	size_t line;
	struct told told;
	struct read_axis *axis; /* [axes] */
	size_t axes;
	struct read_rules *rules; /* [rules_files] */
	size_t rules_files;
	size_t metrics, reported;
	size_t by_reason[REASONS_MAX];
	size_t base_missing, candidate_missing;
	size_t welch_tested, welch_small;
	struct family_summary family[FAMILIES];
	double session;
	size_t problems_begin, problems_end;
};

/* A finding, where it stands, and the values of its runs. */
struct read_finding {
	struct finding finding;
	uint64_t has; /* findings_bit() of each field that has a value */
	size_t comparison;
	const char *file;
	size_t line;
	double *value; /* [base_runs + candidate_runs]; NaN: missing */
	size_t base_runs, candidate_runs;
};

/* A file while it is read. */
struct findings_file {
	struct findings *findings;
	const char *name; /* to tell */
	const char *path; /* to open */
	size_t line;
	struct problems *problems;
	struct error *error;
};

/* Of a field in read_finding.has. */
uint64_t findings_bit(const struct field *field);

/* Notes a fault at file->line, and returns false. */
bool findings_fault(struct findings_file *file, const char *text,
		    const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A text that is kept; NULL with error set when there is no memory. */
const char *findings_keep(struct findings_file *file, const char *text);

/*
 * The comparison of a group, a base and a candidate, made where it is new.
 * NULL with error set when there is no memory.
 */
struct read_comparison *findings_comparison(struct findings_file *file,
					    const char *group, const char *base,
					    const char *candidate);

/*
 * Takes a finding, whose texts are kept, and the values of its runs, which are
 * to be freed in any case.  False after a fault too.
 */
bool findings_take(struct findings_file *file, struct read_finding *finding);

/* Notes that the files have a field.  False with error set. */
bool findings_note_field(struct findings_file *file, const struct field *field);

/* The number of a reason; COUNT_NONE with a fault where there are too many. */
uint32_t findings_reason(struct findings_file *file, const char *name);

/* The readers.  False on trouble and after a fault that ends the file. */
bool findings_read_json(struct findings_file *file);
bool findings_read_csv(struct findings_file *file);

#endif
