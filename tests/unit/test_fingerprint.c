/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>

#include "io/fingerprint.h"
#include "tests/unit/scratch.h"

static struct fingerprint take(const char *path)
{
	struct fingerprint fingerprint;
	struct error error = { 0 };

	ck_assert_msg(fingerprint_take(&fingerprint, path, NULL, &error), "%s",
		      error.text);
	return fingerprint;
}

static void set_up_runs(void)
{
	set_up_scratch();
	put_file("set/1.csv", "a,1\n");
	put_file("set/2.csv", "a,2\n");
}

START_TEST(the_same_files)
{
	struct fingerprint first = take("set"), second = take("set");

	ck_assert_str_eq(first.text, second.text);
	ck_assert_uint_eq(first.files, 2);
	ck_assert_uint_eq(strspn(first.text, "0123456789abcdef"), 16);
	/* Where it lies is no part of it. */
	ck_assert_int_eq(rename("set", "other"), 0);
	ck_assert_str_eq(take("other").text, first.text);
}
END_TEST

static void add_run(void)
{
	put_file("set/3.csv", "a,3\n");
}

static void remove_run(void)
{
	ck_assert_int_eq(remove("set/2.csv"), 0);
}

static void rename_run(void)
{
	ck_assert_int_eq(rename("set/2.csv", "set/3.csv"), 0);
}

static void grow_run(void)
{
	put_file("set/2.csv", "a,22\n");
}

/* As long as before, and with the time of before: the time of change tells. */
static void change_run_secretly(void)
{
	struct stat status;
	struct timespec times[2];

	ck_assert_int_eq(stat("set/2.csv", &status), 0);
	usleep(20000);
	put_file("set/2.csv", "a,3\n");
	times[0] = status.st_atim;
	times[1] = status.st_mtim;
	ck_assert_int_eq(utimensat(AT_FDCWD, "set/2.csv", times, 0), 0);
}

/* Another file in its place. */
static void replace_run(void)
{
	put_file("new", "a,2\n");
	ck_assert_int_eq(rename("new", "set/2.csv"), 0);
}

static void (*const changes[])(void) = {
	add_run,  remove_run,	       rename_run,
	grow_run, change_run_secretly, replace_run,
};

START_TEST(a_change)
{
	struct fingerprint before = take("set");

	changes[_i]();
	ck_assert_str_ne(take("set").text, before.text);
}
END_TEST

START_TEST(what_is_no_run)
{
	struct fingerprint before = take("set");

	put_file("set/notes.txt", "a\n");
	put_file("set/.hidden.csv", "a,1\n");
	put_file("set/plots/1.svg", "a\n");
	ck_assert_str_eq(take("set").text, before.text);
}
END_TEST

START_TEST(runs_of_lkp)
{
	struct fingerprint before;

	put_file("lkp/0/stats.csv", "a,1\n");
	put_file("lkp/matrix.csv", "a,1,2\n");
	before = take("lkp");
	ck_assert_uint_eq(before.files, 1);
	/* The united matrix beside the runs is never opened. */
	put_file("lkp/matrix.csv", "a,1,2,3\n");
	ck_assert_str_eq(take("lkp").text, before.text);
	put_file("lkp/0/stats.csv", "a,12\n");
	ck_assert_str_ne(take("lkp").text, before.text);
}
END_TEST

START_TEST(young_files)
{
	struct timespec times[2] = { { 0, 0 }, { 0, 0 } };

	ck_assert(take("set").young);
	/* An old date of the contents makes a file no older. */
	ck_assert_int_eq(utimensat(AT_FDCWD, "set/1.csv", times, 0), 0);
	ck_assert_int_eq(utimensat(AT_FDCWD, "set/2.csv", times, 0), 0);
	ck_assert(take("set").young);
	sleep(3);
	ck_assert(!take("set").young);
}
END_TEST

START_TEST(contents)
{
	char first[FINGERPRINT_ROOM], second[FINGERPRINT_ROOM];
	struct error error = { 0 };

	ck_assert(fingerprint_content(first, "set", NULL, &error));
	replace_run();
	ck_assert(fingerprint_content(second, "set", NULL, &error));
	ck_assert_str_eq(first, second);
	change_run_secretly();
	ck_assert(fingerprint_content(second, "set", NULL, &error));
	ck_assert_str_ne(first, second);
	/* A byte that moves from one file to the next is a change, too. */
	put_file("set/1.csv", "a,1\na");
	put_file("set/2.csv", ",2\n");
	ck_assert(fingerprint_content(first, "set", NULL, &error));
	put_file("set/1.csv", "a,1\n");
	put_file("set/2.csv", "a,2\n");
	ck_assert(fingerprint_content(second, "set", NULL, &error));
	ck_assert_str_ne(first, second);
}
END_TEST

START_TEST(one_file)
{
	char first[FINGERPRINT_ROOM], second[FINGERPRINT_ROOM];

	fingerprint_file(first, "set/1.csv");
	grow_run();
	fingerprint_file(second, "set/1.csv");
	ck_assert_str_eq(first, second);
	fingerprint_file(second, "set/2.csv");
	ck_assert_str_ne(first, second);
	fingerprint_file(first, "nowhere");
	ck_assert_uint_eq(strlen(first), 16);
}
END_TEST

static Suite *suite(void)
{
	Suite *fingerprints = suite_create("fingerprint");
	TCase *cases = tcase_create("fingerprint");

	tcase_add_checked_fixture(cases, set_up_runs, tear_down_scratch);
	tcase_add_test(cases, the_same_files);
	tcase_add_loop_test(cases, a_change, 0,
			    sizeof(changes) / sizeof(*changes));
	tcase_add_test(cases, what_is_no_run);
	tcase_add_test(cases, runs_of_lkp);
	tcase_add_test(cases, young_files);
	tcase_add_test(cases, contents);
	tcase_add_test(cases, one_file);
	tcase_set_timeout(cases, 30);
	suite_add_tcase(fingerprints, cases);
	return fingerprints;
}

int main(void)
{
	return unit_main(suite());
}
