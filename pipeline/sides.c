/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/axes.h"
#include "io/place.h"
#include "io/source.h"
#include "io/table.h"
#include "pipeline/pairing.h"

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

/* A side that is read later, when its comparison comes through the stages. */
static bool add_side(struct batch *batch, struct group *group,
		     const struct source *source)
{
	struct commit *commit = &group->commit[group->commits];
	struct place place;
	bool done = true;

	if (!place_find(&place, source->path, &batch->error))
		return false;
	commit->path = name_of(source->path);
	commit->id = place.commit ? strdup(place.commit) :
				    name_of(source->name);
	commit->told = source->file < 0 ? NULL : source->name;
	group->commits++;
	if (!commit->path || !commit->id) {
		done = fail_memory(&batch->error);
	} else if (group->commits == 1) {
		group->axis = place.axis;
		group->axes = place.axes;
		place.axis = NULL;
		place.axes = 0;
		done = !place.root ||
		       catalogue_read(&batch->catalogue, place.root,
				      &batch->problems, &batch->error);
	} else {
		keep_common_axes(group, &place);
	}
	place_release(&place);
	return done;
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

/* Axes that the caller knows count more than those of the paths. */
static bool take_axes(struct group *group, const struct reading *reading)
{
	struct axis *axis = axes_copy(reading->axis, reading->axes);

	if (!axis)
		return false;
	axes_free(group->axis, group->axes);
	group->axis = axis;
	group->axes = reading->axes;
	return true;
}

/* Run sets, run files and matrices: one group, read comparison by comparison. */
static bool compare_runs(struct batch *batch)
{
	struct group *group = calloc(1, sizeof(*group));

	if (!group)
		return fail_memory(&batch->error);
	batch->archive.group = group;
	batch->archive.groups = 1;
	group->commit = calloc(batch->sources, sizeof(*group->commit));
	if (!group->commit)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < batch->sources; i++)
		if (!add_side(batch, group, &batch->source[i]))
			return false;
	if (!tell_apart(batch, group))
		return false;
	if (batch->reading.axes && !take_axes(group, &batch->reading))
		return fail_memory(&batch->error);
	group->name = group_name(group->axis, group->axes);
	if (!group->name)
		return fail_memory(&batch->error);
	describe_group(batch, group);
	if (group->commits == 1)
		return add_comparison(batch, group, &group->commit[0],
				      &group->commit[0]);
	for (size_t i = 1; i < group->commits; i++)
		if (!add_comparison(batch, group, &group->commit[0],
				    &group->commit[i]))
			return false;
	return true;
}

/* Reads the tables, each all of one side; a candidate only once. */
static bool read_tables(struct batch *batch, const enum source_shape *shape,
			struct wanted *wanted)
{
	const char *base = batch->source[0].name;

	for (size_t i = 0; i < batch->sources; i++) {
		const struct source *source = &batch->source[i];

		if (i)
			wanted[i - 1].id = source->name;
		for (size_t k = 1; k < i; k++)
			if (strcmp(batch->source[k].name, source->name) == 0)
				return named_twice(batch, source->name);
		/* The base again, to be compared with itself. */
		if (i && strcmp(base, source->name) == 0)
			continue;
		if (!table_read(&batch->archive, source, shape[i], source->name,
				&batch->reading, &batch->problems,
				&batch->error) &&
		    batch->error.fault)
			return false;
	}
	return true;
}

/* Tables and files of numbers: the base against the others in every group. */
static bool compare_tables(struct batch *batch, const enum source_shape *shape)
{
	size_t count = batch->sources > 1 ? batch->sources - 1 : 1;
	struct wanted *wanted = calloc(count, sizeof(*wanted));
	const char *base = batch->source[0].name;
	bool done;

	if (!wanted)
		return fail_memory(&batch->error);
	/* One alone is compared with itself. */
	wanted[0].id = base;
	done = read_tables(batch, shape, wanted) &&
	       (batch->reading.keep_going || !batch->problems.count);
	for (size_t g = 0; done && g < batch->archive.groups; g++)
		done = compare_in_group(batch, &batch->archive.group[g], base,
					wanted, count);
	/* After faults of the tables, theirs are the better sentences. */
	if (done && batch->problems.count)
		done = batch->comparisons > 0;
	else if (done)
		done = note_unmet(batch, "tables", base, wanted, count);
	free(wanted);
	return done;
}

static bool is_table(enum source_shape shape)
{
	return shape == SOURCE_TABLE || shape == SOURCE_NUMBERS;
}

