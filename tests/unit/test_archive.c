/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/archive.h"

#include "io/axes.h"
#include "io/catalogue.h"
#include "io/place.h"
#include "tests/unit/scratch.h"

START_TEST(groups_and_commits)
{
	struct archive archive = { 0 };
	struct error error = { 0 };

	put_file("a/x=2/y=1/commit=b/0.csv", "");
	put_file("a/x=2/y=1/commit=a/0.csv", "");
	put_file("a/x=1/commit=a/0.csv", "");
	put_file("a/y=1/x=2/commit=c/0.csv", "");
	put_file("a/other/commit=z/0.csv", "");
	put_file("a/x=1/file=1", "");
	ck_assert_msg(archive_find(&archive, "a", NULL, &error), "%s",
		      error.text);
	ck_assert_uint_eq(archive.groups, 2);
	ck_assert_str_eq(archive.group[0].name, "x=1");
	ck_assert_str_eq(archive.group[1].name, "x=2/y=1");
	ck_assert_uint_eq(archive.group[1].commits, 3);
	ck_assert_str_eq(archive.group[1].commit[0].id, "a");
	ck_assert_str_eq(archive.group[1].commit[2].path, "a/y=1/x=2/commit=c");
	ck_assert_str_eq(group_axis(&archive.group[1], "y"), "1");
	ck_assert_ptr_null(group_axis(&archive.group[1], "z"));
	ck_assert_ptr_nonnull(group_commit(&archive.group[1], "b"));
	ck_assert_ptr_null(group_commit(&archive.group[0], "b"));
	archive_release(&archive);
}
END_TEST

START_TEST(one_commit_twice_in_a_group)
{
	struct archive archive = { 0 };
	struct error error = { 0 };

	put_file("a/x=2/y=1/commit=b/0.csv", "");
	put_file("a/y=1/x=2/commit=b/0.csv", "");
	ck_assert(!archive_find(&archive, "a", NULL, &error));
	ck_assert_int_eq(error.fault, FAULT_INPUT);
	ck_assert_ptr_nonnull(strstr(error.text, "y=1/x=2"));
}
END_TEST

START_TEST(links_stay_inside)
{
	struct archive archive = { 0 };
	struct error error = { 0 };

	put_file("outside/commit=o/0.csv", "");
	put_file("a/x=1/commit=a/0.csv", "");
	ck_assert_int_eq(symlink("../outside", "a/x=2"), 0);
	ck_assert_int_eq(symlink("x=1", "a/x=3"), 0);
	ck_assert_int_eq(symlink("..", "a/x=1/loop=1"), 0);
	ck_assert_int_eq(symlink(".", "a/x=1/self=1"), 0);
	ck_assert_msg(archive_find(&archive, "a", NULL, &error), "%s",
		      error.text);
	for (size_t i = 0; i < archive.groups; i++)
		ck_assert_ptr_null(strstr(archive.group[i].name, "x=2"));
	ck_assert_str_eq(archive.group[0].commit[0].id, "a");
	archive_release(&archive);
}
END_TEST

START_TEST(prefixes)
{
	struct archive archive = { 0 };
	struct error error = { 0 };

	put_file("a/x=1/commit=abc/0.csv", "");
	put_file("a/x=1/commit=abcdef/0.csv", "");
	put_file("a/x=1/commit=123/0.csv", "");
	put_file("a/x=2/commit=123/0.csv", "");
	ck_assert(archive_find(&archive, "a", NULL, &error));
	ck_assert_str_eq(archive_resolve(&archive, "a", "1", &error), "123");
	ck_assert_str_eq(archive_resolve(&archive, "a", "abc", &error), "abc");
	ck_assert_str_eq(archive_resolve(&archive, "a", "abcd", &error),
			 "abcdef");
	ck_assert_ptr_null(archive_resolve(&archive, "a", "ab", &error));
	ck_assert_str_eq(error.text, "a: ab is the beginning of abc, abcdef");
	error = (struct error){ 0 };
	ck_assert_ptr_null(archive_resolve(&archive, "a", "x", &error));
	ck_assert_str_eq(error.text,
			 "a has no commit x; it has 123, abc, abcdef");
	ck_assert_int_eq(error.fault, FAULT_USAGE);
	archive_release(&archive);
}
END_TEST

START_TEST(names_of_groups)
{
	struct axis axis[] = { { "a", "x/y" }, { "b", "100%" }, { "c", "" } };
	char *name = group_name(axis, 3);

	ck_assert_str_eq(name, "a=x%2Fy/b=100%25/c=");
	free(name);
	name = group_name(NULL, 0);
	ck_assert_str_eq(name, "");
	free(name);
}
END_TEST

START_TEST(the_place_of_a_path)
{
	struct place place;
	struct error error = { 0 };

	put_file("a/y=1/x=2=3/commit=b/0.csv", "");
	ck_assert(place_find(&place, "a/y=1/x=2=3/commit=b/", &error));
	ck_assert_uint_eq(place.axes, 2);
	ck_assert_str_eq(place.axis[0].name, "x");
	ck_assert_str_eq(place.axis[0].value, "2=3");
	ck_assert_str_eq(place.commit, "b");
	ck_assert_str_eq(strrchr(place.root, '/'), "/a");
	place_release(&place);
	ck_assert(place_find(&place, "a/y=1/x=2=3/commit=b/0.csv", &error));
	ck_assert_str_eq(place.commit, "b");
	place_release(&place);
	ck_assert(place_find(&place, "a/y=1", &error));
	ck_assert_ptr_null(place.commit);
	ck_assert_uint_eq(place.axes, 0);
	place_release(&place);
	ck_assert(place_find(&place, "/", &error));
	ck_assert_ptr_null(place.commit);
	ck_assert(place_find(&place, "not there", &error));
	ck_assert_ptr_null(place.commit);
}
END_TEST

