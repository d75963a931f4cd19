/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/source.h"

#include <fcntl.h>

#include "io/columns.h"
#include "tests/unit/scratch.h"

static struct source source;
static struct error error;

static void set_up(void)
{
	set_up_scratch();
	source = (struct source){ .file = -1 };
	error = (struct error){ 0 };
}

static void tear_down(void)
{
	source_release(&source);
	tear_down_scratch();
}

static const char *const shape_names[] = {
	[SOURCE_RUN] = "run",
	[SOURCE_MATRIX] = "matrix",
	[SOURCE_NUMBERS] = "numbers",
	[SOURCE_TABLE] = "table",
};

struct shape_case {
	const char *text;
	enum source_shape shape;
	size_t fields;
};

static void assert_shape(const struct reading *reading,
			 const struct shape_case *want)
{
	enum source_shape shape;
	size_t fields = 99;

	put_file("f", want->text);
	ck_assert(source_open(&source, "f", &error));
	ck_assert(source_shape(&source, reading, &shape, &fields, &error));
	ck_assert_msg(shape == want->shape, "%s is %s, want %s", want->text,
		      shape_names[shape], shape_names[want->shape]);
	ck_assert_uint_eq(fields, want->fields);
	source_release(&source);
}

START_TEST(shapes)
{
	static const struct shape_case cases[] = {
		{ "metric,value\n", SOURCE_RUN, 2 },
		{ "\"metric\",value,unit\r\na,1,ms\n", SOURCE_RUN, 3 },
		{ "\xef\xbb\xbf\"metric\",\"value\"\n", SOURCE_RUN, 2 },
		{ "metric,value,units\n", SOURCE_TABLE, 3 },
		{ "metric,value,unit,run\n", SOURCE_TABLE, 4 },
		{ "value,metric\n", SOURCE_TABLE, 2 },
		{ "metric,unit,value\n", SOURCE_TABLE, 3 },
		{ "commit,run,metric,value\nx,1,a,1\n", SOURCE_TABLE, 4 },
		{ "value\n1\n", SOURCE_TABLE, 1 },
		{ "metric\na\n", SOURCE_TABLE, 1 },
		{ ",commit,value\n", SOURCE_TABLE, 3 },
		{ "commit;run;value\nx;1;1,5\n", SOURCE_TABLE, 1 },
		{ "long_name_of_a_benchmark;value\n", SOURCE_TABLE, 1 },
		{ "commit\tvalue\n", SOURCE_TABLE, 1 },
		{ "a,1\n", SOURCE_MATRIX, 2 },
		{ "a,1,2,3\n", SOURCE_MATRIX, 4 },
		{ "a,,2\n", SOURCE_MATRIX, 3 },
		{ "a,\n", SOURCE_MATRIX, 2 },
		{ "a,nan,nan\n", SOURCE_MATRIX, 3 },
		{ "a,0x10,x\n", SOURCE_MATRIX, 3 },
		{ "a,-1.5ms\n", SOURCE_MATRIX, 2 },
		{ "a,b,7\n", SOURCE_MATRIX, 3 },
		{ "a;1\n", SOURCE_MATRIX, 1 },
		{ "a;1,5;2,5\n", SOURCE_MATRIX, 3 },
		{ "1,5;2,5\n", SOURCE_MATRIX, 3 },
		{ "a\t1\t2\n", SOURCE_MATRIX, 1 },
		{ "1\n2\n", SOURCE_NUMBERS, 1 },
		{ " -1.5e3 \r\n", SOURCE_NUMBERS, 1 },
		{ "nan\n1\n", SOURCE_NUMBERS, 1 },
		{ ".5", SOURCE_NUMBERS, 1 },
		{ "1.2345678901234567e-05\n", SOURCE_NUMBERS, 1 },
		{ "0.000000000000000000000000000000000000000000000000"
		  "0000000000000000000000001\n",
		  SOURCE_NUMBERS, 1 },
		{ "1.5ms\n", SOURCE_NUMBERS, 1 },
		{ "0x10\n", SOURCE_NUMBERS, 1 },
		{ "1,5\n", SOURCE_NUMBERS, 2 },
		{ "", SOURCE_TABLE, 0 },
		{ "\n\n", SOURCE_TABLE, 0 },
		{ "\"open", SOURCE_TABLE, 0 },
	};
	const struct reading reading = { .delimiter = ',', .decimal = '.' };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_shape(&reading, &cases[i]);
}
END_TEST

