/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"

enum {
	PLAIN_LOW = -4, /* decimal exponents printed without "e" */
	PLAIN_HIGH = 16,
	SURE_DIGITS = 15, /* survive decimal to double to decimal */
	FULL_DIGITS = 17, /* tell any double from any other */
};

/* The digits of a value, without zeros at the end, and where they stand. */
struct digits {
	char digit[24];
	int count;
	int exponent; /* decimal, of the first digit */
};

static void strip_zeros(struct digits *digits)
{
	while (digits->count > 1 && digits->digit[digits->count - 1] == '0')
		digits->count--;
}

static bool reads_back(const struct digits *digits, double value)
{
	struct number number;

	return number_parse(digits->digit, (size_t)digits->count,
			    digits->exponent - digits->count + 1,
			    &number) == NUMBER_VALID &&
	       number.value == value;
}

static void digits_of_integer(struct digits *digits, uint64_t integer)
{
	char text[24];
	int at = 0;

	do
		text[at++] = (char)('0' + integer % 10);
	while (integer /= 10);
	digits->count = 0;
	while (at)
		digits->digit[digits->count++] = text[--at];
}

/*
 * No two numbers of 15 digits read as one double, so one that reads back is the
 * shortest once its zeros are gone.  Most figures have that few.
 */
static bool few_digits(struct digits *digits, double value)
{
	double scaled = value;
	int places = 0;

	if (value != floor(value) || value >= 1e15) {
		if (value < 1e-5 || value >= 1e14)
			return false;
		places = SURE_DIGITS - 1 - (int)floor(log10(value));
		scaled = value * pow(10, places);
		if (scaled >= 1e15)
			scaled = value * pow(10, --places);
	}
	digits_of_integer(digits, (uint64_t)(scaled + 0.5));
	digits->exponent = digits->count - 1 - places;
	strip_zeros(digits);
	return reads_back(digits, value);
}

/* Only the digits are taken from printf(), as the point is the locale's. */
static void round_digits(struct digits *digits, double value, int count)
{
	char text[64];
	const char *at = text;

	snprintf(text, sizeof(text), "%.*e", count - 1, value);
	for (digits->count = 0; *at && *at != 'e'; at++)
		if (*at >= '0' && *at <= '9' && digits->count < FULL_DIGITS)
			digits->digit[digits->count++] = *at;
	digits->exponent = *at ? atoi(at + 1) : 0;
	strip_zeros(digits);
}

/* Adds one to the last of `count` digits. */
static void round_up(struct digits *digits, int count)
{
	while (digits->count < count)
		digits->digit[digits->count++] = '0';
	while (count && digits->digit[count - 1] == '9')
		count--;
	digits->count = count;
	if (count) {
		digits->digit[count - 1]++;
	} else {
		digits->digit[digits->count++] = '1';
		digits->exponent++;
	}
}

/*
 * Below a power of two the doubles lie twice as close as above it, so that the
 * nearest short number may read as the double below while the next one up still
 * reads back.  Elsewhere the nearest does if any does.
 */
static void shortest_digits(struct digits *digits, double value)
{
	int unused, count;
	bool power_of_two = frexp(value, &unused) == 0.5;

	for (count = value < DBL_MIN ? 1 : SURE_DIGITS; count < FULL_DIGITS;
	     count++) {
		round_digits(digits, value, count);
		if (reads_back(digits, value))
			return;
		if (!power_of_two)
			continue;
		round_up(digits, count);
		if (reads_back(digits, value))
			return;
	}
	round_digits(digits, value, FULL_DIGITS);
}

static char *write_zeros(char *at, int count)
{
	while (count-- > 0)
		*at++ = '0';
	return at;
}

static char *write_digits(char *at, const struct digits *digits, int from,
			  int to)
{
	memcpy(at, digits->digit + from, (size_t)(to - from));
	return at + (to - from);
}

static char *write_plain(char *at, const struct digits *digits)
{
	int whole = digits->exponent + 1;

	if (whole >= digits->count)
		return write_zeros(write_digits(at, digits, 0, digits->count),
				   whole - digits->count);
	if (whole > 0) {
		at = write_digits(at, digits, 0, whole);
	} else {
		*at++ = '0';
	}
	*at++ = '.';
	if (whole < 0)
		at = write_zeros(at, -whole);
	return write_digits(at, digits, whole > 0 ? whole : 0, digits->count);
}

static char *write_scientific(char *at, const struct digits *digits)
{
	struct digits exponent;

	at = write_digits(at, digits, 0, 1);
	if (digits->count > 1) {
		*at++ = '.';
		at = write_digits(at, digits, 1, digits->count);
	}
	*at++ = 'e';
	*at++ = digits->exponent < 0 ? '-' : '+';
	digits_of_integer(&exponent, (uint64_t)abs(digits->exponent));
	return write_digits(at, &exponent, 0, exponent.count);
}

size_t number_format(double value, char text[NUMBER_ROOM])
{
	struct digits digits = { .digit = "0", .count = 1 };
	char *at = text;

	if (isfinite(value)) {
		if (signbit(value))
			*at++ = '-';
		value = fabs(value);
		if (value > 0 && !few_digits(&digits, value))
			shortest_digits(&digits, value);
		if (digits.exponent >= PLAIN_LOW &&
		    digits.exponent <= PLAIN_HIGH)
			at = write_plain(at, &digits);
		else
			at = write_scientific(at, &digits);
	}
	*at = '\0';
	return (size_t)(at - text);
}
