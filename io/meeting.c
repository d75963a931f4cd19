/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/meeting.h"

#include <stdlib.h>
#include <string.h>

/* A unit of the one group in the other. */
static bool move_unit(struct group *to, const struct group *from,
		      uint32_t metric, uint32_t *unit)
{
	const char *text;

	*unit = from->unit[metric];
	if (*unit == UNIT_OPEN)
		return true;
	text = unit_text(from, *unit);
	return names_intern(&to->units, text, strlen(text), unit);
}

/* Of a metric that both have: *fits, unless the units differ. */
static bool meet_unit(struct group *to, uint32_t number, uint32_t unit,
		      struct rules *rules, bool *fits, struct error *error)
{
	uint32_t known = to->unit[number];

	if (unit == UNIT_OPEN || unit == known)
		return true;
	/* Who came first has no sample that says the unit. */
	if (known == UNIT_OPEN)
		return rules_describe(rules, to, number, unit, error);
	*fits = false;
	return true;
}

bool meet_metrics(struct group *to, const struct group *from,
		  struct rules *rules, uint32_t *number, bool *fits,
		  struct error *error)
{
	uint32_t none;

	*fits = true;
	/* Unit number 0 is that of samples without one. */
	if (!names_intern(&to->units, "", 0, &none))
		return fail_memory(error);
	for (uint32_t m = 0; *fits && m < from->described; m++) {
		uint32_t known = to->described, unit;

		if (!names_intern(&to->names, names_text(&from->names, m),
				  from->names.length[m], &number[m]) ||
		    !move_unit(to, from, m, &unit))
			return fail_memory(error);
		if (number[m] == known ?
			    !rules_describe(rules, to, known, unit, error) :
			    !meet_unit(to, number[m], unit, rules, fits, error))
			return false;
	}
	return true;
}

bool meet_in_order(const struct group *from, const uint32_t *number)
{
	for (uint32_t m = 0; m < from->described; m++)
		if (number[m] != m)
			return false;
	return true;
}

/* Column m of one run set becomes column number[m] of the other. */
static void move_columns(struct run_set *to, const struct run_set *from,
			 const uint32_t *number)
{
	size_t at = 0;

	for (uint32_t m = 0; m < to->metrics; m++)
		to->step[m] = STEP_NONE;
	for (uint32_t m = 0; m < from->metrics; m++)
		to->offset[number[m]] = from->offset[m + 1] - from->offset[m];
	for (uint32_t m = 0; m <= to->metrics; m++) {
		size_t n = to->offset[m];

		to->offset[m] = at;
		at += n;
	}
	for (uint32_t m = 0; m < from->metrics; m++) {
		size_t begin = from->offset[m],
		       to_begin = to->offset[number[m]];
		size_t n = from->offset[m + 1] - begin;

		if (n) {
			memcpy(to->value + to_begin, from->value + begin,
			       n * sizeof(*to->value));
			memcpy(to->run + to_begin, from->run + begin,
			       n * sizeof(*to->run));
		}
		to->step[number[m]] = from->step[m];
		to->missing[number[m]] = from->missing[m];
		to->seen[number[m]] = from->seen[m];
	}
}

bool meet_columns(struct run_set *to, const struct run_set *from,
		  const uint32_t *number, uint32_t metrics, struct error *error)
{
	size_t values = from->metrics ? from->offset[from->metrics] : 0;
	size_t room = (size_t)metrics + 1;

	*to = (struct run_set){ .runs = from->runs,
				.run_id = from->run_id,
				.incomplete = from->incomplete,
				.metrics = metrics };
	to->offset = calloc(room, sizeof(*to->offset));
	to->run = malloc((values + 1) * sizeof(*to->run));
	to->value = malloc((values + 1) * sizeof(*to->value));
	to->step = malloc(room * sizeof(*to->step));
	to->missing = calloc(room, sizeof(*to->missing));
	to->seen = calloc(room, sizeof(*to->seen));
	if (!to->offset || !to->run || !to->value || !to->step ||
	    !to->missing || !to->seen)
		return fail_memory(error);
	move_columns(to, from, number);
	return true;
}

void meet_release(struct run_set *columns)
{
	free(columns->offset);
	free(columns->run);
	free(columns->value);
	free(columns->step);
	free(columns->missing);
	free(columns->seen);
	*columns = (struct run_set){ 0 };
}
