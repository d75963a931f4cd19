/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/number.h"

#include <float.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "tests/unit/unit.h"

/* The same bits, so that 0 and -0 differ. */
static bool same(double a, double b)
{
	return !memcmp(&a, &b, sizeof(a));
}

static enum number_kind parse(const char *text, int shift,
			      struct number *number)
{
	return number_parse(text, strlen(text), shift, number);
}

static void check_value(const char *text, int shift, double value, int step)
{
	struct number number;

	ck_assert_msg(parse(text, shift, &number) == NUMBER_VALID,
		      "\"%s\" is not read", text);
	ck_assert_msg(same(number.value, value), "\"%s\" reads as %a, not %a",
		      text, number.value, value);
	ck_assert_msg(number.step == step, "\"%s\" has step %d, not %d", text,
		      number.step, step);
}

static void check_missing(const char *text)
{
	struct number number = { .value = 1, .step = 1 };

	ck_assert_msg(parse(text, 0, &number) == NUMBER_MISSING,
		      "\"%s\" is not missing", text);
	ck_assert(isnan(number.value));
}

static void check_bad(const char *text, const char *complaint)
{
	struct number number = { .value = 1, .step = 1 };
	const char *got = number_complaint(text, strlen(text));

	ck_assert_msg(parse(text, 0, &number) == NUMBER_BAD,
		      "\"%s\" is not refused", text);
	ck_assert_msg(strstr(got, complaint) == got,
		      "\"%s\": \"%s\" instead of \"%s\"", text, got, complaint);
}

START_TEST(values_and_steps)
{
	check_value("0", 0, 0.0, 0);
	check_value("-0", 0, -0.0, 0);
	check_value("7", 0, 7, 0);
	check_value("+5", 0, 5, 0);
	check_value(".5", 0, .5, -1);
	check_value("5.", 0, 5, 0);
	check_value("-.25", 0, -.25, -2);
	check_value("12.34", 0, 12.34, -2);
	check_value("1.50", 0, 1.5, -2);
	check_value("1500", 0, 1500, 0);
	check_value("1e3", 0, 1000, 3);
	check_value("1.50e3", 0, 1500, 1);
	check_value("1E5", 0, 1e5, 5);
	check_value("1e+05", 0, 1e5, 5);
	check_value("1e-05", 0, 1e-5, -5);
	check_value("007", 0, 7, 0);
	check_value("1474000000.12", 0, 1474000000.12, -2);
	check_value(" \t 37.77\t ", 0, 37.77, -2);
	check_value("0e999", 0, 0, 999);
	check_value("0e-999999999999999999999", 0, 0, -1000);
	check_value("1e-200", 0, 1e-200, -200);
	check_value("1e200", 0, 1e200, 200);
}
END_TEST

START_TEST(shift_comes_before_rounding)
{
	check_value("1.5", 3, 1500, 2);
	check_value("1500", -3, 1.5, -3);
	check_value("1.1", -6, 1.1e-6, -7);
	/* 0.57 * 1000 is not 570 in doubles. */
	check_value("0.57", 3, 570, 1);
	check_value("123.456789e-3", -3, 123.456789e-6, -12);
	check_value("5e-324", 324, 5, 0);
	check_value("1e308", 1 - 309, 1, 0);
}
END_TEST

START_TEST(length_is_respected)
{
	struct number number;

	ck_assert_int_eq(number_parse("12345", 2, 0, &number), NUMBER_VALID);
	ck_assert_double_eq(number.value, 12);
	ck_assert_int_eq(number_parse("1e5", 1, 0, &number), NUMBER_VALID);
	ck_assert_double_eq(number.value, 1);
	ck_assert_int_eq(number_parse("1", 0, 0, &number), NUMBER_MISSING);
	ck_assert_int_eq(number_parse("nano", 3, 0, &number), NUMBER_MISSING);
}
END_TEST

/*
 * Known hard cases: halfway between two doubles and a hair beside it, the ends
 * of the range, and texts on which decimal readers have failed.
 */
