/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/draw.h"

/*
 * simulate SEED normal|t3 BASE_RUNS CANDIDATE_RUNS SPREAD: metrics whose truth
 * is known, as matrices in the current directory, always the same for the same
 * arguments.  The candidate's standard deviation is SPREAD times the base's.
 *
 *	base.csv, null.csv		nothing differs but the noise
 *	base.csv, changed.csv		the same noise, and some levels moved
 *	constants-base.csv,
 *	constants-candidate.csv		more metrics, of one value on both sides
 *
 * A name is its block, its number and its truth: up, down, null or constant.
 */

enum {
	METRICS = 20000,
	BLOCKS = 10,
	CHANGES = 200,
	CONSTANTS = METRICS * 3 / 10,
};

static const double change = 0.10;
static const double cv_median = 0.02, cv_log_sd = 0.8;
static const double level_decades[] = { -2, 10 };

enum noise { NOISE_NORMAL, NOISE_T3 };

enum output {
	BASE,
	NULL_CANDIDATE,
	CHANGED,
	CONSTANTS_BASE,
	CONSTANTS_CANDIDATE,
	OUTPUTS
};

static const char *const output_names[OUTPUTS] = {
	[BASE] = "base.csv",
	[NULL_CANDIDATE] = "null.csv",
	[CHANGED] = "changed.csv",
	[CONSTANTS_BASE] = "constants-base.csv",
	[CONSTANTS_CANDIDATE] = "constants-candidate.csv",
};

struct design {
	enum noise noise;
	size_t base_runs, candidate_runs;
	double spread;
};

static double noise(enum noise kind, uint64_t *state)
{
	return kind == NOISE_T3 ? draw_t3(state) : draw_normal(state);
}

static double level(uint64_t *state)
{
	return pow(10, level_decades[0] +
			       draw_uniform(state) *
				       (level_decades[1] - level_decades[0]));
}

static void write_metric(FILE *const *file, const struct design *design,
			 size_t number, uint64_t *state)
{
	bool moves = number % (METRICS / CHANGES) == 0;
	bool up = moves && number / (METRICS / CHANGES) % 2 == 0;
	const char *truth = !moves ? "null" : up ? "up" : "down";
	double factor = !moves ? 1 : up ? 1 + change : 1 - change;
	double center = level(state);
	double cv = cv_median * exp(cv_log_sd * draw_normal(state));

	for (enum output output = BASE; output <= CHANGED; output++)
		fprintf(file[output], "block%zu.m%zu.%s",
			number / (METRICS / BLOCKS), number, truth);
	for (size_t run = 0; run < design->base_runs; run++)
		fprintf(file[BASE], ",%.17g",
			center * (1 + cv * noise(design->noise, state)));
	for (size_t run = 0; run < design->candidate_runs; run++) {
		double deviation = cv * design->spread;
		double value =
			center * (1 + deviation * noise(design->noise, state));

		fprintf(file[NULL_CANDIDATE], ",%.17g", value);
		fprintf(file[CHANGED], ",%.17g", value * factor);
	}
	for (enum output output = BASE; output <= CHANGED; output++)
		fputc('\n', file[output]);
}

static void write_constant(FILE *file, size_t number, size_t runs, double value)
{
	fprintf(file, "block%zu.c%zu.constant", number % BLOCKS, number);
	for (size_t run = 0; run < runs; run++)
		fprintf(file, ",%.17g", value);
	fputc('\n', file);
}

static void write_all(FILE *const *file, const struct design *design,
		      uint64_t seed)
{
	/* A seed's neighbours are far away in the generator's sequence. */
	uint64_t state = draw_bits(&seed);

	for (size_t i = 0; i < METRICS; i++)
		write_metric(file, design, i, &state);
	for (size_t i = 0; i < CONSTANTS; i++) {
		double value = level(&state);

		write_constant(file[CONSTANTS_BASE], i, design->base_runs,
			       value);
		write_constant(file[CONSTANTS_CANDIDATE], i,
			       design->candidate_runs, value);
	}
}

/* Says which output failed, and why. */
static bool failed(enum output output)
{
	fprintf(stderr, "simulate: %s: %s\n", output_names[output],
		strerror(errno));
	return false;
}

static bool simulate(const struct design *design, uint64_t seed)
{
	FILE *file[OUTPUTS] = { 0 };
	bool written = true;

	for (enum output i = BASE; written && i < OUTPUTS; i++) {
		file[i] = fopen(output_names[i], "w");
		if (!file[i])
			written = failed(i);
	}
	if (written)
		write_all(file, design, seed);
	for (enum output i = BASE; i < OUTPUTS; i++) {
		bool whole;

		if (!file[i])
			continue;
		whole = !ferror(file[i]);
		if (fclose(file[i]) != 0 || !whole)
			written = failed(i);
	}
	return written;
}

int main(int argc, char **argv)
{
	struct design design;

	if (argc != 6) {
		fprintf(stderr, "usage: simulate SEED normal|t3 BASE_RUNS "
				"CANDIDATE_RUNS SPREAD\n");
		return 64;
	}
	design.noise = strcmp(argv[2], "t3") == 0 ? NOISE_T3 : NOISE_NORMAL;
	design.base_runs = strtoul(argv[3], NULL, 10);
	design.candidate_runs = strtoul(argv[4], NULL, 10);
	design.spread = strtod(argv[5], NULL);
	return simulate(&design, strtoull(argv[1], NULL, 10)) ? 0 : 4;
}
