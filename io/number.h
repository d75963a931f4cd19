/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_NUMBER_H
#define IO_NUMBER_H

#include <stddef.h>

/* What a text is. */
enum number_kind {
	NUMBER_VALID,
	NUMBER_MISSING, /* empty, nan, inf: a sample that is not there */
	NUMBER_BAD,
};

/* Beyond the exponents of all doubles. */
enum { NUMBER_STEP_LIMIT = 1000 };

struct number {
	double value; /* the double nearest to the text; NaN when
				   missing */
	int step;     /* decimal exponent of the last digit written,
				   within +-NUMBER_STEP_LIMIT: "12.34" -2,
				   "7" 0, "1.50e3" 1; a shift is added to it */
};

/*
 * Decimal or scientific text to the nearest double, in no locale; blanks and
 * tabs around it are allowed.  `shift` is added to the decimal exponent before
 * rounding: 3 reads "1.5" as 1500.  A text beyond the range of a double is bad.
 */
enum number_kind number_parse(const char *text, size_t length, int shift,
			      struct number *number);

/*
 * Why a bad text is none, with the cure, as the middle of a sentence: "not a
 * number", "a decimal comma (--decimal ,?)" ...
 */
const char *number_complaint(const char *text, size_t length);

enum { NUMBER_ROOM = 32 };

/*
 * The shortest text that reads back as the same double, in no locale, such as
 * 100000, 0.1, 5e-324, 1e+22; "" for a NaN or an infinity.  Returns the length
 * without the NUL.
 */
size_t number_format(double value, char text[NUMBER_ROOM]);

#endif