START_TEST(nearest_double)
{
	check_value("1.00000000000000011102230246251565404236316680908203125",
		    0, 1, -53);
	check_value("1.00000000000000011102230246251565404236316680908203124",
		    0, 1, -53);
	check_value("1.00000000000000011102230246251565404236316680908203126",
		    0, 0x1.0000000000001p0, -53);
	check_value("9007199254740992", 0, 0x1p53, 0);
	check_value("9007199254740993", 0, 0x1p53, 0);
	check_value("9007199254740993.0", 0, 0x1p53, -1);
	check_value("9007199254740993.1", 0, 0x1.0000000000001p53, -1);
	check_value("9007199254740993e22", 0, 0x1.0f0cf064dd593p126, 22);
	check_value("9007199254740995", 0, 0x1.0000000000002p53, 0);
	check_value("18446744073709551615", 0, 0x1p64, 0);
	check_value("0.30000000000000004", 0, 0x1.3333333333334p-2, -17);
	check_value("0.1234567890123456789", 0, 0x1.f9add3746f65fp-4, -19);
	check_value("2.2250738585072011e-308", 0, 0x0.fffffffffffffp-1022,
		    -324);
	check_value("2.2250738585072012e-308", 0, 0x1p-1022, -324);
	check_value("1.7976931348623157e308", 0, DBL_MAX, 292);
	check_value("1.7976931348623158e308", 0, DBL_MAX, 292);
	check_value("5e-324", 0, 0x1p-1074, -324);
	check_value("2.4703282292062327208e-324", 0, 0, -343);
	check_value("2.4703282292062327209e-324", 0, 0x1p-1074, -343);
	check_value("1e-999", 0, 0, -999);
	check_value("-1e-999", 0, -0.0, -999);
	check_value("8e22", 0, 0x1.0f0cf064dd592p76, 22);
	check_value("1e23", 0, 0x1.52d02c7e14af6p76, 23);
	check_value("1e37", 0, 0x1.e17b84357691bp122, 37);
}
END_TEST

/* Digits beyond any double, and still they count. */
START_TEST(long_texts)
{
	/* Behind "1.", halfway to the next double. */
	static const char half[] =
		"00000000000000011102230246251565404236316680908203125";
	static char text[70000];
	size_t length = 60000;
	struct number number;

	text[0] = '1';
	text[1] = '.';
	memset(text + 2, '0', length);
	memcpy(text + 2, half, sizeof(half) - 1);
	ck_assert_int_eq(number_parse(text, length, 0, &number), NUMBER_VALID);
	ck_assert(same(number.value, 1));
	ck_assert_int_eq(number.step, -NUMBER_STEP_LIMIT);
	text[length - 1] = '1';
	ck_assert_int_eq(number_parse(text, length, 0, &number), NUMBER_VALID);
	ck_assert(same(number.value, 0x1.0000000000001p0));

	memset(text, '0', length);
	memcpy(text + length, "1e-7", 5);
	ck_assert_int_eq(number_parse(text, length + 4, 0, &number),
			 NUMBER_VALID);
	ck_assert(same(number.value, 1e-7));

	text[1] = '.';
	memcpy(text + length, "1e60000", 8);
	ck_assert_int_eq(number_parse(text, length + 7, 0, &number),
			 NUMBER_VALID);
	ck_assert(same(number.value, 10));

	memset(text, '9', length);
	ck_assert_int_eq(number_parse(text, length, 0, &number), NUMBER_BAD);
	memcpy(text + length, "e-60000", 8);
	ck_assert_int_eq(number_parse(text, length + 7, 0, &number),
			 NUMBER_VALID);
	ck_assert(same(number.value, 1));
}
END_TEST

START_TEST(missing)
{
	static const char *const texts[] = {
		"",	" ",	"\t \t",     "nan",   "NaN",	  "NAN",
		"-nan", "+nan", "inf",	     "Inf",   "Infinity", "infinity",
		"-inf", "+inf", "-Infinity", " nan ",
	};
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check_missing(texts[i]);
}
END_TEST

