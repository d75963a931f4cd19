/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/directory.h"
#include "io/text.h"
#include "pipeline/interrupt.h"
#include "pipeline/pairing.h"
#include "pipeline/sweep.h"

static bool check_call(struct batch *batch)
{
	const struct options *options = batch->options;

	if (options->arguments.count != 1 || !options->output ||
	    strcmp(options->output, "-") == 0)
		return fail(&batch->error, FAULT_USAGE,
			    "sweep takes one archive, and with -o the "
			    "directory of its nights");
	return paths_exist(batch);
}

static bool make_directory(const char *path, struct error *error)
{
	struct stat status;

	if (mkdir(path, 0777) == 0)
		return true;
	if (errno != EEXIST)
		return fail_errno(error, path);
	if (stat(path, &status) != 0)
		return fail_errno(error, path);
	return S_ISDIR(status.st_mode) ||
	       fail(error, FAULT_USAGE, "%s is no directory", path);
}

/* A file beside the nights, or the one that --store names. */
static bool open_in(struct sweep *sweep, const char *lock_path,
		    const char *store_path)
{
	const char *named = sweep->batch->options->store;
	struct error *error = &sweep->batch->error;
	char *aside = NULL;
	bool done;

	if (named && asprintf(&aside, "%s-lock", named) < 0)
		return fail_memory(error);
	done = lock_take(&sweep->lock, lock_path, sweep->directory, error) &&
	       night_clear(sweep->directory, error) &&
	       (!named || lock_take(&sweep->store_lock, aside, named, error)) &&
	       store_open(&sweep->store, named ? named : store_path, true,
			  error);
	free(aside);
	return done;
}

static bool open_store(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	char *lock_path = path_join(sweep->directory, ".lock");
	char *store_path = path_join(sweep->directory, "perfsift.sqlite");
	bool done = lock_path && store_path ?
			    make_directory(sweep->directory, error) &&
				    open_in(sweep, lock_path, store_path) :
			    fail_memory(error);

	free(lock_path);
	free(store_path);
	return done;
}

/* An archive that is suddenly small is one that is not all there. */
static bool note_shrinkage(struct sweep *sweep)
{
	struct batch *batch = sweep->batch;
	size_t now = sweep->counts.groups, then = (size_t)sweep->last.groups;

	return !sweep->last.id || 2 * now >= then ||
	       problems_add(&batch->shortfalls, &batch->error, FAULT_INCOMPLETE,
			    batch->options->arguments.text[0], 0, NULL, 0,
			    "incomplete: %zu group%s, %zu last night", now,
			    now == 1 ? "" : "s", then);
}

static void put_count(FILE *stream, size_t count, const char *what)
{
	if (count)
		fprintf(stream, ", %zu %s", count, what);
}

static void put_figures(FILE *stream, const struct store_figures *figures)
{
	size_t others = figures->reported - figures->regressions -
			figures->improvements;

	fprintf(stream, "%zu regression%s, %zu improvement%s, %zu change%s",
		figures->regressions, figures->regressions == 1 ? "" : "s",
		figures->improvements, figures->improvements == 1 ? "" : "s",
		others, others == 1 ? "" : "s");
}

/* What was left out, and the problems. */
static void put_rest(FILE *stream, const struct sweep_counts *counts)
{
	put_count(stream, counts->without_base, "without a base");
	put_count(stream, counts->without_runs, "without runs");
	put_count(stream, counts->undated, "without a date");
	if (!counts->problems)
		return;
	fprintf(stream, ", %zu problem%s", counts->problems,
		counts->problems == 1 ? "" : "s");
	if (counts->known_problems)
		fprintf(stream, " (%zu known)", counts->known_problems);
}

/* One line; with --quiet only where there is something to look at. */
static bool tell_night(struct sweep *sweep, const char *name)
{
	const struct sweep_counts *counts = &sweep->counts;
	struct batch *batch = sweep->batch;
	struct store_figures figures;
	FILE *stream = batch->results;

	if (!store_count_night(&sweep->store, sweep->told, &figures,
			       &batch->error))
		return false;
	if (batch->options->quiet && !figures.reported &&
	    !batch->problems.count && !batch->shortfalls.count)
		return true;
	if (text_put(stream, sweep->directory, SIZE_MAX / 2) == SIZE_MAX)
		return fail_memory(&batch->error);
	fprintf(stream, "/%s: %zu comparison%s in %zu group%s, ", name,
		figures.pairs, figures.pairs == 1 ? "" : "s", counts->groups,
		counts->groups == 1 ? "" : "s");
	put_figures(stream, &figures);
	put_rest(stream, counts);
	putc('\n', stream);
	return true;
}

