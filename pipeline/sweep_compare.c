/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "io/threads.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

#define PROGRESS_SECONDS 0.2

static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One line that is written over and over. */
static void tell_progress(struct sweep *sweep)
{
	double now = seconds_now(), rate;

	if (!sweep->progress || (now < sweep->printed + PROGRESS_SECONDS &&
				 sweep->done < sweep->todo))
		return;
	sweep->printed = now;
	rate = (double)sweep->done / (now - sweep->started + 1e-9);
	fprintf(sweep->batch->messages,
		"\r%zu of %zu comparisons, %.1f a second, %.0f s left\033[K",
		sweep->done, sweep->todo, rate,
		(double)(sweep->todo - sweep->done) / rate);
	if (sweep->done == sweep->todo)
		fputs("\r\033[K", sweep->batch->messages);
	fflush(sweep->batch->messages);
}

/* The next pair that the store does not have; NULL: there is none. */
static struct sweep_pair *take_pair(struct sweep *sweep)
{
	struct sweep_pair *pair = NULL;

	pthread_mutex_lock(&sweep->mutex);
	while (!pair && !sweep->stop && sweep->next < sweep->pairs) {
		pair = &sweep->pair[sweep->next++];
		if (pair->id)
			pair = NULL;
	}
	pthread_mutex_unlock(&sweep->mutex);
	return pair;
}

/* A side of a pair that is under way, which nobody reads yet. */
static struct sweep_side *find_unread(struct sweep *sweep)
{
	struct sweep_side *found = NULL;

	pthread_mutex_lock(&sweep->mutex);
	for (size_t i = sweep->pairs; !found && !sweep->stop && i-- > 0;) {
		struct sweep_pair *pair = &sweep->pair[i];

		if (pair->base->pairs && pair->base->state == SIDE_UNREAD)
			found = pair->base;
	}
	pthread_mutex_unlock(&sweep->mutex);
	return found;
}

static void stop_for(struct sweep *sweep, const struct error *error)
{
	sweep->stop = true;
	fail(&sweep->batch->error, error->fault, "%s", error->text);
}

static void finish_pair(struct sweep *sweep, const struct sweep_pair *pair,
			const struct error *error)
{
	sweep_leave_side(sweep, pair->base);
	sweep_leave_side(sweep, pair->candidate);
	pthread_mutex_lock(&sweep->mutex);
	sweep->done++;
	sweep->counts.compared += pair->id != 0;
	if (error->fault) {
		stop_for(sweep, error);
	} else {
		tell_progress(sweep);
	}
	pthread_mutex_unlock(&sweep->mutex);
}

static void *run_pairs(void *context)
{
	struct sweep *sweep = context;
	struct sweep_pair *pair;
	struct sweep_side *side;

	while ((pair = take_pair(sweep))) {
		struct error error = { 0 };

		if (interrupted())
			fail(&error, FAULT_TROUBLE, "stopped by a signal");
		else
			sweep_one(sweep, pair, &error);
		finish_pair(sweep, pair, &error);
	}
	/* With fewer pairs than threads, one reads the base meanwhile. */
	while ((side = find_unread(sweep))) {
		struct error error = { 0 };

		if (sweep_read_side(sweep, side, &error))
			continue;
		pthread_mutex_lock(&sweep->mutex);
		stop_for(sweep, &error);
		pthread_mutex_unlock(&sweep->mutex);
	}
	return NULL;
}

static bool wants_progress(const struct sweep *sweep)
{
	const struct options *options = sweep->batch->options;

	if (strcmp(options->progress, "auto") != 0)
		return strcmp(options->progress, "always") == 0;
	return !options->quiet && isatty(fileno(sweep->batch->messages));
}

/* What a single comparison is asked for. */
static bool prepare(struct sweep *sweep)
{
	struct options *asked = &sweep->asked;
	struct error *error = &sweep->batch->error;

	*asked = *sweep->batch->options;
	asked->format = "jsonl";
	asked->jobs = 1;
	asked->samples = asked->keep_going = true;
	asked->verbose = false;
	sweep->batch->reading.keep_going = true;
	sweep->batch->reading.stopped = interrupted;
	return field_list_parse(&sweep->json, &finding_table, NULL, true,
				error) &&
	       field_list_parse(&sweep->csv, &finding_table, NULL, false,
				error);
}

bool sweep_compare(struct sweep *sweep)
{
	size_t jobs;

	if (!prepare(sweep))
		return false;
	for (size_t i = 0; i < sweep->pairs; i++) {
		struct sweep_pair *pair = &sweep->pair[i];

		if (pair->id)
			continue;
		pair->base->pairs++;
		pair->candidate->pairs++;
		sweep->todo++;
	}
	sweep->started = seconds_now();
	sweep->progress = wants_progress(sweep);
	jobs = sweep->batch->options->jobs;
	if (jobs > 2 * sweep->todo)
		jobs = 2 * sweep->todo;
	if (jobs)
		run_on_threads(jobs, run_pairs, sweep);
	if (sweep->progress && sweep->done)
		fputs("\r\033[K", sweep->batch->messages);
	return !sweep->batch->error.fault;
}
