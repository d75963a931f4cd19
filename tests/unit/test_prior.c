/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/prior.h"

#include <stdint.h>

#include <gsl/gsl_sf_psi.h>

#include "tests/unit/unit.h"

enum { ROOM = 5000 };

static struct set {
	double v[ROOM], f[ROOM], shrunk[ROOM];
	size_t n;
} set;
static double scratch[PRIOR_SCRATCH * ROOM];

static struct prior fit_set(void)
{
	return prior_fit(set.v, set.f, set.n, scratch);
}

static void check_set(const struct reference *reference)
{
	struct prior prior = fit_set();

	ck_assert_msg(
		relative_error(prior.d0, field_number(reference->field[4])) <=
				1e-9 &&
			relative_error(prior.c2,
				       field_number(reference->field[5])) <=
				1e-9,
		"%s: d0 %.17g and c2 %.17g, want %s and %s",
		reference->field[0], prior.d0, prior.c2, reference->field[4],
		reference->field[5]);
	for (size_t i = 0; i < set.n; i++) {
		struct shrunk shrunk;

		if (isnan(set.shrunk[i]))
			continue;
		shrunk = prior_shrink(prior, 1, sqrt(set.v[i]), set.f[i]);
		ck_assert_close(shrunk.sd * shrunk.sd, set.shrunk[i], 1e-9);
		ck_assert_close(shrunk.df, prior.d0 + set.f[i], 1e-15);
	}
}

START_TEST(as_limma)
{
	static struct reference reference;
	size_t sets = 0;

	set.n = 0;
	reference_open(&reference, "data/reference/prior.csv");
	while (reference_next(&reference)) {
		ck_assert(reference.fields == 6 && set.n < ROOM);
		set.v[set.n] = field_number(reference.field[1]);
		set.f[set.n] = field_number(reference.field[2]);
		set.shrunk[set.n++] = field_number(reference.field[3]);
		if (reference.field[4][0] == '\0')
			continue;
		check_set(&reference);
		set.n = 0;
		sets++;
	}
	ck_assert(sets > 20);
}
END_TEST

/* Any numbers, the same in every run. */
static double next_number(void)
{
	static uint64_t state = 20;

	state = state * 6364136223846793005U + 1442695040888963407U;
	return (double)((state >> 40) + 1) / 16777217;
}

static void shuffle(void)
{
	for (size_t i = set.n; i > 1; i--) {
		size_t j = (size_t)(next_number() * (double)i) % i;
		double v = set.v[i - 1], f = set.f[i - 1];

		set.v[i - 1] = set.v[j];
		set.f[i - 1] = set.f[j];
		set.v[j] = v;
		set.f[j] = f;
	}
}

static bool is_same(struct prior a, struct prior b)
{
	return memcmp(&a.d0, &b.d0, sizeof(a.d0)) == 0 &&
	       memcmp(&a.c2, &b.c2, sizeof(a.c2)) == 0;
}

/* To the last bit, with a prior and with an infinite one. */
START_TEST(any_order)
{
	for (unsigned round = 0; round < 60; round++) {
		double power = round % 3 ? 3 : 0.3;
		struct prior prior;

		set.n = 2 + round * round;
		for (size_t i = 0; i < set.n; i++) {
			set.v[i] = pow(next_number(), power) *
				   (round % 2 ? 1e-4 : 1e300);
			set.f[i] = floor(1 + 9 * next_number());
		}
		prior = fit_set();
		ck_assert(prior.d0 > 0 && prior.c2 > 0 && isfinite(prior.c2));
		for (unsigned times = 0; times < 5; times++) {
			shuffle();
			ck_assert(is_same(fit_set(), prior));
		}
	}
}
END_TEST

/* The estimates know no unit: a power of two changes c2 by just that. */
START_TEST(any_scale)
{
	struct prior prior, scaled;

	set.n = 99;
	for (size_t i = 0; i < set.n; i++) {
		set.v[i] = pow(next_number(), 3);
		set.f[i] = 2;
	}
	prior = fit_set();
	for (int exponent = -950; exponent <= 950; exponent += 50) {
		for (size_t i = 0; i < set.n; i++)
			set.v[i] = ldexp(set.v[i], exponent);
		scaled = fit_set();
		ck_assert_close(scaled.d0, prior.d0, 1e-11);
		ck_assert_close(scaled.c2, ldexp(prior.c2, exponent), 1e-11);
		for (size_t i = 0; i < set.n; i++)
			set.v[i] = ldexp(set.v[i], -exponent);
	}
}
END_TEST

