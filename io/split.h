/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SPLIT_H
#define IO_SPLIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Where plain fields end.  CSV without a quote needs no parser: its fields lie
 * between delimiters and line feeds, which are found many bytes at a time.
 */
struct split {
	const char *text; /* [length], the last byte is a line feed; behind it
			     SPLIT_SLACK more bytes can be read */
	size_t length;	  /* below 4 GiB */
	char delimiter;
	size_t at;	/* how far the text has been searched */
	bool special;	/* the byte at `at` is not for us: a quote, a NUL or a
			   carriage return without a line feed */
	uint32_t *mark; /* [marks] out: delimiters and line feeds, in order */
	size_t marks, room; /* room is at least SPLIT_SLACK */
};

enum { SPLIT_SLACK = 64 };

/*
 * Goes on from split->at, until the text ends, a special byte is met, or there
 * may be no room for more marks.  False when there is nothing left to search.
 */
bool split_next(struct split *split);

/* The same, a byte at a time, where processors offer nothing better. */
bool split_next_portable(struct split *split);

#endif
