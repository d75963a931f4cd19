/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/gate.h"

#include "stats/summary.h"
#include "tests/unit/unit.h"

static struct rule rule;

static struct side side_of(const double *value, size_t n)
{
	struct summary summary = summarise_values(value, n);

	return (struct side){ .n = (uint32_t)n,
			      .mean = summary.mean,
			      .sd = summary.sd,
			      .min = summary.min,
			      .max = summary.max };
}

/* A relative change between two lists of values. */
static struct finding finding_of(const double *base, size_t m,
				 const double *candidate, size_t n, int step,
				 double min_change)
{
	struct finding finding = { .verdict = VERDICT_UNPROVEN,
				   .step = (int16_t)step,
				   .pooled_se = NAN,
				   .pooled_df = NAN,
				   .base_noise = NAN,
				   .candidate_noise = NAN,
				   .pooled_noise = NAN,
				   .rule = &rule };

	finding.base = side_of(base, m);
	finding.candidate = side_of(candidate, n);
	finding.difference = finding.candidate.mean - finding.base.mean;
	finding.floor = min_change / 100 * fabs(finding.base.mean);
	return finding;
}

/* In a family of so many members, of which so many are changed. */
static double level_of(const struct finding *finding, size_t changed,
		       size_t size, bool alone)
{
	struct comparison comparison = { 0 };

	comparison.family[family_of(finding)] =
		(struct family_summary){ .size = size, .changed = changed };
	return gate_level(&comparison, finding, 0.05, alone);
}

enum reference_column {
	BASE,
	CANDIDATE,
	STEP,
	MIN_CHANGE,
	SE,
	DF,
	P_ZERO,
	P,
	CHANGE,
	CI_LOW,
	CI_HIGH,
	DETECTABLE,
	RUNS_NEEDED,
	EQUIVALENT
};

/* Every figure of data/reference/gate.csv, which R computed. */
START_TEST(equals_r)
{
	struct gate_limits limits = { .alpha = 0.05 };
	struct gate_levels levels = gate_levels(0.05);
	struct t_level beyond = { .tail = 0.025 };
	struct reference r;
	size_t rows = 0;

	reference_open(&r, "data/reference/gate.csv");
	while (reference_next(&r)) {
		double x[16], y[16];
		size_t m = field_numbers(r.field[BASE], x, 16);
		size_t n = field_numbers(r.field[CANDIDATE], y, 16);
		struct finding f =
			finding_of(x, m, y, n, atoi(r.field[STEP]),
				   field_number(r.field[MIN_CHANGE]));
		double level = level_of(&f, 0, 1, false);
		double needed = field_number(r.field[RUNS_NEEDED]);

		gate_find("welch")->test(&f, &limits);
		ck_assert_close(f.se, field_number(r.field[SE]), 1e-9);
		ck_assert_close(f.se_df, field_number(r.field[DF]), 1e-9);
		ck_assert_close(f.p_zero, field_number(r.field[P_ZERO]), 1e-6);
		ck_assert_close(f.p, field_number(r.field[P]), 1e-6);
		ck_assert_int_eq(gate_equivalent(&f, &levels.equivalence),
				 (int)field_number(r.field[EQUIVALENT]));
		ck_assert_close(gate_detectable(&f, level),
				field_number(r.field[DETECTABLE]), 1e-9);
		if (isnan(needed))
			ck_assert_uint_eq(gate_runs_needed(&f, level),
					  COUNT_NONE);
		else
			ck_assert_uint_eq(gate_runs_needed(&f, level),
					  (unsigned)needed);
		gate_interval(&f, &beyond);
		ck_assert_close(f.change, field_number(r.field[CHANGE]), 1e-9);
		ck_assert_double_eq_tol(f.ci_low, field_number(r.field[CI_LOW]),
					1e-9);
		ck_assert_double_eq_tol(f.ci_high,
					field_number(r.field[CI_HIGH]), 1e-9);
		rows++;
	}
	ck_assert_uint_ge(rows, 10);
}
END_TEST

/* The published figures of two constants: p from the resolution alone. */
START_TEST(two_constants)
{
	static const double x[] = { 303, 303, 303, 303, 303 };
	static const double y[] = { 310, 310, 310, 310, 310 };
	struct gate_limits limits = { .alpha = 0.05 };
	struct finding f = finding_of(x, 5, y, 5, 0, 1);

	gate_find("welch")->test(&f, &limits);
	ck_assert_close(f.p, 1.1e-8, 0.05);
}
END_TEST

static double random_between(unsigned *seed, double low, double high)
{
	*seed = *seed * 1664525u + 1013904223u;
	return low + (high - low) * (*seed >> 8) / 16777216.0;
}

/* Both forms of a finding, near where a decision falls. */
static struct finding random_forms(unsigned *seed)
{
	struct finding f = { .rule = &rule, .base_noise = NAN };

