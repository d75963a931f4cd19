/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/html_scale.h"

#include <math.h>

struct html_scale html_scale_empty(void)
{
	return (struct html_scale){ INFINITY, -INFINITY };
}

void html_scale_widen(struct html_scale *scale, double value)
{
	if (!isfinite(value))
		return;
	scale->least = fmin(scale->least, value);
	scale->most = fmax(scale->most, value);
}

bool html_scale_close(struct html_scale *scale)
{
	double room;

	if (!(scale->least <= scale->most))
		return false;
	if (scale->least < scale->most)
		return true;
	room = scale->least == 0 ? 1 : fabs(scale->least) * 0.01;
	scale->least -= room;
	scale->most += room;
	return isfinite(scale->least) && isfinite(scale->most) &&
	       scale->least < scale->most;
}

double html_scale_place(const struct html_scale *scale, double value)
{
	/* Halves, for the whole may be more than a double holds. */
	double range = scale->most / 2 - scale->least / 2;
	double share = (value / 2 - scale->least / 2) / range;

	return 3 + 94 * fmin(fmax(share, 0), 1);
}

bool html_scale_holds(const struct html_scale *scale, double value)
{
	return value >= scale->least && value <= scale->most;
}

/* 1, 2 or 5 times a power of ten: some five of them span the scale. */
static double step_of(const struct html_scale *scale)
{
	double rough = (scale->most - scale->least) / 4;
	double power = pow(10, floor(log10(rough)));
	double digit = rough / power;

	return power * (digit < 1.5 ? 1 :
			digit < 3.5 ? 2 :
			digit < 7.5 ? 5 :
				      10);
}

/* How the numbers of an axis are written, the same for all. */
struct number_style {
	double unit; /* of the prefix */
	char prefix[2];
	int decimals; /* below 0: as exponents */
};

static struct number_style style_of(const struct html_scale *scale, double step)
{
	static const char prefix[] = "\0kMGTPE";
	double most = fmax(fabs(scale->least), fabs(scale->most));
	int group = (int)floor(log10(most) / 3);
	struct number_style style = { 1, "", 0 };

	if (group > 6 || most < 1e-3) {
		style.decimals = -1;
		return style;
	}
	if (group > 0) {
		style.unit = pow(1000, group);
		style.prefix[0] = prefix[group];
	}
	style.decimals = (int)-floor(log10(step / style.unit) + 1e-9);
	style.decimals = style.decimals < 0 ? 0 :
			 style.decimals > 9 ? 9 :
					      style.decimals;
	return style;
}

static void put_number(const struct number_style *style, FILE *stream,
		       double value)
{
	if (style->decimals < 0)
		fprintf(stream, "%.3g", value);
	else
		fprintf(stream, "%.*f%s", style->decimals, value / style->unit,
			style->prefix);
}

void html_scale_axis(const struct html_scale *scale, FILE *stream, int height,
		     const char *unit)
{
	double step = step_of(scale), first;
	struct number_style style;

	if (!isfinite(step) || !(step > 0))
		return;
	style = style_of(scale, step);
	first = ceil(scale->least / step);
	for (int i = 0; i < 10; i++) {
		double value = (first + i) * step;
		double place;

		if (!(value <= scale->most))
			break;
		place = html_scale_place(scale, value);
		fprintf(stream,
			"<line x1=\"%.2f%%\" x2=\"%.2f%%\" y1=\"0\" y2=\"%d\" "
			"class=\"g\"/><text x=\"%.2f%%\" y=\"%d\">",
			place, place, height, place, height + 14);
		/* No "-0". */
		put_number(&style, stream, value == 0 ? 0 : value);
		fprintf(stream, "%s</text>", unit);
	}
}
