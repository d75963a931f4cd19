/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/welch.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "stats/summary.h"
#include "tests/unit/unit.h"

#define MOST 256

static struct moments moments_of(const double *value, size_t n)
{
	struct summary summary = summarise_values(value, n);
	struct moments moments = { (double)n, summary.mean, summary.sd };

	return moments;
}

static struct moments moments_in(const char *field)
{
	double value[MOST];

	return moments_of(value, field_numbers(field, value, MOST));
}

static struct t_test test_of(const double *base, size_t m,
			     const double *candidate, size_t n)
{
	return welch_test(moments_of(base, m), moments_of(candidate, n));
}

#define ck_assert_same(got, want)                                      \
	ck_assert_msg((got) == (want), "%s is %.17g, not %.17g", #got, \
		      (double)(got), (double)(want))

/*
 * An end of a confidence interval, whose digits are those of the difference
 * and of the half-width, not of what is left when one is taken from the other.
 */
static void check_interval(const char *id, struct moments base,
			   struct moments candidate, double low, double high,
			   double limit)
{
	struct spread spread = welch_spread(base, candidate);
	double difference = candidate.mean - base.mean;
	double half = t_quantile_upper(0.025, spread.df) * spread.se;
	double scale = fmax(fabs(low), fabs(high));

	ck_assert_msg(fabs(difference - half - low) <= limit * scale,
		      "%s: low end %.17g, want %.17g", id, difference - half,
		      low);
	ck_assert_msg(fabs(difference + half - high) <= limit * scale,
		      "%s: high end %.17g, want %.17g", id, difference + half,
		      high);
}

/*
 * 80-digit arithmetic on the decimal samples.  Where id ends in 7 the mean is
 * some 1e12 times the sd, and the samples themselves are rounded.
 */
START_TEST(many_digits)
{
	static struct reference reference;

	reference_open(&reference, "data/reference/welch.csv");
	while (reference_next(&reference)) {
		const char *id = reference.field[0];
		bool rounded = id[strlen(id) - 1] == '7';
		struct moments base = moments_in(reference.field[1]);
		struct moments candidate = moments_in(reference.field[2]);
		struct t_test test = welch_test(base, candidate);
		double t = field_number(reference.field[9]);
		double df = field_number(reference.field[10]);
		double p = field_number(reference.field[11]);

		ck_assert(reference.fields == 14);
		ck_assert_msg(relative_error(test.t, t) <=
				      (rounded ? 1e-3 : 1e-9),
			      "%s: t %.17g, want %.17g", id, test.t, t);
		ck_assert_msg(relative_error(test.df, df) <=
				      (rounded ? 1e-3 : 1e-9),
			      "%s: df %.17g, want %.17g", id, test.df, df);
		if (p < 1e-300)
			ck_assert_msg(test.p >= 0 && test.p <= 1e-300,
				      "%s: p %.17g, want %s", id, test.p,
				      reference.field[11]);
		else
			ck_assert_msg(relative_error(test.p, p) <=
					      (rounded ? 1e-2 : 1e-6),
				      "%s: p %.17g, want %.17g", id, test.p, p);
		check_interval(id, base, candidate,
			       field_number(reference.field[12]),
			       field_number(reference.field[13]),
			       rounded ? 1e-3 : 1e-9);
	}
	ck_assert(reference.row == 200);
}
END_TEST

START_TEST(as_t_test)
{
	static struct reference reference;

	reference_open(&reference, "data/reference/welch_r.csv");
	while (reference_next(&reference)) {
		const char *id = reference.field[0];
		struct moments base = moments_in(reference.field[1]);
		struct moments candidate = moments_in(reference.field[2]);
		struct t_test test = welch_test(base, candidate);
		double want[6], floor[8], p[8];
		size_t i, floors;

		ck_assert(reference.fields == 11);
		for (i = 0; i < 6; i++)
			want[i] = field_number(reference.field[3 + i]);
		ck_assert_msg(relative_error(test.t, want[0]) <= 1e-11,
			      "%s: t %.17g, want %.17g", id, test.t, want[0]);
		ck_assert_msg(relative_error(test.df, want[1]) <= 1e-12,
			      "%s: df %.17g, want %.17g", id, test.df, want[1]);
		ck_assert_msg(relative_error(test.p, want[2]) <= 1e-11,
			      "%s: p %.17g, want %.17g", id, test.p, want[2]);
		check_interval(id, base, candidate, want[3], want[4], 1e-12);
		ck_assert_msg(relative_error(hedges_g(base, candidate),
					     want[5]) <= 1e-11,
			      "%s: g %.17g, want %.17g", id,
			      hedges_g(base, candidate), want[5]);

		floors = field_numbers(reference.field[9], floor, 8);
		ck_assert(floors == 5);
		ck_assert(field_numbers(reference.field[10], p, 8) == floors);
		for (i = 0; i < floors; i++) {
			double got = floor_p(candidate.mean - base.mean,
					     floor[i],
					     welch_spread(base, candidate));

			ck_assert_msg(relative_error(got, p[i]) <= 1e-11,
				      "%s: p against %g is %.17g, want %.17g",
				      id, floor[i], got, p[i]);
		}
	}
	ck_assert(reference.row > 60);
}
END_TEST

