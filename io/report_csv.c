/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_csv.h"

#include <string.h>

#include "io/report.h"

void csv_cell(FILE *stream, const char *text)
{
	size_t length = strlen(text);

	if (!strpbrk(text, ",\"\r\n") &&
	    (length == 0 ||
	     (!strchr(" \t", text[0]) && !strchr(" \t", text[length - 1])))) {
		fputs(text, stream);
		return;
	}
	putc('"', stream);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', stream);
		putc(*text, stream);
	}
	putc('"', stream);
}

static void put_cell(FILE *stream, const char *text, bool alone)
{
	/* An empty line would be no row at all. */
	if (alone && !*text)
		fputs("\"\"", stream);
	csv_cell(stream, text);
}

void csv_head(FILE *stream, const struct field *const *field, size_t fields)
{
	for (size_t f = 0; f < fields; f++)
		fprintf(stream, "%s%s", f ? "," : "", field[f]->name);
	putc('\n', stream);
}

void csv_row(FILE *stream, const struct field *const *field, size_t fields,
	     const void *row)
{
	char room[FIELD_ROOM];

	for (size_t f = 0; f < fields; f++) {
		if (f)
			putc(',', stream);
		put_cell(stream, field_text(field[f], row, room), fields == 1);
	}
	putc('\n', stream);
}

bool report_csv(const struct report *report, FILE *stream)
{
	csv_head(stream, report->field, report->fields);
	for (size_t r = 0; r < report->rows; r++)
		csv_row(stream, report->field, report->fields,
			report->row[r].finding);
	return !ferror(stream);
}

bool report_long(const struct report *report, FILE *stream)
{
	const struct field *id = finding_fields;
	char room[FIELD_ROOM];

	fputs("id,field,value\n", stream);
	for (size_t r = 0; r < report->rows; r++) {
		const struct finding *finding = report->row[r].finding;

		for (size_t f = 0; f < report->fields; f++) {
			fputs(field_text(id, finding, room), stream);
			fprintf(stream, ",%s,", report->field[f]->name);
			put_cell(stream,
				 field_text(report->field[f], finding, room),
				 false);
			putc('\n', stream);
		}
	}
	return !ferror(stream);
}
