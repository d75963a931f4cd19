/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/place.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "io/axes.h"

/* Cuts the last component off a path and returns it, or NULL at the root. */
static char *cut_component(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || !slash[1])
		return NULL;
	*slash = '\0';
	return slash + 1;
}

static bool has_axis(const struct place *place, const char *name)
{
	for (size_t i = 0; i < place->axes; i++)
		if (strcmp(place->axis[i].name, name) == 0)
			return true;
	return false;
}

static bool add_axes(struct place *place, char *path, struct error *error)
{
	for (;;) {
		char *slash = strrchr(path, '/');
		struct axis axis, *bigger;

		if (!slash || !axis_split(slash + 1, &axis, error))
			return !error->fault;
		if (has_axis(place, axis.name)) {
			free(axis.name);
			free(axis.value);
			return true;
		}
		bigger = realloc(place->axis,
				 (place->axes + 1) * sizeof(*bigger));
		if (!bigger) {
			free(axis.name);
			free(axis.value);
			return fail_memory(error);
		}
		place->axis = bigger;
		place->axis[place->axes++] = axis;
		*slash = '\0';
	}
}

bool place_find(struct place *place, const char *path, struct error *error)
{
	char *full = realpath(path, NULL), *last;
	struct axis *sorted;

	*place = (struct place){ 0 };
	/* A pipe has no path that it could lie below. */
	if (!full)
		return errno != ENOMEM || fail_memory(error);
	last = cut_component(full);
	/* A file of a run set lies in the place of its run set. */
	if (last && !commit_of(last))
		last = cut_component(full);
	if (!last || !commit_of(last)) {
		free(full);
		return true;
	}
	place->commit = strdup(commit_of(last));
	if (!place->commit)
		fail_memory(error);
	else if (add_axes(place, full, error)) {
		sorted = axes_copy(place->axis, place->axes);
		axes_free(place->axis, place->axes);
		place->axis = sorted;
		place->root = strdup(*full ? full : "/");
		if (!sorted)
			place->axes = 0;
		if (sorted && place->root) {
			free(full);
			return true;
		}
		fail_memory(error);
	}
	free(full);
	place_release(place);
	return false;
}

void place_release(struct place *place)
{
	axes_free(place->axis, place->axes);
	free(place->commit);
	free(place->root);
	*place = (struct place){ 0 };
}
