/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/axes.h"
#include "io/directory.h"
#include "io/text.h"

enum {
	DEPTH_LIMIT = 64,
	NAMED_COMMITS = 8, /* in a message */
	LIST_ROOM = NAMED_COMMITS * 72 + 40,
};

/* A directory commit=ID as it is found. */
struct found {
	char *group; /* name */
	struct axis *axis;
	size_t axes;
	char *commit, *path;
};

struct walk {
	struct found *found;
	size_t count, room;
	struct archive *archive;
	struct axis axis[DEPTH_LIMIT]; /* on the way to here, in path order */
	size_t axes;
	bool linked;	    /* a symbolic link is on the way */
	const char *layout; /* of what is below; NULL: names say it */
	struct error *error;
};

static void free_found(struct found *found)
{
	free(found->group);
	axes_free(found->axis, found->axes);
	free(found->commit);
	free(found->path);
}

static bool add_found(struct walk *walk, const char *path, const char *commit)
{
	struct found *found;

	if (walk->count == walk->room) {
		size_t room = 2 * walk->room + 16;

		found = realloc(walk->found, room * sizeof(*found));
		if (!found)
			return fail_memory(walk->error);
		walk->found = found;
		walk->room = room;
	}
	found = &walk->found[walk->count];
	*found = (struct found){ .axis = axes_copy(walk->axis, walk->axes),
				 .axes = walk->axes,
				 .commit = strdup(commit),
				 .path = strdup(path) };
	if (!found->axis)
		found->axes = 0;
	else
		found->group = group_name(found->axis, found->axes);
	if (!found->group || !found->commit || !found->path) {
		free_found(found);
		return fail_memory(walk->error);
	}
	walk->count++;
	return true;
}

static bool has_axis(const struct walk *walk, const char *name)
{
	for (size_t i = 0; i < walk->axes; i++)
		if (strcmp(walk->axis[i].name, name) == 0)
			return true;
	return false;
}

static bool walk_directory(struct walk *walk, const char *path);

static bool skip(struct walk *walk, const char *path, const char *why)
{
	return problems_add(&walk->archive->skipped, walk->error, FAULT_NONE,
			    path, 0, NULL, 0, "not followed: %s", why);
}

static bool walk_axis(struct walk *walk, const char *path, struct axis axis)
{
	bool done;

	if (has_axis(walk, axis.name))
		return skip(walk, path, "an axis twice on one way");
	if (walk->axes == DEPTH_LIMIT)
		return skip(walk, path, "too many axes");
	walk->axis[walk->axes++] = axis;
	done = walk_directory(walk, path);
	walk->axes--;
	return done;
}

/* The first name of a layout; *length gets its bytes. */
static const char *next_level(const char *layout, size_t *length)
{
	*length = strcspn(layout, "/");
	return layout[*length] ? layout + *length + 1 : NULL;
}

static bool is_level(const char *level, size_t length, const char *name)
{
	return strlen(name) == length && strncmp(level, name, length) == 0;
}

/* A directory that is what the layout says of its level. */
static bool walk_level(struct walk *walk, const char *path, const char *name)
{
	const char *level = walk->layout;
	struct axis axis = { 0 };
	size_t length;
	bool done;

	if (*name == '.')
		return true;
	walk->layout = next_level(level, &length);
	if (is_level(level, length, "commit")) {
		done = add_found(walk, path, name);
	} else {
		axis.name = strndup(level, length);
		axis.value = strdup(name);
		done = axis.name && axis.value ? walk_axis(walk, path, axis) :
						 fail_memory(walk->error);
		free(axis.name);
		free(axis.value);
	}
	walk->layout = level;
	return done;
}

static bool walk_name(struct walk *walk, const char *path, const char *name)
{
	struct axis axis;
	bool done;

	if (walk->layout)
		return walk_level(walk, path, name);

	if (commit_of(name))
		return add_found(walk, path, commit_of(name));
	if (strcmp(name, "commit=") == 0)
		return skip(walk, path, "a commit without an id");
	if (!axis_split(name, &axis, walk->error))
		return !walk->error->fault;
	done = walk_axis(walk, path, axis);
	free(axis.name);
	free(axis.value);
	return done;
}

