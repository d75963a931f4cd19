/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/plan.h"

#include "stats/gate.h"
#include "stats/samples.h"
#include "stats/summary.h"
#include "tests/unit/unit.h"

static struct rule rule;

static struct finding finding_of(const double *value, size_t n, int step)
{
	struct summary summary = summarise_values(value, n);
	struct finding finding = { .metric = "ops",
				   .kpi = KPI_YES,
				   .change_kind = rule.change,
				   .step = (int16_t)step,
				   .rule = &rule };

	finding.base = (struct side){ .n = (uint32_t)n,
				      .mean = summary.mean,
				      .sd = summary.sd,
				      .min = summary.min,
				      .max = summary.max };
	return finding;
}

/* By the runs alone. */
static struct plan_row plan_alone(const struct finding *finding, double level,
				  double expect)
{
	struct plan_basis basis = { .level = level, .expect = expect };

	return plan_metric(finding, &basis);
}

static void is_unknown(const struct plan_row *row, enum plan_reason reason)
{
	ck_assert_int_eq(row->reason, reason);
	for (size_t i = 0; i < PLAN_SIZES; i++)
		ck_assert(isnan(row->detectable[i]));
	ck_assert_uint_eq(row->runs_needed, COUNT_NONE);
	ck_assert(isnan(row->noise) && isnan(row->prior_df));
}

enum place {
	VALUES,
	STEP,
	KIND,
	MIN_CHANGE,
	MIN_DELTA,
	KPIS,
	EXPECT,
	MEAN,
	SD,
	CV,
	FLOOR,
	DETECTABLE,
	RUNS_NEEDED = DETECTABLE + PLAN_SIZES
};

/* Every figure of data/reference/plan.csv, which R computed. */
START_TEST(equals_r)
{
	struct reference r;
	size_t rows = 0;

	reference_open(&r, "data/reference/plan.csv");
	while (reference_next(&r)) {
		double x[32], needed = field_number(r.field[RUNS_NEEDED]);
		size_t n = field_numbers(r.field[VALUES], x, 32);
		struct finding finding;
		struct plan_row row;

		rule = (struct rule){
			.change = strcmp(r.field[KIND], "absolute") == 0 ?
					  CHANGE_ABSOLUTE :
					  CHANGE_RELATIVE,
			.min_change = field_number(r.field[MIN_CHANGE]),
			.min_delta = field_number(r.field[MIN_DELTA]),
			.min_runs = 2,
		};
		finding = finding_of(x, n, atoi(r.field[STEP]));
		row = plan_alone(&finding, 0.05 / field_number(r.field[KPIS]),
				 field_number(r.field[EXPECT]));
		ck_assert_uint_eq(row.n, n);
		ck_assert_close(row.mean, field_number(r.field[MEAN]), 1e-12);
		ck_assert_close(row.sd, field_number(r.field[SD]), 1e-12);
		ck_assert_close(row.cv, field_number(r.field[CV]), 1e-12);
		ck_assert_close(row.floor, field_number(r.field[FLOOR]), 1e-12);
		for (size_t i = 0; i < PLAN_SIZES; i++)
			ck_assert_close(row.detectable[i],
					field_number(r.field[DETECTABLE + i]),
					1e-9);
		if (isnan(needed)) {
			ck_assert_uint_eq(row.runs_needed, COUNT_NONE);
			ck_assert_int_eq(row.reason, PLAN_TOO_NOISY);
		} else {
			ck_assert_uint_eq(row.runs_needed, (unsigned)needed);
			ck_assert_int_eq(row.reason, PLAN_KNOWN);
		}
		rows++;
	}
	ck_assert_uint_ge(rows, 250);
}
END_TEST

START_TEST(what_is_not_known_is_not_zero)
{
	static const double one[] = { 5 }, same[] = { 7, 7, 7 };
	static const double around[] = { -1, 0, 1 };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .min_change = 1, .min_runs = 2 };
	f = finding_of(one, 1, 0);
	row = plan_alone(&f, 0.05, 10);
	is_unknown(&row, PLAN_TOO_FEW_RUNS);
	ck_assert(row.mean == 5 && isnan(row.sd) && isnan(row.cv));

	f = finding_of(one, 0, STEP_NONE);
	row = plan_alone(&f, 0.05, 10);
	is_unknown(&row, PLAN_TOO_FEW_RUNS);
	ck_assert(isnan(row.mean) && isnan(row.sd) && isnan(row.cv));

	f = finding_of(same, 3, 0);
	row = plan_alone(&f, 0.05, 10);
	is_unknown(&row, PLAN_CONSTANT);
	ck_assert(row.mean == 7 && isnan(row.sd) && isnan(row.cv));
	ck_assert(row.floor == 1);

	f = finding_of(around, 3, 0);
	row = plan_alone(&f, 0.05, 10);
	is_unknown(&row, PLAN_MEAN_ZERO);
	ck_assert(row.mean == 0 && row.sd == 1 && isnan(row.cv));
	ck_assert(isnan(row.floor));

	f = finding_of(around, 3, 0);
	f.base_seen = METRIC_SEEN | METRIC_UNIT_CONFLICT;
	row = plan_alone(&f, 0.05, 10);
	is_unknown(&row, PLAN_UNIT_CONFLICT);
}
END_TEST

