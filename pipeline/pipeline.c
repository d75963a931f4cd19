/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/pipeline.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/text.h"
#include "io/threads.h"
#include "pipeline/filter.h"

/* What compare, sweep, explain and check do alike. */
/* clang-format off */
#define STAGES_OF_METRICS                                                   \
	{ "read", "run files into samples by metric", stage_read, NULL },   \
	{ "summarise", "n, mean, standard deviation of both sides",         \
	  stage_summarise, NULL },                                          \
	{ "screen", "what cannot be tested", stage_screen, NULL },          \
	{ "prior", "what other metrics say of the noise of each",           \
	  stage_prior, NULL },                                              \
	{ "test", "p of each metric, the floor inside the test",            \
	  stage_test, NULL },                                               \
	{ "adjust", "q by family; what is proven to be no change",          \
	  stage_adjust, NULL },                                             \
	{ "filter", "what is no news, and why", stage_filter, NULL }
#define STAGE_OF_DROPPING                                                   \
	{ "drop", "what nobody will look at", stage_drop, NULL }
#define STAGES_OF_ROWS                                                      \
	{ "rank", "the order of the findings", NULL, stage_rank },          \
	{ "describe", "what only written rows need", NULL, stage_describe }
/* clang-format on */

const struct stage stages[] = {
	STAGES_OF_METRICS,
	STAGE_OF_DROPPING,
	STAGES_OF_ROWS,
	{ "alarm", "what was asked to be an alarm", NULL, stage_alarm },
	{ "write", "the report", NULL, stage_write },
	{ NULL, NULL, NULL, NULL },
};

const struct stage explain_stages[] = {
	STAGES_OF_METRICS,
	STAGES_OF_ROWS,
	{ "explain", "one metric", NULL, stage_explain },
	{ NULL, NULL, NULL, NULL },
};

const struct stage check_stages[] = {
	STAGES_OF_METRICS,
	STAGES_OF_ROWS,
	{ "judge", "what was expected, or what is recorded", NULL,
	  stage_judge },
	{ NULL, NULL, NULL, NULL },
};

/* Of each comparison, whose findings then go into the store. */
const struct stage sweep_stages[] = {
	STAGES_OF_METRICS,
	STAGE_OF_DROPPING,
	STAGES_OF_ROWS,
	{ NULL, NULL, NULL, NULL },
};

const struct stage report_stages[] = {
	{ "gather", "findings of all files into comparisons", NULL,
	  stage_gather },
	{ "order", "what is written, and in which order", NULL, stage_order },
	{ "write", "the report", NULL, stage_write },
	{ NULL, NULL, NULL, NULL },
};

const struct stage plan_stages[] = {
	{ "read", "run files into samples by metric", stage_read, NULL },
	{ "summarise", "n, mean, standard deviation", stage_summarise, NULL },
	{ "screen", "what cannot be tested", stage_screen, NULL },
	{ "prior", "what other metrics say of the noise of each", stage_prior,
	  NULL },
	{ "plan", "what more runs would prove", NULL, stage_plan },
	{ NULL, NULL, NULL, NULL },
};

_Static_assert(sizeof(stages) / sizeof(*stages) <= STAGES_MAX &&
		       sizeof(plan_stages) / sizeof(*plan_stages) <= STAGES_MAX,
	       "room for the trace");

/* Rows and seconds of one stage, for -v. */
struct trace {
	size_t rows;
	double seconds;
};

static const struct stage *stages_of(const struct batch *batch)
{
	return batch->options->command->stages;
}

/* The comparisons, dealt out to threads group by group. */
struct crew {
	struct batch *batch;
	struct work *work;    /* [batch->comparisons] */
	atomic_size_t next;   /* comparison that nobody has taken yet */
	atomic_bool stop;     /* an error ends everything */
	pthread_mutex_t lock; /* of next, while a group is taken, and trace */
	struct trace trace[STAGES_MAX];
};

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_comparison(struct crew *crew, struct work *work)
{
	const struct stage *stage = stages_of(crew->batch);
	struct trace trace[STAGES_MAX] = { { 0 } };

	for (size_t s = 0; stage[s].each; s++) {
		double start = seconds_now();
		bool done = stage[s].each(work);

		trace[s].rows = work->rows;
		trace[s].seconds = seconds_now() - start;
		work->finished = done;
		if (!done)
			break;
	}
	if (work->error.fault)
		atomic_store(&crew->stop, true);
	pthread_mutex_lock(&crew->lock);
	for (size_t s = 0; s < STAGES_MAX; s++) {
		crew->trace[s].rows += trace[s].rows;
		crew->trace[s].seconds += trace[s].seconds;
	}
	pthread_mutex_unlock(&crew->lock);
}

