/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/axes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void axes_free(struct axis *axis, size_t axes)
{
	for (size_t i = 0; i < axes; i++) {
		free(axis[i].name);
		free(axis[i].value);
	}
	free(axis);
}

bool axis_split(const char *text, struct axis *axis, struct error *error)
{
	const char *equals = strchr(text, '=');

	*axis = (struct axis){ 0 };
	if (!equals || equals == text)
		return false;
	axis->name = strndup(text, (size_t)(equals - text));
	axis->value = strdup(equals + 1);
	if (axis->name && axis->value)
		return true;
	free(axis->name);
	free(axis->value);
	*axis = (struct axis){ 0 };
	fail_memory(error);
	return false;
}

/* A part of a group's name. */
static bool axis_parse(const char *text, struct axis *axis, struct error *error)
{
	char *to;

	if (!axis_split(text, axis, error))
		return false;
	to = axis->value;
	for (const char *c = axis->value; *c; c++) {
		bool slash = strncmp(c, "%2F", 3) == 0;

		if (!slash && strncmp(c, "%25", 3) != 0) {
			*to++ = *c;
			continue;
		}
		*to++ = slash ? '/' : '%';
		c += 2;
	}
	*to = '\0';
	return true;
}

bool group_axes(const char *name, struct axis **axis, size_t *axes,
		struct error *error)
{
	*axis = NULL;
	*axes = 0;
	while (*name) {
		size_t length = strcspn(name, "/");
		char *part = strndup(name, length);
		struct axis *bigger =
			realloc(*axis, (*axes + 1) * sizeof(*bigger));
		bool done;

		if (bigger)
			*axis = bigger;
		if (!bigger || !part) {
			free(part);
			return fail_memory(error);
		}
		done = axis_parse(part, &bigger[*axes], error);
		free(part);
		if (!done)
			return false;
		++*axes;
		name += length + (name[length] == '/');
	}
	return true;
}

const char *commit_of(const char *text)
{
	static const char key[] = "commit=";

	if (strncmp(text, key, sizeof(key) - 1) != 0)
		return NULL;
	return text[sizeof(key) - 1] ? text + sizeof(key) - 1 : NULL;
}

static int by_axis(const void *a, const void *b)
{
	return strcmp(((const struct axis *)a)->name,
		      ((const struct axis *)b)->name);
}

struct axis *axes_copy(const struct axis *axis, size_t axes)
{
	struct axis *copy = calloc(axes + 1, sizeof(*copy));

	if (!copy)
		return NULL;
	for (size_t i = 0; i < axes; i++) {
		copy[i].name = strdup(axis[i].name);
		copy[i].value = strdup(axis[i].value);
		if (!copy[i].name || !copy[i].value) {
			axes_free(copy, i + 1);
			return NULL;
		}
	}
	qsort(copy, axes, sizeof(*copy), by_axis);
	return copy;
}

char *group_name(const struct axis *axis, size_t axes)
{
	size_t room = 1;
	char *name, *to;

	for (size_t i = 0; i < axes; i++)
		room += strlen(axis[i].name) + 3 * strlen(axis[i].value) + 2;
	name = malloc(room);
	if (!name)
		return NULL;
	to = name;
	*to = '\0';
	for (size_t i = 0; i < axes; i++) {
		to += sprintf(to, "%s%s=", i ? "/" : "", axis[i].name);
		for (const char *c = axis[i].value; *c; c++) {
			if (*c == '/' || *c == '%')
				to += sprintf(to, "%%%02X", (unsigned)*c);
			else
				*to++ = *c;
		}
		*to = '\0';
	}
	return name;
}
