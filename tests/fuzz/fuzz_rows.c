/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/rows.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes as a CSV file.  What rows_read() tells must hold together, and
 * what it accepts must come out the same when it is written with every field
 * quoted and read again.
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
};

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
	};
	struct error error = { 0 };
	enum rows_status status;

	rows.file = path;
	status = rows_read(&rows, &error);
	close(file);

	law(status != ROWS_TROUBLE);
	law((status == ROWS_STOPPED) ==
	    (record->stop && record->fields == record->stop));
	law((status == ROWS_BAD) == (error.fault != FAULT_NONE));
	law((error.text[0] != '\0') == (error.fault != FAULT_NONE));
	law(rows.bytes <= size);
	law(rows.line <= lines);
	if (status == ROWS_DONE) {
		law(rows.bytes == size);
		law(record->column == 0);
	}
	return status;
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
