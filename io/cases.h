/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_CASES_H
#define IO_CASES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"
#include "stats/comparison.h"

/*
 * The comparison that a metric was cut from, so that it is decided as it was
 * there, and not as if it were alone.
 */
struct case_context {
	/* Of each family the others in it: how many were tested, how many of
	   them changed, and the largest p of those.  Size 0: not known. */
	struct family_summary others[FAMILIES];
	/* Priors of the metric, by family; d0 NaN: not known. */
	struct prior prior[FAMILIES][PRIOR_FITS];
	struct axis *axis; /* [axes] of the group */
	size_t axes;
	bool has_step;
	int step; /* decimal exponent of the finest step of the samples */
};

/* What is expected of a metric, in the order of expectation_columns[]. */
enum expectation_column {
	EXPECT_METRIC,
	EXPECT_REPORTED,
	EXPECT_VERDICT,
	EXPECT_DIRECTION,
	EXPECT_REASON,
	EXPECT_FLAGS,
	EXPECTATION_COLUMNS
};

extern const char *const expectation_columns[EXPECTATION_COLUMNS];

struct expectation {
	char **cell; /* [EXPECTATION_COLUMNS] "": not asked */
	size_t line;
};

/* A directory with samples, what is expected of them, and their context. */
struct test_case {
	char *path;		      /* as named */
	char *base, *candidate;	      /* run sets; NULL: a table has both */
	char *table;		      /* NULL: run sets */
	char *expect;		      /* the file */
	struct expectation *expected; /* [expectations] */
	size_t expectations;
	char **cells; /* that they are made of */
	struct case_context context;
};

/*
 * The cases that paths lead to: directories with an expect.csv, or directories
 * of such; as paths to be freed, in natural order.  Returns false with error
 * set when one leads to none.
 */
bool cases_find(char ***path, size_t *count, const char *const *from,
		size_t froms, struct error *error);

/*
 * Reads expect.csv and context.csv.  Faults go to problems, and *bad tells.
 * Returns false with error set on trouble; test_case_release() is wanted all
 * the same.
 */
bool test_case_read(struct test_case *test, const char *path, bool *bad,
		    struct problems *problems, struct error *error);

/* Back to {0}. */
void test_case_release(struct test_case *test);

/* A context in which nothing is known. */
struct case_context case_context_none(void);

/* The context of one metric of a comparison; the axes stay the group's. */
struct case_context context_of(const struct comparison *comparison,
			       const struct finding *finding);

/*
 * Makes a case of one metric: its samples by run, its context, and the
 * expectation that it is reported, or not.  The directory must not be there;
 * it is made whole or not at all.  Returns false with error set.
 */
bool case_write(const char *path, const struct comparison *comparison,
		const struct finding *finding, bool reported,
		struct error *error);

#endif
