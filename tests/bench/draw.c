/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/draw.h"

#include <math.h>

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

uint64_t draw_bits(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

double draw_uniform(uint64_t *state)
{
	return (double)(draw_bits(state) >> 11) / 9007199254740992.0;
}

double draw_normal(uint64_t *state)
{
	double radius = sqrt(-2 * log(1 - draw_uniform(state)));

	return radius * cos(6.283185307179586 * draw_uniform(state));
}

double draw_t3(uint64_t *state)
{
	double chi_squared = 0;

	for (int i = 0; i < 3; i++) {
		double z = draw_normal(state);

		chi_squared += z * z;
	}
	return draw_normal(state) / sqrt(chi_squared / 3) / sqrt(3);
}

void draw_metric(struct drawn *drawn, size_t number, uint64_t *state)
{
	size_t kind = number % MONITORS;
	size_t parts = 2 + (size_t)(draw_uniform(state) * 3), used;
	double exponent;

	used = (size_t)snprintf(drawn->name, DRAWN_NAME_ROOM, "%s",
				monitors[kind].name);
	while (parts-- && used < DRAWN_NAME_ROOM)
		used += (size_t)snprintf(
			drawn->name + used, DRAWN_NAME_ROOM - used, "%s_",
			words[(size_t)(draw_uniform(state) * WORDS)]);
	if (used < DRAWN_NAME_ROOM)
		snprintf(drawn->name + used, DRAWN_NAME_ROOM - used, "%zu",
			 number);
	exponent = monitors[kind].low +
		   draw_uniform(state) *
			   (monitors[kind].high - monitors[kind].low);
	drawn->figure = monitors[kind].figure;
	drawn->level = pow(10, exponent);
}

void figure_print(FILE *file, enum figure figure, double value)
{
	switch (figure) {
	case FIGURE_COUNT:
		fprintf(file, "%.0f", value);
		break;
	case FIGURE_CENTS:
		fprintf(file, "%.2f", value);
		break;
	case FIGURE_FULL:
		fprintf(file, "%.16g", value);
		break;
	}
}
