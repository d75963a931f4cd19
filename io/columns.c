/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/text.h"

static const struct {
	const char *name;
	bool several;
	bool has_default; /* the column of its own name */
} roles[ROLES] = {
	[ROLE_COMMIT] = { "commit", false, true },
	[ROLE_RUN] = { "run", false, true },
	[ROLE_METRIC] = { "metric", true, true },
	[ROLE_VALUE] = { "value", true, true },
	[ROLE_UNIT] = { "unit", false, true },
	[ROLE_AXIS] = { "axis", true, false },
};

const char *role_name(enum role role)
{
	return role < ROLES ? roles[role].name : NULL;
}

static const char *name_of_role(size_t i)
{
	return i < ROLES ? roles[i].name : NULL;
}

static bool add_name(struct columns *columns, enum role role, const char *name,
		     struct error *error)
{
	size_t count = columns->count[role];
	const char **bigger;

	if (!*name)
		return fail(error, FAULT_USAGE,
			    "--columns %s= takes a column's name",
			    roles[role].name);
	if (count && !roles[role].several)
		return fail(error, FAULT_USAGE,
			    "--columns %s= takes one column, not %s+%s",
			    roles[role].name, columns->name[role][0], name);
	bigger = realloc(columns->name[role], (count + 1) * sizeof(*bigger));
	if (!bigger)
		return fail_memory(error);
	columns->name[role] = bigger;
	bigger[columns->count[role]++] = name;
	return true;
}

static bool add_names(struct columns *columns, enum role role, char *names,
		      struct error *error)
{
	columns->asked[role] = true;
	if (role == ROLE_RUN && strcmp(names, "@row") == 0) {
		columns->run = RUN_OF_ROW;
		return true;
	}
	if (role == ROLE_RUN && strcmp(names, "@file") == 0) {
		columns->run = RUN_OF_FILE;
		return true;
	}
	if (role == ROLE_VALUE && strcmp(names, "*") == 0) {
		columns->every_value = true;
		return true;
	}
	for (;;) {
		char *plus = strchr(names, '+');

		if (plus)
			*plus = '\0';
		if (!add_name(columns, role, names, error))
			return false;
		if (!plus)
			return true;
		names = plus + 1;
	}
}

static bool parse_part(struct columns *columns, char *part, struct error *error)
{
	char *equals = strchr(part, '=');
	char hint[64];

	if (!equals)
		return fail(error, FAULT_USAGE,
			    "--columns \"%s\" is no ROLE=NAME; several columns "
			    "of one role are joined by +",
			    part);
	*equals = '\0';
	for (unsigned role = 0; role < ROLES; role++)
		if (strcmp(roles[role].name, part) == 0)
			return add_names(columns, role, equals + 1, error);
	text_did_you_mean(part, name_of_role, hint, sizeof(hint));
	return fail(error, FAULT_USAGE,
		    "--columns has no role \"%s\"%s (commit, run, metric, "
		    "value, unit, axis)",
		    part, hint);
}

bool columns_parse(struct columns *columns, const char *text,
		   struct error *error)
{
	char *part;

	*columns = (struct columns){ 0 };
	if (!text)
		return true;
	columns->text = strdup(text);
	if (!columns->text)
		return fail_memory(error);
	part = columns->text;
	while (part) {
		char *comma = strchr(part, ',');

		if (comma)
			*comma = '\0';
		if (!parse_part(columns, part, error)) {
			columns_release(columns);
			return false;
		}
		part = comma ? comma + 1 : NULL;
	}
	return true;
}

void columns_release(struct columns *columns)
{
	for (unsigned role = 0; role < ROLES; role++)
		free(columns->name[role]);
	free(columns->text);
	*columns = (struct columns){ 0 };
}

bool column_map_add(struct column_map *map, const char *name)
{
	size_t columns = map->columns + 1;
	char **names = realloc(map->name, columns * sizeof(*names));
	uint8_t *role;
	size_t *place;

	if (!names)
		return false;
	map->name = names;
	role = realloc(map->role, columns * sizeof(*role));
	if (!role)
		return false;
	map->role = role;
	place = realloc(map->place, columns * sizeof(*place));
	if (!place)
		return false;
	map->place = place;
	names[map->columns] = strdup(name);
	if (!names[map->columns])
		return false;
	role[map->columns] = ROLE_NONE;
	place[map->columns] = 0;
	map->columns++;
	return true;
}

static bool take_column(struct column_map *map, enum role role,
			const char *name)
{
	for (size_t i = 0; i < map->columns; i++) {
		if (map->role[i] != ROLE_NONE ||
		    strcmp(map->name[i], name) != 0)
			continue;
		map->role[i] = (uint8_t)role;
		map->place[i] = map->count[role]++;
		return true;
	}
	return false;
}

/* "no column NAME: columns are a,b,c", cut where the room ends. */
static bool missing(const struct column_map *map, const char *name,
		    const char *cure, char *what, size_t room)
{
	int used = snprintf(what, room, "no column %s: columns are ", name);

	for (size_t i = 0; i < map->columns && used < (int)room; i++)
		used += snprintf(what + used, room - (size_t)used, "%s%s",
				 i ? "," : "", map->name[i]);
	if (used < (int)room)
		snprintf(what + used, room - (size_t)used, "%s", cure);
	return false;
}

bool column_map_resolve(struct column_map *map, const struct columns *columns,
			bool needs_commit, const bool *numeric, char *what,
			size_t room)
{
	for (unsigned role = 0; role < ROLES; role++)
		for (size_t i = 0; i < columns->count[role]; i++)
			if (!take_column(map, role, columns->name[role][i]))
				return missing(map, columns->name[role][i], "",
					       what, room);
	for (unsigned role = 0; role < ROLES; role++)
		if (roles[role].has_default && !columns->asked[role])
			take_column(map, role, roles[role].name);
	for (size_t i = 0; columns->every_value && i < map->columns; i++)
		if (map->role[i] == ROLE_NONE && numeric[i]) {
			map->role[i] = ROLE_VALUE;
			map->place[i] = map->count[ROLE_VALUE]++;
		}
	if (needs_commit && !map->count[ROLE_COMMIT])
		return missing(map, "commit", " (--columns commit=NAME?)", what,
			       room);
	if (!map->count[ROLE_VALUE])
		return missing(map, "value",
			       " (--columns value=NAME, or value=*?)", what,
			       room);
	return true;
}

void column_map_release(struct column_map *map)
{
	for (size_t i = 0; i < map->columns; i++)
		free(map->name[i]);
	free(map->name);
	free(map->role);
	free(map->place);
	*map = (struct column_map){ 0 };
}