START_TEST(tails)
{
	static struct reference reference;

	reference_open(&reference, "data/reference/t_tail.csv");
	while (reference_next(&reference)) {
		double t = field_number(reference.field[0]);
		double df = field_number(reference.field[1]);
		double tail = field_number(reference.field[2]);
		double got = t_upper_tail(t, df);
		double quantile = t_quantile_upper(tail, df);
		/* What an error of 1e-12 in the tail is in t, at most. */
		double limit = t < 0.01 ? 1e-12 / t : 1e-11;

		ck_assert_msg(relative_error(got, tail) <= 1e-12,
			      "t %g df %g: tail %.17g, want %.17g", t, df, got,
			      tail);
		ck_assert_close(t_upper_tail(-t, df), 1 - tail, 1e-14);
		ck_assert_msg(relative_error(quantile, t) <= limit,
			      "tail %.17g df %g: t %.17g, want %.17g", tail, df,
			      quantile, t);
	}
	ck_assert(reference.row > 500);
}
END_TEST

START_TEST(tail_ends)
{
	ck_assert_same(t_upper_tail(0, 3), 0.5);
	ck_assert_same(t_upper_tail(0, INFINITY), 0.5);
	ck_assert_same(t_upper_tail(INFINITY, 3), 0);
	ck_assert_same(t_upper_tail(-INFINITY, 3), 1);
	ck_assert_same(t_upper_tail(INFINITY, INFINITY), 0);
	ck_assert_same(t_upper_tail(DBL_MAX, 1e6), 0);
	ck_assert_same(t_upper_tail(DBL_TRUE_MIN, 3), 0.5);
	ck_assert_close(t_upper_tail(1, 1e300), t_upper_tail(1, INFINITY),
			1e-15);
	ck_assert(isnan(t_upper_tail(NAN, 3)));
	ck_assert(isnan(t_upper_tail(1, NAN)));
	ck_assert(isnan(t_upper_tail(1, 0)));
	ck_assert(isnan(t_upper_tail(1, -1)));
	ck_assert(isnan(t_upper_tail(1, -INFINITY)));
	ck_assert(isnan(t_upper_tail(INFINITY, NAN)));
}
END_TEST

/* Where one way of computing the tail gives way to another. */
START_TEST(tail_is_even)
{
	static const double seams[] = { 30, 5000, 1e18 };
	static const double t[] = { 0.3, 2, 5, 11, 17, 30 };
	size_t i, j;

	for (i = 0; i < 3; i++) {
		for (j = 0; j < 6; j++) {
			double below = nextafter(seams[i], 0);
			double above = nextafter(seams[i], INFINITY);

			ck_assert_close(t_upper_tail(t[j], above),
					t_upper_tail(t[j], below), 2e-12);
		}
	}
	ck_assert_close(t_upper_tail(nextafter(1e150, INFINITY), 1.5),
			t_upper_tail(1e150, 1.5), 1e-12);
}
END_TEST