/* Takes the comparisons of the next group; false when there are none left. */
static bool take_group(struct crew *crew, size_t *begin, size_t *end)
{
	const struct batch *batch = crew->batch;

	pthread_mutex_lock(&crew->lock);
	*begin = *end = atomic_load(&crew->next);
	while (*end < batch->comparisons &&
	       batch->comparison[*end].group == batch->comparison[*begin].group)
		++*end;
	atomic_store(&crew->next, *end);
	pthread_mutex_unlock(&crew->lock);
	return *begin < *end;
}

static void *run_groups(void *context)
{
	struct crew *crew = context;
	size_t begin, end;

	while (!atomic_load(&crew->stop) && take_group(crew, &begin, &end))
		for (size_t i = begin; i < end; i++)
			run_comparison(crew, &crew->work[i]);
	return NULL;
}

/* The commits of a group share what they read, and so its problems. */
static void share_problems(struct batch *batch)
{
	size_t begin = 0;

	for (size_t end = 1; end <= batch->comparisons; end++) {
		struct comparison *first = &batch->comparison[begin];
		size_t last = batch->comparison[end - 1].problems_end;

		if (end < batch->comparisons &&
		    batch->comparison[end].group == first->group)
			continue;
		for (; begin < end; begin++) {
			batch->comparison[begin].problems_begin =
				first->problems_begin;
			batch->comparison[begin].problems_end = last;
		}
	}
}

/* What the comparisons met, in their order; only finished ones are kept. */
static bool gather(struct batch *batch, struct work *work)
{
	size_t all = batch->comparisons;
	bool done = true;

	batch->comparisons = 0;
	batch->archive_problems = batch->problems.count;
	for (size_t i = 0; i < all; i++) {
		size_t begin = batch->problems.count;

		if (work[i].error.fault && !batch->error.fault)
			batch->error = work[i].error;
		done = problems_move(&batch->problems, &work[i].problems,
				     &batch->error) &&
		       problems_move(&batch->shortfalls, &work[i].shortfalls,
				     &batch->error) &&
		       done;
		if (!work[i].finished) {
			comparison_release(&batch->comparison[i]);
			continue;
		}
		batch->comparison[i].problems_begin = begin;
		batch->comparison[i].problems_end = batch->problems.count;
		batch->comparison[batch->comparisons++] = batch->comparison[i];
	}
	share_problems(batch);
	return done && !batch->error.fault && batch->comparisons;
}

static void print_safely(FILE *stream, const char *path, const char *what)
{
	text_put(stream, path, SIZE_MAX / 2);
	fprintf(stream, ": %s\n", what);
}

static void print_sources(const struct batch *batch)
{
	const struct problems *skipped = &batch->archive.skipped;

	for (size_t i = 0; i < skipped->count; i++)
		print_safely(batch->messages, skipped->list[i].file,
			     skipped->list[i].what);
	for (size_t g = 0; g < batch->archive.groups; g++) {
		const struct group *group = &batch->archive.group[g];

		for (size_t c = 0; c < group->commits; c++)
			if (group->commit[c].how)
				print_safely(batch->messages,
					     group->commit[c].path,
					     group->commit[c].how);
	}
}

