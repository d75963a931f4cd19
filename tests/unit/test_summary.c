/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/summary.h"

#include <float.h>
#include <math.h>

#include "tests/unit/unit.h"

#define MOST 5000

/*
 * What the arithmetic can keep of a set: NumAcc3 and NumAcc4 lose digits when
 * their values become doubles, before anything is computed.  double_sd is the
 * exact answer for those doubles, and that one is met in full.
 */
static const struct {
	const char *set;
	double sd_limit;
} nist_sets[] = {
	{ "PiDigits", 1e-14 }, { "Lottery", 1e-14 },  { "Lew", 1e-14 },
	{ "Mavro", 1e-12 },    { "Michelso", 1e-13 }, { "NumAcc1", 0 },
	{ "NumAcc2", 1e-14 },  { "NumAcc3", 1e-9 },   { "NumAcc4", 1e-8 },
};
#define NIST_SETS (sizeof(nist_sets) / sizeof(nist_sets[0]))

static double value[MOST];

static size_t read_nist(const char *set)
{
	static struct reference values;
	size_t n = 0;

	reference_open(&values, "data/reference/nist/values.csv");
	while (reference_next(&values)) {
		if (strcmp(values.field[0], set) != 0)
			continue;
		ck_assert(n < MOST);
		value[n++] = field_number(values.field[1]);
	}
	return n;
}

START_TEST(nist_certified)
{
	static struct reference certified;
	const char *set = nist_sets[_i].set;
	struct summary summary;
	double mean, sd, double_mean, double_sd;
	size_t n = read_nist(set);

	reference_open(&certified, "data/reference/nist/certified.csv");
	do {
		ck_assert_msg(reference_next(&certified), "%s: no set", set);
	} while (strcmp(certified.field[0], set) != 0);
	fclose(certified.file);
	ck_assert(field_number(certified.field[1]) == (double)n);
	mean = field_number(certified.field[2]);
	sd = field_number(certified.field[3]);
	double_mean = field_number(certified.field[5]);
	double_sd = field_number(certified.field[6]);

	summary = summarise_values(value, n);
	/*
	 * A long double that is no longer than a double, as under valgrind,
	 * costs the mean of many values its last digits.
	 */
	ck_assert_close(summary.mean, mean, 1e-14);
	ck_assert_close(summary.sd, sd, nist_sets[_i].sd_limit);
	ck_assert_close(summary.mean, double_mean, 1e-14);
	ck_assert_close(summary.sd, double_sd, 1e-14);
}
END_TEST

START_TEST(no_value)
{
	struct summary summary = summarise_values(NULL, 0);

	ck_assert(isnan(summary.mean));
	ck_assert(isnan(summary.sd));
	ck_assert(isnan(summary.min));
	ck_assert(isnan(summary.max));
	ck_assert(isnan(median_of(NULL, 0)));
}
END_TEST

START_TEST(one_value)
{
	double one[] = { -3.5 };
	struct summary summary = summarise_values(one, 1);

	ck_assert(summary.mean == -3.5);
	ck_assert(isnan(summary.sd));
	ck_assert(summary.min == -3.5);
	ck_assert(summary.max == -3.5);
	ck_assert(median_of(one, 1) == -3.5);
	ck_assert(mean_in_any_order(one, 1) == -3.5);
}
END_TEST

START_TEST(constants)
{
	static const double every[] = { 78.8,	 303,	  0.1,	  1e150,
					1e300,	 -1e300,  1e-200, 5e-324,
					DBL_MAX, -DBL_MAX };
	double same[7];
	size_t i, j, n;

	for (i = 0; i < sizeof(every) / sizeof(every[0]); i++) {
		for (j = 0; j < 7; j++)
			same[j] = every[i];
		for (n = 2; n <= 7; n++) {
			struct summary summary = summarise_values(same, n);

			ck_assert(summary.mean == every[i]);
			ck_assert(summary.sd == 0);
			ck_assert(summary.min == every[i]);
			ck_assert(summary.max == every[i]);
			ck_assert(median_of(same, n) == every[i]);
			ck_assert(mean_in_any_order(same, n) == every[i]);
		}
	}
}
END_TEST

START_TEST(smallest_and_largest)
{
	double values[] = { 4, -7.25, 11, 0, 3 };
	struct summary summary = summarise_values(values, 5);

	ck_assert(summary.min == -7.25);
	ck_assert(summary.max == 11);
	/* Least and largest of one kind only. */
	ck_assert(summarise_values(values + 2, 3).min == 0);
	ck_assert(summarise_values(values, 2).max == 4);
}
END_TEST

/* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sum of squared deviations 32. */
START_TEST(scaled_by_powers_of_two)
{
	static const double plain[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	double values[8];
	int exponent;
	size_t i;

	for (exponent = -1040; exponent <= 1020; exponent++) {
		struct summary summary;

		for (i = 0; i < 8; i++)
			values[i] = ldexp(plain[i], exponent);
		summary = summarise_values(values, 8);
		ck_assert_msg(summary.mean == ldexp(5, exponent),
			      "mean at 2^%d is %g", exponent, summary.mean);
		/* Below the normal numbers digits are lost to the result. */
		if (exponent >= -1022)
			ck_assert_close(summary.sd,
					ldexp(sqrt(32.0 / 7), exponent), 4e-16);
		else
			ck_assert_close(summary.sd,
					ldexp(sqrt(32.0 / 7), exponent), 1e-5);
		ck_assert(summary.min == ldexp(2, exponent));
		ck_assert(summary.max == ldexp(9, exponent));
		ck_assert(mean_in_any_order(values, 8) == ldexp(5, exponent));
		ck_assert(median_of(values, 8) == ldexp(4.5, exponent));
	}
}
END_TEST

START_TEST(ends_of_the_range)
{
	double huge[] = { 1e300, 2e300, 3e300 };
	double large[] = { 1e150, 2e150, 4e150, 5e150 };
	double tiny[] = { 1e-200, 2e-200, 3e-200 };
	double wide[] = { DBL_MAX, -DBL_MAX, 0 };
	double mixed[] = { 1e300, 1e-300 };
	double near[] = { 1e300, 1e300 * (1 + 4 * DBL_EPSILON) };
	struct summary summary;

	summary = summarise_values(huge, 3);
	ck_assert_close(summary.mean, 2e300, 1e-15);
	ck_assert_close(summary.sd, 1e300, 1e-15);
	summary = summarise_values(large, 4);
	ck_assert_close(summary.mean, 3e150, 1e-15);
	ck_assert_close(summary.sd, sqrt(10.0 / 3) * 1e150, 1e-15);
	summary = summarise_values(tiny, 3);
	ck_assert_close(summary.mean, 2e-200, 1e-15);
	ck_assert_close(summary.sd, 1e-200, 1e-15);
	summary = summarise_values(wide, 3);
	ck_assert(summary.mean == 0);
	ck_assert_close(summary.sd, DBL_MAX, 1e-15);
	summary = summarise_values(mixed, 2);
	ck_assert_close(summary.mean, 5e299, 1e-15);
	ck_assert_close(summary.sd, 1e300 / sqrt(2), 1e-15);
	summary = summarise_values(near, 2);
	ck_assert_close(summary.sd, (near[1] - near[0]) / sqrt(2), 1e-15);

	ck_assert_close(median_of(huge, 2), 1.5e300, 1e-15);
	wide[1] = DBL_MAX;
	ck_assert(median_of(wide, 2) == DBL_MAX);
	wide[0] = DBL_MAX / 2;
	ck_assert(median_of(wide, 2) == DBL_MAX / 4 * 3);
}
END_TEST

/* A mean far off the spread must not take its digits. */
START_TEST(large_offset)
{
	double values[] = { 1e15 + 1, 1e15 + 2, 1e15 + 3, 1e15 + 4, 1e15 + 5 };
	struct summary summary = summarise_values(values, 5);

	ck_assert(summary.mean == 1e15 + 3);
	ck_assert_close(summary.sd, sqrt(2.5), 1e-15);
}
END_TEST

START_TEST(medians)
{
	double three[] = { 9, -1, 4 };
	double four[] = { 8, 1, 3, 100 };
	double many[1001];
	size_t i, n;

	ck_assert(median_of(three, 3) == 4);
	ck_assert(median_of(four, 4) == 5.5);
	/* Values 0, 1, ... n - 1 in a scattered order, by both sorts. */
	for (n = 1; n <= 1001; n += n < 64 ? 1 : 97) {
		for (i = 0; i < n; i++)
			many[i] = -1;
		for (i = 0; i < n; i++) {
			size_t place = i * 617 % n;

			while (many[place] >= 0)
				place = (place + 1) % n;
			many[place] = (double)i;
		}
		ck_assert_msg(median_of(many, n) == (double)(n - 1) / 2,
			      "median of %zu", n);
		for (i = 0; i < n && many[i] == (double)i; i++)
			;
		ck_assert_msg(i == n, "%zu of %zu out of place", i, n);
	}
}
END_TEST

/* Sums of these depend on the order, in all digits. */
START_TEST(any_order)
{
	static const double values[] = { 0.1, 1e16, -0.7, 3, -1e16, 1e-3, 2.5 };
	double copy[7];
	double first = 0;
	size_t turn, i;

	for (turn = 0; turn < 7; turn++) {
		for (i = 0; i < 7; i++)
			copy[i] = values[(i * 3 + turn) % 7];
		if (turn == 0)
			first = mean_in_any_order(copy, 7);
		else
			ck_assert(mean_in_any_order(copy, 7) == first);
	}
	copy[0] = 3;
	copy[1] = 1;
	copy[2] = 2.75;
	ck_assert(mean_in_any_order(copy, 3) == 2.25);
}
END_TEST

START_TEST(no_negative_zero)
{
	double zeros[][2] = { { 0.0, -0.0 }, { -0.0, 0.0 }, { -0.0, -0.0 } };
	size_t i;

	for (i = 0; i < 3; i++) {
		struct summary summary = summarise_values(zeros[i], 2);

		ck_assert(!signbit(summary.mean));
		ck_assert(!signbit(summary.min));
		ck_assert(!signbit(summary.max));
		ck_assert(!signbit(summary.sd));
		ck_assert(!signbit(mean_in_any_order(zeros[i], 2)));
		ck_assert(!signbit(median_of(zeros[i], 1)));
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("summary");
	TCase *c = tcase_create("summary");

	suite_add_tcase(s, c);
	tcase_add_loop_test(c, nist_certified, 0, (int)NIST_SETS);
	tcase_add_test(c, no_value);
	tcase_add_test(c, one_value);
	tcase_add_test(c, constants);
	tcase_add_test(c, smallest_and_largest);
	tcase_add_test(c, scaled_by_powers_of_two);
	tcase_add_test(c, ends_of_the_range);
	tcase_add_test(c, large_offset);
	tcase_add_test(c, medians);
	tcase_add_test(c, any_order);
	tcase_add_test(c, no_negative_zero);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
