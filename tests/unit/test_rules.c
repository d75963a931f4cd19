/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rules.h"

#include <fcntl.h>
#include <sys/wait.h>

#include "io/rule_lines.h"
#include "tests/unit/scratch.h"

static struct rules rules;
static struct problems problems;
static struct error error;
static struct group group;

static void release_all(void)
{
	group_release(&group);
	rules_release(&rules);
	problems_release(&problems);
	error = (struct error){ 0 };
}

static void set_up(void)
{
	set_up_scratch();
}

static void tear_down(void)
{
	release_all();
	tear_down_scratch();
}

static void read_file(const char *path, const char *name)
{
	ck_assert_msg(rules_read(&rules, path, name, &problems, &error), "%s",
		      error.text);
	ck_assert_int_eq(error.fault, FAULT_NONE);
}

/* A rules file, which is called rules.csv. */
static void read_text(const char *text)
{
	put_file("rules.csv", text);
	read_file("rules.csv", "rules.csv");
}

static void override(const char *text)
{
	ck_assert(rules_override(&rules, &text, 1, &problems, &error));
}

static void prepare(void)
{
	ck_assert_msg(problems.count == 0, "%s:%zu: %s", problems.list[0].file,
		      problems.list[0].line, problems.list[0].what);
	ck_assert(rules_prepare(&rules, &error));
}

static void begin_group(struct group *to, const char *testcase)
{
	uint32_t none;

	group_release(to);
	ck_assert(names_intern(&to->units, "", 0, &none));
	ck_assert_uint_eq(none, UNIT_NONE);
	if (!testcase) {
		to->name = strdup("");
		return;
	}
	to->name = malloc(strlen(testcase) + sizeof("tbox_group=x/testcase="));
	ck_assert_ptr_nonnull(to->name);
	sprintf(to->name, "tbox_group=x/testcase=%s", testcase);
	to->axis = calloc(2, sizeof(*to->axis));
	ck_assert_ptr_nonnull(to->axis);
	to->axis[0] = (struct axis){ strdup("tbox_group"), strdup("x") };
	to->axis[1] = (struct axis){ strdup("testcase"), strdup(testcase) };
	to->axes = 2;
}

static const struct rule *describe(struct group *in, const char *metric,
				   const char *unit)
{
	uint32_t name, number = UNIT_OPEN;
	struct error trouble = { 0 };

	ck_assert(names_intern(&in->names, metric, strlen(metric), &name));
	if (unit)
		ck_assert(
			names_intern(&in->units, unit, strlen(unit), &number));
	ck_assert(rules_describe(&rules, in, name, number, &trouble));
	ck_assert_uint_gt(in->described, name);
	ck_assert_uint_eq(in->unit[name], number);
	return in->rule[name];
}

/* The rule of a metric without a unit in a group without axes. */
static const struct rule *plain(const char *metric)
{
	if (!group.name)
		begin_group(&group, NULL);
	return describe(&group, metric, NULL);
}

/* The same by the rules that perfsift brings. */
static const struct rule *rule_in(const char *metric, const char *testcase)
{
	char path[4096];

	if (!rules.files) {
		read_file(source_path(path, sizeof(path),
				      "data/rules/default.csv"),
			  "default.csv");
		prepare();
	}
	begin_group(&group, testcase);
	return describe(&group, metric, NULL);
}

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
		ck_assert_uint_eq(rule_in(monitors[i], NULL)->kpi, KPI_NO);
		ck_assert_uint_eq(rule_in(monitors[i], "fio")->kpi, KPI_NO);
	}
}
END_TEST

START_TEST(without_axes_what_no_rule_knows_is_a_kpi)
{
	ck_assert_uint_eq(rule_in("p99_ms", NULL)->kpi, KPI_YES);
	ck_assert_uint_eq(rule_in("vmstatistics", NULL)->kpi, KPI_YES);
	ck_assert_uint_eq(rule_in("a.timer", NULL)->kpi, KPI_YES);
	ck_assert_uint_eq(rule_in("cache-hit%", NULL)->kpi, KPI_YES);
}
END_TEST

START_TEST(with_axes_the_testcase_tells)
{
	ck_assert_uint_eq(rule_in("fio.read_iops", "fio")->kpi, KPI_PRIMARY);
	ck_assert_uint_eq(rule_in("fio.no_rule_knows_it", "fio")->kpi, KPI_YES);
	ck_assert_uint_eq(rule_in("fio.time.user", "fio")->kpi, KPI_NO);
	ck_assert_uint_eq(rule_in("fio.time", "fio")->kpi, KPI_NO);
	ck_assert_uint_eq(rule_in("fio.times", "fio")->kpi, KPI_YES);
	ck_assert_uint_eq(rule_in("fio2.no_rule_knows_it", "fio")->kpi, KPI_NO);
	ck_assert_uint_eq(rule_in("fi.no_rule_knows_it", "fio")->kpi, KPI_NO);
	ck_assert_uint_eq(rule_in("fio", "fio")->kpi, KPI_NO);
	ck_assert_uint_eq(rule_in("p99_ms", "fio")->kpi, KPI_NO);
}
END_TEST

START_TEST(primary_by_custom)
{
	ck_assert_uint_eq(rule_in("will-it-scale.per_thread_ops", NULL)->kpi,
			  KPI_PRIMARY);
	ck_assert_uint_eq(rule_in("hackbench.time.user_time", "hackbench")->kpi,
			  KPI_PRIMARY);
	ck_assert_uint_eq(rule_in("hackbench.time.user_time", NULL)->better,
			  BETTER_LOWER);
	ck_assert_uint_eq(rule_in("will-it-scale.workload", NULL)->better,
			  BETTER_HIGHER);
}
END_TEST

