/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_UNIT_H
#define IO_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/rule.h"

/*
 * Factor between two units of one dimension: value * 10^decimal * 2^binary.
 */
struct unit_factor {
	int decimal, binary;
};

/*
 * How a value in unit `from` becomes one in unit `to`: ns, us, ms, s; B, kB,
 * KB, KiB, MB ...; each also per second (MB/s).  Equal texts convert whatever
 * they are.  Returns false where they do not convert.  Texts end with NUL.
 */
bool unit_convert(const char *from, const char *to, struct unit_factor *factor);

/*
 * Which way is good, by the unit alone: time, and time per operation (ns/op),
 * lower; anything per time (ops/s), higher, unless its name is that of a
 * trouble (errors/s, cache-misses/s, switches/s ...); else unknown.
 */
enum better unit_better(const char *unit);

#endif