static bool tell_nothing_new(struct sweep *sweep)
{
	FILE *stream = sweep->batch->results;

	if (sweep->batch->options->quiet)
		return true;
	if (text_put(stream, sweep->directory, SIZE_MAX / 2) == SIZE_MAX)
		return fail_memory(&sweep->batch->error);
	fprintf(stream, ": nothing new in %zu group%s", sweep->counts.groups,
		sweep->counts.groups == 1 ? "" : "s");
	put_rest(stream, &sweep->counts);
	putc('\n', stream);
	return true;
}

static bool flush_results(struct batch *batch)
{
	return fflush(batch->results) == 0 ||
	       fail_errno(&batch->error, "standard output");
}

static bool tell_recovered(struct sweep *sweep)
{
	if (!tell_night(sweep, sweep->recovered))
		return false;
	free(sweep->recovered);
	sweep->recovered = NULL;
	return true;
}

/* A night that was begun and has nothing left to hold is none. */
static bool end_without_news(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;

	if (sweep->night.id &&
	    !store_drop_night(&sweep->store, sweep->night.id, error))
		return false;
	if (!sweep_problems(sweep, NULL))
		return false;
	return sweep->recovered ? tell_recovered(sweep) :
				  tell_nothing_new(sweep);
}

static bool has_pairs(const struct sweep *sweep)
{
	for (size_t i = 0; i < sweep->pairs; i++)
		if (sweep->pair[i].id)
			return true;
	return false;
}

static bool make_night(struct sweep *sweep)
{
	if (sweep->recovered && !tell_recovered(sweep))
		return false;
	if (!sweep_begin(sweep) || !sweep_compare(sweep))
		return false;
	if (!has_pairs(sweep))
		return end_without_news(sweep);
	sweep->told = sweep->night.id;
	/* Killed in between, the next sweep tells of it again: news that came
	   twice are better than none. */
	return sweep_publish(sweep) && tell_night(sweep, sweep->night.name) &&
	       flush_results(sweep->batch) && sweep_mark(sweep);
}

/* An archive that was never swept, and has nothing, is none. */
static bool is_archive(struct sweep *sweep)
{
	struct batch *batch = sweep->batch;

	return sweep->sides || sweep->last.id ||
	       archive_ask(&batch->archive, batch->options->arguments.text[0],
			   &batch->error);
}

static bool run_sweep(struct sweep *sweep)
{
	return open_store(sweep) && sweep_find(sweep) && sweep_resume(sweep) &&
	       is_archive(sweep) && note_shrinkage(sweep) &&
	       sweep_choose(sweep) &&
	       (sweep->pairs ? make_night(sweep) : end_without_news(sweep)) &&
	       flush_results(sweep->batch);
}

static void sweep_release(struct sweep *sweep)
{
	for (size_t s = 0; s < sweep->sides; s++) {
		struct sweep_side *side = &sweep->side[s];

		/* Left by an error, with pairs to come. */
		side->pairs = 1;
		sweep_leave_side(sweep, side);
		problems_release(&side->problems);
	}
	free(sweep->side);
	free(sweep->pair);
	free(sweep->recovered);
	field_list_release(&sweep->json);
	field_list_release(&sweep->csv);
	store_night_release(&sweep->night);
	store_night_release(&sweep->last);
	store_release(&sweep->store);
	lock_release(&sweep->store_lock);
	lock_release(&sweep->lock);
	pthread_cond_destroy(&sweep->changed);
	pthread_mutex_destroy(&sweep->mutex);
}

bool command_sweep(struct batch *batch)
{
	struct sweep sweep = { .batch = batch,
			       .directory = batch->options->output };
	bool done;

	if (!check_call(batch))
		return false;
	pthread_mutex_init(&sweep.mutex, NULL);
	pthread_cond_init(&sweep.changed, NULL);
	interrupt_watch();
	done = run_sweep(&sweep);
	sweep_release(&sweep);
	return done;
}
