/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/columns.h"
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
		/* Closed, it would be the copy. */
		done = fcntl(STDIN_FILENO, F_GETFD) < 0 ?
			       fail_errno(error, source->name) :
			       spool(source, STDIN_FILENO, error);
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
	bool is_run;	    /* the first fields are metric,value[,unit] */
	bool has_delimiter; /* another one, in the first two fields */
	bool has_figure;    /* a number, or a bad one, behind a delimiter */
	bool first_is_number, first_is_figure, second_is_empty;
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

/* What begins like a number, and is to be refused where it is a bad one. */
static bool is_figure(const char *text)
{
	text += strspn(text, " \t+-.,");
	return *text >= '0' && *text <= '9';
}

static void see_delimiter(struct first_row *row, const char *text)
{
	while ((text = strpbrk(text, ";\t"))) {
		row->has_delimiter = true;
		row->has_figure |= is_figure(++text);
	}
}

static bool first_field(struct rows *rows, size_t column, const char *text,
			size_t length)
{
	static const char *const of_run[] = { "metric", "value", "unit" };
	struct first_row *row = rows->context;
	bool number = is_number(row->reading, text, length);

	if (column < 3)
		row->is_run = (column == 0 || row->is_run) &&
			      strcmp(text, of_run[column]) == 0;
	if (column < 2 && rows->delimiter == ',')
		see_delimiter(row, text);
	if (column == 0) {
		row->first_is_number = number;
		row->first_is_figure = number || is_figure(text);
		return true;
	}
	row->has_figure |= number || (column == 1 && is_figure(text));
	row->second_is_empty |= column == 1 && length == 0;
	return true;
}

static bool first_end(struct rows *rows, size_t columns)
{
	struct first_row *row = rows->context;

	row->fields = columns;
	return false;
}

static bool is_named(const struct columns *columns)
{
	for (unsigned role = 0; columns && role < ROLES; role++)
		if (columns->asked[role])
			return true;
	return false;
}

static enum source_shape shape_of(const struct first_row *row)
{
	if (row->fields == 0)
		return SOURCE_TABLE;
	if (row->fields == 1 && !row->has_delimiter)
		return row->first_is_figure ? SOURCE_NUMBERS : SOURCE_TABLE;
	if (row->fields > 1 && is_named(row->reading->columns))
		return SOURCE_TABLE;
	if (row->is_run && row->fields <= 3)
		return SOURCE_RUN;
	/* 1,5: numbers with a decimal comma, rather than a metric called 1. */
	if (row->fields == 2 && row->first_is_number && row->has_figure &&
	    !row->has_delimiter)
		return SOURCE_NUMBERS;
	if (row->has_figure || row->second_is_empty ||
	    (row->has_delimiter && row->fields > 1))
		return SOURCE_MATRIX;
	return SOURCE_TABLE;
}

bool source_shape(const struct source *source, const struct reading *reading,
		  enum source_shape *shape, size_t *fields, struct error *error)
{
	struct first_row row = { .reading = reading };
	struct rows rows = { .file = source->path,
			     .delimiter = reading->delimiter,
			     .field = first_field,
			     .end = first_end,
			     .context = &row };
	struct error why = { 0 };
	enum rows_status status = rows_read(&rows, &why);

	*fields = row.fields;
	*shape = shape_of(&row);
	return status != ROWS_TROUBLE || fail(error, why.fault, "%s", why.text);
}