START_TEST(quantiles_there_and_back)
{
	static const double upper[] = { 0.4999, 0.2,  0.05, 0.025, 0.005,
					0.0005, 1e-6, 1e-9, 1e-40, 1e-300 };
	static const double dfs[] = { 1,    1.3,  2,   3,    4.7,   8,
				      10,   30,	  31,  58,   100,   1000,
				      4999, 5001, 1e6, 1e12, 1e300, INFINITY };
	size_t i, j;

	for (i = 0; i < sizeof(upper) / sizeof(upper[0]); i++) {
		for (j = 0; j < sizeof(dfs) / sizeof(dfs[0]); j++) {
			double t = t_quantile_upper(upper[i], dfs[j]);
			double back = t_upper_tail(t, dfs[j]);

			ck_assert_msg(relative_error(back, upper[i]) <= 1e-12,
				      "tail %g df %g: t %.17g, back %.17g",
				      upper[i], dfs[j], t, back);
			if (upper[i] > 0.01)
				ck_assert_close(t_quantile_upper(1 - upper[i],
								 dfs[j]),
						-t, 1e-12);
		}
	}
}
END_TEST

START_TEST(quantile_ends)
{
	ck_assert_same(t_quantile_upper(0.5, 3), 0);
	ck_assert_same(t_quantile_upper(0.5, INFINITY), 0);
	/* Printed tables. */
	ck_assert_close(t_quantile_upper(0.025, 1), 12.706204736174694, 1e-12);
	ck_assert_close(t_quantile_upper(0.025, 4), 2.7764451051977987, 1e-12);
	ck_assert_close(t_quantile_upper(0.025, INFINITY), 1.959963984540054,
			1e-12);
	ck_assert(isnan(t_quantile_upper(0, 3)));
	ck_assert(isnan(t_quantile_upper(1, 3)));
	ck_assert(isnan(t_quantile_upper(-0.1, 3)));
	ck_assert(isnan(t_quantile_upper(NAN, 3)));
	ck_assert(isnan(t_quantile_upper(0.1, NAN)));
	ck_assert(isnan(t_quantile_upper(0.1, 0)));
	ck_assert(isnan(t_quantile_upper(0.1, -INFINITY)));
}
END_TEST

/*
 * What users of such tools have run into.
 */

START_TEST(constant_candidate)
{
	static const double base[] = { 115, 114, 115, 115, 115 };
	static const double candidate[] = { 78.8, 78.8, 78.8, 78.8, 78.8 };
	struct moments b = moments_of(base, 5);
	struct moments c = moments_of(candidate, 5);
	struct t_test test = welch_test(b, c);

	ck_assert_same(c.mean, 78.8);
	ck_assert_same(c.sd, 0);
	ck_assert_close(test.t, -180, 1e-14);
	ck_assert_same(test.df, 4);
	ck_assert_close(test.p, 5.7e-9, 0.01);
	ck_assert_close(100 * (c.mean - b.mean) / fabs(b.mean), -31.36, 1e-4);
}
END_TEST

START_TEST(both_constant)
{
	static const double base[] = { 303, 303, 303, 303, 303 };
	static const double candidate[] = { 310, 310, 310, 310, 310 };
	static const double equal[] = { 5, 5, 5 };
	struct spread spread =
		welch_spread(moments_of(base, 5), moments_of(candidate, 5));
	struct t_test test = test_of(base, 5, candidate, 5);

	ck_assert_same(spread.se, 0);
	ck_assert(isnan(spread.df));
	ck_assert(isnan(test.t) && isnan(test.df) && isnan(test.p));
	test = test_of(equal, 3, equal, 3);
	ck_assert(isnan(test.t) && isnan(test.df) && isnan(test.p));
	ck_assert(
		isnan(hedges_g(moments_of(base, 5), moments_of(candidate, 5))));
}
END_TEST

START_TEST(constant_base)
{
	static const double base[] = { 100, 100, 100, 100 };
	static const double candidate[] = { 100, 101, 99, 102 };
	struct t_test test = test_of(base, 4, candidate, 4);

	ck_assert_close(test.t, 0.5 / (sqrt(5.0 / 3) / 2), 1e-14);
	ck_assert_same(test.df, 3);
	ck_assert(test.p > 0.49 && test.p < 0.5);
}
END_TEST

