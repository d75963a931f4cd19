/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/axes.h"
#include "io/place.h"
#include "pipeline/pipeline.h"

static bool add_comparison(struct batch *batch, struct group *group,
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

static bool named_twice(struct batch *batch, const char *id)
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
}

static void describe_group(const struct batch *batch, struct group *group)
{
	for (size_t i = 0; i < group->commits; i++)
		describe_commit(batch, &group->commit[i]);
	group->machine = catalogue_machine(&batch->catalogue,
					   group_axis(group, "tbox_group"));
}

/* A commit that was asked for, and in how many groups it met the base. */
struct wanted {
	const char *id;
	size_t groups;
};

/* Compares the candidates that a group has with its base, if it has that. */
static bool compare_in_group(struct batch *batch, struct group *group,
			     const char *base, struct wanted *wanted)
{
	struct commit *a = group_commit(group, base);

	describe_group(batch, group);
	for (size_t i = 0; a && i < batch->options->candidates.count; i++) {
		struct commit *b = group_commit(group, wanted[i].id);

		if (!b)
			continue;
		if (!add_comparison(batch, group, a, b))
			return false;
		wanted[i].groups++;
	}
	return true;
}

/* Finds the whole ids; a candidate that is named twice is refused. */
static bool resolve(struct batch *batch, const char *root, const char **base,
		    struct wanted *wanted)
{
	const struct options *options = batch->options;
	const struct archive *archive = &batch->archive;

	*base = archive_resolve(archive, root, options->base, &batch->error);
	if (!*base)
		return false;
	for (size_t i = 0; i < options->candidates.count; i++) {
		wanted[i].id = archive_resolve(archive, root,
					       options->candidates.text[i],
					       &batch->error);
		if (!wanted[i].id)
			return false;
		for (size_t k = 0; k < i; k++)
			if (strcmp(wanted[k].id, wanted[i].id) == 0)
				return named_twice(batch, wanted[i].id);
	}
	return true;
}

/* A candidate that nowhere met the base is no answer. */
static bool note_unmet(struct batch *batch, const char *root, const char *base,
		       const struct wanted *wanted)
{
	for (size_t i = 0; i < batch->options->candidates.count; i++)
		if (!wanted[i].groups &&
		    !problems_add(&batch->shortfalls, &batch->error,
				  FAULT_INCOMPLETE, root, 0, NULL, 0,
				  "incomplete: no group has runs of both %s "
				  "and %s",
				  base, wanted[i].id))
			return false;
	return batch->comparisons > 0;
}

/* Every group of an archive that holds both commits. */
static bool compare_in_archive(struct batch *batch, const char *root)
{
	const struct options *options = batch->options;
	struct archive *archive = &batch->archive;
	struct wanted *wanted;
	const char *base;
	bool done;

	if (!archive_find(archive, root, &batch->error) ||
	    !catalogue_read(&batch->catalogue, root, &batch->problems,
			    &batch->error))
		return false;
	if (!options->base || !options->candidates.count)
		return archive_ask(archive, root, &batch->error);
	wanted = calloc(options->candidates.count, sizeof(*wanted));
	if (!wanted)
		return fail_memory(&batch->error);
	done = resolve(batch, root, &base, wanted);
	for (size_t g = 0; done && g < archive->groups; g++)
		done = compare_in_group(batch, &archive->group[g], base,
					wanted);
	done = done && note_unmet(batch, root, base, wanted);
	free(wanted);
	return done;
}

static bool same_axis(const struct axis *a, const struct axis *b)
{
	return strcmp(a->name, b->name) == 0 && strcmp(a->value, b->value) == 0;
}

/* Keeps the axes of the group that a further place has, too. */
static void keep_common_axes(struct group *group, const struct place *place)
{
	size_t kept = 0;

	for (size_t i = 0; i < group->axes; i++) {
		struct axis axis = group->axis[i];
		bool common = false;

		for (size_t k = 0; k < place->axes; k++)
			common = common || same_axis(&axis, &place->axis[k]);
		if (common) {
			group->axis[kept++] = axis;
		} else {
			free(axis.name);
			free(axis.value);
		}
	}
	group->axes = kept;
}

