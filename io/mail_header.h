/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_MAIL_HEADER_H
#define IO_MAIL_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Header lines of a mail (RFC 5322).  Lines end with a line feed alone, as
 * sendmail(8) and git take them.  They are folded at 76 columns; a word that is
 * longer has a line of its own.
 */

/*
 * An unstructured header such as "Subject: TEXT".  Whatever the text holds, it
 * is one header: control characters, marks that turn the direction of writing
 * and invalid UTF-8 become "?", several blanks become one.  Words that are not
 * ASCII, that could be taken for an encoded word or that are too long for a
 * line become encoded words (RFC 2047) of at most 75 characters, none of which
 * splits a character.  Returns false when there is no memory.
 */
bool mail_header_text(FILE *stream, const char *name, const char *text);

/*
 * A header of addresses, such as "To: A. Name <a@example.org>, b@example.org";
 * nothing when there are none.  Each must be sane.  A name is quoted or encoded
 * where it must be.
 */
void mail_header_addresses(FILE *stream, const char *name,
			   const char *const *address, size_t addresses);

/*
 * A header of a message's id, which need not have its angle brackets.  Returns
 * false, and prints nothing, where the text is no such id.
 */
bool mail_header_id(FILE *stream, const char *name, const char *id);

/*
 * Whether a text is one address, "a@example.org" or "Name <a@example.org>": an
 * address is of letters, digits and such signs as need no quoting; a name is
 * UTF-8 without control characters, in double quotes where it has signs that
 * separate addresses.
 */
bool mail_address_is_sane(const char *text);

/* The last second that mail_date() can name: of the year 9999. */
#define MAIL_DATE_MOST INT64_C(253402300799)

enum { MAIL_DATE_ROOM = 40 };

/*
 * Seconds since 1970, 0 to MAIL_DATE_MOST, as a date in UTC: "Tue, 31 Mar 2026
 * 08:47:54 +0000", in no locale.
 */
void mail_date(int64_t seconds, char text[MAIL_DATE_ROOM]);

#endif
