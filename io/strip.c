/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/strip.h"

#include <math.h>
#include <string.h>

/* Columns of a value; beyond the ends -1 and the number of columns. */
static long place_of(const struct strip_scale *scale, double value)
{
	double range = scale->most / 2 - scale->least / 2;
	double share;

	if (!(range > 0))
		return value < scale->least ? -1 :
		       value > scale->most  ? (long)scale->columns :
					      (long)scale->columns / 2;
	share = (value / 2 - scale->least / 2) / range;
	if (share < 0)
		return -1;
	if (share > 1)
		return (long)scale->columns;
	return lround(share * (double)(scale->columns - 1));
}

static void clear(const struct strip_scale *scale, char *text)
{
	memset(text, ' ', scale->columns);
	text[scale->columns] = '\0';
}

void strip_dots(const struct strip_scale *scale, struct column column,
		char text[STRIP_ROOM])
{
	clear(scale, text);
	for (size_t i = 0; i < column.n; i++) {
		char *at = text + place_of(scale, column.value[i]);

		*at = *at == ' ' ? '.' : *at == '.' ? ':' : '*';
	}
}

void strip_band(const struct strip_scale *scale, double middle, double floor,
		char text[STRIP_ROOM])
{
	long end = (long)scale->columns;
	long left = place_of(scale, middle - floor);
	long right = place_of(scale, middle + floor);
	long at = place_of(scale, middle);

	clear(scale, text);
	for (long i = left < 0 ? 0 : left; i <= right && i < end; i++)
		text[i] = '-';
	if (left >= 0 && left < end)
		text[left] = '[';
	if (right >= 0 && right < end)
		text[right] = ']';
	if (at >= 0 && at < end)
		text[at] = '+';
}
