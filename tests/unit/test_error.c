/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/error.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "tests/unit/unit.h"

/* An old name in Check for a failed test. */
#undef fail

START_TEST(first_sentence_stays)
{
	struct error error = { 0 };

	ck_assert(!fail(&error, FAULT_INPUT, "%s:%d: %s", "a.csv", 7, "bad"));
	ck_assert_int_eq(error.fault, FAULT_INPUT);
	ck_assert_str_eq(error.text, "a.csv:7: bad");
	ck_assert(!fail(&error, FAULT_USAGE, "later"));
	ck_assert(!fail_memory(&error));
	ck_assert(!fail_errno(&error, "path"));
	ck_assert_int_eq(error.fault, FAULT_INPUT);
	ck_assert_str_eq(error.text, "a.csv:7: bad");
}
END_TEST

START_TEST(memory)
{
	struct error error = { 0 };

	ck_assert(!fail_memory(&error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_str_eq(error.text, "out of memory");
}
END_TEST

START_TEST(system_call)
{
	struct error error = { 0 };

	errno = ENOSPC;
	ck_assert(!fail_errno(&error, "out/report"));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_str_eq(error.text, "out/report: No space left on device");
	/* Not the fault of what is at the path. */
	error = (struct error){ 0 };
	errno = ENOMEM;
	ck_assert(!fail_errno(&error, "out/report"));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_str_eq(error.text, "out of memory");
}
END_TEST

START_TEST(control_characters)
{
	struct error error = { 0 };

	/* Escape, newline, C1 control sequence introducer, a bare byte. */
	fail(&error, FAULT_INPUT, "%s",
	     "a\x1b[2Jb\nc\xc2\x9b"
	     "d\x9b"
	     "e\x7f");
	ck_assert_str_eq(error.text, "a?[2Jb?c?d?e?");
}
END_TEST

START_TEST(long_sentence_keeps_its_end)
{
	struct error error = { 0 };
	char text[5000];

	memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	ck_assert(!fail(&error, FAULT_INPUT, "begin %s end", text));
	ck_assert_int_eq(strncmp(error.text, "begin xxx", 9), 0);
	/* The middle is cut: the end of a sentence is its cause. */
	ck_assert_ptr_nonnull(strstr(error.text, "\xe2\x80\xa6x"));
	ck_assert_str_eq(error.text + strlen(error.text) - 5, "x end");
}
END_TEST

START_TEST(problems_in_order)
{
	struct problems problems = { 0 };
	struct error error = { 0 };
	size_t i;

	for (i = 0; i < 1000; i++)
		ck_assert(problems_add(&problems, &error, FAULT_INPUT, "a.csv",
				       i + 1, "12ms,3", 4, "fault %zu", i));
	ck_assert_uint_eq(problems.count, 1000);
	for (i = 0; i < 1000; i++) {
		char want[32];

		snprintf(want, sizeof(want), "fault %zu", i);
		ck_assert_int_eq(problems.list[i].fault, FAULT_INPUT);
		ck_assert_str_eq(problems.list[i].file, "a.csv");
		ck_assert_uint_eq(problems.list[i].line, i + 1);
		ck_assert_str_eq(problems.list[i].what, want);
		ck_assert_str_eq(problems.list[i].text, "12ms");
	}
	ck_assert_int_eq(error.fault, FAULT_NONE);
	problems_release(&problems);
	ck_assert_ptr_null(problems.list);
	ck_assert_uint_eq(problems.count, 0);
	ck_assert_uint_eq(problems.room, 0);
	problems_release(&problems);
}
END_TEST

/* What the text of a fault becomes. */
static void check_text(const char *text, size_t length, const char *want)
{
	struct problems problems = { 0 };
	struct error error = { 0 };

	ck_assert(problems_add(&problems, &error, FAULT_TROUBLE, "f\n", 0, text,
			       length, "w\t"));
	if (want)
		ck_assert_str_eq(problems.list[0].text, want);
	else
		ck_assert_ptr_null(problems.list[0].text);
	ck_assert_str_eq(problems.list[0].file, "f\n");
	ck_assert_str_eq(problems.list[0].what, "w?");
	ck_assert_int_eq(problems.list[0].fault, FAULT_TROUBLE);
	problems_release(&problems);
}

START_TEST(problem_texts)
{
	static const char digits[] = "0123456789012345678901234567890123456789";
	char text[64];

	check_text(NULL, 0, NULL);
	check_text("", 0, "");
	check_text("abc", 2, "ab");
	check_text("a\0b", 3, "a");
	check_text("a\x1b", 2, "a?");
	snprintf(text, sizeof(text), "%s", digits);
	check_text(text, strlen(text), digits);
	snprintf(text, sizeof(text), "%sx", digits);
	check_text(text, strlen(text), digits);
	/* Cut before a sequence that would not fit whole: 38 + 3 bytes. */
	snprintf(text, sizeof(text),
		 "%.38s\xe2\x82\xac"
		 "x",
		 digits);
	check_text(text, strlen(text),
		   "01234567890123456789012345678901234567");
	snprintf(text, sizeof(text), "%.37s\xf0\x9f\x98\x80", digits);
	check_text(text, strlen(text), "0123456789012345678901234567890123456");
	/* The same sequence where it just fits: 37 + 3 bytes. */
	snprintf(text, sizeof(text),
		 "%.37s\xe2\x82\xac"
		 "x",
		 digits);
	check_text(text, strlen(text),
		   "0123456789012345678901234567890123456\xe2\x82\xac");
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("error");
	TCase *tcase = tcase_create("error");

	tcase_add_test(tcase, first_sentence_stays);
	tcase_add_test(tcase, memory);
	tcase_add_test(tcase, system_call);
	tcase_add_test(tcase, control_characters);
	tcase_add_test(tcase, long_sentence_keeps_its_end);
	tcase_add_test(tcase, problems_in_order);
	tcase_add_test(tcase, problem_texts);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return unit_main(suite());
}