START_TEST(too_few_runs)
{
	static const double one[] = { 100 }, other[] = { 130, 131, 132 };
	struct moments few = moments_of(one, 1);
	struct moments enough = moments_of(other, 3);
	struct spread spread = welch_spread(few, enough);
	struct t_test test = welch_test(few, enough);

	ck_assert(isnan(spread.se) && isnan(spread.df));
	ck_assert(isnan(test.t) && isnan(test.df) && isnan(test.p));
	test = welch_test(enough, few);
	ck_assert(isnan(test.t) && isnan(test.df) && isnan(test.p));
	test = welch_test(few, few);
	ck_assert(isnan(test.t) && isnan(test.df) && isnan(test.p));
	ck_assert(isnan(hedges_g(few, enough)));
	ck_assert(isnan(hedges_g(enough, few)));
	/* An sd that somebody makes up does not help. */
	few.sd = 1;
	ck_assert(isnan(welch_spread(few, enough).se));
	ck_assert(isnan(welch_spread(enough, few).df));
	ck_assert(isnan(hedges_g(few, enough)));
	few = moments_of(one, 0);
	ck_assert(isnan(welch_test(few, enough).t));
	ck_assert(isnan(welch_test(enough, few).t));
}
END_TEST

START_TEST(far_apart)
{
	static const double base[] = { 1, 2, 3 },
			    candidate[] = { 101, 102, 103 };
	struct t_test test = test_of(base, 3, candidate, 3);

	ck_assert_close(test.t, 100 / sqrt(2.0 / 3), 1e-14);
	ck_assert_close(test.t, 122.5, 1e-3);
	ck_assert_same(test.df, 4);
	ck_assert(test.p < 1e-7);
}
END_TEST

START_TEST(negative_means)
{
	static const double base[] = { -10, -11, -9 };
	static const double candidate[] = { -12, -13, -11 };
	struct moments b = moments_of(base, 3), c = moments_of(candidate, 3);
	struct t_test test = welch_test(b, c);

	ck_assert_same(100 * (c.mean - b.mean) / fabs(b.mean), -20);
	ck_assert_close(test.t, -2 / sqrt(2.0 / 3), 1e-14);
	ck_assert_same(test.df, 4);
}
END_TEST

START_TEST(large_offset)
{
	static const double base[] = { 1000000001, 1000000002, 1000000003 };
	static const double candidate[] = { 1000000004, 1000000005,
					    1000000006 };
	static const double low[] = { 1, 2, 3 }, high[] = { 4, 5, 6 };
	struct t_test test = test_of(base, 3, candidate, 3);
	struct t_test small = test_of(low, 3, high, 3);

	ck_assert_close(test.t, 3.674, 1e-3);
	ck_assert_same(test.df, 4);
	ck_assert_close(test.p, 0.0213, 0.005);
	ck_assert_same(test.t, small.t);
	ck_assert_same(test.p, small.p);
}
END_TEST

START_TEST(three_percent)
{
	static const double base[] = { 100, 101, 99 };
	static const double candidate[] = { 103, 104, 102 };
	struct moments b = moments_of(base, 3), c = moments_of(candidate, 3);
	struct spread spread = welch_spread(b, c);
	struct t_test test = welch_test(b, c);
	double half = t_quantile_upper(0.025, spread.df) * spread.se;

	ck_assert_same(100 * (c.mean - b.mean) / b.mean, 3);
	ck_assert_close(test.t, 3.674, 1e-3);
	ck_assert_same(test.df, 4);
	ck_assert_close(test.p, 0.0213, 0.005);
	ck_assert_close(3 - half, 0.73, 0.01);
	ck_assert_close(3 + half, 5.27, 0.001);
}
END_TEST

/*
 * Laws, on samples that a small generator makes.
 */

static double next_number(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return (double)(*state >> 8) / 16777216.0;
}

struct sides {
	double base[12], candidate[12];
	size_t m, n;
};

static struct sides make_sides(uint32_t seed)
{
	struct sides sides = { { 0 }, { 0 }, 2 + seed % 11, 2 + seed % 7 };
	uint32_t state = seed * 2654435761u + 1;
	size_t i;

	for (i = 0; i < sides.m; i++)
		sides.base[i] = 100 + next_number(&state);
	for (i = 0; i < sides.n; i++)
		sides.candidate[i] = 99.5 + 4 * next_number(&state);
	return sides;
}

static void for_all_sides(void (*check)(struct sides))
{
	uint32_t seed;

	for (seed = 0; seed < 300; seed++)
		check(make_sides(seed));
}