static bool is_one_run(enum source_shape shape, size_t fields)
{
	return fields &&
	       (shape == SOURCE_RUN || (shape == SOURCE_MATRIX && fields == 2));
}

static bool in_one_directory(const char *first, const char *second)
{
	const char *slash = strrchr(first, '/');
	size_t length = slash ? (size_t)(slash - first) + 1 : 0;

	return strncmp(first, second, length) == 0 &&
	       !strchr(second + length, '/');
}

/*
 * base/1.csv base/2.csv ...: a pattern that the shell has expanded.  The number
 * of the first of two such neighbours, or that of the last source.
 */
static size_t find_expanded(const struct batch *batch,
			    const enum source_shape *shape,
			    const size_t *fields)
{
	size_t last = batch->sources - 1, i = 0;

	while (i < last && !(is_one_run(shape[i], fields[i]) &&
			     is_one_run(shape[i + 1], fields[i + 1]) &&
			     in_one_directory(batch->source[i].name,
					      batch->source[i + 1].name)))
		i++;
	return last > 1 ? i : last;
}

static bool read_once(struct batch *batch)
{
	const struct text_list *arguments = &batch->options->arguments;
	size_t times = 0;

	for (size_t i = 0; i < arguments->count; i++)
		times += strcmp(arguments->text[i], "-") == 0;
	return times < 2 ||
	       fail(&batch->error, FAULT_USAGE,
		    "standard input can be one side only: - is there %zu times",
		    times);
}

static bool open_sides(struct batch *batch, enum source_shape *shape,
		       size_t *fields)
{
	const struct text_list *arguments = &batch->options->arguments;
	struct stat status;

	if (!read_once(batch))
		return false;
	batch->source = calloc(arguments->count, sizeof(*batch->source));
	if (!batch->source)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < arguments->count; i++) {
		struct source *source = &batch->source[i];

		if (!source_open(source, arguments->text[i], &batch->error))
			return false;
		batch->sources++;
		shape[i] = SOURCE_RUN;
		/* Directories and patterns are run sets. */
		if (stat(source->path, &status) == 0 &&
		    !S_ISDIR(status.st_mode) &&
		    !source_shape(source, &batch->reading, &shape[i],
				  &fields[i], &batch->error))
			return false;
	}
	return true;
}

static bool differ(struct batch *batch, enum source_shape one, size_t i)
{
	return fail(&batch->error, FAULT_USAGE,
		    "of %s and %s, one is a table (%s) and one is not",
		    batch->source[0].name, batch->source[i].name,
		    one == SOURCE_NUMBERS ? "a number a line" :
					    "it has a header");
}

/* What has no first row may be anything: beside run sets it is no table. */
static size_t count_tables(const struct batch *batch, enum source_shape *shape,
			   const size_t *fields)
{
	size_t tables = 0, all = batch->sources;

	for (size_t i = 0; i < all; i++)
		tables += is_table(shape[i]);
	for (size_t i = 0; tables < all && i < all; i++)
		if (is_table(shape[i]) && !fields[i]) {
			shape[i] = SOURCE_MATRIX;
			tables--;
		}
	return tables;
}

static bool pair_sides(struct batch *batch, enum source_shape *shape,
		       const size_t *fields)
{
	size_t tables = count_tables(batch, shape, fields), expanded;

	if (tables == batch->sources)
		return compare_tables(batch, shape);
	for (size_t i = 0; tables && i < batch->sources; i++)
		if (is_table(shape[i]) != is_table(shape[0]))
			return differ(batch,
				      is_table(shape[0]) ? shape[0] : shape[i],
				      i);
	expanded = find_expanded(batch, shape, fields);
	if (expanded < batch->sources - 1)
		return fail(&batch->error, FAULT_USAGE,
			    "%s and %s are a run each: quote the pattern, as "
			    "in 'base/*.csv', so that it names one side",
			    batch->source[expanded].name,
			    batch->source[expanded + 1].name);
	return compare_runs(batch);
}

bool compare_sides(struct batch *batch)
{
	size_t count = batch->options->arguments.count;
	enum source_shape *shape = calloc(count, sizeof(*shape));
	size_t *fields = calloc(count, sizeof(*fields));
	bool done;

	if (shape && fields)
		done = open_sides(batch, shape, fields) &&
		       pair_sides(batch, shape, fields);
	else
		done = fail_memory(&batch->error);
	free(shape);
	free(fields);
	return done;
}
