/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cases.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>

#include "io/reader.h"
#include "tests/unit/scratch.h"

static struct test_case test;
static struct problems problems;
static struct error error;
static bool bad;

static void release_all(void)
{
	test_case_release(&test);
	problems_release(&problems);
	error = (struct error){ 0 };
	bad = false;
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

/* How many entries a directory has. */
static size_t entries(const char *path)
{
	DIR *directory = opendir(path);
	size_t count = 0;

	ck_assert_ptr_nonnull(directory);
	while (readdir(directory))
		count++;
	closedir(directory);
	return count - 2;
}

static void assert_file(const char *path, const char *want)
{
	FILE *file = fopen(path, "r");
	char got[1024];

	ck_assert_msg(file != NULL, "%s is not there", path);
	got[fread(got, 1, sizeof(got) - 1, file)] = '\0';
	fclose(file);
	ck_assert_msg(strcmp(got, want) == 0, "%s is \"%s\", want \"%s\"", path,
		      got, want);
}

/* cases_find() */

static void assert_cases(const char *const *from, size_t froms,
			 const char *want)
{
	char **path, got[1024] = "";
	size_t count;

	ck_assert_msg(cases_find(&path, &count, from, froms, &error), "%s",
		      error.text);
	for (size_t i = 0; i < count; i++) {
		strcat(got, i ? " " : "");
		strcat(got, path[i]);
		free(path[i]);
	}
	free(path);
	ck_assert_str_eq(got, want);
}

START_TEST(cases_and_directories_of_cases)
{
	static const char *const all[] = { "cases" };
	static const char *const two[] = { "cases/c10", "cases/c2/" };
	static const char *const both[] = { "other", "cases" };

	put_file("cases/c10/expect.csv", "");
	put_file("cases/c2/expect.csv", "");
	put_file("cases/c2/inner/expect.csv", "");
	put_file("cases/none/samples.csv", "");
	put_file("cases/deep/c3/expect.csv", "");
	put_file("cases/odd/expect.csv/x", "");
	put_file("cases/c1", "");
	put_file("other/o/expect.csv", "");
	assert_cases(all, 1, "cases/c2 cases/c10");
	assert_cases(two, 2, "cases/c10 cases/c2/");
	assert_cases(both, 2, "other/o cases/c2 cases/c10");
}
END_TEST

START_TEST(paths_without_a_case)
{
	static const struct {
		const char *path;
		enum fault fault;
	} none[] = {
		{ "empty", FAULT_USAGE },
		{ "deep", FAULT_USAGE },
		{ "file", FAULT_TROUBLE },
		{ "not there", FAULT_TROUBLE },
	};

	put_file("file", "");
	put_file("empty/samples.csv", "");
	put_file("deep/er/c/expect.csv", "");
	put_file("good/c/expect.csv", "");
	for (size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
		const char *const from[] = { "good", none[i].path };
		char **path;
		size_t count;

		release_all();
		ck_assert(!cases_find(&path, &count, from, 2, &error));
		ck_assert_msg(error.fault == none[i].fault, "%s: %s",
			      none[i].path, error.text);
		ck_assert_ptr_nonnull(strstr(error.text, none[i].path));
		for (size_t k = 0; k < count; k++)
			free(path[k]);
		free(path);
	}
}
END_TEST

/* test_case_read() */

static void read_case(const char *path)
{
	ck_assert_msg(test_case_read(&test, path, &bad, &problems, &error),
		      "%s", error.text);
	ck_assert_int_eq(error.fault, FAULT_NONE);
}

static void put_case(const char *expect, const char *context)
{
	put_file("c/expect.csv", expect);
	put_file("c/context.csv", context);
	put_file("c/samples.csv", "commit,metric,value\n");
}

START_TEST(a_case_is_read)
{
	put_case("flags,metric,verdict,reported,direction,reason\n"
		 ",a,changed,true,regression,\n\n"
		 "few-runs;constant,\"b,\"\"c\"\"\",,,,below-floor\n",
		 "key,value\n"
		 "group,tbox_group=x/test=a=b\n"
		 "kpi.size,3\nkpi.changed,1\nkpi.admitted_p,1e-10\n"
		 "step,0.001\n"
		 "failure.size,0\n");
	read_case("c");
	ck_assert(!bad);
	ck_assert_str_eq(test.path, "c");
	ck_assert_str_eq(test.expect, "c/expect.csv");
	ck_assert_str_eq(test.table, "c/samples.csv");
	ck_assert_ptr_null(test.base);
	ck_assert_ptr_null(test.candidate);
	ck_assert_uint_eq(test.expectations, 2);
	ck_assert_uint_eq(test.expected[0].line, 2);
	ck_assert_str_eq(test.expected[0].cell[EXPECT_METRIC], "a");
	ck_assert_str_eq(test.expected[0].cell[EXPECT_REPORTED], "true");
	ck_assert_str_eq(test.expected[0].cell[EXPECT_VERDICT], "changed");
	ck_assert_str_eq(test.expected[0].cell[EXPECT_DIRECTION], "regression");
	ck_assert_str_eq(test.expected[0].cell[EXPECT_REASON], "");
	ck_assert_uint_eq(test.expected[1].line, 4);
	ck_assert_str_eq(test.expected[1].cell[EXPECT_METRIC], "b,\"c\"");
	ck_assert_str_eq(test.expected[1].cell[EXPECT_REPORTED], "");
	ck_assert_str_eq(test.expected[1].cell[EXPECT_REASON], "below-floor");
	ck_assert_str_eq(test.expected[1].cell[EXPECT_FLAGS],
			 "few-runs;constant");
	ck_assert_uint_eq(test.context.axes, 2);
	ck_assert_str_eq(test.context.axis[0].name, "tbox_group");
	ck_assert_str_eq(test.context.axis[0].value, "x");
	ck_assert_str_eq(test.context.axis[1].name, "test");
	ck_assert_str_eq(test.context.axis[1].value, "a=b");
	ck_assert_uint_eq(test.context.others[FAMILY_KPI].size, 3);
	ck_assert_uint_eq(test.context.others[FAMILY_KPI].changed, 1);
	ck_assert(test.context.others[FAMILY_KPI].admitted_p == 1e-10);
	ck_assert_uint_eq(test.context.others[FAMILY_MONITOR].size, 0);
	ck_assert(isnan(test.context.others[FAMILY_MONITOR].admitted_p));
	ck_assert(test.context.has_step);
	ck_assert_int_eq(test.context.step, -3);
}
END_TEST

START_TEST(run_sets_and_no_context)
{
	put_file("c/expect.csv", "metric,reported\na,false\n");
	put_file("c/base/1.csv", "a,1\n");
	put_file("c/candidate/1.csv", "a,1\n");
	read_case("c");
	ck_assert(!bad);
	ck_assert_str_eq(test.base, "c/base");
	ck_assert_str_eq(test.candidate, "c/candidate");
	ck_assert_ptr_null(test.table);
	ck_assert(!test.context.has_step);
	ck_assert_uint_eq(test.context.axes, 0);
	for (size_t i = 0; i < FAMILIES; i++)
		ck_assert(isnan(test.context.others[i].admitted_p));
}
END_TEST

static void assert_problem(const char *file, size_t line, const char *what)
{
	ck_assert_uint_eq(problems.count, 1);
	ck_assert_int_eq(problems.list[0].fault, FAULT_INPUT);
	ck_assert_str_eq(problems.list[0].file, file);
	ck_assert_msg(problems.list[0].line == line, "line %zu of \"%s\"",
		      problems.list[0].line, problems.list[0].what);
	ck_assert_msg(strstr(problems.list[0].what, what),
		      "\"%s\" lacks \"%s\"", problems.list[0].what, what);
}

START_TEST(bad_expectations)
{
	static const struct {
		const char *text;
		size_t line;
		const char *what;
	} wrong[] = {
		{ "", 0, "no expectation" },
		{ "metric,reported\n", 0, "no expectation" },
		{ "reported,reason\ntrue,x\n", 1, "no column metric" },
		{ "metric,colour\na,red\n", 1, "no such column" },
		{ "metric,reported,reported\na,true,false\n", 1,
		  "a column twice" },
		{ "metric,reported\n\na,yes\n", 3, "true or false" },
		{ "metric,verdict\na,better\n", 2, "no such verdict" },
		{ "metric,direction\na,up\n", 2, "no such direction" },
		{ "metric,reported,reason\na,,\n", 2, "a row names a metric" },
		{ "metric\na\n", 2, "what is expected of it" },
		{ "metric,reported\n,true\n", 2, "a row names a metric" },
		{ "metric,reported\na,true\nb\n", 3, "too few or too many" },
		{ "metric,reported\na,true,x\n", 2, "too few or too many" },
		{ "metric,reported\n\"a,true\n", 2, "never closed" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		release_all();
		put_case(wrong[i].text, "key,value\n");
		read_case("c");
		ck_assert_msg(bad && problems.count, "\"%s\" is good",
			      wrong[i].text);
		assert_problem("c/expect.csv", wrong[i].line, wrong[i].what);
	}
}
END_TEST

/* Two that are no columns are not one column twice. */
START_TEST(several_unknown_columns)
{
	put_case("metric,colour,shape\na,red,round\n", "key,value\n");
	read_case("c");
	ck_assert(bad);
	ck_assert_uint_eq(problems.count, 2);
	for (size_t i = 0; i < 2; i++)
		ck_assert_ptr_nonnull(
			strstr(problems.list[i].what, "no such column"));
	ck_assert_uint_eq(test.expectations, 0);
}
END_TEST

START_TEST(bad_contexts)
{
	static const struct {
		const char *text;
		size_t line;
		const char *what;
	} wrong[] = {
		{ "key,value\nfoo,1\n", 2, "no such key" },
		{ "key,value\nkpi,1\n", 2, "no such key" },
		{ "key,value\nkp.size,1\n", 2, "no such key" },
		{ "key,value\nkpis.size,1\n", 2, "no such key" },
		{ "key,value\nkpi.sizes,1\n", 2, "no such key" },
		{ "key,value\nstep,1\nkpi.size,x\n", 3, "not a number" },
		{ "key,value\nkpi.size,-1\n", 2, "not a number of at least 0" },
		{ "key,value\nkpi.size,1.5\n", 2, "not a whole number" },
		{ "key,value\nmonitor.changed,nan\n", 2, "not a number" },
		{ "key,value\nfailure.admitted_p,-0.1\n", 2, "from 0 to 1" },
		{ "key,value\nfailure.admitted_p,1.1\n", 2, "from 0 to 1" },
		{ "key,value\ngroup,a\n", 2, "axis=value/axis=value" },
		{ "key,value\ngroup,a=b/c\n", 2, "axis=value/axis=value" },
		{ "key,value\ngroup,=b\n", 2, "axis=value/axis=value" },
		{ "key,value\nstep,0\n", 2, "not a power of ten" },
		{ "key,value\nstep,-1\n", 2, "not a power of ten" },
		{ "key,value\nstep,x\n", 2, "not a power of ten" },
		{ "key,value\nstep\n", 2, "too few or too many" },
		{ "value\n1\n", 1, "no column key" },
		{ "", 0, NULL },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		release_all();
		put_case("metric,reported\na,true\n", wrong[i].text);
		read_case("c");
		ck_assert_msg(bad == (wrong[i].what != NULL), "\"%s\"",
			      wrong[i].text);
		if (bad)
			assert_problem("c/context.csv", wrong[i].line,
				       wrong[i].what);
	}
}
END_TEST

START_TEST(a_case_without_samples)
{
	put_file("c/expect.csv", "metric,reported\na,true\n");
	put_file("c/base/1.csv", "a,1\n");
	put_file("c/candidate", "a,1\n");
	read_case("c");
	ck_assert(bad);
	assert_problem("c", 0, "no samples");
}
END_TEST

/* context_of() */

static struct group group;
static struct commit base = { .how = NULL }, candidate = { .how = NULL };
static struct finding findings[8];
static const struct rule plain = { .min_runs = 2 };
static struct comparison comparison;

static void set_up_comparison(void)
{
	uint32_t none;

	set_up();
	group = (struct group){ .name = strdup("") };
	ck_assert(names_intern(&group.units, "", 0, &none));
	comparison = (struct comparison){ .group = &group,
					  .base = &base,
					  .candidate = &candidate,
					  .finding = findings };
}

static void tear_down_comparison(void)
{
	run_set_release(&base.runs);
	run_set_release(&candidate.runs);
	group_release(&group);
	tear_down();
}

static void add_finding(enum kind kind, enum kpi kpi, double p, bool reported)
{
	findings[comparison.findings++] = (struct finding){
		.kind = (uint8_t)kind,
		.kpi = (uint8_t)kpi,
		.p = p,
		.q = isnan(p) ? NAN : p,
		.reported = reported,
		.step = STEP_NONE,
	};
}

START_TEST(the_context_is_that_of_the_others)
{
	struct case_context context;

	add_finding(KIND_PERFORMANCE, KPI_YES, 1e-4, true);
	add_finding(KIND_PERFORMANCE, KPI_PRIMARY, 1e-3, true);
	add_finding(KIND_PERFORMANCE, KPI_YES, 1e-5, true);
	add_finding(KIND_PERFORMANCE, KPI_YES, 0.5, false);
	add_finding(KIND_PERFORMANCE, KPI_NO, 0.25, false);
	add_finding(KIND_PERFORMANCE, KPI_NO, NAN, false);
	add_finding(KIND_FAILURE, KPI_NO, 0.01, true);
	findings[1].step = -2;
	context = context_of(&comparison, &findings[1]);
	ck_assert_uint_eq(context.others[FAMILY_KPI].size, 3);
	ck_assert_uint_eq(context.others[FAMILY_KPI].changed, 2);
	ck_assert(context.others[FAMILY_KPI].admitted_p == 1e-4);
	ck_assert_uint_eq(context.others[FAMILY_MONITOR].size, 1);
	ck_assert_uint_eq(context.others[FAMILY_MONITOR].changed, 0);
	ck_assert(isnan(context.others[FAMILY_MONITOR].admitted_p));
	ck_assert_uint_eq(context.others[FAMILY_FAILURE].size, 1);
	ck_assert(context.others[FAMILY_FAILURE].admitted_p == 0.01);
	ck_assert(context.has_step);
	ck_assert_int_eq(context.step, -2);
	context = context_of(&comparison, &findings[6]);
	ck_assert_uint_eq(context.others[FAMILY_FAILURE].size, 0);
	ck_assert_uint_eq(context.others[FAMILY_KPI].size, 4);
	ck_assert(!context.has_step);
}
END_TEST

/* case_write() */

/* A metric of the comparison; NaN: the run does not name it. */
static void add_metric(const char *metric, const char *unit,
		       const double *base_value, const double *candidate_value,
		       size_t runs)
{
	static const struct rule rule = { .kind = KIND_PERFORMANCE };
	static const struct rule *rules[] = { &rule };
	struct commit *commits[] = { &base, &candidate };
	const double *values[] = { base_value, candidate_value };
	uint32_t number;

	ck_assert(names_intern(&group.names, metric, strlen(metric), &number));
	ck_assert_uint_eq(number, 0);
	for (size_t side = 0; side < 2; side++) {
		struct sample_log log = { 0 };

		for (uint32_t run = 0; run < runs; run++) {
			char id[16];

			snprintf(id, sizeof(id), "r%u", run);
			ck_assert(run_set_add_run(&commits[side]->runs, id));
			if (!isnan(values[side][run]))
				ck_assert(sample_log_append(
					&log, 0, run, values[side][run], -2));
		}
		ck_assert(
			run_set_collate(&commits[side]->runs, &log, rules, 1));
	}
	add_finding(KIND_PERFORMANCE, KPI_NO, 0.01, true);
	findings[0].rule = &plain;
	findings[0].metric = names_text(&group.names, 0);
	findings[0].unit = unit;
	findings[0].group = group.name;
	findings[0].step = -2;
}

/* "run:value ..." of a metric in a side of the case that was read. */
static void assert_side(const char *path, const char *metric, const char *unit,
			const char *want)
{
	struct rules rules = { 0 };
	struct group its = { 0 };
	struct reading reading = { .delimiter = ',',
				   .decimal = '.',
				   .rules = &rules };
	char copy[64], got[256] = "";
	struct commit commit = { .path = copy };
	struct column column;
	size_t used = 0;
	uint32_t number;

	snprintf(copy, sizeof(copy), "%s", path);
	ck_assert(rules_prepare(&rules, &error));
	ck_assert(reader_read(&commit, &its, &reading, &problems, &error));
	ck_assert_uint_eq(problems.count, 0);
	ck_assert(names_find(&its.names, metric, strlen(metric), &number));
	ck_assert_str_eq(unit_text(&its, its.unit[number]), unit);
	column = run_set_column(&commit.runs, number);
	for (size_t i = 0; i < column.n; i++)
		used += (size_t)snprintf(got + used, sizeof(got) - used,
					 "%s:%.17g ",
					 commit.runs.run_id[column.run[i]],
					 column.value[i]);
	for (size_t i = 0; i < commit.runs.runs; i++)
		if (commit.runs.incomplete[i])
			used += (size_t)snprintf(got + used, sizeof(got) - used,
						 "(%s) ",
						 commit.runs.run_id[i]);
	snprintf(got + used, sizeof(got) - used, "of %zu", commit.runs.runs);
	ck_assert_str_eq(got, want);
	run_set_release(&commit.runs);
	free(commit.how);
	group_release(&its);
	rules_release(&rules);
}

static void write_case(const char *path, bool reported)
{
	ck_assert_msg(case_write(path, &comparison, &findings[0], reported,
				 &error),
		      "%s", error.text);
}

START_TEST(what_is_written_is_read_again)
{
	static const double x[] = { 1.25, NAN, 0.1, 1e300 };
	static const double y[] = { NAN, 2, 5e-324, -3 };

	add_metric("p99,\"late\" x", "ms", x, y, 4);
	add_finding(KIND_PERFORMANCE, KPI_YES, 1. / 3, false);
	add_finding(KIND_PERFORMANCE, KPI_YES, 1e-9 / 3, true);
	base.runs.incomplete[1] = true;
	write_case("new/cases/c", false);
	ck_assert_uint_eq(entries("new/cases"), 1);
	ck_assert_uint_eq(entries("new/cases/c"), 4);
	assert_file("new/cases/c/expect.csv",
		    "metric,reported\n\"p99,\"\"late\"\" x\",false\n");
	assert_file("new/cases/c/base/1.csv",
		    "metric,value,unit\n\"p99,\"\"late\"\" x\",1.25,ms\n");
	assert_file("new/cases/c/base/2.csv",
		    "metric,value,unit\nlast_state.is_incomplete_run,1,\n");
	read_case("new/cases/c");
	ck_assert(!bad);
	ck_assert_uint_eq(test.expectations, 1);
	ck_assert_str_eq(test.expected[0].cell[EXPECT_METRIC],
			 "p99,\"late\" x");
	ck_assert_str_eq(test.expected[0].cell[EXPECT_REPORTED], "false");
	ck_assert_uint_eq(test.context.others[FAMILY_KPI].size, 2);
	ck_assert_uint_eq(test.context.others[FAMILY_KPI].changed, 1);
	ck_assert(test.context.others[FAMILY_KPI].admitted_p == 1e-9 / 3);
	ck_assert_uint_eq(test.context.others[FAMILY_MONITOR].size, 0);
	ck_assert_int_eq(test.context.step, -2);
	ck_assert_uint_eq(test.context.axes, 0);
	assert_side(test.base, "p99,\"late\" x", "ms",
		    "1:1.25 3:0.10000000000000001 4:1.0000000000000001e+300 "
		    "(2) of 4");
	assert_side(test.candidate, "p99,\"late\" x", "ms",
		    "2:2 3:4.9406564584124654e-324 4:-3 of 4");
}
END_TEST

START_TEST(names_that_csv_must_quote)
{
	static const char *const metrics[] = {
		" blank ", "a\nb", "\"", ",", "metric", "\xff\xc3", "1",
	};
	static const double x[] = { 1, 2 }, y[] = { 3, 4 };

	for (size_t i = 0; i < sizeof(metrics) / sizeof(*metrics); i++) {
		char path[16];

		snprintf(path, sizeof(path), "c%zu", i);
		add_metric(metrics[i], "", x, y, 2);
		write_case(path, true);
		read_case(path);
		ck_assert_msg(!bad, "%s: %s", metrics[i],
			      problems.list[0].what);
		ck_assert_str_eq(test.expected[0].cell[EXPECT_METRIC],
				 metrics[i]);
		ck_assert_str_eq(test.expected[0].cell[EXPECT_REPORTED],
				 "true");
		assert_side(test.base, metrics[i], "", "1:1 2:2 of 2");
		tear_down_comparison();
		set_up_comparison();
	}
}
END_TEST

START_TEST(a_group_and_a_side_that_lacks_the_metric)
{
	static const double x[] = { NAN, NAN }, y[] = { 3, 4 };

	free(group.name);
	group.name = strdup("tbox_group=a,b/testcase=\"x\"");
	add_metric("m", "", x, y, 2);
	findings[0].step = STEP_NONE;
	write_case("c", true);
	/* A run file must say something. */
	assert_file("c/base/1.csv",
		    "metric,value\nlast_state.is_incomplete_run,0\n");
	assert_file("c/candidate/2.csv", "metric,value\nm,4\n");
	assert_file("c/context.csv",
		    "key,value\n"
		    "group,\"tbox_group=a,b/testcase=\"\"x\"\"\"\n");
	read_case("c");
	ck_assert(!bad);
	ck_assert_uint_eq(test.context.axes, 2);
	ck_assert_str_eq(test.context.axis[0].value, "a,b");
	ck_assert_str_eq(test.context.axis[1].value, "\"x\"");
	ck_assert(!test.context.has_step);
	assert_side(test.base, "last_state.is_incomplete_run", "",
		    "1:0 2:0 of 2");
	assert_side(test.candidate, "m", "", "1:3 2:4 of 2");
}
END_TEST

/* Seen, but without a number: other than not seen at all. */
START_TEST(a_metric_without_a_number)
{
	static const double x[] = { NAN, NAN }, y[] = { 3, 4 };

	add_metric("m", "", x, y, 2);
	base.runs.seen[0] = METRIC_SEEN;
	write_case("c", true);
	assert_file("c/base/2.csv", "metric,value\nm,\n");
	assert_side("c/base", "m", "", "of 2");
}
END_TEST

START_TEST(what_is_there_stays)
{
	static const double x[] = { 1, 2 };
	static const char *const paths[] = { "there", "there/", "there///",
					     "file", "link" };

	add_metric("m", "", x, x, 2);
	put_file("there/mine", "text");
	put_file("file", "text");
	ck_assert_int_eq(symlink("nowhere", "link"), 0);
	for (size_t i = 0; i < sizeof(paths) / sizeof(*paths); i++) {
		error = (struct error){ 0 };
		ck_assert(!case_write(paths[i], &comparison, &findings[0], true,
				      &error));
		ck_assert_int_eq(error.fault, FAULT_USAGE);
		ck_assert_ptr_nonnull(strstr(error.text, "is there already"));
	}
	ck_assert_uint_eq(entries("."), 3);
	ck_assert_uint_eq(entries("there"), 1);
	assert_file("file", "text");
}
END_TEST

START_TEST(a_slash_behind_the_path)
{
	static const double x[] = { 1, 2 };

	add_metric("m", "", x, x, 2);
	write_case("a//c//", true);
	ck_assert_uint_eq(entries("a"), 1);
	ck_assert_uint_eq(entries("a/c"), 4);
}
END_TEST

static void assert_trouble(const char *path)
{
	error = (struct error){ 0 };
	ck_assert(!case_write(path, &comparison, &findings[0], true, &error));
	ck_assert_msg(error.fault == FAULT_TROUBLE, "%s: %s", path, error.text);
}

START_TEST(no_place_for_it)
{
	static const double x[] = { 1, 2 };

	add_metric("m", "", x, x, 2);
	put_file("file", "text");
	assert_trouble("file/c");
	assert_trouble("");
	ck_assert_uint_eq(entries("."), 1);
	assert_file("file", "text");
}
END_TEST

START_TEST(a_directory_not_to_be_written)
{
	static const double x[] = { 1, 2 };

	/* Root may write anywhere. */
	if (geteuid() == 0)
		return;
	add_metric("m", "", x, x, 2);
	put_file("closed/file", "");
	ck_assert_int_eq(chmod("closed", 0500), 0);
	assert_trouble("closed/c");
	ck_assert_uint_eq(entries("closed"), 1);
	ck_assert_int_eq(chmod("closed", 0700), 0);
}
END_TEST

/* A disk that is full, to this process. */
START_TEST(nothing_is_left_of_half_a_case)
{
	static const double x[] = { 1, 2 };
	struct rlimit before, none;

	add_metric("m", "", x, x, 2);
	put_file("cases/file", "");
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
	none = before;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &none), 0);
	error = (struct error){ 0 };
	bad = case_write("cases/c", &comparison, &findings[0], true, &error);
	/* Before anything is asserted, which is written down, too. */
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
	ck_assert(!bad);
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_uint_eq(entries("cases"), 1);
	write_case("cases/c", true);
	ck_assert_uint_eq(entries("cases"), 2);
}
END_TEST

