/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table.h"

#include "io/columns.h"
#include "tests/unit/scratch.h"

static struct rules rules; /* none, ready to match */
static struct archive archive;
static struct columns columns;
static struct problems problems;
static struct error error;
static struct reading reading;

static void set_up(void)
{
	set_up_scratch();
	ck_assert(rules_prepare(&rules, &error));
	reading = (struct reading){ .delimiter = ',',
				    .decimal = '.',
				    .columns = &columns,
				    .rules = &rules,
				    .keep_going = true };
}

static void tear_down(void)
{
	archive_release(&archive);
	rules_release(&rules);
	columns_release(&columns);
	problems_release(&problems);
	error = (struct error){ 0 };
	tear_down_scratch();
}

static bool read_as(enum source_shape shape, const char *fixed,
		    const char *names, const char *text)
{
	static char path[] = "table.csv";
	struct source source = { .path = path, .name = path, .file = -1 };

	put_file(path, text);
	columns_release(&columns);
	ck_assert(columns_parse(&columns, names, &error));
	return table_read(&archive, &source, shape, fixed, &reading, &problems,
			  &error);
}

static bool read_table(const char *names, const char *text)
{
	return read_as(SOURCE_TABLE, NULL, names, text);
}

static struct commit *commit_in(const char *group, const char *id)
{
	for (size_t i = 0; i < archive.groups; i++)
		if (strcmp(archive.group[i].name, group) == 0)
			return group_commit(&archive.group[i], id);
	return NULL;
}

static uint32_t number_of(const struct group *group, const char *metric)
{
	for (uint32_t i = 0; i < group->names.count; i++)
		if (strcmp(names_text(&group->names, i), metric) == 0)
			return i;
	return UINT32_MAX;
}

/* "run:value ..." of a metric. */
static void assert_values(const char *name, const char *id, const char *metric,
			  const char *want)
{
	const struct commit *commit = commit_in(name, id);
	const struct group *group = archive.group;
	struct column column;
	char got[256] = "";
	size_t used = 0;

	while (strcmp(group->name, name) != 0)
		group++;
	ck_assert_ptr_nonnull(commit);
	column = run_set_column(&commit->runs, number_of(group, metric));
	for (size_t i = 0; i < column.n; i++)
		used += (size_t)snprintf(got + used, sizeof(got) - used,
					 "%s%s:%.17g", i ? " " : "",
					 commit->runs.run_id[column.run[i]],
					 column.value[i]);
	ck_assert_str_eq(got, want);
}

static void assert_problem(size_t line, const char *what)
{
	ck_assert_uint_ge(problems.count, 1);
	ck_assert_uint_eq(problems.list[0].line, line);
	ck_assert_msg(strstr(problems.list[0].what, what) != NULL,
		      "\"%s\" lacks \"%s\"", problems.list[0].what, what);
}

START_TEST(a_long_table)
{
	ck_assert(read_table(NULL, "metric,commit,run,value\n"
				   "a,y,10,3\na,y,9,2\nb,y,9,4\na,x,1,1\n"
				   "a,y,10,5\n"));
	ck_assert_uint_eq(problems.count, 0);
	ck_assert_uint_eq(archive.groups, 1);
	ck_assert_uint_eq(archive.group[0].commits, 2);
	ck_assert_str_eq(archive.group[0].commit[0].id, "x");
	assert_values("", "y", "a", "9:2 10:4");
	assert_values("", "y", "b", "9:4");
	assert_values("", "x", "a", "1:1");
	ck_assert(!commit_in("", "y")->rows_as_runs);
	ck_assert_str_eq(commit_in("", "y")->how, "table, 2 runs");
}
END_TEST

START_TEST(a_wide_table)
{
	ck_assert(read_table("value=*", "commit,tps,note,lat\n"
					"x,1,a,4\nx,,b,5\nx,3,c,nan\n"));
	assert_values("", "x", "tps", "1:1 3:3");
	assert_values("", "x", "lat", "1:4 2:5");
	ck_assert_uint_eq(number_of(archive.group, "note"), UINT32_MAX);
	ck_assert(commit_in("", "x")->rows_as_runs);
	ck_assert_str_eq(commit_in("", "x")->how, "table, 3 runs, a row each");
}
END_TEST

