/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SAMPLES_H
#define STATS_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/rule.h"

/*
 * Samples in the order in which they were read.  A missing sample (empty,
 * nan, inf) is a NaN.  They lie in pieces that never move.
 */
struct sample_piece {
	struct sample_piece *next;
	size_t count, room;
	double *value;	  /* [count] */
	uint32_t *metric; /* [count] number of the metric's name */
	uint32_t *run;	  /* [count] */
	int16_t *step;	  /* [count] decimal exponent of the last digit,
				   or STEP_CONFLICT */
};

struct sample_log {
	size_t count;
	struct sample_piece *first, *last;
};

/* The sample's unit does not convert to that of its metric. */
enum { STEP_CONFLICT = INT16_MIN };

/* No sample has a step. */
enum { STEP_NONE = INT16_MAX };

/* Appends a sample.  Returns false when there is no memory. */
bool sample_log_append(struct sample_log *log, uint32_t metric, uint32_t run,
		       double value, int step);

/* Forgets all samples but the first count. */
void sample_log_truncate(struct sample_log *log, size_t count);

/* Puts the samples of `from`, which is empty then, behind those of the log. */
void sample_log_join(struct sample_log *log, struct sample_log *from);

#define RUN_DROPPED UINT32_MAX

/* Run r becomes number[r]; the samples of a RUN_DROPPED run are forgotten. */
void sample_log_renumber(struct sample_log *log, const uint32_t *number);

/* Back to {0}. */
void sample_log_release(struct sample_log *log);

/* What a run set knows of a metric besides its values. */
enum {
	METRIC_SEEN = 1,	  /* a line names it, missing or not */
	METRIC_UNIT_CONFLICT = 2, /* its units do not convert */
};

/*
 * The runs of one commit in one group, as columns: for each metric the values
 * of its runs, one number a run, in run order.  Metrics with a number of
 * `metrics` or more have no column.
 */
struct run_set {
	size_t runs;
	char **run_id;	  /* [runs] */
	bool *incomplete; /* [runs] the run says it did not finish */
	uint32_t metrics;
	size_t *offset;	   /* [metrics + 1] into run and value */
	uint32_t *run;	   /* the run of each value */
	double *value;	   /* finite */
	int16_t *step;	   /* [metrics] decimal exponent of the finest
				   step among the samples as written */
	uint32_t *missing; /* [metrics] samples that were missing */
	uint8_t *seen;	   /* [metrics] METRIC_ bits */
};

/*
 * Adds a run behind the others; copies the id.  Returns false when there is no
 * memory.
 */
bool run_set_add_run(struct run_set *set, const char *id);

/*
 * Run r becomes number[r]; RUN_DROPPED runs are forgotten, and the others
 * numbered without a gap.  Returns false when there is no memory.
 */
bool run_set_renumber(struct run_set *set, const uint32_t *number);

/* Takes the last run away. */
void run_set_drop_last(struct run_set *set);

/*
 * Makes the columns from a log, which is released.  rule[] has one entry for
 * each of the first `metrics` names.  Several samples of a metric in one run
 * become one number as its rule says; incomplete runs count for failures
 * only; where the rule says that absent is zero, a run without the metric
 * counts as 0 as soon as another run of the set has it.  Returns false when
 * there is no memory.
 */
bool run_set_collate(struct run_set *set, struct sample_log *log,
		     const struct rule *const *rule, uint32_t metrics);

/* Runs that count for metrics of a kind. */
size_t run_set_runs(const struct run_set *set, enum kind kind);

/* The values of one metric. */
struct column {
	const double *value; /* [n] */
	const uint32_t *run; /* [n] */
	size_t n;
};
struct column run_set_column(const struct run_set *set, uint32_t metric);

/* METRIC_ bits of a metric, 0 for one that the set has never seen. */
unsigned run_set_seen(const struct run_set *set, uint32_t metric);

/* Back to {0}. */
void run_set_release(struct run_set *set);

#endif
