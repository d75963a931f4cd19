/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_AXES_H
#define IO_AXES_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"
#include "stats/comparison.h"

/*
 * Splits the name of a directory key=value into an axis, to be freed.  Returns
 * false when it is none, or when there is no memory (then error is set); the
 * axis then is {0}.
 */
bool axis_split(const char *text, struct axis *axis, struct error *error);

/*
 * The axes of a group's name, to be freed, whatever comes back: "/" and "%" of
 * the values are %2F and %25 there.  Returns false at a part that is no axis,
 * or when there is no memory (then error is set).
 */
bool group_axes(const char *name, struct axis **axis, size_t *axes,
		struct error *error);

/* The id of a directory commit=ID; NULL when the name is none. */
const char *commit_of(const char *text);

/* A copy sorted by name, to be freed; NULL when there is no memory. */
struct axis *axes_copy(const struct axis *axis, size_t axes);

/* Frees the axes and what they hold. */
void axes_free(struct axis *axis, size_t axes);

/*
 * The name of a group, to be freed: axis=value/axis=value in the order of the
 * axes, with "/" and "%" of the values as %2F and %25.  NULL when there is no
 * memory.
 */
char *group_name(const struct axis *axis, size_t axes);

#endif
