/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/samples.h"

#include "tests/unit/unit.h"

static const struct rule plain = { .kind = KIND_PERFORMANCE };
static const struct rule zero = { .absent = ABSENT_ZERO };
static const struct rule failure = { .kind = KIND_FAILURE,
				     .absent = ABSENT_ZERO };

static struct sample_log sample_log;
static struct run_set set;

static void set_up(void)
{
	static const char *const ids[] = { "0", "1", "2", "3" };

	for (size_t i = 0; i < 4; i++)
		ck_assert(run_set_add_run(&set, ids[i]));
}

static void tear_down(void)
{
	sample_log_release(&sample_log);
	run_set_release(&set);
}

static void append(uint32_t metric, uint32_t run, double value, int step)
{
	ck_assert(sample_log_append(&sample_log, metric, run, value, step));
}

static void collate(const struct rule *first, const struct rule *second)
{
	const struct rule *rule[] = { first, second };

	ck_assert(run_set_collate(&set, &sample_log, rule, 2));
	ck_assert_uint_eq(sample_log.count, 0);
}

/* "run:value run:value ..." of a column. */
static void assert_column(uint32_t metric, const char *want)
{
	struct column column = run_set_column(&set, metric);
	char got[256] = "";
	size_t used = 0;

	for (size_t i = 0; i < column.n; i++)
		used += (size_t)snprintf(got + used, sizeof(got) - used,
					 "%s%u:%g", i ? " " : "", column.run[i],
					 column.value[i]);
	ck_assert_str_eq(got, want);
}

START_TEST(columns_are_in_run_order)
{
	append(1, 2, 12, 0);
	append(0, 0, 1, 0);
	append(1, 0, 10, 0);
	append(0, 2, 3, 0);
	append(0, 1, 2, 0);
	collate(&plain, &plain);
	assert_column(0, "0:1 1:2 2:3");
	assert_column(1, "0:10 2:12");
	ck_assert_uint_eq(run_set_seen(&set, 0), METRIC_SEEN);
	ck_assert_uint_eq(run_set_seen(&set, 7), 0);
	assert_column(7, "");
}
END_TEST

START_TEST(samples_within_a_run_become_their_mean)
{
	append(0, 1, 4, -1);
	append(0, 0, 1, 0);
	append(0, 0, 2, -2);
	append(0, 0, 6, 0);
	append(0, 1, NAN, 0);
	append(0, 1, 8, 0);
	append(0, 2, NAN, 0);
	collate(&plain, &plain);
	assert_column(0, "0:3 1:6");
	ck_assert_uint_eq(set.missing[0], 2);
	ck_assert_int_eq(set.step[0], -2);
}
END_TEST

/* 0.1 + 0.2 + 0.3 depends on the order in which it is added. */
START_TEST(their_order_does_not_matter)
{
	static const double value[] = { 0.1, 0.2, 0.3 };
	static const int order[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 } };
	double mean[3];

	for (int i = 0; i < 3; i++) {
		for (int k = 0; k < 3; k++)
			append(0, 0, value[order[i][k]], -1);
		collate(&plain, &plain);
		mean[i] = run_set_column(&set, 0).value[0];
		tear_down();
		set_up();
	}
	ck_assert(mean[0] == mean[1] && mean[1] == mean[2]);
}
END_TEST

START_TEST(absent_is_zero_where_the_rule_says_so)
{
	append(0, 1, 5, 0);
	append(0, 2, NAN, 0);
	append(1, 1, 5, 0);
	collate(&zero, &plain);
	/* Run 2 has a sample, though a missing one: it is not zero. */
	assert_column(0, "0:0 1:5 3:0");
	assert_column(1, "1:5");
}
END_TEST

START_TEST(zeros_never_overwrite_samples)
{
	append(0, 3, 7, 0);
	append(1, 0, 1, 0);
	append(1, 3, 4, 0);
	collate(&zero, &zero);
	assert_column(0, "0:0 1:0 2:0 3:7");
	assert_column(1, "0:1 1:0 2:0 3:4");
}
END_TEST

START_TEST(an_incomplete_run_counts_for_failures_only)
{
	set.incomplete[1] = true;
	for (uint32_t run = 0; run < 4; run++) {
		append(0, run, run, 0);
		append(1, run, run, 0);
	}
	collate(&zero, &failure);
	assert_column(0, "0:0 2:2 3:3");
	assert_column(1, "0:0 1:1 2:2 3:3");
	ck_assert_uint_eq(run_set_runs(&set, KIND_PERFORMANCE), 3);
	ck_assert_uint_eq(run_set_runs(&set, KIND_FAILURE), 4);
}
END_TEST