START_TEST(no_prior)
{
	double v[] = { 0, 0, 0, 1e-4, 2e-4 };
	double f[] = { 2, 2, 2, 2, 2 };
	double odd[] = { NAN, INFINITY, 1e-4, -1, 3e-4 };
	double odd_f[] = { 2, 2, 2, 2, 0 };
	struct prior none = { 0, 0 };

	ck_assert(is_same(prior_fit(v, f, 0, scratch), none));
	ck_assert(is_same(prior_fit(v + 3, f, 1, scratch), none));
	ck_assert(is_same(prior_fit(v, f, 5, scratch), none));
	ck_assert(is_same(prior_fit(odd, odd_f, 5, scratch), none));
	/* What is no number does not spoil the rest. */
	odd_f[4] = 2;
	ck_assert_close(prior_fit(odd, odd_f, 5, scratch).c2, 2e-4, 1e-15);
	/* Nor do the smallest and the largest numbers. */
	v[0] = v[1] = v[2] = 4e-324;
	ck_assert(prior_fit(v, f, 5, scratch).c2 >= 0);
	v[0] = v[1] = v[2] = v[3] = v[4] = 1.7e308;
	ck_assert_close(prior_fit(v, f, 5, scratch).c2, 1.7e308, 1e-15);
}
END_TEST

/* By its definition; outside of that range the leading terms, as in limma. */
START_TEST(trigamma_inverted)
{
	for (int i = -59; i <= 69; i++) {
		double x = pow(10, i / 10.0);

		ck_assert_close(gsl_sf_psi_1(inverse_trigamma(x)), x, 1e-14);
	}
	/* psi'(1) = pi^2 / 6, psi'(1/2) = pi^2 / 2. */
	ck_assert_close(inverse_trigamma(M_PI * M_PI / 6), 1, 1e-15);
	ck_assert_close(inverse_trigamma(M_PI * M_PI / 2), 0.5, 1e-15);
	ck_assert_close(inverse_trigamma(1e-9), 1e9, 1e-15);
	ck_assert_close(inverse_trigamma(1e10), 1e-5, 1e-15);
	ck_assert(isinf(inverse_trigamma(0)));
	ck_assert(inverse_trigamma(INFINITY) == 0);
	ck_assert(isnan(inverse_trigamma(-1)));
	ck_assert(isnan(inverse_trigamma(NAN)));
}
END_TEST

/* Arithmetic. */
START_TEST(shrinking)
{
	struct prior prior = { 4, 0.0009 };
	struct shrunk shrunk = prior_shrink(prior, -100, 6, 2);

	/* (4 * 9 + 2 * 36) / 6 = 18. */
	ck_assert_close(shrunk.sd, sqrt(18), 1e-15);
	ck_assert(shrunk.df == 6);
	shrunk = prior_shrink(prior, 0, 6, 2);
	ck_assert(shrunk.sd == 6 && shrunk.df == 2);
	shrunk = prior_shrink((struct prior){ 0, 0 }, 100, 6, 2);
	ck_assert(shrunk.sd == 6 && shrunk.df == 2);
	shrunk = prior_shrink((struct prior){ INFINITY, 0.0009 }, -100, 6, 2);
	ck_assert_close(shrunk.sd, 3, 1e-15);
	ck_assert(isinf(shrunk.df));
	shrunk = prior_shrink(prior, -100, 0, 2);
	ck_assert_close(shrunk.sd, sqrt(6), 1e-15);
	ck_assert(isnan(prior_shrink(prior, 100, NAN, 2).sd));
	/* Squares that overflow or vanish. */
	shrunk = prior_shrink(prior, -100e200, 6e200, 2);
	ck_assert_close(shrunk.sd, sqrt(18) * 1e200, 1e-14);
	shrunk = prior_shrink(prior, 100e-200, 6e-200, 2);
	ck_assert_close(shrunk.sd, sqrt(18) * 1e-200, 1e-14);
	shrunk = prior_shrink(prior, 1e-10, 6e200, 2);
	ck_assert_close(shrunk.sd, sqrt(12) * 1e200, 1e-14);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("prior");
	TCase *tests = tcase_create("prior");

	tcase_add_test(tests, as_limma);
	tcase_add_test(tests, any_order);
	tcase_add_test(tests, any_scale);
	tcase_add_test(tests, no_prior);
	tcase_add_test(tests, trigamma_inverted);
	tcase_add_test(tests, shrinking);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
