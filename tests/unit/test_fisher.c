/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/fisher.h"

#include <math.h>

#include "tests/unit/unit.h"

START_TEST(as_fisher_test)
{
	static struct reference reference;

	reference_open(&reference, "data/reference/fisher.csv");
	while (reference_next(&reference)) {
		unsigned count[4];
		double p;
		size_t i;

		ck_assert(reference.fields == 5);
		for (i = 0; i < 4; i++)
			count[i] = (unsigned)field_number(reference.field[i]);
		p = fisher_p(count[0], count[1], count[2], count[3]);
		ck_assert_msg(
			relative_error(p, field_number(reference.field[4])) <=
				1e-10,
			"%u of %u, %u of %u: p %.17g, want %s", count[0],
			count[1], count[2], count[3], p, reference.field[4]);
	}
	ck_assert(reference.row > 400);
}
END_TEST

/* Counted by hand. */
START_TEST(small_tables)
{
	ck_assert_close(fisher_p(0, 3, 3, 3), 0.1, 1e-14);
	ck_assert_close(fisher_p(3, 3, 0, 3), 0.1, 1e-14);
	/* 4 of the 364 ways to place 3 fails in 14 runs. */
	ck_assert_close(fisher_p(0, 10, 3, 4), 4.0 / 364, 1e-14);
	ck_assert_close(fisher_p(0, 1, 1, 1), 1, 1e-14);
	ck_assert_close(fisher_p(0, 5, 0, 7), 1, 1e-14);
	ck_assert_close(fisher_p(5, 5, 7, 7), 1, 1e-14);
}
END_TEST

START_TEST(undefined)
{
	ck_assert(isnan(fisher_p(0, 0, 1, 3)));
	ck_assert(isnan(fisher_p(1, 3, 0, 0)));
	ck_assert(isnan(fisher_p(0, 0, 0, 0)));
	ck_assert(isnan(fisher_p(4, 3, 0, 3)));
	ck_assert(isnan(fisher_p(0, 3, 4, 3)));
}
END_TEST

/* The sides, and failing and passing, may change places. */
START_TEST(laws)
{
	unsigned a, b;

	for (a = 0; a <= 12; a++) {
		for (b = 0; b <= 7; b++) {
			double p = fisher_p(a, 12, b, 7);

			ck_assert(p > 0 && p <= 1);
			ck_assert_close(fisher_p(b, 7, a, 12), p, 1e-13);
			ck_assert_close(fisher_p(12 - a, 12, 7 - b, 7), p,
					1e-13);
		}
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("fisher");
	TCase *c = tcase_create("fisher");

	suite_add_tcase(s, c);
	tcase_add_test(c, as_fisher_test);
	tcase_add_test(c, small_tables);
	tcase_add_test(c, undefined);
	tcase_add_test(c, laws);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