/*
 * Goes below one entry.  With links below links, a few that lead upwards would
 * make the ways multiply.
 */
static bool walk_entry(struct walk *walk, const char *path, const char *name)
{
	bool linked = walk->linked, done;
	struct stat status;

	if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
		if (link_leaves(path, walk->archive->root))
			return skip(walk, path, "a link out of the archive");
		if (linked)
			return skip(walk, path, "a link below a link");
		walk->linked = true;
	}
	done = walk_name(walk, path, name);
	walk->linked = linked;
	return done;
}

static bool walk_directory(struct walk *walk, const char *path)
{
	struct directory directory;
	bool done = true;

	if (!directory_read(&directory, path, walk->error))
		return false;
	for (size_t i = 0; i < directory.count && done; i++) {
		char *below;

		if (!directory.entry[i].directory)
			continue;
		below = path_join(path, directory.entry[i].name);
		done = below ? walk_entry(walk, below,
					  directory.entry[i].name) :
			       fail_memory(walk->error);
		free(below);
	}
	directory_release(&directory);
	return done;
}

static int by_group_and_commit(const void *a, const void *b)
{
	const struct found *x = a, *y = b;
	int order = strcmp(x->group, y->group);

	if (!order)
		order = strcmp(x->commit, y->commit);
	return order ? order : strcmp(x->path, y->path);
}

/* Takes the texts of what was found. */
static bool add_commit(struct archive *archive, struct found *found,
		       struct error *error)
{
	struct group *group =
		archive->groups ? &archive->group[archive->groups - 1] : NULL;
	struct commit *commit;

	if (!group || strcmp(group->name, found->group) != 0) {
		group = realloc(archive->group,
				(archive->groups + 1) * sizeof(*group));
		if (!group)
			return fail_memory(error);
		archive->group = group;
		group += archive->groups++;
		*group = (struct group){ .name = found->group,
					 .axis = found->axis,
					 .axes = found->axes };
		found->group = NULL;
		found->axis = NULL;
		found->axes = 0;
	}
	if (group->commits &&
	    strcmp(group->commit[group->commits - 1].id, found->commit) == 0)
		return fail(error, FAULT_INPUT,
			    "%s and %s are the same commit of one group",
			    group->commit[group->commits - 1].path,
			    found->path);
	commit = realloc(group->commit, (group->commits + 1) * sizeof(*commit));
	if (!commit)
		return fail_memory(error);
	group->commit = commit;
	commit[group->commits++] = (struct commit){ .id = found->commit,
						    .path = found->path,
						    .root = archive->root };
	found->commit = found->path = NULL;
	return true;
}

/* Axes first, the commit behind them, and at most the runs behind that. */
static bool check_layout(const char *layout, struct error *error)
{
	const char *level = layout, *next;
	bool commit = false;
	size_t length;

	for (; level; level = next) {
		bool run;

		next = next_level(level, &length);
		run = is_level(level, length, "run");
		if (!length || run != commit || (run && next))
			break;
		commit = commit || is_level(level, length, "commit");
	}
	return (commit && !level) ||
	       fail(error, FAULT_USAGE,
		    "--layout takes names of axes, then commit, then run or "
		    "nothing, as testcase/tbox_group/commit/run, not \"%s\"",
		    layout);
}

bool archive_find(struct archive *archive, const char *root, const char *layout,
		  struct error *error)
{
	struct walk walk = { .error = error,
			     .archive = archive,
			     .layout = layout };
	bool done;

	if (layout && !check_layout(layout, error))
		return false;
	*archive = (struct archive){ .root = realpath(root, NULL) };
	done = archive->root ? walk_directory(&walk, root) :
			       fail_errno(error, root);
	if (walk.count)
		qsort(walk.found, walk.count, sizeof(*walk.found),
		      by_group_and_commit);
	for (size_t i = 0; i < walk.count; i++) {
		done = done && add_commit(archive, &walk.found[i], error);
		free_found(&walk.found[i]);
	}
	free(walk.found);
	if (!done)
		archive_release(archive);
	return done;
}

struct commit *group_commit(struct group *group, const char *id)
{
	for (size_t i = 0; i < group->commits; i++)
		if (strcmp(group->commit[i].id, id) == 0)
			return &group->commit[i];
	return NULL;
}

