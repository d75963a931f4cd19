/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/plan.h"

#include <math.h>
#include <string.h>

#include "stats/gate.h"
#include "stats/samples.h"

const uint32_t plan_sizes[PLAN_SIZES] = { 3, 5, 10, 20 };

static enum plan_reason why_unknown(const struct finding *finding)
{
	const struct side *side = &finding->base;

	if (finding->base_seen & METRIC_UNIT_CONFLICT)
		return PLAN_UNIT_CONFLICT;
	if (side->n < 2)
		return PLAN_TOO_FEW_RUNS;
	if (!(side->max > side->min))
		return PLAN_CONSTANT;
	if (isnan(gate_change_scale(finding)))
		return PLAN_MEAN_ZERO;
	return PLAN_KNOWN;
}

/* The floor as change: as the rule has it, without a detour by the unit. */
static double floor_of(const struct rule *rule, double scale)
{
	return isnan(scale) ? NAN :
			      fmax(rule->min_change, rule->min_delta * scale);
}

static void set_noise(struct plan_row *row, const struct finding *finding,
		      const struct prior *prior)
{
	const struct side *side = &finding->base;
	struct shrunk shrunk = prior_shrink(*prior, side->mean,
					    gate_noise(side->sd, finding->step),
					    side->n - 1.0);

	row->noise = gate_change_scale(finding) * shrunk.sd;
	/* A mean of 0 borrows nothing. */
	row->prior_df = shrunk.df > side->n - 1.0 ? prior->d0 : 0;
}

static void expect_change(struct plan_row *row, uint32_t least, double level)
{
	if (isnan(row->expect))
		return;
	if (row->expect <= row->floor) {
		row->reason = PLAN_BELOW_FLOOR;
		return;
	}
	row->runs_needed = gate_runs(row->noise, row->prior_df, row->floor,
				     row->expect, level);
	if (row->runs_needed == COUNT_NONE)
		row->reason = PLAN_TOO_NOISY;
	else if (row->runs_needed < least)
		row->runs_needed = least;
}

struct plan_row plan_metric(const struct finding *finding,
			    const struct plan_basis *basis)
{
	const struct side *side = &finding->base;
	const struct rule *rule = finding->rule;
	double scale = gate_change_scale(finding);
	uint32_t least = rule->min_runs > basis->least_runs ? rule->min_runs :
							      basis->least_runs;
	struct plan_row row = {
		.group = finding->group,
		.set = finding->base_id,
		.metric = finding->metric,
		.unit = finding->unit,
		.kpi = finding->kpi,
		.change_kind = finding->change_kind,
		.reason = (uint8_t)why_unknown(finding),
		.n = side->n,
		.mean = side->mean,
		.sd = NAN,
		.cv = NAN,
		.floor = floor_of(rule, scale),
		.expect = basis->expect,
		.runs_needed = COUNT_NONE,
		.noise = NAN,
		.prior_df = NAN,
	};

	for (size_t i = 0; i < PLAN_SIZES; i++)
		row.detectable[i] = NAN;
	if (row.reason == PLAN_KNOWN || row.reason == PLAN_MEAN_ZERO)
		row.sd = side->sd;
	if (row.mean != 0)
		row.cv = 100 * row.sd / fabs(row.mean);
	if (row.reason != PLAN_KNOWN)
		return row;
	set_noise(&row, finding, &basis->prior);
	for (size_t i = 0; i < PLAN_SIZES; i++)
		if (plan_sizes[i] >= least)
			row.detectable[i] =
				row.floor + gate_reach(row.noise, row.prior_df,
						       plan_sizes[i],
						       basis->level);
	expect_change(&row, least, basis->level);
	return row;
}

int plan_compare(const void *a, const void *b)
{
	const struct plan_row *left = a, *right = b;
	bool left_kpi = left->kpi != KPI_NO, right_kpi = right->kpi != KPI_NO;

	if (left_kpi != right_kpi)
		return right_kpi - left_kpi;
	if (isnan(left->cv) != isnan(right->cv))
		return isnan(left->cv) - isnan(right->cv);
	if (left->cv != right->cv && !isnan(left->cv))
		return left->cv > right->cv ? -1 : 1;
	return strcmp(left->metric, right->metric);
}
