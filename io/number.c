/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/number.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "io/nearest.h"

enum {
	HELD = 19,	/* decimal digits that any uint64_t can hold */
	EXACT_TEN = 22, /* 10^22 is the last power exact in a double */
	/* No double lies closer to the middle of two than 767 digits show. */
	TELLING = 800,
	EXACT_BITS = 53,
	SURE_DIGITS = 15, /* survive decimal to double to decimal */
};

static const double powers[EXACT_TEN + 1] = {
	1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,	1e8,  1e9,  1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* A text as it is written: digits with a point somewhere, and an exponent. */
struct decimal {
	bool negative;
	const char *start, *stop; /* digits and point */
	size_t digits;		  /* leading zeros included */
	uint64_t mantissa;	  /* wrong beyond HELD digits */
	int64_t exponent;	  /* of the last digit */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void trim(const char **text, const char **end)
{
	while (*text < *end && is_blank(**text))
		(*text)++;
	while (*text < *end && is_blank((*end)[-1]))
		(*end)--;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/*
 * Eight digits at once: each byte is a digit when its high half is 3 and adding
 * 6 does not change that; then neighbours become pairs, fours, and all eight.
 */
static const char *scan_eights(const char *at, const char *end, uint64_t *value)
{
	const uint64_t bytes = 0x0101010101010101;
	const uint64_t high_halves = 0xf0 * bytes, threes = '0' * bytes;

	while (end - at >= 8) {
		uint64_t word;

		memcpy(&word, at, sizeof(word));
		if ((word & high_halves) != threes ||
		    ((word + 6 * bytes) & high_halves) != threes)
			break;
		word -= threes;
		word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
		word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
		word = (word * 10000 + (word >> 32)) & 0xffffffff;
		*value = *value * 100000000 + word;
		at += 8;
	}
	return at;
}
#else
static const char *scan_eights(const char *at, const char *end, uint64_t *value)
{
	(void)end;
	(void)value;
	return at;
}
#endif

static const char *scan_digits(const char *at, const char *end,
			       uint64_t *mantissa)
{
	uint64_t value = *mantissa;

	at = scan_eights(at, end, &value);
	for (; at < end && is_digit(*at); at++)
		value = value * 10 + (uint64_t)(*at - '0');
	*mantissa = value;
	return at;
}

/* The exponent at `at`, if it is whole; returns what comes behind it. */
static const char *scan_exponent(const char *at, const char *end,
				 int64_t *exponent)
{
	const int64_t huge = 1000000000;
	const char *start = at;
	bool negative;
	int64_t value = 0;

	if (at == end || (*at != 'e' && *at != 'E'))
		return start;
	at++;
	negative = at < end && *at == '-';
	if (at < end && (*at == '-' || *at == '+'))
		at++;
	if (at == end || !is_digit(*at))
		return start;
	for (; at < end && is_digit(*at); at++)
		if (value < huge)
			value = value * 10 + (*at - '0');
	*exponent += negative ? -value : value;
	return at;
}

/* Returns what comes behind the number, or NULL where there is none. */
static const char *scan(const char *at, const char *end,
			struct decimal *decimal)
{
	const char *whole;

	decimal->negative = at < end && *at == '-';
	if (at < end && (*at == '-' || *at == '+'))
		at++;
	decimal->start = at;
	decimal->mantissa = 0;
	decimal->exponent = 0;
	at = scan_digits(at, end, &decimal->mantissa);
	decimal->digits = (size_t)(at - decimal->start);
	if (at < end && *at == '.') {
		whole = ++at;
		at = scan_digits(at, end, &decimal->mantissa);
		decimal->exponent = -(at - whole);
		decimal->digits += (size_t)(at - whole);
	}
	decimal->stop = at;
	if (!decimal->digits)
		return NULL;
	return scan_exponent(at, end, &decimal->exponent);
}

/*
 * strtod() is asked without a decimal point, which is all that a locale could
 * change, and with no more digits than can matter.
 */
static double slow_value(const struct decimal *decimal, int64_t exponent)
{
	char text[TELLING + 32];
	const char *at;
	size_t used = 0;
	int64_t dropped = 0;
	int number = errno;
	bool rest = false;
	double value;

	for (at = decimal->start; at < decimal->stop; at++) {
		if (*at == '.' || (!used && *at == '0'))
			continue;
		if (used < TELLING) {
			text[used++] = *at;
			continue;
		}
		dropped++;
		rest |= *at != '0';
	}
	if (!used)
		return 0;
	exponent += dropped;
	if (rest) {
		text[used++] = '1';
		exponent--;
	}
	snprintf(text + used, sizeof(text) - used, "e%lld",
		 (long long)exponent);
	value = strtod(text, NULL);
	errno = number;
	return value;
}

/* Digits without the zeros in front: 0.00012345678901234567 has 17. */
static size_t significant_digits(const struct decimal *decimal)
{
	const char *at = decimal->start;
	size_t zeros = 0;

	for (; at < decimal->stop && (*at == '0' || *at == '.'); at++)
		zeros += *at == '0';
	return decimal->digits - zeros;
}

/* Whether one operation on doubles rounds once; on the x87 it may be twice. */
#if FLT_EVAL_METHOD == 0
enum { ROUNDS_ONCE = true };
#else
enum { ROUNDS_ONCE = false };
#endif

/*
 * William D. Clinger, "How to read floating point numbers accurately", 1990:
 * where mantissa and power of ten are exact, so is the one rounding.
 */
static double magnitude(const struct decimal *decimal, int64_t exponent)
{
	const uint64_t exact = (uint64_t)1 << EXACT_BITS;
	uint64_t mantissa = decimal->mantissa;
	double value;
	int64_t more;

	if (decimal->digits > HELD && significant_digits(decimal) > HELD)
		return slow_value(decimal, exponent);
	if (!mantissa)
		return 0;
	if (ROUNDS_ONCE && mantissa <= exact) {
		if (exponent < 0 && exponent >= -EXACT_TEN)
			return (double)mantissa / powers[-exponent];
		if (exponent >= 0 && exponent <= EXACT_TEN)
			return (double)mantissa * powers[exponent];
		more = exponent - EXACT_TEN;
		if (more > 0 && more <= SURE_DIGITS &&
		    (double)mantissa * powers[more] < (double)exact)
			return (double)mantissa * powers[more] *
			       powers[EXACT_TEN];
	}
	return nearest_double(mantissa, exponent, &value) ?
		       value :
		       slow_value(decimal, exponent);
}

static bool is_word(const char *at, const char *end, const char *word)
{
	size_t length = strlen(word);

	return (size_t)(end - at) == length && !strncasecmp(at, word, length);
}

static bool is_missing(const char *at, const char *end)
{
	if (at == end)
		return true;
	if (*at == '-' || *at == '+')
		at++;
	return is_word(at, end, "nan") || is_word(at, end, "inf") ||
	       is_word(at, end, "infinity");
}

static int clamp_step(int64_t step)
{
	if (step < -NUMBER_STEP_LIMIT)
		return -NUMBER_STEP_LIMIT;
	return step > NUMBER_STEP_LIMIT ? NUMBER_STEP_LIMIT : (int)step;
}

enum number_kind number_parse(const char *text, size_t length, int shift,
			      struct number *number)
{
	const char *end = text + length;
	struct decimal decimal;
	int64_t exponent;
	double value;

	trim(&text, &end);
	number->value = NAN;
	number->step = 0;
	if (text == end || scan(text, end, &decimal) != end)
		return is_missing(text, end) ? NUMBER_MISSING : NUMBER_BAD;
	exponent = decimal.exponent + shift;
	value = magnitude(&decimal, exponent);
	if (!(value <= DBL_MAX))
		return NUMBER_BAD;
	number->value = decimal.negative ? -value : value;
	number->step = clamp_step(exponent);
	return NUMBER_VALID;
}

/*
 * Counts groups of three digits, "1,234,567" or with another mark, a fraction
 * allowed; 0 where it is none of this.
 */
static size_t count_groups(const char *at, const char *end, char mark)
{
	size_t digits, groups;

	if (at < end && (*at == '-' || *at == '+'))
		at++;
	if (at < end && *at == '0')
		return 0;
	for (digits = 0; at < end && is_digit(*at); at++)
		digits++;
	if (!digits || digits > 3)
		return 0;
	for (groups = 0; at < end && *at == mark; groups++) {
		for (at++, digits = 0; at < end && is_digit(*at); at++)
			digits++;
		if (digits != 3)
			return 0;
	}
	if (at < end && (*at == '.' || *at == ',') && *at != mark)
		for (at++; at < end && is_digit(*at); at++)
			;
	return at == end ? groups : 0;
}

static bool is_thousands(const char *at, const char *end)
{
	static const char marks[] = { ',', '.', ' ', '\'', '_' };
	size_t i;

	for (i = 0; i < sizeof(marks); i++)
		if (count_groups(at, end, marks[i]))
			return true;
	return false;
}

static bool is_hexadecimal(const char *at, const char *end)
{
	if (at < end && (*at == '-' || *at == '+'))
		at++;
	return end - at >= 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
}

/* One comma, where a point would make it a number. */
static bool is_decimal_comma(const char *at, const char *end)
{
	const char *comma = memchr(at, ',', (size_t)(end - at));
	struct decimal left, right;
	const char *sign = at;

	if (!comma)
		return false;
	if (sign < comma && (*sign == '-' || *sign == '+'))
		sign++;
	if (sign < comma && scan(at, comma, &left) != comma)
		return false;
	if (memchr(sign, '.', (size_t)(comma - sign)) ||
	    memchr(sign, 'e', (size_t)(comma - sign)) ||
	    memchr(sign, 'E', (size_t)(comma - sign)))
		return false;
	comma++;
	if (comma == end)
		return sign + 1 < comma;
	return is_digit(*comma) && scan(comma, end, &right) == end &&
	       !memchr(comma, '.', (size_t)(right.stop - comma));
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' ||
	       c == '/' || (unsigned char)c >= 0x80;
}

static const char *complaint_behind(const char *at, const char *end)
{
	if (at < end && (*at == 'e' || *at == 'E') &&
	    (at + 1 == end ||
	     (at + 2 == end && (at[1] == '-' || at[1] == '+'))))
		return "an exponent without digits";
	while (at < end && is_blank(*at))
		at++;
	if (at < end && is_letter(*at))
		return "a unit behind the figure: put it into a unit column";
	return "not a number";
}

const char *number_complaint(const char *text, size_t length)
{
	const char *end = text + length, *behind;
	struct decimal decimal;

	trim(&text, &end);
	if (is_hexadecimal(text, end))
		return "hexadecimal figures are not read: write it in decimal";
	if (count_groups(text, end, ',') == 1 &&
	    !memchr(text, '.', (size_t)(end - text)))
		return "thousands separators are not read: write 1234567 "
		       "(--decimal , if the comma is a decimal one)";
	if (is_thousands(text, end))
		return "thousands separators are not read: write 1234567";
	if (is_decimal_comma(text, end))
		return "a decimal comma? --decimal ,";
	behind = scan(text, end, &decimal);
	if (!behind)
		return "not a number";
	if (behind == end)
		return "beyond the range of a double";
	return complaint_behind(behind, end);
}