/*
 * Several samples a run, by every reduction; runs, and samples in them, in the
 * order of their numbers in R:
 *	x <- list(c(8, 1, 5, 3), c(4), c(2, 7))
 *	sapply(x, quantile, c(.5, .9, .95, .99), type = 7)
 */
START_TEST(samples_within_a_run_by_the_rule)
{
	static const char *const want[] = {
		[REDUCE_MEAN] = "0:4.25 1:4 2:4.5",
		[REDUCE_SUM] = "0:17 1:4 2:9",
		[REDUCE_MIN] = "0:1 1:4 2:2",
		[REDUCE_MAX] = "0:8 1:4 2:7",
		[REDUCE_MEDIAN] = "0:4 1:4 2:4.5",
		[REDUCE_DELTA] = "0:-5 1:0 2:5",
		[REDUCE_P50] = "0:4 1:4 2:4.5",
		[REDUCE_P90] = "0:7.1 1:4 2:6.5",
		[REDUCE_P95] = "0:7.55 1:4 2:6.75",
		[REDUCE_P99] = "0:7.91 1:4 2:6.95",
	};

	for (size_t reduce = 0; reduce < sizeof(want) / sizeof(*want);
	     reduce++) {
		struct rule rule = { .reduce = (uint8_t)reduce };

		/* Runs in between each other, as in a table by time. */
		append(0, 2, 2, 0);
		append(0, 0, 8, 0);
		append(1, 0, 99, 0);
		append(0, 0, 1, 0);
		append(0, 0, NAN, 0);
		append(0, 1, 4, 0);
		append(0, 2, 7, 0);
		append(0, 0, 5, 0);
		append(0, 0, 3, 0);
		append(0, 3, NAN, 0);
		collate(&rule, &plain);
		assert_column(0, want[reduce]);
		ck_assert_uint_eq(set.missing[0], 2);
		assert_column(1, "0:99");
		tear_down();
		set_up();
	}
}
END_TEST

/* A number that no double can hold is a sample that is not there. */
START_TEST(a_sum_beyond_all_doubles_is_missing)
{
	static const struct rule sum = { .reduce = REDUCE_SUM };

	append(0, 0, 1e308, 0);
	append(0, 0, 1e308, 0);
	append(0, 1, 1e308, 0);
	append(0, 1, -1e308, 0);
	append(0, 2, 5, 0);
	collate(&sum, &plain);
	assert_column(0, "1:0 2:5");
	ck_assert_uint_eq(set.missing[0], 1);
}
END_TEST

START_TEST(absent_is_zero_after_the_reduction)
{
	static const struct rule sum = { .reduce = REDUCE_SUM,
					 .absent = ABSENT_ZERO };

	append(0, 2, 3, 0);
	append(0, 1, 1, 0);
	append(0, 2, 4, 0);
	append(0, 1, 1, 0);
	collate(&sum, &plain);
	assert_column(0, "0:0 1:2 2:7 3:0");
}
END_TEST

/* A run that does not name what must pass has not passed. */
START_TEST(a_pass_that_is_absent_is_zero)
{
	static const struct rule pass = { .kind = KIND_PASS,
					  .absent = ABSENT_ZERO };

	set.incomplete[3] = true;
	append(0, 0, 1, 0);
	append(0, 2, 0, 0);
	collate(&pass, &pass);
	assert_column(0, "0:1 1:0 2:0 3:0");
	ck_assert_uint_eq(run_set_runs(&set, KIND_PASS), 4);
	/* Of one that no run has, nothing is known. */
	assert_column(1, "");
}
END_TEST

START_TEST(a_failure_that_is_absent_may_be_missing)
{
	static const struct rule missing = { .kind = KIND_FAILURE,
					     .absent = ABSENT_MISSING };

	set.incomplete[1] = true;
	append(0, 1, 1, 0);
	append(0, 3, 0, 0);
	append(1, 3, 0, 0);
	collate(&missing, &failure);
	assert_column(0, "1:1 3:0");
	assert_column(1, "0:0 1:0 2:0 3:0");
}
END_TEST

