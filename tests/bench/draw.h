/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_BENCH_DRAW_H
#define TESTS_BENCH_DRAW_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Random numbers, the same for the same state on every machine. */

/* SplitMix64 (Steele, Lea and Flood 2014). */
uint64_t draw_bits(uint64_t *state);

/* In [0, 1). */
double draw_uniform(uint64_t *state);

/* Of mean 0 and variance 1; Box and Muller 1958. */
double draw_normal(uint64_t *state);

/* Student's t with 3 degrees of freedom over its standard deviation. */
double draw_t3(uint64_t *state);

enum { DRAWN_NAME_ROOM = 160 };

/* How a figure is printed. */
enum figure { FIGURE_COUNT, FIGURE_CENTS, FIGURE_FULL };

/* A metric such as a kernel test robot has. */
struct drawn {
	char name[DRAWN_NAME_ROOM]; /* ends with its number: it is the only one */
	enum figure figure;
	double level; /* of its monitor's usual size */
};

void draw_metric(struct drawn *drawn, size_t number, uint64_t *state);

/* As %.0f, %.2f or %.16g have it. */
void figure_print(FILE *file, enum figure figure, double value);

#endif
