/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rows.h"

#include <csv.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	BLOCK = 64 * 1024, /* bytes read at a time */
	/*
	 * Bytes of a field that is not at its end yet.  The blanks that end an
	 * unquoted one are still among them, hence more than is allowed.
	 */
	GROWN_LIMIT = 16 * ROWS_FIELD_LIMIT,
};

struct reader {
	struct rows *rows;
	struct error *error;
	struct csv_parser parser;
	enum rows_status status;
	size_t line;	   /* the physical line we are in */
	size_t column;	   /* of the next field */
	bool begun;	   /* some of the line has been seen */
	bool after_return; /* the last byte was a carriage return */
};

static bool give_up(struct reader *reader, enum rows_status status)
{
	if (reader->status == ROWS_DONE)
		reader->status = status;
	return false;
}

static bool bad(struct reader *reader, const char *why)
{
	if (reader->status == ROWS_DONE)
		fail(reader->error, FAULT_INPUT, "%s", why);
	return give_up(reader, ROWS_BAD);
}

static bool no_memory(struct reader *reader)
{
	fail_memory(reader->error);
	return give_up(reader, ROWS_TROUBLE);
}

static bool unreadable(struct reader *reader)
{
	fail_errno(reader->error, rows_name(reader->rows));
	return give_up(reader, ROWS_TROUBLE);
}

static bool too_long(struct reader *reader)
{
	if (reader->status == ROWS_DONE)
		fail(reader->error, FAULT_INPUT,
		     "a field of more than %d "
		     "bytes: is a quote never closed?",
		     ROWS_FIELD_LIMIT);
	return give_up(reader, ROWS_BAD);
}

/* libcsv cannot be stopped by a callback: it runs to the end of its piece. */
static void on_field(void *text, size_t length, void *context)
{
	struct reader *reader = context;
	struct rows *rows = reader->rows;

	if (reader->status != ROWS_DONE)
		return;
	if (length > ROWS_FIELD_LIMIT)
		too_long(reader);
	else if (!rows->field(rows, reader->column++, text, length))
		give_up(reader, ROWS_STOPPED);
}

static void on_end(int terminator, void *context)
{
	struct reader *reader = context;
	struct rows *rows = reader->rows;
	size_t columns = reader->column;

	(void)terminator;
	reader->column = 0;
	if (reader->status == ROWS_DONE && !rows->end(rows, columns))
		give_up(reader, ROWS_STOPPED);
}

/* Why libcsv went no further. */
static bool refused(struct reader *reader)
{
	switch (csv_error(&reader->parser)) {
	case CSV_EPARSE:
		if (reader->parser.quoted)
			return bad(reader, "text after a closing quote: double "
					   "the quotes inside a quoted field");
		return bad(reader, "a quote inside an unquoted field: quote "
				   "the field and double the quote");
	default:
		return no_memory(reader);
	}
}

static bool feed(struct reader *reader, const char *piece, size_t length)
{
	struct csv_parser *parser = &reader->parser;

	if (!reader->begun && !parser->quoted)
		reader->rows->line = reader->line;
	reader->begun = true;
	if (csv_parse(parser, piece, length, on_field, on_end, reader) !=
	    length)
		return refused(reader);
	if (parser->entry_pos > GROWN_LIMIT)
		return too_long(reader);
	return reader->status == ROWS_DONE;
}

static void line_ends(struct reader *reader)
{
	reader->line++;
	reader->begun = false;
}

/*
 * Feeds a block line by line, so that a row knows where it begins.  Whether a
 * block has carriage returns at all is asked once, as most have none.
 */
static bool feed_lines(struct reader *reader, const char *text, size_t length)
{
	const char *end = text + length, *stop, *cr;
	bool returns = memchr(text, '\r', length);
	bool ended;

	if (reader->after_return && length && *text == '\n') {
		/* The other half of the last block's line end. */
		if (!feed(reader, text++, 1))
			return false;
	}
	reader->after_return = false;
	for (; text < end; text = stop) {
		stop = memchr(text, '\n', (size_t)(end - text));
		ended = stop;
		stop = stop ? stop + 1 : end;
		cr = returns ? memchr(text, '\r', (size_t)(stop - text)) : NULL;
		if (cr && !(ended && cr + 2 == stop)) {
			ended = true;
			stop = cr + 1;
			reader->after_return = stop == end;
		}
		if (!feed(reader, text, (size_t)(stop - text)))
			return false;
		if (ended)
			line_ends(reader);
	}
	return true;
}

