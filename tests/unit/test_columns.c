/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/columns.h"

#include "tests/unit/unit.h"

static struct columns columns;
static struct column_map map;
static struct error error;
static char what[400];

static void set_up(void)
{
	error = (struct error){ 0 };
}

static void tear_down(void)
{
	columns_release(&columns);
	column_map_release(&map);
}

/* Adds the columns of a header; the names have no comma inside. */
static void add_header(const char *header)
{
	char copy[256], *name, *rest = copy;

	snprintf(copy, sizeof(copy), "%s", header);
	while ((name = strsep(&rest, ",")))
		ck_assert(column_map_add(&map, name));
}

static bool resolve(const char *text, const char *header, const bool *numeric)
{
	tear_down();
	ck_assert_msg(columns_parse(&columns, text, &error), "%s", error.text);
	add_header(header);
	return column_map_resolve(&map, &columns, true, numeric, what,
				  sizeof(what));
}

/* "role=name+name role=name" of what was resolved, in the order of places. */
static void assert_roles(const char *want)
{
	char got[400] = "";
	size_t used = 0;

	for (unsigned role = 0; role < ROLES; role++)
		for (size_t i = 0; i < map.count[role]; i++) {
			size_t at = column_map_at(&map, role, i);

			used += (size_t)snprintf(got + used, sizeof(got) - used,
						 "%s%s%s%s",
						 i || !used ? "" : " ",
						 i ? "" : role_name(role),
						 i ? "+" : "=", map.name[at]);
			ck_assert_uint_eq(map.role[at], role);
			ck_assert_uint_eq(map.place[at], i);
		}
	ck_assert_str_eq(got, want);
}

START_TEST(defaults)
{
	ck_assert(resolve(NULL, "x,unit,value,metric,run,commit,axis", NULL));
	assert_roles("commit=commit run=run metric=metric value=value "
		     "unit=unit");
	ck_assert_uint_eq(map.role[0], ROLE_NONE);
	ck_assert_uint_eq(map.role[6], ROLE_NONE);
	ck_assert(resolve(NULL, "value,commit", NULL));
	assert_roles("commit=commit value=value");
}
END_TEST

START_TEST(names_in_the_order_asked)
{
	ck_assert(resolve("commit=a,metric=d+b,value=f+e,axis=g+c",
			  "a,b,c,d,e,f,g,run,value,unit", NULL));
	assert_roles("commit=a run=run metric=d+b value=f+e unit=unit "
		     "axis=g+c");
}
END_TEST

/* What is asked for in one role is no default in another. */
START_TEST(asked_before_default)
{
	ck_assert(
		resolve("metric=run,axis=unit", "commit,run,value,unit", NULL));
	assert_roles("commit=commit metric=run value=value axis=unit");
	ck_assert(resolve("run=@row", "commit,run,value", NULL));
	assert_roles("commit=commit value=value");
	ck_assert_int_eq(columns.run, RUN_OF_ROW);
	ck_assert(resolve("run=@file", "commit,run,value", NULL));
	ck_assert_int_eq(columns.run, RUN_OF_FILE);
	ck_assert(resolve(NULL, "commit,value", NULL));
	ck_assert_int_eq(columns.run, RUN_OF_COLUMN);
	/* Names may have an equals sign. */
	ck_assert(resolve("value=a=b", "commit,a=b", NULL));
	assert_roles("commit=commit value=a=b");
}
END_TEST

START_TEST(every_number)
{
	static const bool numeric[] = { true, true, false, true };

	ck_assert(resolve("value=*", "run,tps,note,commit", numeric));
	assert_roles("commit=commit run=run value=tps");
	ck_assert(resolve("value=*,commit=note,run=@row", "run,tps,note,lat",
			  numeric));
	assert_roles("commit=note value=run+tps+lat");
	/* A column called value is one of them, not all. */
	ck_assert(resolve("value=*", "value,tps,commit,lat", numeric));
	assert_roles("commit=commit value=value+tps+lat");
}
END_TEST

