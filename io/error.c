/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

enum {
	SENTENCE = sizeof(((struct error *)0)->text),
	QUOTED = 40, /* bytes of a faulty text worth showing */
};

/*
 * File names and fields end up in sentences, so whoever wrote them must not
 * get at the terminal.  A sentence too long for its room loses its middle,
 * which is a path, rather than its end, which is the cause.
 */
static void sentence(char text[SENTENCE], const char *format, va_list arguments)
{
	char raw[SENTENCE], *whole = NULL;
	va_list again;

	va_copy(again, arguments);
	/* Without memory for the whole, its head must do. */
	if (vsnprintf(raw, sizeof(raw), format, arguments) >= SENTENCE &&
	    vasprintf(&whole, format, again) < 0)
		whole = NULL;
	if (whole)
		text_fit(whole, SENTENCE / 2, text, SENTENCE);
	else
		text_fit(raw, SIZE_MAX, text, SENTENCE);
	free(whole);
	va_end(again);
}

bool fail(struct error *error, enum fault fault, const char *format, ...)
{
	va_list arguments;

	if (error->fault != FAULT_NONE)
		return false;
	error->fault = fault;
	va_start(arguments, format);
	sentence(error->text, format, arguments);
	va_end(arguments);
	return false;
}

static const char no_memory[] = "out of memory";

bool fail_memory(struct error *error)
{
	return fail(error, FAULT_TROUBLE, "%s", no_memory);
}

bool error_is_memory(const struct error *error)
{
	return strcmp(error->text, no_memory) == 0;
}

bool fail_errno(struct error *error, const char *path)
{
	if (errno == ENOMEM)
		return fail_memory(error);
	return fail(error, FAULT_TROUBLE, "%s: %s", path, strerror(errno));
}

/* The start of a text, cut between two code points, ready to be printed. */
static char *excerpt(const char *text, size_t length)
{
	char raw[QUOTED + 1], safe[QUOTED + 1];
	size_t end;

	end = length < QUOTED ? length : QUOTED;
	if (end < length)
		while (end > QUOTED - 3 && (text[end] & 0xc0) == 0x80)
			end--;
	memcpy(raw, text, end);
	raw[end] = '\0';
	text_fit(raw, SIZE_MAX, safe, sizeof(safe));
	return strdup(safe);
}

const char *error_without(const struct error *error, const char *path)
{
	size_t length = strlen(path);

	if (strncmp(error->text, path, length) == 0 &&
	    strncmp(error->text + length, ": ", 2) == 0)
		return error->text + length + 2;
	return error->text;
}

static bool problems_grow(struct problems *problems)
{
	size_t room = problems->room ? problems->room * 2 : 16;
	struct problem *list;

	if (problems->count < problems->room)
		return true;
	if (room > SIZE_MAX / sizeof(*list))
		return false;
	list = realloc(problems->list, room * sizeof(*list));
	if (!list)
		return false;
	problems->list = list;
	problems->room = room;
	return true;
}

static void problem_release(struct problem *problem)
{
	free(problem->file);
	free(problem->what);
	free(problem->text);
}

bool problems_add(struct problems *problems, struct error *error,
		  enum fault fault, const char *file, size_t line,
		  const char *text, size_t length, const char *format, ...)
{
	struct problem problem = { .fault = fault, .line = line };
	char what[SENTENCE];
	va_list arguments;

	va_start(arguments, format);
	sentence(what, format, arguments);
	va_end(arguments);
	problem.file = strdup(file);
	problem.what = strdup(what);
	if (text)
		problem.text = excerpt(text, length);
	if (!problem.file || !problem.what || (text && !problem.text) ||
	    !problems_grow(problems)) {
		problem_release(&problem);
		return fail_memory(error);
	}
	problems->list[problems->count++] = problem;
	return true;
}

bool problems_copy(struct problems *to, const struct problems *from,
		   struct error *error)
{
	bool done = true;

	for (size_t i = 0; done && i < from->count; i++) {
		const struct problem *p = &from->list[i];

		done = problems_add(to, error, p->fault, p->file, p->line,
				    p->text, p->text ? strlen(p->text) : 0,
				    "%s", p->what);
	}
	to->untold += from->untold;
	return done;
}

bool problems_move(struct problems *to, struct problems *from,
		   struct error *error)
{
	bool done = problems_copy(to, from, error);

	problems_release(from);
	return done;
}

void problems_release(struct problems *problems)
{
	size_t i;

	for (i = 0; i < problems->count; i++)
		problem_release(&problems->list[i]);
	free(problems->list);
	*problems = (struct problems){ 0 };
}
