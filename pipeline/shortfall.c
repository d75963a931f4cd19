/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/shortfall.h"

#include <stdio.h>

/* What decides whether an answer is complete. */
struct tally {
	size_t base_runs, candidate_runs;
	size_t tested, kpis, kpis_tested;
	size_t base_metrics, common;
};

static struct tally tally_of(const struct comparison *comparison)
{
	struct tally tally = {
		.base_runs = comparison->base->runs.runs,
		.candidate_runs = comparison->candidate->runs.runs,
		.tested = comparison->findings - comparison->incomparable,
	};

	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];
		bool ignored = finding->rule->kind == KIND_IGNORE;
		bool tested = finding->verdict != VERDICT_INCOMPARABLE;

		if (finding->kind == KIND_PERFORMANCE && !ignored &&
		    finding->kpi != KPI_NO) {
			tally.kpis++;
			tally.kpis_tested += tested;
		}
		/* A failure that is not seen again is no loss. */
		if (!finding->base_seen || finding->kind == KIND_FAILURE)
			continue;
		tally.base_metrics++;
		tally.common += finding->candidate_seen != 0;
	}
	return tally;
}

static bool empty_base(const struct tally *t)
{
	return t->base_runs == 0;
}

static bool empty_candidate(const struct tally *t)
{
	return t->candidate_runs == 0;
}

static bool nothing_in_common(const struct tally *t)
{
	return t->base_metrics && t->common == 0;
}

/* Told apart, as samples within one run are often taken for runs. */
static bool one_run(const struct tally *t)
{
	return t->tested == 0 && (t->base_runs == 1 || t->candidate_runs == 1);
}

static bool nothing_tested(const struct tally *t)
{
	return t->tested == 0;
}

static bool no_kpi_tested(const struct tally *t)
{
	return t->kpis && t->kpis_tested == 0;
}

static bool half_gone(const struct tally *t)
{
	return 2 * t->common <= t->base_metrics && t->base_metrics > 1;
}

static const struct shortfall {
	const char *what;
	bool (*holds)(const struct tally *tally);
} shortfalls[] = {
	{ "the base has no runs", empty_base },
	{ "the candidate has no runs", empty_candidate },
	{ "the candidate has none of the base's metrics", nothing_in_common },
	{ "a side has one run, and a test takes two: samples within one run "
	  "count as one",
	  one_run },
	{ "no metric could be tested", nothing_tested },
	{ "no KPI could be tested", no_kpi_tested },
	{ "at least half of the base's metrics are gone", half_gone },
};

/* Which comparison: the two commits, and the group where there are several. */
static void name_place(const struct comparison *comparison, char *place,
		       size_t room)
{
	const char *group = comparison->group->name;

	snprintf(place, room, "%s%s%.100s against %.100s", group,
		 *group ? ": " : "", comparison->base->id,
		 comparison->candidate->id);
}

bool note_shortfall(struct work *work)
{
	struct tally tally = tally_of(work->comparison);
	char place[1024];

	name_place(work->comparison, place, sizeof(place));
	for (size_t i = 0; i < sizeof(shortfalls) / sizeof(*shortfalls); i++)
		if (shortfalls[i].holds(&tally))
			return problems_add(&work->shortfalls, &work->error,
					    FAULT_INCOMPLETE, place, 0, NULL, 0,
					    "incomplete: %s",
					    shortfalls[i].what);
	return true;
}
