/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/directory.h"
#include "io/source.h"
#include "io/table.h"
#include "pipeline/pairing.h"

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

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Finds groups and commits: of a directory, or of a table, which is read. */
static bool find_commits(struct batch *batch, const char *path)
{
	size_t fields;
	enum source_shape shape;

	if (is_directory(path))
		return archive_find(&batch->archive, path,
				    batch->options->layout, &batch->error) &&
		       catalogue_read(&batch->catalogue, path, &batch->problems,
				      &batch->error);
	batch->source = calloc(1, sizeof(*batch->source));
	if (!batch->source)
		return fail_memory(&batch->error);
	if (!source_open(batch->source, path, &batch->error))
		return false;
	batch->sources = 1;
	if (!source_shape(batch->source, &batch->reading, &shape, &fields,
			  &batch->error))
		return false;
	if (shape != SOURCE_TABLE)
		return fail(&batch->error, FAULT_USAGE,
			    "%s is no table that could hold both sides: name a "
			    "base and a candidate",
			    batch->source->name);
	return table_read(&batch->archive, batch->source, shape, NULL,
			  &batch->reading, &batch->problems, &batch->error);
}

/* Every group of an archive, or of a table, that holds both commits. */
static bool compare_in_archive(struct batch *batch, const char *root)
{
	const struct options *options = batch->options;
	struct archive *archive = &batch->archive;
	size_t candidates = options->candidates.count;
	struct wanted *wanted;
	const char *base;
	bool done;

	if (!find_commits(batch, root))
		return false;
	if (batch->sources)
		root = batch->source->name;
	if (batch->problems.count && !archive->groups)
		return false;
	if (!options->base || !candidates)
		return archive_ask(archive, root, &batch->error);
	wanted = calloc(candidates, sizeof(*wanted));
	if (!wanted)
		return fail_memory(&batch->error);
	done = resolve(batch, root, &base, wanted);
	for (size_t g = 0; done && g < archive->groups; g++)
		done = compare_in_group(batch, &archive->group[g], base, wanted,
					candidates);
	done = done && note_unmet(batch, root, base, wanted, candidates);
	free(wanted);
	return done;
}

bool path_exists(const char *path, struct error *error)
{
	struct directory matches;
	bool found;

	if (strcmp(path, "-") == 0 || access(path, F_OK) == 0 ||
	    (errno != ENOENT && errno != ENOTDIR))
		return true;
	if (!is_pattern(path))
		return fail(error, FAULT_USAGE,
			    "%s: there is no such file or directory", path);
	if (!pattern_match(&matches, path, error))
		return false;
	found = matches.count > 0;
	directory_release(&matches);
	return found || fail(error, FAULT_USAGE,
			     "%s: there is no such file, and none that the "
			     "pattern matches",
			     path);
}

bool paths_exist(struct batch *batch)
{
	const struct text_list *paths = &batch->options->arguments;

	for (size_t i = 0; i < paths->count; i++)
		if (!path_exists(paths->text[i], &batch->error))
			return false;
	return true;
}

bool find_comparisons(struct batch *batch)
{
	const struct options *options = batch->options;
	bool ids = options->base || options->candidates.count;

	if (!paths_exist(batch))
		return false;
	if (options->arguments.count == 1)
		return compare_in_archive(batch, options->arguments.text[0]);
	if (ids || options->arguments.count < 2)
		return fail(&batch->error, FAULT_USAGE,
			    "%s takes %sa base and candidates, or one archive "
			    "or table with --base ID and --candidate ID",
			    options->command->name,
			    options->metric ? "a metric, and " : "");
	return compare_sides(batch);
}

bool command_compare(struct batch *batch)
{
	return find_comparisons(batch) && pipeline_run(batch);
}
