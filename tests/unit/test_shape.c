/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/shape.h"

#include "tests/unit/unit.h"

/* Twice the runs of the longest sample. */
enum { ROOM = 256 };

static double scratch[ROOM];

static bool modes(const char *list)
{
	double value[ROOM / 2];
	size_t n = field_numbers(list, value, ROOM / 2);

	return has_two_modes(value, n, scratch);
}

static bool outlier(const char *list, double step)
{
	double value[ROOM / 2];
	size_t n = field_numbers(list, value, ROOM / 2);

	return has_outlier(value, n, step, scratch);
}

static double spread(const char *base, const char *candidate)
{
	double x[ROOM / 2], y[ROOM / 2];
	size_t m = field_numbers(base, x, ROOM / 2);
	size_t n = field_numbers(candidate, y, ROOM / 2);

	return brown_forsythe_p(x, m, y, n, scratch);
}

static double drift(const char *list)
{
	double value[ROOM / 2];
	size_t n = field_numbers(list, value, ROOM / 2);

	return kendall_p(value, n, scratch);
}

/* Every figure of data/reference/shape.csv, which R computed. */
START_TEST(equals_r)
{
	static struct reference r;
	size_t spreads = 0, drifts = 0;

	reference_open(&r, "data/reference/shape.csv");
	while (reference_next(&r)) {
		double want = field_number(r.field[5]);

		if (strcmp(r.field[0], "spread") == 0) {
			ck_assert_close(spread(r.field[1], r.field[2]), want,
					1e-11);
			/* The test does not ask which side is which. */
			ck_assert_close(spread(r.field[2], r.field[1]), want,
					1e-11);
			spreads++;
		} else if (strcmp(r.field[0], "drift") == 0) {
			ck_assert_close(drift(r.field[1]), want, 1e-12);
			drifts++;
		}
	}
	ck_assert(spreads >= 38 && drifts >= 500);
}
END_TEST

/* By hand, from the definitions. */
START_TEST(two_modes)
{
	ck_assert(modes("95;95.2;104.9;105;95.1"));
	ck_assert(modes("105;104.8;95;105.1;104.9;95"));
	ck_assert(modes("1;1;2;2"));
	ck_assert(modes("-2;-1;-2;-1"));
	/* One value is no heap. */
	ck_assert(!modes("95;104.9;105;105.1;104.8"));
	ck_assert(!modes("95;95.1;95.2;95;105"));
	/* Just 80 % of the range, and a little more. */
	ck_assert(!modes("0;1;9;10"));
	ck_assert(!modes("10;10.1;10.9;11"));
	ck_assert(!modes("0.3;0.31;0.39;0.4"));
	ck_assert(modes("0;1;9.01;10"));
	ck_assert(!modes("1;1;2"));
	ck_assert(!modes("7;7;7;7"));
	ck_assert(!modes("1;2;3;4;5;6"));
	/* 0.1 + 0.2 is not 0.3, but no other heap either. */
	ck_assert(!modes("0.3;0.30000000000000004;0.3;0.30000000000000004"));
	ck_assert(!modes(""));
}
END_TEST

START_TEST(one_apart)
{
	ck_assert(outlier("100;101;99;100;150", 1));
	ck_assert(outlier("100;101;50;99;100", 1));
	/* The gap is 3 times the range of the rest, and over it. */
	ck_assert(!outlier("1;2;1;2;5", 0.1));
	ck_assert(outlier("1;2;1;2;5.1", 0.1));
	ck_assert(!outlier("-1;-2;-1;-2;-5", 0.1));
	ck_assert(outlier("-1;-2;-1;-2;-5.1", 0.1));
	/* The gap is 3 steps, and over them. */
	ck_assert(!outlier("7;7;7;7;10", 1));
	ck_assert(outlier("7;7;7;7;11", 1));
	ck_assert(!outlier("100;100;100;100;100.03", 0.01));
	ck_assert(outlier("100;100;100;100;100.04", 0.01));
	ck_assert(outlier("7;7;7;7;8", 0));
	/* Two that lie apart are none. */
	ck_assert(!outlier("1;1.1;1.05;9;9.1", 0.01));
	ck_assert(!outlier("1;1;1;9", 1));
	ck_assert(!outlier("5;5;5;5;5", 1));
	ck_assert(!outlier("0.3;0.3;0.3;0.3;0.30000000000000004", 0));
	ck_assert(!outlier("", 1));
}
END_TEST

