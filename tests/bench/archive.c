/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/bench/draw.h"

/*
 * archive DIRECTORY [--groups N] [--commits N] [--runs N] [--metrics N]
 * [--seed N] [--broken N] [--sessions]: an archive of known truth, always the
 * same for the same arguments.  DIRECTORY/archive has the runs and commits.csv,
 * DIRECTORY/TRUTH.csv what is true of each pair of neighbours (but for what did
 * not change and has no noise):
 *
 *	group,base,candidate,metric,noise_kind,level,change,noise
 *
 * level is the base's; change, 0 for none, and noise, the standard deviation,
 * are in percent of it.
 *
 * Every second pair is a planted one, in which one metric in twenty moves and
 * stays where it is; in the others nothing does.  Of a hundred metrics 60 have
 * normal noise, 10 each that of Student's t with 3 degrees of freedom, of two
 * modes, and of rare outliers, and 10 none.  One in ten is a percentage.  The
 * standard deviations are log-normal, with a median of 2 %, and changes
 * log-uniform from 2 % to 60 %, half of them down.  --sessions moves all runs
 * of a commit by a draw of their own from the noise; --broken spoils that many
 * more run files, which are the last of their commits.
 */

enum noise_kind {
	NOISE_NORMAL,
	NOISE_T3,
	NOISE_TWO_MODES,
	NOISE_OUTLIERS,
	NOISE_NONE,
	NOISE_KINDS
};

/* Shares in a hundred. */
static const struct {
	const char *name;
	unsigned share;
} noise_kinds[NOISE_KINDS] = {
	[NOISE_NORMAL] = { "normal", 60 },
	[NOISE_T3] = { "t3", 10 },
	[NOISE_TWO_MODES] = { "two-modes", 10 },
	[NOISE_OUTLIERS] = { "outliers", 10 },
	[NOISE_NONE] = { "none", 10 },
};

enum { PLANTED_ONE_IN = 20, PERCENTAGE_ONE_IN = 10, PATH_ROOM = 128 };

static const double noise_median = 0.02, noise_log_sd = 0.8;
static const double least_change = 0.02, largest_change = 0.6;
/* Of an outlier: how often, and how far in standard deviations of the rest. */
static const double outlier_share = 0.03, outlier_distance = 8;

struct metric {
	struct drawn drawn;
	enum noise_kind kind;
	double level, noise; /* of this commit; noise relative to level */
	double change;	     /* since the last commit, relative to it */
};

struct design {
	unsigned long groups, commits, runs, metrics, seed, broken;
	int sessions;
};

static enum noise_kind draw_kind(uint64_t *state)
{
	unsigned draw = (unsigned)(draw_uniform(state) * 100), kind = 0;

	while (draw >= noise_kinds[kind].share)
		draw -= noise_kinds[kind++].share;
	return (enum noise_kind)kind;
}

static void describe(struct metric *metric, size_t number, uint64_t *state)
{
	draw_metric(&metric->drawn, number, state);
	metric->kind = draw_kind(state);
	metric->level = metric->drawn.level;
	metric->noise =
		metric->kind == NOISE_NONE ?
			0 :
			noise_median * exp(noise_log_sd * draw_normal(state));
	if (number % PERCENTAGE_ONE_IN)
		return;
	snprintf(metric->drawn.name, DRAWN_NAME_ROOM, "mpstat.cpu%zu.usr%%",
		 number);
	metric->drawn.figure = FIGURE_CENTS;
	metric->level = 5 + 60 * draw_uniform(state);
}

/* Of mean 0 and variance 1. */
static double draw_noise(enum noise_kind kind, uint64_t *state)
{
	/* Two modes lie 2 d apart, each with a standard deviation of s. */
	static const double d = 0.9, s = 0.43588989435406736;
	double rest = 1 / sqrt(1 + outlier_share * (1 - outlier_share) *
					   outlier_distance * outlier_distance);
	double draw;

	switch (kind) {
	case NOISE_T3:
		return draw_t3(state);
	case NOISE_TWO_MODES:
		draw = draw_uniform(state) < 0.5 ? -d : d;
		return draw + s * draw_normal(state);
	case NOISE_OUTLIERS:
		draw = draw_uniform(state) < outlier_share;
		return rest * (draw_normal(state) +
			       (draw - outlier_share) * outlier_distance);
	case NOISE_NORMAL:
		return draw_normal(state);
	default:
		return 0;
	}
}

