/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/rows.h"
#include "io/split.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes as a CSV file.  What rows_read() tells must hold together, and
 * what it accepts must come out the same when it is written with every field
 * quoted and read again.  libcsv is the judge of all that goes past it: with
 * and without it, the fields, lines and faults are the same, wherever a short
 * input is cut into blocks.
 */

enum fuzz_verdict fuzz_verdict;

/* What a reading said: the fields, each quoted, as a CSV file. */
struct record {
	uint8_t *text;
	size_t used, room;
	char delimiter;
	size_t column;	     /* next in this row */
	size_t line;	     /* of the last row */
	size_t fields, stop; /* stop at this one; 0: never */
	bool all_parsed;
	size_t block;
	struct error error;
	size_t end_line; /* where the reading ended */
};

/* Inputs as short are cut everywhere. */
enum { SHORT = 64, LEAST_BLOCK = 4 };

static void put(struct record *record, const void *bytes, size_t length)
{
	if (record->room - record->used < length) {
		record->room = 2 * record->room + length + 256;
		record->text = realloc(record->text, record->room);
		law(record->text);
	}
	if (length)
		memcpy(record->text + record->used, bytes, length);
	record->used += length;
}

static bool on_field(struct rows *rows, size_t column, const char *text,
		     size_t length)
{
	struct record *record = rows->context;

	law(column == record->column);
	law(length <= ROWS_FIELD_LIMIT);
	law(strlen(text) == length);
	law(rows->line >= 1);
	law(rows->line >= record->line);
	if (column > 0)
		put(record, &record->delimiter, 1);
	put(record, "\"", 1);
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '"')
			put(record, "\"", 1);
		put(record, &text[i], 1);
	}
	put(record, "\"", 1);
	record->line = rows->line;
	record->column++;
	record->fields++;
	return record->fields != record->stop;
}

static bool on_end(struct rows *rows, size_t columns)
{
	struct record *record = rows->context;

	law(columns >= 1);
	law(columns == record->column);
	law(rows->line == record->line);
	put(record, "\n", 1);
	record->column = 0;
	return true;
}

static enum rows_status read_bytes(const uint8_t *data, size_t size,
				   struct record *record)
{
	char path[FUZZ_PATH];
	size_t lines;
	int file = fuzz_file(data, size, path, &lines);
	struct rows rows = {
		.delimiter = record->delimiter,
		.field = on_field,
		.end = on_end,
		.context = record,
		.all_parsed = record->all_parsed,
		.block = record->block,
	};
	enum rows_status status;

	rows.file = path;
	status = rows_read(&rows, &record->error);
	record->end_line = rows.line;
	close(file);

	law(status != ROWS_TROUBLE);
	law((status == ROWS_STOPPED) ==
	    (record->stop && record->fields == record->stop));
	law((status == ROWS_BAD) == (record->error.fault != FAULT_NONE));
	law((record->error.text[0] != '\0') ==
	    (record->error.fault != FAULT_NONE));
	law(rows.bytes <= size);
	law(rows.line <= lines);
	if (status == ROWS_DONE) {
		law(rows.bytes == size);
		law(record->column == 0);
	}
	return status;
}

static bool on_row(struct rows *rows, const struct cell *cell, size_t cells)
{
	for (size_t i = 0; i < cells; i++)
		if (!on_field(rows, i, cell[i].text, cell[i].length))
			return false;
	return on_end(rows, cells);
}

/* The same, a whole row at a time. */
static void check_whole_rows(const uint8_t *data, size_t size,
			     const struct record *judge,
			     enum rows_status wanted)
{
	struct record record = { .delimiter = judge->delimiter,
				 .block = judge->block };
	char path[FUZZ_PATH];
	size_t lines;
	int file = fuzz_file(data, size, path, &lines);
	struct rows rows = { .file = path,
			     .delimiter = record.delimiter,
			     .row = on_row,
			     .context = &record,
			     .block = judge->block };

