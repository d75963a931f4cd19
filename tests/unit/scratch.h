/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SCRATCH_H
#define TESTS_UNIT_SCRATCH_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/unit.h"

/*
 * A directory of its own for each test, which runs in it.  set_up_scratch()
 * and tear_down_scratch() make a fixture.
 */
static char scratch_home[4096], scratch_place[4200];

static inline int scratch_remove(const char *path, const struct stat *status,
				 int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

static inline void set_up_scratch(void)
{
	const char *base = getenv("TMPDIR");

	ck_assert_ptr_nonnull(getcwd(scratch_home, sizeof(scratch_home)));
	snprintf(scratch_place, sizeof(scratch_place), "%s/unit.XXXXXX",
		 base ? base : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(scratch_place));
	ck_assert_int_eq(chdir(scratch_place), 0);
}

static inline void tear_down_scratch(void)
{
	ck_assert_int_eq(chdir(scratch_home), 0);
	nftw(scratch_place, scratch_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* Makes a file of `length` bytes, and the directories above it. */
static inline void put_bytes(const char *path, const char *text, size_t length)
{
	char above[4096];
	FILE *file;

	snprintf(above, sizeof(above), "%s", path);
	for (char *c = strchr(above, '/'); c; c = strchr(c + 1, '/')) {
		*c = '\0';
		if (*above)
			mkdir(above, 0700);
		*c = '/';
	}
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, length, file), length);
	ck_assert_int_eq(fclose(file), 0);
}

static inline void put_file(const char *path, const char *text)
{
	put_bytes(path, text, strlen(text));
}

#endif
