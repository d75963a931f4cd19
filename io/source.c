/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/number.h"
#include "io/rows.h"

enum { BLOCK = 64 * 1024 };

static bool write_all(int file, const char *block, size_t length)
{
	while (length) {
		ssize_t done = write(file, block, length);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		block += done;
		length -= (size_t)done;
	}
	return true;
}

static bool copy(int from, int to, const char *name, struct error *error)
{
	char *block = malloc(BLOCK);
	ssize_t got;

	if (!block)
		return fail_memory(error);
	do {
		got = read(from, block, BLOCK);
		if (got < 0 && errno == EINTR) {
			got = 1;
			continue;
		}
		if (got > 0 && !write_all(to, block, (size_t)got)) {
			fail_errno(error, "the copy of a pipe");
			break;
		}
	} while (got > 0);
	if (got < 0)
		fail_errno(error, name);
	free(block);
	return !error->fault;
}

/* A file without a name, which vanishes with us. */
static int open_nameless(struct error *error)
{
	const char *place = getenv("TMPDIR");
	char path[4096];
	int file;

	snprintf(path, sizeof(path), "%s/perfsift.XXXXXX",
		 place && *place ? place : "/tmp");
	file = mkostemp(path, O_CLOEXEC);
	if (file < 0)
		fail_errno(error, path);
	else
		unlink(path);
	return file;
}

static bool spool(struct source *source, int from, struct error *error)
{
	char path[32];

	source->file = open_nameless(error);
	if (source->file < 0 || !copy(from, source->file, source->name, error))
		return false;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", source->file);
	source->path = strdup(path);
	return source->path || fail_memory(error);
}

static bool open_pipe(struct source *source, const char *path,
		      struct error *error)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	bool done;

	if (file < 0)
		return fail_errno(error, path);
	done = spool(source, file, error);
	close(file);
	return done;
}

bool source_open(struct source *source, const char *path, struct error *error)
{
	struct stat status;
	bool done;

	*source = (struct source){ .name = path, .file = -1 };
	if (strcmp(path, "-") == 0) {
		source->name = "standard input";
		done = spool(source, STDIN_FILENO, error);
	} else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode) &&
		   !S_ISDIR(status.st_mode)) {
		done = open_pipe(source, path, error);
	} else {
		source->path = strdup(path);
		done = source->path || fail_memory(error);
	}
	if (!done)
		source_release(source);
	return done;
}

void source_release(struct source *source)
{
	if (source->file >= 0)
		close(source->file);
	free(source->path);
	*source = (struct source){ .file = -1 };
}

/* The first row, as far as it tells the shape. */
struct first_row {
	const struct reading *reading;
	char first[16], second[16];
	bool third_is_unit, has_number, second_is_figure;
	size_t fields;
};

/* Also nan and inf, which are samples that are missing, but no names. */
static bool is_number(const struct reading *reading, const char *text,
		      size_t length)
{
	struct number number;
	char copy[64];

	if (length >= sizeof(copy))
		return false;
	memcpy(copy, text, length + 1);
	for (char *c = copy; *c; c++)
		if (*c == reading->decimal)
			*c = '.';
	if (strspn(copy, " \t") == length)
		return false;
	return number_parse(copy, length, 0, &number) != NUMBER_BAD;
}

static bool first_field(struct rows *rows, size_t column, const char *text,
			size_t length)
{
	struct first_row *row = rows->context;

	if (column == 0)
		snprintf(row->first, sizeof(row->first), "%s", text);
	if (column == 1) {
		snprintf(row->second, sizeof(row->second), "%s", text);
		text += strspn(text, " \t+-.");
		row->second_is_figure = *text >= '0' && *text <= '9';
	}
	if (column == 2)
		row->third_is_unit = strcmp(text, "unit") == 0;
	if (column && is_number(row->reading, text, length))
		row->has_number = true;
	return true;
}

static bool first_end(struct rows *rows, size_t columns)
{
	struct first_row *row = rows->context;

	row->fields = columns;
	return false;
}

static enum source_shape shape_of(const struct first_row *row)
{
	if (row->fields == 0)
		return SOURCE_MATRIX;
	if (row->fields == 1 && strpbrk(row->first, ";\t"))
		return SOURCE_MATRIX;
	if (row->fields == 1)
		return is_number(row->reading, row->first, strlen(row->first)) ?
			       SOURCE_NUMBERS :
			       SOURCE_TABLE;
	if (strcmp(row->first, "metric") == 0 &&
	    strcmp(row->second, "value") == 0 &&
	    (row->fields == 2 || (row->fields == 3 && row->third_is_unit)))
		return SOURCE_RUN;
	if (row->has_number || row->second_is_figure || !*row->second ||
	    strpbrk(row->first, ";\t") || strpbrk(row->second, ";\t"))
		return SOURCE_MATRIX;
	return SOURCE_TABLE;
}

enum source_shape source_shape(const struct source *source,
			       const struct reading *reading, size_t *fields)
{
	struct first_row row = { .reading = reading };
	struct rows rows = { .file = source->path,
			     .delimiter = reading->delimiter,
			     .field = first_field,
			     .end = first_end,
			     .context = &row };
	struct error error = { 0 };

	rows_read(&rows, &error);
	*fields = row.fields;
	return shape_of(&row);
}
