/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text.h"

#include <stdint.h>
#include <string.h>

#include "tests/unit/unit.h"

#define ELLIPSIS "\xe2\x80\xa6"

static void check_fit(const char *text, size_t columns, size_t room,
		      const char *want, size_t used)
{
	char copy[256];
	size_t got;

	memset(copy, '#', sizeof(copy));
	got = text_fit(text, columns, copy, room);
	ck_assert_msg(!strcmp(copy, want), "\"%s\" in %zu columns: \"%s\"",
		      text, columns, copy);
	ck_assert_uint_eq(got, used);
	ck_assert_uint_lt(strlen(copy), room);
	ck_assert_int_eq(copy[room], '#');
}

static void check_clean(const char *text, const char *want)
{
	check_fit(text, SIZE_MAX, 255, want, text_columns(text));
}

START_TEST(code_points)
{
	static const struct {
		const char *text;
		size_t length;
		unsigned code;
	} known[] = {
		{ "", 0, 0 },
		{ "a", 1, 'a' },
		{ "\x7f", 1, 0x7f },
		{ "\xc2\x80", 2, 0x80 },
		{ "\xdf\xbf", 2, 0x7ff },
		{ "\xe0\xa0\x80", 3, 0x800 },
		{ "\xed\x9f\xbf", 3, 0xd7ff },
		{ "\xee\x80\x80", 3, 0xe000 },
		{ "\xef\xbf\xbf", 3, 0xffff },
		{ "\xf0\x90\x80\x80", 4, 0x10000 },
		{ "\xf4\x8f\xbf\xbf", 4, 0x10ffff },
		{ "\x80", 0, 0 }, /* continuation */
		{ "\xbf", 0, 0 },
		{ "\xc0\x80", 0, 0 }, /* overlong */
		{ "\xc1\xbf", 0, 0 },
		{ "\xe0\x9f\xbf", 0, 0 },
		{ "\xf0\x8f\xbf\xbf", 0, 0 },
		{ "\xed\xa0\x80", 0, 0 }, /* surrogates */
		{ "\xed\xbf\xbf", 0, 0 },
		{ "\xf4\x90\x80\x80", 0, 0 }, /* beyond Unicode */
		{ "\xf5\x80\x80\x80", 0, 0 },
		{ "\xff", 0, 0 },
		{ "\xc2", 0, 0 }, /* cut off */
		{ "\xe2\x82", 0, 0 },
		{ "\xf0\x9f\x98", 0, 0 },
		{ "\xe2\x82x", 0, 0 },
	};
	unsigned code;
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		code = 0;
		ck_assert_uint_eq(text_code_point(known[i].text, &code),
				  known[i].length);
		if (known[i].length)
			ck_assert_uint_eq(code, known[i].code);
	}
}
END_TEST

