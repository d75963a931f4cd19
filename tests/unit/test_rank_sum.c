/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/rank_sum.h"

#include <stdint.h>

#include "tests/unit/unit.h"

enum { ROOM = 400 };

static double x[ROOM], y[ROOM], scratch[ROOM];

static double p_of(size_t m, size_t n)
{
	return rank_sum_p(x, m, y, n, scratch);
}

START_TEST(as_r)
{
	static struct reference reference;

	reference_open(&reference, "data/reference/rank_sum.csv");
	while (reference_next(&reference)) {
		size_t m, n;
		double p;

		ck_assert(reference.fields == 4);
		m = field_numbers(reference.field[1], x, ROOM);
		n = field_numbers(reference.field[2], y, ROOM);
		p = p_of(m, n);
		ck_assert_msg(
			relative_error(p, field_number(reference.field[3])) <=
				1e-10,
			"row %zu, %s, %zu and %zu: p %.17g, want %s",
			reference.row, reference.field[0], m, n, p,
			reference.field[3]);
		/* The sides may change places. */
		ck_assert(rank_sum_p(y, n, x, m, scratch) == p);
	}
	ck_assert(reference.row > 300);
}
END_TEST

/* Counted by hand. */
START_TEST(small)
{
	double low[] = { 1, 3, 2 }, high[] = { 6, 4, 5 };
	double equal[] = { 7, 7, 7, 7 };
	double zeros[] = { 0.0, -0.0, 0.0 };

	ck_assert_close(rank_sum_p(low, 3, high, 3, scratch), 0.1, 1e-15);
	/* Of 15 pairs the two lowest and the two highest. */
	ck_assert_close(rank_sum_p(low, 2, equal, 4, scratch), 1.0 / 15, 1e-15);
	/* Ranks 1, 3, 3, 3, 3: 1 is farthest, nothing as far above. */
	ck_assert_close(rank_sum_p(low, 1, equal, 4, scratch), 0.2, 1e-15);
	ck_assert(rank_sum_p(equal, 4, equal, 3, scratch) == 1);
	ck_assert(rank_sum_p(zeros, 1, zeros + 1, 2, scratch) == 1);
	ck_assert(rank_sum_p(low, 1, high, 1, scratch) == 1);
}
END_TEST

START_TEST(undefined)
{
	double one[] = { 1, NAN };

	ck_assert(isnan(rank_sum_p(one, 0, one, 1, scratch)));
	ck_assert(isnan(rank_sum_p(one, 1, one, 0, scratch)));
	ck_assert(isnan(rank_sum_p(NULL, 0, NULL, 0, scratch)));
	ck_assert(isnan(rank_sum_p(one, 2, one, 1, scratch)));
	ck_assert(isnan(rank_sum_p(one, 1, one, 2, scratch)));
	ck_assert(isnan(rank_sum_least_p(0, 3)));
	ck_assert(isnan(rank_sum_least_p(3, 0)));
}
END_TEST

/* Any values with ties, the same in every run. */
static void fill(double *value, size_t n, unsigned different)
{
	static uint64_t state = 47;

	for (size_t i = 0; i < n; i++) {
		state = state * 6364136223846793005U + 1442695040888963407U;
		value[i] = (double)((state >> 33) % different);
	}
}

/* Nothing but the order of the values counts. */
START_TEST(laws)
{
	for (size_t m = 1; m <= 40; m += 3)
		for (size_t n = 1; n <= 40; n += 3) {
			double p;

			fill(x, m, 4 + m);
			fill(y, n, 7 + m);
			p = p_of(m, n);
			ck_assert(p > 0 && p <= 1);
			ck_assert(p >= rank_sum_least_p(m, n) / 2);
			for (size_t i = 0; i < m / 2; i++) {
				double swap = x[i];

				x[i] = x[m - 1 - i];
				x[m - 1 - i] = swap;
			}
			ck_assert(p_of(m, n) == p);
			for (size_t i = 0; i < m; i++)
				x[i] = -exp(x[i]);
			for (size_t i = 0; i < n; i++)
				y[i] = -exp(y[i]);
			ck_assert(p_of(m, n) == p);
		}
}
END_TEST

START_TEST(least)
{
	ck_assert_close(rank_sum_least_p(3, 3), 0.1, 1e-15);
	ck_assert_close(rank_sum_least_p(6, 6), 2.0 / 924, 1e-15);
	ck_assert_close(rank_sum_least_p(1, 2), 2.0 / 3, 1e-15);
	ck_assert(rank_sum_least_p(1, 1) == 1);
	/* The binomial coefficient as published. */
	ck_assert(rank_sum_least_p(25, 25) == 2 / 126410606437752.0);
	for (size_t i = 0; i < 60; i++) {
		x[i] = (double)i;
		y[i] = (double)i + 100;
	}
	for (size_t m = 1; m <= 60; m++)
		for (size_t n = 1; n <= 60; n++)
			ck_assert_close(rank_sum_least_p(m, n), p_of(m, n),
					1e-13);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("rank_sum");
	TCase *tests = tcase_create("rank_sum");

	tcase_add_test(tests, as_r);
	tcase_add_test(tests, small);
	tcase_add_test(tests, undefined);
	tcase_add_test(tests, laws);
	tcase_add_test(tests, least);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