START_TEST(the_catalogue)
{
	struct catalogue catalogue = { 0 };
	struct problems problems = { 0 };
	struct error error = { 0 };

	put_file("a/commits.csv", "parent,subject,commit,extra\n"
				  ",\"a title, with comma\",bbb,1\n"
				  "bbb,second,aaa,2\n");
	put_file("a/machines.csv", "tbox_group,description\nbox,4 threads\n");
	ck_assert(catalogue_read(&catalogue, "a", &problems, &error));
	ck_assert_uint_eq(problems.count, 0);
	ck_assert_uint_eq(catalogue.commits, 2);
	ck_assert_str_eq(catalogue_commit(&catalogue, "bbb")->subject,
			 "a title, with comma");
	ck_assert_str_eq(catalogue_commit(&catalogue, "aaa")->branch, "");
	ck_assert_ptr_null(catalogue_commit(&catalogue, "a"));
	ck_assert_str_eq(catalogue_machine(&catalogue, "box"), "4 threads");
	ck_assert_ptr_null(catalogue_machine(&catalogue, "other"));
	ck_assert_ptr_null(catalogue_machine(&catalogue, NULL));
	catalogue_release(&catalogue);
	ck_assert(catalogue_read(&catalogue, ".", &problems, &error));
	ck_assert_uint_eq(catalogue.commits, 0);
	ck_assert_ptr_null(catalogue_commit(&catalogue, "bbb"));
	ck_assert_uint_eq(problems.count, 0);
}
END_TEST

START_TEST(faults_of_the_catalogue)
{
	static const struct {
		const char *text;
		size_t line;
	} bad[] = {
		{ "parent,subject\na,b\n", 1 },
		{ "commit,subject\na\n", 2 },
		{ "commit,subject\na,b\nc,d,e\n", 3 },
		{ "commit,subject\na,\"b\n", 2 },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct catalogue catalogue = { 0 };
		struct problems problems = { 0 };
		struct error error = { 0 };

		put_file("commits.csv", bad[i].text);
		ck_assert(catalogue_read(&catalogue, ".", &problems, &error));
		ck_assert_uint_eq(problems.count, 1);
		ck_assert_uint_eq(problems.list[0].line, bad[i].line);
		ck_assert_uint_eq(catalogue.commits, 0);
		problems_release(&problems);
		catalogue_release(&catalogue);
	}
}
END_TEST

/* lkp's result directory: a level is what its place says. */
START_TEST(layouts)
{
	struct archive archive;
	struct error error = { 0 };

	put_file("a/hackbench/8T/c2/0/stats.csv", "m,1\n");
	put_file("a/hackbench/8T/c1/0/stats.csv", "m,1\n");
	put_file("a/ebizzy/x=y/c1/0/stats.csv", "m,1\n");
	put_file("a/.git/x/c1/0/stats.csv", "m,1\n");
	put_file("a/notes", "\n");
	ck_assert_msg(archive_find(&archive, "a", "test/params/commit/run",
				   &error),
		      "%s", error.text);
	ck_assert_uint_eq(archive.groups, 2);
	ck_assert_str_eq(archive.group[0].name, "params=8T/test=hackbench");
	ck_assert_uint_eq(archive.group[0].commits, 2);
	ck_assert_str_eq(archive.group[0].commit[1].id, "c2");
	ck_assert_str_eq(archive.group[0].commit[1].path, "a/hackbench/8T/c2");
	ck_assert_str_eq(archive.group[1].name, "params=x=y/test=ebizzy");
	archive_release(&archive);
	/* Not deep enough: there is no commit. */
	ck_assert(archive_find(&archive, "a", "a/b/c/d/e/commit", &error));
	ck_assert_uint_eq(archive.groups, 0);
	archive_release(&archive);
}
END_TEST

START_TEST(no_layouts)
{
	static const char *const bad[] = {
		"",
		"test",
		"test//commit",
		"commit/test",
		"test/run",
		"run/commit",
		"/commit",
		"commit/",
		"commit/run/",
		"commit/run/run",
		"commit/commit",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct archive archive;
		struct error error = { 0 };

		ck_assert_msg(!archive_find(&archive, ".", bad[i], &error),
			      "%s", bad[i]);
		ck_assert_int_eq(error.fault, FAULT_USAGE);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("archive");
	TCase *tests = tcase_create("archive");

	tcase_add_checked_fixture(tests, set_up_scratch, tear_down_scratch);
	tcase_add_test(tests, groups_and_commits);
	tcase_add_test(tests, one_commit_twice_in_a_group);
	tcase_add_test(tests, links_stay_inside);
	tcase_add_test(tests, layouts);
	tcase_add_test(tests, no_layouts);
	tcase_add_test(tests, prefixes);
	tcase_add_test(tests, names_of_groups);
	tcase_add_test(tests, the_place_of_a_path);
	tcase_add_test(tests, the_catalogue);
	tcase_add_test(tests, faults_of_the_catalogue);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
