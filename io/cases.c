/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cases.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/axes.h"
#include "io/directory.h"
#include "io/findings.h"
#include "io/number.h"
#include "io/texts.h"

const char *const expectation_columns[EXPECTATION_COLUMNS] = {
	[EXPECT_METRIC] = "metric",   [EXPECT_REPORTED] = "reported",
	[EXPECT_VERDICT] = "verdict", [EXPECT_DIRECTION] = "direction",
	[EXPECT_REASON] = "reason",   [EXPECT_FLAGS] = "flags",
};

static const char *const context_columns[] = { "key", "value" };

/* Keys of context.csv. */
static const char group_key[] = "group", step_key[] = "step";

/* Whether a directory has an entry of a kind: 1, 0; -1 for want of memory. */
static int is_there(const char *directory, const char *name, bool wanted_kind)
{
	char *path = path_join(directory, name);
	struct stat status;
	int there;

	if (!path)
		return -1;
	there = stat(path, &status) == 0 &&
		(S_ISDIR(status.st_mode) != 0) == wanted_kind;
	free(path);
	return there;
}

/* Adds a path, which it takes; NULL stands for no memory. */
static bool add_path(char ***path, size_t *count, char *added,
		     struct error *error)
{
	char **bigger = realloc(*path, (*count + 1) * sizeof(*bigger));

	if (bigger)
		*path = bigger;
	if (!bigger || !added) {
		free(added);
		return fail_memory(error);
	}
	bigger[(*count)++] = added;
	return true;
}

/* A case in a directory, if it is one. */
static bool find_in(char ***path, size_t *count, const char *directory,
		    const char *name, struct error *error)
{
	char *inner = path_join(directory, name);
	int there = inner ? is_there(inner, "expect.csv", false) : -1;

	if (there > 0)
		return add_path(path, count, inner, error);
	free(inner);
	return !there || fail_memory(error);
}

/* A case, or the cases in a directory. */
static bool find_at(char ***path, size_t *count, const char *from,
		    struct error *error)
{
	struct directory directory;
	size_t before = *count;
	int there = is_there(from, "expect.csv", false);
	bool done = true;

	if (there < 0)
		return fail_memory(error);
	if (there)
		return add_path(path, count, strdup(from), error);
	if (!directory_read(&directory, from, error))
		return false;
	for (size_t i = 0; done && i < directory.count; i++)
		if (directory.entry[i].directory)
			done = find_in(path, count, from,
				       directory.entry[i].name, error);
	directory_release(&directory);
	if (done && *count == before)
		return fail(error, FAULT_USAGE,
			    "%s: no case, and no directory of cases: a case "
			    "has an expect.csv",
			    from);
	return done;
}

bool cases_find(char ***path, size_t *count, const char *const *from,
		size_t froms, struct error *error)
{
	*path = NULL;
	*count = 0;
	for (size_t i = 0; i < froms; i++)
		if (!find_at(path, count, from[i], error))
			return false;
	return true;
}

/* Where faults of one file go. */
struct place {
	const char *file;
	size_t line;
	struct problems *problems;
	struct error *error;
	bool *bad;
};

static bool note(const struct place *place, const char *text, const char *what)
{
	*place->bad = true;
	return problems_add(place->problems, place->error, FAULT_INPUT,
			    place->file, place->line, *text ? text : NULL,
			    strlen(text), "%s", what);
}

static bool read_axes(struct case_context *context, const char *text,
		      const struct place *place)
{
	if (group_axes(text, &context->axis, &context->axes, place->error))
		return true;
	return !place->error->fault &&
	       note(place, text, "a group is axis=value/axis=value");
}

static bool read_number(const char *text, double most, double *to)
{
	struct number number;

	if (number_parse(text, strlen(text), 0, &number) != NUMBER_VALID ||
	    !(number.value >= 0 && number.value <= most))
		return false;
	*to = number.value;
	return true;
}

static bool read_count(const char *text, const struct place *place, size_t *to)
{
	double number;

	if (!read_number(text, 1e15, &number))
		return note(place, text, "not a number of at least 0");
	if (number != floor(number))
		return note(place, text, "not a whole number");
	*to = (size_t)number;
	return true;
}

