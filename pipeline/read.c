/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/reader.h"
#include "pipeline/pipeline.h"

static bool read_commit(struct work *work, struct commit *commit)
{
	/* Comparisons of one group may share a base. */
	return commit->how ||
	       reader_read(commit, work->comparison->group, work->reading,
			   &work->problems, &work->error);
}

static size_t samples_of(const struct run_set *runs)
{
	return runs->metrics ? runs->offset[runs->metrics] : 0;
}

/* Run files into columns, the base first: its units hold for both. */
bool stage_read(struct work *work)
{
	struct comparison *comparison = work->comparison;

	if (!read_commit(work, comparison->base) ||
	    !read_commit(work, comparison->candidate))
		return false;
	work->rows = samples_of(&comparison->base->runs);
	if (comparison->candidate != comparison->base)
		work->rows += samples_of(&comparison->candidate->runs);
	return work->options->keep_going || work->problems.count == 0;
}