/* Points take no percentage: qt(.95, 4) + qt(.8, 4) is 3.0728113636 (R). */
START_TEST(points_around_zero)
{
	static const double around[] = { -1, 0, 1 };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .change = CHANGE_ABSOLUTE,
			      .min_change = 1,
			      .min_runs = 2 };
	f = finding_of(around, 3, 0);
	row = plan_alone(&f, 0.05, NAN);
	ck_assert_int_eq(row.reason, PLAN_KNOWN);
	ck_assert(isnan(row.cv));
	ck_assert_close(row.detectable[0], 1 + sqrt(2.0 / 3) * 3.0728113636,
			1e-6);
	ck_assert_uint_eq(row.runs_needed, COUNT_NONE);
}
END_TEST

/*
 * With d0 = 4 around a noise of 3 %: sqrt((4 * 3^2 + 2 * 1^2) / 6) is
 * 2.516611478423583.  R has the quantiles.
 */
START_TEST(borrowed_noise)
{
	static const double x[] = { 99, 100, 101 };
	/* qt(.95, 8) + qt(.8, 8), and qnorm(.95) + qnorm(.8) */
	const double t_8 = 2.7484375552979179, normal = 2.4864748605243858;
	struct plan_basis basis = { .prior = { 4, 9e-4 },
				    .level = 0.05,
				    .expect = NAN };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .min_change = 1, .min_runs = 2 };
	f = finding_of(x, 3, 0);
	row = plan_metric(&f, &basis);
	ck_assert(row.sd == 1 && row.cv == 1 && row.prior_df == 4);
	ck_assert_close(row.noise, 2.516611478423583, 1e-14);
	ck_assert_close(row.detectable[0],
			1 + 2.516611478423583 * sqrt(2.0 / 3) * t_8, 1e-9);
	basis.prior.d0 = INFINITY;
	row = plan_metric(&f, &basis);
	ck_assert(isinf(row.prior_df));
	ck_assert_close(row.noise, 3, 1e-14);
	ck_assert_close(row.detectable[3], 1 + 3 * sqrt(0.1) * normal, 1e-9);
}
END_TEST

/* Points around a mean of 0 have no CV to borrow. */
START_TEST(a_mean_of_zero_borrows_nothing)
{
	static const double around[] = { -1, 0, 1 };
	struct plan_basis basis = { .prior = { 4, 9e-4 },
				    .level = 0.05,
				    .expect = NAN };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .change = CHANGE_ABSOLUTE,
			      .min_change = 1,
			      .min_runs = 2 };
	f = finding_of(around, 3, 0);
	row = plan_metric(&f, &basis);
	ck_assert(row.noise == 1 && row.prior_df == 0);
}
END_TEST

/* As a test of ranks does, of which few runs cannot pass a level. */
START_TEST(fewer_runs_than_the_least_prove_nothing)
{
	static const double x[] = { 1000, 1000, 1001 };
	struct plan_basis basis = { .level = 0.05,
				    .expect = 50,
				    .least_runs = 4 };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .min_change = 1, .min_runs = 2 };
	f = finding_of(x, 3, 0);
	row = plan_metric(&f, &basis);
	ck_assert(isnan(row.detectable[0]) && row.detectable[1] > 1);
	ck_assert_uint_eq(row.runs_needed, 4);
}
END_TEST

/* No number of runs proves a change that is not above the floor. */
START_TEST(the_floor_itself_cannot_be_proven)
{
	static const double x[] = { 18412.1, 18377.3, 18455.7 };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .min_change = 1, .min_runs = 2 };
	f = finding_of(x, 3, -1);
	row = plan_alone(&f, 0.05, 1);
	ck_assert_int_eq(row.reason, PLAN_BELOW_FLOOR);
	ck_assert_uint_eq(row.runs_needed, COUNT_NONE);
	ck_assert(row.detectable[0] > 1);
}
END_TEST

START_TEST(a_rule_may_want_more_runs)
{
	static const double x[] = { 1000, 1000, 1001 };
	struct finding f;
	struct plan_row row;

	rule = (struct rule){ .min_change = 1, .min_runs = 6 };
	f = finding_of(x, 3, 0);
	row = plan_alone(&f, 0.05, 50);
	ck_assert(isnan(row.detectable[0]) && isnan(row.detectable[1]));
	ck_assert(row.detectable[2] > 1 && row.detectable[3] > 1);
	ck_assert_uint_eq(row.runs_needed, 6);
}
END_TEST

START_TEST(noisiest_kpis_first)
{
	struct plan_row row[] = {
		{ .metric = "f", .kpi = KPI_NO, .cv = 99 },
		{ .metric = "d", .kpi = KPI_YES, .cv = NAN },
		{ .metric = "c", .kpi = KPI_YES, .cv = 2 },
		{ .metric = "e", .kpi = KPI_PRIMARY, .cv = NAN },
		{ .metric = "b", .kpi = KPI_PRIMARY, .cv = 2 },
		{ .metric = "a", .kpi = KPI_YES, .cv = 3 },
	};
	static const char *const order[] = { "a", "b", "c", "d", "e", "f" };

	qsort(row, 6, sizeof(*row), plan_compare);
	for (size_t i = 0; i < 6; i++)
		ck_assert_str_eq(row[i].metric, order[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("plan");
	TCase *tests = tcase_create("plan");

	tcase_add_test(tests, equals_r);
	tcase_add_test(tests, what_is_not_known_is_not_zero);
	tcase_add_test(tests, points_around_zero);
	tcase_add_test(tests, borrowed_noise);
	tcase_add_test(tests, a_mean_of_zero_borrows_nothing);
	tcase_add_test(tests, fewer_runs_than_the_least_prove_nothing);
	tcase_add_test(tests, the_floor_itself_cannot_be_proven);
	tcase_add_test(tests, a_rule_may_want_more_runs);
	tcase_add_test(tests, noisiest_kpis_first);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
