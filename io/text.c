/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
	unsigned first, last;
};

/* What must not reach a terminal: it hides or reorders the rest of the line. */
static const struct range unsafe[] = {
	{ 0x0000, 0x001f }, /* C0 controls */
	{ 0x007f, 0x009f }, /* DEL and C1 controls */
	{ 0x061c, 0x061c }, /* Arabic letter mark */
	{ 0x200e, 0x200f }, /* left-to-right and right-to-left marks */
	{ 0x2028, 0x2029 }, /* line and paragraph separators */
	{ 0x202a, 0x202e }, /* embeddings and overrides */
	{ 0x2066, 0x2069 }, /* isolates */
};

/* What is drawn over, or joins, the character before it. */
static const struct range zero_width[] = {
	{ 0x0300, 0x036f }, { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
	{ 0x200b, 0x200d }, /* zero width space, non-joiner, joiner */
	{ 0x20d0, 0x20ff }, { 0xfe00, 0xfe0f }, /* variation selectors */
	{ 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff }, /* zero width no-break space */
};

static const char ellipsis[] = "\xe2\x80\xa6";

static bool in_ranges(unsigned code, const struct range *range, size_t count)
{
	size_t i;

	for (i = 0; i < count && code >= range[i].first; i++)
		if (code <= range[i].last)
			return true;
	return false;
}

bool text_is_unsafe(unsigned code)
{
	return in_ranges(code, unsafe, sizeof(unsafe) / sizeof(*unsafe));
}

size_t text_code_point(const char *text, unsigned *code)
{
	static const unsigned least[] = { 0, 0x80, 0x800, 0x10000 };
	unsigned char first = (unsigned char)text[0];
	size_t more, i;
	unsigned value;

	if (!first)
		return 0;
	if (first < 0x80) {
		*code = first;
		return 1;
	}
	if (first >= 0xc2 && first < 0xe0)
		more = 1;
	else if (first >= 0xe0 && first < 0xf0)
		more = 2;
	else if (first >= 0xf0 && first < 0xf5)
		more = 3;
	else
		return 0;
	value = first & (0x3fu >> more);
	for (i = 1; i <= more; i++) {
		if (((unsigned char)text[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | ((unsigned char)text[i] & 0x3f);
	}
	if (value < least[more] || value > 0x10ffff ||
	    (value >= 0xd800 && value < 0xe000))
		return 0;
	*code = value;
	return more + 1;
}

/* One step through a text, as it is printed. */
struct glyph {
	const char *print;
	size_t bytes; /* of print */
	size_t columns;
};

/* The glyph at text, which is not at its end; returns what comes next. */
static const char *glyph_next(const char *text, struct glyph *glyph)
{
	unsigned code = 0;
	size_t length;

	if (*text >= ' ' && *text <= '~') {
		*glyph = (struct glyph){ text, 1, 1 };
		return text + 1;
	}
	length = text_code_point(text, &code);
	if (!length || text_is_unsafe(code)) {
		*glyph = (struct glyph){ "?", 1, 1 };
		return text + (length ? length : 1);
	}
	*glyph = (struct glyph){ text, length, 1 };
	if (in_ranges(code, zero_width,
		      sizeof(zero_width) / sizeof(*zero_width)))
		glyph->columns = 0;
	return text + length;
}

size_t text_columns(const char *text)
{
	struct glyph glyph;
	size_t columns = 0;

	while (*text) {
		text = glyph_next(text, &glyph);
		columns += glyph.columns;
	}
	return columns;
}

struct copy {
	char *text;
	size_t room, used, columns;
};

static bool copy_glyph(struct copy *copy, const struct glyph *glyph)
{
	if (glyph->bytes >= copy->room - copy->used)
		return false;
	memcpy(copy->text + copy->used, glyph->print, glyph->bytes);
	copy->used += glyph->bytes;
	copy->columns += glyph->columns;
	return true;
}

/* Copies until `columns` are used; the marks over the last one belong to it. */
static bool copy_columns(struct copy *copy, const char *text, size_t columns)
{
	struct glyph glyph;

	while (*text) {
		text = glyph_next(text, &glyph);
		if (glyph.columns > columns)
			break;
		columns -= glyph.columns;
		if (!copy_glyph(copy, &glyph))
			return false;
	}
	return true;
}

/* The text behind its first `columns` columns. */
static const char *skip_columns(const char *text, size_t columns)
{
	struct glyph glyph;
	const char *next;

	while (*text) {
		next = glyph_next(text, &glyph);
		if (glyph.columns > columns)
			break;
		columns -= glyph.columns;
		text = next;
	}
	return text;
}

size_t text_fit(const char *text, size_t columns, char *copy, size_t room)
{
	static const struct glyph cut = { ellipsis, sizeof(ellipsis) - 1, 1 };
	struct copy fitted = { .text = copy, .room = room };
	size_t wide = text_columns(text), head, tail;

	if (wide <= columns) {
		copy_columns(&fitted, text, columns);
	} else if (columns) {
		/* The end of a name tells more than its start. */
		head = (columns - 1) / 2;
		tail = columns - 1 - head;
		if ((!head || copy_columns(&fitted, text, head)) &&
		    copy_glyph(&fitted, &cut))
			copy_columns(&fitted, skip_columns(text, wide - tail),
				     tail);
	}
	copy[fitted.used] = '\0';
	return fitted.columns;
}

size_t text_put(FILE *stream, const char *text, size_t columns)
{
	size_t room = 4 * strlen(text) + 8, used = 0;
	char *copy = malloc(room);

	if (copy) {
		used = text_fit(text, columns, copy, room);
		fputs(copy, stream);
	}
	free(copy);
	return copy ? used : SIZE_MAX;
}

size_t text_distance(const char *a, const char *b)
{
	enum { ROOM = 64 };
	size_t rows[3][ROOM], *before = rows[0], *last = rows[1];
	size_t *now = rows[2], *spare;
	size_t long_a = strnlen(a, ROOM), long_b = strnlen(b, ROOM), i, j, cost;

	if (long_a >= ROOM || long_b >= ROOM)
		return SIZE_MAX;
	for (j = 0; j <= long_b; j++)
		before[j] = last[j] = j;
	for (i = 1; i <= long_a; i++) {
		now[0] = i;
		for (j = 1; j <= long_b; j++) {
			cost = last[j - 1] + (a[i - 1] != b[j - 1]);
			if (cost > last[j] + 1)
				cost = last[j] + 1;
			if (cost > now[j - 1] + 1)
				cost = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && cost > before[j - 2] + 1)
				cost = before[j - 2] + 1;
			now[j] = cost;
		}
		spare = before;
		before = last;
		last = now;
		now = spare;
	}
	return last[long_b];
}

/* A word with more of its letters wrong was hardly meant. */
static bool is_near(size_t distance, const char *word)
{
	return distance <= 2 || distance <= strlen(word) / 3;
}

bool text_is_nearer(const char *word, const char *other, size_t *least)
{
	size_t distance = text_distance(word, other);

	if (distance >= *least || !is_near(distance, word))
		return false;
	*least = distance;
	return true;
}

void text_did_you_mean(const char *word, const char *(*name)(size_t i),
		       char *hint, size_t room)
{
	int dashes = (int)strspn(word, "-");
	size_t least = SIZE_MAX;

	hint[0] = '\0';
	for (size_t i = 0; name(i); i++) {
		if (!text_is_nearer(word + dashes, name(i), &least))
			continue;
		snprintf(hint, room, "; did you mean %.*s%s?", dashes, word,
			 name(i));
	}
}

int compare_texts(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}