/* Formats that have no place for it leave the account to -v. */
static void print_account(const struct batch *batch)
{
	const struct rules *rules = batch->reading.rules;

	for (size_t i = 0; i < rules->files; i++) {
		text_put(batch->messages, rules->file[i].name, SIZE_MAX / 2);
		fprintf(batch->messages, " %016" PRIx64 ": %zu rules\n",
			rules->file[i].fingerprint, rules->file[i].rows);
	}
	for (size_t c = 0; c < batch->comparisons; c++) {
		const struct comparison *comparison = &batch->comparison[c];

		if (*comparison->group->name)
			text_put(batch->messages, comparison->group->name,
				 SIZE_MAX / 2);
		fprintf(batch->messages, "%s%zu metrics, %zu reported",
			*comparison->group->name ? ": " : "",
			comparison->metrics, comparison->reported);
		for (size_t i = 0; i < noise_filter_count(); i++)
			if (comparison->by_reason[i])
				fprintf(batch->messages, ", %zu %s",
					comparison->by_reason[i],
					noise_filters[i].name);
		putc('\n', batch->messages);
	}
}

static void print_trace(const struct batch *batch, const struct trace *trace)
{
	const struct stage *stage = stages_of(batch);

	for (size_t s = 0; stage[s].name; s++)
		fprintf(batch->messages, "%-9s %9zu rows %11.3f ms\n",
			stage[s].name, trace[s].rows, 1000 * trace[s].seconds);
}

static bool run_each(struct crew *crew)
{
	struct batch *batch = crew->batch;
	size_t jobs;
	bool done;

	if (!stages_of(batch)[0].each)
		return true;

	crew->work = calloc(batch->comparisons + 1, sizeof(*crew->work));
	if (!crew->work)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < batch->comparisons; i++)
		crew->work[i] = (struct work){
			.options = batch->options,
			.reading = &batch->reading,
			.context = batch->context,
			.comparison = &batch->comparison[i],
			.spare_threads = batch->options->jobs >
					 batch->comparisons,
		};
	jobs = batch->options->jobs;
	if (jobs > batch->comparisons)
		jobs = batch->comparisons;
	run_on_threads(jobs, run_groups, crew);
	done = gather(batch, crew->work);
	free(crew->work);
	if (batch->options->verbose)
		print_sources(batch);
	return done && (batch->options->keep_going || !batch->problems.count);
}

static bool run_all(struct crew *crew)
{
	struct batch *batch = crew->batch;
	const struct stage *stage = stages_of(batch);

	for (size_t s = 0; stage[s].name; s++) {
		double start = seconds_now();

		if (!stage[s].all)
			continue;
		if (!stage[s].all(batch))
			return false;
		crew->trace[s].rows = batch->rows;
		crew->trace[s].seconds = seconds_now() - start;
	}
	return true;
}

bool pipeline_run(struct batch *batch)
{
	struct crew crew = { .batch = batch };
	bool done;

	/* Groups are found, and tables read, before the stages begin. */
	crew.trace[0].seconds = seconds_now() - batch->started;
	pthread_mutex_init(&crew.lock, NULL);
	done = run_each(&crew) && run_all(&crew);
	pthread_mutex_destroy(&crew.lock);
	if (batch->options->verbose) {
		print_account(batch);
		print_trace(batch, crew.trace);
	}
	return done;
}

bool batch_prepare(struct batch *batch)
{
	const struct options *options = batch->options;

	batch->started = seconds_now();
	if (!columns_parse(&batch->columns, options->columns, &batch->error))
		return false;
	batch->reading = (struct reading){
		.delimiter = options->delimiter,
		.decimal = options->decimal[0],
		.skip_runs = options->skip_runs,
		.columns = &batch->columns,
		.rules = &batch->rules,
		.jobs = options->jobs,
		.keep_going = options->keep_going,
	};
	return options->command->decides_nothing || load_rules(batch);
}

void batch_release(struct batch *batch)
{
	for (size_t i = 0; i < batch->comparisons; i++)
		comparison_release(&batch->comparison[i]);
	free(batch->comparison);
	free(batch->row);
	findings_release(&batch->findings);
	archive_release(&batch->archive);
	catalogue_release(&batch->catalogue);
	columns_release(&batch->columns);
	rules_release(&batch->rules);
	for (size_t i = 0; i < batch->sources; i++)
		source_release(&batch->source[i]);
	free(batch->source);
	problems_release(&batch->problems);
	problems_release(&batch->shortfalls);
	*batch = (struct batch){ 0 };
}
