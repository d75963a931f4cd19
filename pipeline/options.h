/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_OPTIONS_H
#define PIPELINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/error.h"
#include "io/report.h"

struct batch;
struct stage;

/* Their places in commands[]. */
enum command_number {
	COMMAND_COMPARE,
	COMMAND_PLAN,
	COMMAND_EXPLAIN,
	COMMAND_CHECK,
	COMMAND_REPORT,
	COMMAND_SWEEP,
	COMMAND_STORE,
};

/* What perfsift does when its first word says so. */
struct command {
	const char *name, *arguments, *doc;
	const struct field_table *fields; /* that --fields may name */
	const struct stage *stages;	  /* that pipeline_run() runs */
	/* False when it ends early; batch->error may say why. */
	bool (*run)(struct batch *batch);
	bool decides_nothing; /* and takes no rules */
};

extern const struct command commands[]; /* ends with a NULL name */

/* Texts of a list, in the order in which they were given. */
struct text_list {
	const char **text; /* [count] */
	size_t count;
};

/* What was asked; never changes after options_parse(). */
struct options {
	const struct command *command;
	struct text_list arguments; /* behind the command */
	const char *base;
	struct text_list candidates;
	const char *format, *output, *fields, *test, *fdr, *color;
	const char *completions, *decimal, *columns;
	const char *exit_code; /* NULL: no alarm */
	const char *record;    /* NULL: not asked */
	/* Of sweep; NULL: not given. */
	const char *store, *layout, *group, *since, *order;
	const char *progress;
	const char *metric; /* that is explained or recorded, or NULL */
	struct text_list rules, overrides;
	const char *from; /* of a mail, or NULL */
	struct text_list to, cc;
	size_t rows;		/* of a table of a mail; 0: not said */
	struct text_list given; /* names of options that decide, each with its
				   text behind it, "" for none */
	size_t skip_runs;
	char delimiter;
	double alpha, confidence;
	double expect, no_worse_than; /* NaN: not given */
	size_t jobs;
	bool no_default_rules, all, samples, keep_going, verbose, quiet, help,
		version;
};

/*
 * Reads the command line; argv is reordered and must outlive the options.
 * Returns false with error set.
 */
bool options_parse(struct options *options, int argc, char **argv,
		   struct error *error);

/* Back to {0}. */
void options_release(struct options *options);

/*
 * --help: the overview, or of one topic (a command, formats, fields, reasons,
 * exit); made of the tables that the program runs on.  False when there is no
 * such topic.
 */
bool options_help(FILE *stream, const char *topic);

/* Completions for bash, zsh or fish.  False for another shell. */
bool options_completions(FILE *stream, const char *shell);

#endif
