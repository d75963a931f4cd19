/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/html.h"

#include <string.h>

#include "io/text.h"

enum { REPLACEMENT = 0xfffd };

/* The length in bytes of the next character, which may be none. */
static size_t character(const char *text, unsigned *code)
{
	size_t length = text_code_point(text, code);

	if (length)
		return length;
	*code = REPLACEMENT;
	return 1;
}

static void put_character(FILE *stream, const char *text, size_t length,
			  unsigned code)
{
	if (code == '&')
		fputs("&amp;", stream);
	else if (code == '<')
		fputs("&lt;", stream);
	else if (code == '>')
		fputs("&gt;", stream);
	else if (code == '"')
		fputs("&quot;", stream);
	else if (code == REPLACEMENT)
		fputs("\xef\xbf\xbd", stream);
	else if (text_is_unsafe(code))
		fprintf(stream, "[U+%04X]", code);
	else
		fwrite(text, 1, length, stream);
}

/* Up to `most` characters; returns what follows. */
static const char *put_some(FILE *stream, const char *text, size_t most)
{
	unsigned code;

	for (; *text && most; most--) {
		size_t length = character(text, &code);

		put_character(stream, text, length, code);
		text += length;
	}
	return text;
}

static const char *skip(const char *text, size_t most)
{
	unsigned code;

	for (; *text && most; most--)
		text += character(text, &code);
	return text;
}

static size_t count(const char *text)
{
	unsigned code;
	size_t characters = 0;

	for (; *text; characters++)
		text += character(text, &code);
	return characters;
}

void html_text(FILE *stream, const char *text)
{
	put_some(stream, text, strlen(text));
}

void html_name(FILE *stream, const char *text, size_t most)
{
	size_t characters = count(text), head = most / 2;

	if (characters <= most) {
		html_text(stream, text);
		return;
	}
	fputs("<span title=\"", stream);
	html_text(stream, text);
	fputs("\">", stream);
	put_some(stream, text, head);
	fputs("…", stream);
	html_text(stream, skip(text, characters - (most - head - 1)));
	fputs("</span>", stream);
}
