/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/mail_header.h"

#include <stdlib.h>

#include "tests/unit/unit.h"

/*
 * Encoded words follow RFC 2047, base 64 is that of base64(1), dates are those
 * of date(1).
 */

/* What a header becomes; to be freed. */
static char *header_of(const char *text)
{
	char *got = NULL;
	size_t length;
	FILE *stream = open_memstream(&got, &length);

	ck_assert(stream != NULL);
	ck_assert(mail_header_text(stream, "Subject", text));
	ck_assert_int_eq(fclose(stream), 0);
	return got;
}

static void assert_header(const char *text, const char *want)
{
	char *got = header_of(text);

	ck_assert_str_eq(got, want);
	free(got);
}

static void assert_addresses(const char *const *address, size_t addresses,
			     const char *want)
{
	char *got = NULL;
	size_t length;
	FILE *stream = open_memstream(&got, &length);

	ck_assert(stream != NULL);
	mail_header_addresses(stream, "To", address, addresses);
	ck_assert_int_eq(fclose(stream), 0);
	ck_assert_str_eq(got, want);
	free(got);
}

static void assert_address(const char *address, const char *want)
{
	ck_assert_msg(mail_address_is_sane(address), "refused: %s", address);
	assert_addresses(&address, 1, want);
}

static void assert_id(const char *id, const char *want)
{
	char *got = NULL;
	size_t length;
	FILE *stream = open_memstream(&got, &length);

	ck_assert(stream != NULL);
	ck_assert(mail_header_id(stream, "References", id) == (*want != '\0'));
	ck_assert_int_eq(fclose(stream), 0);
	ck_assert_str_eq(got, want);
	free(got);
}

START_TEST(plain_words_stay)
{
	assert_header("a test", "Subject: a test\n");
	assert_header("  a   test ", "Subject: a test\n");
	assert_header("", "Subject:\n");
	assert_header("a=b ?c", "Subject: a=b ?c\n");
}
END_TEST

START_TEST(folded_at_76)
{
	/* Nine and 67 columns are 76; one more is a line of its own. */
	assert_header("1234567 1234567890 1234567890 1234567890 1234567890 "
		      "1234567890 1234",
		      "Subject: 1234567 1234567890 1234567890 1234567890 "
		      "1234567890 1234567890 1234\n");
	assert_header("1234567 1234567890 1234567890 1234567890 1234567890 "
		      "1234567890 1234567890 x",
		      "Subject: 1234567 1234567890 1234567890 1234567890 "
		      "1234567890 1234567890\n 1234567890 x\n");
	/* What does not fit any line of 76 stays whole. */
	assert_header("a 12345678901234567890123456789012345678901234567890"
		      "12345678901234567890123456789012345678901234567890 b",
		      "Subject: a\n"
		      " 12345678901234567890123456789012345678901234567890"
		      "12345678901234567890123456789012345678901234567890\n"
		      " b\n");
}
END_TEST

/* The names are examples of RFC 2047, there in ISO-8859-1. */
START_TEST(encoded_words)
{
	assert_header("\xc3\xa4", "Subject: =?UTF-8?B?w6Q=?=\n");
	assert_header("Keld J\xc3\xb8rn Simonsen",
		      "Subject: Keld =?UTF-8?B?SsO4cm4=?= Simonsen\n");
	assert_header("Olle J\xc3\xa4rnefors-and-others",
		      "Subject: Olle =?UTF-8?Q?J=C3=A4rnefors-and-others?=\n");
	/* The blank between two of them is within. */
	assert_header("abcdefg\xc3\xa4 abcdefg\xc3\xb6 x",
		      "Subject: =?UTF-8?Q?abcdefg=C3=A4_abcdefg=C3=B6?= x\n");
	/* What looks like one is encoded, so that it stays what it is. */
	assert_header("=?UTF-8?Q?a?=",
		      "Subject: =?UTF-8?B?PT9VVEYtOD9RP2E/PQ==?=\n");
}
END_TEST

