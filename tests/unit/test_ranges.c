/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/ranges.h"

#include "tests/unit/unit.h"

/*
 * Expected outcomes are the verdicts of lkp-tests (state of 2026-07-22) on the
 * same small inputs, but for what a test says of itself.
 */

static const struct rule kpi = { .min_change = 1 };
static const struct rule monitor = { .min_change = 5 };
static const struct rule ten = { .min_change = 1,
				 .min_delta = 5,
				 .min_level = 10 };
static const struct rule failure = { .kind = KIND_FAILURE,
				     .absent = ABSENT_ZERO,
				     .min_change = 5 };
static const struct rule pass = { .kind = KIND_PASS,
				  .absent = ABSENT_ZERO,
				  .min_change = 5 };

static const char ops[] = "will-it-scale.per_thread_ops";
static const char profile[] = "perf-profile.self.cycles-pp.f";
static const char flag[] = "last_state.is_incomplete_run";

enum { METRICS = 8 };

static struct group group;
static struct commit commit[2]; /* base, candidate */
static struct sample_log sample_log[2];
static const struct rule *rule_of[METRICS];
static struct comparison comparison;

static void set_up(void)
{
	comparison = (struct comparison){ .group = &group,
					  .base = &commit[0],
					  .candidate = &commit[1] };
}

static void tear_down(void)
{
	for (size_t i = 0; i < 2; i++) {
		run_set_release(&commit[i].runs);
		sample_log_release(&sample_log[i]);
	}
	names_release(&group.names);
}

static void append(size_t side, uint32_t metric, uint32_t run, double value,
		   int step)
{
	struct run_set *set = &commit[side].runs;

	if (run == set->runs)
		ck_assert(run_set_add_run(set, "run"));
	ck_assert(
		sample_log_append(&sample_log[side], metric, run, value, step));
}

/* Numbers with spaces between them, one a run; NULL: the side lacks it. */
static void append_all(size_t side, uint32_t metric, const char *text)
{
	for (uint32_t run = 0; text && *text; run++) {
		char *end;
		double value = strtod(text, &end);
		const char *point = memchr(text, '.', (size_t)(end - text));

		append(side, metric, run, value,
		       point ? (int)(point + 1 - end) : 0);
		text = *end ? end + 1 : end;
	}
}

static uint32_t add(const struct rule *rule, const char *metric,
		    const char *base, const char *candidate)
{
	uint32_t number;

	ck_assert(names_intern(&group.names, metric, strlen(metric), &number));
	ck_assert_uint_lt(number, METRICS);
	rule_of[number] = rule;
	append_all(0, number, base);
	append_all(1, number, candidate);
	return number;
}

static void collate(void)
{
	for (size_t i = 0; i < 2; i++)
		ck_assert(run_set_collate(&commit[i].runs, &sample_log[i],
					  rule_of, group.names.count));
}

static struct finding finding_of(uint32_t number)
{
	return (struct finding){
		.number = number,
		.metric = names_text(&group.names, number),
		.rule = rule_of[number],
		.base_seen = (uint8_t)run_set_seen(&commit[0].runs, number),
		.candidate_seen =
			(uint8_t)run_set_seen(&commit[1].runs, number),
	};
}

/* As a comparison asks: an absent side must count as zeros. */
static enum outcome decide(uint32_t number)
{
	struct finding finding = finding_of(number);

	ck_assert(finding.base_seen ||
		  ranges_absent_base_is_zero(&comparison, &finding));
	ck_assert(finding.candidate_seen ||
		  ranges_absent_candidate_is_zero(&comparison, &finding));
	return ranges_decide(&comparison, &finding);
}

/* The outcome for one metric beside those that were added; forgets them all. */
static enum outcome outcome_of(const struct rule *rule, const char *metric,
			       const char *base, const char *candidate)
{
	uint32_t number = add(rule, metric, base, candidate);
	enum outcome outcome;

	collate();
	outcome = decide(number);
	tear_down();
	return outcome;
}

