/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/cells.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void format_mean(double mean, char *text, size_t room)
{
	static const char prefix[] = "\0kMGTPE";
	char digits[32], *e;
	int exponent, group;

	if (mean == 0 || !isfinite(mean)) {
		snprintf(text, room, "%s", mean == 0 ? "0" : "");
		return;
	}
	snprintf(digits, sizeof(digits), "%.3e", mean);
	e = strchr(digits, 'e');
	exponent = e ? atoi(e + 1) : 0;
	if (exponent < -4 || exponent > 20) {
		snprintf(text, room, "%.3e", mean);
	} else if (exponent < 3) {
		if (mean == trunc(mean))
			snprintf(text, room, "%.0f", mean);
		else
			snprintf(text, room, "%.*f", 3 - exponent, mean);
	} else {
		group = exponent / 3;
		snprintf(text, room, "%.*f%c", 3 - exponent % 3,
			 mean / pow(1000, group), prefix[group]);
	}
}

/* Without the zeros that tell nothing. */
static void trim_zeros(char *text)
{
	size_t length = strlen(text);

	while (strchr(text, '.') && text[length - 1] == '0')
		length--;
	text[length - (text[length - 1] == '.')] = '\0';
}

void format_value(double value, char *text, size_t room)
{
	static const char prefix[] = "\0kMGTPE";
	double size = fabs(value);
	int group = 0, digits;

	if (size && (size < 1e-4 || size >= 999.9995e18)) {
		snprintf(text, room, "%.5e", value);
		return;
	}
	if (size >= 999999.5)
		group = (int)floor(log10(size * (1 + 1e-6))) / 3;
	value /= pow(1000, group);
	digits = size ? 5 - (int)floor(log10(fabs(value))) : 0;
	snprintf(text, room, "%.*f", digits > 0 ? digits : 0, value);
	trim_zeros(text);
	if (group)
		snprintf(text + strlen(text), room - strlen(text), "%c",
			 prefix[group]);
}

static void format_side(const struct finding *finding, const struct side *side,
			char text[CELL_ROOM])
{
	double percent = 100 * side->sd / fabs(side->mean);
	char mean[32];

	if (finding->kind == KIND_FAILURE) {
		snprintf(text, CELL_ROOM, "%" PRIu32 "/%" PRIu32, side->fails,
			 side->n);
		return;
	}
	format_mean(side->mean, mean, sizeof(mean));
	if (!isfinite(percent))
		snprintf(text, CELL_ROOM, "%s %5s", mean, "");
	else
		snprintf(text, CELL_ROOM, "%s ±%.*f%%", mean, percent < 9.95,
			 percent);
}

void format_change(double change, enum change_kind kind, char *text,
		   size_t room)
{
	const char *unit = kind == CHANGE_RELATIVE ? "%" : "";

	if (isnan(change))
		text[0] = '\0';
	else if (fabs(change) >= 1e5)
		snprintf(text, room, "%+.2g%s", change, unit);
	else
		snprintf(text, room, "%+.*f%s", fabs(change) < 0.995 ? 2 : 1,
			 change, unit);
}

static void format_q(double q, char *text, size_t room)
{
	if (isnan(q))
		text[0] = '\0';
	else if (q >= 0.001)
		snprintf(text, room, "%.3f", q);
	else
		snprintf(text, room, "%.0e", q);
}

void format_interval_head(double confidence, char text[CELL_ROOM])
{
	if (isnan(confidence))
		strcpy(text, "interval");
	else
		snprintf(text, CELL_ROOM, "%g%% interval", 100 * confidence);
}

static const char *word_of(const struct finding *finding)
{
	switch (finding->direction) {
	case DIRECTION_IMPROVEMENT:
		return "better";
	case DIRECTION_REGRESSION:
		return "worse";
	case DIRECTION_CHANGE:
		return "changed";
	default:
		break;
	}
	if (finding->flags & 1u << FLAG_NEW_FAILURE)
		return "new";
	switch (finding->verdict) {
	case VERDICT_EQUIVALENT:
		return "same";
	case VERDICT_INCOMPARABLE:
		return "-";
	default:
		return "?";
	}
}

void cells_make(struct cells *cells, const struct finding *finding)
{
	char low[CELL_ROOM / 2 - 4], high[CELL_ROOM / 2 - 4];
	enum change_kind kind = finding->change_kind;
	double change = finding->change;

	*cells = (struct cells){ .word = word_of(finding),
				 .reason = finding->reason };
	format_side(finding, &finding->base, cells->text[CELL_BASE]);
	format_side(finding, &finding->candidate, cells->text[CELL_CANDIDATE]);
	/* A base of 0 has no percentage, but the change a direction. */
	if (isnan(change) && finding->base.mean == 0 &&
	    finding->difference != 0 && !isnan(finding->difference))
		change = copysign(INFINITY, finding->difference);
	if (isinf(change))
		strcpy(cells->text[CELL_CHANGE],
		       change < 0 ? "-inf%" : "+inf%");
	else
		format_change(change, kind, cells->text[CELL_CHANGE],
			      CELL_ROOM);
	format_change(finding->ci_low, kind, low, sizeof(low));
	format_change(finding->ci_high, kind, high, sizeof(high));
	if (*low && *high)
		snprintf(cells->text[CELL_INTERVAL], CELL_ROOM, "%s .. %s", low,
			 high);
	format_q(finding->q, cells->text[CELL_Q], CELL_ROOM);
}
