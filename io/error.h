/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_ERROR_H
#define IO_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* What went wrong, least grave first; main() makes exit statuses of it. */
enum fault {
	FAULT_NONE,
	FAULT_ALARM,	  /* what was asked to be an alarm has happened */
	FAULT_INCOMPLETE, /* there is nothing to compare */
	FAULT_INPUT,	  /* bad input */
	FAULT_TROUBLE,	  /* disk full, no permission, no memory */
	FAULT_USAGE,	  /* wrong call */
};

/* The first thing that went wrong, as one sentence. */
struct error {
	enum fault fault;
	char text[1024];
};

/*
 * Keeps the sentence unless there is one already, and returns false.  Control
 * characters in it become "?".
 */
bool fail(struct error *error, enum fault fault, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for want of memory. */
bool fail_memory(struct error *error);

/*
 * The same for a failed system call: "PATH: what errno says"; for want of
 * memory as fail_memory().
 */
bool fail_errno(struct error *error, const char *path);

/* Whether it is for want of memory. */
bool error_is_memory(const struct error *error);

/* The sentence without "PATH: " in front, where it begins so. */
const char *error_without(const struct error *error, const char *path);

/*
 * One fault of the input, with its place.  What and text are fit for a
 * terminal; file is the name as it is.
 */
struct problem {
	enum fault fault;
	char *file;
	size_t line; /* 0: the file as a whole */
	char *what;  /* with the cure */
	char *text;  /* what stands there; NULL: nothing */
};

/* Faults of the input, in the order of the input. */
struct problems {
	struct problem *list;
	size_t count, room;
	size_t untold; /* further ones that were only counted */
};

/*
 * Adds a fault.  text[length] need not be terminated and is cut at 40 bytes;
 * NULL for none.  Returns false, with error set, when there is no memory.
 */
bool problems_add(struct problems *problems, struct error *error,
		  enum fault fault, const char *file, size_t line,
		  const char *text, size_t length, const char *format, ...)
	__attribute__((format(printf, 8, 9)));

/*
 * Moves the faults of a list, which is released, behind those of another.
 * Returns false, with error set, when there is no memory for all.
 */
bool problems_move(struct problems *to, struct problems *from,
		   struct error *error);

/* The same, and leaves the other list as it is. */
bool problems_copy(struct problems *to, const struct problems *from,
		   struct error *error);

/* Back to {0}. */
void problems_release(struct problems *problems);

#endif