/* Whether a metric that the base lacks is zero there; forgets all. */
static bool base_is_zero(const struct rule *rule, const char *metric)
{
	uint32_t number = add(rule, metric, NULL, "9.0 9.0 9.0");
	struct finding finding;
	bool zero;

	collate();
	finding = finding_of(number);
	zero = ranges_absent_base_is_zero(&comparison, &finding);
	tear_down();
	return zero;
}

#define expect(outcome, ...) \
	ck_assert_int_eq(outcome_of(__VA_ARGS__), OUTCOME_##outcome)

START_TEST(absent_rows) /* A3 */
{
	add(&kpi, "unixbench.throughput", NULL, "5 5 5");
	expect(CHANGED, &kpi, ops, "100 100 100", NULL);
	add(&kpi, "unixbench.throughput", "5 5 5", NULL);
	ck_assert(!base_is_zero(&kpi, ops));
	add(&kpi, "unixbench.throughput", "5 5 5", NULL);
	expect(CHANGED, &failure, "dmesg.BUG:x", NULL, "0 0 1");
	add(&kpi, "unixbench.throughput", "5 5 5", NULL);
	ck_assert(!base_is_zero(&monitor, profile));
	add(&monitor, "perf-profile.self.cycles-pp.g", "1.0 1.0 1.0", NULL);
	expect(CHANGED, &monitor, profile, NULL, "9.0 9.0 9.0");
	add(&kpi, "unixbench.throughput", "5 5 5", NULL);
	ck_assert(!base_is_zero(&monitor, "lock_stat.l.holdtime-total"));
	add(&monitor, "lock_stat.x.holdtime-total", "5 5 5", NULL);
	expect(CHANGED, &monitor, "lock_stat.l.holdtime-total", NULL,
	       "90000 90000 90000");
}
END_TEST

START_TEST(no_row_is_absent)
{
	uint32_t number = add(&failure, "dmesg.x", "0 0 0", "0 0 0");
	struct finding finding;

	collate();
	finding = finding_of(number);
	ck_assert(!ranges_absent_base_is_zero(&comparison, &finding));
	ck_assert(!ranges_absent_candidate_is_zero(&comparison, &finding));
}
END_TEST

/* What neither side has is no change; lkp-tests never sees such a row. */
START_TEST(absent_on_both_sides)
{
	uint32_t number = add(&kpi, ops, NULL, NULL);
	struct finding finding;

	add(&kpi, "unixbench.throughput", "5 5 5", "5 5 5");
	collate();
	finding = finding_of(number);
	ck_assert(!ranges_absent_base_is_zero(&comparison, &finding));
	ck_assert(!ranges_absent_candidate_is_zero(&comparison, &finding));
}
END_TEST

/* The runs of a side whose flag is not 0 did not finish. */
static void mark_incomplete(size_t side, const char *flags)
{
	for (size_t run = 0; run < commit[side].runs.runs; run++)
		commit[side].runs.incomplete[run] = flags[2 * run] != '0';
}

START_TEST(incomplete_runs) /* B1 */
{
	uint32_t a = add(&kpi, ops, "100 100 100 1", "200 200 200 1");
	uint32_t b = add(&failure, "dmesg.BUG:x", "0 0 0 0", "0 0 0 1");
	uint32_t c = add(&failure, flag, "0 0 0 0", "0 0 0 1");

	mark_incomplete(1, "0 0 0 1");
	collate();
	ck_assert_int_eq(decide(a), OUTCOME_CHANGED);
	ck_assert_int_eq(decide(b), OUTCOME_CHANGED);
	ck_assert_int_eq(decide(c), OUTCOME_CHANGED);
}
END_TEST

START_TEST(incomplete_runs_of_one_side) /* B2 */
{
	uint32_t a = add(&kpi, ops, "200 200 100 100", "200 200 100 100");
	uint32_t b = add(&failure, "dmesg.BUG:x", "0 0 0 0", "0 0 0 1");
	uint32_t c = add(&failure, flag, NULL, "0 0 0 1");

	mark_incomplete(1, "0 0 0 1");
	collate();
	ck_assert_int_eq(decide(a), OUTCOME_SAME);
	ck_assert_int_eq(decide(b), OUTCOME_CHANGED);
	ck_assert_int_eq(decide(c), OUTCOME_CHANGED);
}
END_TEST

/* By the rule: runs that did not finish are none of the three. */
START_TEST(too_few_complete_runs)
{
	uint32_t a = add(&kpi, ops, "100 100 100", "200 200 200");
	uint32_t b = add(&failure, "dmesg.BUG:x", "0 0 0", "1 1 1");

	mark_incomplete(0, "1 0 0");
	mark_incomplete(1, "0 1 0");
	collate();
	ck_assert_int_eq(decide(a), OUTCOME_TOO_FEW_RUNS);
	ck_assert_int_eq(decide(b), OUTCOME_CHANGED);
}
END_TEST

START_TEST(all_runs_incomplete) /* B3 */
{
	uint32_t a = add(&kpi, ops, "100 100 100", "200 200 200");
	uint32_t b = add(&failure, "kmsg.foo", NULL, "1 1 1");
	uint32_t c = add(&failure, "stderr.foo", NULL, "1 1 1");
	uint32_t d = add(&failure, "ltp.a.killed_by_x", NULL, "1 1 1");
	uint32_t e = add(&failure, flag, NULL, "1 1 1");

	mark_incomplete(1, "1 1 1");
	collate();
	ck_assert_int_eq(decide(a), OUTCOME_NO_SAMPLES);
	ck_assert_int_eq(decide(b), OUTCOME_NO_SAMPLES);
	ck_assert_int_eq(decide(c), OUTCOME_CHANGED);
	ck_assert_int_eq(decide(d), OUTCOME_NO_SAMPLES);
	ck_assert_int_eq(decide(e), OUTCOME_CHANGED);
}
END_TEST

/* By the rule: kernel messages of kmsg count in complete runs only. */
START_TEST(failures_of_complete_runs)
{
	uint32_t a = add(&failure, "kmsg.foo", "0 0 0 0", "0 0 0 1");
	uint32_t b = add(&failure, "kmsg.bar", "0 0 0 0", "0 1 0 0");
	uint32_t c = add(&failure, "dmesg.foo", "0 0 0 1", "0 1 0 1");

	mark_incomplete(0, "0 0 0 1");
	mark_incomplete(1, "0 0 0 1");
	collate();
	ck_assert_int_eq(decide(a), OUTCOME_SAME);
	ck_assert_int_eq(decide(b), OUTCOME_CHANGED);
	/* The same over all runs, but not over the complete ones. */
	ck_assert_int_eq(decide(c), OUTCOME_CHANGED);
}
END_TEST

START_TEST(too_few_runs) /* C4 */
{
	expect(TOO_FEW_RUNS, &kpi, ops, "100 100", "200 200");
	expect(CHANGED, &kpi, ops, "100 100 100", "200");
	expect(CHANGED, &kpi, ops, "100", "200 200 200");
	expect(CHANGED, &failure, "dmesg.BUG:x", "0", "1");
}
END_TEST

START_TEST(failures_and_passes) /* C5 */
{
	expect(LEFT_OUT, &failure, "ltp.foo.fail", "0 0 0", "1 1 1");
	add(&pass, "ltp.foo.pass", "1 1 1", NULL);
	expect(CHANGED, &failure, "ltp.foo.fail", "0 0 0", "1 1 1");
	add(&pass, "ltp.foo.pass", "1 1 1", NULL);
	expect(CHANGED, &failure, "ltp.foo.fail", NULL, "1 1 1");
	expect(LEFT_OUT, &pass, "ltp.foo.pass", "1 1 1", "0 0 0");
	add(&failure, "ltp.foo.fail", "0 0 0", NULL);
	expect(CHANGED, &pass, "ltp.foo.pass", "1 1 1", "0 0 0");
	add(&failure, "ltp.foo.fail", "1 1 1", NULL);
	expect(CHANGED, &pass, "ltp.foo.pass", "0 0 0", "1 1 1");
	expect(CHANGED, &failure, "ltp.foo.failed", "0 0 0", "1 1 1");
	expect(CHANGED, &failure, "kmsg.foo.fail", "0 0 0", "1 1 1");
	add(&failure, "ltp.f.o.fail", "0 0 0", NULL);
	expect(LEFT_OUT, &pass, "ltp.fXo.pass", "1 1 1", "0 0 0");
	expect(LEFT_OUT, &failure, "perf-profile.self.cycles-pp.fail", "6 6 6",
	       "6 6 6");
}
END_TEST

/* Not as lkp-tests, which takes a name for a regular expression. */
START_TEST(names_are_no_expressions)
{
	add(&failure, "ltp.fXo.fail", "0 0 0", NULL);
	expect(LEFT_OUT, &pass, "ltp.f.o.pass", "1 1 1", "0 0 0");
	add(&failure, "ltp.a(b.error", "0 0 0", NULL);
	expect(CHANGED, &pass, "ltp.a(b.pass", "1 1 1", "0 0 0");
}
END_TEST

/* By the rule; only the base's rows count, however long a name is. */
START_TEST(the_base_knows_the_counterpart)
{
	char fails[2000], passes[2000];

	memset(fails, 'x', sizeof(fails));
	memcpy(fails + 1500, ".warn", sizeof(".warn"));
	memcpy(passes, fails, sizeof(passes));
	memcpy(passes + 1500, ".pass", sizeof(".pass"));
	expect(LEFT_OUT, &failure, fails, "0 0 0", "1 1 1");
	add(&pass, passes, NULL, "1 1 1");
	expect(LEFT_OUT, &failure, fails, "0 0 0", "1 1 1");
	add(&pass, passes, "1 1 1", NULL);
	expect(CHANGED, &failure, fails, "0 0 0", "1 1 1");
	add(&pass, "ltp.foo.pass", NULL, "1 1 1");
	expect(LEFT_OUT, &failure, "ltp.foo.fail", "0 0 0", "1 1 1");
}
END_TEST

/* The candidate is 0, 1, 2 ... in a mixed order, the base one value. */
static enum outcome ramp(const struct rule *rule, uint32_t runs,
			 const char *base)
{
	uint32_t number = add(rule, ops, base, NULL);
	enum outcome outcome;

	for (uint32_t run = 0; run < runs; run++)
		append(1, number, run, (double)((run * 7919ull + 5) % runs), 0);
	collate();
	outcome = decide(number);
	tear_down();
	return outcome;
}

START_TEST(values_are_trimmed) /* E1, E2 */
{
	/* Of 31: 0 to 30. */
	ck_assert_int_eq(ramp(&kpi, 31, "-.5 -.5 -.5 -.5"), OUTCOME_CHANGED);
	ck_assert_int_eq(ramp(&kpi, 31, "0 0 0 0"), OUTCOME_SAME);
	/* Of 32: 1 to 30. */
	ck_assert_int_eq(ramp(&kpi, 32, ".5 .5 .5 .5"), OUTCOME_CHANGED);
	ck_assert_int_eq(ramp(&kpi, 32, "1 1 1 1"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 32, "30 30 30 30"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 32, "30.5 30.5 30.5 30.5"),
			 OUTCOME_CHANGED);
	/* Of 64 against 4 runs: 2 to 61. */
	ck_assert_int_eq(ramp(&kpi, 64, "1.5 1.5 1.5 1.5"), OUTCOME_CHANGED);
	ck_assert_int_eq(ramp(&kpi, 64, "2 2 2 2"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 64, "61 61 61 61"), OUTCOME_SAME);
	/* Of 64 against 3 runs: 1 to 62. */
	ck_assert_int_eq(ramp(&kpi, 64, "1.5 1.5 1.5"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 64, "61.5 61.5 61.5"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 64, "62.5 62.5 62.5"), OUTCOME_CHANGED);
	/* Failures keep all: the maximum is 63. */
	ck_assert_int_eq(ramp(&failure, 64, "63 63 63"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&failure, 64, "62 62 62"), OUTCOME_CHANGED);
}
END_TEST

/* By the rule: 3 at each end, the median of 3 to 9996 is 5000. */
START_TEST(long_columns)
{
	ck_assert_int_eq(ramp(&kpi, 10000, "2.5 2.5 2.5 2.5"), OUTCOME_CHANGED);
	ck_assert_int_eq(ramp(&kpi, 10000, "3 3 3 3"), OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 10000, "9996 9996 9996 9996"),
			 OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 10000, "9996.5 9996.5 9996.5 9996.5"),
			 OUTCOME_CHANGED);
	ck_assert_int_eq(ramp(&kpi, 10000, "5000 9997 9997 9997"),
			 OUTCOME_SAME);
	ck_assert_int_eq(ramp(&kpi, 10000, "5000.5 9997 9997 9997"),
			 OUTCOME_CHANGED);
}
END_TEST

