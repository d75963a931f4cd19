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
	if (columns->asked[role] && !roles[role].several)
		return fail(error, FAULT_USAGE,
			    "--columns says %s= twice, and it takes one column",
			    roles[role].name);
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

static bool make_room(struct column_map *map)
{
	size_t room = 2 * map->room + 16;
	char **name = realloc(map->name, room * sizeof(*name));
	uint8_t *role;
	size_t *place, *order;
	bool *again;

	if (!name)
		return false;
	map->name = name;
	role = realloc(map->role, room * sizeof(*role));
	if (!role)
		return false;
	map->role = role;
	place = realloc(map->place, room * sizeof(*place));
	if (!place)
		return false;
	map->place = place;
	order = realloc(map->order, room * sizeof(*order));
	if (!order)
		return false;
	map->order = order;
	again = realloc(map->again, room * sizeof(*again));
	if (!again)
		return false;
	map->again = again;
	map->room = room;
	return true;
}

bool column_map_add(struct column_map *map, const char *name)
{
	size_t at = map->columns;
	uint32_t known = map->names.count, number;

	if (at == map->room && !make_room(map))
		return false;
	if (!names_intern(&map->names, name, strlen(name), &number))
		return false;
	map->name[at] = strdup(name);
	if (!map->name[at])
		return false;
	map->role[at] = ROLE_NONE;
	map->place[at] = 0;
	map->again[at] = number < known;
	map->columns++;
	return true;
}

static void take(struct column_map *map, size_t column, enum role role)
{
	map->role[column] = (uint8_t)role;
	map->place[column] = map->count[role]++;
}

/* The first column of that name, or map->columns. */
static size_t find_column(const struct column_map *map, const char *name)
{
	size_t i = 0;

	while (i < map->columns && strcmp(map->name[i], name) != 0)
		i++;
	return i;
}

/* "no column NAME: columns are a,b,c", cut where the room ends. */
static bool missing(const struct column_map *map, const char *name,
		    const char *cure, char *what, size_t room)
{
	int used = snprintf(what, room, "no column %s: columns are ", name);

	for (size_t i = 0; i < map->columns && used < (int)room; i++)
		used += snprintf(what + used, room - (size_t)used, "%s%s",
				 i ? "," : "", map->name[i]);
	if (map->columns == 1 && strpbrk(map->name[0], ";\t"))
		cure = strchr(map->name[0], ';') ?
			       " (separated by ;? --delimiter ';')" :
			       " (separated by tabs? --delimiter tab)";
	if (used < (int)room)
		snprintf(what + used, room - (size_t)used, "%s", cure);
	return false;
}

static bool take_asked(struct column_map *map, enum role role, const char *name,
		       char *what, size_t room)
{
	size_t column = find_column(map, name);

	if (column == map->columns)
		return missing(map, name, "", what, room);
	if (map->role[column] != ROLE_NONE) {
		snprintf(what, room, "--columns takes column %s twice", name);
		return false;
	}
	take(map, column, role);
	return true;
}

static void take_defaults(struct column_map *map, const struct columns *columns)
{
	for (unsigned role = 0; role < ROLES; role++) {
		size_t column = map->columns;

		if (roles[role].has_default && !columns->asked[role])
			column = find_column(map, roles[role].name);
		if (column < map->columns && map->role[column] == ROLE_NONE)
			take(map, column, role);
	}
}

/* Which one is meant, where two columns have the name? */
static bool names_differ(const struct column_map *map, char *what, size_t room)
{
	for (size_t i = 0; i < map->columns; i++) {
		const char *name = map->name[i];

		if (!map->again[i] ||
		    (map->role[i] == ROLE_NONE &&
		     map->role[find_column(map, name)] == ROLE_NONE))
			continue;
		snprintf(what, room, "two columns have the name %s", name);
		return false;
	}
	return true;
}

static void put_in_order(struct column_map *map)
{
	size_t begin = 0;

	for (unsigned role = 0; role < ROLES; role++) {
		map->begin[role] = begin;
		begin += map->count[role];
	}
	for (size_t i = 0; i < map->columns; i++)
		if (map->role[i] != ROLE_NONE)
			map->order[map->begin[map->role[i]] + map->place[i]] =
				i;
}

bool column_map_resolve(struct column_map *map, const struct columns *columns,
			bool needs_commit, const bool *numeric, char *what,
			size_t room)
{
	for (unsigned role = 0; role < ROLES; role++)
		for (size_t i = 0; i < columns->count[role]; i++)
			if (!take_asked(map, role, columns->name[role][i], what,
					room))
				return false;
	take_defaults(map, columns);
	for (size_t i = 0; columns->every_value && i < map->columns; i++)
		if (map->role[i] == ROLE_NONE && numeric[i])
			take(map, i, ROLE_VALUE);
	if (needs_commit && !map->count[ROLE_COMMIT])
		return missing(map, "commit", " (--columns commit=NAME?)", what,
			       room);
	if (!map->count[ROLE_VALUE])
		return missing(map, "value",
			       " (--columns value=NAME, or value=*?)", what,
			       room);
	put_in_order(map);
	return names_differ(map, what, room);
}

void column_map_release(struct column_map *map)
{
	for (size_t i = 0; i < map->columns; i++)
		free(map->name[i]);
	free(map->name);
	free(map->role);
	free(map->place);
	free(map->order);
	free(map->again);
	names_release(&map->names);
	*map = (struct column_map){ 0 };
}