/* The k-th row of a metric is run k. */
START_TEST(rows_as_runs)
{
	ck_assert(read_table("run=@row", "commit,run,metric,value\n"
					 "x,7,a,1\nx,7,b,2\nx,7,a,3\n"
					 "x,7,b,4\n"));
	assert_values("", "x", "a", "1:1 2:3");
	assert_values("", "x", "b", "1:2 2:4");
	ck_assert(commit_in("", "x")->rows_as_runs);
}
END_TEST

START_TEST(a_file_as_a_run)
{
	ck_assert(read_as(SOURCE_TABLE, "side", "run=@file",
			  "metric,value\na,1\na,3\nb,5\n"));
	assert_values("", "side", "a", "table.csv:2");
	assert_values("", "side", "b", "table.csv:5");
	ck_assert(!commit_in("", "side")->rows_as_runs);
}
END_TEST

START_TEST(numbers)
{
	ck_assert(read_as(SOURCE_NUMBERS, "side", NULL, "1\n\n nan \n3\n"));
	assert_values("", "side", "value", "1:1 3:3");
	ck_assert_str_eq(commit_in("", "side")->how,
			 "numbers, 3 runs, a row each");
}
END_TEST

/* By name, whatever the order of rows; no text runs into the next. */
START_TEST(axes)
{
	ck_assert(read_table("axis=os+cpu", "cpu,os,commit,value\n"
					    "b,a,cd,1\nb,ac,d,2\nab,,cd,3\n"
					    "a,b,cd,4\n\"a/%\",a,cd,5\n"));
	ck_assert_uint_eq(archive.groups, 5);
	ck_assert_str_eq(archive.group[0].name, "cpu=a%2F%25/os=a");
	ck_assert_str_eq(archive.group[0].axis[0].value, "a/%");
	for (size_t i = 1; i < archive.groups; i++)
		ck_assert_int_lt(strcmp(archive.group[i - 1].name,
					archive.group[i].name),
				 0);
	assert_values("cpu=b/os=a", "cd", "value", "1:1");
	assert_values("cpu=b/os=ac", "d", "value", "1:2");
	assert_values("cpu=ab/os=", "cd", "value", "1:3");
	assert_values("cpu=a/os=b", "cd", "value", "1:4");
}
END_TEST

/* A table a side: their groups are the same ones. */
START_TEST(two_sides)
{
	ck_assert(read_as(SOURCE_TABLE, "base", "axis=os",
			  "os,value\ny,1\nz,2\n"));
	ck_assert(read_as(SOURCE_TABLE, "candidate", "axis=os",
			  "os,value\nz,3\nx,4\ny,5\n"));
	ck_assert_uint_eq(archive.groups, 3);
	assert_values("os=y", "base", "value", "1:1");
	assert_values("os=y", "candidate", "value", "1:5");
	assert_values("os=z", "base", "value", "1:2");
	assert_values("os=z", "candidate", "value", "1:3");
	ck_assert_ptr_null(commit_in("os=x", "base"));
}
END_TEST

/* What the commit column of one side says is one thing. */
START_TEST(one_side_of_one_commit)
{
	ck_assert(
		read_as(SOURCE_TABLE, "a", NULL, "commit,value\nv1,1\nv1,2\n"));
	assert_values("", "a", "value", "1:1 2:2");
	ck_assert(read_as(SOURCE_TABLE, "b", NULL,
			  "commit,value\nv1,1\nv2,2\nv2,3\n"));
	ck_assert_uint_eq(problems.count, 1);
	assert_problem(3, "a second commit");
	assert_values("", "b", "value", "");
}
END_TEST

START_TEST(units)
{
	ck_assert(read_table(NULL, "commit,metric,value,unit\n"
				   "x,a,1500,us\nx,a,1.5,ms\ny,a,0.0015,s\n"
				   "y,b,1,MiB\ny,c,1,\ny,c,2,ms\n"));
	assert_values("", "x", "a", "1:1500 2:1500");
	assert_values("", "y", "a", "1:1500");
	ck_assert_str_eq(
		unit_text(archive.group,
			  archive.group->unit[number_of(archive.group, "b")]),
		"MiB");
	ck_assert_uint_eq(run_set_seen(&commit_in("", "y")->runs,
				       number_of(archive.group, "c")),
			  METRIC_SEEN | METRIC_UNIT_CONFLICT);
}
END_TEST