/* A path as it is named on the command line, without the last slashes. */
static char *name_of(const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	return strndup(path, length);
}

static bool add_side(struct batch *batch, struct group *group, const char *path,
		     struct place *place)
{
	struct commit *commit = &group->commit[group->commits];

	if (!place_find(place, path, &batch->error))
		return false;
	commit->path = name_of(path);
	commit->id = place->commit ? strdup(place->commit) : name_of(path);
	group->commits++;
	if (!commit->path || !commit->id)
		return fail_memory(&batch->error);
	if (group->commits == 1) {
		group->axis = place->axis;
		group->axes = place->axes;
		place->axis = NULL;
		place->axes = 0;
		return !place->root ||
		       catalogue_read(&batch->catalogue, place->root,
				      &batch->problems, &batch->error);
	}
	keep_common_axes(group, place);
	return true;
}

/*
 * Where two sides are the same commit, their paths tell them apart; a path that
 * is a candidate twice is refused.
 */
static bool tell_apart(struct batch *batch, struct group *group)
{
	for (size_t i = 1; i < group->commits; i++)
		for (size_t k = 0; k < i; k++) {
			struct commit *commit = &group->commit[i];

			if (strcmp(commit->id, group->commit[k].id) != 0)
				continue;
			if (k &&
			    strcmp(commit->path, group->commit[k].path) == 0)
				return named_twice(batch, commit->path);
			free(commit->id);
			commit->id = strdup(commit->path);
			if (!commit->id)
				return fail_memory(&batch->error);
		}
	return true;
}

/* Run sets, or files, named one by one: the first is the base. */
static bool compare_sides(struct batch *batch)
{
	const struct text_list *arguments = &batch->options->arguments;
	struct group *group = calloc(1, sizeof(*group));

	if (!group)
		return fail_memory(&batch->error);
	batch->archive.group = group;
	batch->archive.groups = 1;
	group->commit = calloc(arguments->count, sizeof(*group->commit));
	if (!group->commit)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < arguments->count; i++) {
		struct place place;
		bool done = add_side(batch, group, arguments->text[i], &place);

		place_release(&place);
		if (!done)
			return false;
	}
	if (!tell_apart(batch, group))
		return false;
	group->name = group_name(group->axis, group->axes);
	if (!group->name)
		return fail_memory(&batch->error);
	describe_group(batch, group);
	for (size_t i = 1; i < group->commits; i++)
		if (!add_comparison(batch, group, &group->commit[0],
				    &group->commit[i]))
			return false;
	return true;
}

/* A path that was mistyped is a wrong call; one that fails is trouble. */
static bool paths_exist(struct batch *batch)
{
	const struct text_list *paths = &batch->options->arguments;

	for (size_t i = 0; i < paths->count; i++)
		if (access(paths->text[i], F_OK) != 0 &&
		    (errno == ENOENT || errno == ENOTDIR))
			return fail(&batch->error, FAULT_USAGE,
				    "%s: there is no such file or directory",
				    paths->text[i]);
	return true;
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool command_compare(struct batch *batch)
{
	const struct options *options = batch->options;
	bool ids = options->base || options->candidates.count;

	if (!paths_exist(batch))
		return false;
	if (options->arguments.count == 1 &&
	    is_directory(options->arguments.text[0]))
		return compare_in_archive(batch, options->arguments.text[0]) &&
		       pipeline_run(batch);
	if (ids || options->arguments.count < 2)
		return fail(&batch->error, FAULT_USAGE,
			    "compare takes a base and candidates, or one "
			    "archive with --base ID and --candidate ID");
	return compare_sides(batch) && pipeline_run(batch);
}