/* One header, one line but for the folds, each of which begins with a blank. */
static void assert_harmless(const char *text)
{
	char *got = header_of(text);
	size_t length = strlen(got);

	ck_assert(strncmp(got, "Subject:", 8) == 0);
	ck_assert(length && got[length - 1] == '\n');
	for (char *at = got; *at; at++) {
		ck_assert(*at == '\n' || (*at >= ' ' && *at <= '~'));
		ck_assert(*at != '\n' || !at[1] || at[1] == ' ');
	}
	for (char *line = strtok(got, "\n"); line; line = strtok(NULL, "\n")) {
		ck_assert_uint_lt(strlen(line), 998);
		if (strstr(line, "=?"))
			ck_assert_uint_le(strlen(line), 76);
		for (char *word = line; (word = strstr(word, "=?UTF-8?"));
		     word++) {
			const char *end = strchr(word, ' ');

			ck_assert_uint_le(
				end ? (size_t)(end - word) : strlen(word), 75);
		}
	}
	free(got);
}

START_TEST(no_further_header)
{
	assert_header("a\r\nBcc: x@example.org",
		      "Subject: a??Bcc: x@example.org\n");
	assert_header("a\nb\x1b[31mc\x7f", "Subject: a?b?[31mc?\n");
	/* A right-to-left override, bytes that are no UTF-8. */
	assert_header("a\xe2\x80\xae"
		      "b\xff\xc3",
		      "Subject: a?b??\n");
	assert_harmless("\r\n\r\n");
	assert_harmless("\n \t \n");
}
END_TEST

START_TEST(of_any_length)
{
	static const char *const pieces[] = {
		"x",  "\xc3\xa4",  "\xe2\x82\xac", "\xf0\x9f\x90\xa7",
		" y", "a\xcc\x81", " \xc3\xa4"
	};
	char text[12001];

	for (size_t p = 0; p < sizeof(pieces) / sizeof(*pieces); p++) {
		size_t length = strlen(pieces[p]), used = 0;

		for (size_t n = 1; n < 10000; n += 1 + n / 3) {
			for (used = 0; used + length <= n; used += length)
				memcpy(text + used, pieces[p], length);
			text[used] = '\0';
			assert_harmless(text);
		}
	}
}
END_TEST

/* Each encoded word of a header alone is whole UTF-8. */
START_TEST(no_character_is_split)
{
	char *got, text[3001];
	size_t words = 0;

	for (size_t i = 0; i < 3000; i += 3)
		memcpy(text + i, "\xe2\x82\xac", 4);
	got = header_of(text);
	for (char *word = got; (word = strstr(word, "=?UTF-8?B?")); words++) {
		/* Twelve digits of base 64 are nine bytes: three characters. */
		word += 10;
		ck_assert_uint_eq(strcspn(word, "?") % 4, 0);
		for (; *word != '?'; word += 4)
			ck_assert(strncmp(word, "4oKs", 4) == 0);
	}
	ck_assert_uint_gt(words, 1000 / 15);
	free(got);
}
END_TEST

START_TEST(addresses)
{
	static const char *const two[] = { "a@example.org",
					   "B C <b.c+d@example.org>" };
	static const char *const many[] = { "aaaaaaaaaaaaaaaa@example.org",
					    "bbbbbbbbbbbbbbbb@example.org",
					    "cccccccccccccccc@example.org" };

	assert_address("a@localhost", "To: a@localhost\n");
	assert_address("<a@example.org>", "To: a@example.org\n");
	assert_address("A B <a@example.org>", "To: A B <a@example.org>\n");
	/* A dot is no sign of a word: RFC 5322 wants quotes. */
	assert_address("Paul E. M <a@example.org>",
		       "To: \"Paul E. M\" <a@example.org>\n");
	assert_address("\"M, Paul\" <a@example.org>",
		       "To: \"M, Paul\" <a@example.org>\n");
	assert_address("J\xc3\xb8rn <a@example.org>",
		       "To: =?UTF-8?B?SsO4cm4=?= <a@example.org>\n");
	assert_addresses(two, 2,
			 "To: a@example.org, B C <b.c+d@example.org>\n");
	assert_addresses(many, 3,
			 "To: aaaaaaaaaaaaaaaa@example.org, "
			 "bbbbbbbbbbbbbbbb@example.org,\n"
			 " cccccccccccccccc@example.org\n");
	assert_addresses(NULL, 0, "");
}
END_TEST

