/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_MAIL_LINES_H
#define IO_MAIL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A mail may have 998 bytes in a line. */
enum { MAIL_LINE_MOST = 990, MAIL_LINE_HEAD = 400, MAIL_LINE_TAIL = 500 };

/* Lines of UTF-8 on their way; a longer one loses its middle. */
struct mail_lines {
	FILE *stream;		   /* where they go */
	size_t length;		   /* of this line so far */
	char line[MAIL_LINE_MOST]; /* its first bytes */
	char tail[MAIL_LINE_TAIL]; /* its last ones, in a ring */
};

/*
 * A stream for lines that go to lines->stream; each ends with a line feed.
 * NULL when there is no memory.  It is to be closed.
 */
FILE *mail_lines_open(struct mail_lines *lines);

#endif