START_TEST(points_and_floors)
{
	const struct rule *rule = rule_in("mpstat.cpu.all.sys%", NULL);

	ck_assert_uint_eq(rule->change, CHANGE_ABSOLUTE);
	ck_assert(rule->min_change == 1);
	rule = rule_in("perf-profile.self.cycles-pp.x", NULL);
	ck_assert_uint_eq(rule->change, CHANGE_ABSOLUTE);
	ck_assert_uint_eq(rule->absent, ABSENT_ZERO);
	rule = rule_in("vmstat.system.cs", NULL);
	ck_assert_uint_eq(rule->change, CHANGE_RELATIVE);
	ck_assert_uint_eq(rule->absent, ABSENT_MISSING);
	ck_assert(rule->min_change == 2);
	rule = rule_in("p99", NULL);
	ck_assert(rule->min_change == 1);
	ck_assert_uint_eq(rule->min_runs, 2);
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
		const struct rule *rule = rule_in(failures[i], NULL);

		ck_assert_uint_eq(rule->kind, KIND_FAILURE);
		ck_assert_uint_eq(rule->absent, ABSENT_ZERO);
		ck_assert_uint_eq(rule->kpi, KPI_NO);
	}
	ck_assert_uint_eq(rule_in("perf-profile.children.cycles-pp.error_entry",
				  NULL)
				  ->kind,
			  KIND_PERFORMANCE);
	ck_assert_uint_eq(rule_in("fail.rate", NULL)->kind, KIND_PERFORMANCE);
}
END_TEST

START_TEST(a_group_shares_equal_rules)
{
	read_text("metric,kpi\nvmstat\\..*,no\n");
	prepare();
	begin_group(&group, NULL);
	ck_assert_ptr_eq(describe(&group, "a", ""), describe(&group, "b", ""));
	ck_assert_ptr_ne(describe(&group, "a", ""),
			 describe(&group, "vmstat.x", ""));
	ck_assert_uint_eq(describe(&group, "a", "")->better, BETTER_UNKNOWN);
	ck_assert_uint_eq(describe(&group, "c", "ms")->better, BETTER_LOWER);
	ck_assert_uint_eq(group.rules, 3);
}
END_TEST

/* The cascade. */

START_TEST(later_rows_override_cell_by_cell)
{
	read_text("metric,kind,better,min_change,min_delta,about\n"
		  "x\\..*,ignore,higher,3,7,first\n"
		  "x\\.a.*,performance,,5,,\n"
		  ".*\\.ab,,lower,,,\n"
		  "y,ignore,,,,\n");
	prepare();
	ck_assert_uint_eq(plain("x.z")->kind, KIND_IGNORE);
	ck_assert_uint_eq(plain("x.z")->better, BETTER_HIGHER);
	ck_assert(plain("x.z")->min_change == 3);
	ck_assert_uint_eq(plain("x.a")->kind, KIND_PERFORMANCE);
	ck_assert_uint_eq(plain("x.a")->better, BETTER_HIGHER);
	ck_assert(plain("x.a")->min_change == 5);
	ck_assert(plain("x.a")->min_delta == 7);
	ck_assert_str_eq(plain("x.a")->about, "first");
	ck_assert_uint_eq(plain("x.ab")->better, BETTER_LOWER);
	ck_assert(plain("x.ab")->min_change == 5);
	ck_assert_uint_eq(plain("z.ab")->better, BETTER_LOWER);
	ck_assert(plain("z.ab")->min_change == 1);
	ck_assert_ptr_null(plain("z.ab")->about);
	ck_assert_uint_eq(plain("y")->kind, KIND_IGNORE);
	/* The whole name, not a part of it. */
	ck_assert_uint_eq(plain("yy")->kind, KIND_PERFORMANCE);
	ck_assert_uint_eq(plain("ax.z")->kind, KIND_PERFORMANCE);
}
END_TEST

START_TEST(files_come_one_behind_the_other)
{
	put_file("a.csv", "metric,better,min_change\nm,higher,3\n");
	put_file("b.csv", "min_change,metric\n4,m\n5,n\n");
	read_file("a.csv", "default.csv");
	read_file("b.csv", "b.csv");
	override("m: min_runs=7");
	override("n: better=lower");
	prepare();
	ck_assert_uint_eq(rules.files, 4);
	ck_assert_str_eq(rules.file[0].name, "default.csv");
	ck_assert_uint_eq(rules.file[0].rows, 1);
	ck_assert_str_eq(rules.file[1].name, "b.csv");
	ck_assert_uint_eq(rules.file[1].rows, 2);
	ck_assert_uint_eq(plain("m")->better, BETTER_HIGHER);
	ck_assert(plain("m")->min_change == 4);
	ck_assert_uint_eq(plain("m")->min_runs, 7);
	ck_assert(plain("n")->min_change == 5);
	ck_assert_uint_eq(plain("n")->better, BETTER_LOWER);
}
END_TEST

START_TEST(a_row_for_some_groups)
{
	struct group other = { 0 };

	read_text("metric,group,min_change\n"
		  "m,testcase=fio$,9\n"
		  "m,^tbox_group=y,8\n"
		  "m,testcase=(aim7|dbench),7\n");
	prepare();
	begin_group(&group, "fio");
	ck_assert(describe(&group, "m", NULL)->min_change == 9);
	begin_group(&group, "fio2");
	ck_assert(describe(&group, "m", NULL)->min_change == 2);
	begin_group(&group, "dbench");
	ck_assert(describe(&group, "m", NULL)->min_change == 7);
	/* The name is matched once, the groups are not the same for that. */
	begin_group(&other, "fio");
	ck_assert(describe(&other, "m", NULL)->min_change == 9);
	begin_group(&other, NULL);
	ck_assert(describe(&other, "m", NULL)->min_change == 1);
	ck_assert_uint_eq(rules.names.count, 1);
	group_release(&other);
}
END_TEST