static void plant(struct metric *metric, bool planted, uint64_t *state)
{
	double size = least_change *
		      pow(largest_change / least_change, draw_uniform(state));
	bool down = draw_uniform(state) < 0.5;

	metric->change = 0;
	if (!planted || draw_uniform(state) * PLANTED_ONE_IN >= 1)
		return;
	metric->change = down ? 1 / (1 + size) - 1 : size;
	metric->level *= 1 + metric->change;
}

static FILE *open_path(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		fprintf(stderr, "archive: %s: %s\n", path, strerror(errno));
	return file;
}

static bool close_path(FILE *file, const char *path)
{
	bool whole = !ferror(file);

	whole = fclose(file) == 0 && whole;
	if (!whole)
		fprintf(stderr, "archive: %s: cannot be written\n", path);
	return whole;
}

/* Each way of being broken in turn. */
static void spoil(FILE *file, unsigned long number)
{
	static const char *const way[] = {
		"metric,value\nfirst,1\nsecond,1.5ms\n",
		"metric,value\nfirst,1\nsecond,\"2\n",
		"metric,value\nfirst,1\nse",
		"metric,value\nfirst,1\nsecond,1,000\n",
	};

	if (number % 5 == 4)
		fwrite("metric,value\nfirst,\0\n", 1, 21, file);
	else
		fputs(way[number % 5], file);
}

static bool write_run(const char *path, const struct design *design,
		      const struct metric *metric, const double *shift,
		      uint64_t *state)
{
	FILE *file = open_path(path);

	if (!file)
		return false;
	fputs("metric,value\n", file);
	for (size_t i = 0; i < design->metrics; i++) {
		double noise = draw_noise(metric[i].kind, state) + shift[i];

		fprintf(file, "%s,", metric[i].drawn.name);
		figure_print(file, metric[i].drawn.figure,
			     metric[i].level * (1 + metric[i].noise * noise));
		putc('\n', file);
	}
	return close_path(file, path);
}

/* What all runs of a commit have in common, in standard deviations. */
static void draw_session(const struct design *design, double *shift,
			 uint64_t *state)
{
	for (size_t i = 0; i < design->metrics; i++)
		shift[i] = design->sessions ? draw_normal(state) : 0;
}

#define RUN_SET "archive/test=g%lu/commit=c%02lu"

static bool write_commit(const struct design *design, unsigned long group,
			 unsigned long commit, const struct metric *metric,
			 unsigned long *broken, double *shift, uint64_t *state)
{
	char path[PATH_ROOM];
	bool done = true;
	FILE *file;

	draw_session(design, shift, state);
	snprintf(path, sizeof(path), RUN_SET, group, commit);
	if (mkdir(path, 0777) != 0)
		return open_path(path) != NULL;
	for (unsigned long run = 0; done && run < design->runs; run++) {
		snprintf(path, sizeof(path), RUN_SET "/%lu.csv", group, commit,
			 run);
		done = write_run(path, design, metric, shift, state);
	}
	if (!done || *broken >= design->broken)
		return done;
	snprintf(path, sizeof(path), RUN_SET "/broken.csv", group, commit);
	file = open_path(path);
	if (!file)
		return false;
	spoil(file, (*broken)++);
	return close_path(file, path);
}

static void write_truth(FILE *truth, const struct design *design,
			unsigned long group, unsigned long commit,
			const struct metric *metric)
{
	for (size_t i = 0; i < design->metrics; i++)
		if (metric[i].kind != NOISE_NONE || metric[i].change != 0)
			fprintf(truth,
				"test=g%lu,c%02lu,c%02lu,%s,%s,%.10g,%.10g,"
				"%.10g\n",
				group, commit - 1, commit, metric[i].drawn.name,
				noise_kinds[metric[i].kind].name,
				metric[i].level / (1 + metric[i].change),
				100 * metric[i].change, 100 * metric[i].noise);
}

