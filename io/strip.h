/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_STRIP_H
#define IO_STRIP_H

#include <stddef.h>

#include "stats/samples.h"

enum { STRIP_ROOM = 256 };

/* The stretch of values that strips one below the other show. */
struct strip_scale {
	double least, most;
	size_t columns; /* at least 2, less than STRIP_ROOM */
};

/*
 * The values of a column as dots: "." where there is one, ":" for two, "*" for
 * more.  Values must lie within the scale.
 */
void strip_dots(const struct strip_scale *scale, struct column column,
		char text[STRIP_ROOM]);

/*
 * The stretch from middle - floor to middle + floor as "[--+--]", cut where it
 * leaves the scale.
 */
void strip_band(const struct strip_scale *scale, double middle, double floor,
		char text[STRIP_ROOM]);

#endif
