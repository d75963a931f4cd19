/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "io/cells.h"
#include "pipeline/pipeline.h"
#include "stats/gate.h"

static bool is_news(const struct finding *finding, const char *which)
{
	if (finding->flags & 1u << FLAG_NEW_FAILURE)
		return true;
	return finding->reported &&
	       (strcmp(which, "any") == 0 ||
		finding->direction == DIRECTION_REGRESSION);
}

static bool raise_alarm(struct batch *batch,
			const struct comparison *comparison, const char *metric,
			const char *what)
{
	const char *group = comparison->group->name;
	char place[1024];

	snprintf(place, sizeof(place), "%.400s%s%.400s", group,
		 *group ? ": " : "", metric);
	return problems_add(&batch->shortfalls, &batch->error, FAULT_ALARM,
			    place, 0, NULL, 0, "%s", what);
}

static const char *news_of(const struct finding *finding)
{
	if (finding->flags & 1u << FLAG_NEW_FAILURE)
		return "a new failure";
	switch (finding->direction) {
	case DIRECTION_REGRESSION:
		return "a regression";
	case DIRECTION_IMPROVEMENT:
		return "an improvement";
	default:
		return "a change";
	}
}

static bool alarm_at_news(struct batch *batch)
{
	const char *which = batch->options->exit_code;

	for (size_t c = 0; which && c < batch->comparisons; c++) {
		const struct comparison *comparison = &batch->comparison[c];

		for (size_t i = 0; i < comparison->findings; i++) {
			const struct finding *finding = &comparison->finding[i];

			if (is_news(finding, which) &&
			    !raise_alarm(batch, comparison, finding->metric,
					 news_of(finding)))
				return false;
		}
	}
	return true;
}

/*
 * Proven is what the confidence interval says.  Where it is not known which way
 * is good, both ends count.
 */
static bool is_no_worse(const struct finding *finding, double limit)
{
	bool low = finding->ci_low >= -limit, high = finding->ci_high <= limit;

	if (finding->better == BETTER_HIGHER)
		return low;
	if (finding->better == BETTER_LOWER)
		return high;
	return low && high;
}

static bool judge_kpi(struct batch *batch, const struct comparison *comparison,
		      const struct finding *finding)
{
	double limit = batch->options->no_worse_than;
	char low[32], high[32], what[256];
	const char *unit = finding->change_kind == CHANGE_RELATIVE ? "%" :
								     " points";
	int used;

	if (is_no_worse(finding, limit))
		return true;
	used = snprintf(what, sizeof(what),
			"not proven to be no worse than %g%s", limit, unit);
	format_change(finding->ci_low, finding->change_kind, low, sizeof(low));
	format_change(finding->ci_high, finding->change_kind, high,
		      sizeof(high));
	if (finding->verdict == VERDICT_INCOMPARABLE)
		snprintf(what + used, sizeof(what) - (size_t)used, ": %s",
			 finding->reason);
	else if (isnan(finding->ci_low))
		snprintf(what + used, sizeof(what) - (size_t)used,
			 ": it has no interval");
	else
		snprintf(what + used, sizeof(what) - (size_t)used,
			 ": its change is %s to %s", low, high);
	return raise_alarm(batch, comparison, finding->metric, what);
}

/* Absence of proof does not pass, and neither does the absence of KPIs. */
static bool judge_comparison(struct batch *batch, struct comparison *comparison)
{
	struct t_level level = {
		.tail = (1 - batch->options->confidence) / 2,
	};
	size_t kpis = 0;

	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (finding->kind != KIND_PERFORMANCE ||
		    finding->kpi == KPI_NO ||
		    finding->rule->kind == KIND_IGNORE)
			continue;
		kpis++;
		if (finding->verdict != VERDICT_INCOMPARABLE &&
		    !finding->reported)
			gate_interval(finding, &level);
		if (!judge_kpi(batch, comparison, finding))
			return false;
	}
	return kpis || raise_alarm(batch, comparison, comparison->candidate->id,
				   "there is no KPI that could be proven to be "
				   "no worse");
}

static bool alarm_at_doubt(struct batch *batch)
{
	if (isnan(batch->options->no_worse_than))
		return true;
	for (size_t c = 0; c < batch->comparisons; c++)
		if (!judge_comparison(batch, &batch->comparison[c]))
			return false;
	return true;
}

/* The report is written all the same: main() tells the alarms, and exits 1. */
bool stage_alarm(struct batch *batch)
{
	return alarm_at_news(batch) && alarm_at_doubt(batch);
}