START_TEST(no_addresses)
{
	static const char *const bad[] = {
		"",
		"a",
		"@b",
		"a@",
		"a@b@c",
		"a b@c",
		"a@b c",
		".a@b",
		"a.@b",
		"a..b@c",
		"a@b..c",
		"a@.b",
		"a@-b",
		"a@b_c",
		"a@b, c@d",
		"a, b <c@d>",
		"<a@b",
		"a@b>",
		"A <a@b> B",
		"A <>",
		"A <a>",
		"a@b\n",
		"a@b\r\nBcc: c@d",
		"A\nBcc: x <a@b>",
		"A\xe2\x80\xae <a@b>",
		"\xff <a@b>",
		"\xc3\xa4@b",
		"a@\xc3\xa4",
		"\"A\\\" <a@b>",
		"\"A\" B <a@b>",
		"a;b <c@d>",
		"(a) <c@d>",
		"a@[127.0.0.1]",
		"\"a b\"@c",
	};
	char longest[600];

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		ck_assert_msg(!mail_address_is_sane(bad[i]), "taken: %s",
			      bad[i]);
	/* RFC 5321: 64 bytes before the sign. */
	memset(longest, 'a', sizeof(longest));
	strcpy(longest + 64, "@b");
	ck_assert(mail_address_is_sane(longest));
	strcpy(longest + 65, "@b");
	longest[64] = 'a';
	ck_assert(!mail_address_is_sane(longest));
	memset(longest, 'a', sizeof(longest));
	strcpy(longest + 590, " <a@b>");
	ck_assert(!mail_address_is_sane(longest));
}
END_TEST

START_TEST(ids)
{
	assert_id("<1@example.org>", "References: <1@example.org>\n");
	assert_id(" 1.2-3@example.org ", "References: <1.2-3@example.org>\n");
	assert_id("", "");
	assert_id("1", "");
	assert_id("<1@>", "");
	assert_id("<@1>", "");
	assert_id("<1@2> <3@4>", "");
	assert_id("1@2\r\nBcc: x@y", "");
	assert_id("1@2>", "");
	assert_id("1@\xc3\xa4", "");
	assert_id("1@2@3", "");
}
END_TEST

/* date -u -R -d @SECONDS */
START_TEST(dates)
{
	char text[MAIL_DATE_ROOM];

	mail_date(0, text);
	ck_assert_str_eq(text, "Thu, 1 Jan 1970 00:00:00 +0000");
	mail_date(1774946874, text);
	ck_assert_str_eq(text, "Tue, 31 Mar 2026 08:47:54 +0000");
	mail_date(MAIL_DATE_MOST, text);
	ck_assert_str_eq(text, "Fri, 31 Dec 9999 23:59:59 +0000");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("mail_header");
	TCase *tests = tcase_create("mail_header");

	tcase_add_test(tests, plain_words_stay);
	tcase_add_test(tests, folded_at_76);
	tcase_add_test(tests, encoded_words);
	tcase_add_test(tests, no_further_header);
	tcase_add_test(tests, of_any_length);
	tcase_add_test(tests, no_character_is_split);
	tcase_add_test(tests, addresses);
	tcase_add_test(tests, no_addresses);
	tcase_add_test(tests, ids);
	tcase_add_test(tests, dates);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