START_TEST(unsafe_becomes_a_question_mark)
{
	check_clean("plain", "plain");
	check_clean("a\tb\nc\x1b[31m\x7f", "a?b?c?[31m?");
	check_clean("\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "???\xc2\xa0");
	check_clean("\xe2\x80\x8e\xe2\x80\x8f", "??");
	check_clean("\xe2\x80\xaa\xe2\x80\xae\xe2\x80\xaf", "??\xe2\x80\xaf");
	check_clean("\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa", "??\xe2\x81\xaa");
	check_clean("\xe2\x80\xa8\xe2\x80\xa9", "??");
	check_clean("\xd8\x9c\xd8\x9d", "?\xd8\x9d");
	check_clean("\xff\xc2x\xe2\x82", "??x??");
	check_clean("\xc3\xa4\xe4\xb8\xad\xf0\x9f\x98\x80",
		    "\xc3\xa4\xe4\xb8\xad\xf0\x9f\x98\x80");
}
END_TEST

START_TEST(columns)
{
	ck_assert_uint_eq(text_columns(""), 0);
	ck_assert_uint_eq(text_columns("abc"), 3);
	ck_assert_uint_eq(text_columns("\xc3\xa4\xff\n"), 3);
	/* Marks over a letter, and what has no width. */
	ck_assert_uint_eq(text_columns("a\xcc\x80"), 1);
	ck_assert_uint_eq(text_columns("a\xcd\xaf"
				       "b"),
			  2);
	ck_assert_uint_eq(text_columns("a\xcd\xb0"), 2);
	ck_assert_uint_eq(text_columns("a\xe1\xaa\xb0\xe1\xab\xbf"), 1);
	ck_assert_uint_eq(text_columns("a\xe1\xb7\x80\xe2\x83\x90"), 1);
	ck_assert_uint_eq(text_columns("a\xef\xb8\xa0\xef\xb8\x8f"), 1);
	ck_assert_uint_eq(text_columns("a\xe2\x80\x8b\xe2\x80\x8d\xef\xbb\xbf"),
			  1);
}
END_TEST

START_TEST(cut_in_the_middle)
{
	check_fit("abcdefghij", 10, 64, "abcdefghij", 10);
	check_fit("abcdefghij", 9, 64, "abcd" ELLIPSIS "ghij", 9);
	check_fit("abcdefghij", 8, 64, "abc" ELLIPSIS "ghij", 8);
	check_fit("abcdefghij", 3, 64, "a" ELLIPSIS "j", 3);
	check_fit("abcdefghij", 2, 64, ELLIPSIS "j", 2);
	check_fit("abcdefghij", 1, 64, ELLIPSIS, 1);
	check_fit("abcdefghij", 0, 64, "", 0);
	check_fit("a", 1, 64, "a", 1);
	check_fit("a", 0, 64, "", 0);
	check_fit("", 0, 64, "", 0);
	check_fit("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4", 3, 64,
		  "\xc3\xa4" ELLIPSIS "\xc3\xa4", 3);
	check_fit("a\nb\nc", 3, 64, "a" ELLIPSIS "c", 3);
}
END_TEST

/* A mark stays with its letter and never comes to stand on the ellipsis. */
START_TEST(marks_when_cut)
{
	check_fit("a\xcc\x80"
		  "bcd\xcc\x81"
		  "e\xcc\x82",
		  3, 64, "a\xcc\x80" ELLIPSIS "e\xcc\x82", 3);
	check_fit("\xcc\x80"
		  "abc",
		  2, 64, ELLIPSIS "c", 2);
	check_fit("abc\xcc\x80", 1, 64, ELLIPSIS, 1);
}
END_TEST

START_TEST(little_room)
{
	check_fit("abc", 10, 1, "", 0);
	check_fit("abc", 10, 3, "ab", 2);
	check_fit("a\xe4\xb8\xad", 10, 4, "a", 1);
	check_fit("a\xe4\xb8\xad", 10, 5, "a\xe4\xb8\xad", 2);
	check_fit("abcdefghij", 5, 4, "ab", 2);
	check_fit("abcdefghij", 5, 6, "ab" ELLIPSIS, 3);
	check_fit("abcdefghij", 5, 7, "ab" ELLIPSIS "i", 4);
	check_fit("abcdefghij", 5, 8, "ab" ELLIPSIS "ij", 5);
}
END_TEST

START_TEST(distances)
{
	static const struct {
		const char *a, *b;
		size_t distance;
	} known[] = {
		{ "", "", 0 },
		{ "", "abc", 3 },
		{ "same", "same", 0 },
		{ "kitten", "sitting", 3 },
		{ "saturday", "sunday", 3 },
		{ "comapre", "compare", 1 },
		{ "ca", "abc", 3 },
		{ "abcd", "badc", 2 },
		{ "check", "chekc", 1 },
		{ "a", "b", 1 },
	};
	char longest[65];
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++) {
		ck_assert_uint_eq(text_distance(known[i].a, known[i].b),
				  known[i].distance);
		ck_assert_uint_eq(text_distance(known[i].b, known[i].a),
				  known[i].distance);
	}
	memset(longest, 'x', sizeof(longest));
	longest[64] = '\0';
	ck_assert_uint_eq(text_distance(longest, longest), SIZE_MAX);
	ck_assert_uint_eq(text_distance(longest, "x"), SIZE_MAX);
	ck_assert_uint_eq(text_distance("x", longest), SIZE_MAX);
	longest[63] = '\0';
	ck_assert_uint_eq(text_distance(longest, "x"), 62);
	ck_assert_uint_eq(text_distance(longest, longest), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("text");
	TCase *tcase = tcase_create("text");

	tcase_add_test(tcase, code_points);
	tcase_add_test(tcase, unsafe_becomes_a_question_mark);
	tcase_add_test(tcase, columns);
	tcase_add_test(tcase, cut_in_the_middle);
	tcase_add_test(tcase, marks_when_cut);
	tcase_add_test(tcase, little_room);
	tcase_add_test(tcase, distances);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
