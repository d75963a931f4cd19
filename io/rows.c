/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rows.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/input.h"
#include "io/split.h"

enum {
	BLOCK = 128 * 1024, /* bytes held at a time */
	MARKS = 4096,	    /* ends of fields found at a time */
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
	size_t block;	   /* bytes held at a time */
	size_t left;	   /* bytes to be read, at most */
	size_t line;	   /* the physical line we are in */
	size_t column;	   /* of the next field */
	bool begun;	   /* some of the line has been seen */
	bool after_return; /* the last byte was a carriage return */
	struct cell *cell; /* [cells] of the row so far */
	size_t cells, room;
	/* Texts of cells that libcsv told, which lie there end to end. */
	char *told;
	size_t told_length, told_room;
	uint32_t mark[MARKS];
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

static bool make_room(struct reader *reader, size_t more)
{
	size_t room = 2 * (reader->cells + more);
	struct cell *bigger;

	if (reader->cells + more <= reader->room)
		return true;
	bigger = realloc(reader->cell, room * sizeof(*bigger));
	if (!bigger)
		return no_memory(reader);
	reader->cell = bigger;
	reader->room = room;
	return true;
}

/* Keeps a text, which moves when there is more: its cell gets it later. */
static bool keep_told(struct reader *reader, const char *text, size_t length)
{
	if (reader->told_room - reader->told_length <= length) {
		size_t room = 2 * reader->told_room + length + 1024;
		char *bigger = realloc(reader->told, room);

		if (!bigger)
			return no_memory(reader);
		reader->told = bigger;
		reader->told_room = room;
	}
	memcpy(reader->told + reader->told_length, text, length);
	reader->told_length += length;
	reader->told[reader->told_length++] = '\0';
	if (!make_room(reader, 1))
		return false;
	reader->cell[reader->cells++] = (struct cell){ NULL, length };
	return true;
}

static bool give_row(struct reader *reader)
{
	struct rows *rows = reader->rows;
	bool on = true;

	if (rows->row)
		on = rows->row(rows, reader->cell, reader->cells);
	for (size_t i = 0; !rows->row && on && i < reader->cells; i++)
		on = rows->field(rows, i, reader->cell[i].text,
				 reader->cell[i].length);
	if (!rows->row && on)
		on = rows->end(rows, reader->cells);
	reader->cells = 0;
	return on || give_up(reader, ROWS_STOPPED);
}

static bool give_told_row(struct reader *reader)
{
	const char *text = reader->told;

	for (size_t i = 0; i < reader->cells; i++) {
		reader->cell[i].text = text;
		text += reader->cell[i].length + 1;
	}
	reader->told_length = 0;
	return give_row(reader);
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
	else if (rows->row)
		keep_told(reader, text, length);
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
	if (reader->status != ROWS_DONE)
		return;
	if (rows->row)
		give_told_row(reader);
	else if (!rows->end(rows, columns))
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

static inline bool is_blank(char c, char delimiter)
{
	return (c == ' ' || c == '\t') && c != delimiter;
}

/* A plain field from begin to end, without the blanks around it. */
static inline struct cell plain_cell(const char *begin, const char *end,
				     char delimiter)
{
	while (begin < end && is_blank(*begin, delimiter))
		begin++;
	while (begin < end && is_blank(end[-1], delimiter))
		end--;
	return (struct cell){ begin, (size_t)(end - begin) };
}

/* A plain row, whose cells get their NULs: libcsv will not want it. */
static bool give_plain_row(struct reader *reader)
{
	struct rows *rows = reader->rows;
	struct cell *cell = reader->cell;

	rows->line = reader->line++;
	if (reader->cells == 1 && cell->length == 0) {
		reader->cells = 0;
		return true;
	}
	for (size_t i = 0; i < reader->cells; i++)
		((char *)cell[i].text)[cell[i].length] = '\0';
	return give_row(reader);
}

/* A block on its way through split_next(): the row and the cell to come. */
struct plain {
	char *block;
	size_t row, begin;
};

/*
 * Cells up to the last mark, and the rows that they end.  False when there is an
 * end to it, also before a field that is too long: it is to be refused in its
 * place.
 */
static bool take_plain_cells(struct reader *reader, const struct split *split,
			     struct plain *plain)
{
	char *block = plain->block, delimiter = split->delimiter;

	if (!make_room(reader, split->marks))
		return false;
	for (size_t i = 0; i < split->marks; i++) {
		size_t end = split->mark[i];
		bool last = block[end] == '\n';
		size_t cut = last && end > plain->begin &&
			     block[end - 1] == '\r';
		struct cell cell = plain_cell(block + plain->begin,
					      block + end - cut, delimiter);

		if (cell.length > ROWS_FIELD_LIMIT)
			return false;
		reader->cell[reader->cells++] = cell;
		plain->begin = end + 1;
		if (!last)
			continue;
		plain->row = plain->begin;
		if (!give_plain_row(reader))
			return false;
	}
	return true;
}

/*
 * Takes whole rows from a block that ends with a line feed, up to the first
 * that is not plain.  Returns how many bytes they are.
 */
static size_t take_plain_rows(struct reader *reader, char *block, size_t length)
{
	struct split split = { .text = block,
			       .length = length,
			       .delimiter = reader->rows->delimiter,
			       .mark = reader->mark,
			       .room = MARKS };
	struct plain plain = { 0 };

	plain.block = block;
	while (!split.special && split_next(&split) &&
	       take_plain_cells(reader, &split, &plain))
		;
	reader->cells = 0;
	reader->rows->special |= split.special;
	return plain.row;
}

/* Reads what the block has room for behind the first *length bytes. */
static bool fill(struct reader *reader, int file, char *block, size_t *length)
{
	size_t room = reader->block - *length;
	ssize_t got;

	if (room > reader->left)
		room = reader->left;
	do
		got = read(file, block + *length, room);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return unreadable(reader);
	reader->left -= (size_t)got;
	reader->rows->bytes += (size_t)got;
	if (reader->rows->bytes_read)
		reader->rows->bytes_read(reader->rows, block + *length,
					 (size_t)got);
	*length += (size_t)got;
	memset(block + *length, 0, SPLIT_SLACK);
	return true;
}

/* Whether a row begins here, as far as libcsv knows. */
static bool between_rows(const struct reader *reader)
{
	return !reader->begun && !reader->after_return &&
	       !reader->parser.quoted;
}

/* Deals with a piece that ends with a line, a full block, or the file. */
static bool take(struct reader *reader, char *piece, size_t length)
{
	size_t plain = 0;

	if (!reader->rows->all_parsed && between_rows(reader) &&
	    piece[length - 1] == '\n')
		plain = take_plain_rows(reader, piece, length);
	return reader->status == ROWS_DONE &&
	       (plain == length ||
		feed_block(reader, piece + plain, length - plain));
}

/* The bytes up to the last line feed; all where no more will come. */
static size_t whole_lines(const struct reader *reader, const char *block,
			  size_t length, bool ended)
{
	const char *feed = memrchr(block, '\n', length);

	if (feed && !ended)
		return (size_t)(feed - block) + 1;
	return ended || length == reader->block ? length : 0;
}

/* Reads the beginning, without the byte order mark. */
static bool begin(struct reader *reader, int file, char *block, size_t *length)
{
	static const char mark[] = "\xef\xbb\xbf";
	enum { MARK = sizeof(mark) - 1 };
	size_t before;

	do {
		before = *length;
		if (!fill(reader, file, block, length))
			return false;
	} while (*length > before && *length < MARK);
	if (reader->rows->from == 0 && *length >= MARK &&
	    memcmp(block, mark, MARK) == 0) {
		*length -= MARK;
		memmove(block, block + MARK, *length);
	}
	return true;
}

static bool finish(struct reader *reader)
{
	if (!csv_fini(&reader->parser, on_field, on_end, reader))
		return reader->status == ROWS_DONE;
	if (csv_error(&reader->parser) == CSV_EPARSE)
		return bad(reader, "the quote is never closed");
	return no_memory(reader);
}

static bool read_all(struct reader *reader, int file, char *block)
{
	size_t length = 0, before, piece;
	bool ended = false;

	if (!begin(reader, file, block, &length))
		return false;
	while (length || !ended) {
		piece = whole_lines(reader, block, length, ended);
		if (piece && !take(reader, block, piece))
			return false;
		length -= piece;
		memmove(block, block + piece, length);
		before = length;
		if (!ended && !fill(reader, file, block, &length))
			return false;
		ended = length == before;
	}
	return finish(reader);
}

static void release(struct reader *reader)
{
	csv_free(&reader->parser);
	free(reader->cell);
	free(reader->told);
}

static void parse(struct reader *reader, int file)
{
	char *block;

	reader->block = reader->rows->block ? reader->rows->block : BLOCK;
	block = malloc(reader->block + SPLIT_SLACK);
	if (!block || csv_init(&reader->parser, CSV_STRICT | CSV_STRICT_FINI |
							CSV_APPEND_NULL)) {
		no_memory(reader);
		free(block);
		return;
	}
	csv_set_delim(&reader->parser, (unsigned char)reader->rows->delimiter);
	csv_set_blk_size(&reader->parser, 4096);
	read_all(reader, file, block);
	release(reader);
	free(block);
}

enum rows_status rows_read(struct rows *rows, struct error *error)
{
	struct reader reader = { .rows = rows, .error = error, .line = 1 };
	struct input input;

	rows->line = 1;
	rows->bytes = 0;
	rows->changed = rows->special = false;
	reader.left = rows->to ? (size_t)(rows->to - rows->from) : SIZE_MAX;
	switch (input_open(&input, rows->file, rows->waits, rows->from)) {
	case INPUT_OPEN:
		break;
	case INPUT_IRREGULAR:
		rows->line = 0;
		bad(&reader, "no regular file");
		return reader.status;
	case INPUT_UNREADABLE:
		unreadable(&reader);
		return reader.status;
	}
	parse(&reader, input.file);
	rows->changed = input_changed(&input);
	close(input.file);
	return reader.status;
}

const char *rows_name(const struct rows *rows)
{
	return rows->name ? rows->name : rows->file;
}
