/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/names.h"

#include "tests/unit/unit.h"

static uint32_t intern(struct names *names, const char *text)
{
	uint32_t number;

	ck_assert(names_intern(names, text, strlen(text), &number));
	return number;
}

START_TEST(a_name_keeps_its_number)
{
	struct names names = { 0 };

	ck_assert_uint_eq(intern(&names, "a"), 0);
	ck_assert_uint_eq(intern(&names, "b"), 1);
	ck_assert_uint_eq(intern(&names, "a"), 0);
	ck_assert_uint_eq(intern(&names, "b"), 1);
	ck_assert_uint_eq(intern(&names, ""), 2);
	ck_assert_uint_eq(names.count, 3);
	ck_assert_str_eq(names_text(&names, 1), "b");
	ck_assert_str_eq(names_text(&names, 2), "");
	names_release(&names);
	ck_assert_uint_eq(names.count, 0);
}
END_TEST

START_TEST(the_length_counts_not_the_nul)
{
	struct names names = { 0 };
	uint32_t number;

	ck_assert(names_intern(&names, "abcdef", 3, &number));
	ck_assert_str_eq(names_text(&names, number), "abc");
	ck_assert_uint_eq(intern(&names, "abcdef"), 1);
	ck_assert_uint_eq(intern(&names, "abc"), 0);
	names_release(&names);
}
END_TEST

/* Enough to grow every block, in three orders that defeat the guess. */
START_TEST(many_names_in_any_order)
{
	enum { MANY = 20000 };
	struct names names = { 0 };
	char text[32];

	for (uint32_t i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "metric.%u", i);
		ck_assert_uint_eq(intern(&names, text), i);
	}
	for (uint32_t i = MANY; i-- > 0;) {
		snprintf(text, sizeof(text), "metric.%u", i);
		ck_assert_uint_eq(intern(&names, text), i);
	}
	for (uint32_t i = 0; i < MANY; i++) {
		uint32_t k = (uint32_t)((uint64_t)i * 7919 % MANY);

		snprintf(text, sizeof(text), "metric.%u", k);
		ck_assert_uint_eq(intern(&names, text), k);
		ck_assert_str_eq(names_text(&names, k), text);
	}
	ck_assert_uint_eq(names.count, MANY);
	names_release(&names);
}
END_TEST

/* Findings point at texts while further commits bring further names. */
START_TEST(texts_never_move)
{
	enum { MANY = 20000 };
	struct names names = { 0 };
	const char *first;
	char text[32];

	intern(&names, "first");
	first = names_text(&names, 0);
	for (uint32_t i = 0; i < MANY; i++) {
		snprintf(text, sizeof(text), "metric.%u", i);
		intern(&names, text);
	}
	ck_assert_ptr_eq(names_text(&names, 0), first);
	ck_assert_str_eq(first, "first");
	names_release(&names);
}
END_TEST

START_TEST(forgotten_names_are_new_again)
{
	struct names names = { 0 };

	intern(&names, "a");
	intern(&names, "b");
	intern(&names, "c");
	names_truncate(&names, 1);
	ck_assert_uint_eq(names.count, 1);
	ck_assert_uint_eq(intern(&names, "c"), 1);
	ck_assert_uint_eq(intern(&names, "b"), 2);
	ck_assert_uint_eq(intern(&names, "a"), 0);
	names_truncate(&names, 3);
	ck_assert_uint_eq(names.count, 3);
	names_truncate(&names, 0);
	ck_assert_uint_eq(intern(&names, "b"), 0);
	names_release(&names);
}
END_TEST

/* A guess is only that, also when the names that it was made of are gone. */
START_TEST(each_has_a_guess_of_his_own)
{
	struct names names = { 0 };
	uint32_t number, one = 0, other = 0;

	for (uint32_t round = 0; round < 2; round++)
		for (uint32_t i = 0; i < 6; i++) {
			char text[2] = { (char)('a' + i), '\0' };
			char back[2] = { (char)('f' - i), '\0' };

			ck_assert(names_intern_next(&names, &one, text, 1,
						    &number));
			ck_assert_str_eq(names_text(&names, number), text);
			ck_assert(names_intern_next(&names, &other, back, 1,
						    &number));
			ck_assert_str_eq(names_text(&names, number), back);
			/* The same again. */
			ck_assert(names_intern_next(&names, &other, back, 1,
						    &number));
			ck_assert_str_eq(names_text(&names, number), back);
		}
	ck_assert_uint_eq(names.count, 6);
	names_truncate(&names, 1);
	ck_assert(names_intern_next(&names, &one, "f", 1, &number));
	ck_assert_uint_eq(number, 1);
	ck_assert(names_intern_next(&names, &other, "a", 1, &number));
	ck_assert_uint_eq(number, 0);
	names_release(&names);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("names");
	TCase *tests = tcase_create("names");

	tcase_add_test(tests, a_name_keeps_its_number);
	tcase_add_test(tests, the_length_counts_not_the_nul);
	tcase_add_test(tests, many_names_in_any_order);
	tcase_add_test(tests, texts_never_move);
	tcase_add_test(tests, forgotten_names_are_new_again);
	tcase_add_test(tests, each_has_a_guess_of_his_own);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