	law(rows_read(&rows, &record.error) == wanted);
	close(file);
	law(rows.line == judge->end_line);
	law(strcmp(record.error.text, judge->error.text) == 0);
	/* A row that is no CSV is not there at all. */
	law(record.used <= judge->used);
	law(wanted != ROWS_DONE || record.used == judge->used);
	law(record.used == 0 ||
	    memcmp(record.text, judge->text, record.used) == 0);
	free(record.text);
}

static void check_alike(const uint8_t *data, size_t size, char delimiter,
			size_t block, size_t stop)
{
	struct record judge = { .delimiter = delimiter,
				.block = block,
				.stop = stop,
				.all_parsed = true };
	struct record plain = { .delimiter = delimiter,
				.block = block,
				.stop = stop };
	enum rows_status wanted = read_bytes(data, size, &judge);

	law(read_bytes(data, size, &plain) == wanted);
	law(plain.fields == judge.fields);
	law(plain.used == judge.used);
	law(plain.line == judge.line);
	law(plain.end_line == judge.end_line);
	law(strcmp(plain.error.text, judge.error.text) == 0);
	law(plain.used == 0 || memcmp(plain.text, judge.text, plain.used) == 0);
	if (!stop)
		check_whole_rows(data, size, &judge, wanted);
	free(judge.text);
	free(plain.text);
}

/* All marks of a text, collected in `all`. */
static struct split split_all(bool (*next)(struct split *), const char *text,
			      size_t length, char delimiter, uint32_t *all)
{
	uint32_t some[SPLIT_SLACK + 3];
	struct split split = { .text = text,
			       .length = length,
			       .delimiter = delimiter,
			       .mark = some,
			       .room = sizeof(some) / sizeof(*some) };
	size_t count = 0;

	while (!split.special && next(&split)) {
		law(split.marks <= split.room);
		law(count + split.marks <= length);
		memcpy(all + count, some, split.marks * sizeof(*some));
		count += split.marks;
	}
	split.mark = all;
	split.marks = count;
	return split;
}

/* Vectors and single bytes find the same. */
static void check_split(const uint8_t *data, size_t size, char delimiter)
{
	char *text = calloc(1, size + 1 + SPLIT_SLACK);
	uint32_t *mark = calloc(2 * (size + 1), sizeof(*mark));
	struct split one, other;

	law(text && mark);
	if (size)
		memcpy(text, data, size);
	text[size] = '\n';
	one = split_all(split_next, text, size + 1, delimiter, mark);
	other = split_all(split_next_portable, text, size + 1, delimiter,
			  mark + size + 1);
	law(one.special == other.special);
	law(one.at == other.at);
	law(one.marks == other.marks);
	law(memcmp(one.mark, other.mark, one.marks * sizeof(*mark)) == 0);
	free(text);
	free(mark);
}

static void check(const uint8_t *data, size_t size, char delimiter)
{
	struct record first = { .delimiter = delimiter };
	struct record second = { .delimiter = delimiter };
	struct record third = { .delimiter = delimiter };
	enum rows_status status = read_bytes(data, size, &first);

	if (delimiter == ',')
		fuzz_verdict = status == ROWS_DONE ? FUZZ_GOOD : FUZZ_BAD;
	if (status == ROWS_DONE) {
		law(read_bytes(first.text, first.used, &second) == ROWS_DONE);
		law(second.fields == first.fields);
		law(second.used == first.used);
		law(first.used == 0 ||
		    memcmp(first.text, second.text, first.used) == 0);
	}
	if (first.fields > 0) {
		third.stop = 1 + size % first.fields;
		law(read_bytes(data, size, &third) == ROWS_STOPPED);
	}
	check_split(data, size, delimiter);
	check_alike(data, size, delimiter, 0, 0);
	for (size_t block = LEAST_BLOCK; size <= SHORT && block <= size + 1;
	     block++) {
		check_alike(data, size, delimiter, block, 0);
		check_alike(data, size, delimiter, block, third.stop);
	}
	free(first.text);
	free(second.text);
	free(third.text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check(data, size, ';');
	check(data, size, ',');
	return 0;
}
