/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/pattern.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* With less literal text than that, any name is near a pattern. */
enum { NEAR_LITERAL = 6 };

/* No longer name is looked at for what was mistyped. */
enum { NEAR_LENGTH = 512 };

/* Groups within each other, and bytes with all repetitions written out. */
enum { GROUPS_MAX = 20, SIZE_LIMIT = 50000 };

/* What has a meaning of its own in an expression. */
static bool is_special(char c)
{
	return strchr(".[]()*+?{}|^$\\", c) != NULL;
}

static bool is_quantifier(char c)
{
	return c && strchr("*+?{", c) != NULL;
}

/* \< \> \` \' are places, to the C library. */
static bool is_escaped_literal(char c)
{
	return ispunct((unsigned char)c) && !strchr("<>`'", c);
}

/* The literal byte at text, and how many bytes say it; 0 where there is none. */
static size_t literal_at(const char *text, char *byte)
{
	size_t length = 1;

	if (text[0] == '\\' && is_escaped_literal(text[1])) {
		*byte = text[1];
		length = 2;
	} else if (!text[0] || is_special(text[0])) {
		return 0;
	} else {
		*byte = text[0];
	}
	return is_quantifier(text[length]) ? 0 : length;
}

/* The length of what a set has at text: [:class:], [.x.], [=x=], or a byte. */
static size_t class_at(const char *text)
{
	const char *end;

	if (text[0] != '[' || !text[1] || !strchr(":.=", text[1]))
		return 1;
	for (end = text + 2; *end; end++)
		if (end[0] == text[1] && end[1] == ']')
			return (size_t)(end - text) + 2;
	return 1;
}

/* The length of a set [...] at text. */
static size_t set_at(const char *text)
{
	/* A ] that comes first is one of the set. */
	size_t length = 1 + (text[1] == '^');

	length += text[length] == ']';
	while (text[length] && text[length] != ']')
		length += class_at(text + length);
	return length + (text[length] == ']');
}

/* The length of a group (...) at text, with all that is in it. */
static size_t group_at(const char *text)
{
	size_t length = 1, depth = 1;

	while (depth && text[length]) {
		char c = text[length];

		if (c == '[') {
			length += set_at(text + length);
			continue;
		}
		depth += c == '(';
		depth -= c == ')';
		length += c == '\\' && text[length + 1] ? 2 : 1;
	}
	return length;
}

/* The length of what is no literal at text. */
static size_t other_at(const char *text)
{
	switch (text[0]) {
	case '[':
		return set_at(text);
	case '(':
		return group_at(text);
	case '{':
		return strcspn(text, "}") + (strchr(text, '}') != NULL);
	case '\\':
		return text[1] ? 2 : 1;
	default:
		return 1;
	}
}

/* The longest literal text outside of groups: every match has it. */
static void read_required(struct pattern_piece *piece, const char *text,
			  char *to)
{
	char *run = to;

	*piece = (struct pattern_piece){ .text = to };
	while (*text) {
		size_t taken = literal_at(text, to);

		if (taken) {
			to++;
			if ((size_t)(to - run) > piece->length) {
				piece->text = run;
				piece->length = (size_t)(to - run);
			}
		} else {
			taken = other_at(text);
			run = to;
		}
		text += taken;
	}
}

/* Whether an alternative begins outside of all groups and sets. */
static bool has_alternatives(const char *text)
{
	while (*text) {
		char byte;
		size_t taken = literal_at(text, &byte);

		if (*text == '|')
			return true;
		text += taken ? taken : other_at(text);
	}
	return false;
}

static size_t wildcard_at(const char *text, size_t *least)
{
	if (text[0] != '.' || (text[1] != '*' && text[1] != '+'))
		return 0;
	*least = text[1] == '+';
	return is_quantifier(text[2]) ? 0 : 2;
}

/* Reads pieces as far as the text has them; returns how far. */
static size_t read_pieces(struct pattern *pattern, const char *text)
{
	struct pattern_piece *piece = pattern->piece;
	char *to = pattern->text;
	size_t at = 0, taken, least;

	*piece = (struct pattern_piece){ .text = to };
	pattern->pieces = 1;
	for (;;) {
		taken = literal_at(text + at, to);
		if (taken) {
			to++;
			piece->length++;
		} else {
			taken = wildcard_at(text + at, &least);
			if (!taken)
				return at;
			/* .*.+ is one wildcard. */
			if (piece->length || pattern->pieces == 1) {
				*++piece = (struct pattern_piece){ .text = to };
				pattern->pieces++;
			}
			piece->least += least;
		}
		at += taken;
	}
}

