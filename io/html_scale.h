/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_HTML_SCALE_H
#define IO_HTML_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The stretch of values that a plot shows, from its left to its right. */
struct html_scale {
	double least, most;
};

/* Makes room for a value; begin with an empty scale. */
struct html_scale html_scale_empty(void);
void html_scale_widen(struct html_scale *scale, double value);

/* Whether there is a stretch at all; one single value gets some around it. */
bool html_scale_close(struct html_scale *scale);

/*
 * Where a value stands, in percent of the width, with some room at both ends;
 * values beyond the scale stand at its ends.
 */
double html_scale_place(const struct html_scale *scale, double value);
bool html_scale_holds(const struct html_scale *scale, double value);

/*
 * An axis of round numbers as lines and texts of an SVG: lines from y = 0 to
 * `height`, the texts below.  `unit` stands behind each number.
 */
void html_scale_axis(const struct html_scale *scale, FILE *stream, int height,
		     const char *unit);

#endif
