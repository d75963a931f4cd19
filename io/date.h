/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_DATE_H
#define IO_DATE_H

#include <stdbool.h>

enum { DATE_ROOM = 32 };

/*
 * Seconds since 1970 of an ISO 8601 date: YYYY-MM-DD, or with T or a blank and
 * hh:mm[:ss[.f]] behind it, and then Z, +hh:mm, +hhmm or +hh; without a zone it
 * is UTC.  False for any other text.
 */
bool date_parse(const char *text, double *seconds);

/* YYYY-MM-DD in UTC; "" for a time that has no such date. */
void date_format(double seconds, char text[DATE_ROOM]);

/*
 * The present, or what SOURCE_DATE_EPOCH says where that is set to a whole
 * number of seconds.
 */
double date_now(void);

#endif