/* How often a quantifier repeats what is before it, for the C library. */
static double times_of(const char *quantifier)
{
	double least = 0, most = 0;

	switch (quantifier[0]) {
	case '+':
		return 2;
	case '{':
		if (sscanf(quantifier, "{%lf,%lf", &least, &most) < 1)
			return 1;
		return fmax(fmax(least, most), 1);
	default:
		return 1;
	}
}

/*
 * What is refused although the C library takes it: what it would take for
 * something else within "^()$", and what would cost it too much time, memory or
 * stack, as it writes out repetitions and descends into groups.  NULL for all
 * else.
 */
static const char *fault_of(const char *text)
{
	double size[GROUPS_MAX + 1] = { 0 };
	size_t depth = 0;

	while (*text) {
		double own = 1;

		if (*text == '(') {
			if (++depth > GROUPS_MAX)
				return "too many groups within each other";
			size[depth] = 0;
			text++;
			continue;
		}
		if (*text == ')') {
			if (!depth)
				return "Unmatched ) or \\)";
			own = size[depth--] + 1;
		}
		if (text[0] == '\\' && isdigit((unsigned char)text[1]))
			return "no back-references here";
		text += other_at(text);
		for (; is_quantifier(*text); text += other_at(text))
			own *= times_of(text);
		size[depth] += own;
		if (size[depth] > SIZE_LIMIT)
			return "too many repetitions";
	}
	return NULL;
}

/*
 * Writes the expression with \d and \D as the sets that they are elsewhere; the
 * C library does not know them.  Each takes at most three times its room.
 */
static void expand_digits(const char *text, char *to)
{
	while (*text) {
		size_t taken = *text == '[' ? set_at(text) : 1;

		if (text[0] == '\\' && text[1] == 'd') {
			to = stpcpy(to, "[0-9]");
			taken = 2;
		} else if (text[0] == '\\' && text[1] == 'D') {
			to = stpcpy(to, "[^0-9]");
			taken = 2;
		} else {
			taken = text[0] == '\\' && text[1] ? 2 : taken;
			to = mempcpy(to, text, taken);
		}
		text += taken;
	}
	*to = '\0';
}

static enum pattern_status compile_expression(struct pattern *pattern,
					      const char *text,
					      enum pattern_place place,
					      char *why, size_t room)
{
	size_t length = 3 * strlen(text) + sizeof("^()$");
	const char *fault = fault_of(text);
	char *whole;
	int status;

	if (fault) {
		snprintf(why, room, "%s", fault);
		return PATTERN_BAD;
	}
	whole = malloc(length);
	pattern->expression = calloc(1, sizeof(*pattern->expression));
	if (!whole || !pattern->expression) {
		free(whole);
		free(pattern->expression);
		pattern->expression = NULL;
		return PATTERN_NO_MEMORY;
	}
	/* First as it stands: what it lacks must not come from "^()$". */
	expand_digits(text, whole + 2);
	status = regcomp(pattern->expression, whole + 2,
			 REG_EXTENDED | REG_NOSUB);
	if (!status && place == PATTERN_WHOLE) {
		regfree(pattern->expression);
		memcpy(whole, "^(", 2);
		strcat(whole, ")$");
		status = regcomp(pattern->expression, whole,
				 REG_EXTENDED | REG_NOSUB);
	}
	free(whole);
	if (!status)
		return PATTERN_MADE;
	regerror(status, pattern->expression, why, room);
	free(pattern->expression);
	pattern->expression = NULL;
	return status == REG_ESPACE ? PATTERN_NO_MEMORY : PATTERN_BAD;
}

uint64_t pattern_pairs(const char *text, size_t length)
{
	uint64_t pairs = 0;

	for (size_t i = 1; i < length; i++) {
		unsigned first = (unsigned char)text[i - 1];
		unsigned second = (unsigned char)text[i];

		pairs |= UINT64_C(1) << ((7 * first + second) % 64);
	}
	return pairs;
}

static void note_pairs(struct pattern *pattern)
{
	for (size_t i = 0; i < pattern->pieces; i++)
		pattern->pairs |= pattern_pairs(pattern->piece[i].text,
						pattern->piece[i].length);
}