START_TEST(values_stay)
{
	double value[] = { 3, 1, 2, 9, 5, 5 };
	double before[6];

	memcpy(before, value, sizeof(value));
	has_two_modes(value, 6, scratch);
	has_outlier(value, 6, 1, scratch);
	brown_forsythe_p(value, 3, value + 3, 3, scratch);
	kendall_p(value, 6, scratch);
	ck_assert_mem_eq(value, before, sizeof(value));
}
END_TEST

START_TEST(spread_undefined)
{
	ck_assert(isnan(spread("1;2", "1;2;3")));
	ck_assert(isnan(spread("1;2;3", "1;2")));
	ck_assert(isnan(spread("", "")));
	ck_assert(isnan(spread("-1;0;1", "1;2;3")));
	ck_assert(isnan(spread("1;2;3", "0;0;0")));
	/* All distances of a side are the same: nothing within. */
	ck_assert(isnan(spread("5;5;5", "7;7;7")));
	ck_assert(isnan(spread("0.9;0.9;1.1;1.1", "0.7;0.7;1.3;1.3")));
	ck_assert(isnan(spread("0.3;0.3;0.1;0.1", "4;4;4")));
	ck_assert(isnan(spread("1e308;-1e308;1", "1;2;3")));
}
END_TEST

/* The mean is divided out, so a factor changes nothing. */
START_TEST(spread_of_shares)
{
	ck_assert_close(spread("1;2;4;8", "16;32;64;128"), 1, 0);
	ck_assert_close(spread("1;2;4;9", "300;301;305"),
			spread("1e200;2e200;4e200;9e200",
			       "300e-250;301e-250;305e-250"),
			1e-12);
	ck_assert_close(spread("1;2;4;9", "300;301;305"),
			spread("-9;-4;-2;-1", "305;300;301"), 1e-12);
}
END_TEST

/* One order of n! has no inversion: exact figures. */
START_TEST(drift_counted)
{
	ck_assert_close(drift("1;2"), 1, 0);
	ck_assert_close(drift("1;2;3"), 2.0 / 6, 1e-15);
	ck_assert_close(drift("4;3;2;1"), 2.0 / 24, 1e-15);
	ck_assert_close(drift("1;2;4;3"), 2.0 * 4 / 24, 1e-15);
	ck_assert_close(drift("1;2;3;4;5;6"), 2.0 / 720, 1e-15);
	/* n - 1 orders have one. */
	ck_assert_close(drift("6;5;4;3;1;2"), 2.0 * 6 / 720, 1e-15);
	/* Half of the pairs, or the pair of counts beside it. */
	ck_assert_close(drift("2;4;1;3"), 1, 0);
	ck_assert(isnan(drift("")));
	ck_assert(isnan(drift("1")));
	ck_assert(isnan(drift("3;3;3;3")));
	ck_assert(isnan(drift("0;-0;0")));
}
END_TEST

/* More runs than a table holds: all in order, S = n (n - 1) / 2. */
START_TEST(drift_of_many)
{
	enum { MANY = 100000 };
	double *value = malloc(3 * MANY * sizeof(*value));

	ck_assert_ptr_nonnull(value);
	for (size_t i = 0; i < MANY; i++)
		value[i] = (double)i;
	ck_assert(kendall_p(value, MANY, value + MANY) == 0);
	/* Ups and downs that cancel out. */
	for (size_t i = 0; i < MANY; i++)
		value[i] = (double)(i < MANY / 2 ? i : MANY - 1 - i);
	ck_assert_close(kendall_p(value, MANY, value + MANY), 1, 1e-15);
	free(value);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("shape");
	TCase *c = tcase_create("shape");

	suite_add_tcase(s, c);
	tcase_add_test(c, equals_r);
	tcase_add_test(c, two_modes);
	tcase_add_test(c, one_apart);
	tcase_add_test(c, values_stay);
	tcase_add_test(c, spread_undefined);
	tcase_add_test(c, spread_of_shares);
	tcase_add_test(c, drift_counted);
	tcase_add_test(c, drift_of_many);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