START_TEST(every_column)
{
	const struct rule *rule;
	const struct rule_row *row;

	read_text("why,about,min_runs,min_level,min_delta,min_change,unit,"
		  "absent,reduce,change,kpi,better,kind,group,metric\n"
		  "\"because, so\",\"what it is\",5,0.25,1e3,2.5,ops/s,"
		  "zero,p95,absolute,primary,neither,performance,x,m\n");
	prepare();
	begin_group(&group, "any");
	rule = describe(&group, "m", NULL);
	ck_assert_uint_eq(rule->kind, KIND_PERFORMANCE);
	ck_assert_uint_eq(rule->better, BETTER_NEITHER);
	ck_assert_uint_eq(rule->kpi, KPI_PRIMARY);
	ck_assert_uint_eq(rule->change, CHANGE_ABSOLUTE);
	ck_assert_uint_eq(rule->reduce, REDUCE_P95);
	ck_assert_uint_eq(rule->absent, ABSENT_ZERO);
	ck_assert_str_eq(rule->unit, "ops/s");
	ck_assert(rule->min_change == 2.5);
	ck_assert(rule->min_delta == 1000);
	ck_assert(rule->min_level == 0.25);
	ck_assert_uint_eq(rule->min_runs, 5);
	ck_assert_str_eq(rule->about, "what it is");
	ck_assert(!rule->units_differ);
	row = &rules.row[0];
	ck_assert_str_eq(row->text[RULE_WHY], "because, so");
	ck_assert_str_eq(row->text[RULE_GROUP], "x");
	ck_assert_uint_eq(row->set, (1u << RULE_COLUMNS) - 1);
}
END_TEST

