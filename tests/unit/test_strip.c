/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/strip.h"

#include "tests/unit/unit.h"

static void assert_dots(double least, double most, size_t columns,
			const double *value, size_t n, const char *want)
{
	struct strip_scale scale = { least, most, columns };
	struct column column = { .value = value, .n = n };
	char text[STRIP_ROOM];

	memset(text, '#', sizeof(text));
	strip_dots(&scale, column, text);
	ck_assert_str_eq(text, want);
	ck_assert_uint_eq(strlen(text), columns);
}

static void assert_band(double middle, double floor, const char *want)
{
	struct strip_scale scale = { 0, 10, 11 };
	char text[STRIP_ROOM];

	memset(text, '#', sizeof(text));
	strip_band(&scale, middle, floor, text);
	ck_assert_msg(strcmp(text, want) == 0,
		      "%g +- %g is \"%s\", want \"%s\"", middle, floor, text,
		      want);
}

START_TEST(a_dot_for_each_value)
{
	static const double value[] = { 0, 10, 4, 4.4, 7, 7, 7, 7 };

	assert_dots(0, 10, 11, value, 8, ".   :  *  .");
	assert_dots(0, 10, 11, value, 0, "           ");
	assert_dots(0, 10, 2, value, 2, "..");
	assert_dots(-10, 10, 5, value, 2, "  . .");
}
END_TEST

/* All values the same: there is no scale to speak of. */
START_TEST(one_value_is_in_the_middle)
{
	static const double value[] = { 3, 3 };

	assert_dots(3, 3, 5, value, 2, "  :  ");
	assert_dots(3, 3, 2, value, 1, " .");
}
END_TEST

START_TEST(the_ends_of_the_range)
{
	static const double wide[] = { -1.7e308, 0, 1.7e308 };
	static const double tiny[] = { 0, 5e-324 };
	char text[STRIP_ROOM];
	struct strip_scale scale = { -1.7e308, 1.7e308, 5 };

	assert_dots(-1.7e308, 1.7e308, 5, wide, 3, ". . .");
	assert_dots(0, 5e-324, 3, tiny, 2, " : ");
	assert_dots(0, 10, STRIP_ROOM - 1, tiny, 0,
		    "                                                  "
		    "                                                  "
		    "                                                  "
		    "                                                  "
		    "                                                  "
		    "     ");
	strip_band(&scale, 0, INFINITY, text);
	ck_assert_str_eq(text, "--+--");
}
END_TEST

START_TEST(a_band_around_the_middle)
{
	assert_band(5, 2, "   [-+-]   ");
	assert_band(5, 0, "     +     ");
	assert_band(5, 0.4, "     +     ");
	assert_band(5, 5, "[----+----]");
	assert_band(0, 3, "+--]       ");
	assert_band(10, 3, "       [--+");
}
END_TEST

/* What lies beyond the scale is cut; nothing may be written there. */
START_TEST(a_band_that_leaves_the_scale)
{
	assert_band(2, 5, "--+----]   ");
	assert_band(8, 5, "   [----+--");
	assert_band(5, 50, "-----+-----");
	assert_band(-3, 5, "--]        ");
	assert_band(13, 5, "        [--");
	assert_band(-5, 2, "           ");
	assert_band(15, 2, "           ");
	assert_band(-5, 50, "-----------");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("strip");
	TCase *tests = tcase_create("strip");

	tcase_add_test(tests, a_dot_for_each_value);
	tcase_add_test(tests, one_value_is_in_the_middle);
	tcase_add_test(tests, the_ends_of_the_range);
	tcase_add_test(tests, a_band_around_the_middle);
	tcase_add_test(tests, a_band_that_leaves_the_scale);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
