/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/directory.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

enum { ID_LENGTH = 10, NAME_LIMIT = 200, NAME_ROOM = NAME_LIMIT + 40 };

/* The findings of one candidate, while its mail is written. */
static const char part[] = "mail/.findings.jsonl";

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

/* Candidates that have news, by id. */
struct candidates {
	char **id; /* [count] */
	size_t count;
	bool failed; /* there was no memory */
};

static bool add_candidate(void *context, const char *id)
{
	struct candidates *candidates = context;
	char **bigger = realloc(candidates->id,
				(candidates->count + 1) * sizeof(*bigger));
	char *copy = strdup(id);

	if (bigger)
		candidates->id = bigger;
	if (bigger && copy)
		bigger[candidates->count++] = copy;
	else
		free(copy);
	candidates->failed = !bigger || !copy;
	return !candidates->failed;
}

static void free_candidates(struct candidates *candidates)
{
	for (size_t i = 0; i < candidates->count; i++)
		free(candidates->id[i]);
	free(candidates->id);
}

/* Bytes that it takes to tell a text from its neighbour in order. */
static size_t told_apart(const char *a, const char *b)
{
	size_t i = 0;

	while (a[i] && a[i] == b[i])
		i++;
	return i + 1;
}

/*
 * Ten digits, or more where a neighbour begins with the same.  An id of other
 * bytes has a number behind it, since two could become the same name.
 */
static void name_mail(const struct candidates *candidates, size_t number,
		      char file[NAME_ROOM])
{
	char *const *id = candidates->id + number;
	size_t length = ID_LENGTH, other, i;
	char name[NAME_LIMIT + 1];
	bool plain = true;

	other = number ? told_apart(id[0], id[-1]) : 0;
	length = other > length ? other : length;
	other = number + 1 < candidates->count ? told_apart(id[0], id[1]) : 0;
	length = other > length ? other : length;
	for (i = 0; i < length && i < NAME_LIMIT && id[0][i]; i++) {
		char c = id[0][i];
		bool good = is_plain(c) && (i || c != '.');

		name[i] = good ? c : '_';
		plain = plain && good;
	}
	name[i] = '\0';
	if (plain && i < NAME_LIMIT)
		snprintf(file, NAME_ROOM, "mail/%s.eml", name);
	else
		snprintf(file, NAME_ROOM, "mail/%s.%zu.eml", name, number + 1);
}

/* Reads findings back, as anyone may, and writes them in a format. */
static bool put_report(struct sweep *sweep, FILE *stream, const char *format,
		       const char *findings, const char *told)
{
	struct options options = *sweep->batch->options;
	struct batch batch = { .options = &options,
			       .results = stream,
			       .messages = sweep->batch->messages };
	bool done;

	options.command = &commands[COMMAND_REPORT];
	options.arguments = (struct text_list){ .text = &told, .count = 1 };
	options.given = (struct text_list){ 0 };
	options.format = format;
	options.output = options.fields = NULL;
	options.verbose = false;
	batch.reading.rules = &batch.rules;
	done = report_findings(&batch, &findings, 1);
	if (!done && batch.problems.count)
		fail(&batch.error, FAULT_TROUBLE, "%s:%zu: %s", findings,
		     batch.problems.list[0].line, batch.problems.list[0].what);
	if (!done)
		fail(&sweep->batch->error, batch.error.fault, "%s",
		     batch.error.text);
	batch_release(&batch);
	return done;
}

bool sweep_report(struct sweep *sweep, struct night_files *files,
		  const char *file, const char *format, const char *from)
{
	struct error *error = &sweep->batch->error;
	char *findings = path_join(files->aside, from), *told = NULL;
	bool done;

	/* Where the nights lie is nobody's business. */
	if (asprintf(&told, "%s/findings.jsonl", files->name) < 0)
		told = NULL;
	done = (findings && told) || fail_memory(error);
	done = done && night_open(files, file, error) &&
	       put_report(sweep, files->stream, format, findings, told) &&
	       night_close(files, error);
	free(findings);
	free(told);
	return done;
}

static bool mail_candidate(struct sweep *sweep, struct night_files *files,
			   const struct candidates *candidates, size_t number)
{
	struct error *error = &sweep->batch->error;
	char file[NAME_ROOM];

	if (interrupted())
		return fail(error, FAULT_TROUBLE, "stopped by a signal");
	name_mail(candidates, number, file);
	return night_open(files, part, error) &&
	       sweep_put_findings(sweep, candidates->id[number],
				  files->stream) &&
	       night_close(files, error) &&
	       sweep_report(sweep, files, file, "mail", part) &&
	       night_remove(files, part, error);
}

bool sweep_mail(struct sweep *sweep, struct night_files *files)
{
	struct error *error = &sweep->batch->error;
	struct candidates candidates = { 0 };
	bool done = night_directory(files, "mail", error) &&
		    store_each_candidate(&sweep->store, sweep->night.id,
					 add_candidate, &candidates, error) &&
		    (!candidates.failed || fail_memory(error));

	for (size_t i = 0; done && i < candidates.count; i++)
		done = mail_candidate(sweep, files, &candidates, i);
	free_candidates(&candidates);
	return done;
}
