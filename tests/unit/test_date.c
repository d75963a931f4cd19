/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/date.h"
#include "tests/unit/unit.h"

/* Seconds from date(1) of GNU coreutils: date -ud TEXT +%s. */
static const struct {
	const char *text;
	double seconds;
} good[] = {
	{ "1970-01-01", 0 },
	{ "2026-01-31", 1769817600 },
	{ "2024-02-29T23:59:59Z", 1709251199 },
	{ "2000-02-29", 951782400 },
	{ "1969-12-31T23:59:59Z", -1 },
	{ "2026-12-01T05:00:00+02:00", 1796094000 },
	{ "2026-12-01 05:00:00 +0200", 1796094000 },
	{ "2026-12-01T05:00-0130", 1796106600 },
	{ "2026-12-01T05:00:00.25+02", 1796094000 },
	{ "2100-03-01", 4107542400 },
};

START_TEST(dates)
{
	double seconds = -7;

	ck_assert_msg(date_parse(good[_i].text, &seconds), "%s", good[_i].text);
	ck_assert_msg(seconds == good[_i].seconds, "%s: %.0f", good[_i].text,
		      seconds);
}
END_TEST

static const char *const bad[] = {
	"",
	"2026",
	"2026-1-1",
	"2026-13-01",
	"2026-00-01",
	"2023-02-29",
	"2100-02-29",
	"2026-01-32",
	"0000-01-01",
	"2026-01-01T",
	"2026-01-01T24:00",
	"2026-01-01T05",
	"2026-01-01T05:60",
	"2026-01-01T05:00:00.",
	"2026-01-01T05:00 ",
	"2026-01-01T05:00z",
	"2026-01-01T05:00+",
	"2026-01-01T05:00+24:00",
	"2026-01-01T05:00+01:",
	"2026-01-01Z",
	"2026-01-01x",
	"yesterday",
};

START_TEST(no_dates)
{
	double seconds;

	ck_assert_msg(!date_parse(bad[_i], &seconds), "%s", bad[_i]);
}
END_TEST

START_TEST(formats)
{
	char text[DATE_ROOM];

	date_format(1796101200, text);
	ck_assert_str_eq(text, "2026-12-01");
	date_format(0, text);
	ck_assert_str_eq(text, "1970-01-01");
	/* No calendar goes that far. */
	date_format(1e18, text);
	ck_assert_str_eq(text, "");
}
END_TEST

START_TEST(the_present)
{
	setenv("SOURCE_DATE_EPOCH", "1796101200", 1);
	ck_assert(date_now() == 1796101200);
	/* What is no number says nothing. */
	setenv("SOURCE_DATE_EPOCH", "12x", 1);
	ck_assert(date_now() > 1.7e9);
	unsetenv("SOURCE_DATE_EPOCH");
	ck_assert(date_now() > 1.7e9);
}
END_TEST

static Suite *suite(void)
{
	Suite *date = suite_create("date");
	TCase *cases = tcase_create("date");

	tcase_add_loop_test(cases, dates, 0, sizeof(good) / sizeof(*good));
	tcase_add_loop_test(cases, no_dates, 0, sizeof(bad) / sizeof(*bad));
	tcase_add_test(cases, formats);
	tcase_add_test(cases, the_present);
	suite_add_tcase(date, cases);
	return date;
}

int main(void)
{
	return unit_main(suite());
}