	f.se = random_between(seed, 0.5, 2);
	f.se_df = random_between(seed, 1, 90);
	f.pooled_se = random_between(seed, 0, 1) < 0.2 ?
			      NAN :
			      random_between(seed, 0.5, 2);
	f.pooled_df = random_between(seed, 1, 90);
	f.floor = random_between(seed, 0, 1) < 0.2 ? 0 :
						     random_between(seed, 0, 5);
	f.difference = random_between(seed, -12, 12);
	return f;
}

/* Whatever is spared, is above alpha; nothing else changes. */
START_TEST(sparing_changes_no_decision)
{
	static const double alphas[] = { 0.05, 0.01, 0.3, 0.7, 1e-9 };
	unsigned seed = 1;

	for (size_t k = 0; k < sizeof(alphas) / sizeof(*alphas); k++) {
		double alpha = alphas[k];
		struct gate_levels levels = gate_levels(alpha);
		struct gate_limits exact = { .alpha = alpha };
		struct gate_limits spare = { .alpha = alpha,
					     .levels = &levels };
		size_t changed = 0, spared = 0;

		for (int i = 0; i < 10000; i++) {
			struct finding a = random_forms(&seed), b = a;

			gate_find("moderated")->test(&a, &exact);
			gate_find("moderated")->test(&b, &spare);
			ck_assert_int_eq(a.p <= alpha, b.p <= alpha);
			ck_assert_int_eq(a.p_zero <= alpha, b.p_zero <= alpha);
			if (a.p <= alpha)
				ck_assert(a.p == b.p);
			changed += a.p <= alpha;
			spared += a.p != b.p;
		}
		/* Both happen, or nothing was tried. */
		ck_assert(changed > 0 || alpha < 1e-6);
		ck_assert(spared > 0 || alpha >= 0.5);
	}
}
END_TEST

/* What has no p at all, has none when it is spared. */
START_TEST(sparing_keeps_what_has_no_p)
{
	struct gate_levels levels = gate_levels(0.05);
	struct gate_limits spare = { .alpha = 0.05, .levels = &levels };
	struct finding f = { .se = NAN,
			     .se_df = NAN,
			     .pooled_se = NAN,
			     .pooled_df = NAN,
			     .difference = 1,
			     .rule = &rule };

	gate_find("moderated")->test(&f, &spare);
	ck_assert(isnan(f.p));
	ck_assert(!(f.p_zero <= 0.05));
}
END_TEST

/* The bounds that spare the distribution never decide otherwise. */
START_TEST(equivalence_is_two_one_sided_tests)
{
	static const double df[] = { 1, 1.0001, 1.5, 2, 3.3, 10, 58, 1e6 };
	struct gate_levels levels = gate_levels(0.05);
	struct finding f = {
		.se = 1, .floor = 10, .base_noise = NAN, .pooled_se = NAN
	};

	for (size_t i = 0; i < sizeof(df) / sizeof(*df); i++)
		for (int step = -1000; step < 12000; step++) {
			f.se_df = df[i];
			f.difference = f.floor - step / 1000.0;
			ck_assert_int_eq(
				gate_equivalent(&f, &levels.equivalence),
				t_upper_tail(f.floor - f.difference, df[i]) <=
					0.05);
		}
	f.se = NAN;
	ck_assert(!gate_equivalent(&f, &levels.equivalence));
}
END_TEST

/* The wider interval of both forms must lie within the floor. */
START_TEST(equivalence_is_what_both_forms_say)
{
	struct gate_levels levels = gate_levels(0.05);
	unsigned seed = 7;
	size_t equivalent = 0;

	for (int i = 0; i < 20000; i++) {
		struct finding f = random_forms(&seed);
		double within = f.floor - fabs(f.difference);
		bool welch = t_upper_tail(within / f.se, f.se_df) <= 0.05;
		bool pooled = isnan(f.pooled_se) ||
			      t_upper_tail(within / f.pooled_se, f.pooled_df) <=
				      0.05;

		f.change_kind = CHANGE_ABSOLUTE;
		ck_assert_int_eq(gate_equivalent(&f, &levels.equivalence),
				 welch && pooled);
		equivalent += welch && pooled;
	}
	ck_assert_uint_gt(equivalent, 100);
}
END_TEST

/* Whichever half is spared, it is not the wider one. */
START_TEST(the_wider_interval_counts)
{
	struct t_level level = { .tail = 0.025 };
	unsigned seed = 3;
	size_t pooled_wider = 0;

	for (int i = 0; i < 5000; i++) {
		struct finding f = random_forms(&seed);
		double half, pooled;

		f.change_kind = CHANGE_ABSOLUTE;
		half = t_quantile_upper(0.025, f.se_df) * f.se;
		pooled = t_quantile_upper(0.025, f.pooled_df) * f.pooled_se;
		gate_interval(&f, &level);
		ck_assert(f.ci_high == f.difference + fmax(half, pooled));
		ck_assert(f.df == (pooled > half ? f.pooled_df : f.se_df));
		pooled_wider += pooled > half;
	}
	ck_assert_uint_gt(pooled_wider, 500);
	ck_assert_uint_lt(pooled_wider, 4500);
}
END_TEST

