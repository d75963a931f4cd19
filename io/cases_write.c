/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/cases.h"
#include "io/directory.h"
#include "io/findings.h"
#include "io/number.h"
#include "io/report_csv.h"
#include "stats/moderate.h"

struct case_context context_of(const struct comparison *comparison,
			       const struct finding *finding)
{
	struct case_context context = case_context_none();

	for (unsigned f = 0; f < FAMILIES; f++) {
		const struct prior *prior =
			moderate_priors(comparison, finding->metric, f);

		for (size_t k = 0; prior && k < PRIOR_FITS; k++)
			context.prior[f][k] = prior[k];
	}
	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *other = &comparison->finding[i];
		struct family_summary *others =
			&context.others[family_of(other)];

		if (other == finding || isnan(other->p) || isnan(other->q))
			continue;
		others->size++;
		if (!other->reported)
			continue;
		others->changed++;
		if (!(other->p <= others->admitted_p))
			others->admitted_p = other->p;
	}
	context.has_step = finding->step != STEP_NONE &&
			   finding->step != STEP_CONFLICT;
	context.step = finding->step;
	return context;
}

/* What a case is written from. */
struct writing {
	const char *directory;
	const struct comparison *comparison;
	const struct finding *finding;
	bool reported;
	const char *unit; /* that the samples named */
	struct error *error;
};

static FILE *open_file(const struct writing *writing, const char *name,
		       char **path)
{
	FILE *stream;

	*path = path_join(writing->directory, name);
	if (!*path) {
		fail_memory(writing->error);
		return NULL;
	}
	stream = fopen(*path, "w");
	if (!stream) {
		fail_errno(writing->error, *path);
		free(*path);
	}
	return stream;
}

static bool close_file(const struct writing *writing, FILE *stream, char *path)
{
	bool done = !ferror(stream);

	done = fclose(stream) == 0 && done;
	if (!done)
		fail_errno(writing->error, path);
	free(path);
	return done;
}

static void put_metric(const struct writing *writing, FILE *stream,
		       const char *value)
{
	csv_cell(stream, writing->finding->metric);
	fprintf(stream, ",%s", value);
	if (*writing->unit) {
		putc(',', stream);
		csv_cell(stream, writing->unit);
	}
	putc('\n', stream);
}

/* One run: the metric where the run has it, and whether it is incomplete. */
static bool write_run(const struct writing *writing, const struct run_set *runs,
		      size_t run, const char *side, const char *value)
{
	char name[64], *path;
	FILE *stream;

	snprintf(name, sizeof(name), "%s/%zu.csv", side, run + 1);
	stream = open_file(writing, name, &path);
	if (!stream)
		return false;
	fprintf(stream, "metric,value%s\n", *writing->unit ? ",unit" : "");
	/* The difference of two samples is one of two samples. */
	if (value && *value && writing->finding->rule->reduce == REDUCE_DELTA)
		put_metric(writing, stream, "0");
	if (value)
		put_metric(writing, stream, value);
	/* A run file with no metric at all would be no run. */
	if (runs->incomplete[run] || !value)
		fprintf(stream, "last_state.is_incomplete_run,%d%s\n",
			runs->incomplete[run], *writing->unit ? "," : "");
	return close_file(writing, stream, path);
}

static bool make_directory(const char *path, struct error *error)
{
	return mkdir(path, 0777) == 0 || fail_errno(error, path);
}

static bool write_side(const struct writing *writing,
		       const struct commit *commit, const char *side)
{
	const struct run_set *runs = &commit->runs;
	uint32_t metric = writing->finding->number;
	struct column column = run_set_column(runs, metric);
	/* Seen without a number: the runs say so again. */
	bool empty = !column.n && run_set_seen(runs, metric);
	char *path = path_join(writing->directory, side);
	bool done = path ? make_directory(path, writing->error) :
			   fail_memory(writing->error);
	size_t at = 0;

	free(path);
	for (size_t run = 0; done && run < runs->runs; run++) {
		char value[NUMBER_ROOM] = "";
		bool there = at < column.n && column.run[at] == run;

		if (there)
			number_format(column.value[at++], value);
		done = write_run(writing, runs, run, side,
				 there || empty ? value : NULL);
	}
	return done;
}

static bool write_expectation(const struct writing *writing)
{
	char *path;
	FILE *stream = open_file(writing, "expect.csv", &path);

	if (!stream)
		return false;
	fputs("metric,reported\n", stream);
	csv_cell(stream, writing->finding->metric);
	fprintf(stream, ",%s\n", writing->reported ? "true" : "false");
	return close_file(writing, stream, path);
}