enum pattern_status pattern_compile(struct pattern *pattern, const char *text,
				    enum pattern_place place, char *why,
				    size_t room)
{
	size_t length = strlen(text);

	*pattern = (struct pattern){
		.text = malloc(2 * length + 2),
		.piece = malloc((length / 2 + 3) * sizeof(*pattern->piece)),
	};
	if (!pattern->text || !pattern->piece)
		return PATTERN_NO_MEMORY;
	if (read_pieces(pattern, text) == length && place == PATTERN_WHOLE) {
		note_pairs(pattern);
		return PATTERN_MADE;
	}
	read_required(&pattern->piece[1], text, pattern->text + length + 1);
	if (place == PATTERN_ANYWHERE)
		pattern->piece[0].length = 0;
	if (has_alternatives(text))
		pattern->piece[0].length = pattern->piece[1].length = 0;
	pattern->pieces = 2;
	note_pairs(pattern);
	return compile_expression(pattern, text, place, why, room);
}

static bool begins(const struct pattern_piece *piece, const char *name,
		   size_t length)
{
	return length >= piece->length &&
	       memcmp(name, piece->text, piece->length) == 0;
}

/* The last piece must end the name. */
static bool ends(const struct pattern_piece *piece, const char *name,
		 size_t length)
{
	return length >= piece->least + piece->length &&
	       memcmp(name + length - piece->length, piece->text,
		      piece->length) == 0;
}

/* Leftmost pieces leave the most to those that come behind. */
static bool pieces_match(const struct pattern *pattern, const char *name,
			 size_t length)
{
	const struct pattern_piece *piece = pattern->piece;
	const char *at = name + piece->length, *end = name + length;

	if (pattern->pieces == 1)
		return length == piece->length;
	for (size_t i = 1; i + 1 < pattern->pieces; i++) {
		const char *found;

		piece = &pattern->piece[i];
		if ((size_t)(end - at) < piece->least + piece->length)
			return false;
		at += piece->least;
		found = memmem(at, (size_t)(end - at), piece->text,
			       piece->length);
		if (!found)
			return false;
		at = found + piece->length;
	}
	return ends(&pattern->piece[pattern->pieces - 1], at,
		    (size_t)(end - at));
}

int pattern_try(const struct pattern *pattern, const char *name, size_t length)
{
	int status;

	if (!begins(pattern->piece, name, length))
		return 0;
	if (!pattern->expression)
		return pieces_match(pattern, name, length);
	if (!memmem(name, length, pattern->piece[1].text,
		    pattern->piece[1].length))
		return 0;
	/* The GNU C library calls it no match, too, when memory ends. */
	errno = 0;
	status = regexec(pattern->expression, name, 0, NULL, 0);
	if (!status)
		return 1;
	return status == REG_NOMATCH && errno != ENOMEM ? 0 : -1;
}

bool pattern_matches(const struct pattern *pattern, const char *name,
		     size_t length)
{
	return pattern_try(pattern, name, length) == 1;
}

int pattern_first_byte(const struct pattern *pattern)
{
	const struct pattern_piece *piece = pattern->piece;

	return piece->length ? (unsigned char)piece->text[0] : -1;
}

/*
 * Whether a name matches that has a byte more (+1), less (-1) or another one
 * (0) at a place, whatever byte the pattern wants there.
 */
static bool matches_changed(const struct pattern *pattern, char *changed,
			    const char *name, size_t length, size_t place,
			    int more, unsigned char byte)
{
	size_t behind = place + (more <= 0);

	memcpy(changed, name, place);
	if (more >= 0)
		changed[place] = (char)byte;
	memcpy(changed + place + (more >= 0), name + behind,
	       length - behind + 1);
	return pattern_matches(pattern, changed,
			       length + (size_t)(more + 1) - 1);
}

bool pattern_nearly_matches(const struct pattern *pattern, const char *name,
			    size_t length)
{
	size_t literal = 0;
	bool found = false;
	char *changed;

	for (size_t i = 0; i < pattern->pieces; i++)
		literal += pattern->piece[i].length;
	if (pattern->expression || literal < NEAR_LITERAL ||
	    length > NEAR_LENGTH)
		return false;
	changed = malloc(length + 2);
	for (size_t i = 0; changed && !found && i <= length; i++) {
		if (i < length)
			found = matches_changed(pattern, changed, name, length,
						i, -1, 0);
		/* The byte that is wanted is one of the pattern's. */
		for (size_t k = 0; !found && k < literal; k++) {
			unsigned char byte = (unsigned char)pattern->text[k];

			if (memchr(pattern->text, byte, k))
				continue;
			found = matches_changed(pattern, changed, name, length,
						i, 1, byte) ||
				(i < length &&
				 matches_changed(pattern, changed, name, length,
						 i, 0, byte));
		}
	}
	free(changed);
	return found;
}

void pattern_release(struct pattern *pattern)
{
	if (pattern->expression)
		regfree(pattern->expression);
	free(pattern->expression);
	free(pattern->piece);
	free(pattern->text);
	*pattern = (struct pattern){ 0 };
}
