/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rules.h"

#include "tests/unit/unit.h"

START_TEST(monitors_are_no_kpis)
{
	static const char *const monitors[] = {
		"vmstat.cpu.us",
		"turbostat.IPC",
		"perf-stat.i.cpi",
		"proc-vmstat.pgfault",
		"slabinfo.dentry.num_objs",
		"meminfo.DirectMap4k",
		"numa-meminfo.node0.Active",
		"sched_debug.cpu.clock.stddev",
		"time.user_time",
		"anything.time.system_time",
		"anything.time",
	};

	for (size_t i = 0; i < sizeof(monitors) / sizeof(*monitors); i++) {
		ck_assert_uint_eq(rules_match(monitors[i], NULL).kpi, KPI_NO);
		ck_assert_uint_eq(rules_match(monitors[i], "fio").kpi, KPI_NO);
	}
}
END_TEST

START_TEST(without_axes_what_no_rule_knows_is_a_kpi)
{
	ck_assert_uint_eq(rules_match("p99_ms", NULL).kpi, KPI_YES);
	ck_assert_uint_eq(rules_match("vmstatistics", NULL).kpi, KPI_YES);
	ck_assert_uint_eq(rules_match("a.timer", NULL).kpi, KPI_YES);
	ck_assert_uint_eq(rules_match("cache-hit%", NULL).kpi, KPI_YES);
}
END_TEST

START_TEST(with_axes_the_testcase_tells)
{
	ck_assert_uint_eq(rules_match("fio.read_iops", "fio").kpi, KPI_YES);
	ck_assert_uint_eq(rules_match("fio.time.user", "fio").kpi, KPI_NO);
	ck_assert_uint_eq(rules_match("fio2.read_iops", "fio").kpi, KPI_NO);
	ck_assert_uint_eq(rules_match("fio", "fio").kpi, KPI_NO);
	ck_assert_uint_eq(rules_match("p99_ms", "fio").kpi, KPI_NO);
}
END_TEST

START_TEST(primary_by_custom)
{
	ck_assert_uint_eq(rules_match("will-it-scale.per_thread_ops", NULL).kpi,
			  KPI_PRIMARY);
	ck_assert_uint_eq(
		rules_match("hackbench.time.user_time", "hackbench").kpi,
		KPI_PRIMARY);
	ck_assert_uint_eq(rules_match("hackbench.time.user_time", NULL).better,
			  BETTER_LOWER);
	ck_assert_uint_eq(rules_match("will-it-scale.workload", NULL).better,
			  BETTER_HIGHER);
}
END_TEST

START_TEST(points_and_floors)
{
	struct rule rule = rules_match("mpstat.cpu.all.sys%", NULL);

	ck_assert_uint_eq(rule.change, CHANGE_ABSOLUTE);
	ck_assert(rule.min_change == 1);
	rule = rules_match("perf-profile.self.cycles-pp.x", NULL);
	ck_assert_uint_eq(rule.change, CHANGE_ABSOLUTE);
	ck_assert_uint_eq(rule.absent, ABSENT_ZERO);
	rule = rules_match("vmstat.cpu.us", NULL);
	ck_assert_uint_eq(rule.change, CHANGE_RELATIVE);
	ck_assert(rule.min_change == 2);
	ck_assert(rules_match("p99", NULL).min_change == 1);
	ck_assert_uint_eq(rules_match("p99", NULL).min_runs, 2);
}
END_TEST

START_TEST(what_a_failure_is)
{
	static const char *const failures[] = {
		"dmesg.WARNING:at#x",
		"kmsg.oom",
		"stderr.killed",
		"last_state.is_incomplete_run",
		"xfstests.generic.001.fail",
	};

	for (size_t i = 0; i < sizeof(failures) / sizeof(*failures); i++) {
		struct rule rule = rules_match(failures[i], NULL);

		ck_assert_uint_eq(rule.kind, KIND_FAILURE);
		ck_assert_uint_eq(rule.absent, ABSENT_ZERO);
		ck_assert_uint_eq(rule.kpi, KPI_NO);
	}
	ck_assert_uint_eq(
		rules_match("perf-profile.children.cycles-pp.error_entry", NULL)
			.kind,
		KIND_PERFORMANCE);
	ck_assert_uint_eq(rules_match("fail.rate", NULL).kind,
			  KIND_PERFORMANCE);
}
END_TEST

START_TEST(a_group_shares_equal_rules)
{
	static const char *const name[] = { "a", "b", "vmstat.x", "c" };
	struct group group = { 0 };
	struct error error = { 0 };
	uint32_t none, seconds, number;

	ck_assert(names_intern(&group.units, "", 0, &none));
	ck_assert(names_intern(&group.units, "ms", 2, &seconds));
	for (uint32_t i = 0; i < 4; i++) {
		ck_assert(names_intern(&group.names, name[i], strlen(name[i]),
				       &number));
		ck_assert(rules_describe(&group, i, i == 3 ? seconds : none,
					 &error));
	}
	ck_assert_ptr_eq(group.rule[0], group.rule[1]);
	ck_assert_ptr_ne(group.rule[0], group.rule[2]);
	ck_assert_uint_eq(group.rule[0]->better, BETTER_UNKNOWN);
	ck_assert_uint_eq(group.rule[3]->better, BETTER_LOWER);
	ck_assert_uint_eq(group.rules, 3);
	group_release(&group);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rules");
	TCase *tests = tcase_create("rules");

	tcase_add_test(tests, monitors_are_no_kpis);
	tcase_add_test(tests, without_axes_what_no_rule_knows_is_a_kpi);
	tcase_add_test(tests, with_axes_the_testcase_tells);
	tcase_add_test(tests, primary_by_custom);
	tcase_add_test(tests, points_and_floors);
	tcase_add_test(tests, what_a_failure_is);
	tcase_add_test(tests, a_group_shares_equal_rules);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
