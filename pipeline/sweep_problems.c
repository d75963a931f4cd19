/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/report_csv.h"
#include "pipeline/sweep.h"

/* The first name below the run set; "" where the file lies elsewhere. */
static char *run_of(const struct sweep_side *side, const char *file)
{
	const char *path = side ? side->commit->path : "";
	size_t length = strlen(path);

	if (!side || strncmp(file, path, length) != 0 || file[length] != '/')
		return strdup("");
	file += length + 1;
	length = strcspn(file, "/");
	if (!file[length] && length > 4 &&
	    strcmp(file + length - 4, ".csv") == 0)
		length -= 4;
	return strndup(file, length);
}

bool sweep_with_row(const struct sweep_side *side,
		    const struct problem *problem,
		    bool (*use)(void *context, const struct store_problem *row),
		    void *context, struct error *error)
{
	char fingerprint[FINGERPRINT_ROOM];
	char *run = run_of(side, problem->file);
	struct store_problem row = {
		.fault = problem->fault,
		.run = run,
		.file = problem->file,
		.line = problem->line,
		.what = problem->what,
		.text = problem->text,
		.fingerprint = fingerprint,
	};
	bool done;

	if (!run)
		return fail_memory(error);
	fingerprint_file(fingerprint, problem->file);
	done = use(context, &row);
	free(run);
	return done;
}

/* Where problems go, one after the other. */
struct list {
	struct sweep *sweep;
	FILE *stream; /* NULL: nowhere */
	const char *group, *commit;
	struct problems *news; /* what no earlier night knows */
	bool failed;
};

static void put_cells(FILE *stream, const struct list *list,
		      const struct store_problem *problem)
{
	const char *cell[] = { list->group,   list->commit, problem->run,
			       problem->file, NULL,	    problem->what,
			       problem->text };
	char line[32];

	snprintf(line, sizeof(line), "%zu", problem->line);
	cell[4] = problem->line ? line : "";
	for (size_t i = 0; i < sizeof(cell) / sizeof(*cell); i++) {
		if (i)
			putc(',', stream);
		csv_cell(stream, cell[i] ? cell[i] : "");
	}
	putc('\n', stream);
}

/* Known is what the last night lists of the same file as it still is. */
static bool is_known(struct list *list, const struct store_problem *problem,
		     bool *known)
{
	struct sweep *sweep = list->sweep;
	struct error *error = &sweep->batch->error;

	*known = false;
	if (!problem->fingerprint)
		return true;
	if (sweep->last.id &&
	    !store_is_known(&sweep->store, sweep->last.id, problem->file,
			    problem->fingerprint, known, error))
		return false;
	return !list->stream ||
	       store_put_known(&sweep->store, sweep->night.id, problem->file,
			       problem->fingerprint, error);
}

static bool put_problem(void *context, const struct store_problem *problem)
{
	struct list *list = context;
	struct sweep_counts *counts = &list->sweep->counts;
	const char *text = problem->text;
	bool known;

	if (list->stream)
		put_cells(list->stream, list, problem);
	list->failed = !is_known(list, problem, &known);
	if (list->failed)
		return false;
	counts->problems++;
	counts->known_problems += known;
	if (!known)
		list->failed = !problems_add(
			list->news, &list->sweep->batch->error,
			(enum fault)problem->fault, problem->file,
			problem->line, text && *text ? text : NULL,
			text ? strlen(text) : 0, "%s", problem->what);
	return !list->failed;
}

/* Those that are not in the store: of the archive, or of a side that is lost. */
static bool put_unstored(struct list *list, const struct sweep_side *side,
			 const struct problems *problems)
{
	for (size_t i = 0; i < problems->count; i++)
		if (!sweep_with_row(side, &problems->list[i], put_problem, list,
				    &list->sweep->batch->error))
			return false;
	return true;
}

/* The problems of a run set as it is, from whichever night read it. */
static bool put_side(struct list *list, struct sweep_side *side)
{
	struct sweep *sweep = list->sweep;
	struct store_set set = { .group = side->group->name,
				 .commit = side->commit->id };
	bool found;

	list->group = set.group;
	list->commit = set.commit;
	if (side->state == SIDE_LOST)
		return put_unstored(list, side, &side->problems);
	if (!store_find_set(&sweep->store, &set, &found, &sweep->batch->error))
		return false;
	if (!found || strcmp(set.fingerprint, side->fingerprint.text) != 0)
		return true;
	return store_each_problem(&sweep->store, set.id, 0, put_problem, list,
				  &sweep->batch->error) &&
	       !list->failed;
}

static bool put_shortfall(void *context, const struct store_problem *problem)
{
	struct list *list = context;
	struct batch *batch = list->sweep->batch;
	struct store_problem row = *problem;

	row.file = "";
	list->group = problem->group;
	list->commit = problem->commit;
	if (list->stream)
		put_cells(list->stream, list, &row);
	list->failed = !problems_add(&batch->shortfalls, &batch->error,
				     (enum fault)problem->fault, problem->file,
				     0, NULL, 0, "%s", problem->what);
	return !list->failed;
}

bool sweep_problems(struct sweep *sweep, FILE *stream)
{
	struct batch *batch = sweep->batch;
	struct problems news = { 0 };
	struct list list = { .sweep = sweep,
			     .stream = stream,
			     .group = "",
			     .commit = "",
			     .news = &news };
	bool done;

	if (stream)
		fputs("group,commit,run,file,line,what,text\n", stream);
	done = put_unstored(&list, NULL, &batch->problems);
	for (size_t s = 0; done && s < sweep->sides; s++)
		done = put_side(&list, &sweep->side[s]);
	if (done && sweep->told)
		done = store_each_problem(&sweep->store, 0, sweep->told,
					  put_shortfall, &list,
					  &batch->error) &&
		       !list.failed;
	if (done) {
		problems_release(&batch->problems);
		batch->problems = news;
		return true;
	}
	problems_release(&news);
	return false;
}