static void swap_sides(struct sides sides)
{
	struct moments b = moments_of(sides.base, sides.m);
	struct moments c = moments_of(sides.candidate, sides.n);
	struct t_test there = welch_test(b, c), back = welch_test(c, b);

	ck_assert(isfinite(there.t) && there.p > 0 && there.p <= 1);
	ck_assert((there.t > 0) == (c.mean > b.mean));
	ck_assert_same(back.t, -there.t);
	ck_assert_same(back.df, there.df);
	ck_assert_same(back.p, there.p);
	ck_assert_close(hedges_g(c, b), -hedges_g(b, c), 1e-14);
	ck_assert((hedges_g(b, c) > 0) == (c.mean > b.mean));
}

START_TEST(swapped_sides)
{
	for_all_sides(swap_sides);
}
END_TEST

static void scale_sides(struct sides sides)
{
	struct sides scaled = sides;
	struct t_test plain =
		test_of(sides.base, sides.m, sides.candidate, sides.n);
	double g = hedges_g(moments_of(sides.base, sides.m),
			    moments_of(sides.candidate, sides.n));
	static const int exponents[] = { -900, -600, -500, -300, -10, 1,
					 300,  495,  505,  700,	 1000 };
	size_t i, j;

	for (j = 0; j < sizeof(exponents) / sizeof(exponents[0]); j++) {
		struct t_test test;

		for (i = 0; i < 12; i++) {
			scaled.base[i] = ldexp(sides.base[i], exponents[j]);
			scaled.candidate[i] =
				ldexp(sides.candidate[i], exponents[j]);
		}
		/*
		 * Not a bit of the test depends on the scale; of the summary
		 * the last may, where it takes the scaled way.
		 */
		test = test_of(scaled.base, scaled.m, scaled.candidate,
			       scaled.n);
		ck_assert_close(test.t, plain.t, 1e-12);
		ck_assert_close(test.df, plain.df, 1e-13);
		ck_assert_close(test.p, plain.p, 1e-12);
	}
	for (j = 0; j < sizeof(exponents) / sizeof(exponents[0]); j++) {
		struct moments b = moments_of(sides.base, sides.m);
		struct moments c = moments_of(sides.candidate, sides.n);
		struct t_test test;

		b.mean = ldexp(b.mean, exponents[j]);
		b.sd = ldexp(b.sd, exponents[j]);
		c.mean = ldexp(c.mean, exponents[j]);
		c.sd = ldexp(c.sd, exponents[j]);
		test = welch_test(b, c);
		ck_assert_same(test.t, plain.t);
		ck_assert_same(test.df, plain.df);
		ck_assert_same(test.p, plain.p);
		ck_assert_same(hedges_g(b, c), g);
	}
}

START_TEST(scaled_sides)
{
	for_all_sides(scale_sides);
}
END_TEST

static void shift_integers(struct sides sides)
{
	static const double shifts[] = { 1e3, -1e6, 1e9, -1e12, 1e14 };
	struct t_test plain;
	size_t i, j;

	for (i = 0; i < 12; i++) {
		sides.base[i] = floor(40 * sides.base[i]);
		sides.candidate[i] = floor(40 * sides.candidate[i]);
	}
	plain = test_of(sides.base, sides.m, sides.candidate, sides.n);
	for (j = 0; j < 5; j++) {
		struct sides shifted = sides;
		struct t_test test;
		/* The mean is rounded to half a digit of the shift. */
		double limit = fabs(shifts[j]) * 1e-13 + 1e-11;

		for (i = 0; i < 12; i++) {
			shifted.base[i] += shifts[j];
			shifted.candidate[i] += shifts[j];
		}
		test = test_of(shifted.base, shifted.m, shifted.candidate,
			       shifted.n);
		if (fabs(shifts[j]) < 1e10)
			ck_assert_close(test.p, plain.p, limit);
		ck_assert(fabs(test.p - plain.p) <= limit);
	}
}

START_TEST(shifted_integers)
{
	for_all_sides(shift_integers);
}
END_TEST

