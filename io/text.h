/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TEXT_H
#define IO_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Copies a text for a terminal: control characters, invalid UTF-8 and the
 * marks that turn the direction of writing become "?"; when it is wider than
 * `columns`, its middle becomes an ellipsis of one column.  Returns the columns
 * used; the copy, NUL included, takes at most `room` bytes (room > 0).  Each
 * code point counts one column, a combining mark none.
 */
size_t text_fit(const char *text, size_t columns, char *copy, size_t room);

/*
 * Prints a text as text_fit() makes it.  Returns the columns used, SIZE_MAX
 * when there is no memory.
 */
size_t text_put(FILE *stream, const char *text, size_t columns);

/* Columns of a text as text_fit() prints it, uncut. */
size_t text_columns(const char *text);

/* Whether a code point must not reach a terminal as it is. */
bool text_is_unsafe(unsigned code);

/*
 * Length in bytes of the valid UTF-8 sequence at text, 1 to 4; 0 where there
 * is none.  *code gets its code point.
 */
size_t text_code_point(const char *text, unsigned *code);

/*
 * Edit distance of two words (insertion, deletion, substitution, swap of
 * neighbours), for "did you mean"; words over 63 bytes are far from all.
 */
size_t text_distance(const char *a, const char *b);

/*
 * Whether a word is near the one that was said, and nearer than *least, which
 * then becomes its distance; begin with SIZE_MAX.
 */
bool text_is_nearer(const char *word, const char *other, size_t *least);

/*
 * "; did you mean WORD?" for the nearest of the words that name(i) lists (NULL
 * behind the last), or "" where none is near; room bytes at hint.  Dashes in
 * front of the word that was said stand in front of the one that was meant.
 */
void text_did_you_mean(const char *word, const char *(*name)(size_t i),
		       char *hint, size_t room);

/* For qsort() and bsearch() over what begins with a text: by byte. */
int compare_texts(const void *a, const void *b);

#endif
