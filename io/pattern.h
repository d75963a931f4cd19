/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_PATTERN_H
#define IO_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <regex.h>

/* A literal text, and how many bytes of any kind must lie before it. */
struct pattern_piece {
	const char *text; /* [length] */
	size_t length;
	size_t least;
};

/*
 * A POSIX extended regular expression for names, byte by byte, where \d is a
 * digit and \D none.  One that is
 * made of literal text, .* and .+ alone is matched piece by piece; any other
 * is asked of the C library, when a name has the literal text that all its
 * matches have.
 */
struct pattern {
	char *text;		     /* of all pieces */
	struct pattern_piece *piece; /* [pieces]; the first begins the name,
					the last ends it */
	size_t pieces;
	regex_t *expression; /* NULL: the pieces decide; else there are two,
				what every match begins with and has */
	uint64_t pairs;	     /* that every match has, as pattern_pairs() */
};

/*
 * A bit for each pair of neighbouring bytes; pairs may share one.  A name that
 * lacks a bit of a pattern does not match it, which is told at once where many
 * patterns are asked about one name.
 */
uint64_t pattern_pairs(const char *text, size_t length);

/* Where a pattern must match. */
enum pattern_place {
	PATTERN_WHOLE,	  /* the name from its beginning to its end */
	PATTERN_ANYWHERE, /* some part of it */
};

enum pattern_status { PATTERN_NO_MEMORY = -1, PATTERN_BAD, PATTERN_MADE };

/*
 * Makes a pattern.  An expression that does not compile is PATTERN_BAD, and
 * why[room] says why; pattern_release() is wanted all the same.
 */
enum pattern_status pattern_compile(struct pattern *pattern, const char *text,
				    enum pattern_place place, char *why,
				    size_t room);

/*
 * Whether a name matches: 1, 0, or -1 when there is no memory to tell.
 * name[length] ends with a NUL and has no other.
 */
int pattern_try(const struct pattern *pattern, const char *name, size_t length);

/* The same where a missing answer may be taken for no. */
bool pattern_matches(const struct pattern *pattern, const char *name,
		     size_t length);

/*
 * The byte that every name begins with that matches; -1 when there is none
 * that all share.
 */
int pattern_first_byte(const struct pattern *pattern);

/*
 * Whether a pattern would match a name if one byte of it were another one, one
 * more or one less: it may have been mistyped.  False for patterns with an
 * expression, and for those with hardly any literal text.
 */
bool pattern_nearly_matches(const struct pattern *pattern, const char *name,
			    size_t length);

/* Back to {0}. */
void pattern_release(struct pattern *pattern);

#endif