START_TEST(a_base_of_zero_has_no_percentage)
{
	static const double x[] = { 0, 0, 0 };
	static const double y[] = { 5, 5, 6 };
	struct t_level level = { .tail = 0.025 };
	struct gate_limits limits = { .alpha = 0.05 };
	struct finding f = finding_of(x, 3, y, 3, 0, 1);

	gate_find("welch")->test(&f, &limits);
	gate_interval(&f, &level);
	ck_assert(isnan(f.change) && isnan(f.ci_low) && isnan(f.ci_high));
	ck_assert(isnan(f.least_change) && isnan(f.df));
	ck_assert_close(f.difference, 16.0 / 3, 1e-12);
	ck_assert(f.p < 0.01 && f.ranking > 0 && f.ranking <= 100);
}
END_TEST

/* -50 % ranks as high as +100 %: neither way is larger news. */
START_TEST(halving_ranks_like_doubling)
{
	static const double x[] = { 100, 100, 100 };
	static const double y[] = { 200, 200, 200 };
	struct t_level level = { .tail = 0.025 };
	struct gate_limits limits = { .alpha = 0.05 };
	struct finding up = finding_of(x, 3, y, 3, 0, 1);
	struct finding down = finding_of(y, 3, x, 3, 0, 1);

	gate_find("welch")->test(&up, &limits);
	gate_find("welch")->test(&down, &limits);
	gate_interval(&up, &level);
	gate_interval(&down, &level);
	ck_assert_close(up.change, 100, 1e-12);
	ck_assert_close(down.change, -50, 1e-12);
	ck_assert_close(up.ranking, down.ranking, 1e-12);
}
END_TEST

/* Of 10 members with 2 changed, one more would pass at the third place. */
START_TEST(the_level_of_a_family)
{
	struct finding f = { .verdict = VERDICT_UNPROVEN };

	ck_assert_close(level_of(&f, 2, 10, false), 0.015, 1e-12);
	f.verdict = VERDICT_CHANGED;
	ck_assert_close(level_of(&f, 2, 10, false), 0.010, 1e-12);
	f.verdict = VERDICT_UNPROVEN;
	ck_assert_close(level_of(&f, 10, 10, false), 0.05, 1e-12);
	ck_assert(isnan(level_of(&f, 0, 0, false)));
}
END_TEST

/* The families of other metrics have no part in it. */
START_TEST(the_level_is_that_of_its_own_family)
{
	static const struct finding findings[FAMILIES] = {
		[FAMILY_KPI] = { .kpi = KPI_PRIMARY },
		[FAMILY_MONITOR] = { .kpi = KPI_NO },
		[FAMILY_FAILURE] = { .kind = KIND_FAILURE },
	};
	static const size_t sizes[FAMILIES] = { 2, 5, 50 };
	struct comparison comparison = { 0 };

	for (size_t i = 0; i < FAMILIES; i++)
		comparison.family[i].size = sizes[i];
	for (size_t i = 0; i < FAMILIES; i++) {
		struct finding f = findings[i];

		f.verdict = VERDICT_UNPROVEN;
		ck_assert_close(gate_level(&comparison, &f, 0.05, false),
				0.05 / (double)sizes[i], 1e-12);
	}
}
END_TEST

/* Without a correction the others do not count at all. */
START_TEST(the_level_of_one_alone)
{
	struct finding f = { .verdict = VERDICT_UNPROVEN };

	ck_assert_close(level_of(&f, 2, 1000, true), 0.05, 1e-12);
	ck_assert_close(level_of(&f, 0, 0, true), 0.05, 1e-12);
	f.verdict = VERDICT_CHANGED;
	ck_assert_close(level_of(&f, 2, 1000, true), 0.05, 1e-12);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gate");
	TCase *tests = tcase_create("gate");

	tcase_add_test(tests, equals_r);
	tcase_add_test(tests, two_constants);
	tcase_add_test(tests, sparing_changes_no_decision);
	tcase_add_test(tests, sparing_keeps_what_has_no_p);
	tcase_add_test(tests, equivalence_is_two_one_sided_tests);
	tcase_add_test(tests, equivalence_is_what_both_forms_say);
	tcase_add_test(tests, the_wider_interval_counts);
	tcase_add_test(tests, a_base_of_zero_has_no_percentage);
	tcase_add_test(tests, halving_ranks_like_doubling);
	tcase_add_test(tests, the_level_of_a_family);
	tcase_add_test(tests, the_level_is_that_of_its_own_family);
	tcase_add_test(tests, the_level_of_one_alone);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
