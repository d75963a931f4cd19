/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/reader.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>

#include "tests/unit/scratch.h"

static struct rules rules;
static struct group group;
static struct commit commits[2];
static struct problems problems;
static struct error error;
static bool (*stopped)(void); /* asked by the next reading */

static void set_up(void)
{
	static const char *const failures[] = {
		"(dmesg|last_state)\\..*: kind=failure"
	};

	set_up_scratch();
	ck_assert(rules_override(&rules, failures, 1, &problems, &error));
	ck_assert_uint_eq(problems.count, 0);
	ck_assert(rules_prepare(&rules, &error));
}

static void tear_down(void)
{
	for (size_t i = 0; i < 2; i++) {
		run_set_release(&commits[i].runs);
		free(commits[i].how);
		commits[i] = (struct commit){ 0 };
	}
	group_release(&group);
	rules_release(&rules);
	problems_release(&problems);
	error = (struct error){ 0 };
	stopped = NULL;
	tear_down_scratch();
}

static bool read_side(size_t side, const char *path)
{
	struct reading reading = { .delimiter = ',',
				   .decimal = '.',
				   .rules = &rules,
				   .keep_going = true,
				   .stopped = stopped };
	static char name[2][64];

	snprintf(name[side], sizeof(name[side]), "%s", path);
	commits[side].path = name[side];
	return reader_read(&commits[side], &group, &reading, &problems, &error);
}

static uint32_t number_of(const char *metric)
{
	for (uint32_t i = 0; i < group.names.count; i++)
		if (strcmp(names_text(&group.names, i), metric) == 0)
			return i;
	return UINT32_MAX;
}

