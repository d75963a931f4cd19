/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes as the text of a number, held against strtod(), and their first
 * eight as a double that is written and read back.
 */

enum fuzz_verdict fuzz_verdict;

static bool same(double a, double b)
{
	return a == b && !signbit(a) == !signbit(b);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The text with `shift` added to its exponent, by strtod(). */
static double shifted(const char *text, int shift)
{
	size_t mantissa = strcspn(text + strspn(text, " \t"), " \teE");
	long exponent = 0;
	double value;
	char *copy;

	text += strspn(text, " \t");
	if (text[mantissa] == 'e' || text[mantissa] == 'E')
		exponent = strtol(text + mantissa + 1, NULL, 10);
	if (exponent > 1000000)
		exponent = 1000000;
	if (exponent < -1000000)
		exponent = -1000000;
	copy = malloc(mantissa + 32);
	law(copy);
	memcpy(copy, text, mantissa);
	snprintf(copy + mantissa, 32, "e%ld", exponent + shift);
	value = strtod(copy, NULL);
	free(copy);
	return value;
}

static void check_valid(const char *text, size_t length,
			const struct number *number)
{
	static const int shifts[] = { -9, -3, -1, 1, 3, 6 };
	struct number other;
	char *end;
	double value = strtod(text, &end);

	while (is_blank(*end))
		end++;
	law(end == text + length);
	law(isfinite(value));
	law(same(number->value, value));
	law(abs(number->step) <= NUMBER_STEP_LIMIT);
	for (size_t i = 0; i < sizeof(shifts) / sizeof(shifts[0]); i++) {
		double want = shifted(text, shifts[i]);

		if (number_parse(text, length, shifts[i], &other) ==
		    NUMBER_VALID)
			law(same(other.value, want));
		else
			law(isinf(want) || fabs(want) < 1e-300);
	}
}

/* Whether a bad text had to be: no decimal number, or out of range. */
static bool is_none(const char *text, size_t length)
{
	char *end;
	double value;

	if (strlen(text) != length || text[strspn(text, " \t0123456789+-.eE")])
		return true;
	value = strtod(text, &end);
	if (end == text)
		return true;
	while (is_blank(*end))
		end++;
	return end != text + length || isinf(value) || fabs(value) < 1e-300;
}

static void check_text(const uint8_t *data, size_t size)
{
	/* Without a byte behind it, so that a sanitizer sees reads of it. */
	char *bare = malloc(size ? size : 1);
	char *text = malloc(size + 1);
	struct number number = { 0 };
	enum number_kind kind;

	law(bare && text);
	memcpy(bare, size ? (const void *)data : "", size);
	memcpy(text, bare, size);
	text[size] = '\0';
	kind = number_parse(bare, size, 0, &number);
	fuzz_verdict = kind == NUMBER_BAD ? FUZZ_BAD : FUZZ_GOOD;
	switch (kind) {
	case NUMBER_VALID:
		check_valid(text, size, &number);
		break;
	case NUMBER_MISSING:
		law(isnan(number.value));
		law(strlen(text) == size);
		law(!text[strspn(text, " \t+-infatyINFATY")]);
		break;
	case NUMBER_BAD:
		law(is_none(text, size));
		law(number_complaint(bare, size)[0] != '\0');
		break;
	}
	free(bare);
	free(text);
}

/* Digits of the mantissa, without leading and trailing zeros. */
static size_t significant(const char *text)
{
	size_t digits = 0, zeros = 0;

	for (; *text && *text != 'e'; text++) {
		if (*text < '0' || *text > '9')
			continue;
		if (*text != '0') {
			digits += zeros + 1;
			zeros = 0;
		} else if (digits) {
			zeros++;
		}
	}
	return digits;
}

static void check_value(double value)
{
	char text[NUMBER_ROOM], longer[64];
	size_t length = number_format(value, text);
	struct number number;

	law(length < NUMBER_ROOM);
	law(strlen(text) == length);
	if (!isfinite(value)) {
		law(length == 0);
		return;
	}
	law(same(strtod(text, NULL), value));
	law(number_parse(text, length, 0, &number) == NUMBER_VALID);
	law(same(number.value, value));
	for (int precision = 1; precision < 17; precision++) {
		snprintf(longer, sizeof(longer), "%.*e", precision - 1, value);
		if (same(strtod(longer, NULL), value)) {
			law(significant(text) <= significant(longer));
			break;
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double value;

	if (size >= sizeof(value)) {
		memcpy(&value, data, sizeof(value));
		check_value(value);
	}
	check_text(data, size);
	return 0;
}