/* As any directory that is made, whatever it was while it was written. */
START_TEST(the_mode_is_that_of_the_mask)
{
	static const double x[] = { 1, 2 };
	struct stat status;
	mode_t before = umask(027);

	add_metric("m", "", x, x, 2);
	write_case("c", true);
	umask(before);
	ck_assert_int_eq(stat("c", &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0750);
	ck_assert_int_eq(stat("c/expect.csv", &status), 0);
	ck_assert_uint_eq(status.st_mode & 0777, 0640);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cases");
	TCase *reading = tcase_create("reading");
	TCase *writing = tcase_create("writing");

	tcase_add_checked_fixture(reading, set_up, tear_down);
	tcase_add_test(reading, cases_and_directories_of_cases);
	tcase_add_test(reading, paths_without_a_case);
	tcase_add_test(reading, a_case_is_read);
	tcase_add_test(reading, run_sets_and_no_context);
	tcase_add_test(reading, bad_expectations);
	tcase_add_test(reading, several_unknown_columns);
	tcase_add_test(reading, bad_contexts);
	tcase_add_test(reading, a_case_without_samples);
	suite_add_tcase(suite, reading);
	tcase_add_checked_fixture(writing, set_up_comparison,
				  tear_down_comparison);
	tcase_add_test(writing, the_context_is_that_of_the_others);
	tcase_add_test(writing, what_is_written_is_read_again);
	tcase_add_test(writing, names_that_csv_must_quote);
	tcase_add_test(writing, a_group_and_a_side_that_lacks_the_metric);
	tcase_add_test(writing, a_metric_without_a_number);
	tcase_add_test(writing, what_is_there_stays);
	tcase_add_test(writing, a_slash_behind_the_path);
	tcase_add_test(writing, no_place_for_it);
	tcase_add_test(writing, a_directory_not_to_be_written);
	tcase_add_test(writing, nothing_is_left_of_half_a_case);
	tcase_add_test(writing, the_mode_is_that_of_the_mask);
	suite_add_tcase(suite, writing);
	return unit_main(suite);
}
