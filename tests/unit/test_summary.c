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
	ck_assert(reduce_values(REDUCE_MEAN, one, 1) == -3.5);
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
			ck_assert(reduce_values(REDUCE_MEAN, same, n) ==
				  every[i]);
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
		ck_assert(reduce_values(REDUCE_MEAN, values, 8) ==
			  ldexp(5, exponent));
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
			first = reduce_values(REDUCE_MEAN, copy, 7);
		else
			ck_assert(reduce_values(REDUCE_MEAN, copy, 7) == first);
	}
	copy[0] = 3;
	copy[1] = 1;
	copy[2] = 2.75;
	ck_assert(reduce_values(REDUCE_MEAN, copy, 3) == 2.25);
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
		ck_assert(!signbit(reduce_values(REDUCE_MEAN, zeros[i], 2)));
		ck_assert(!signbit(median_of(zeros[i], 1)));
	}
}
END_TEST

/*
 * Samples within a run, reduced; the figures are those of R:
 *	x <- c(12.5, 3, 7.25, 101, 0.1, 44, 9, 3, 68.5, 20, 1e3)
 *	f <- function(x) c(mean(x), sum(x), min(x), max(x), median(x),
 *		x[length(x)] - x[1], quantile(x, c(.5, .9, .95, .99), type = 7))
 *	f(x); f(x[1:4]); f(x[1:2]); f(x[1]); f(-x / 7)
 */
#define REDUCTIONS (REDUCE_P99 + 1)

static const double reduced_samples[] = { 12.5, 3, 7.25, 101, 0.1, 44,
					  9,	3, 68.5, 20,  1e3 };

static const struct {
	size_t n;
	double factor, want[REDUCTIONS];
} reductions[] = {
	{ 11,
	  1,
	  { 115.30454545454545, 1268.3499999999999, 0.1, 1000, 12.5, 987.5,
	    12.5, 101, 550.5, 910.10000000000025 } },
	{ 4,
	  1,
	  { 30.9375, 123.75, 3, 101, 9.875, 88.5, 9.875, 74.450000000000017,
	    87.724999999999966, 98.34499999999997 } },
	{ 2,
	  1,
	  { 7.75, 15.5, 3, 12.5, 7.75, -9.5, 7.75, 11.549999999999999, 12.025,
	    12.404999999999999 } },
	{ 1, 1, { 12.5, 12.5, 12.5, 12.5, 12.5, 0, 12.5, 12.5, 12.5, 12.5 } },
	{ 11,
	  -1. / 7,
	  { -16.472077922077922, -181.19285714285715, -142.85714285714286,
	    -0.014285714285714287, -1.7857142857142858, -141.07142857142858,
	    -1.7857142857142858, -0.42857142857142855, -0.22142857142857142,
	    -0.05571428571428557 } },
};

START_TEST(reductions_equal_r)
{
	for (size_t i = 0; i < sizeof(reductions) / sizeof(*reductions); i++)
		for (int reduce = 0; reduce < REDUCTIONS; reduce++) {
			double copy[11], got;

			for (size_t k = 0; k < reductions[i].n; k++)
				copy[k] = reduced_samples[k] *
					  reductions[i].factor;
			got = reduce_values((enum reduce)reduce, copy,
					    reductions[i].n);
			ck_assert_msg(
				relative_error(got,
					       reductions[i].want[reduce]) <=
					1e-14,
				"set %zu, reduction %d: %.17g", i, reduce, got);
		}
}
END_TEST

/* Those of many samples, which are sorted otherwise: (k * 37 mod 100)^2 / 8. */
START_TEST(reductions_of_many_equal_r)
{
	static const double want[REDUCTIONS] = {
		410.4375, 41043.75, 0,	      1225.125,	  306.3125,
		496.125,  306.3125, 992.3625, 1105.68125, 1200.74625
	};

	for (int reduce = 0; reduce < REDUCTIONS; reduce++) {
		double many[100];

		for (int k = 0; k < 100; k++)
			many[k] = (k * 37 % 100) * (k * 37 % 100) / 8.;
		ck_assert_close(reduce_values((enum reduce)reduce, many, 100),
				want[reduce], 1e-14);
	}
}
END_TEST

/* All but the difference of last and first are the same in any order. */
START_TEST(reductions_in_any_order)
{
	static const double values[] = { 0.1, 1e16, -0.7, 3, -1e16, 1e-3, 2.5 };

	for (int reduce = 0; reduce < REDUCTIONS; reduce++) {
		double first = 0;

		for (size_t turn = 0; turn < 7; turn++) {
			double copy[7], got;

			for (size_t i = 0; i < 7; i++)
				copy[i] = values[(i * 3 + turn) % 7];
			if (reduce == REDUCE_DELTA) {
				double delta = copy[6] - copy[0];

				ck_assert(reduce_values(REDUCE_DELTA, copy,
							7) == delta);
				continue;
			}
			got = reduce_values((enum reduce)reduce, copy, 7);
			if (turn == 0)
				first = got;
			ck_assert(got == first);
		}
	}
}
END_TEST

START_TEST(reductions_at_the_ends_of_the_range)
{
	double huge[] = { DBL_MAX, DBL_MAX };
	double wide[] = { -DBL_MAX, DBL_MAX };
	double zeros[] = { -0.0, 0.0, -0.0 };

	ck_assert(isinf(reduce_values(REDUCE_SUM, huge, 2)));
	ck_assert(isinf(reduce_values(REDUCE_DELTA, wide, 2)));
	ck_assert(reduce_values(REDUCE_MEDIAN, huge, 2) == DBL_MAX);
	ck_assert(reduce_values(REDUCE_P90, huge, 2) == DBL_MAX);
	ck_assert(reduce_values(REDUCE_SUM, wide, 2) == 0);
	for (int reduce = 0; reduce < REDUCTIONS; reduce++)
		for (size_t n = 1; n <= 3; n++) {
			double zero =
				reduce_values((enum reduce)reduce, zeros, n);

			ck_assert(zero == 0);
			ck_assert_msg(!signbit(zero), "reduction %d of %zu",
				      reduce, n);
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
	tcase_add_test(c, reductions_equal_r);
	tcase_add_test(c, reductions_of_many_equal_r);
	tcase_add_test(c, reductions_in_any_order);
	tcase_add_test(c, reductions_at_the_ends_of_the_range);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
