/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/*
 * generate DIRECTORY METRICS BASE_RUNS CANDIDATE_RUNS [SEED]: two run sets,
 * DIRECTORY/base and DIRECTORY/candidate, always the same for the same
 * arguments.  Names and figures look like those of a kernel test robot; one
 * metric in twenty moves.
 */

enum { NAME_ROOM = 160 };

enum figure { FIGURE_COUNT, FIGURE_CENTS, FIGURE_FULL };

struct metric {
	char name[NAME_ROOM];
	enum figure figure;
	double level[2]; /* base, candidate */
	double noise;	 /* relative standard deviation */
};

static const struct {
	const char *name;
	enum figure figure;
	double low, high; /* decimal exponents of the level */
} monitors[] = {
	{ "perf-profile.calltrace.cycles-pp.", FIGURE_FULL, -2, 1.5 },
	{ "perf-profile.children.cycles-pp.", FIGURE_CENTS, -2, 1.5 },
	{ "perf-profile.self.cycles-pp.", FIGURE_CENTS, -2, 1.5 },
	{ "perf-stat.i.", FIGURE_FULL, 2, 11 },
	{ "proc-vmstat.", FIGURE_COUNT, 2, 8 },
	{ "numa-vmstat.node0.", FIGURE_COUNT, 2, 7 },
	{ "numa-meminfo.node1.", FIGURE_COUNT, 3, 8 },
	{ "sched_debug.cfs_rq:/.", FIGURE_FULL, -1, 6 },
	{ "slabinfo.", FIGURE_COUNT, 1, 6 },
	{ "interrupts.CPU", FIGURE_COUNT, 0, 6 },
	{ "turbostat.", FIGURE_CENTS, 0, 4 },
	{ "cpuidle.", FIGURE_COUNT, 3, 9 },
};

static const char *const words[] = {
	"folio",   "page",   "remove", "rmap",	"ptes",	  "alloc", "entry",
	"syscall", "vfs",    "write",  "read",	"lock",	  "spin",  "inode",
	"active",  "anon",   "file",   "dirty", "normal", "load",  "avg",
	"branch",  "misses", "cache",  "dTLB",	"iTLB",	  "node",  "local",
	"memcg",   "charge", "batch",  "flush", "wake",	  "queue", "timer",
	"irq",	   "sched",  "switch", "idle",	"steal",
};

enum {
	MONITORS = sizeof(monitors) / sizeof(monitors[0]),
	WORDS = sizeof(words) / sizeof(words[0]),
};

static uint64_t state;

static double uniform(void)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (double)(state >> 11) / 9007199254740992.0;
}

static double normal(void)
{
	double radius = sqrt(-2 * log(1 - uniform()));

	return radius * cos(6.283185307179586 * uniform());
}

static void describe(struct metric *metric, size_t number)
{
	size_t kind = number % MONITORS;
	size_t parts = 2 + (size_t)(uniform() * 3), used;
	double exponent;

	used = (size_t)snprintf(metric->name, NAME_ROOM, "%s",
				monitors[kind].name);
	while (parts-- && used < NAME_ROOM)
		used += (size_t)snprintf(metric->name + used, NAME_ROOM - used,
					 "%s_",
					 words[(size_t)(uniform() * WORDS)]);
	if (used < NAME_ROOM)
		snprintf(metric->name + used, NAME_ROOM - used, "%zu", number);

	exponent = monitors[kind].low +
		   uniform() * (monitors[kind].high - monitors[kind].low);
	metric->figure = monitors[kind].figure;
	metric->level[0] = pow(10, exponent);
	metric->level[1] = metric->level[0];
	metric->noise = pow(10, -3 + 2.3 * uniform());
	if (number % 20 == 0)
		metric->level[1] *= 1 + 0.3 * (uniform() - 0.4);
}

static bool write_run(const char *path, const struct metric *metric,
		      size_t metrics, size_t side)
{
	FILE *file = fopen(path, "w");
	bool written;

	if (!file)
		return false;
	fputs("metric,value\n", file);
	for (size_t i = 0; i < metrics; i++) {
		double value = metric[i].level[side];

		value = fabs(value * (1 + metric[i].noise * normal()));
		switch (metric[i].figure) {
		case FIGURE_COUNT:
			fprintf(file, "%s,%.0f\n", metric[i].name, value);
			break;
		case FIGURE_CENTS:
			fprintf(file, "%s,%.2f\n", metric[i].name, value);
			break;
		case FIGURE_FULL:
			fprintf(file, "%s,%.16g\n", metric[i].name, value);
			break;
		}
	}
	written = !ferror(file);
	return fclose(file) == 0 && written;
}

static bool write_side(const char *directory, const char *name,
		       const struct metric *metric, size_t metrics, size_t side,
		       size_t runs)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return false;
	for (size_t run = 0; run < runs; run++) {
		snprintf(path, sizeof(path), "%s/%s/%zu.csv", directory, name,
			 run);
		if (!write_run(path, metric, metrics, side))
			return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	struct metric *metric;
	size_t metrics;
	bool written;

	if (argc < 5) {
		fprintf(stderr, "usage: generate DIRECTORY METRICS BASE_RUNS "
				"CANDIDATE_RUNS [SEED]\n");
		return 64;
	}
	metrics = strtoul(argv[2], NULL, 10);
	state = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
	metric = calloc(metrics ? metrics : 1, sizeof(*metric));
	written = metric != NULL;
	for (size_t i = 0; written && i < metrics; i++)
		describe(&metric[i], i);
	written = written &&
		  write_side(argv[1], "base", metric, metrics, 0,
			     strtoul(argv[3], NULL, 10)) &&
		  write_side(argv[1], "candidate", metric, metrics, 1,
			     strtoul(argv[4], NULL, 10));
	if (!written)
		fprintf(stderr, "generate: %s: %s\n", argv[1], strerror(errno));
	free(metric);
	return written ? 0 : 4;
}
