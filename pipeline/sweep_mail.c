/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/directory.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

enum { ID_LENGTH = 10, NAME_LIMIT = 200, NAME_ROOM = NAME_LIMIT + 40 };

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

/* The findings of a candidate, for its mail. */
static bool add_mail(struct sweep_reports *reports,
		     const struct candidates *candidates, size_t number)
{
	struct sweep *sweep = reports->sweep;
	const struct night_files *files = reports->files;
	struct error *error = &sweep->batch->error;
	char name[NAME_ROOM], part[NAME_ROOM];
	struct night_file file = { 0 };

	if (interrupted())
		return fail(error, FAULT_TROUBLE, "stopped by a signal");
	name_mail(candidates, number, name);
	snprintf(part, sizeof(part), "mail/.%zu.jsonl", number + 1);
	return night_close(&file,
			   night_open(files, &file, part, error) &&
				   sweep_put_findings(sweep,
						      candidates->id[number],
						      file.stream),
			   error) &&
	       sweep_add_report(reports, name, "mail", part);
}

bool sweep_mail(struct sweep_reports *reports)
{
	struct sweep *sweep = reports->sweep;
	struct error *error = &sweep->batch->error;
	struct candidates candidates = { 0 };
	bool done = night_directory(reports->files, "mail", error) &&
		    store_each_candidate(&sweep->store, sweep->night.id,
					 add_candidate, &candidates, error) &&
		    (!candidates.failed || fail_memory(error));

	for (size_t i = 0; done && i < candidates.count; i++)
		done = add_mail(reports, &candidates, i);
	free_candidates(&candidates);
	return done;
}
