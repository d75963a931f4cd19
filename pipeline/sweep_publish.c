/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/night_files.h"
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

static bool put_jsonl(struct sweep *sweep, FILE *stream)
{
	return sweep_put_findings(sweep, NULL, stream);
}

static bool put_csv(struct sweep *sweep, FILE *stream)
{
	struct lines lines = { .stream = stream };

	csv_head(stream, sweep->csv.field, sweep->csv.count);
	return put_lines(sweep, NULL, &lines);
}

/* What a night holds, in the order in which it is written. */
static const struct night_file {
	const char *name;
	bool (*put)(struct sweep *sweep, FILE *stream);
} night_table[] = {
	{ "findings.jsonl", put_jsonl },
	{ "findings.csv", put_csv },
	{ "problems.csv", sweep_problems },
};

static bool write_files(struct sweep *sweep, struct night_files *files)
{
	struct error *error = &sweep->batch->error;

	for (size_t i = 0; i < sizeof(night_table) / sizeof(*night_table); i++)
		if (!night_open(files, night_table[i].name, error) ||
		    !night_table[i].put(sweep, files->stream) ||
		    !night_close(files, error))
			return false;
	return sweep_report(sweep, files, "index.html", "html",
			    "findings.jsonl") &&
	       sweep_mail(sweep, files);
}

static bool publish(struct sweep *sweep, struct night_files *files)
{
	struct store *store = &sweep->store;
	struct error *error = &sweep->batch->error;

	if (!store_begin(store, error))
		return false;
	if (!night_begin(files, sweep->directory, sweep->night.name, error) ||
	    !write_files(sweep, files)) {
		store_rollback(store);
		return false;
	}
	/*
	 * What the night holds is safe in the store before the night is there,
	 * and only then marked: in between, the next sweep finds it in its
	 * place.
	 */
	return store_commit(store, error) && store_synchronise(store, error) &&
	       night_finish(files, error) &&
	       store_publish(store, sweep->night.id, error) &&
	       store_synchronise(store, error);
}

bool sweep_publish(struct sweep *sweep)
{
	struct night_files files = { 0 };
	bool done = publish(sweep, &files);

	night_release(&files);
	return done;
}
