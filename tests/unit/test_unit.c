/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/unit.h"

#include "tests/unit/unit.h"

static void check_factor(const char *from, const char *to, int decimal,
			 int binary)
{
	struct unit_factor factor = { 77, 77 };

	ck_assert_msg(unit_convert(from, to, &factor), "%s is no %s", from, to);
	ck_assert_msg(factor.decimal == decimal && factor.binary == binary,
		      "%s to %s is 10^%d 2^%d, not 10^%d 2^%d", from, to,
		      factor.decimal, factor.binary, decimal, binary);
	ck_assert_msg(unit_convert(to, from, &factor), "%s is no %s", to, from);
	ck_assert_int_eq(factor.decimal, -decimal);
	ck_assert_int_eq(factor.binary, -binary);
}

static void check_apart(const char *from, const char *to)
{
	struct unit_factor factor = { 77, 77 };

	ck_assert_msg(!unit_convert(from, to, &factor), "%s is a %s", from, to);
	ck_assert_int_eq(factor.decimal, 0);
	ck_assert_int_eq(factor.binary, 0);
	ck_assert_msg(!unit_convert(to, from, &factor), "%s is a %s", to, from);
}

START_TEST(factors)
{
	check_factor("s", "ms", 3, 0);
	check_factor("ms", "us", 3, 0);
	check_factor("us", "ns", 3, 0);
	check_factor("seconds", "sec", 0, 0);
	check_factor("\xc2\xb5s", "us", 0, 0);
	check_factor("\xce\xbcs", "\xc2\xb5s", 0, 0);
	check_factor("usec", "s", -6, 0);
	check_factor("KB", "kB", 0, 0);
	check_factor("MB", "B", 6, 0);
	check_factor("bytes", "B", 0, 0);
	check_factor("GB", "MB", 3, 0);
	check_factor("TB", "GB", 3, 0);
	check_factor("KiB", "B", 0, 10);
	check_factor("GiB", "MiB", 0, 10);
	check_factor("TiB", "GiB", 0, 10);
	check_factor("MiB", "kB", -3, 20);
	check_factor("Gbit", "kbit", 6, 0);
	check_factor("GHz", "MHz", 3, 0);
	check_factor("kHz", "Hz", 3, 0);
	check_factor("mW", "W", -3, 0);
	check_factor("mJ", "J", -3, 0);
}
END_TEST

START_TEST(quotients)
{
	check_factor("MB/s", "kB/sec", 3, 0);
	check_factor("KiB/s", "B/s", 0, 10);
	check_factor("ops/s", "ops/sec", 0, 0);
	check_factor("ops/ms", "ops/s", 3, 0);
	check_factor("us/op", "ns/op", 3, 0);
	check_factor("s/op", "s/op", 0, 0);
	check_factor("MB/ms", "B/s", 9, 0);
	check_apart("ns/op", "ns/iter");
	check_apart("us/op", "ns/iter");
	check_apart("ns/op", "ns");
	check_apart("MB/s", "MB");
	check_apart("ops/s", "req/s");
}
END_TEST

START_TEST(dimensions_stay_apart)
{
	check_apart("s", "B");
	check_apart("bit", "B");
	check_apart("Hz", "s");
	check_apart("W", "J");
	check_apart("MS", "ms");
	check_apart("b", "B");
	check_apart("bps", "bit/s");
	check_apart("", "s");
	check_apart("s ", "s");
	check_apart("min", "s");
}
END_TEST

START_TEST(equal_texts_convert)
{
	check_factor("", "", 0, 0);
	check_factor("widgets", "widgets", 0, 0);
	check_factor("a/b/c", "a/b/c", 0, 0);
	check_factor("%", "%", 0, 0);
}
END_TEST

START_TEST(direction)
{
	static const struct {
		const char *unit;
		enum better better;
	} known[] = {
		{ "errors/s", BETTER_UNKNOWN },
		{ "Cache-Misses/s", BETTER_UNKNOWN },
		{ "context switches/s", BETTER_UNKNOWN },
		{ "transactions/s", BETTER_HIGHER },
		{ "transmissions/s", BETTER_HIGHER },
		{ "transferred/s", BETTER_HIGHER },
		{ "retrievals/s", BETTER_HIGHER },
		{ "tcp_retries/s", BETTER_UNKNOWN },
		{ "L1-dcache-load-misses/s", BETTER_UNKNOWN },
		{ "s", BETTER_LOWER },
		{ "seconds", BETTER_LOWER },
		{ "\xc2\xb5s", BETTER_LOWER },
		{ "min", BETTER_LOWER },
		{ "ns/op", BETTER_LOWER },
		{ "ms/request", BETTER_LOWER },
		{ "ops/s", BETTER_HIGHER },
		{ "MB/s", BETTER_HIGHER },
		{ "widgets/sec", BETTER_HIGHER },
		{ "ops/ms", BETTER_HIGHER },
		{ "jobs/min", BETTER_HIGHER },
		{ "s/s", BETTER_UNKNOWN },
		{ "ms/s", BETTER_UNKNOWN },
		{ "B", BETTER_UNKNOWN },
		{ "Hz", BETTER_UNKNOWN },
		{ "J/op", BETTER_UNKNOWN },
		{ "%", BETTER_UNKNOWN },
		{ "", BETTER_UNKNOWN },
		{ "/", BETTER_UNKNOWN },
	};
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(*known); i++)
		ck_assert_msg(unit_better(known[i].unit) == known[i].better,
			      "\"%s\"", known[i].unit);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("unit");
	TCase *tcase = tcase_create("unit");

	tcase_add_test(tcase, factors);
	tcase_add_test(tcase, quotients);
	tcase_add_test(tcase, dimensions_stay_apart);
	tcase_add_test(tcase, equal_texts_convert);
	tcase_add_test(tcase, direction);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