START_TEST(what_a_header_lacks)
{
	static const bool none[] = { false, false, false };
	static const struct {
		const char *columns, *header, *what;
	} bad[] = {
		{ NULL, "a,b",
		  "no column commit: columns are a,b (--columns "
		  "commit=NAME?)" },
		{ NULL, "a,commit",
		  "no column value: columns are a,commit (--columns "
		  "value=NAME, or value=*?)" },
		{ "value=*", "a,commit",
		  "no column value: columns are a,commit (--columns "
		  "value=NAME, or value=*?)" },
		{ "metric=c", "a,b", "no column c: columns are a,b" },
		{ "metric=a+a", "a,commit,value",
		  "--columns takes column a twice" },
		{ "axis=a,metric=a", "a,commit,value",
		  "--columns takes column a twice" },
		{ NULL, "value,commit,value",
		  "two columns have the name value" },
		{ "value=a", "a,commit,a", "two columns have the name a" },
		{ NULL, "commit;value",
		  "no column commit: columns are commit;value (separated by "
		  ";? --delimiter ';')" },
		{ NULL, "commit\tvalue",
		  "no column commit: columns are commit\tvalue (separated by "
		  "tabs? --delimiter tab)" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		ck_assert(!resolve(bad[i].columns, bad[i].header, none));
		ck_assert_str_eq(what, bad[i].what);
	}
	/* Twice, but not used. */
	ck_assert(resolve(NULL, "x,commit,x,value", NULL));
}
END_TEST

START_TEST(one_side_needs_no_commit)
{
	ck_assert(columns_parse(&columns, NULL, &error));
	add_header("metric,value");
	ck_assert(column_map_resolve(&map, &columns, false, NULL, what,
				     sizeof(what)));
	assert_roles("metric=metric value=value");
}
END_TEST

/* The sentence ends where its room does. */
START_TEST(many_columns)
{
	char name[32], small[60];

	ck_assert(columns_parse(&columns, NULL, &error));
	for (int i = 0; i < 1000; i++) {
		snprintf(name, sizeof(name), "column%d", i);
		ck_assert(column_map_add(&map, name));
	}
	memset(small, 'x', sizeof(small));
	ck_assert(!column_map_resolve(&map, &columns, true, NULL, small, 50));
	ck_assert_uint_eq(strlen(small), 49);
	ck_assert_int_eq(small[50], 'x');
}
END_TEST

START_TEST(what_is_no_columns)
{
	static const struct {
		const char *text, *what;
	} bad[] = {
		{ "", "no ROLE=NAME" },
		{ "value", "no ROLE=NAME" },
		{ "value=a,", "no ROLE=NAME" },
		{ "=a", "no role \"\"" },
		{ "valeu=a", "did you mean value?" },
		{ "value=", "takes a column's name" },
		{ "metric=a+", "takes a column's name" },
		{ "metric=+a", "takes a column's name" },
		{ "commit=a+b", "one column, not a+b" },
		{ "run=@row,run=b", "run= twice" },
		{ "commit=a,commit=b", "commit= twice" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		error = (struct error){ 0 };
		ck_assert(!columns_parse(&columns, bad[i].text, &error));
		ck_assert_int_eq(error.fault, FAULT_USAGE);
		ck_assert_msg(strstr(error.text, bad[i].what) != NULL,
			      "\"%s\" lacks \"%s\"", error.text, bad[i].what);
		ck_assert_ptr_null(columns.text);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("columns");
	TCase *tests = tcase_create("columns");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, defaults);
	tcase_add_test(tests, names_in_the_order_asked);
	tcase_add_test(tests, asked_before_default);
	tcase_add_test(tests, every_number);
	tcase_add_test(tests, what_a_header_lacks);
	tcase_add_test(tests, one_side_needs_no_commit);
	tcase_add_test(tests, many_columns);
	tcase_add_test(tests, what_is_no_columns);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
