/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "io/report.h"

/* Quotes only where RFC 4180 needs it; also blanks, which readers may trim. */
static void put_cell(FILE *stream, const char *text, bool alone)
{
	size_t length = strlen(text);

	/* An empty line would be no row at all. */
	if (alone && !length)
		fputs("\"\"", stream);
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

bool report_csv(const struct report *report, FILE *stream)
{
	char room[FIELD_ROOM];

	for (size_t f = 0; f < report->fields; f++) {
		if (f)
			putc(',', stream);
		fputs(report->field[f]->name, stream);
	}
	putc('\n', stream);
	for (size_t r = 0; r < report->rows; r++) {
		for (size_t f = 0; f < report->fields; f++) {
			if (f)
				putc(',', stream);
			put_cell(stream,
				 field_text(report->field[f],
					    report->row[r].finding, room),
				 report->fields == 1);
		}
		putc('\n', stream);
	}
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