START_TEST(shapes_with_a_decimal_comma)
{
	static const struct shape_case cases[] = {
		{ "1,5\n", SOURCE_NUMBERS, 1 },
		{ "a;1,5\n", SOURCE_MATRIX, 2 },
		{ "a;,5;x\n", SOURCE_MATRIX, 3 },
		{ "commit;value\n", SOURCE_TABLE, 2 },
		{ "metric;value\n", SOURCE_RUN, 2 },
		{ "commit,value\n", SOURCE_TABLE, 1 },
	};
	const struct reading reading = { .delimiter = ';', .decimal = ',' };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_shape(&reading, &cases[i]);
}
END_TEST

/* Columns that are named are those of a table. */
START_TEST(shapes_with_columns)
{
	static const struct shape_case cases[] = {
		{ "metric,value\n", SOURCE_TABLE, 2 },
		{ "commit,50,99\n", SOURCE_TABLE, 3 },
		{ "commit,,x\n", SOURCE_TABLE, 3 },
		{ "1\n", SOURCE_NUMBERS, 1 },
	};
	struct columns columns;
	const struct reading reading = { .delimiter = ',',
					 .decimal = '.',
					 .columns = &columns };

	ck_assert(columns_parse(&columns, "run=@row", &error));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		assert_shape(&reading, &cases[i]);
	columns_release(&columns);
	ck_assert(columns_parse(&columns, NULL, &error));
	assert_shape(&reading,
		     &(struct shape_case){ "metric,value\n", SOURCE_RUN, 2 });
}
END_TEST

static void assert_text(const char *want)
{
	char got[16] = "";
	FILE *file = fopen(source.path, "r");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fread(got, 1, sizeof(got), file), strlen(want));
	ck_assert_int_eq(fclose(file), 0);
	ck_assert_str_eq(got, want);
}

START_TEST(a_file)
{
	put_file("f", "1\n");
	ck_assert(source_open(&source, "f", &error));
	ck_assert_str_eq(source.name, "f");
	ck_assert_str_eq(source.path, "f");
	ck_assert_int_eq(source.file, -1);
}
END_TEST

/* As often as wanted, from its start, and without a trace. */
START_TEST(standard_input)
{
	int pipes[2];

	ck_assert_int_eq(setenv("TMPDIR", scratch_place, 1), 0);
	ck_assert_int_eq(pipe(pipes), 0);
	ck_assert_int_eq(write(pipes[1], "1\n2\n", 4), 4);
	close(pipes[1]);
	ck_assert_int_eq(dup2(pipes[0], STDIN_FILENO), STDIN_FILENO);
	close(pipes[0]);
	ck_assert(source_open(&source, "-", &error));
	ck_assert_str_eq(source.name, "standard input");
	assert_text("1\n2\n");
	assert_text("1\n2\n");
	/* Nothing is left in the directory, which goes now. */
	ck_assert_int_eq(rmdir(scratch_place), 0);
	ck_assert_int_eq(mkdir(scratch_place, 0700), 0);
}
END_TEST

START_TEST(no_standard_input)
{
	close(STDIN_FILENO);
	ck_assert(!source_open(&source, "-", &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_ptr_nonnull(strstr(error.text, "standard input"));
	ck_assert_int_eq(source.file, -1);
}
END_TEST

START_TEST(a_pipe)
{
	pid_t child;

	ck_assert_int_eq(mkfifo("p", 0600), 0);
	child = fork();
	if (child == 0) {
		int file = open("p", O_WRONLY);

		_exit(write(file, "a,1\n", 4) == 4 ? 0 : 1);
	}
	ck_assert(child > 0);
	ck_assert(source_open(&source, "p", &error));
	ck_assert_str_eq(source.name, "p");
	assert_text("a,1\n");
	assert_text("a,1\n");
}
END_TEST

START_TEST(no_room_for_a_copy)
{
	int file;

	put_file("in", "1\n");
	file = open("in", O_RDONLY);
	ck_assert_int_eq(dup2(file, STDIN_FILENO), STDIN_FILENO);
	ck_assert_int_eq(setenv("TMPDIR", "none", 1), 0);
	ck_assert(!source_open(&source, "-", &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_int_eq(source.file, -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source");
	TCase *tests = tcase_create("source");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, shapes);
	tcase_add_test(tests, shapes_with_a_decimal_comma);
	tcase_add_test(tests, shapes_with_columns);
	tcase_add_test(tests, a_file);
	tcase_add_test(tests, standard_input);
	tcase_add_test(tests, no_standard_input);
	tcase_add_test(tests, a_pipe);
	tcase_add_test(tests, no_room_for_a_copy);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