START_TEST(a_bad_cell_drops_its_run)
{
	ck_assert(read_table(NULL, "commit,run,metric,value\n"
				   "x,1,a,1\nx,2,a,2\nx,1,b,3h\nx,2,b,4\n"
				   "y,1,a,5\n"));
	assert_problem(4, "a unit behind the figure");
	assert_values("", "x", "a", "2:2");
	assert_values("", "x", "b", "2:4");
	assert_values("", "y", "a", "1:5");
}
END_TEST

START_TEST(skipped_runs)
{
	reading.skip_runs = 1;
	ck_assert(read_table(NULL, "commit,run,value\n"
				   "x,10,3\nx,9,2\nx,2,1\ny,1,4\n"));
	assert_values("", "x", "value", "9:2 10:3");
	ck_assert_uint_eq(commit_in("", "y")->runs.runs, 0);
}
END_TEST

/* Many runs of which one is bad: no flag of another one is set. */
START_TEST(bad_runs_far_apart)
{
	FILE *file;

	put_file("t", "");
	file = fopen("t", "w");
	fprintf(file, "commit,run,value\n");
	for (int i = 1; i <= 500; i++)
		fprintf(file, "x,%d,%s\n", i, i % 250 ? "1" : "bad");
	fclose(file);
	columns_release(&columns);
	ck_assert(columns_parse(&columns, NULL, &error));
	ck_assert(table_read(&archive,
			     &(struct source){ .path = (char[]){ "t" },
					       .name = "t",
					       .file = -1 },
			     SOURCE_TABLE, NULL, &reading, &problems, &error));
	ck_assert_uint_eq(problems.count, 2);
	assert_problem(251, "not a number");
	ck_assert_uint_eq(commit_in("", "x")->runs.runs, 498);
}
END_TEST

START_TEST(what_is_refused)
{
	static const struct {
		const char *text;
		size_t line;
		const char *what;
	} bad[] = {
		{ "", 0, "no sample" },
		{ "commit,value\n", 0, "no sample" },
		{ "commit,x\na,1\n", 1, "no column value" },
		{ "value,x\na,1\n", 1, "no column commit" },
		{ "commit,value\na\n", 2, "1 field where the header has 2" },
		{ "commit,value\na,1,2\n", 2,
		  "3 fields where the header has 2" },
		{ "commit,value\n,1\n", 2, "a row without a commit" },
		{ "commit,value,run\na,1,\n", 2, "a row without a run" },
		/* The first row, before any unit is known. */
		{ "commit,metric,value,unit\na,,1,ms\n", 2,
		  "a row without a metric" },
		{ "commit,value\na,1\n\"a,2\n", 3, "never closed" },
		{ "commit,value\na,1\n\na\n", 4, "1 field" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const struct commit *commit;

		ck_assert(read_table(NULL, bad[i].text));
		assert_problem(bad[i].line, bad[i].what);
		commit = commit_in("", "a");
		ck_assert(!commit || commit->runs.runs == 0);
		tear_down();
		set_up();
	}
}
END_TEST

START_TEST(faults_end_it_unless_told)
{
	reading.keep_going = false;
	ck_assert(!read_table(NULL, "commit,value\na,x\na,y\n"));
	ck_assert_int_eq(error.fault, FAULT_NONE);
	ck_assert_uint_eq(problems.count, 2);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("table");
	TCase *tests = tcase_create("table");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_long_table);
	tcase_add_test(tests, a_wide_table);
	tcase_add_test(tests, rows_as_runs);
	tcase_add_test(tests, a_file_as_a_run);
	tcase_add_test(tests, numbers);
	tcase_add_test(tests, axes);
	tcase_add_test(tests, two_sides);
	tcase_add_test(tests, one_side_of_one_commit);
	tcase_add_test(tests, units);
	tcase_add_test(tests, a_bad_cell_drops_its_run);
	tcase_add_test(tests, skipped_runs);
	tcase_add_test(tests, bad_runs_far_apart);
	tcase_add_test(tests, what_is_refused);
	tcase_add_test(tests, faults_end_it_unless_told);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
