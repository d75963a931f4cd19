/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/report_csv.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

/* Lines on their way into a file. */
struct lines {
	FILE *stream;
	size_t rank; /* of the last one */
	bool json, interrupted;
};

/*
 * A line with the rank that the finding has among all of the night: behind
 * `before` stands the one that it had in its comparison.
 */
static void put_ranked(FILE *stream, const char *line, const char *before,
		       size_t rank)
{
	const char *at = strstr(line, before);
	size_t digits;

	if (!at) {
		fputs(line, stream);
		return;
	}
	at += strlen(before);
	digits = strspn(at, "0123456789");
	fwrite(line, 1, (size_t)(at - line), stream);
	fprintf(stream, "%zu%s", rank, at + digits);
}

static bool put_line(void *context, const struct store_line *line)
{
	struct lines *lines = context;
	const char *text = lines->json ? line->json : line->csv;

	if (!line->reported)
		fputs(text, lines->stream);
	else
		/* In csv the rank is the second cell. */
		put_ranked(lines->stream, text, lines->json ? "\"rank\":" : ",",
			   ++lines->rank);
	putc('\n', lines->stream);
	lines->interrupted = interrupted();
	return !lines->interrupted && !ferror(lines->stream);
}

static bool put_lines(struct sweep *sweep, const char *candidate,
		      struct lines *lines)
{
	struct error *error = &sweep->batch->error;

	return store_each_finding(&sweep->store, sweep->night.id, 0, candidate,
				  put_line, lines, error) &&
	       (!lines->interrupted ||
		fail(error, FAULT_TROUBLE, "stopped by a signal"));
}

/* The lines of the comparisons stand before all findings. */
static bool put_head(struct sweep *sweep, const struct sweep_pair *pair,
		     FILE *stream)
{
	char *head;

	if (!store_get_head(&sweep->store, pair->id, &head,
			    &sweep->batch->error))
		return false;
	fprintf(stream, "%s\n", head);
	free(head);
	return true;
}

bool sweep_put_findings(struct sweep *sweep, const char *candidate,
			FILE *stream)
{
	struct lines lines = { .stream = stream, .json = true };
	bool done = true;

	for (size_t i = 0; done && i < sweep->pairs; i++) {
		const struct sweep_pair *pair = &sweep->pair[i];

		if (pair->id &&
		    (!candidate ||
		     strcmp(pair->candidate->commit->id, candidate) == 0))
			done = put_head(sweep, pair, stream);
	}
	return done && put_lines(sweep, candidate, &lines);
}

bool sweep_put_csv(struct sweep *sweep, FILE *stream)
{
	struct lines lines = { .stream = stream };

	csv_head(stream, sweep->csv.field, sweep->csv.count);
	return put_lines(sweep, NULL, &lines);
}
