/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/fdr.h"

#include <math.h>
#include <stdint.h>

#include "tests/unit/unit.h"

#define MOST 1000

static double p[MOST], q[MOST], want[MOST];

static void compare_family(const char *name, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		q[i] = -1;
	ck_assert(benjamini_hochberg(p, q, n));
	for (i = 0; i < n; i++)
		ck_assert_msg(relative_error(q[i], want[i]) <= 1e-15,
			      "%s[%zu]: p %.17g: q %.17g, want %.17g", name, i,
			      p[i], q[i], want[i]);
}

START_TEST(as_p_adjust)
{
	static struct reference reference;
	char family[64] = "";
	size_t n = 0, families = 0;

	reference_open(&reference, "data/reference/p_adjust.csv");
	while (reference_next(&reference)) {
		if (strcmp(family, reference.field[0]) != 0) {
			compare_family(family, n);
			snprintf(family, sizeof(family), "%s",
				 reference.field[0]);
			families++;
			n = 0;
		}
		ck_assert(n < MOST);
		p[n] = field_number(reference.field[1]);
		want[n] = field_number(reference.field[2]);
		n++;
	}
	compare_family(family, n);
	ck_assert(families == 12);
}
END_TEST

START_TEST(no_member)
{
	double none[] = { NAN, NAN };
	double untouched = 0.5;

	ck_assert(benjamini_hochberg(NULL, NULL, 0));
	ck_assert(benjamini_hochberg(&untouched, &untouched, 0));
	ck_assert(untouched == 0.5);
	ck_assert(benjamini_hochberg(none, q, 2));
	ck_assert(isnan(q[0]) && isnan(q[1]));
}
END_TEST

START_TEST(one_member)
{
	double one[] = { 0.03 };

	ck_assert(benjamini_hochberg(one, q, 1));
	ck_assert(q[0] == 0.03);
}
END_TEST

START_TEST(nan_leaves_the_family)
{
	double family[] = { NAN, 0.01, 0.02 };

	ck_assert(benjamini_hochberg(family, q, 3));
	ck_assert(isnan(q[0]));
	ck_assert(q[1] == 0.02);
	ck_assert(q[2] == 0.02);
}
END_TEST

START_TEST(in_place)
{
	double family[] = { 0.04, NAN, 0.01, 0.03, 0.01 };

	ck_assert(benjamini_hochberg(family, q, 5));
	ck_assert(benjamini_hochberg(family, family, 5));
	ck_assert(family[0] == q[0]);
	ck_assert(isnan(family[1]));
	ck_assert(family[2] == q[2]);
	ck_assert(family[3] == q[3]);
	ck_assert(family[4] == q[4]);
	ck_assert(family[2] == family[4]);
}
END_TEST

/* Never below p, never above 1, in the order of p, the same in any order. */
START_TEST(laws)
{
	static double reversed[MOST], q_reversed[MOST];
	uint32_t state = 12345;
	size_t unequal = 0, misplaced = 0;
	size_t i, j;

	for (i = 0; i < MOST; i++) {
		state = state * 1664525u + 1013904223u;
		p[i] = floor((double)state / 4294967296.0 * 400) / 400;
	}
	for (i = 0; i < MOST; i++)
		reversed[i] = p[MOST - 1 - i];
	ck_assert(benjamini_hochberg(p, q, MOST));
	ck_assert(benjamini_hochberg(reversed, q_reversed, MOST));
	for (i = 0; i < MOST; i++) {
		ck_assert(q[i] >= p[i] && q[i] <= 1);
		ck_assert(q[i] == q_reversed[MOST - 1 - i]);
		for (j = 0; j < MOST; j++) {
			if (p[i] == p[j] && q[i] != q[j])
				unequal++;
			if (p[i] < p[j] && q[i] > q[j])
				misplaced++;
		}
	}
	ck_assert(unequal == 0);
	ck_assert(misplaced == 0);
}
END_TEST

/* The definition, rank by rank, for the family of the 1995 paper. */
START_TEST(step_up)
{
	static const double paper[15] = { 0.0001, 0.0004, 0.0019, 0.0095,
					  0.0201, 0.0278, 0.0298, 0.0344,
					  0.0459, 0.3240, 0.4262, 0.5719,
					  0.6528, 0.7590, 1.0000 };
	size_t i, rejected = 0;

	ck_assert(benjamini_hochberg(paper, q, 15));
	for (i = 0; i < 15; i++)
		rejected += q[i] <= 0.05 ? 1 : 0;
	/* As many as the paper rejects in its section 4.1. */
	ck_assert(rejected == 4);
	ck_assert_close(q[3], 15.0 / 4 * 0.0095, 1e-15);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("fdr");
	TCase *c = tcase_create("fdr");

	suite_add_tcase(s, c);
	tcase_add_test(c, as_p_adjust);
	tcase_add_test(c, no_member);
	tcase_add_test(c, one_member);
	tcase_add_test(c, nan_leaves_the_family);
	tcase_add_test(c, in_place);
	tcase_add_test(c, laws);
	tcase_add_test(c, step_up);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