/* "run:value ..." of a metric. */
static void assert_values(size_t side, const char *metric, const char *want)
{
	const struct run_set *runs = &commits[side].runs;
	struct column column = run_set_column(runs, number_of(metric));
	char got[256] = "";
	size_t used = 0;

	for (size_t i = 0; i < column.n; i++)
		used += (size_t)snprintf(got + used, sizeof(got) - used,
					 "%s%s:%.17g", i ? " " : "",
					 runs->run_id[column.run[i]],
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

START_TEST(a_run_set)
{
	put_file("s/10.csv", "a,3\n");
	put_file("s/2.csv", "metric,value\nb,5\na,2\n");
	put_file("s/1.csv", "a,1,2,6\r\nb,\r\n");
	put_file("s/.hidden.csv", "a,99\n");
	put_file("s/notes.txt", "a,99\n");
	ck_assert_msg(read_side(0, "s"), "%s", error.text);
	ck_assert_uint_eq(problems.count, 0);
	ck_assert_str_eq(commits[0].how, "run set of 3 run files");
	assert_values(0, "a", "1:3 2:2 10:3");
	assert_values(0, "b", "2:5");
	ck_assert_uint_eq(commits[0].runs.missing[number_of("b")], 1);
}
END_TEST

START_TEST(lkp_directories)
{
	put_file("s/0/stats.csv", "a,1\n");
	put_file("s/0/matrix.csv", "a,99\n");
	put_file("s/1/matrix.csv", "a,2,4\n");
	put_file("s/matrix.csv", "a,1,3\n");
	put_file("s/other/readme", "");
	ck_assert(read_side(0, "s"));
	assert_values(0, "a", "0:1 1:3");
	ck_assert_str_eq(commits[0].how, "lkp result directory of 2 runs");
}
END_TEST

START_TEST(a_matrix)
{
	put_file("m.csv", "a,1,2,3\nb,4,,6\nc,7\n");
	ck_assert(read_side(0, "m.csv"));
	ck_assert_str_eq(commits[0].how, "matrix of 3 runs");
	assert_values(0, "a", "1:1 2:2 3:3");
	assert_values(0, "b", "1:4 3:6");
	assert_values(0, "c", "1:7");
	ck_assert_uint_eq(commits[0].runs.missing[number_of("b")], 1);
	ck_assert_uint_eq(commits[0].runs.missing[number_of("c")], 0);
}
END_TEST

START_TEST(a_bad_cell_drops_its_run)
{
	put_file("m.csv", "a,1,2,3\nb,4,5x,6\n");
	ck_assert(read_side(0, "m.csv"));
	assert_problem(2, "a unit behind the figure");
	assert_values(0, "a", "1:1 3:3");
	assert_values(0, "b", "1:4 3:6");
}
END_TEST

START_TEST(a_bad_row_spoils_the_matrix)
{
	put_file("m.csv", "a,1,2,3\n,4,5,6\n");
	ck_assert(read_side(0, "m.csv"));
	assert_problem(2, "a metric without a name");
	ck_assert_uint_eq(commits[0].runs.runs, 0);
	assert_values(0, "a", "");
}
END_TEST

START_TEST(a_run_file_as_a_side)
{
	put_file("r.csv", "metric,value,unit\na,1,ms\na,2,ms\nb,3,\n");
	ck_assert(read_side(0, "r.csv"));
	ck_assert_str_eq(commits[0].how, "run file");
	assert_values(0, "a", "r:1.5");
	assert_values(0, "b", "r:3");
}
END_TEST

/* A run counts whole or not at all, down to the names and units it brought. */
START_TEST(a_broken_run_leaves_no_trace)
{
	put_file("s/0.csv", "metric,value,unit\nnew,1,ms\na,1,\nb,oops,\n");
	put_file("s/1.csv", "metric,value,unit\na,2,us\nb,3,\n");
	ck_assert(read_side(0, "s"));
	assert_problem(4, "not a number");
	ck_assert_uint_eq(commits[0].runs.runs, 1);
	ck_assert_uint_eq(number_of("new"), UINT32_MAX);
	assert_values(0, "a", "1:2");
	ck_assert_str_eq(names_text(&group.units, group.unit[number_of("a")]),
			 "us");
	ck_assert_uint_eq(run_set_seen(&commits[0].runs, number_of("a")),
			  METRIC_SEEN);
}
END_TEST

START_TEST(units_of_both_sides)
{
	put_file("b/0.csv", "metric,value,unit\na,1500,us\nc,1,ms\nd,1,MiB\n");
	put_file("c/0.csv", "metric,value,unit\na,1.5,ms\nc,1,MB\n"
			    "d,1048.576,kB\n");
	ck_assert(read_side(0, "b"));
	ck_assert(read_side(1, "c"));
	assert_values(0, "a", "0:1500");
	assert_values(1, "a", "0:1500");
	assert_values(1, "d", "0:1");
	ck_assert_uint_eq(run_set_seen(&commits[1].runs, number_of("a")),
			  METRIC_SEEN);
	ck_assert_uint_eq(run_set_seen(&commits[1].runs, number_of("c")),
			  METRIC_SEEN | METRIC_UNIT_CONFLICT);
}
END_TEST

/* Samples in KiB resolve 1/1024 of one in MiB. */
START_TEST(steps_scale_with_binary_units)
{
	put_file("b/0.csv", "metric,value,unit\na,1,MiB\nb,1500,us\n");
	put_file("c/0.csv", "metric,value,unit\na,1041,KiB\nb,1.5,ms\n");
	ck_assert(read_side(0, "b"));
	ck_assert(read_side(1, "c"));
	ck_assert_int_eq(commits[0].runs.step[number_of("a")], 0);
	ck_assert_int_eq(commits[1].runs.step[number_of("a")], -3);
	ck_assert_int_eq(commits[1].runs.step[number_of("b")], 2);
}
END_TEST

START_TEST(a_unit_on_one_side_only)
{
	put_file("b/0.csv", "metric,value,unit\na,1500,us\n");
	put_file("c/0.csv", "a,1500\n");
	ck_assert(read_side(0, "b"));
	ck_assert(read_side(1, "c"));
	ck_assert_uint_eq(run_set_seen(&commits[1].runs, number_of("a")),
			  METRIC_SEEN | METRIC_UNIT_CONFLICT);
}
END_TEST

START_TEST(incomplete_runs)
{
	put_file("s/0.csv", "a,1\nlast_state.is_incomplete_run,1\n");
	put_file("s/1.csv", "a,2\nlast_state.is_incomplete_run,0\n");
	put_file("s/2.csv", "a,3\ndmesg.oops,1\n");
	ck_assert(read_side(0, "s"));
	assert_values(0, "a", "1:2 2:3");
	assert_values(0, "last_state.is_incomplete_run", "0:1 1:0 2:0");
	assert_values(0, "dmesg.oops", "0:0 1:0 2:1");
}
END_TEST

START_TEST(what_is_refused)
{
	static const struct {
		const char *text;
		size_t line;
		const char *what;
	} bad[] = {
		{ "a\n", 1, "one field a line" },
		{ "a,1\nb;2\n", 2, "--delimiter" },
		{ "metric,value,units\na,1,ms\n", 1,
		  "columns are metric,value[,unit]" },
		{ "metric,value\na,1,2\n", 2, "3 fields where" },
		{ "metric,value,unit\na,1\n", 2, "2 fields where" },
		{ "metric,value\n", 0, "no sample" },
		{ "", 0, "no sample" },
		{ "a,1\n,2\n", 2, "a metric without a name" },
		{ "a,0x10\n", 1, "hex" },
		{ "a,1\n\"b,2\n", 2, "never closed" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		put_file("s/0.csv", bad[i].text);
		ck_assert(read_side(0, "s"));
		assert_problem(bad[i].line, bad[i].what);
		ck_assert_uint_eq(commits[0].runs.runs, 0);
		tear_down();
		set_up();
	}
}
END_TEST

START_TEST(many_faults_are_counted)
{
	FILE *file;

	put_file("s/0.csv", "");
	file = fopen("s/0.csv", "w");
	for (int i = 0; i < 100; i++)
		fprintf(file, "a%d,x\n", i);
	fclose(file);
	ck_assert(read_side(0, "s"));
	ck_assert_uint_eq(problems.count, 20);
	ck_assert_uint_eq(problems.untold, 80);
	ck_assert_uint_eq(commits[0].runs.runs, 0);
}
END_TEST

START_TEST(no_runs)
{
	put_file("s/notes.txt", "");
	ck_assert(read_side(0, "s"));
	ck_assert_uint_eq(commits[0].runs.runs, 0);
	ck_assert_ptr_nonnull(strstr(commits[0].how, "no runs"));
	put_file("t/key=value/x", "");
	ck_assert(!read_side(1, "t"));
	ck_assert_int_eq(error.fault, FAULT_USAGE);
	ck_assert_ptr_nonnull(strstr(error.text, "--base"));
}
END_TEST

/* Somebody writes to run 1 until the reading of it has begun so many times. */
static struct {
	pthread_t thread;
	atomic_bool stop;
	int readings, patience;
} writer;

static void *write_on(void *context)
{
	int file = open("s/1.csv", O_WRONLY);

	while (!atomic_load(&writer.stop))
		futimens(file, NULL);
	close(file);
	return context;
}

static void stop_writing(void)
{
	if (!atomic_exchange(&writer.stop, true))
		pthread_join(writer.thread, NULL);
}

/* Asked in front of each reading of a file; that of run 0 is the first. */
static bool lose_patience(void)
{
	if (++writer.readings > writer.patience)
		stop_writing();
	return false;
}

static void read_while_writing(int patience)
{
	FILE *file;

	put_file("s/0.csv", "a,1\n");
	put_file("s/2.csv", "a,3\n");
	file = fopen("s/1.csv", "w");
	/* Long enough for any clock to go on meanwhile. */
	for (int i = 0; i < 400000; i++)
		fputs("a,2\n", file);
	fclose(file);
	writer.readings = 0;
	writer.patience = patience;
	atomic_store(&writer.stop, false);
	ck_assert_int_eq(pthread_create(&writer.thread, NULL, write_on, NULL),
			 0);
	stopped = lose_patience;
	ck_assert(read_side(0, "s"));
	stop_writing();
}

START_TEST(a_file_that_changed_is_read_again)
{
	read_while_writing(2);
	ck_assert_uint_eq(problems.count, 0);
	assert_values(0, "a", "0:1 1:2 2:3");
	/* Run 0, run 1 twice, run 2. */
	ck_assert_int_eq(writer.readings, 4);
}
END_TEST

START_TEST(a_file_that_changes_on_and_on_is_left_out)
{
	read_while_writing(1000);
	ck_assert_uint_eq(problems.count, 1);
	ck_assert_str_eq(problems.list[0].file, "s/1.csv");
	ck_assert_ptr_nonnull(strstr(problems.list[0].what, "changes"));
	assert_values(0, "a", "0:1 2:3");
}
END_TEST

static bool at_once(void)
{
	return true;
}

START_TEST(stopped_between_files)
{
	put_file("s/0.csv", "a,1\n");
	stopped = at_once;
	ck_assert(!read_side(0, "s"));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reader");
	TCase *tests = tcase_create("reader");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_run_set);
	tcase_add_test(tests, lkp_directories);
	tcase_add_test(tests, a_matrix);
	tcase_add_test(tests, a_bad_cell_drops_its_run);
	tcase_add_test(tests, a_bad_row_spoils_the_matrix);
	tcase_add_test(tests, a_run_file_as_a_side);
	tcase_add_test(tests, a_broken_run_leaves_no_trace);
	tcase_add_test(tests, units_of_both_sides);
	tcase_add_test(tests, steps_scale_with_binary_units);
	tcase_add_test(tests, a_unit_on_one_side_only);
	tcase_add_test(tests, incomplete_runs);
	tcase_add_test(tests, what_is_refused);
	tcase_add_test(tests, many_faults_are_counted);
	tcase_add_test(tests, no_runs);
	tcase_add_test(tests, a_file_that_changed_is_read_again);
	tcase_add_test(tests, a_file_that_changes_on_and_on_is_left_out);
	tcase_add_test(tests, stopped_between_files);
	tcase_set_timeout(tests, 60);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