static void put_key(FILE *stream, const char *family, const char *key,
		    double value)
{
	char text[NUMBER_ROOM];

	if (number_format(value, text))
		fprintf(stream, "%s.%s,%s\n", family, key, text);
}

static void put_priors(FILE *stream, const char *family,
		       const struct prior prior[PRIOR_FITS])
{
	for (size_t k = 0; k < PRIOR_FITS; k++) {
		char key[32];

		if (isnan(prior[k].d0))
			continue;
		snprintf(key, sizeof(key), "prior.%s.d0", prior_fit_words[k]);
		if (isinf(prior[k].d0))
			fprintf(stream, "%s.%s,inf\n", family, key);
		else
			put_key(stream, family, key, prior[k].d0);
		snprintf(key, sizeof(key), "prior.%s.c2", prior_fit_words[k]);
		put_key(stream, family, key, prior[k].c2);
	}
}

static bool write_context(const struct writing *writing)
{
	struct case_context context =
		context_of(writing->comparison, writing->finding);
	char *path;
	FILE *stream = open_file(writing, "context.csv", &path);

	if (!stream)
		return false;
	fputs("key,value\n", stream);
	if (*writing->finding->group) {
		fputs("group,", stream);
		csv_cell(stream, writing->finding->group);
		putc('\n', stream);
	}
	if (context.has_step)
		fprintf(stream, "step,1e%d\n", context.step);
	for (unsigned f = 0; f < FAMILIES; f++) {
		const struct family_summary *others = &context.others[f];

		put_priors(stream, family_words[f], context.prior[f]);
		if (!others->size)
			continue;
		put_key(stream, family_words[f], "size", (double)others->size);
		put_key(stream, family_words[f], "changed",
			(double)others->changed);
		put_key(stream, family_words[f], "admitted_p",
			others->admitted_p);
	}
	return close_file(writing, stream, path);
}

/* The directories above a path that are not there yet. */
static bool make_above(const char *path, struct error *error)
{
	char *above = strdup(path);
	bool done = true;

	if (!above)
		return fail_memory(error);
	for (char *slash = strchr(above + (*above == '/'), '/'); done && slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(above, 0777) != 0 && errno != EEXIST)
			done = fail_errno(error, above);
		*slash = '/';
	}
	free(above);
	return done;
}

static bool write_all(const struct writing *writing)
{
	return write_side(writing, writing->comparison->base, "base") &&
	       write_side(writing, writing->comparison->candidate,
			  "candidate") &&
	       write_expectation(writing) && write_context(writing);
}

/* A path without the slashes behind it. */
static char *trimmed(const char *path)
{
	size_t length = strlen(path);

	while (length > 1 && path[length - 1] == '/')
		length--;
	return strndup(path, length);
}

static bool write_aside(struct writing *writing, const char *path)
{
	size_t room = strlen(path) + sizeof(".XXXXXX");
	char *aside = malloc(room);
	mode_t mask;
	bool done;

	if (!aside)
		return fail_memory(writing->error);
	snprintf(aside, room, "%s.XXXXXX", path);
	if (!mkdtemp(aside)) {
		fail_errno(writing->error, path);
		free(aside);
		return false;
	}
	writing->directory = aside;
	mask = umask(0);
	umask(mask);
	done = write_all(writing) &&
	       ((chmod(aside, 0777 & ~mask) == 0 && rename(aside, path) == 0) ||
		fail_errno(writing->error, path));
	/* The first sentence stays. */
	if (!done)
		directory_remove(aside, writing->error);
	free(aside);
	return done;
}

/* A unit that a rule gives is not one that the samples had. */
static const char *unit_of_samples(const struct finding *finding)
{
	const char *unit = finding->rule->unit;

	return unit && strcmp(unit, finding->unit) == 0 ? "" : finding->unit;
}

bool case_write(const char *path, const struct comparison *comparison,
		const struct finding *finding, bool reported,
		struct error *error)
{
	struct writing writing = { .comparison = comparison,
				   .finding = finding,
				   .reported = reported,
				   .unit = unit_of_samples(finding),
				   .error = error };
	char *to = trimmed(path);
	struct stat status;
	bool done;

	if (!to)
		return fail_memory(error);
	if (finding->step == STEP_CONFLICT)
		done = fail(error, FAULT_USAGE,
			    "%s has units that do not convert, and a case has "
			    "one unit",
			    finding->metric);
	else if (lstat(to, &status) == 0)
		done = fail(error, FAULT_USAGE,
			    "%s is there already: a case gets a directory of "
			    "its own",
			    to);
	else
		done = make_above(to, error) && write_aside(&writing, to);
	free(to);
	return done;
}