/* By the rule, with values of both signs: -5000 to 4999 without 3 each. */
START_TEST(long_columns_of_both_signs)
{
	static const double base[] = { -4997.5, -4997, 4996, 4996.5 };
	static const enum outcome want[] = { OUTCOME_CHANGED, OUTCOME_SAME,
					     OUTCOME_SAME, OUTCOME_CHANGED };

	for (size_t i = 0; i < 4; i++) {
		uint32_t number = add(&kpi, ops, NULL, NULL);

		for (uint32_t run = 0; run < 10000; run++)
			append(1, number, run, (double)run - 5000, 0);
		for (uint32_t run = 0; run < 4; run++)
			append(0, number, run, base[i], 0);
		collate();
		ck_assert_int_eq(decide(number), want[i]);
		tear_down();
	}
}
END_TEST

START_TEST(no_data) /* E4 */
{
	expect(NO_SAMPLES, &kpi, ops, "-1 -1 -1", "5 5 5");
	expect(CHANGED, &kpi, ops, "-1 100 100", "200 200 -1");
	expect(NO_SAMPLES, &failure, "dmesg.x", "0 0 0", "-1 -1 -1");
	/* [3,-1,5,-1.0] is 3, 5; [3,-1,-5,-1] keeps all. */
	expect(CHANGED, &kpi, ops, "1 1 1", "3 -1 5 -1.0");
	expect(SAME, &kpi, ops, "2 2 2", "3 -1 -5 -1");
}
END_TEST