static bool write_group(const struct design *design, unsigned long group,
			struct metric *metric, unsigned long *broken,
			double *shift, FILE *truth, uint64_t *state)
{
	char path[PATH_ROOM];

	snprintf(path, sizeof(path), "archive/test=g%lu", group);
	if (mkdir(path, 0777) != 0)
		return open_path(path) != NULL;
	for (size_t i = 0; i < design->metrics; i++)
		describe(&metric[i], i, state);
	for (unsigned long commit = 1; commit <= design->commits; commit++) {
		for (size_t i = 0; i < design->metrics; i++)
			plant(&metric[i], commit % 2 == 0, state);
		if (commit > 1)
			write_truth(truth, design, group, commit, metric);
		if (!write_commit(design, group, commit, metric, broken, shift,
				  state))
			return false;
	}
	return true;
}

static bool write_commits(const struct design *design)
{
	static const char path[] = "archive/commits.csv";
	FILE *file = open_path(path);

	if (!file)
		return false;
	fputs("commit,parent\n", file);
	for (unsigned long commit = 1; commit <= design->commits; commit++)
		fprintf(file, commit > 1 ? "c%02lu,c%02lu\n" : "c%02lu,\n",
			commit, commit - 1);
	return close_path(file, path);
}

static bool write_archive(const struct design *design)
{
	uint64_t state = design->seed;
	struct metric *metric = calloc(design->metrics + 1, sizeof(*metric));
	double *shift = calloc(design->metrics + 1, sizeof(*shift));
	static const char path[] = "TRUTH.csv";
	unsigned long broken = 0;
	FILE *truth = NULL;
	bool done = metric && shift && mkdir("archive", 0777) == 0 &&
		    write_commits(design);

	if (done)
		truth = open_path(path);
	done = truth != NULL;
	if (done)
		fputs("group,base,candidate,metric,noise_kind,level,change,"
		      "noise\n",
		      truth);
	for (unsigned long group = 1; done && group <= design->groups; group++)
		done = write_group(design, group, metric, &broken, shift, truth,
				   &state);
	if (truth)
		done = close_path(truth, path) && done;
	free(metric);
	free(shift);
	return done;
}

int main(int argc, char **argv)
{
	struct design design = { .groups = 6,
				 .commits = 12,
				 .runs = 3,
				 .metrics = 3000,
				 .seed = 1 };
	const struct option options[] = {
		{ "groups", required_argument, NULL, 'g' },
		{ "commits", required_argument, NULL, 'c' },
		{ "runs", required_argument, NULL, 'r' },
		{ "metrics", required_argument, NULL, 'm' },
		{ "seed", required_argument, NULL, 's' },
		{ "broken", required_argument, NULL, 'b' },
		{ "sessions", no_argument, &design.sessions, 1 },
		{ NULL, 0, NULL, 0 },
	};
	unsigned long *const number[256] = {
		['g'] = &design.groups, ['c'] = &design.commits,
		['r'] = &design.runs,	['m'] = &design.metrics,
		['s'] = &design.seed,	['b'] = &design.broken,
	};
	int letter;

	while ((letter = getopt_long(argc, argv, "", options, NULL)) >= 0) {
		if (letter == '?')
			return 64;
		if (letter)
			*number[letter] = strtoul(optarg, NULL, 10);
	}
	if (optind + 1 != argc) {
		fprintf(stderr, "usage: archive DIRECTORY [--groups N] "
				"[--commits N] [--runs N] [--metrics N] "
				"[--seed N] [--broken N] [--sessions]\n");
		return 64;
	}
	if ((mkdir(argv[optind], 0777) != 0 && errno != EEXIST) ||
	    chdir(argv[optind]) != 0) {
		fprintf(stderr, "archive: %s: %s\n", argv[optind],
			strerror(errno));
		return 4;
	}
	return write_archive(&design) ? 0 : 4;
}