/* "prior.base.d0" and the like. */
static bool read_prior(struct prior *prior, const char *key, const char *text,
		       const struct place *place)
{
	for (size_t k = 0; k < PRIOR_FITS; k++) {
		size_t length = strlen(prior_fit_words[k]);
		bool d0;

		if (strncmp(key, prior_fit_words[k], length) != 0)
			continue;
		d0 = strcmp(key + length, ".d0") == 0;
		if (!d0 && strcmp(key + length, ".c2") != 0)
			break;
		/* Metrics that are all alike have a prior without end. */
		if (d0 && strcmp(text, "inf") == 0) {
			prior[k].d0 = INFINITY;
			return true;
		}
		return read_number(text, DBL_MAX,
				   d0 ? &prior[k].d0 : &prior[k].c2) ||
		       note(place, text, "not a number of at least 0");
	}
	return note(place, key,
		    "no such prior: there are d0 and c2 of base, candidate "
		    "and pooled");
}

/* "kpi.size" and the like. */
static bool read_family(struct case_context *context, const char *key,
			const char *text, const struct place *place)
{
	const char *dot = strchr(key, '.');

	for (size_t i = 0; dot && i < FAMILIES; i++) {
		struct family_summary *others = &context->others[i];

		if (strncmp(key, family_words[i], (size_t)(dot - key)) != 0 ||
		    family_words[i][dot - key])
			continue;
		if (strncmp(dot, ".prior.", 7) == 0)
			return read_prior(context->prior[i], dot + 7, text,
					  place);
		if (strcmp(dot, ".size") == 0)
			return read_count(text, place, &others->size);
		if (strcmp(dot, ".changed") == 0)
			return read_count(text, place, &others->changed);
		if (strcmp(dot, ".admitted_p") != 0)
			break;
		return read_number(text, 1, &others->admitted_p) ||
		       note(place, text, "not a number from 0 to 1");
	}
	return note(place, key,
		    "no such key: there are group, step, and size, changed, "
		    "admitted_p and prior. of kpi., monitor. and failure.");
}

static bool read_key(struct case_context *context, char **cell,
		     const struct place *place)
{
	struct number number;

	if (strcmp(cell[0], group_key) == 0)
		return read_axes(context, cell[1], place);
	if (strcmp(cell[0], step_key) != 0)
		return read_family(context, cell[0], cell[1], place);
	/* A denormal one may be read as 0. */
	if (number_parse(cell[1], strlen(cell[1]), 0, &number) !=
		    NUMBER_VALID ||
	    (number.value != pow(10, number.step) &&
	     (number.value != 0 || cell[1][0] != '1')))
		return note(place, cell[1], "not a power of ten");
	context->has_step = true;
	context->step = number.step;
	return true;
}

struct case_context case_context_none(void)
{
	struct case_context context = { 0 };

	for (size_t f = 0; f < FAMILIES; f++) {
		context.others[f].admitted_p = NAN;
		for (size_t k = 0; k < PRIOR_FITS; k++)
			context.prior[f][k].d0 = NAN;
	}
	return context;
}

static bool read_context(struct test_case *test, bool *bad,
			 struct problems *problems, struct error *error)
{
	struct texts texts = { .column = context_columns,
			       .columns = 2,
			       .strict = true };
	char *path = path_join(test->path, "context.csv");
	struct place place = { path, 0, problems, error, bad };
	bool done;

	test->context = case_context_none();
	if (!path)
		return fail_memory(error);
	done = texts_read(&texts, path, bad, problems, error);
	for (size_t i = 0; done && i < texts.rows; i++) {
		place.line = texts.line[i];
		done = read_key(&test->context, &texts.cell[2 * i], &place);
	}
	for (size_t f = 0; done && f < FAMILIES; f++)
		if (test->context.others[f].changed >
		    test->context.others[f].size)
			done = note(&place, "",
				    "more changed than were tested");
	texts_release(&texts);
	free(path);
	return done;
}

static bool is_word(const char *column, const char *text)
{
	const struct field *field = finding_field(column);

	if (field->type == FIELD_BOOL)
		return strcmp(text, "true") == 0 || strcmp(text, "false") == 0;
	for (size_t i = 0; field->words[i]; i++)
		if (strcmp(field->words[i], text) == 0)
			return true;
	return false;
}

