/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/large_array.h"

#include <stdint.h>
#include <string.h>

#include "tests/unit/unit.h"

/* Below and above the size from which on large pages are asked for. */
START_TEST(every_size_can_be_used_and_freed)
{
	static const size_t sizes[] = { 0,	 1,	  4096,	   2097151,
					2097152, 2097153, 10000001 };

	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		unsigned char *array = large_array(sizes[i], 1);

		ck_assert_ptr_nonnull(array);
		memset(array, 0x5a, sizes[i]);
		if (sizes[i])
			ck_assert_uint_eq(array[sizes[i] - 1], 0x5a);
		free(array);
	}
}
END_TEST

START_TEST(what_overflows_is_refused)
{
	ck_assert_ptr_null(large_array(SIZE_MAX, 2));
	ck_assert_ptr_null(large_array(SIZE_MAX / 8, 16));
	ck_assert_ptr_null(large_array(SIZE_MAX, 1));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("large array");
	TCase *tests = tcase_create("large array");

	tcase_add_test(tests, every_size_can_be_used_and_freed);
	tcase_add_test(tests, what_overflows_is_refused);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