/* 30 of them and two values: the margin of 32 takes both. */
START_TEST(no_data_but_two)
{
	uint32_t number = add(&kpi, ops, "1 1 1 1", "7 8");

	for (uint32_t run = 2; run < 32; run++)
		append(1, number, run, -1, 0);
	collate();
	ck_assert_int_eq(decide(number), OUTCOME_NO_SAMPLES);
}
END_TEST

START_TEST(separated_ranges) /* F1 */
{
	expect(CHANGED, &kpi, ops, "100 110 120", "111 121 131");
	expect(SAME, &kpi, ops, "100 110 120", "110 121 131");
	expect(SAME, &kpi, ops, "100 110 120", "111 120 131");
	expect(CHANGED, &kpi, ops, "111 121 131", "100 110 120");
	expect(SAME, &kpi, ops, "100 100 100", "100 100 100");
	expect(CHANGED, &kpi, ops, "10 10 10", "11 11 11");
	expect(CHANGED, &kpi, ops, "100 110 120 130", "121 122 131 140");
}
END_TEST

START_TEST(failures_by_their_maximum) /* F2 */
{
	expect(SAME, &failure, "dmesg.x", "0 0 0 0 1", "1 1 1 1 1");
	expect(CHANGED, &failure, "dmesg.x", "0 0 0 0 0", "0 0 0 0 1");
	expect(CHANGED, &failure, "dmesg.x", "1 1 1", "0 0 0");
	expect(CHANGED, &failure, "dmesg.x", "0 0 1", "0 0 2");
	expect(BELOW_FLOOR, &failure, "dmesg.x", "1 1 1", "1 1 2");
	expect(BELOW_FLOOR, &failure, "dmesg.x", "20 20 20", "21 21 21");
}
END_TEST

