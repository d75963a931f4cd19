/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/headline.h"

#include <inttypes.h>
#include <math.h>

const struct finding *headline_of(const struct report *report)
{
	for (size_t r = 0; r < report->reported; r++)
		if (report->row[r].finding->kpi != KPI_NO)
			return report->row[r].finding;
	return report->reported ? report->row[0].finding : NULL;
}

void headline_put_size(FILE *stream, const struct finding *finding)
{
	static const char *const nouns[] = { "", "improvement", "regression",
					     "change" };
	double change = finding->change;

	/* Which way is good says the noun, where it is known. */
	if (finding->direction != DIRECTION_CHANGE)
		change = fabs(change);
	else if (isfinite(change) && change >= 0)
		putc('+', stream);
	if (isfinite(change))
		fprintf(stream, fabs(change) < 1e5 ? "%.1f%s " : "%.2g%s ",
			change,
			finding->change_kind == CHANGE_RELATIVE ? "%" :
								  " points");
	fprintf(stream, "%s of ", nouns[finding->direction]);
}

void headline_put_rest(FILE *stream, const struct finding *finding)
{
	if (finding->kind == KIND_FAILURE &&
	    finding->candidate.fails == COUNT_NONE)
		fputs(" failed", stream);
	else if (finding->kind == KIND_FAILURE)
		fprintf(stream,
			" failed in %" PRIu32 " of %" PRIu32
			" runs, before in %" PRIu32 " of %" PRIu32,
			finding->candidate.fails, finding->candidate.n,
			finding->base.fails, finding->base.n);
	else if (finding->better == BETTER_LOWER)
		fputs(" (lower is better)", stream);
}

void direction_count(struct direction_counts *counts,
		     const struct finding *finding)
{
	counts->of[finding->direction] += finding->reported;
}

static void put_count(FILE *stream, size_t count, const char *what, bool *first)
{
	if (!count)
		return;
	fprintf(stream, "%s%zu %s%s", *first ? "" : ", ", count, what,
		count == 1 ? "" : "s");
	*first = false;
}

void direction_counts_put(FILE *stream, const struct direction_counts *counts)
{
	bool first = true;

	put_count(stream, counts->of[DIRECTION_REGRESSION], "regression",
		  &first);
	put_count(stream, counts->of[DIRECTION_IMPROVEMENT], "improvement",
		  &first);
	put_count(stream, counts->of[DIRECTION_CHANGE], "change", &first);
	if (first)
		fputs("nothing to report", stream);
}
