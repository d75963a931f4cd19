/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdlib.h>

#include "io/meeting.h"
#include "io/reader.h"
#include "pipeline/pipeline.h"

static bool read_commit(struct work *work, struct commit *commit)
{
	/* Comparisons of one group may share a base. */
	return commit->how ||
	       reader_read(commit, work->comparison->group, work->reading,
			   &work->problems, &work->error);
}

/* The candidate, while it is read apart from the base, on another thread. */
struct apart {
	const struct reading *reading;
	struct group group;
	struct commit commit;
	struct problems problems;
	struct error error;
	pthread_t thread;
	bool started, done;
};

static void *read_apart(void *context)
{
	struct apart *apart = context;

	apart->done = reader_read(&apart->commit, &apart->group, apart->reading,
				  &apart->problems, &apart->error);
	return NULL;
}

static void apart_release(struct apart *apart)
{
	free(apart->commit.how);
	run_set_release(&apart->commit.runs);
	problems_release(&apart->problems);
	group_forget(&apart->group);
}

/* The columns in the order of the group's metrics; the runs go along. */
static bool order_columns(const struct group *group, struct apart *apart,
			  const uint32_t *number, struct error *error)
{
	struct run_set columns, *runs = &apart->commit.runs;

	if (meet_in_order(&apart->group, number))
		return true;
	if (!meet_columns(&columns, runs, number, group->described, error)) {
		meet_release(&columns);
		return false;
	}
	meet_release(runs);
	*runs = columns;
	return true;
}

/*
 * Takes over what was read apart.  *fits: it could be; otherwise the candidate
 * is to be read anew.
 */
static bool take_over(struct work *work, struct apart *apart, bool *fits)
{
	struct group *group = work->comparison->group;
	struct commit *candidate = work->comparison->candidate;
	uint32_t *number =
		malloc(((size_t)apart->group.described + 1) * sizeof(*number));
	bool done = number || fail_memory(&work->error);

	done = done && meet_metrics(group, &apart->group, work->reading->rules,
				    number, fits, &work->error);
	if (done && *fits)
		done = order_columns(group, apart, number, &work->error) &&
		       problems_move(&work->problems, &apart->problems,
				     &work->error);
	if (done && *fits) {
		candidate->runs = apart->commit.runs;
		candidate->how = apart->commit.how;
		apart->commit.runs = (struct run_set){ 0 };
		apart->commit.how = NULL;
	}
	free(number);
	return done;
}

/*
 * Once: when the base has a run.  Metrics are the same on both sides, mostly,
 * and the rules then know them; to look up new ones both at once would take
 * longer than one after the other.
 */
static void start(void *context)
{
	struct apart *apart = context;

	if (!apart->started)
		apart->started = pthread_create(&apart->thread, NULL,
						read_apart, apart) == 0;
}

/* Both at once; where there is no thread for it, one after the other. */
static bool read_both(struct work *work)
{
	struct comparison *comparison = work->comparison;
	struct group *group = comparison->group;
	struct reading reading = *work->reading;
	struct apart apart = {
		.reading = work->reading,
		.group = { .name = group->name,
			   .axis = group->axis,
			   .axes = group->axes,
			   .machine = group->machine },
		.commit = { .id = comparison->candidate->id,
			    .path = comparison->candidate->path,
			    .told = comparison->candidate->told,
			    .root = comparison->candidate->root },
	};
	bool done, fits = false;

	reading.run_read = start;
	reading.context = &apart;
	done = reader_read(comparison->base, group, &reading, &work->problems,
			   &work->error);
	if (apart.started)
		pthread_join(apart.thread, NULL);
	/* What has failed there may be no trouble here: memory, for one. */
	if (done && apart.started && apart.done)
		done = take_over(work, &apart, &fits);
	if (done && !fits)
		done = read_commit(work, comparison->candidate);
	apart_release(&apart);
	return done;
}

static size_t samples_of(const struct run_set *runs)
{
	return runs->metrics ? runs->offset[runs->metrics] : 0;
}

/* Run files into columns, the base first: its units hold for both. */
bool stage_read(struct work *work)
{
	struct comparison *comparison = work->comparison;
	bool both = work->spare_threads && !comparison->base->how &&
		    !comparison->candidate->how &&
		    comparison->candidate != comparison->base;

	if (both ? !read_both(work) :
		   !read_commit(work, comparison->base) ||
			    !read_commit(work, comparison->candidate))
		return false;
	work->rows = samples_of(&comparison->base->runs);
	if (comparison->candidate != comparison->base)
		work->rows += samples_of(&comparison->candidate->runs);
	return work->options->keep_going || work->problems.count == 0;
}