START_TEST(profiles) /* F3 */
{
	expect(SAME, &monitor, profile, "6.0 6.0 6.0", "6.0 6.0 6.0");
	expect(CHANGED, &monitor, profile, "6 6 6", "6 6 6");
	expect(CHANGED, &monitor, profile, "0.5 0.5 0.5", "0.6 0.6 0.6");
	expect(SAME, &monitor, profile, "0.5 0.5 0.5", "1 1 1");
	add(&monitor, "x", NULL, "0 0 0");
	expect(SAME, &monitor, profile, "4.9 4.9 4.9", NULL);
	add(&monitor, "x", NULL, "0 0 0");
	expect(CHANGED, &monitor, profile, "5.1 5.1 5.1", NULL);
	expect(CHANGED, &monitor, profile, "0.5 0.5 0.5",
	       "0.5001 0.5001 0.5001");
}
END_TEST

START_TEST(two_runs) /* F5 */
{
	expect(SAME, &kpi, ops, "100 200", "150 210 220");
	expect(CHANGED, &kpi, ops, "100 200", "201 210 220");
	expect(CHANGED, &kpi, ops, "200 210 220", "100 199");
	expect(SAME, &kpi, ops, "200 210 220", "100 200");
	expect(CHANGED, &kpi, ops, "100 200", "50 60 70");
	expect(CHANGED, &kpi, ops, "100 200", "50 90 150");
}
END_TEST

