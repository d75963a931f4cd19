/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pipeline/pipeline.h"
#include "stats/gate.h"
#include "stats/large_array.h"
#include "stats/summary.h"

static struct side summarise_side(const struct finding *finding,
				  const struct run_set *runs, bool zero)
{
	struct column column = run_set_column(runs, finding->number);
	struct summary summary = summarise_values(column.value, column.n);
	struct side side = { .n = (uint32_t)column.n,
			     .fails = COUNT_NONE,
			     .mean = summary.mean,
			     .sd = summary.sd,
			     .median = NAN,
			     .min = summary.min,
			     .max = summary.max };

	if (finding->number < runs->metrics)
		side.missing = runs->missing[finding->number];
	if (zero) {
		side.n = (uint32_t)run_set_runs(runs, finding->kind);
		side.mean = side.min = side.max = side.n ? 0 : NAN;
		side.sd = side.n > 1 ? 0 : NAN;
	}
	if (finding->kind == KIND_FAILURE) {
		side.fails = 0;
		for (size_t i = 0; i < column.n; i++)
			side.fails += column.value[i] != 0;
		if (finding->rule->kind == KIND_PASS)
			side.fails = side.n - side.fails;
		side.mean = side.n ? 100.0 * side.fails / side.n : NAN;
		side.sd = side.min = side.max = NAN;
	}
	return side;
}

/* Of values whose unit is not known, there are none to be told. */
static void forget_figures(struct side *side)
{
	side->mean = side->sd = side->min = side->max = NAN;
}

static int step_of(const struct run_set *runs, uint32_t metric)
{
	return metric < runs->metrics ? runs->step[metric] : STEP_NONE;
}

/* What a plain t-test would have made of a metric, for the account. */
static void test_plainly(const struct finding *finding,
			 struct comparison *comparison, struct t_level *small)
{
	struct moments base = side_moments(&finding->base);
	struct moments candidate = side_moments(&finding->candidate);
	struct spread spread;
	enum t_place place;

	if (finding->kind == KIND_FAILURE || finding->rule->kind == KIND_IGNORE)
		return;
	spread = welch_spread(base, candidate);
	if (!(spread.se > 0))
		return;
	comparison->welch_tested++;
	place = t_level_place(small, fabs(finding->difference) / spread.se,
			      spread.df);
	comparison->welch_small +=
		place == T_BEYOND ||
		(place == T_UNCERTAIN &&
		 welch_test(base, candidate).p < WELCH_SMALL_P);
}

/* Whether a side that has never seen the metric counts as zero. */
static bool is_zero(const struct comparison *comparison,
		    const struct finding *finding, unsigned seen,
		    bool (*by_gate)(const struct comparison *comparison,
				    const struct finding *finding))
{
	if (seen & METRIC_SEEN)
		return false;
	return finding->rule->absent == ABSENT_ZERO ||
	       (by_gate && by_gate(comparison, finding));
}

static void summarise(struct finding *finding, struct comparison *comparison,
		      const struct gate *gate, struct t_level *small)
{
	const struct run_set *base = &comparison->base->runs;
	const struct run_set *candidate = &comparison->candidate->runs;
	bool absent_base = is_zero(comparison, finding, finding->base_seen,
				   gate->absent_base_is_zero);
	bool absent_candidate = is_zero(comparison, finding,
					finding->candidate_seen,
					gate->absent_candidate_is_zero);
	int base_step = step_of(base, finding->number);
	int candidate_step = step_of(candidate, finding->number);

	finding->base = summarise_side(finding, base, absent_base);
	finding->candidate =
		summarise_side(finding, candidate, absent_candidate);
	comparison->base_missing += finding->base.missing;
	comparison->candidate_missing += finding->candidate.missing;
	if ((finding->base_seen | finding->candidate_seen) &
	    METRIC_UNIT_CONFLICT) {
		forget_figures(&finding->base);
		forget_figures(&finding->candidate);
	}
	finding->step = (int16_t)(base_step < candidate_step ? base_step :
							       candidate_step);
	finding->difference = finding->candidate.mean - finding->base.mean;
	finding->floor = gate_floor(finding);
	finding->flags |= (uint16_t)(absent_base << FLAG_ABSENT_BASE |
				     absent_candidate << FLAG_ABSENT_CANDIDATE);
	if (finding->kind == KIND_FAILURE && finding->base.n &&
	    finding->base.fails == 0 && finding->candidate.fails > 0)
		finding->flags |= 1u << FLAG_NEW_FAILURE;
	if (gate->decide)
		finding->outcome = (uint8_t)gate->decide(comparison, finding);
	test_plainly(finding, comparison, small);
}

static void name_finding(struct finding *finding,
			 const struct comparison *comparison, uint32_t number)
{
	const struct group *group = comparison->group;
	const struct rule *rule = group->rule[number];

	finding->number = number;
	finding->kind = kind_counts_failures(rule->kind) ? KIND_FAILURE :
							   KIND_PERFORMANCE;
	finding->kpi = rule->kpi;
	finding->better = rule->better == BETTER_NEITHER ? BETTER_UNKNOWN :
							   rule->better;
	finding->change_kind = rule->change;
	finding->rule = rule;
	finding->group = group->name;
	finding->base_id = comparison->base->id;
	finding->candidate_id = comparison->candidate->id;
	finding->metric = names_text(&group->names, number);
	finding->unit = unit_text(group, group->unit[number]);
	finding->about = rule->about;
	finding->min_change = rule->min_change;
}

/* One finding for each metric that either side has seen. */
bool stage_summarise(struct work *work)
{
	struct comparison *comparison = work->comparison;
	const struct run_set *base = &comparison->base->runs;
	const struct run_set *candidate = &comparison->candidate->runs;
	const struct gate *gate = gate_find(work->options->test);
	struct t_level small = { .tail = WELCH_SMALL_P / 2 };
	uint32_t metrics = comparison->group->described;

	comparison->finding =
		large_array((size_t)metrics + 1, sizeof(*comparison->finding));
	if (!comparison->finding)
		return fail_memory(&work->error);
	for (uint32_t m = 0; m < metrics; m++) {
		unsigned base_seen = run_set_seen(base, m);
		unsigned candidate_seen = run_set_seen(candidate, m);
		struct finding *finding;

		if (!base_seen && !candidate_seen)
			continue;
		finding = &comparison->finding[comparison->findings++];
		*finding = finding_unknown;
		finding->base_seen = base_seen & 0xff;
		finding->candidate_seen = candidate_seen & 0xff;
		name_finding(finding, comparison, m);
		summarise(finding, comparison, gate, &small);
		if (work->context && work->context->has_step)
			finding->step = (int16_t)work->context->step;
	}
	comparison->metrics = comparison->findings;
	work->rows = comparison->findings;
	return true;
}
