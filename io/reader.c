/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/directory.h"
#include "io/sample_rows.h"

/* A run counts whole or not at all, down to the names that it brought. */
static bool read_run(struct sample_rows *reader, const char *path,
		     const char *id)
{
	struct run_set *runs = &reader->sink.commit->runs;
	size_t samples = reader->log.count;
	uint32_t names = reader->sink.group->names.count;
	bool good, done;

	if (!run_set_add_run(runs, id))
		return fail_memory(reader->sink.error);
	reader->run = (uint32_t)(runs->runs - 1);
	reader->shape = SHAPE_RUN;
	done = sample_rows_read(reader, path, &good);
	if (!done || !good) {
		sample_log_truncate(&reader->log, samples);
		names_truncate(&reader->sink.group->names, names);
		reader->sink.group->described = names;
		run_set_drop_last(runs);
	}
	return done;
}

static char *without_csv(const char *name)
{
	size_t length = strlen(name);

	if (length > 4 && strcmp(name + length - 4, ".csv") == 0)
		length -= 4;
	return strndup(name, length);
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool set_how(struct sample_rows *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool set_how(struct sample_rows *reader, const char *format, ...)
{
	va_list arguments;
	int length;

	free(reader->sink.commit->how);
	va_start(arguments, format);
	length = vasprintf(&reader->sink.commit->how, format, arguments);
	va_end(arguments);
	if (length >= 0)
		return true;
	reader->sink.commit->how = NULL;
	return fail_memory(reader->sink.error);
}

/* A file named as a side: a run file by its header, else a matrix. */
static bool read_side_file(struct sample_rows *reader, const char *path)
{
	struct run_set *runs = &reader->sink.commit->runs;
	const char *told = reader->sink.commit->told;
	char *id = without_csv(file_name(told ? told : path));
	size_t columns;
	bool good, done;

	if (!id)
		return fail_memory(reader->sink.error);
	reader->shape = SHAPE_MATRIX;
	reader->waits = true;
	reader->told = reader->sink.commit->told;
	reader->run = 0;
	reader->run_id = id;
	done = sample_rows_read(reader, path, &good);
	reader->run_id = NULL;
	free(id);
	if (!done)
		return false;
	columns = runs->runs;
	if (!good && !sample_rows_drop_bad_runs(reader))
		return false;
	if (reader->shape != SHAPE_MATRIX)
		return set_how(reader, "run file");
	return set_how(reader, "matrix of %zu run%s", columns,
		       columns == 1 ? "" : "s");
}

/* A run that is there but must not or cannot be read. */
static bool refuse_run(struct sample_rows *reader, const char *path,
		       enum fault fault, const char *why)
{
	return problems_add(reader->sink.problems, reader->sink.error, fault,
			    path, 0, NULL, 0, "%s", why);
}

static bool leaves_archive(const struct sample_rows *reader, const char *path)
{
	return reader->sink.commit->root &&
	       link_leaves(path, reader->sink.commit->root);
}

static const char link_outside[] = "a link out of the archive";

/* Reads a file of lkp's directory for a run; *found tells if it is there. */
static bool read_lkp_file(struct sample_rows *reader, const char *directory,
			  const char *name, const char *run, bool *found)
{
	char *path = path_join(directory, name);
	struct stat status;
	bool done;

	if (!path)
		return fail_memory(reader->sink.error);
	*found = lstat(path, &status) == 0;
	if (*found &&
	    (leaves_archive(reader, path) || leaves_archive(reader, directory)))
		done = refuse_run(reader, path, FAULT_INPUT, link_outside);
	else if (*found)
		done = read_run(reader, path, run);
	else
		done = errno == ENOENT ||
		       (*found = refuse_run(reader, path, FAULT_TROUBLE,
					    strerror(errno)));
	free(path);
	return done;
}

static bool read_lkp_runs(struct sample_rows *reader, const char *path,
			  const struct directory *directory, size_t *runs)
{
	*runs = 0;
	for (size_t i = 0; i < directory->count; i++) {
		const struct entry *entry = &directory->entry[i];
		bool found = false, done;
		char *below;

		if (!entry->directory || entry->name[0] == '.')
			continue;
		below = path_join(path, entry->name);
		if (!below)
			return fail_memory(reader->sink.error);
		done = read_lkp_file(reader, below, "stats.csv", entry->name,
				     &found) &&
		       (found || read_lkp_file(reader, below, "matrix.csv",
					       entry->name, &found));
		free(below);
		*runs += found;
		if (!done)
			return false;
	}
	return true;
}

static bool is_run_file(const struct entry *entry)
{
	size_t length = strlen(entry->name);

	return !entry->directory && entry->name[0] != '.' && length > 4 &&
	       strcmp(entry->name + length - 4, ".csv") == 0;
}

static bool read_run_files(struct sample_rows *reader, const char *path,
			   const struct directory *directory, size_t *found)
{
	*found = 0;
	for (size_t i = 0; i < directory->count; i++) {
		const struct entry *entry = &directory->entry[i];
		char *file, *id;
		bool done;

		if (!is_run_file(entry))
			continue;
		++*found;
		file = path_join(path, entry->name);
		id = without_csv(entry->name);
		if (!file || !id)
			done = fail_memory(reader->sink.error);
		else if (!entry->regular)
			done = refuse_run(reader, file, FAULT_INPUT,
					  "no regular file, or a link to "
					  "nothing");
		else if (leaves_archive(reader, file))
			done = refuse_run(reader, file, FAULT_INPUT,
					  link_outside);
		else
			done = read_run(reader, file, id);
		free(file);
		free(id);
		if (!done)
			return false;
	}
	return true;
}

/* Below an archive lie directories key=value. */
static bool is_archive(const struct directory *directory)
{
	for (size_t i = 0; i < directory->count; i++)
		if (directory->entry[i].directory &&
		    strchr(directory->entry[i].name, '='))
			return true;
	return false;
}

static bool read_runs(struct sample_rows *reader, const char *path,
		      const struct directory *directory)
{
	size_t found;

	if (!read_lkp_runs(reader, path, directory, &found))
		return false;
	if (found)
		return set_how(reader, "lkp result directory of %zu run%s",
			       found, found == 1 ? "" : "s");
	if (is_archive(directory))
		return fail(reader->sink.error, FAULT_USAGE,
			    "%s is an archive, no run set: compare it alone, "
			    "with --base and --candidate",
			    path);
	if (!read_run_files(reader, path, directory, &found))
		return false;
	if (!found)
		return set_how(reader, "no runs: neither *.csv files nor "
				       "directories with stats.csv or "
				       "matrix.csv");
	return set_how(reader, "run set of %zu run file%s", found,
		       found == 1 ? "" : "s");
}

static bool read_side_directory(struct sample_rows *reader, const char *path)
{
	struct directory directory;
	bool done;

	if (!directory_read(&directory, path, reader->sink.error))
		return false;
	done = read_runs(reader, path, &directory);
	directory_release(&directory);
	return done;
}

/* A pattern of the shell that stands for run files. */
static bool read_pattern(struct sample_rows *reader, const char *pattern)
{
	struct directory matches = { 0 };
	bool done = pattern_match(&matches, pattern, reader->sink.error);

	for (size_t i = 0; done && i < matches.count; i++) {
		const char *path = matches.entry[i].name;
		char *id = without_csv(file_name(path));

		done = id ? read_run(reader, path, id) :
			    fail_memory(reader->sink.error);
		free(id);
	}
	done = done && set_how(reader, "pattern, %zu run file%s", matches.count,
			       matches.count == 1 ? "" : "s");
	directory_release(&matches);
	return done;
}

/* The first runs of a side, which warm up, count for nothing. */
static bool skip_runs(struct sample_rows *reader)
{
	struct run_set *runs = &reader->sink.commit->runs;
	size_t skip = reader->sink.reading->skip_runs;
	uint32_t *number;
	bool done;

	if (!skip)
		return true;
	number = malloc((runs->runs + 1) * sizeof(*number));
	if (!number)
		return fail_memory(reader->sink.error);
	for (size_t i = 0; i < runs->runs; i++)
		number[i] = i < skip ? RUN_DROPPED : (uint32_t)(i - skip);
	sample_log_renumber(&reader->log, number);
	done = run_set_renumber(runs, number) ||
	       fail_memory(reader->sink.error);
	free(number);
	return done;
}

bool reader_read(struct commit *commit, struct group *group,
		 const struct reading *reading, struct problems *problems,
		 struct error *error)
{
	struct sample_rows rows = { .sink = { .group = group,
					      .commit = commit,
					      .reading = reading,
					      .problems = problems,
					      .error = error } };
	struct stat status;
	uint32_t none;
	bool done;

	rows.sink.log = &rows.log;
	rows.sink.rows = &rows.rows;
	/* Unit number 0 is that of samples without one. */
	if (!names_intern(&group->units, "", 0, &none))
		return fail_memory(error);
	if (stat(commit->path, &status) != 0)
		done = is_pattern(commit->path) ?
			       read_pattern(&rows, commit->path) :
			       fail_errno(error, commit->path);
	else if (S_ISDIR(status.st_mode))
		done = read_side_directory(&rows, commit->path);
	else
		done = read_side_file(&rows, commit->path);
	done = done && skip_runs(&rows);
	if (done)
		done = run_set_collate(&commit->runs, &rows.log, group->rule,
				       group->described) ||
		       fail_memory(error);
	sample_rows_release(&rows);
	return done;
}
