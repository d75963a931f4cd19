/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/set_record.h"
#include "stats/samples.h"
#include "tests/unit/unit.h"

/*
 * Two metrics, by hand from what io/set_record.c says of the bytes: mean 1.5 is
 * 3FF8000000000000, variance 0.25 is 3FD0000000000000.
 */
static const unsigned char known[] = {
	'P', 'S', 'R', '1', 2,
	/* name 3, n 6, step -2 */
	3, 6, 3, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f, 0, 0, 0, 0, 0, 0, 0xd0, 0x3f,
	/* name 3 + 300, n 0, step 32767: NaN twice */
	0xac, 2, 0, 0xfe, 0xff, 3, 0, 0, 0, 0, 0, 0, 0xf8, 0x7f, 0, 0, 0, 0, 0,
	0, 0xf8, 0x7f
};

START_TEST(bytes_are_as_documented)
{
	struct set_metric metric[] = {
		{ 303, 0, STEP_NONE, NAN, NAN },
		{ 3, 6, -2, 1.5, 0.25 },
	};
	struct set_record record = { metric, 2 };
	unsigned char *bytes;
	size_t length;

	ck_assert(set_record_pack(&record, &bytes, &length));
	ck_assert_uint_eq(length, sizeof(known));
	/* The sign of a NaN says nothing. */
	for (size_t i = 0; i < length; i++)
		ck_assert_msg((bytes[i] | (i == 37 || i == 45 ? 0x80 : 0)) ==
				      (known[i] |
				       (i == 37 || i == 45 ? 0x80 : 0)),
			      "byte %zu: %02x", i, bytes[i]);
	free(bytes);
}
END_TEST

START_TEST(what_is_packed_comes_back)
{
	struct set_metric metric[] = {
		{ 1, 1, 0, -1e300, NAN },
		{ 2, UINT32_MAX, INT16_MIN + 1, 5e-324, 0 },
		{ UINT32_MAX, 2, STEP_NONE, 0.1, 1e308 },
	};
	struct set_record record = { metric, 3 }, back;
	unsigned char *bytes;
	const char *wrong;
	size_t length;

	ck_assert(set_record_pack(&record, &bytes, &length));
	wrong = set_record_unpack(&back, bytes, length);
	ck_assert_msg(!wrong, "%s", wrong);
	ck_assert_uint_eq(back.metrics, 3);
	for (size_t i = 0; i < 3; i++) {
		ck_assert_uint_eq(back.metric[i].name, metric[i].name);
		ck_assert_uint_eq(back.metric[i].n, metric[i].n);
		ck_assert_int_eq(back.metric[i].step, metric[i].step);
		ck_assert(back.metric[i].mean == metric[i].mean);
		ck_assert(relative_error(back.metric[i].variance,
					 metric[i].variance) == 0);
	}
	set_record_release(&back);
	/* No beginning of it is a record. */
	for (size_t i = 0; i < length; i++)
		ck_assert_ptr_nonnull(set_record_unpack(&back, bytes, i));
	free(bytes);
}
END_TEST

START_TEST(an_empty_one)
{
	struct set_record record = { 0 }, back;
	unsigned char *bytes;
	size_t length;

	ck_assert(set_record_pack(&record, &bytes, &length));
	ck_assert_uint_eq(length, 5);
	ck_assert_ptr_null(set_record_unpack(&back, bytes, length));
	ck_assert_uint_eq(back.metrics, 0);
	set_record_release(&back);
	free(bytes);
}
END_TEST

/* A byte of the known record, and what makes it none. */
static const struct {
	size_t at;
	unsigned char byte;
} faults[] = {
	{ 0, 'p' },   /* another kind */
	{ 4, 1 },     /* more than it says */
	{ 4, 3 },     /* fewer */
	{ 5, 0 },     /* name 0 */
	{ 6, 0 },     /* n 0 with a mean */
	{ 6, 1 },     /* n 1 with a variance */
	{ 15, 0x7f }, /* mean of 7FF8...: NaN with n 6 */
	{ 23, 0xbf }, /* a negative variance */
	{ 26, 1 },    /* n 1 without a mean */
	{ 29, 7 },    /* a step of more than 16 bits */
};

START_TEST(no_record)
{
	unsigned char bytes[sizeof(known)];
	struct set_record record;

	memcpy(bytes, known, sizeof(known));
	ck_assert_ptr_null(set_record_unpack(&record, bytes, sizeof(bytes)));
	set_record_release(&record);
	bytes[faults[_i].at] = faults[_i].byte;
	ck_assert_msg(set_record_unpack(&record, bytes, sizeof(bytes)) != NULL,
		      "byte %zu", faults[_i].at);
	ck_assert_ptr_null(record.metric);
}
END_TEST

static Suite *suite(void)
{
	Suite *records = suite_create("set_record");
	TCase *cases = tcase_create("set_record");

	tcase_add_test(cases, bytes_are_as_documented);
	tcase_add_test(cases, what_is_packed_comes_back);
	tcase_add_test(cases, an_empty_one);
	tcase_add_loop_test(cases, no_record, 0,
			    sizeof(faults) / sizeof(*faults));
	suite_add_tcase(records, cases);
	return records;
}

int main(void)
{
	return unit_main(suite());
}
