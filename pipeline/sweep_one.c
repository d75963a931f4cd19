/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

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

/* A unit of the one group in the other. */
static bool move_unit(struct group *to, const struct group *from,
		      uint32_t metric, uint32_t *unit)
{
	const char *text;

	*unit = from->unit[metric];
	if (*unit == UNIT_OPEN)
		return true;
	text = unit_text(from, *unit);
	return names_intern(&to->units, text, strlen(text), unit);
}

static bool add_base(struct meeting *meeting, const struct group *base,
		     struct rules *rules, struct error *error)
{
	uint32_t none, number, unit;

	if (!names_intern(&meeting->group.units, "", 0, &none))
		return fail_memory(error);
	for (uint32_t m = 0; m < base->described; m++) {
		if (!names_intern(&meeting->group.names,
				  names_text(&base->names, m),
				  base->names.length[m], &number) ||
		    !move_unit(&meeting->group, base, m, &unit))
			return fail_memory(error);
		if (!rules_describe(rules, &meeting->group, number, unit,
				    error))
			return false;
	}
	return true;
}

/* Of a metric that both sides have: *fits, unless the units differ. */
static bool meet_unit(struct meeting *meeting, uint32_t number, uint32_t unit,
		      struct rules *rules, bool *fits, struct error *error)
{
	uint32_t known = meeting->group.unit[number];

	if (unit == UNIT_OPEN || unit == known)
		return true;
	/* The base has no sample that says the unit: the candidate does. */
	if (known == UNIT_OPEN)
		return rules_describe(rules, &meeting->group, number, unit,
				      error);
	*fits = false;
	return true;
}

/*
 * Finds the numbers of the candidate's metrics.  *fits tells whether its values
 * may stay as they are: they may not where they are to be converted.
 */
static bool add_candidate(struct meeting *meeting,
			  const struct group *candidate, struct rules *rules,
			  bool *fits, struct error *error)
{
	*fits = true;
	for (uint32_t m = 0; *fits && m < candidate->described; m++) {
		uint32_t known = meeting->group.described, unit;
		uint32_t *number = &meeting->number[m];

		if (!names_intern(&meeting->group.names,
				  names_text(&candidate->names, m),
				  candidate->names.length[m], number) ||
		    !move_unit(&meeting->group, candidate, m, &unit))
			return fail_memory(error);
		if (*number == known ? !rules_describe(rules, &meeting->group,
						       *number, unit, error) :
				       !meet_unit(meeting, *number, unit, rules,
						  fits, error))
			return false;
	}
	return true;
}

static bool is_in_order(const struct meeting *meeting, uint32_t metrics)
{
	for (uint32_t m = 0; m < metrics; m++)
		if (meeting->number[m] != m)
			return false;
	return true;
}

/* Column m of one run set becomes column number[m] of the other. */
static void move_columns(struct run_set *to, const struct run_set *from,
			 const uint32_t *number)
{
	size_t at = 0;

	for (uint32_t m = 0; m < to->metrics; m++)
		to->step[m] = STEP_NONE;
	for (uint32_t m = 0; m < from->metrics; m++)
		to->offset[number[m]] = from->offset[m + 1] - from->offset[m];
	for (uint32_t m = 0; m <= to->metrics; m++) {
		size_t n = to->offset[m];

		to->offset[m] = at;
		at += n;
	}
	for (uint32_t m = 0; m < from->metrics; m++) {
		size_t begin = from->offset[m],
		       to_begin = to->offset[number[m]];
		size_t n = from->offset[m + 1] - begin;

		if (n) {
			memcpy(to->value + to_begin, from->value + begin,
			       n * sizeof(*to->value));
			memcpy(to->run + to_begin, from->run + begin,
			       n * sizeof(*to->run));
		}
		to->step[number[m]] = from->step[m];
		to->missing[number[m]] = from->missing[m];
		to->seen[number[m]] = from->seen[m];
	}
}

/* Run ids stay those of the side. */
static bool renumber(struct meeting *meeting, const struct run_set *from,
		     struct error *error)
{
	struct run_set *to = &meeting->commit[1].runs;
	size_t metrics = meeting->group.described;
	size_t values = from->metrics ? from->offset[from->metrics] : 0;

	*to = (struct run_set){ .runs = from->runs,
				.run_id = from->run_id,
				.incomplete = from->incomplete,
				.metrics = (uint32_t)metrics };
	meeting->own = true;
	to->offset = calloc(metrics + 1, sizeof(*to->offset));
	to->run = malloc((values + 1) * sizeof(*to->run));
	to->value = malloc((values + 1) * sizeof(*to->value));
	to->step = malloc((metrics + 1) * sizeof(*to->step));
	to->missing = calloc(metrics + 1, sizeof(*to->missing));
	to->seen = calloc(metrics + 1, sizeof(*to->seen));
	if (!to->offset || !to->run || !to->value || !to->step ||
	    !to->missing || !to->seen)
		return fail_memory(error);
	move_columns(to, from, meeting->number);
	return true;
}

static void meeting_release(struct meeting *meeting)
{
	struct run_set *runs = &meeting->commit[1].runs;

	if (meeting->own) {
		free(runs->offset);
		free(runs->run);
		free(runs->value);
		free(runs->step);
		free(runs->missing);
		free(runs->seen);
	}
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

	*meeting = (struct meeting){
		.group = { .name = base->name,
			   .axis = base->axis,
			   .axes = base->axes,
			   .machine = base->machine },
		.commit = { *base->commit, *candidate->commit },
		.number = malloc(((size_t)candidate->described + 1) *
				 sizeof(uint32_t)),
	};
	if (!meeting->number)
		return fail_memory(error);
	return add_base(meeting, base, rules, error);
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
	       add_candidate(&meeting, pair->candidate->read, rules, &fits,
			     error);
	if (done && !fits)
		done = compare_converted(sweep, pair, &meeting, error);
	else if (done)
		done = (is_in_order(&meeting,
				    pair->candidate->read->described) ||
			renumber(&meeting, &pair->candidate->read->commit->runs,
				 error)) &&
		       compare(sweep, pair, &meeting, error);
	meeting_release(&meeting);
	return done;
}