static bool feed_block(struct reader *reader, const char *text, size_t length)
{
	const char *nul = memchr(text, '\0', length);

	if (nul)
		length = (size_t)(nul - text);
	if (!feed_lines(reader, text, length))
		return false;
	if (!nul)
		return true;
	reader->rows->line = reader->line;
	return bad(reader, "a NUL byte: this is no text, or not in UTF-8");
}

/* Reads until there are at least `least` bytes, or the file ends. */
static bool fill(struct reader *reader, int file, char *block, size_t least,
		 size_t *length)
{
	ssize_t got;

	*length = 0;
	do {
		got = read(file, block + *length, BLOCK - *length);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return unreadable(reader);
		*length += (size_t)got;
	} while (got && *length < least);
	reader->rows->bytes += *length;
	if (reader->rows->bytes_read)
		reader->rows->bytes_read(reader->rows, block, *length);
	return true;
}

static bool read_all(struct reader *reader, int file, char *block)
{
	static const char mark[] = "\xef\xbb\xbf";
	enum { MARK = sizeof(mark) - 1 };
	size_t length, skip;

	if (!fill(reader, file, block, MARK, &length))
		return false;
	skip = length >= MARK && !memcmp(block, mark, MARK) ? MARK : 0;
	while (length) {
		if (!feed_block(reader, block + skip, length - skip) ||
		    !fill(reader, file, block, 1, &length))
			return false;
		skip = 0;
	}
	if (!csv_fini(&reader->parser, on_field, on_end, reader))
		return reader->status == ROWS_DONE;
	if (csv_error(&reader->parser) == CSV_EPARSE)
		return bad(reader, "the quote is never closed");
	return no_memory(reader);
}

static void parse(struct reader *reader, int file)
{
	char *block = malloc(BLOCK);

	if (!block || csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI |
							CSV_APPEND_NULL)) {
		no_memory(reader);
		free(block);
		return;
	}
	csv_set_delim(&reader->parser, (unsigned char)reader->rows->delimiter);
	csv_set_blk_size(&reader->parser, 4096);
	read_all(reader, file, block);
	csv_free(&reader->parser);
	free(block);
}

/*
 * Opens the file without waiting for a writer that a pipe may never have,
 * unless a pipe is wanted.
 */
static int open_file(struct reader *reader, struct stat *status)
{
	const struct rows *rows = reader->rows;
	int flags = O_RDONLY | O_CLOEXEC | (rows->waits ? 0 : O_NONBLOCK);
	bool known;
	int file;

	do
		file = open(rows->file, flags);
	while (file < 0 && errno == EINTR);
	if (file < 0) {
		unreadable(reader);
		return -1;
	}
	known = fstat(file, status) == 0;
	if (rows->waits || (known && S_ISREG(status->st_mode)))
		return file;
	close(file);
	reader->rows->line = 0;
	bad(reader, "no regular file");
	return -1;
}

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Whether a regular file is no longer what it was when it was opened. */
static bool has_changed(int file, const struct stat *before)
{
	struct stat after;

	return S_ISREG(before->st_mode) && fstat(file, &after) == 0 &&
	       (after.st_size != before->st_size ||
		!same_time(after.st_mtim, before->st_mtim) ||
		!same_time(after.st_ctim, before->st_ctim));
}

enum rows_status rows_read(struct rows *rows, struct error *error)
{
	struct reader reader = { .rows = rows, .error = error, .line = 1 };
	struct stat before = { 0 };
	int file;

	rows->line = 1;
	rows->bytes = 0;
	rows->changed = false;
	file = open_file(&reader, &before);
	if (file < 0)
		return reader.status;
	parse(&reader, file);
	rows->changed = has_changed(file, &before);
	close(file);
	return reader.status;
}

const char *rows_name(const struct rows *rows)
{
	return rows->name ? rows->name : rows->file;
}