START_TEST(ratios) /* G1 */
{
	static const char sys[] = "mpstat.cpu.all.sys%";

	expect(BELOW_FLOOR, &kpi, ops, "100 100 100", "101 101 101");
	expect(CHANGED, &kpi, ops, "10000 10000 10000", "10101 10101 10101");
	expect(BELOW_FLOOR, &monitor, sys, "10000 10000 10000",
	       "10101 10101 10101");
	expect(BELOW_FLOOR, &monitor, sys, "100 100 100", "105 105 105");
	expect(CHANGED, &monitor, sys, "1000 1000 1000", "1051 1051 1051");
	expect(BELOW_FLOOR, &kpi, ops, "101 101 101", "100 100 100");
}
END_TEST

START_TEST(ratios_of_no_base) /* G2 */
{
	expect(CHANGED, &kpi, ops, "0 0 0", "0.001 0.001 0.001");
	expect(CHANGED, &kpi, ops, "-100 -100 -100", "-100.5 -100.5 -100.5");
}
END_TEST

START_TEST(levels) /* G4, G7 */
{
	static const char us[] = "vmstat.cpu.us";

	expect(CHANGED, &ten, us, "5 5 5", "10 10 10");
	expect(BELOW_FLOOR, &ten, us, "6 6 6", "10 10 10");
	expect(BELOW_LEVEL, &ten, us, "4 4 4", "9 9 9");
	expect(BELOW_FLOOR, &ten, us, "5.01 5.01 5.01", "10 10 10");
	expect(CHANGED, &ten, us, "5 5 5", "9 10 12");
	expect(BELOW_FLOOR, &ten, us, "5 5 5", "9 9 12");
	expect(BELOW_LEVEL, &ten, us, "1 1 1", "9 9 9");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ranges");
	TCase *tests = tcase_create("ranges");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, absent_rows);
	tcase_add_test(tests, no_row_is_absent);
	tcase_add_test(tests, absent_on_both_sides);
	tcase_add_test(tests, incomplete_runs);
	tcase_add_test(tests, incomplete_runs_of_one_side);
	tcase_add_test(tests, too_few_complete_runs);
	tcase_add_test(tests, all_runs_incomplete);
	tcase_add_test(tests, failures_of_complete_runs);
	tcase_add_test(tests, too_few_runs);
	tcase_add_test(tests, failures_and_passes);
	tcase_add_test(tests, names_are_no_expressions);
	tcase_add_test(tests, the_base_knows_the_counterpart);
	tcase_add_test(tests, values_are_trimmed);
	tcase_add_test(tests, long_columns);
	tcase_add_test(tests, long_columns_of_both_signs);
	tcase_add_test(tests, no_data);
	tcase_add_test(tests, no_data_but_two);
	tcase_add_test(tests, separated_ranges);
	tcase_add_test(tests, failures_by_their_maximum);
	tcase_add_test(tests, profiles);
	tcase_add_test(tests, two_runs);
	tcase_add_test(tests, ratios);
	tcase_add_test(tests, ratios_of_no_base);
	tcase_add_test(tests, levels);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
