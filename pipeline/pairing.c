/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/pairing.h"

#include <stdlib.h>

bool add_comparison(struct batch *batch, struct group *group,
		    struct commit *base, struct commit *candidate)
{
	struct comparison *comparison =
		realloc(batch->comparison,
			(batch->comparisons + 1) * sizeof(*comparison));

	if (!comparison)
		return fail_memory(&batch->error);
	batch->comparison = comparison;
	comparison[batch->comparisons++] = (struct comparison){
		.group = group, .base = base, .candidate = candidate
	};
	return true;
}

bool named_twice(struct batch *batch, const char *id)
{
	return fail(&batch->error, FAULT_USAGE, "%s is a candidate twice", id);
}

/* What commits.csv says of a commit. */
static void describe_commit(const struct batch *batch, struct commit *commit)
{
	const struct commit_about *about =
		catalogue_commit(&batch->catalogue, commit->id);

	if (!about)
		return;
	commit->subject = about->subject;
	commit->repository = about->repository;
	commit->branch = about->branch;
	commit->message_id = about->message_id;
	commit->reproduce = about->reproduce;
}

void describe_group(const struct batch *batch, struct group *group)
{
	for (size_t i = 0; i < group->commits; i++)
		describe_commit(batch, &group->commit[i]);
	group->machine = catalogue_machine(&batch->catalogue,
					   group_axis(group, "tbox_group"));
}

/* Compares the candidates that a group has with its base, if it has that. */
bool compare_in_group(struct batch *batch, struct group *group,
		      const char *base, struct wanted *wanted, size_t count)
{
	struct commit *a = group_commit(group, base);

	describe_group(batch, group);
	for (size_t i = 0; a && i < count; i++) {
		struct commit *b = group_commit(group, wanted[i].id);

		if (!b)
			continue;
		if (!add_comparison(batch, group, a, b))
			return false;
		wanted[i].groups++;
	}
	return true;
}

/* A candidate that nowhere met the base is no answer. */
bool note_unmet(struct batch *batch, const char *root, const char *base,
		const struct wanted *wanted, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!wanted[i].groups &&
		    !problems_add(&batch->shortfalls, &batch->error,
				  FAULT_INCOMPLETE, root, 0, NULL, 0,
				  "incomplete: no group has runs of both %s "
				  "and %s",
				  base, wanted[i].id))
			return false;
	return batch->comparisons > 0;
}
