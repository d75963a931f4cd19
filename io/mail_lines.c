/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/mail_lines.h"

#include <sys/types.h>

static bool begins_character(char byte)
{
	return ((unsigned char)byte & 0xc0) != 0x80;
}

static void put_cut(struct mail_lines *lines)
{
	size_t head = MAIL_LINE_HEAD, skip = 0;
	size_t begin = lines->length % MAIL_LINE_TAIL;

	while (head && !begins_character(lines->line[head]))
		head--;
	while (skip < MAIL_LINE_TAIL &&
	       !begins_character(lines->tail[(begin + skip) % MAIL_LINE_TAIL]))
		skip++;
	fwrite(lines->line, 1, head, lines->stream);
	fputs(" ... ", lines->stream);
	for (; skip < MAIL_LINE_TAIL; skip++)
		putc(lines->tail[(begin + skip) % MAIL_LINE_TAIL],
		     lines->stream);
}

static ssize_t take(void *cookie, const char *bytes, size_t count)
{
	struct mail_lines *lines = cookie;

	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			if (lines->length < MAIL_LINE_MOST)
				lines->line[lines->length] = bytes[i];
			lines->tail[lines->length % MAIL_LINE_TAIL] = bytes[i];
			lines->length++;
			continue;
		}
		if (lines->length <= MAIL_LINE_MOST)
			fwrite(lines->line, 1, lines->length, lines->stream);
		else
			put_cut(lines);
		putc('\n', lines->stream);
		lines->length = 0;
	}
	return ferror(lines->stream) ? 0 : (ssize_t)count;
}

FILE *mail_lines_open(struct mail_lines *lines)
{
	return fopencookie(lines, "w",
			   (cookie_io_functions_t){ .write = take });
}
