/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/reader.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

enum { READINGS = 3 /* of a run set whose files change meanwhile */ };

static void free_read(struct group *group)
{
	if (!group)
		return;
	group_forget(group);
	if (group->commit) {
		free(group->commit->how);
		run_set_release(&group->commit->runs);
	}
	free(group->commit);
	free(group);
}

/* A group of its own, with the names of the one that was found. */
static struct group *alone(const struct sweep_side *side)
{
	struct group *group = calloc(1, sizeof(*group));
	struct commit *commit = calloc(1, sizeof(*commit));

	if (!group || !commit) {
		free(group);
		free(commit);
		return NULL;
	}
	*commit = *side->commit;
	*group = (struct group){ .name = side->group->name,
				 .axis = side->group->axis,
				 .axes = side->group->axes,
				 .machine = side->group->machine,
				 .commit = commit,
				 .commits = 1 };
	return group;
}

/* Whether a file could not be read, which says nothing about the file. */
static bool has_trouble(const struct problems *problems)
{
	for (size_t i = 0; i < problems->count; i++)
		if (problems->list[i].fault == FAULT_TROUBLE)
			return true;
	return false;
}

/* The digest of young files, whose status does not tell all; else "". */
static bool take_content(const struct sweep_side *side, bool young,
			 char text[FINGERPRINT_ROOM], struct error *error)
{
	text[0] = '\0';
	return !young || fingerprint_content(text, side->commit->path,
					     side->commit->root, error);
}

/*
 * Reads the runs once.  *same tells whether the files are afterwards what they
 * were before.
 */
static bool read_once(struct sweep *sweep, struct sweep_side *side, bool *same,
		      struct error *error)
{
	struct fingerprint before, after;
	char content[FINGERPRINT_ROOM];

	problems_release(&side->problems);
	free_read(side->read);
	side->read = alone(side);
	if (!side->read)
		return fail_memory(error);
	if (!fingerprint_take(&before, side->commit->path, side->commit->root,
			      error) ||
	    !take_content(side, before.young, content, error) ||
	    !reader_read(side->read->commit, side->read, &sweep->batch->reading,
			 &side->problems, error) ||
	    !take_content(side, before.young, side->content, error) ||
	    !sweep_summarise(side, error) ||
	    !fingerprint_take(&after, side->commit->path, side->commit->root,
			      error))
		return false;
	*same = strcmp(before.text, after.text) == 0 &&
		strcmp(content, side->content) == 0;
	if (has_trouble(&side->problems))
		strcpy(side->content, fingerprint_unread);
	/* The record is of other files than those that were read now. */
	if (strcmp(before.text, side->fingerprint.text) != 0)
		side->stored = false;
	side->fingerprint = before;
	return true;
}

/* What is no shortness of memory and no signal costs this side only. */
static bool lose(struct sweep_side *side, const struct error *why,
		 struct error *error)
{
	free_read(side->read);
	side->read = NULL;
	return problems_add(&side->problems, error, why->fault,
			    side->commit->path, 0, NULL, 0, "%s",
			    error_without(why, side->commit->path));
}

static bool read_side(struct sweep *sweep, struct sweep_side *side,
		      struct error *error)
{
	struct error why = { 0 };
	bool same = false, done = true;

	for (int i = 0; done && !same && i < READINGS; i++)
		done = read_once(sweep, side, &same, &why);
	if (done && same)
		return true;
	if (interrupted() || error_is_memory(&why)) {
		*error = why;
		return false;
	}
	if (done)
		fail(&why, FAULT_INPUT,
		     "it changes while it is read: the next sweep reads it "
		     "again");
	return lose(side, &why, error);
}

/* What nobody wants any more; the caller holds the mutex, and frees it. */
static struct group *take_read(struct sweep_side *side)
{
	struct group *group = side->read;

	side->read = NULL;
	set_record_release(&side->record);
	return group;
}

bool sweep_read_side(struct sweep *sweep, struct sweep_side *side,
		     struct error *error)
{
	struct group *unwanted = NULL;
	bool done, mine;

	pthread_mutex_lock(&sweep->mutex);
	mine = side->state == SIDE_UNREAD;
	if (mine)
		side->state = SIDE_READING;
	while (!mine && side->state == SIDE_READING)
		pthread_cond_wait(&sweep->changed, &sweep->mutex);
	pthread_mutex_unlock(&sweep->mutex);
	if (!mine)
		return true;
	done = read_side(sweep, side, error);
	pthread_mutex_lock(&sweep->mutex);
	side->state = side->read && done ? SIDE_READ : SIDE_LOST;
	if (!side->pairs)
		unwanted = take_read(side);
	pthread_cond_broadcast(&sweep->changed);
	pthread_mutex_unlock(&sweep->mutex);
	free_read(unwanted);
	return done;
}

void sweep_leave_side(struct sweep *sweep, struct sweep_side *side)
{
	struct group *group = NULL;

	pthread_mutex_lock(&sweep->mutex);
	/* Who is still reading it frees it. */
	if (--side->pairs == 0 && side->state != SIDE_READING)
		group = take_read(side);
	pthread_mutex_unlock(&sweep->mutex);
	free_read(group);
}