void archive_release(struct archive *archive)
{
	for (size_t i = 0; i < archive->groups; i++)
		group_release(&archive->group[i]);
	free(archive->group);
	free(archive->root);
	problems_release(&archive->skipped);
	*archive = (struct archive){ 0 };
}

/* The distinct ids that begin with prefix, by id; [*count], to be freed. */
static const char **ids_with_prefix(const struct archive *archive,
				    const char *prefix, size_t *count)
{
	size_t all = 0, kept = 0;
	const char **id;

	for (size_t g = 0; g < archive->groups; g++)
		all += archive->group[g].commits;
	id = malloc((all + 1) * sizeof(*id));
	*count = 0;
	if (!id)
		return NULL;
	all = 0;
	for (size_t g = 0; g < archive->groups; g++)
		for (size_t c = 0; c < archive->group[g].commits; c++) {
			id[all] = archive->group[g].commit[c].id;
			all += !strncmp(id[all], prefix, strlen(prefix));
		}
	if (all)
		qsort(id, all, sizeof(*id), compare_texts);
	for (size_t i = 0; i < all; i++)
		if (!kept || strcmp(id[kept - 1], id[i]) != 0)
			id[kept++] = id[i];
	*count = kept;
	return id;
}

/* The most runs that a commit has in a group; 0: not read yet. */
static size_t runs_of(const struct archive *archive, const char *id)
{
	size_t most = 0;

	for (size_t g = 0; g < archive->groups; g++) {
		const struct commit *commit =
			group_commit(&archive->group[g], id);

		if (commit && commit->runs.runs > most)
			most = commit->runs.runs;
	}
	return most;
}

/* "a, b (3 runs), c and 3 more", cut where the room ends. */
static void list_ids(const struct archive *archive, const char *const *id,
		     size_t count, char *text, size_t room)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < count && i < NAMED_COMMITS; i++) {
		size_t runs = runs_of(archive, id[i]);

		used += (size_t)snprintf(text + used, room - used, "%s%.40s",
					 i ? ", " : "", id[i]);
		if (runs)
			used += (size_t)snprintf(text + used, room - used,
						 " (%zu run%s)", runs,
						 runs == 1 ? "" : "s");
	}
	if (count > NAMED_COMMITS)
		snprintf(text + used, room - used, " and %zu more",
			 count - NAMED_COMMITS);
}

static bool list_all(const struct archive *archive, char *text, size_t room)
{
	size_t count;
	const char **id = ids_with_prefix(archive, "", &count);

	if (id)
		list_ids(archive, id, count, text, room);
	free(id);
	return id != NULL;
}

static bool no_archive(const char *root, struct error *error)
{
	return fail(error, FAULT_USAGE,
		    "%s is no archive (directories key=value, commit=ID the "
		    "last); to compare two run sets name both",
		    root);
}

const char *archive_resolve(const struct archive *archive, const char *root,
			    const char *prefix, struct error *error)
{
	char list[LIST_ROOM];
	const char **id, *match = NULL;
	size_t count;

	id = ids_with_prefix(archive, prefix, &count);
	if (!id)
		return fail_memory(error), NULL;
	/* A whole id is meant even where it begins another one. */
	if (count == 1 || (count && strcmp(id[0], prefix) == 0))
		match = id[0];
	if (count > 1 && !match) {
		list_ids(archive, id, count, list, sizeof(list));
		fail(error, FAULT_USAGE, "%s: %s is the beginning of %s", root,
		     prefix, list);
	}
	free(id);
	if (count)
		return match;
	if (!list_all(archive, list, sizeof(list)))
		fail_memory(error);
	else if (!*list)
		no_archive(root, error);
	else
		fail(error, FAULT_USAGE, "%s has no commit %s; it has %s", root,
		     prefix, list);
	return NULL;
}

bool archive_ask(const struct archive *archive, const char *root,
		 struct error *error)
{
	char list[LIST_ROOM];

	if (!list_all(archive, list, sizeof(list)))
		return fail_memory(error);
	if (!*list)
		return no_archive(root, error);
	return fail(error, FAULT_USAGE, "%s has %s; say --base and --candidate",
		    root, list);
}