START_TEST(a_unit_that_does_not_convert_is_marked)
{
	append(0, 0, 1, 0);
	append(0, 1, 1, STEP_CONFLICT);
	append(1, 0, 1, 0);
	collate(&plain, &plain);
	ck_assert_uint_eq(run_set_seen(&set, 0),
			  METRIC_SEEN | METRIC_UNIT_CONFLICT);
	ck_assert_uint_eq(run_set_seen(&set, 1), METRIC_SEEN);
}
END_TEST

START_TEST(dropped_runs_leave_no_trace)
{
	static const uint32_t number[] = { 0, RUN_DROPPED, 1, 2 };

	for (uint32_t run = 0; run < 4; run++)
		append(0, run, 10 + run, 0);
	sample_log_renumber(&sample_log, number);
	ck_assert(run_set_renumber(&set, number));
	ck_assert_uint_eq(set.runs, 3);
	ck_assert_str_eq(set.run_id[1], "2");
	collate(&plain, &plain);
	assert_column(0, "0:10 1:12 2:13");
}
END_TEST

START_TEST(a_truncated_log_forgets_the_rest)
{
	append(0, 0, 1, 0);
	append(1, 1, 2, 0);
	sample_log_truncate(&sample_log, 1);
	collate(&plain, &plain);
	assert_column(0, "0:1");
	ck_assert_uint_eq(run_set_seen(&set, 1), 0);
}
END_TEST

/* Sample i, from `begin` on; each metric has one a run, numbered as they come. */
static void append_many(size_t begin, size_t end)
{
	for (size_t i = begin; i < end; i++)
		append((uint32_t)(i % 2), (uint32_t)(i / 2 % 4), (double)i, 0);
}

static void assert_many(size_t count)
{
	size_t at = 0;

	ck_assert_uint_eq(sample_log.count, count);
	for (const struct sample_piece *piece = sample_log.first; piece;
	     piece = piece->next)
		for (size_t i = 0; i < piece->count; i++, at++) {
			ck_assert_uint_eq(piece->metric[i], at % 2);
			ck_assert(piece->value[i] == (double)at);
		}
	ck_assert_uint_eq(at, count);
}

/* Pieces are seen by nobody: wherever a log is cut, it goes on from there. */
START_TEST(a_log_of_many_pieces)
{
	enum { MANY = 10000 };

	append_many(0, MANY);
	ck_assert_ptr_ne(sample_log.first, sample_log.last);
	assert_many(MANY);
	for (size_t cut = MANY; cut > 0; cut = cut * 7 / 8) {
		sample_log_truncate(&sample_log, cut);
		assert_many(cut);
		append_many(cut, MANY);
		assert_many(MANY);
	}
	sample_log_truncate(&sample_log, 0);
	append_many(0, MANY);
	assert_many(MANY);
}
END_TEST

START_TEST(logs_are_joined_in_order)
{
	enum { HALF = 3000 };
	struct sample_log first;

	append_many(0, HALF);
	first = sample_log;
	sample_log = (struct sample_log){ 0 };
	append_many(HALF, 2 * HALF);
	sample_log_join(&first, &sample_log);
	ck_assert_ptr_null(sample_log.first);
	sample_log_join(&first, &sample_log);
	sample_log = first;
	assert_many(2 * HALF);
	append_many(2 * HALF, 3 * HALF);
	assert_many(3 * HALF);
	first = (struct sample_log){ 0 };
	sample_log_join(&first, &sample_log);
	sample_log = first;
	assert_many(3 * HALF);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("samples");
	TCase *tests = tcase_create("samples");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, columns_are_in_run_order);
	tcase_add_test(tests, samples_within_a_run_become_their_mean);
	tcase_add_test(tests, their_order_does_not_matter);
	tcase_add_test(tests, absent_is_zero_where_the_rule_says_so);
	tcase_add_test(tests, zeros_never_overwrite_samples);
	tcase_add_test(tests, an_incomplete_run_counts_for_failures_only);
	tcase_add_test(tests, samples_within_a_run_by_the_rule);
	tcase_add_test(tests, a_sum_beyond_all_doubles_is_missing);
	tcase_add_test(tests, absent_is_zero_after_the_reduction);
	tcase_add_test(tests, a_pass_that_is_absent_is_zero);
	tcase_add_test(tests, a_failure_that_is_absent_may_be_missing);
	tcase_add_test(tests, a_unit_that_does_not_convert_is_marked);
	tcase_add_test(tests, dropped_runs_leave_no_trace);
	tcase_add_test(tests, a_truncated_log_forgets_the_rest);
	tcase_add_test(tests, a_log_of_many_pieces);
	tcase_add_test(tests, logs_are_joined_in_order);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