/* A word that no finding can have would be a test that cannot pass. */
static bool check_words(const struct expectation *expectation,
			struct place *place)
{
	static const struct {
		enum expectation_column column;
		const char *what;
	} words[] = {
		{ EXPECT_REPORTED, "reported is true or false" },
		{ EXPECT_VERDICT, "no such verdict: there are changed, "
				  "equivalent, unproven, incomparable" },
		{ EXPECT_DIRECTION, "no such direction: there are improvement, "
				    "regression, change" },
	};
	size_t asked = 0;

	place->line = expectation->line;
	for (size_t i = EXPECT_REPORTED; i < EXPECTATION_COLUMNS; i++)
		asked += *expectation->cell[i] != '\0';
	if (!*expectation->cell[EXPECT_METRIC] || !asked)
		return note(place, expectation->cell[EXPECT_METRIC],
			    "a row names a metric, and what is expected of it");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		const char *text = expectation->cell[words[i].column];

		if (*text &&
		    !is_word(expectation_columns[words[i].column], text))
			return note(place, text, words[i].what);
	}
	return true;
}

static bool take_expectations(struct test_case *test, const size_t *line,
			      struct place *place)
{
	struct expectation *expected =
		calloc(test->expectations + 1, sizeof(*expected));

	if (!expected)
		return fail_memory(place->error);
	test->expected = expected;
	for (size_t i = 0; i < test->expectations; i++) {
		expected[i] = (struct expectation){
			.cell = &test->cells[i * EXPECTATION_COLUMNS],
			.line = line[i],
		};
		if (!check_words(&expected[i], place))
			return false;
	}
	return true;
}

static bool read_expectations(struct test_case *test, bool *bad,
			      struct problems *problems, struct error *error)
{
	struct texts texts = { .column = expectation_columns,
			       .columns = EXPECTATION_COLUMNS,
			       .strict = true };
	struct place place = { NULL, 0, problems, error, bad };
	bool done;

	test->expect = path_join(test->path, "expect.csv");
	if (!test->expect)
		return fail_memory(error);
	place.file = test->expect;
	done = texts_read(&texts, test->expect, bad, problems, error);
	if (done && !*bad && !texts.rows)
		done = note(&place, "", "no expectation");
	/* The cells are the case's now. */
	test->cells = texts.cell;
	test->expectations = texts.rows;
	done = done && take_expectations(test, texts.line, &place);
	free(texts.line);
	return done;
}

static bool find_samples(struct test_case *test, const struct place *place)
{
	int table = is_there(test->path, "samples.csv", false);
	int base = is_there(test->path, "base", true);
	int candidate = is_there(test->path, "candidate", true);

	if (table < 0 || base < 0 || candidate < 0)
		return fail_memory(place->error);
	if (table) {
		test->table = path_join(test->path, "samples.csv");
		return test->table || fail_memory(place->error);
	}
	if (!base || !candidate)
		return note(place, "",
			    "no samples: a case has a samples.csv, or the "
			    "directories base and candidate");
	test->base = path_join(test->path, "base");
	test->candidate = path_join(test->path, "candidate");
	return (test->base && test->candidate) || fail_memory(place->error);
}

bool test_case_read(struct test_case *test, const char *path, bool *bad,
		    struct problems *problems, struct error *error)
{
	bool bad_context = false;
	struct place place = { NULL, 0, problems, error, bad };

	*test = (struct test_case){ .path = strdup(path) };
	*bad = false;
	if (!test->path)
		return fail_memory(error);
	place.file = test->path;
	if (!read_expectations(test, bad, problems, error) ||
	    !read_context(test, &bad_context, problems, error) ||
	    !find_samples(test, &place))
		return false;
	*bad = *bad || bad_context;
	return true;
}

void test_case_release(struct test_case *test)
{
	for (size_t i = 0; i < test->expectations * EXPECTATION_COLUMNS; i++)
		free(test->cells[i]);
	free(test->cells);
	free(test->expected);
	free(test->path);
	free(test->base);
	free(test->candidate);
	free(test->table);
	free(test->expect);
	axes_free(test->context.axis, test->context.axes);
	*test = (struct test_case){ 0 };
}
