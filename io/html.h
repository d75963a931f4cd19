/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_HTML_H
#define IO_HTML_H

#include <stddef.h>
#include <stdio.h>

/*
 * A text from the data as text of a page, or as the value of an attribute in
 * double quotes: it never is markup.  Bytes that are no UTF-8 become U+FFFD;
 * control characters and the marks that turn the direction of writing are
 * named, as in "[U+202E]".
 */
void html_text(FILE *stream, const char *text);

/*
 * The same for the text of an element.  One of more than `most` characters
 * loses its middle, and is whole in the title.
 */
void html_name(FILE *stream, const char *text, size_t most);

#endif
