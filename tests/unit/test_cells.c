/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cells.h"

#include "tests/unit/unit.h"

static void assert_value(double value, const char *want)
{
	char text[32];

	format_value(value, text, sizeof(text));
	ck_assert_msg(strcmp(text, want) == 0, "%.17g is \"%s\", want \"%s\"",
		      value, text, want);
}

/* Six digits by hand, zeros behind the point cut. */
START_TEST(values)
{
	assert_value(0, "0");
	assert_value(1, "1");
	assert_value(-1.5, "-1.5");
	assert_value(9.62, "9.62");
	assert_value(656.0714285, "656.071");
	assert_value(0.00118, "0.00118");
	assert_value(0.000123456789, "0.000123457");
	assert_value(0.0000123456789, "1.23457e-05");
	assert_value(1000, "1000");
	assert_value(123450, "123450");
	assert_value(123456.7, "123457");
	assert_value(99999.96, "100000");
	assert_value(999999.4, "999999");
	assert_value(999999.6, "1M");
	assert_value(1000000, "1M");
	assert_value(7668184.85, "7.66818M");
	assert_value(-7668184.85, "-7.66818M");
	assert_value(1.5e9, "1.5G");
	assert_value(999.9999e9, "1T");
	assert_value(2.086e14, "208.6T");
	assert_value(1e18, "1E");
	assert_value(1.7976931348623157e308, "1.79769e+308");
	assert_value(5e-324, "4.94066e-324");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cells");
	TCase *tests = tcase_create("cells");

	tcase_add_test(tests, values);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
