/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/findings.h"

#include "io/report.h"
#include "tests/unit/unit.h"

static const struct field *field(const char *name)
{
	for (const struct field *f = finding_fields; f->name; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	ck_abort_msg("no field %s", name);
	return NULL;
}

static void assert_text(const struct finding *finding, const char *name,
			const char *want)
{
	char room[FIELD_ROOM];

	ck_assert_str_eq(field_text(field(name), finding, room), want);
}

START_TEST(cells)
{
	struct finding finding = {
		.id = 0xabc,
		.rank = 3,
		.reported = true,
		.verdict = VERDICT_UNPROVEN,
		.direction = DIRECTION_REGRESSION,
		.kpi = KPI_PRIMARY,
		.change_kind = CHANGE_ABSOLUTE,
		.metric = "a,b",
		.p = 0.1,
		.q = NAN,
		.change = INFINITY,
		.base = { .n = 0, .fails = COUNT_NONE, .mean = 1e22 },
		.flags = 1u << FLAG_FEW_RUNS | 1u << FLAG_NEW_FAILURE,
	};

	assert_text(&finding, "id", "0000000000000abc");
	assert_text(&finding, "rank", "3");
	assert_text(&finding, "reported", "true");
	assert_text(&finding, "verdict", "unproven");
	assert_text(&finding, "reason", "");
	assert_text(&finding, "direction", "regression");
	assert_text(&finding, "kpi", "primary");
	assert_text(&finding, "better", "");
	assert_text(&finding, "metric", "a,b");
	assert_text(&finding, "base_n", "0");
	assert_text(&finding, "base_fails", "");
	assert_text(&finding, "base_mean", "1e+22");
	assert_text(&finding, "p", "0.1");
	assert_text(&finding, "q", "");
	assert_text(&finding, "change", "");
	assert_text(&finding, "change_kind", "absolute");
	assert_text(&finding, "flags", "few-runs;new-failure");
	finding.rank = COUNT_NONE;
	assert_text(&finding, "rank", "");
}
END_TEST

START_TEST(names_are_distinct_and_documented)
{
	for (const struct field *a = finding_fields; a->name; a++) {
		ck_assert_ptr_nonnull(a->doc);
		ck_assert_ptr_nonnull(a->unit);
		for (const struct field *b = a + 1; b->name; b++)
			ck_assert_str_ne(a->name, b->name);
	}
}
END_TEST

START_TEST(lists_of_fields)
{
	struct field_list list;
	struct error error = { 0 };

	ck_assert(field_list_parse(&list, &finding_table, "q,metric", false,
				   &error));
	ck_assert_uint_eq(list.count, 2);
	ck_assert_ptr_eq(list.field[0], field("q"));
	ck_assert_ptr_eq(list.field[1], field("metric"));
	ck_assert(!field_list_has_samples(&list));
	field_list_release(&list);
	ck_assert(field_list_parse(&list, &finding_table, NULL, false, &error));
	ck_assert(!field_list_has_samples(&list));
	ck_assert_ptr_eq(list.field[0], finding_fields);
	field_list_release(&list);
	ck_assert(field_list_parse(&list, &finding_table, NULL, true, &error));
	ck_assert(field_list_has_samples(&list));
	field_list_release(&list);
	ck_assert(!field_list_parse(&list, &finding_table, "metirc", false,
				    &error));
	ck_assert_ptr_nonnull(strstr(error.text, "did you mean metric?"));
	error = (struct error){ 0 };
	ck_assert(!field_list_parse(&list, &finding_table, "q,metric,q", false,
				    &error));
	ck_assert_str_eq(error.text, "field q twice");
	error = (struct error){ 0 };
	ck_assert(!field_list_parse(&list, &finding_table, "", false, &error));
	ck_assert_int_eq(error.fault, FAULT_USAGE);
}
END_TEST

START_TEST(formats)
{
	ck_assert_ptr_nonnull(report_format_find("jsonl"));
	ck_assert_ptr_null(report_format_find("json"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("findings");
	TCase *tests = tcase_create("findings");

	tcase_add_test(tests, cells);
	tcase_add_test(tests, names_are_distinct_and_documented);
	tcase_add_test(tests, lists_of_fields);
	tcase_add_test(tests, formats);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
