/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/bench/draw.h"

/*
 * generate DIRECTORY METRICS BASE_RUNS CANDIDATE_RUNS [SEED]: two run sets,
 * DIRECTORY/base and DIRECTORY/candidate, always the same for the same
 * arguments.  Names and figures look like those of a kernel test robot; one
 * metric in twenty moves.  The seed is that of the noise: the metrics and their
 * levels are those of all seeds.
 */

struct metric {
	struct drawn drawn;
	double level[2]; /* base, candidate */
	double noise;	 /* relative standard deviation */
};

static void describe(struct metric *metric, size_t number, uint64_t *state)
{
	draw_metric(&metric->drawn, number, state);
	metric->level[0] = metric->level[1] = metric->drawn.level;
	metric->noise = pow(10, -3 + 2.3 * draw_uniform(state));
	if (number % 20 == 0)
		metric->level[1] *= 1 + 0.3 * (draw_uniform(state) - 0.4);
}

static bool write_run(const char *path, const struct metric *metric,
		      size_t metrics, size_t side, uint64_t *state)
{
	FILE *file = fopen(path, "w");
	bool written;

	if (!file)
		return false;
	fputs("metric,value\n", file);
	for (size_t i = 0; i < metrics; i++) {
		double value = metric[i].level[side];

		value = fabs(value *
			     (1 + metric[i].noise * draw_normal(state)));
		fprintf(file, "%s,", metric[i].drawn.name);
		figure_print(file, metric[i].drawn.figure, value);
		putc('\n', file);
	}
	written = !ferror(file);
	return fclose(file) == 0 && written;
}

static bool write_side(const char *directory, const char *name,
		       const struct metric *metric, size_t metrics, size_t side,
		       size_t runs, uint64_t *state)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return false;
	for (size_t run = 0; run < runs; run++) {
		snprintf(path, sizeof(path), "%s/%s/%zu.csv", directory, name,
			 run);
		if (!write_run(path, metric, metrics, side, state))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct metric *metric;
	uint64_t state = 1;
	size_t metrics;
	bool written;

	if (argc < 5) {
		fprintf(stderr, "usage: generate DIRECTORY METRICS BASE_RUNS "
				"CANDIDATE_RUNS [SEED]\n");
		return 64;
	}
	metrics = strtoul(argv[2], NULL, 10);
	metric = calloc(metrics ? metrics : 1, sizeof(*metric));
	written = metric != NULL;
	for (size_t i = 0; written && i < metrics; i++)
		describe(&metric[i], i, &state);
	state = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
	written = written &&
		  write_side(argv[1], "base", metric, metrics, 0,
			     strtoul(argv[3], NULL, 10), &state) &&
		  write_side(argv[1], "candidate", metric, metrics, 1,
			     strtoul(argv[4], NULL, 10), &state);
	if (!written)
		fprintf(stderr, "generate: %s: %s\n", argv[1], strerror(errno));
	free(metric);
	return written ? 0 : 4;
}
