/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <check.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * What every unit test shares.  A test program holds one suite and ends with
 * `return unit_main(suite());`.  CK_FORK=no in the environment keeps all tests
 * in one process, for debuggers and valgrind.
 */

/* Runs a suite, which it takes, and writes TAP to standard output. */
static inline int unit_main(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	gsl_set_error_handler_off();
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/*
 * |got - want| / |want|; where that has no meaning 0 for equal numbers and for
 * two NaN, infinity for all else, so that `relative_error(a, b) <= limit` never
 * passes by accident.
 */
static inline double relative_error(double got, double want)
{
	double error;

	if (got == want || (isnan(got) && isnan(want)))
		return 0;
	/* Divided first: a difference of huge numbers may overflow. */
	error = fabs(got / want - 1);
	if (fabs(want) < 1e300 && fabs(got) < 1e300)
		error = fabs(got - want) / fabs(want);
	return isnan(error) ? (double)INFINITY : error;
}

#define ck_assert_close(got, want, limit)                                   \
	ck_assert_msg(relative_error(got, want) <= (limit),                 \
		      "%s is %.17g, want %.17g: relative error %.2g", #got, \
		      (double)(got), (double)(want),                        \
		      relative_error(got, want))

/* A file of the source tree; `room` bytes at `path` take its name. */
static inline const char *source_path(char *path, size_t room, const char *name)
{
	const char *srcdir = getenv("srcdir");
	int length;

	length = snprintf(path, room, "%s/%s", srcdir ? srcdir : ".", name);
	ck_assert_msg(length > 0 && (size_t)length < room, "path too long");
	return path;
}

/*
 * A CSV file without quoting, read row by row: the header is row 0, a field is
 * text, a field may be a list of numbers with semicolons between them.
 */
struct reference {
	FILE *file;
	char line[65536];
	char *field[32];
	size_t fields;
	size_t row; /* 1 for the one below the header */
};

/* The next row; false, and the file closed, behind the last. */
static inline bool reference_next(struct reference *reference)
{
	char *at = reference->line;

	if (fgets(at, (int)sizeof(reference->line), reference->file) == NULL) {
		fclose(reference->file);
		reference->file = NULL;
		return false;
	}
	at[strcspn(at, "\r\n")] = '\0';
	reference->row++;
	reference->fields = 0;
	for (;;) {
		ck_assert(reference->fields < 32);
		reference->field[reference->fields++] = at;
		at = strchr(at, ',');
		if (at == NULL)
			return true;
		*at++ = '\0';
	}
}

/* Opens a file of the source tree and reads its header. */
static inline void reference_open(struct reference *reference, const char *name)
{
	char path[4096];

	reference->file = fopen(source_path(path, sizeof(path), name), "r");
	ck_assert_msg(reference->file != NULL, "cannot open %s", path);
	reference->row = 0;
	ck_assert_msg(reference_next(reference), "no header in %s", path);
	reference->row = 0;
}

/* One number; NaN where the field is empty or says NA. */
static inline double field_number(const char *field)
{
	char *end;
	double number = strtod(field, &end);

	if (*field == '\0' || strcmp(field, "NA") == 0)
		return (double)NAN;
	ck_assert_msg(*end == '\0', "not a number: %s", field);
	return number;
}

/* Numbers with semicolons between them; returns how many. */
static inline size_t field_numbers(const char *field, double *number,
				   size_t room)
{
	size_t n = 0;
	char *end;

	while (*field != '\0') {
		ck_assert(n < room);
		number[n++] = strtod(field, &end);
		ck_assert_msg(end > field && (*end == ';' || *end == '\0'),
			      "not a number: %s", field);
		field = *end == ';' ? end + 1 : end;
	}
	return n;
}

#endif
