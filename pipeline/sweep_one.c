/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/meeting.h"
#include "io/reader.h"
#include "pipeline/sweep.h"

/*
 * Two commits that were read apart, brought together as if they had been read
 * one after the other: the base's metrics first, then what the candidate adds.
 */
struct meeting {
	struct group group;
	struct commit commit[2]; /* base and candidate; runs are borrowed */
	uint32_t *number;	 /* [candidate's names] in the meeting */
	bool own;		 /* the candidate's runs are ours to free */
};

static void meeting_release(struct meeting *meeting)
{
	if (meeting->own)
		meet_release(&meeting->commit[1].runs);
	free(meeting->number);
	group_forget(&meeting->group);
	*meeting = (struct meeting){ 0 };
}

static bool begin_meeting(struct meeting *meeting,
			  const struct sweep_pair *pair, struct rules *rules,
			  struct error *error)
{
	const struct group *base = pair->base->read;
	const struct group *candidate = pair->candidate->read;
	size_t metrics = base->described > candidate->described ?
				 base->described :
				 candidate->described;
	bool fits;

	*meeting = (struct meeting){
		.group = { .name = base->name,
			   .axis = base->axis,
			   .axes = base->axes,
			   .machine = base->machine },
		.commit = { *base->commit, *candidate->commit },
		.number = malloc((metrics + 1) * sizeof(*meeting->number)),
	};
	if (!meeting->number)
		return fail_memory(error);
	/* The first one fits whatever it is. */
	return meet_metrics(&meeting->group, base, rules, meeting->number,
			    &fits, error);
}

/* The candidate's columns in the meeting's order, unless they have it. */
static bool order_columns(struct meeting *meeting,
			  const struct group *candidate, struct error *error)
{
	if (meet_in_order(candidate, meeting->number))
		return true;
	meeting->own = true;
	return meet_columns(&meeting->commit[1].runs, &candidate->commit->runs,
			    meeting->number, meeting->group.described, error);
}

/* Runs the stages over the two and keeps what they find. */
static bool compare(struct sweep *sweep, struct sweep_pair *pair,
		    struct meeting *meeting, struct error *error)
{
	struct batch batch = { .options = &sweep->asked,
			       .messages = sweep->batch->messages,
			       .reading = sweep->batch->reading };
	bool done;

	batch.comparison = calloc(1, sizeof(*batch.comparison));
	if (!batch.comparison)
		return fail_memory(error);
	batch.comparisons = 1;
	batch.comparison[0] = (struct comparison){
		.group = &meeting->group,
		.base = &meeting->commit[0],
		.candidate = &meeting->commit[1],
	};
	done = problems_copy(&batch.problems, &pair->base->problems,
			     &batch.error) &&
	       problems_copy(&batch.problems, &pair->candidate->problems,
			     &batch.error) &&
	       pipeline_run(&batch) &&
	       sweep_keep(sweep, pair, &batch, &batch.error);
	if (!done && !batch.error.fault)
		fail(&batch.error, FAULT_TROUBLE,
		     "a comparison ended early without a reason");
	if (!done)
		*error = batch.error;
	batch_release(&batch);
	return done;
}

/* Files that changed since make the pair new again: in the next sweep. */
static bool is_unchanged(const struct sweep_side *side, bool *same,
			 struct error *error)
{
	struct fingerprint now;
	char content[FINGERPRINT_ROOM] = "";

	if (!fingerprint_take(&now, side->commit->path, side->commit->root,
			      error) ||
	    (*side->content && !fingerprint_content(content, side->commit->path,
						    side->commit->root, error)))
		return false;
	*same = strcmp(now.text, side->fingerprint.text) == 0 &&
		strcmp(content, side->content) == 0;
	return true;
}

/* A file that went well before is not to be missing without a word. */
static bool is_whole(const struct sweep_side *side,
		     const struct problems *problems, struct error *error)
{
	for (size_t i = 0; i < problems->count; i++) {
		const struct problem *problem = &problems->list[i];

		if (problem->fault == FAULT_TROUBLE &&
		    strcmp(side->content, fingerprint_unread) != 0)
			return fail(error, FAULT_TROUBLE, "%s: %s",
				    problem->file, problem->what);
	}
	return true;
}

/* The candidate's values are to be converted: it is read once more. */
static bool compare_converted(struct sweep *sweep, struct sweep_pair *pair,
			      struct meeting *meeting, struct error *error)
{
	struct rules *rules = sweep->batch->reading.rules;
	struct commit *commit = &meeting->commit[1];
	struct problems problems = { 0 };
	bool done, same;

	meeting_release(meeting);
	if (!begin_meeting(meeting, pair, rules, error))
		return false;
	commit->how = NULL;
	commit->runs = (struct run_set){ 0 };
	done = reader_read(commit, &meeting->group, &sweep->batch->reading,
			   &problems, error) &&
	       is_whole(pair->candidate, &problems, error) &&
	       is_unchanged(pair->candidate, &same, error) &&
	       (!same || compare(sweep, pair, meeting, error));
	problems_release(&problems);
	free(commit->how);
	run_set_release(&commit->runs);
	return done;
}

bool sweep_one(struct sweep *sweep, struct sweep_pair *pair,
	       struct error *error)
{
	struct rules *rules = sweep->batch->reading.rules;
	struct meeting meeting = { 0 };
	bool fits, done;

	/* The candidate first: the base may be at work elsewhere. */
	if (!sweep_read_side(sweep, pair->candidate, error) ||
	    !sweep_read_side(sweep, pair->base, error))
		return false;
	if (pair->base->state == SIDE_LOST ||
	    pair->candidate->state == SIDE_LOST)
		return true;
	done = begin_meeting(&meeting, pair, rules, error) &&
	       meet_metrics(&meeting.group, pair->candidate->read, rules,
			    meeting.number, &fits, error);
	if (done && !fits)
		done = compare_converted(sweep, pair, &meeting, error);
	else if (done)
		done = order_columns(&meeting, pair->candidate->read, error) &&
		       compare(sweep, pair, &meeting, error);
	meeting_release(&meeting);
	return done;
}
