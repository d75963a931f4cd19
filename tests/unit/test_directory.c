/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/directory.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char place[64];

static char *at(const char *name)
{
	char *path = path_join(place, name);

	ck_assert_ptr_nonnull(path);
	return path;
}

static void make_file(const char *name)
{
	char *path = at(name);
	int file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);

	ck_assert_int_ge(file, 0);
	close(file);
	free(path);
}

static void make_directory(const char *name)
{
	char *path = at(name);

	ck_assert_int_eq(mkdir(path, 0700), 0);
	free(path);
}

static void make_link(const char *target, const char *name)
{
	char *path = at(name);

	ck_assert_int_eq(symlink(target, path), 0);
	free(path);
}

static void set_up(void)
{
	strcpy(place, "test_directory.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(place));
}

static void tear_down(void)
{
	static const char *const names[] = {
		"run1",	   "run2.csv", "run10.csv", "run010.csv",
		".hidden", "Z",	       "\xc3\xa4",  "to-directory",
		"to-file", "dangling", "loop",	    "through-file",
		"pipe",
	};
	char *path;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		path = at(names[i]);
		remove(path);
		free(path);
	}
	ck_assert_int_eq(rmdir(place), 0);
}

static int sign(int order)
{
	return (order > 0) - (order < 0);
}

START_TEST(natural_order)
{
	/* Strictly rising, each before all that follow. */
	static const char *const rising[] = {
		"",
		"-1",
		"0",
		"00",
		"000",
		"0a",
		"001",
		"01",
		"1",
		"1-2",
		"01.csv",
		"1.csv",
		"1a",
		"2",
		"9",
		"10",
		"10.2",
		"10.10",
		"10.csv",
		"11",
		"99999999999999999999",
		"100000000000000000000",
		"A",
		"_",
		"a",
		"a0",
		"a01",
		"a1",
		"a01b",
		"a1b",
		"a1b2",
		"a01b10",
		"a1b10",
		"a2",
		"a10",
		"aa",
		"run",
		"run-2",
		"run-10",
		"run_1",
		"\xc3\xa4",
	};
	size_t count = sizeof(rising) / sizeof(*rising), i, j;
	const char *a, *b;

	for (i = 0; i < count; i++)
		for (j = 0; j < count; j++) {
			a = rising[i];
			b = rising[j];
			ck_assert_msg(sign(natural_compare(a, b)) ==
					      (i > j) - (i < j),
				      "\"%s\" \"%s\"", a, b);
		}
}
END_TEST

static void check_path(const char *directory, const char *name,
		       const char *want)
{
	char *path = path_join(directory, name);

	ck_assert_str_eq(path, want);
	free(path);
}

START_TEST(paths)
{
	check_path("a", "b", "a/b");
	check_path("a/", "b", "a/b");
	check_path("/", "b", "/b");
	check_path("a/b", "c.csv", "a/b/c.csv");
	check_path("", "b", "b");
}
END_TEST

START_TEST(entries)
{
	static const struct {
		const char *name;
		bool directory, regular;
	} want[] = {
		{ ".hidden", false, true },
		{ "Z", true, false },
		{ "dangling", false, false },
		{ "loop", false, false },
		{ "pipe", false, false },
		{ "run1", true, false },
		{ "run2.csv", false, true },
		{ "run010.csv", false, true },
		{ "run10.csv", false, true },
		{ "through-file", false, false },
		{ "to-directory", true, false },
		{ "to-file", false, true },
		{ "\xc3\xa4", false, true },
	};
	struct directory directory;
	struct error error = { 0 };
	char *path = at("pipe");
	size_t i;

	make_file("run10.csv");
	make_file("run010.csv");
	make_file("run2.csv");
	make_file("\xc3\xa4");
	make_file(".hidden");
	make_directory("run1");
	make_directory("Z");
	make_link("run1", "to-directory");
	make_link("run2.csv", "to-file");
	make_link("nowhere", "dangling");
	make_link("loop", "loop");
	make_link("run2.csv/x", "through-file");
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	free(path);
	ck_assert(directory_read(&directory, place, &error));
	ck_assert_uint_eq(directory.count, sizeof(want) / sizeof(*want));
	for (i = 0; i < directory.count; i++) {
		ck_assert_str_eq(directory.entry[i].name, want[i].name);
		ck_assert_msg(directory.entry[i].directory == want[i].directory,
			      "%s", want[i].name);
		ck_assert_msg(directory.entry[i].regular == want[i].regular,
			      "%s", want[i].name);
	}
	directory_release(&directory);
	ck_assert_ptr_null(directory.entry);
	ck_assert_uint_eq(directory.count, 0);
}
END_TEST

START_TEST(many_entries)
{
	struct directory directory;
	struct error error = { 0 };
	char name[16], *path;
	size_t i;

	for (i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "%zu", i * 7 % 500);
		make_file(name);
	}
	ck_assert(directory_read(&directory, place, &error));
	ck_assert_uint_eq(directory.count, 500);
	for (i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "%zu", i);
		ck_assert_str_eq(directory.entry[i].name, name);
		path = at(name);
		ck_assert_int_eq(unlink(path), 0);
		free(path);
	}
	directory_release(&directory);
}
END_TEST

START_TEST(empty)
{
	struct directory directory;
	struct error error = { 0 };

	ck_assert(directory_read(&directory, place, &error));
	ck_assert_uint_eq(directory.count, 0);
	directory_release(&directory);
}
END_TEST

START_TEST(unreadable)
{
	struct directory directory = { NULL, 5 };
	struct error error = { 0 };
	char *path = at("run2.csv"), want[128];

	ck_assert(!directory_read(&directory, path, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	snprintf(want, sizeof(want), "%s: No such file or directory", path);
	ck_assert_str_eq(error.text, want);
	ck_assert_ptr_null(directory.entry);
	ck_assert_uint_eq(directory.count, 0);

	error = (struct error){ 0 };
	make_file("run2.csv");
	ck_assert(!directory_read(&directory, path, &error));
	snprintf(want, sizeof(want), "%s: Not a directory", path);
	ck_assert_str_eq(error.text, want);
	free(path);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("directory");
	TCase *tcase = tcase_create("directory");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, natural_order);
	tcase_add_test(tcase, paths);
	tcase_add_test(tcase, entries);
	tcase_add_test(tcase, many_entries);
	tcase_add_test(tcase, empty);
	tcase_add_test(tcase, unreadable);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
