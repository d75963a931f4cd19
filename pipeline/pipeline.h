/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_PIPELINE_H
#define PIPELINE_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "io/archive.h"
#include "io/cases.h"
#include "io/catalogue.h"
#include "io/columns.h"
#include "io/error.h"
#include "io/findings_read.h"
#include "io/reader.h"
#include "io/report.h"
#include "io/source.h"
#include "pipeline/options.h"
#include "stats/comparison.h"

/* Everything that travels through the stages. */
struct batch {
	const struct options *options; /* what was asked; never changes */
	FILE *results, *messages;      /* standard output and error */
	struct reading reading;	       /* as the options have it */
	struct rules rules;
	struct columns columns;
	double started;	       /* seconds of the clock, for -v */
	struct source *source; /* [sources] files named as sides */
	size_t sources;
	struct archive archive; /* the groups that are compared */
	struct catalogue catalogue;
	struct comparison *comparison; /* [comparisons] by group */
	size_t comparisons;
	struct report_row *row; /* [rows] what is to be written */
	size_t rows, reported;
	struct problems problems; /* faults of the input, in its order */
	size_t archive_problems;  /* of them, the first: of no run */
	const struct case_context *context; /* of a case; NULL: none */
	struct judgement *judgement;	    /* of a case; NULL: none */
	struct findings findings;	    /* that were read back */
	struct problems shortfalls; /* why the answer is incomplete, or what
				       the caller wanted to be an alarm */
	struct error error;
};

/* What one comparison on one thread may fill. */
struct work {
	const struct options *options;
	const struct reading *reading;
	const struct case_context *context; /* NULL: none */
	struct comparison *comparison;
	bool spare_threads; /* there are more than comparisons */
	size_t rows;	    /* that the last stage dealt with, for -v */
	bool finished;	    /* came through all stages */
	struct problems problems, shortfalls;
	struct error error;
};

/*
 * One stage.  `each` takes one comparison and may run on any thread; `all`
 * takes the batch when every comparison has come so far.  A stage returns
 * false to end the run; work->error or batch->error then may say why.
 */
struct stage {
	const char *name, *doc;
	bool (*each)(struct work *work);
	bool (*all)(struct batch *batch);
};

/* Those of each command; all end with a NULL name. */
extern const struct stage stages[], plan_stages[], explain_stages[],
	check_stages[], report_stages[], sweep_stages[];

enum { STAGES_MAX = 16 };

/*
 * Runs the stages of the command over the batch: the `each` stages group by group, on
 * options->jobs threads, then the `all` stages.  What is written does not
 * depend on the number of threads.
 */
bool pipeline_run(struct batch *batch);

/* Back to {0}. */
void batch_release(struct batch *batch);

/* Fills batch->reading from the options.  False with batch->error set. */
bool batch_prepare(struct batch *batch);

/* The stages, in this order. */
bool stage_read(struct work *work);
bool stage_summarise(struct work *work);
bool stage_screen(struct work *work);
bool stage_prior(struct work *work);
bool stage_test(struct work *work);
bool stage_adjust(struct work *work);
bool stage_filter(struct work *work);
bool stage_drop(struct work *work);
bool stage_rank(struct batch *batch);
bool stage_describe(struct batch *batch);
bool stage_alarm(struct batch *batch);
bool stage_write(struct batch *batch);

/* The last stage of plan. */
bool stage_plan(struct batch *batch);

/* The last stage of explain, and that of check. */
bool stage_explain(struct batch *batch);
bool stage_judge(struct batch *batch);

/* The two stages of report that make rows. */
bool stage_gather(struct batch *batch);
bool stage_order(struct batch *batch);

/*
 * Puts the rows in order: reported ones, of which there are batch->reported, by
 * rank, which they get; then the others by group and name.
 */
void rank_rows(struct batch *batch);

/* Whether a row is written although it is not reported. */
bool is_listed(const struct finding *finding, const struct options *options);

/*
 * Of batch->row keeps those of options->metric; fails when there is none.
 */
bool keep_metric(struct batch *batch);

/* What the report formats take; reason must hold REASONS_MAX texts. */
struct report make_report(const struct batch *batch, FILE *stream,
			  const char **reason);

/* Finds base and candidates, and pairs them; no file of runs is read yet. */
bool find_comparisons(struct batch *batch);

/*
 * Reads the rules: those that perfsift brings, the system's, and what the
 * options name.  Faults go to batch->problems.  Returns false with
 * batch->error set when the rest must not run.
 */
bool load_rules(struct batch *batch);

/* Columns of the terminal; 0 where results go elsewhere. */
size_t columns_of(FILE *stream);

/* The commands. */
bool command_compare(struct batch *batch);
bool command_plan(struct batch *batch);
bool command_explain(struct batch *batch);
bool command_check(struct batch *batch);
bool command_report(struct batch *batch);
bool command_sweep(struct batch *batch);
bool command_store(struct batch *batch);

/*
 * Reads files of findings back and runs the stages of report over them, as the
 * options have it.  False with batch->error or batch->problems set.
 */
bool report_findings(struct batch *batch, const char *const *path,
		     size_t paths);

#endif