/* Between the fewer degrees of freedom of the two sides and their sum. */
static void bound_df(struct sides sides)
{
	struct moments b = moments_of(sides.base, sides.m);
	struct moments c = moments_of(sides.candidate, sides.n);
	struct spread spread = welch_spread(b, c);

	ck_assert(spread.df >= fmin(b.n, c.n) - 1);
	ck_assert(spread.df <= b.n + c.n - 2);
	ck_assert_close(spread.se * spread.se,
			b.sd * b.sd / b.n + c.sd * c.sd / c.n, 1e-14);
	b.sd = 0;
	ck_assert_same(welch_spread(b, c).df, c.n - 1);
	ck_assert_close(welch_spread(b, c).se, c.sd / sqrt(c.n), 1e-15);
	c.n = b.n;
	b.sd = c.sd;
	ck_assert_same(welch_spread(b, c).df, 2 * b.n - 2);
}

START_TEST(range_of_df)
{
	for_all_sides(bound_df);
}
END_TEST

START_TEST(spread_at_the_ends)
{
	struct moments small = { 3, 0, DBL_TRUE_MIN };
	struct moments large = { 4, 0, DBL_MAX / 4 };
	struct moments endless = { 4, 0, INFINITY };
	struct spread spread = welch_spread(small, large);

	ck_assert_same(spread.se, DBL_MAX / 8);
	ck_assert_same(spread.df, 3);
	ck_assert_same(welch_spread(small, small).df, 4);
	ck_assert(isnan(welch_spread(small, endless).se));
	ck_assert(isnan(welch_test(endless, large).p));
	ck_assert(isnan(hedges_g(endless, large)));
	large.mean = NAN;
	ck_assert(isnan(welch_test(small, large).t));
	ck_assert(isnan(welch_test(small, large).df));
}
END_TEST

static void raise_floor(struct sides sides)
{
	struct moments b = moments_of(sides.base, sides.m);
	struct moments c = moments_of(sides.candidate, sides.n);
	struct spread spread = welch_spread(b, c);
	double difference = c.mean - b.mean;
	double last = welch_test(b, c).p;
	int i;

	ck_assert_same(floor_p(difference, 0, spread), last);
	ck_assert_same(floor_p(-difference, 0, spread), last);
	for (i = 1; i <= 40; i++) {
		double floor = i * fabs(difference) / 16;
		double p = floor_p(difference, floor, spread);

		ck_assert(p <= 1);
		ck_assert_same(floor_p(-difference, floor, spread), p);
		/* Near 1 the last digits of a sum of two tails are noise. */
		ck_assert_msg(p > last || p > 1 - 1e-9,
			      "floor %g: p %.17g, below it %.17g", floor, p,
			      last);
		if (floor > fabs(difference))
			ck_assert(p > 0.5);
		last = p;
	}
}

START_TEST(floors)
{
	for_all_sides(raise_floor);
}
END_TEST

START_TEST(floor_ends)
{
	const struct spread spread = { 2, 5 };
	const struct spread none = { 0, NAN }, constant = { 0, 5 };
	const struct spread undefined = { NAN, NAN };
	const struct spread half = { 2, NAN }, normal = { 2, INFINITY };

	ck_assert(isnan(floor_p(NAN, 0, spread)));
	ck_assert(isnan(floor_p(1, NAN, spread)));
	ck_assert(isnan(floor_p(1, 0, none)));
	ck_assert(isnan(floor_p(0, 0, none)));
	ck_assert(isnan(floor_p(1, 0, constant)));
	ck_assert(isnan(floor_p(1, 0, undefined)));
	ck_assert(isnan(floor_p(1, 0, half)));
	ck_assert_same(floor_p(0, 0, spread), 1);
	ck_assert_same(floor_p(0, 3, spread), 1);
	ck_assert_same(floor_p(1, INFINITY, spread), 1);
	ck_assert_same(floor_p(DBL_MAX, DBL_MAX, spread), 0.5);
	/* 1 and 3 standard errors of the normal distribution. */
	ck_assert_close(floor_p(4, 2, normal),
			(erfc(1 / sqrt(2)) + erfc(3 / sqrt(2))) / 2, 1e-14);
}
END_TEST

