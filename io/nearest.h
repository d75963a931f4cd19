/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_NEAREST_H
#define IO_NEAREST_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The double nearest to mantissa * 10^exponent, of two as near the even one.
 * Returns false where this is not the way to find it: the double would be
 * subnormal, zero or infinite, or lies too close to the middle of two.
 *
 * Daniel Lemire, "Number parsing at a gigabyte per second", Software: Practice
 * and Experience 51 (2021); the idea is Michael Eisel's.
 */
bool nearest_double(uint64_t mantissa, int64_t exponent, double *value);

struct product {
	uint64_t high, low;
};

/* 64 by 64 bits, for compilers that have no wider integers. */
struct product product_by_halves(uint64_t a, uint64_t b);

#endif
