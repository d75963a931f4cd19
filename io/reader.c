/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/directory.h"
#include "io/run_files.h"
#include "io/sample_rows.h"

enum { READINGS = 4 /* of a file that changes meanwhile */ };

/* A run counts whole or not at all, down to the names that it brought. */
static void forget_run(struct sample_rows *reader, size_t samples,
		       uint32_t names)
{
	sample_log_truncate(&reader->log, samples);
	names_truncate(&reader->sink.group->names, names);
	reader->sink.group->described = names;
	run_set_drop_last(&reader->sink.commit->runs);
}

/* Reads a run, its faults into a list of their own. */
static bool read_run_once(struct sample_rows *reader, const char *path,
			  const char *id, bool *changed,
			  struct problems *problems)
{
	struct problems *all = reader->sink.problems;
	struct run_set *runs = &reader->sink.commit->runs;
	size_t samples = reader->log.count;
	uint32_t names = reader->sink.group->names.count;
	bool good, done;

	if (!run_set_add_run(runs, id))
		return fail_memory(reader->sink.error);
	reader->run = (uint32_t)(runs->runs - 1);
	reader->shape = SHAPE_RUN;
	reader->sink.problems = problems;
	done = sample_rows_read(reader, path, &good);
	reader->sink.problems = all;
	*changed = reader->rows.changed;
	if (!done || !good || *changed)
		forget_run(reader, samples, names);
	return done;
}

static bool is_stopped(const struct sample_rows *reader)
{
	const struct reading *reading = reader->sink.reading;

	return reading->stopped && reading->stopped() &&
	       !fail(reader->sink.error, FAULT_TROUBLE, "stopped by a signal");
}

/*
 * Never half of what a file was and half of what it becomes: what changed while
 * it was read is read again, and left out when it changes on and on.
 */
static bool read_run(struct sample_rows *reader, const char *path,
		     const char *id)
{
	struct problems problems = { 0 };
	bool changed = true, done = true;

	for (int i = 0; done && changed && i < READINGS; i++) {
		problems_release(&problems);
		done = !is_stopped(reader) &&
		       read_run_once(reader, path, id, &changed, &problems);
	}
	if (done && changed) {
		problems_release(&problems);
		return problems_add(reader->sink.problems, reader->sink.error,
				    FAULT_INPUT, path, 0, NULL, 0,
				    "it changes while it is read");
	}
	return problems_move(reader->sink.problems, &problems,
			     reader->sink.error) &&
	       done;
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
	char *id = run_id_of(file_name(told ? told : path));
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
static bool refuse_run(struct sample_rows *reader, const struct run_file *file)
{
	return problems_add(reader->sink.problems, reader->sink.error,
			    file->fault, file->path, 0, NULL, 0, "%s",
			    file->refused ? file->refused :
					    strerror(file->number));
}

static bool tell_how(struct sample_rows *reader, const struct run_files *files)
{
	const char *s = files->count == 1 ? "" : "s";

	if (!files->count)
		return set_how(reader, "no runs: neither *.csv files nor "
				       "directories with stats.csv or "
				       "matrix.csv");
	if (files->lkp)
		return set_how(reader, "lkp result directory of %zu run%s",
			       files->count, s);
	return set_how(reader, "run set of %zu run file%s", files->count, s);
}

static bool read_runs(struct sample_rows *reader, const char *path,
		      const struct run_files *files)
{
	const struct reading *reading = reader->sink.reading;

	if (files->archive)
		return fail(reader->sink.error, FAULT_USAGE,
			    "%s is an archive, no run set: compare it alone, "
			    "with --base and --candidate",
			    path);
	for (size_t i = 0; i < files->count; i++) {
		const struct run_file *file = &files->file[i];

		if (file->fault ? !refuse_run(reader, file) :
				  !read_run(reader, file->path, file->id))
			return false;
		if (reading->run_read && i + 1 < files->count)
			reading->run_read(reading->context);
	}
	return tell_how(reader, files);
}

static bool read_side_directory(struct sample_rows *reader, const char *path)
{
	struct run_files files;
	bool done;

	if (!run_files_find(&files, path, reader->sink.commit->root,
			    reader->sink.error))
		return false;
	done = read_runs(reader, path, &files);
	run_files_release(&files);
	return done;
}

/* A pattern of the shell that stands for run files. */
static bool read_pattern(struct sample_rows *reader, const char *pattern)
{
	struct directory matches = { 0 };
	bool done = pattern_match(&matches, pattern, reader->sink.error);

	for (size_t i = 0; done && i < matches.count; i++) {
		const char *path = matches.entry[i].name;
		char *id = run_id_of(file_name(path));

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
