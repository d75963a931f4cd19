/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/output.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/unit.h"

static char place[64], path[96], other[96];

static void set_up(void)
{
	umask(022);
	strcpy(place, "test_output.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(place));
	snprintf(path, sizeof(path), "%s/report", place);
	snprintf(other, sizeof(other), "%s/other", place);
}

static void tear_down(void)
{
	unlink(path);
	unlink(other);
	ck_assert_int_eq(rmdir(place), 0);
}

static void write_file(const char *name, const char *text, mode_t mode)
{
	FILE *file = fopen(name, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_int_eq(chmod(name, mode), 0);
}

static void check_file(const char *name, const char *want, mode_t mode)
{
	char text[64] = "";
	struct stat status;
	FILE *file = fopen(name, "r");

	ck_assert_msg(file, "%s is not there", name);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	ck_assert_int_eq(fstat(fileno(file), &status), 0);
	fclose(file);
	ck_assert_str_eq(text, want);
	ck_assert_uint_eq(status.st_mode & 07777, mode);
}

/* Entries of the directory: nothing may be left behind in it. */
static void check_entries(size_t want)
{
	DIR *directory = opendir(place);
	struct dirent *entry;
	size_t count = 0;

	ck_assert_ptr_nonnull(directory);
	while ((entry = readdir(directory)))
		count += strcmp(entry->d_name, ".") != 0 &&
			 strcmp(entry->d_name, "..") != 0;
	closedir(directory);
	ck_assert_uint_eq(count, want);
}

static void check_released(const struct output *output)
{
	ck_assert_ptr_null(output->stream);
	ck_assert_ptr_null(output->path);
	ck_assert_ptr_null(output->final);
	ck_assert_ptr_null(output->aside);
}

/* Writes a text to where `name` says. */
static void replace(const char *name, const char *text)
{
	struct output output;
	struct error error = { 0 };

	ck_assert_msg(output_open(&output, name, NULL, &error), "%s",
		      error.text);
	ck_assert_int_ge(fputs(text, output.stream), 0);
	ck_assert_msg(output_close(&output, &error), "%s", error.text);
	ck_assert_int_eq(error.fault, FAULT_NONE);
	check_released(&output);
	output_release(&output);
}

static void refuse(const char *name, const char *why)
{
	struct output output;
	struct error error = { 0 };
	char want[512];

	ck_assert(!output_open(&output, name, NULL, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	snprintf(want, sizeof(want), "%s: %s", name, why);
	ck_assert_str_eq(error.text, want);
	check_released(&output);
}

START_TEST(new_file)
{
	replace(path, "new\n");
	check_file(path, "new\n", 0644);
	check_entries(1);
	unlink(path);
	umask(077);
	replace(path, "private\n");
	check_file(path, "private\n", 0600);
	unlink(path);
	umask(0);
	replace(path, "");
	check_file(path, "", 0666);
	check_entries(1);
}
END_TEST

START_TEST(replaced_file_keeps_its_mode)
{
	static const mode_t modes[] = { 0600, 0640, 0666, 0755, 0644 };
	size_t i;

	for (i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		write_file(path, "old and longer\n", modes[i]);
		replace(path, "new\n");
		check_file(path, "new\n", modes[i]);
		check_entries(1);
	}
}
END_TEST

START_TEST(whole_or_not_at_all)
{
	struct output output;
	struct error error = { 0 };

	write_file(path, "old\n", 0644);
	ck_assert(output_open(&output, path, NULL, &error));
	ck_assert_int_ge(fputs("half", output.stream), 0);
	ck_assert_int_eq(fflush(output.stream), 0);
	check_file(path, "old\n", 0644);
	check_entries(2);
	output_release(&output);
	check_released(&output);
	check_file(path, "old\n", 0644);
	check_entries(1);

	unlink(path);
	ck_assert(output_open(&output, path, NULL, &error));
	output_release(&output);
	check_entries(0);
}
END_TEST

START_TEST(file_in_this_directory)
{
	char back[96];

	ck_assert_int_eq(chdir(place), 0);
	replace("report", "here\n");
	check_file("report", "here\n", 0644);
	snprintf(back, sizeof(back), "../%s/other", place);
	replace(back, "there\n");
	check_file("other", "there\n", 0644);
	ck_assert_int_eq(chdir(".."), 0);
	check_entries(2);
}
END_TEST

START_TEST(symbolic_links_stay)
{
	struct stat status;

	write_file(other, "old\n", 0640);
	ck_assert_int_eq(symlink("other", path), 0);
	replace(path, "through\n");
	check_file(other, "through\n", 0640);
	ck_assert_int_eq(lstat(path, &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	check_entries(2);

	unlink(other);
	replace(path, "dangling\n");
	check_file(other, "dangling\n", 0644);
	ck_assert_int_eq(lstat(path, &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	check_entries(2);
}
END_TEST

START_TEST(absolute_and_chained_links)
{
	char here[2048], target[2200], middle[96];
	struct stat status;

	ck_assert_ptr_nonnull(getcwd(here, sizeof(here)));
	snprintf(target, sizeof(target), "%s/%s", here, other);
	snprintf(middle, sizeof(middle), "%s/middle", place);
	ck_assert_int_eq(symlink(target, middle), 0);
	ck_assert_int_eq(symlink("middle", path), 0);
	replace(path, "far\n");
	check_file(other, "far\n", 0644);
	ck_assert_int_eq(lstat(middle, &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	check_entries(3);
	unlink(middle);
}
END_TEST

START_TEST(refused)
{
	char name[400], longest[320];

	refuse(place, "Is a directory");
	snprintf(name, sizeof(name), "%s/", other);
	refuse(name, "Is a directory");
	snprintf(name, sizeof(name), "%s/nowhere/report", place);
	refuse(name, "No such file or directory");
	refuse("", "No such file or directory");
	write_file(other, "old\n", 0644);
	snprintf(name, sizeof(name), "%s/report", other);
	refuse(name, "Not a directory");
	ck_assert_int_eq(symlink("report", path), 0);
	refuse(path, "Too many levels of symbolic links");
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	snprintf(name, sizeof(name), "%s/%s", place, longest);
	refuse(name, "File name too long");
	check_entries(2);
	check_file(other, "old\n", 0644);
}
END_TEST

START_TEST(read_only_file)
{
	if (!geteuid())
		return; /* to whom nothing is read-only */
	write_file(path, "old\n", 0444);
	refuse(path, "Permission denied");
	check_file(path, "old\n", 0444);
	check_entries(1);
}
END_TEST

/* A name as long as names may be leaves no room for the file aside. */
START_TEST(longest_name)
{
	char name[400], longest[256];

	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	snprintf(name, sizeof(name), "%s/%s", place, longest);
	replace(name, "long\n");
	check_file(name, "long\n", 0644);
	check_entries(1);
	unlink(name);
}
END_TEST

START_TEST(given_stream)
{
	static const char *const names[] = { NULL, "-" };
	struct output output;
	struct error error = { 0 };
	FILE *stream;
	size_t i;

	for (i = 0; i < 2; i++) {
		stream = fopen(path, "w");
		ck_assert_ptr_nonnull(stream);
		ck_assert(output_open(&output, names[i], stream, &error));
		ck_assert_ptr_eq(output.stream, stream);
		ck_assert_ptr_null(output.path);
		fputs("given\n", output.stream);
		ck_assert(output_close(&output, &error));
		check_released(&output);
		output_release(&output);
		/* Flushed, and still open. */
		check_file(path, "given\n", 0644);
		ck_assert_int_ge(fputs("more\n", stream), 0);
		ck_assert_int_eq(fclose(stream), 0);
		check_file(path, "given\nmore\n", 0644);
	}
	check_entries(1);
}
END_TEST

/* As `-o /dev/stdout >>report` does: what stands there already must stay. */
START_TEST(the_given_stream_by_its_name)
{
	struct output output;
	struct error error = { 0 };
	FILE *stream;

	write_file(path, "before\n", 0644);
	stream = fopen(path, "a");
	ck_assert_ptr_nonnull(stream);
	ck_assert(output_open(&output, path, stream, &error));
	ck_assert_ptr_eq(output.stream, stream);
	fputs("added\n", output.stream);
	ck_assert(output_close(&output, &error));
	check_file(path, "before\nadded\n", 0644);
	fclose(stream);
	check_entries(1);
}
END_TEST

static void check_full(struct output *output, size_t bytes, const char *name)
{
	struct error error = { 0 };
	char want[128];

	while (bytes--)
		fputc('x', output->stream);
	ck_assert(!output_close(output, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	snprintf(want, sizeof(want), "%s: No space left on device", name);
	ck_assert_str_eq(error.text, want);
	check_released(output);
}

START_TEST(full_disk)
{
	static const size_t sizes[] = { 1, 4096, 100000 };
	struct output output;
	struct error error = { 0 };
	struct stat status;
	FILE *stream;
	size_t i;

	if (access("/dev/full", W_OK))
		return;
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		ck_assert(output_open(&output, "/dev/full", NULL, &error));
		ck_assert_ptr_null(output.aside);
		check_full(&output, sizes[i], "/dev/full");
		stream = fopen("/dev/full", "w");
		ck_assert_ptr_nonnull(stream);
		ck_assert(output_open(&output, NULL, stream, &error));
		check_full(&output, sizes[i], "standard output");
		fclose(stream);
	}
	ck_assert_int_eq(stat("/dev/full", &status), 0);
	ck_assert(S_ISCHR(status.st_mode));
}
END_TEST

/* A file that no more may be written to stays as it was. */
START_TEST(failed_write_leaves_the_old)
{
	struct output output;
	struct error error = { 0 };
	int full = open("/dev/full", O_WRONLY);

	if (full < 0)
		return;
	write_file(path, "old\n", 0644);
	ck_assert(output_open(&output, path, NULL, &error));
	ck_assert_int_ge(dup2(full, fileno(output.stream)), 0);
	close(full);
	check_full(&output, 10, path);
	check_file(path, "old\n", 0644);
	check_entries(1);
}
END_TEST

START_TEST(no_regular_file)
{
	struct stat status;
	char text[16] = "";
	pid_t child;
	int pipe, end;

	replace("/dev/null", "gone\n");
	ck_assert_int_eq(stat("/dev/null", &status), 0);
	ck_assert(S_ISCHR(status.st_mode));

	ck_assert_int_eq(mkfifo(path, 0600), 0);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (!child) {
		pipe = open(path, O_RDONLY);
		_exit(read(pipe, text, sizeof(text)) != 6 ||
		      strcmp(text, "piped\n") != 0);
	}
	replace(path, "piped\n");
	ck_assert_int_eq(waitpid(child, &end, 0), child);
	ck_assert_int_eq(end, 0);
	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert(S_ISFIFO(status.st_mode));
	check_entries(1);
}
END_TEST

START_TEST(empty_value)
{
	struct output output = { 0 };
	struct error error = { 0 };

	output_release(&output);
	ck_assert(output_close(&output, &error));
	check_released(&output);
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("output");
	TCase *tcase = tcase_create("output");

	tcase_add_checked_fixture(tcase, set_up, tear_down);
	tcase_add_test(tcase, new_file);
	tcase_add_test(tcase, replaced_file_keeps_its_mode);
	tcase_add_test(tcase, whole_or_not_at_all);
	tcase_add_test(tcase, file_in_this_directory);
	tcase_add_test(tcase, symbolic_links_stay);
	tcase_add_test(tcase, absolute_and_chained_links);
	tcase_add_test(tcase, refused);
	tcase_add_test(tcase, read_only_file);
	tcase_add_test(tcase, longest_name);
	tcase_add_test(tcase, given_stream);
	tcase_add_test(tcase, the_given_stream_by_its_name);
	tcase_add_test(tcase, full_disk);
	tcase_add_test(tcase, failed_write_leaves_the_old);
	tcase_add_test(tcase, no_regular_file);
	tcase_add_test(tcase, empty_value);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