/* A place that is certain is the one that the distribution tells. */
START_TEST(level_places)
{
	static const double levels[] = { 0.3, 0.05, 0.025, 1e-3, 1e-12 };
	static const double df[] = { 1,	   1.001, 1.9, 2,    2.5, 7.3,	20.01,
				     63.2, 63.9,  64,  65.3, 1e4, 1e300 };
	size_t certain = 0, all = 0;

	for (size_t k = 0; k < sizeof(levels) / sizeof(*levels); k++) {
		struct t_level level = { .tail = levels[k] };

		for (size_t i = 0; i < sizeof(df) / sizeof(*df); i++) {
			double quantile = t_quantile_upper(levels[k], df[i]);

			for (int step = -300; step <= 300; step++) {
				double t = quantile *
					   (1 + step * step * step / 3e7);
				double tail = t_upper_tail(t, df[i]);
				enum t_place place =
					t_level_place(&level, t, df[i]);

				if (place == T_BEYOND)
					ck_assert(tail < levels[k]);
				if (place == T_WITHIN)
					ck_assert(tail > levels[k]);
				certain += place != T_UNCERTAIN;
				all++;
			}
		}
	}
	/* Else nothing is spared. */
	ck_assert_uint_gt(2 * certain, all);
}
END_TEST

START_TEST(level_ends)
{
	struct t_level level = { .tail = 0.05 }, half = { .tail = 0.5 };

	ck_assert_int_eq(t_level_place(&level, NAN, 5), T_UNCERTAIN);
	ck_assert_int_eq(t_level_place(&level, 3, NAN), T_UNCERTAIN);
	ck_assert_int_eq(t_level_place(&level, 3, 0.5), T_UNCERTAIN);
	ck_assert_int_eq(t_level_place(&level, -3, 5), T_WITHIN);
	ck_assert_int_eq(t_level_place(&level, INFINITY, 5), T_BEYOND);
	ck_assert_int_eq(t_level_place(&level, 1.6, INFINITY), T_WITHIN);
	ck_assert_int_eq(t_level_place(&level, 2, INFINITY), T_BEYOND);
	ck_assert_int_eq(t_level_place(&half, 3, 5), T_UNCERTAIN);
}
END_TEST

/* The gamma functions of halves, written out. */
START_TEST(hedges_correction)
{
	const double pi = acos(-1);
	const struct {
		double df, factor;
	} table[] = {
		{ 2, 1 / sqrt(pi) },	       { 3, sqrt(pi / 6) },
		{ 4, sqrt(2 / pi) },	       { 5, 3 * sqrt(pi / 40) },
		{ 6, 8 / (3 * sqrt(3 * pi)) }, { 1e12, 1 - 0.75e-12 },
	};
	struct moments base = { 2, 10, 3 }, candidate = { 2, 13, 3 };
	size_t i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		candidate.n = table[i].df;
		ck_assert_close(hedges_g(base, candidate), table[i].factor,
				1e-14);
	}
	candidate.mean = 10;
	ck_assert_same(hedges_g(base, candidate), 0);
	/* sd 1 and 3, weighted by degrees of freedom: pooled 2. */
	base.n = 6;
	base.sd = 1;
	candidate.n = 4;
	candidate.mean = 12;
	ck_assert_close(hedges_g(base, candidate),
			exp(lgamma(4) - lgamma(3.5)) / 2, 1e-14);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("welch");
	TCase *reference = tcase_create("reference");
	TCase *cases = tcase_create("cases");
	TCase *laws = tcase_create("laws");

	suite_add_tcase(s, reference);
	tcase_add_test(reference, many_digits);
	tcase_add_test(reference, as_t_test);
	tcase_add_test(reference, tails);
	tcase_add_test(reference, tail_ends);
	tcase_add_test(reference, tail_is_even);
	tcase_add_test(reference, quantiles_there_and_back);
	tcase_add_test(reference, quantile_ends);
	tcase_add_test(reference, level_places);
	tcase_add_test(reference, level_ends);
	suite_add_tcase(s, cases);
	tcase_add_test(cases, constant_candidate);
	tcase_add_test(cases, both_constant);
	tcase_add_test(cases, constant_base);
	tcase_add_test(cases, too_few_runs);
	tcase_add_test(cases, far_apart);
	tcase_add_test(cases, negative_means);
	tcase_add_test(cases, large_offset);
	tcase_add_test(cases, three_percent);
	suite_add_tcase(s, laws);
	tcase_add_test(laws, swapped_sides);
	tcase_add_test(laws, scaled_sides);
	tcase_add_test(laws, shifted_integers);
	tcase_add_test(laws, range_of_df);
	tcase_add_test(laws, spread_at_the_ends);
	tcase_add_test(laws, floors);
	tcase_add_test(laws, floor_ends);
	tcase_add_test(laws, hedges_correction);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
