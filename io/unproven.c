/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/unproven.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats/gate.h"

/* What one number of runs is to show for several KPIs. */
struct need {
	uint32_t runs;
	bool beyond; /* more than anybody would make */
	bool differ; /* not all are to show the same change */
	const struct finding *first;
};

static void add(struct need *need, const struct finding *finding, double level)
{
	/* Of a finding that was read back only the result is known. */
	uint32_t runs = isnan(finding->se) ? finding->runs_needed :
					     gate_runs_needed(finding, level);

	if (runs == COUNT_NONE)
		need->beyond = true;
	else if (runs > need->runs)
		need->runs = runs;
	if (!need->first)
		need->first = finding;
	else if (finding->min_change != need->first->min_change ||
		 finding->change_kind != need->first->change_kind)
		need->differ = true;
}

static void write_need(const struct need *need, char *text, size_t room)
{
	char runs[48], change[48];
	const struct finding *first = need->first;

	if (!first || (isnan(first->se) && isnan(first->detectable)))
		return;
	snprintf(runs, sizeof(runs), "%s%" PRIu32 " runs a side would show",
		 need->beyond ? "more than " : "",
		 need->beyond ? (uint32_t)GATE_RUNS_LIMIT : need->runs);
	if (need->differ)
		snprintf(change, sizeof(change), "twice the floor of each");
	else
		snprintf(change, sizeof(change), "%g%s", 2 * first->min_change,
			 first->change_kind == CHANGE_RELATIVE ? "%" :
								 " points");
	snprintf(text, room, "%s %s", runs, change);
}

struct unproven unproven_of(const struct report *report,
			    const struct comparison *comparison)
{
	struct unproven unproven = { 0 };
	struct need need = { 0 };
	bool alone = strcmp(report->fdr, "none") == 0;

	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (!finding->more_runs || finding->kpi == KPI_NO)
			continue;
		unproven.kpis++;
		if (!unproven.first ||
		    strcmp(finding->metric, unproven.first) < 0)
			unproven.first = finding->metric;
		/* A test without a p has no power to plan with. */
		if (!finding->outcome && finding->kind == KIND_PERFORMANCE)
			add(&need, finding,
			    gate_level(comparison, finding, report->alpha,
				       alone));
	}
	write_need(&need, unproven.runs, sizeof(unproven.runs));
	return unproven;
}