/* All words of all columns, in the order of the enumerations. */
START_TEST(every_word)
{
	static const struct {
		const char *column, *words[11];
		size_t offset;
		uint8_t first; /* number of the first word */
	} columns[] = {
		{ "kind",
		  { "performance", "failure", "pass", "ignore" },
		  offsetof(struct rule, kind),
		  KIND_PERFORMANCE },
		{ "better",
		  { "higher", "lower", "neither" },
		  offsetof(struct rule, better),
		  BETTER_HIGHER },
		{ "kpi",
		  { "no", "yes", "primary" },
		  offsetof(struct rule, kpi),
		  KPI_NO },
		{ "change",
		  { "relative", "absolute" },
		  offsetof(struct rule, change),
		  CHANGE_RELATIVE },
		{ "reduce",
		  { "mean", "sum", "min", "max", "median", "delta", "p50",
		    "p90", "p95", "p99" },
		  offsetof(struct rule, reduce),
		  REDUCE_MEAN },
		{ "absent",
		  { "missing", "zero" },
		  offsetof(struct rule, absent),
		  ABSENT_MISSING },
	};

	for (size_t i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		for (uint8_t k = 0; columns[i].words[k]; k++) {
			char text[64];
			const struct rule *rule;

			snprintf(text, sizeof(text), "m: %s=%s",
				 columns[i].column, columns[i].words[k]);
			release_all();
			override(text);
			prepare();
			rule = plain("m");
			ck_assert_msg(
				((const uint8_t *)rule)[columns[i].offset] ==
					columns[i].first + k,
				"%s", text);
		}
}
END_TEST

/* What no row says. */

START_TEST(defaults_of_performance)
{
	override("m: kpi=no");
	prepare();
	ck_assert_uint_eq(plain("x")->kind, KIND_PERFORMANCE);
	ck_assert_uint_eq(plain("x")->better, BETTER_UNKNOWN);
	ck_assert_uint_eq(plain("x")->kpi, KPI_YES);
	ck_assert_uint_eq(plain("x")->change, CHANGE_RELATIVE);
	ck_assert_uint_eq(plain("x")->reduce, REDUCE_MEAN);
	ck_assert_uint_eq(plain("x")->absent, ABSENT_MISSING);
	ck_assert_uint_eq(plain("x")->min_runs, 2);
	ck_assert(plain("x")->min_change == 1);
	ck_assert(plain("x")->min_delta == 0);
	ck_assert(plain("x")->min_level == 0);
	ck_assert_ptr_null(plain("x")->unit);
	ck_assert(plain("m")->min_change == 2);
}
END_TEST

START_TEST(floors_by_what_is_known)
{
	override("primary: kpi=primary");
	override("share: change=absolute");
	override("monitor: kpi=no change=absolute");
	override("told: kpi=no min_change=0");
	override("failure: kind=failure");
	override("asked: kind=failure min_change=10");
	prepare();
	ck_assert(plain("primary")->min_change == 1);
	ck_assert(plain("share")->min_change == 1);
	ck_assert(plain("monitor")->min_change == 1);
	ck_assert(plain("told")->min_change == 0);
	ck_assert(plain("failure")->min_change == 0);
	ck_assert(plain("asked")->min_change == 10);
}
END_TEST

START_TEST(defaults_of_failures_and_passes)
{
	static const char *const kinds[] = { "failure", "pass" };

	for (size_t i = 0; i < 2; i++) {
		char text[128];
		const struct rule *rule;

		release_all();
		snprintf(text, sizeof(text), "m: kind=%s", kinds[i]);
		override(text);
		snprintf(text, sizeof(text),
			 "told: kind=%s absent=missing better=higher kpi=yes "
			 "change=relative min_runs=4",
			 kinds[i]);
		override(text);
		prepare();
		rule = plain("m");
		ck_assert_uint_eq(rule->absent, ABSENT_ZERO);
		ck_assert_uint_eq(rule->better, BETTER_LOWER);
		ck_assert_uint_eq(rule->change, CHANGE_ABSOLUTE);
		ck_assert_uint_eq(rule->kpi, KPI_NO);
		ck_assert_uint_eq(rule->min_runs, 1);
		rule = plain("told");
		ck_assert_uint_eq(rule->absent, ABSENT_MISSING);
		ck_assert_uint_eq(rule->kpi, KPI_YES);
		ck_assert_uint_eq(rule->min_runs, 4);
		/* They are shares of runs that failed, whatever a row says. */
		ck_assert_uint_eq(rule->better, BETTER_LOWER);
		ck_assert_uint_eq(rule->change, CHANGE_ABSOLUTE);
	}
}
END_TEST

START_TEST(a_testcase_or_none)
{
	override("fio\\.quiet: kpi=no");
	override("other: kpi=primary");
	prepare();
	begin_group(&group, "fio");
	ck_assert_uint_eq(describe(&group, "fio.x", NULL)->kpi, KPI_YES);
	ck_assert_uint_eq(describe(&group, "fio.quiet", NULL)->kpi, KPI_NO);
	ck_assert_uint_eq(describe(&group, "fio.time.x", NULL)->kpi, KPI_NO);
	ck_assert_uint_eq(describe(&group, "other.x", NULL)->kpi, KPI_NO);
	ck_assert_uint_eq(describe(&group, "other", NULL)->kpi, KPI_PRIMARY);
	ck_assert(describe(&group, "fio.x", NULL)->min_change == 1);
	ck_assert(describe(&group, "other.x", NULL)->min_change == 2);
	begin_group(&group, NULL);
	ck_assert_uint_eq(describe(&group, "other.x", NULL)->kpi, KPI_YES);
	ck_assert_uint_eq(describe(&group, "fio.quiet", NULL)->kpi, KPI_NO);
}
END_TEST

/* Units. */

START_TEST(the_unit_of_a_rule_gives_the_direction)
{
	override("m: unit=ms");
	override("n: unit=ms better=higher");
	prepare();
	ck_assert_uint_eq(plain("m")->better, BETTER_LOWER);
	ck_assert_uint_eq(plain("n")->better, BETTER_HIGHER);
	ck_assert_uint_eq(plain("o")->better, BETTER_UNKNOWN);
	/* Samples with a unit of their own have the say. */
	ck_assert_uint_eq(describe(&group, "m", "ops/s")->better,
			  BETTER_HIGHER);
	ck_assert_uint_eq(describe(&group, "m", "")->better, BETTER_LOWER);
	ck_assert_uint_eq(describe(&group, "n", "us")->better, BETTER_HIGHER);
}
END_TEST

START_TEST(levels_convert_to_the_unit_of_the_samples)
{
	static const struct {
		const char *level, *unit, *samples;
		double want;
	} known[] = {
		{ "1500", "us", "ms", 1.5 },   { "1.5", "ms", "us", 1500 },
		{ "1.005", "ms", "us", 1005 }, { "4.35", "s", "ms", 4350 },
		{ "0.001", "us", "ns", 1 },    { "3", "ns", "s", 3e-9 },
		{ "0.1", "GB", "B", 1e8 },     { "1.5", "KiB", "B", 1536 },
		{ "1024", "B", "KiB", 1 },     { "1.1", "MB/s", "kB/s", 1100 },
		{ "7", "ms", "ms", 7 },	       { "7", "apples", "apples", 7 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		char text[128];
		const struct rule *rule;

		release_all();
		snprintf(text, sizeof(text),
			 "m: unit=%s min_delta=%s min_level=%s", known[i].unit,
			 known[i].level, known[i].level);
		override(text);
		prepare();
		begin_group(&group, NULL);
		rule = describe(&group, "m", known[i].samples);
		ck_assert_msg(rule->min_delta == known[i].want, "%s: %.17g",
			      text, rule->min_delta);
		ck_assert(rule->min_level == known[i].want);
		ck_assert(!rule->units_differ);
		/* Without a unit of the samples it is the rule's. */
		rule = describe(&group, "m", "");
		ck_assert(rule->min_delta == strtod(known[i].level, NULL));
	}
}
END_TEST

START_TEST(a_level_is_in_the_unit_of_its_own_row)
{
	override("m: unit=ms min_delta=20");
	override("m: min_level=5");
	override("m: unit=s");
	prepare();
	/* 20 ms of the first row, 5 of whatever the samples have. */
	ck_assert(plain("m")->min_delta == 0.02);
	ck_assert(plain("m")->min_level == 5);
	ck_assert_str_eq(plain("m")->unit, "s");
	ck_assert(describe(&group, "m", "us")->min_delta == 20000);
	ck_assert(describe(&group, "m", "us")->min_level == 5);
}
END_TEST

START_TEST(units_that_do_not_convert)
{
	override("m: unit=ms min_delta=20");
	override("n: unit=ms min_level=20");
	override("o: unit=ms min_level=0");
	override("p: unit=ms");
	override("p: min_delta=3");
	prepare();
	begin_group(&group, NULL);
	ck_assert(describe(&group, "m", "MB")->units_differ);
	ck_assert(describe(&group, "n", "MB")->units_differ);
	ck_assert(!describe(&group, "m", "s")->units_differ);
	/* Nothing of nothing, and a number that goes with any unit. */
	ck_assert(!describe(&group, "o", "MB")->units_differ);
	ck_assert(!describe(&group, "p", "MB")->units_differ);
	ck_assert(describe(&group, "p", "MB")->min_delta == 3);
}
END_TEST

/* Faults. */

static void assert_problem(size_t i, const char *file, size_t line,
			   const char *what)
{
	const struct problem *problem = &problems.list[i];

	ck_assert_uint_gt(problems.count, i);
	ck_assert_int_eq(problem->fault, FAULT_USAGE);
	ck_assert_str_eq(problem->file, file);
	ck_assert_msg(problem->line == line, "line %zu of \"%s\", want %zu",
		      problem->line, problem->what, line);
	ck_assert_msg(strstr(problem->what, what), "\"%s\" lacks \"%s\"",
		      problem->what, what);
}

START_TEST(bad_files)
{
	static const struct {
		const char *text;
		size_t line;
		const char *what;
	} bad[] = {
		{ "metrc,kind\n", 1, "no such column; did you mean metric?" },
		{ "metric,min_chnge\nm,1\n", 1, "did you mean min_change?" },
		{ "metric,colour\nm,red\n", 1,
		  "columns are metric,group,kind" },
		{ "metric,kind,\nm,pass,\n", 1, "no such column" },
		{ "Metric\nm\n", 1, "no such column" },
		{ "metric,kind,kind\nm,pass,pass\n", 1, "a column twice" },
		{ "kind,better\npass,lower\n", 1, "metric must be one" },
		{ "metric,kind\nm,pass\nn,perf\n", 3, "one of performance" },
		{ "metric,kind\nm,Pass\n", 2, "one of performance" },
		{ "metric,better\nm,up\n", 2, "higher, lower, neither" },
		{ "metric,kpi\nm,true\n", 2, "primary, yes, no" },
		{ "metric,change\nm,percent\n", 2, "relative, absolute" },
		{ "metric,reduce\nm,p98\n", 2, "p50, p90, p95, p99" },
		{ "metric,absent\nm,0\n", 2, "missing, zero" },
		{ "metric,min_change\nm,two\n", 2, "a number of at least 0" },
		{ "metric,min_change\nm,-1\n", 2, "min_change takes" },
		{ "metric,min_change\nm,2%\n", 2, "a number of at least 0" },
		{ "metric,min_change\nm,nan\n", 2, "a number of at least 0" },
		{ "metric,min_delta\nm,inf\n", 2, "min_delta takes" },
		{ "metric,min_delta\nm,1e999\n", 2, "a number of at least 0" },
		{ "metric,min_level\nm,0x10\n", 2, "min_level takes" },
		{ "metric,min_level\nm,\" \"\n", 2, "a number of at least 0" },
		{ "metric,min_runs\nm,0\n", 2, "a whole number of at least 1" },
		{ "metric,min_runs\nm,1.5\n", 2, "a whole number" },
		{ "metric,min_runs\nm,-2\n", 2, "a whole number" },
		{ "metric,min_runs\nm,nan\n", 2, "a whole number" },
		{ "metric,min_runs\nm,1e300\n", 2, "a whole number" },
		{ "metric,kind\na(,pass\n", 2, "metric is no regular" },
		{ "metric,kind\n*a,pass\n", 2, "metric is no regular" },
		{ "metric,kind\n)(,pass\n", 2, "metric is no regular" },
		{ "metric,group\nm,a[\n", 2, "group is no regular" },
		{ "metric,kind\nm\n", 2, "a field too few" },
		{ "metric,kind\nm,pass,x\n", 2, "a field too many" },
		{ "metric,kind\n,pass\n", 2, "a row without a metric" },
		{ "", 0, "empty" },
		{ "\n\r\n\n", 0, "empty" },
		{ "\xef\xbb\xbf", 0, "empty" },
		{ "\"metric\n", 1, "never closed" },
		{ "metric,why\nm,a\n\nn,\"b\n\n", 4, "never closed" },
		{ "metric,why\nm,\"a\"b\n", 2, "closing quote" },
		{ "metric,why\nm,a\"b\n", 2, "unquoted field" },
		{ "metric,why\nm,\"two\nlines\"\nn\n", 4, "a field too few" },
		{ "metric\r\nm\r\n(\r\n", 3, "metric is no regular" },
		{ "metric\rm\r(\r", 3, "metric is no regular" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		release_all();
		put_file("rules.csv", bad[i].text);
		read_file("rules.csv", "told.csv");
		ck_assert_msg(problems.count == 1, "\"%s\": %zu problems",
			      bad[i].text, problems.count);
		assert_problem(0, "told.csv", bad[i].line, bad[i].what);
	}
}
END_TEST

START_TEST(a_nul_byte)
{
	put_bytes("rules.csv", "metric\na\nb\0c\n", 13);
	read_file("rules.csv", "rules.csv");
	ck_assert_uint_eq(problems.count, 1);
	assert_problem(0, "rules.csv", 3, "NUL");
}
END_TEST

START_TEST(each_fault_is_told_and_good_rows_stay)
{
	read_text("metric,kind,min_change,min_runs\n"
		  "a,pass,1,2\n"
		  "b,bad,-1,2\n"
		  "c,pass,1\n"
		  "d,,,0\n"
		  "e,failure,,\n");
	ck_assert_uint_eq(problems.count, 4);
	assert_problem(0, "rules.csv", 3, "one of performance");
	assert_problem(1, "rules.csv", 3, "a number of at least 0");
	assert_problem(2, "rules.csv", 4, "a field too few");
	assert_problem(3, "rules.csv", 5, "a whole number");
	ck_assert_str_eq(problems.list[0].text, "bad");
	ck_assert_str_eq(problems.list[1].text, "-1");
	ck_assert_uint_eq(rules.rows, 2);
	ck_assert_uint_eq(rules.file[0].rows, 2);
	ck_assert_str_eq(rules.row[1].text[RULE_METRIC], "e");
	ck_assert_uint_eq(rules.row[1].line, 6);
}
END_TEST

START_TEST(what_is_no_fault)
{
	static const char *const good[] = {
		"metric\n",
		"metric",
		"\xef\xbb\xbfmetric,kind\nm,pass\n",
		"metric,kind\r\nm,pass\r\n",
		"\"metric\",\"kind\"\n\n\"m\",\"pass\"",
		"metric,kind\nm,\n",
		"metric,min_change,min_runs\nm, 1.5 ,1e1\n",
		"metric,kind\nm,pass\nm,failure\n",
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		release_all();
		read_text(good[i]);
		ck_assert_msg(problems.count == 0, "\"%s\": %s", good[i],
			      problems.list[0].what);
		prepare();
		plain("m");
	}
	ck_assert_uint_eq(plain("m")->kind, KIND_FAILURE);
}
END_TEST

START_TEST(a_mark_and_carriage_returns_are_no_text)
{
	read_text("\xef\xbb\xbfmetric,about\r\nm,text\r\n");
	prepare();
	ck_assert_str_eq(plain("m")->about, "text");
}
END_TEST

START_TEST(files_that_cannot_be_read)
{
	ck_assert(
		!rules_read(&rules, "none.csv", "none.csv", &problems, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	error = (struct error){ 0 };
	ck_assert(!rules_read(&rules, ".", "here", &problems, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_ptr_nonnull(strstr(error.text, "here"));
	ck_assert_uint_eq(problems.count, 0);
}
END_TEST

/* The command line. */

START_TEST(overrides)
{
	override("fio\\..*: better=lower min_change=2.5");
	override("a:kind=failure");
	override("dmesg\\.WARNING:at_x: kind=pass");
	override("p=q: min_runs=3");
	override("b:\t about=text with blanks  why=x");
	override("c: about=see: it, a=b and x:kind=y why= kpi=no");
	override("d: unit=ops=s");
	override("e: group=testcase=(fio|aim7) min_delta=1");
	prepare();
	ck_assert_uint_eq(plain("fio.x")->better, BETTER_LOWER);
	ck_assert(plain("fio.x")->min_change == 2.5);
	ck_assert_uint_eq(plain("a")->kind, KIND_FAILURE);
	ck_assert_uint_eq(plain("dmesg.WARNING:at_x")->kind, KIND_PASS);
	ck_assert_uint_eq(plain("p=q")->min_runs, 3);
	ck_assert_str_eq(plain("b")->about, "text with blanks");
	ck_assert_str_eq(rules.row[4].text[RULE_WHY], "x");
	ck_assert_str_eq(plain("c")->about, "see: it, a=b and x:kind=y");
	ck_assert_ptr_null(rules.row[5].text[RULE_WHY]);
	ck_assert_uint_eq(plain("c")->kpi, KPI_NO);
	ck_assert_str_eq(plain("d")->unit, "ops=s");
	ck_assert(plain("e")->min_delta == 0);
	begin_group(&group, "aim7");
	ck_assert(describe(&group, "e", NULL)->min_delta == 1);
}
END_TEST

START_TEST(bad_overrides)
{
	static const struct {
		const char *text, *what;
	} bad[] = {
		{ "", "an override is 'PATTERN: column=value ...'" },
		{ "m", "an override is" },
		{ "m:", "an override is" },
		{ "m: ", "an override is" },
		{ "m kind=pass", "an override is" },
		{ ": kind=pass", "an override is" },
		{ "m: pass", "an override is" },
		{ "m: colour=red", "no such column" },
		{ "m: colour=red kind=pass", "no such column" },
		{ "m: metric=n", "no such column" },
		{ "m: kind=passed", "one of performance" },
		{ "m: kind=pass or fail", "one of performance" },
		{ "m: kind=pass colour=red", "one of performance" },
		{ "m: min_change=x", "a number of at least 0" },
		{ "m: min_runs=0", "a whole number" },
		{ "m: kind=pass kind=pass", "a column twice" },
		{ "m: group=a group=b", "a column twice" },
		{ "m: about=a about=b", "a column twice" },
		{ "m(: kind=pass", "metric is no regular" },
		{ "m: group=(", "group is no regular" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const char *const text[] = { "good: kind=pass", bad[i].text,
					     "more: kind=pass" };

		release_all();
		ck_assert(rules_override(&rules, text, 3, &problems, &error));
		ck_assert_msg(problems.count == 1, "\"%s\": %zu problems",
			      bad[i].text, problems.count);
		assert_problem(0, "-r", 2, bad[i].what);
		/* The others are there, and know which they are. */
		ck_assert_uint_eq(rules.rows, 2);
		ck_assert_uint_eq(rules.row[1].line, 3);
	}
}
END_TEST

START_TEST(no_override_is_no_file)
{
	ck_assert(rules_override(&rules, NULL, 0, &problems, &error));
	ck_assert_uint_eq(rules.files, 0);
}
END_TEST

/* Fingerprints. */

static uint64_t fingerprint_of(const char *text)
{
	release_all();
	read_text(text);
	return rules.file[0].fingerprint;
}

/*
 * The known answer of FIPS 180-2 for "abc", which is no good file; the others
 * by sha256sum:
 *	printf 'metric,kind\na,failure\n'
 *	printf '\xef\xbb\xbfmetric\r\na\r\n'
 */
START_TEST(fingerprints)
{
	ck_assert(fingerprint_of("abc") == 0xba7816bf8f01cfea);
	ck_assert(fingerprint_of("metric,kind\na,failure\n") ==
		  0x19cc207c73a44894);
	ck_assert(fingerprint_of("\xef\xbb\xbfmetric\r\na\r\n") ==
		  0x3faf49edf714ae47);
}
END_TEST

/* (echo metric; yes abc | head -50000) | sha256sum: several blocks. */
START_TEST(the_fingerprint_of_a_long_file)
{
	char *text = malloc(7 + 4 * 50000 + 1), *at = text;

	ck_assert_ptr_nonnull(text);
	at += sprintf(at, "metric\n");
	for (int i = 0; i < 50000; i++)
		at += sprintf(at, "abc\n");
	ck_assert(fingerprint_of(text) == 0x9f97df93bca5734f);
	ck_assert_uint_eq(rules.rows, 50000);
	free(text);
}
END_TEST

/* printf 'a: kind=pass\0b: kpi=no\0' | sha256sum */
START_TEST(the_fingerprint_of_overrides)
{
	static const char *const text[] = { "a: kind=pass", "b: kpi=no" };

	ck_assert(rules_override(&rules, text, 2, &problems, &error));
	ck_assert(rules.file[0].fingerprint == 0x6704205983ad113e);
	ck_assert_str_eq(rules.file[0].name, "-r");
}
END_TEST

START_TEST(a_pipe_will_do)
{
	static const char text[] = "metric,kind\na,failure\n";
	pid_t writer;
	int status;

	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	writer = fork();
	ck_assert_int_ge(writer, 0);
	if (writer == 0) {
		int pipe = open("pipe", O_WRONLY);

		/* In pieces, to arrive one by one. */
		for (size_t i = 0; pipe >= 0 && i < sizeof(text) - 1; i++)
			if (write(pipe, text + i, 1) != 1)
				_exit(1);
		_exit(pipe < 0);
	}
	read_file("pipe", "<pipe>");
	ck_assert_int_eq(waitpid(writer, &status, 0), writer);
	ck_assert_int_eq(status, 0);
	prepare();
	ck_assert_uint_eq(plain("a")->kind, KIND_FAILURE);
	ck_assert(rules.file[0].fingerprint == 0x19cc207c73a44894);
	ck_assert_str_eq(rules.file[0].name, "<pipe>");
}
END_TEST

/* Matching once, and on several threads. */

START_TEST(names_are_matched_once)
{
	struct group other = { 0 };

	read_text("metric,kpi\na.*,no\nb.*,primary\n");
	prepare();
	begin_group(&group, NULL);
	begin_group(&other, "fio");
	describe(&group, "a1", NULL);
	describe(&group, "a2", NULL);
	describe(&group, "b1", "ms");
	ck_assert_uint_eq(rules.names.count, 3);
	describe(&other, "b1", NULL);
	describe(&other, "a2", "s");
	describe(&group, "a1", "us");
	ck_assert_uint_eq(rules.names.count, 3);
	/* Names that the same rows match share a set. */
	ck_assert_uint_eq(rules.sets.count, 2);
	ck_assert_uint_eq(rules.set[0], rules.set[1]);
	describe(&other, "c", NULL);
	ck_assert_uint_eq(rules.names.count, 4);
	group_release(&other);
}
END_TEST

enum { THREADS = 8, METRICS = 4000 };

struct worker {
	pthread_t thread;
	struct group group;
	unsigned step; /* odd: it takes the names in its own order */
};

static void metric_name(unsigned i, char name[64])
{
	static const char *const heads[] = {
		"vmstat.cpu",  "fio.read_iops",	      "perf-profile.self",
		"dmesg.BUG",   "proc-vmstat.nr",      "x.fail",
		"stress-ng.a", "will-it-scale.x_ops", "share%",
		"other",
	};

	snprintf(name, 64, "%s%u%s", heads[i % 10], i / 20,
		 i / 10 % 2 ? ".fail" : "");
}

static void *work(void *context)
{
	struct worker *worker = context;

	for (unsigned i = 0; i < METRICS; i++) {
		char name[64];

		metric_name(i * worker->step % METRICS, name);
		describe(&worker->group, name, i % 3 ? NULL : "ms");
	}
	return NULL;
}

static void assert_same_rule(const struct rule *got, const struct rule *want)
{
	ck_assert_uint_eq(got->kind, want->kind);
	ck_assert_uint_eq(got->better, want->better);
	ck_assert_uint_eq(got->kpi, want->kpi);
	ck_assert_uint_eq(got->change, want->change);
	ck_assert_uint_eq(got->absent, want->absent);
	ck_assert_uint_eq(got->min_runs, want->min_runs);
	ck_assert(got->min_change == want->min_change);
	ck_assert(got->min_level == want->min_level);
	ck_assert_ptr_eq(got->about, want->about);
}

START_TEST(threads_share_the_rules)
{
	static const unsigned steps[] = { 1, 3, 7, 9, 11, 13, 17, 19 };
	static struct worker worker[THREADS];

	rule_in("warm", NULL);
	for (size_t i = 0; i < THREADS; i++) {
		begin_group(&worker[i].group, i % 2 ? "fio" : NULL);
		worker[i].step = steps[i];
		ck_assert_int_eq(pthread_create(&worker[i].thread, NULL, work,
						&worker[i]),
				 0);
	}
	for (size_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_join(worker[i].thread, NULL), 0);
	ck_assert_uint_eq(rules.names.count, METRICS + 1);
	/* As one thread alone has them, by rules read anew. */
	for (size_t i = 0; i < THREADS; i++) {
		begin_group(&group, i % 2 ? "fio" : NULL);
		for (uint32_t k = 0; k < worker[i].group.described; k++) {
			const struct group *its = &worker[i].group;
			const char *name = names_text(&its->names, k);

			assert_same_rule(its->rule[k],
					 describe(&group, name,
						  its->unit[k] == UNIT_OPEN ?
							  NULL :
							  "ms"));
		}
		ck_assert_uint_eq(worker[i].group.described, METRICS);
		group_release(&worker[i].group);
	}
}
END_TEST

/* What rows a name has does not hang on the names before it. */
START_TEST(any_first_part)
{
	struct rule_row *row;
	char name[64];

	read_text("metric,min_runs\n"
		  "a\\.b\\.c,3\n"
		  "a.*,4\n"
		  "a\\.b.*,5\n"
		  "(a|b)\\.x,6\n"
		  ".*\\.y,7\n"
		  "a\\.,8\n"
		  "a,9\n"
		  "\\..*,10\n");
	prepare();
	ck_assert_uint_eq(plain("a.b.c")->min_runs, 5);
	ck_assert_uint_eq(plain("a.x")->min_runs, 6);
	ck_assert_uint_eq(plain("b.x")->min_runs, 6);
	ck_assert_uint_eq(plain("b.y")->min_runs, 7);
	ck_assert_uint_eq(plain("a.bc.d")->min_runs, 5);
	ck_assert_uint_eq(plain("ab.c")->min_runs, 4);
	ck_assert_uint_eq(plain("a.")->min_runs, 8);
	ck_assert_uint_eq(plain("a")->min_runs, 9);
	ck_assert_uint_eq(plain(".a")->min_runs, 10);
	ck_assert_uint_eq(plain("b")->min_runs, 2);
	/* More first parts than are worth keeping. */
	for (unsigned i = 0; i < 10000; i++) {
		snprintf(name, sizeof(name), "%c%u.y", i % 2 ? 'a' : 'c', i);
		ck_assert_uint_eq(plain(name)->min_runs, 7);
		snprintf(name, sizeof(name), "a%u.z", i);
		ck_assert_uint_eq(plain(name)->min_runs, 4);
	}
	row = rules.row;
	ck_assert(rule_row_applies(&row[1], &group, "a.b.c"));
	ck_assert(!rule_row_applies(&row[1], &group, "b.a"));
}
END_TEST

/* Where values come from. */

START_TEST(origins)
{
	const struct rule_row *row;
	char place[300];

	read_text("metric,kind,better,group\n"
		  "a.*,pass,lower,\n"
		  "ab,,higher,\n"
		  "ab,ignore,,testcase=none\n");
	override("ab: min_runs=3");
	prepare();
	begin_group(&group, NULL);
	row = rules_origin(&rules, &group, "ab", RULE_BETTER);
	ck_assert_ptr_nonnull(row);
	rule_row_place(&rules, row, place, sizeof(place));
	ck_assert_str_eq(place, "rules.csv:3");
	rule_row_place(&rules, rules_origin(&rules, &group, "ab", RULE_KIND),
		       place, sizeof(place));
	ck_assert_str_eq(place, "rules.csv:2");
	rule_row_place(&rules,
		       rules_origin(&rules, &group, "ab", RULE_MIN_RUNS), place,
		       sizeof(place));
	ck_assert_str_eq(place, "-r:1");
	ck_assert_ptr_null(rules_origin(&rules, &group, "ab", RULE_UNIT));
	ck_assert_ptr_null(rules_origin(&rules, &group, "x", RULE_KIND));
}
END_TEST

static void assert_value(const char *metric, const char *unit,
			 enum rule_column_number column, const char *value,
			 const char *origin)
{
	const struct rule *rule = describe(&group, metric, unit);
	struct rule_value got =
		rule_value_of(&rules, &group, metric, rule, column);

	ck_assert_str_eq(got.value, value);
	ck_assert_str_eq(got.origin, origin);
}

START_TEST(values_and_where_they_come_from)
{
	read_text("metric,kind,better,min_change,min_runs,about\n"
		  "a,,,0.5,3,what it is\n"
		  "f,failure,,,,\n"
		  "t,,,,,\n");
	prepare();
	begin_group(&group, NULL);
	assert_value("a", NULL, RULE_KIND, "performance", "default");
	assert_value("a", NULL, RULE_MIN_CHANGE, "0.5", "rules.csv:2");
	assert_value("a", NULL, RULE_MIN_RUNS, "3", "rules.csv:2");
	assert_value("a", NULL, RULE_ABOUT, "what it is", "rules.csv:2");
	assert_value("a", NULL, RULE_UNIT, "", "default");
	assert_value("a", NULL, RULE_BETTER, "", "default");
	assert_value("a", "ms", RULE_BETTER, "lower", "by unit");
	assert_value("a", NULL, RULE_KPI, "yes", "no rule says otherwise");
	assert_value("f", NULL, RULE_KIND, "failure", "rules.csv:3");
	assert_value("f", NULL, RULE_BETTER, "lower", "by kind");
	assert_value("f", NULL, RULE_CHANGE, "absolute", "by kind");
	assert_value("a", NULL, RULE_CHANGE, "relative", "default");
	assert_value("f", NULL, RULE_KPI, "no", "default");
	assert_value("f", NULL, RULE_ABSENT, "zero", "default");
	begin_group(&group, "t");
	assert_value("t.x", NULL, RULE_KPI, "yes", "by testcase");
	assert_value("u.x", NULL, RULE_KPI, "no", "by testcase");
}
END_TEST

/* What rule_lines() told, a line each; it ends where `most` were told. */
struct lines {
	char text[1024];
	size_t told, most;
};

static bool tell(void *context, enum rule_line line, const char *text)
{
	static const char *const marks[] = { "+", "why", "near" };
	struct lines *lines = context;
	size_t used = strlen(lines->text);

	snprintf(lines->text + used, sizeof(lines->text) - used, "%s %s\n",
		 marks[line], text);
	return ++lines->told < lines->most;
}

START_TEST(rows_that_apply_or_nearly)
{
	struct lines lines = { .most = 99 };

	read_text("metric,kind,min_change,group,about,why\n"
		  "fio\\..*,,2,,text,noise\n"
		  "fio\\.red_iops,pass,,,,typo\n"
		  "fio\\.read_iops,ignore,,testcase=none,,not here\n"
		  "fio\\.write_iops,ignore,,,,\n");
	override("fio\\.read_.*: kpi=no");
	prepare();
	begin_group(&group, NULL);
	ck_assert(rule_lines(&rules, &group, "fio.read_iops", tell, &lines));
	ck_assert_str_eq(lines.text,
			 "+ rules.csv:2: fio\\..* min_change=2\n"
			 "why noise\n"
			 "near rules.csv:3: fio\\.red_iops kind=pass\n"
			 "+ -r:1: fio\\.read_.* kpi=no\n");
	lines = (struct lines){ .most = 1 };
	ck_assert(!rule_lines(&rules, &group, "fio.read_iops", tell, &lines));
	ck_assert_uint_eq(lines.told, 1);
}
END_TEST

static void add_defaults(Suite *suite)
{
	TCase *tests = tcase_create("default.csv");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, monitors_are_no_kpis);
	tcase_add_test(tests, without_axes_what_no_rule_knows_is_a_kpi);
	tcase_add_test(tests, with_axes_the_testcase_tells);
	tcase_add_test(tests, primary_by_custom);
	tcase_add_test(tests, points_and_floors);
	tcase_add_test(tests, what_a_failure_is);
	tcase_add_test(tests, threads_share_the_rules);
	suite_add_tcase(suite, tests);
}

static void add_cascade(Suite *suite)
{
	TCase *tests = tcase_create("cascade");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_group_shares_equal_rules);
	tcase_add_test(tests, later_rows_override_cell_by_cell);
	tcase_add_test(tests, files_come_one_behind_the_other);
	tcase_add_test(tests, a_row_for_some_groups);
	tcase_add_test(tests, every_column);
	tcase_add_test(tests, every_word);
	tcase_add_test(tests, defaults_of_performance);
	tcase_add_test(tests, floors_by_what_is_known);
	tcase_add_test(tests, defaults_of_failures_and_passes);
	tcase_add_test(tests, a_testcase_or_none);
	tcase_add_test(tests, the_unit_of_a_rule_gives_the_direction);
	tcase_add_test(tests, levels_convert_to_the_unit_of_the_samples);
	tcase_add_test(tests, a_level_is_in_the_unit_of_its_own_row);
	tcase_add_test(tests, units_that_do_not_convert);
	tcase_add_test(tests, names_are_matched_once);
	tcase_add_test(tests, any_first_part);
	tcase_add_test(tests, origins);
	tcase_add_test(tests, values_and_where_they_come_from);
	tcase_add_test(tests, rows_that_apply_or_nearly);
	suite_add_tcase(suite, tests);
}

static void add_reading(Suite *suite)
{
	TCase *tests = tcase_create("reading");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, bad_files);
	tcase_add_test(tests, a_nul_byte);
	tcase_add_test(tests, each_fault_is_told_and_good_rows_stay);
	tcase_add_test(tests, what_is_no_fault);
	tcase_add_test(tests, a_mark_and_carriage_returns_are_no_text);
	tcase_add_test(tests, files_that_cannot_be_read);
	tcase_add_test(tests, overrides);
	tcase_add_test(tests, bad_overrides);
	tcase_add_test(tests, no_override_is_no_file);
	tcase_add_test(tests, fingerprints);
	tcase_add_test(tests, the_fingerprint_of_a_long_file);
	tcase_add_test(tests, the_fingerprint_of_overrides);
	tcase_add_test(tests, a_pipe_will_do);
	suite_add_tcase(suite, tests);
}

int main(void)
{
	Suite *suite = suite_create("rules");

	add_defaults(suite);
	add_cascade(suite);
	add_reading(suite);
	return unit_main(suite);
}
