/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/unit.h"

#include <string.h>
#include <strings.h>

enum dimension {
	TIME,
	SIZE,
	BITS,
	FREQUENCY,
	POWER,
	ENERGY,
};

/* The unit is 10^decimal * 2^binary of its dimension's first. */
struct unit {
	const char *text;
	enum dimension dimension;
	int decimal, binary;
};

/* "b" and "bps" stay out: they are bits to some and bytes to others. */
static const struct unit units[] = {
	/* clang-format off */
	{ "s", TIME, 0, 0 },
	{ "sec", TIME, 0, 0 },
	{ "second", TIME, 0, 0 },
	{ "seconds", TIME, 0, 0 },
	{ "ms", TIME, -3, 0 },
	{ "msec", TIME, -3, 0 },
	{ "us", TIME, -6, 0 },
	{ "usec", TIME, -6, 0 },
	{ "\xc2\xb5s", TIME, -6, 0 }, /* micro sign */
	{ "\xce\xbcs", TIME, -6, 0 }, /* Greek mu */
	{ "ns", TIME, -9, 0 },
	{ "nsec", TIME, -9, 0 },
	{ "B", SIZE, 0, 0 },
	{ "byte", SIZE, 0, 0 },
	{ "bytes", SIZE, 0, 0 },
	{ "kB", SIZE, 3, 0 },
	{ "KB", SIZE, 3, 0 },
	{ "MB", SIZE, 6, 0 },
	{ "GB", SIZE, 9, 0 },
	{ "TB", SIZE, 12, 0 },
	{ "KiB", SIZE, 0, 10 },
	{ "MiB", SIZE, 0, 20 },
	{ "GiB", SIZE, 0, 30 },
	{ "TiB", SIZE, 0, 40 },
	{ "bit", BITS, 0, 0 },
	{ "kbit", BITS, 3, 0 },
	{ "Mbit", BITS, 6, 0 },
	{ "Gbit", BITS, 9, 0 },
	{ "Hz", FREQUENCY, 0, 0 },
	{ "kHz", FREQUENCY, 3, 0 },
	{ "MHz", FREQUENCY, 6, 0 },
	{ "GHz", FREQUENCY, 9, 0 },
	{ "W", POWER, 0, 0 },
	{ "mW", POWER, -3, 0 },
	{ "J", ENERGY, 0, 0 },
	{ "mJ", ENERGY, -3, 0 },
	/* clang-format on */
};

/* Times that are no powers of ten of a second: they tell a direction only. */
static const char *const long_times[] = {
	"min", "minute", "minutes", "h", "hour", "hours",
};

/*
 * Words that begin so name a trouble: more of it in a second is hardly better.
 */
static const char *const troubles[] = {
	/* clang-format off */
	"abort", "collision", "drop", "err", "fail", "fault", "interrupt",
	"loss", "lost", "miss", "retrans", "retries", "retry", "stall",
	"switch", "timeout",
	/* clang-format on */
};

/* A part of a unit, which need not end with NUL. */
struct part {
	const char *text;
	size_t length;
};

static bool is_text(struct part part, const char *text)
{
	return strlen(text) == part.length &&
	       !memcmp(text, part.text, part.length);
}

/* "ns/op" is "ns" and "op"; without a slash the second part is empty. */
static void split(const char *text, struct part *above, struct part *below)
{
	above->text = text;
	above->length = strcspn(text, "/");
	below->text = text + above->length;
	if (*below->text)
		below->text++;
	below->length = strlen(below->text);
}

static const struct unit *find(struct part part)
{
	size_t i;

	for (i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (is_text(part, units[i].text))
			return &units[i];
	return NULL;
}

static bool is_time(struct part part)
{
	const struct unit *unit = find(part);
	size_t i;

	for (i = 0; i < sizeof(long_times) / sizeof(*long_times); i++)
		if (is_text(part, long_times[i]))
			return true;
	return unit && unit->dimension == TIME;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool begins_with(struct part part, const char *word)
{
	size_t length = strlen(word);

	return part.length >= length &&
	       strncasecmp(part.text, word, length) == 0;
}

static bool is_trouble(struct part part)
{
	for (; part.length; part.text++, part.length--) {
		for (size_t i = 0; i < sizeof(troubles) / sizeof(*troubles);
		     i++)
			if (begins_with(part, troubles[i]))
				return true;
		/* On to the end of this word. */
		while (part.length > 1 && is_letter(*part.text)) {
			part.text++;
			part.length--;
		}
	}
	return false;
}

/* Adds the factor from one part to the other, `sign` -1 below the slash. */
static bool convert_part(struct part from, struct part to, int sign,
			 struct unit_factor *factor)
{
	const struct unit *old, *new;

	if (from.length == to.length && !memcmp(from.text, to.text, to.length))
		return true;
	old = find(from);
	new = find(to);
	if (!old || !new || old->dimension != new->dimension)
		return false;
	factor->decimal += sign * (old->decimal - new->decimal);
	factor->binary += sign * (old->binary - new->binary);
	return true;
}

bool unit_convert(const char *from, const char *to, struct unit_factor *factor)
{
	struct part from_above, from_below, to_above, to_below;

	split(from, &from_above, &from_below);
	split(to, &to_above, &to_below);
	*factor = (struct unit_factor){ 0 };
	if (convert_part(from_above, to_above, 1, factor) &&
	    convert_part(from_below, to_below, -1, factor))
		return true;
	*factor = (struct unit_factor){ 0 };
	return false;
}

enum better unit_better(const char *unit)
{
	struct part above, below;
	bool time;

	if (!*unit)
		return BETTER_UNKNOWN;
	split(unit, &above, &below);
	time = is_time(above);
	if (!is_time(below))
		return time ? BETTER_LOWER : BETTER_UNKNOWN;
	/* Time per time is a share of it, good or bad as the case may be. */
	return time || is_trouble(above) ? BETTER_UNKNOWN : BETTER_HIGHER;
}