START_TEST(bad_with_the_cure)
{
	static const char unit[] =
		"a unit behind the figure: put it into a unit column";
	static const char thousands[] =
		"thousands separators are not read: write 1234567";
	static const char comma[] = "a decimal comma? --decimal ,";
	static const char plain[] = "not a number";
	static const char exponent[] = "an exponent without digits";
	static const char range[] = "beyond the range of a double";
	static const char hexadecimal[] =
		"hexadecimal figures are not read: write it in decimal";
	static const struct {
		const char *text, *complaint;
	} bad[] = {
		{ "0x10", hexadecimal },
		{ "-0X1p3", hexadecimal },
		{ "1,234", thousands },
		{ "-1,234,567.89", thousands },
		{ "1.234.567", thousands },
		{ "1.234.567,8", thousands },
		{ "1 234 567", thousands },
		{ "1_000", thousands },
		{ "12'345.6", thousands },
		{ "1,5", comma },
		{ "-1,5e3", comma },
		{ ",5", comma },
		{ "5,", comma },
		{ "0,125", comma },
		{ "1234,567", comma },
		{ "12ms", unit },
		{ "12 ms", unit },
		{ "5%", unit },
		{ "1.5e3us", unit },
		{ "3 \xc2\xb5s", unit },
		{ "1e", exponent },
		{ "1e+", exponent },
		{ "--1", plain },
		{ "+-1", plain },
		{ ".", plain },
		{ "+", plain },
		{ "-", plain },
		{ ",", plain },
		{ "e5", plain },
		{ "1 2", plain },
		{ "1.2.3", plain },
		{ "1,2,3", plain },
		{ "1;2", plain },
		{ "nan(123)", plain },
		{ "nano", plain },
		{ "infinit", plain },
		{ "--inf", plain },
		{ "abc", plain },
		{ "12\v", plain },
		{ "1e999", range },
		{ "-1e309", range },
		{ "1.7976931348623159e308", range },
		{ "1e99999999999999999999", range },
		{ "1e18446744073709551617", range },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		check_bad(bad[i].text, bad[i].complaint);
	/* One group may be either, and the other cure is named as well. */
	ck_assert_ptr_nonnull(
		strstr(number_complaint("1,234", 5), "--decimal ,"));
	ck_assert_ptr_null(
		strstr(number_complaint("1,234,567", 9), "--decimal ,"));
}
END_TEST

START_TEST(shift_beyond_the_range)
{
	struct number number;

	ck_assert_int_eq(parse("1e300", 9, &number), NUMBER_BAD);
	ck_assert(isnan(number.value));
}
END_TEST

static void check_format(double value, const char *want)
{
	char text[NUMBER_ROOM], longer[NUMBER_ROOM];

	ck_assert_uint_eq(number_format(value, text), strlen(text));
	ck_assert_str_eq(text, want);
	if (!*want || value == 0)
		return;
	snprintf(longer, sizeof(longer), "-%s", want);
	ck_assert_uint_eq(number_format(-value, text), strlen(longer));
	ck_assert_str_eq(text, longer);
}

START_TEST(shortest_texts)
{
	check_format(0.0, "0");
	check_format(-0.0, "-0");
	check_format(1, "1");
	check_format(0.1, "0.1");
	check_format(0.1 + 0.2, "0.30000000000000004");
	check_format(37.77, "37.77");
	check_format(100000, "100000");
	check_format(1474000000.12, "1474000000.12");
	check_format(1 / 3.0, "0.3333333333333333");
	check_format(2 / 3e5, "6.666666666666667e-6");
}
END_TEST

START_TEST(shortest_at_the_edges)
{
	check_format(0.0001, "0.0001");
	check_format(0.00001, "1e-5");
	check_format(0.000012345, "1.2345e-5");
	check_format(0.00000999, "9.99e-6");
	check_format(1e-6, "1e-6");
	check_format(1e15, "1000000000000000");
	check_format(1e16, "10000000000000000");
	check_format(12345678901234568, "12345678901234568");
	check_format(1e17, "1e+17");
	check_format(1e22, "1e+22");
	check_format(1e23, "1e+23");
	check_format(9007199254740991, "9007199254740991");
	check_format(999999999999999.9, "999999999999999.9");
	check_format(99999999999999.98, "99999999999999.98");
	check_format(0x1p-1074, "5e-324");
	check_format(0x1p-1022, "2.2250738585072014e-308");
	check_format(DBL_MAX, "1.7976931348623157e+308");
	/* The nearest of 16 digits, ...801, reads as the double below. */
	check_format(0x1p-44, "5.684341886080802e-14");
	check_format(1.2345678901234568e-300, "1.2345678901234568e-300");
	check_format((double)NAN, "");
	check_format((double)INFINITY, "");
	check_format(-(double)INFINITY, "");
}
END_TEST

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* The C library is the judge, here and below; it rounds correctly. */
START_TEST(full_digits_as_the_c_library)
{
	uint64_t state = 362436069;
	struct number number;
	char text[64];
	double want;
	long i;

	for (i = 0; i < 100000; i++) {
		snprintf(text, sizeof(text), "%llue-%ld",
			 (unsigned long long)(next_random(&state) >> 4),
			 10 + i % 10);
		want = strtod(text, NULL);
		ck_assert_msg(parse(text, 0, &number) == NUMBER_VALID &&
				      same(number.value, want),
			      "\"%s\" reads as %a, not %a", text, number.value,
			      want);
	}
}
END_TEST

START_TEST(reads_as_the_c_library_does)
{
	uint64_t state = 88172645463325252u, bits;
	struct number number;
	char text[64];
	double want;
	long i;

	for (i = 0; i < 300000; i++) {
		bits = next_random(&state);
		snprintf(text, sizeof(text), "%llu.%llue%d",
			 (unsigned long long)(bits >> (24 + i % 40)),
			 (unsigned long long)(bits % 1000 >> i % 7),
			 (int)(next_random(&state) % 70) - 45);
		want = strtod(text, NULL);
		ck_assert_msg(parse(text, 0, &number) == NUMBER_VALID &&
				      same(number.value, want),
			      "\"%s\" reads as %a, not %a", text, number.value,
			      want);
	}
}
END_TEST

/* Reads back, and no text with a digit less does. */
START_TEST(formats_the_shortest)
{
	uint64_t state = 1234567, bits;
	char text[NUMBER_ROOM], shorter[64];
	int digits;
	double value;
	const char *at;
	long i;

	for (i = 0; i < 100000; i++) {
		bits = next_random(&state);
		if (i % 3 == 0)
			memcpy(&value, &bits, sizeof(value));
		else
			value = (double)(bits % 1000000) /
				(i % 3 == 1 ? 1e3 : 7.0);
		if (!isfinite(value))
			continue;
		number_format(value, text);
		ck_assert_msg(same(strtod(text, NULL), value),
			      "%a formats as \"%s\"", value, text);
		for (digits = 0, at = text; *at && *at != 'e'; at++)
			if (*at >= '0' && *at <= '9' && (digits || *at != '0'))
				digits++;
		if (!strpbrk(text, ".e") || digits < 2)
			continue;
		snprintf(shorter, sizeof(shorter), "%.*e", digits - 2, value);
		ck_assert_msg(!same(strtod(shorter, NULL), value),
			      "\"%s\" is not shorter than \"%s\"", text,
			      shorter);
	}
}
END_TEST

/* Where the machine has a locale with a decimal comma, it changes nothing. */
START_TEST(no_locale)
{
	static const char *const locales[] = {
		"de_DE.UTF-8", "de_DE.utf8",  "fr_FR.UTF-8",
		"fr_FR.utf8",  "es_ES.UTF-8", "pt_BR.UTF-8",
		"ru_RU.UTF-8", "de_DE",	      "fr_FR",
	};
	char text[8];
	size_t i;

	for (i = 0; i < sizeof(locales) / sizeof(*locales); i++) {
		if (!setlocale(LC_ALL, locales[i]))
			continue;
		snprintf(text, sizeof(text), "%.1f", 0.5);
		if (strcmp(text, "0,5") != 0)
			continue;
		check_value("37.77", 0, 37.77, -2);
		check_value("1.2345678901234567e-300", 0,
			    1.2345678901234567e-300, -316);
		check_bad("1,5", "a decimal comma?");
		check_format(37.77, "37.77");
		check_format(0.1 + 0.2, "0.30000000000000004");
		check_format(1.2345678901234568e-300,
			     "1.2345678901234568e-300");
		break;
	}
	setlocale(LC_ALL, "C");
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("number");
	TCase *tcase = tcase_create("number");

	tcase_add_test(tcase, values_and_steps);
	tcase_add_test(tcase, shift_comes_before_rounding);
	tcase_add_test(tcase, length_is_respected);
	tcase_add_test(tcase, nearest_double);
	tcase_add_test(tcase, long_texts);
	tcase_add_test(tcase, missing);
	tcase_add_test(tcase, bad_with_the_cure);
	tcase_add_test(tcase, shift_beyond_the_range);
	tcase_add_test(tcase, shortest_texts);
	tcase_add_test(tcase, shortest_at_the_edges);
	tcase_add_test(tcase, reads_as_the_c_library_does);
	tcase_add_test(tcase, full_digits_as_the_c_library);
	tcase_add_test(tcase, formats_the_shortest);
	tcase_add_test(tcase, no_locale);
	tcase_set_timeout(tcase, 120);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
