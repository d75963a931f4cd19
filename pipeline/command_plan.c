/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/output.h"
#include "io/report_plan.h"
#include "pipeline/pairing.h"
#include "stats/gate.h"
#include "stats/moderate.h"
#include "stats/rank_sum.h"

/*
 * A plan looks at a run set as if it were compared with itself: so it is read,
 * summarised and screened by the same stages, and its finding->base has all it
 * needs.  Of the priors only that of the base is a fit to these runs: the
 * pooled one counts each of them twice.
 */

static bool is_planned(const struct finding *finding, bool all)
{
	return finding->kind == KIND_PERFORMANCE &&
	       finding->rule->kind != KIND_IGNORE &&
	       (all || finding->kpi != KPI_NO);
}

static void count_metrics(struct plan *plan,
			  const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (finding->kind == KIND_FAILURE)
			plan->failures++;
		else if (is_planned(finding, true))
			++*(finding->kpi != KPI_NO ? &plan->kpis :
						     &plan->monitors);
	}
}

/* With one change alone, its p must pass alpha over the family. */
static double level_of(const struct plan *plan, const struct finding *finding,
		       double alpha)
{
	size_t size = finding->kpi != KPI_NO ? plan->kpis : plan->monitors;

	return alpha / (double)size;
}

/* That of its block, also where too few runs kept it from lending to it. */
static struct prior prior_of(const struct comparison *comparison,
			     const struct finding *finding)
{
	const struct prior *prior = moderate_priors(comparison, finding->metric,
						    family_of(finding));

	return prior ? prior[PRIOR_BASE] : (struct prior){ 0 };
}

/* Ranks of a few runs cannot pass a strict level even when they lie apart. */
static uint32_t least_runs(const struct options *options, double level)
{
	uint32_t runs = 2;

	if (strcmp(options->test, "rank-sum") == 0)
		while (runs < GATE_RUNS_LIMIT &&
		       rank_sum_least_p(runs, runs) > level)
			runs++;
	return runs;
}

static struct plan_row plan_finding(const struct plan *plan,
				    const struct comparison *comparison,
				    const struct finding *finding,
				    const struct options *options)
{
	double level = level_of(plan, finding, options->alpha);
	struct plan_basis basis = {
		.prior = prior_of(comparison, finding),
		.level = level,
		.expect = options->expect,
		.least_runs = least_runs(options, level),
	};

	return plan_metric(finding, &basis);
}

static bool make_plan(struct plan *plan, struct batch *batch,
		      const struct comparison *comparison)
{
	const struct options *options = batch->options;

	*plan = (struct plan){ .group = comparison->group,
			       .set = comparison->base };
	count_metrics(plan, comparison);
	plan->row = malloc((comparison->findings + 1) * sizeof(*plan->row));
	if (!plan->row)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (is_planned(finding, options->all))
			plan->row[plan->rows++] = plan_finding(
				plan, comparison, finding, options);
	}
	qsort(plan->row, plan->rows, sizeof(*plan->row), plan_compare);
	return true;
}

/* What is not above its floor, no number of runs proves. */
static bool check_floors(struct batch *batch, const struct plan *plan)
{
	for (size_t i = 0; i < plan->rows; i++) {
		const struct plan_row *row = &plan->row[i];
		const char *unit = row->change_kind == CHANGE_RELATIVE ? " %" :
				   row->floor == 1 ? " point" :
						     " points";

		if (row->kpi != KPI_NO && row->expect <= row->floor)
			return fail(&batch->error, FAULT_USAGE,
				    "--expect %g: no number of runs proves a "
				    "change that is not above the floor, and "
				    "%.200s has a floor of %g%s",
				    row->expect, row->metric, row->floor, unit);
	}
	return true;
}

static const char *why_incomplete(const struct comparison *comparison)
{
	size_t kpis = 0, planned = 0, kpis_planned = 0;

	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];
		bool kpi = finding->kpi != KPI_NO;
		bool enough = finding->base.n >= 2;

		if (!is_planned(finding, true))
			continue;
		kpis += kpi;
		planned += enough;
		kpis_planned += kpi && enough;
	}
	if (!comparison->base->runs.runs)
		return "it has no runs";
	if (!planned)
		return "no metric has 2 runs, and noise takes two: samples "
		       "within one run count as one";
	return kpis && !kpis_planned ? "no KPI has 2 runs" : NULL;
}

static bool note_incomplete(struct batch *batch,
			    const struct comparison *comparison)
{
	const char *why = why_incomplete(comparison);
	const char *group = comparison->group->name;

	return !why || problems_add(&batch->shortfalls, &batch->error,
				    FAULT_INCOMPLETE, comparison->base->id, 0,
				    NULL, 0, "incomplete: %s%s%s", group,
				    *group ? ": " : "", why);
}

static bool write_plans(struct batch *batch, const struct plan *plan)
{
	const struct options *options = batch->options;
	struct output output = { 0 };
	struct field_list fields;
	struct plan_report report = {
		.plan = plan,
		.plans = batch->comparisons,
		.alpha = options->alpha,
		.expect = options->expect,
	};
	bool done;

	if (!field_list_parse(&fields, &plan_table, options->fields, false,
			      &batch->error))
		return false;
	report.field = fields.field;
	report.fields = fields.count;
	done = output_open(&output, options->output, batch->results,
			   &batch->error);
	if (done) {
		report.columns = columns_of(output.stream);
		errno = 0;
		/* What the stream refused, output_close() tells better. */
		done = plan_format_find(options->format)
			       ->write(&report, output.stream) ||
		       ferror(output.stream) || fail_memory(&batch->error);
	}
	done = done && output_close(&output, &batch->error);
	output_release(&output);
	field_list_release(&fields);
	return done;
}

bool stage_plan(struct batch *batch)
{
	struct plan *plan = calloc(batch->comparisons + 1, sizeof(*plan));
	bool done = true;

	if (!plan)
		return fail_memory(&batch->error);
	for (size_t i = 0; done && i < batch->comparisons; i++) {
		const struct comparison *comparison = &batch->comparison[i];

		done = make_plan(&plan[i], batch, comparison) &&
		       check_floors(batch, &plan[i]) &&
		       note_incomplete(batch, comparison);
		batch->rows += plan[i].rows;
	}
	done = done && write_plans(batch, plan);
	for (size_t i = 0; i < batch->comparisons; i++)
		free(plan[i].row);
	free(plan);
	return done;
}

bool command_plan(struct batch *batch)
{
	const struct options *options = batch->options;

	if (!plan_format_find(options->format))
		return fail(&batch->error, FAULT_USAGE,
			    "a plan is written as text, csv or jsonl, not as "
			    "%s",
			    options->format);
	if (gate_find(options->test)->decide)
		return fail(&batch->error, FAULT_USAGE,
			    "--test %s has no p, so no number of runs proves a "
			    "change by it: plan with another test",
			    options->test);
	if (options->arguments.count != 1)
		return fail(&batch->error, FAULT_USAGE,
			    "plan takes one run set: a directory, a file, or "
			    "a pattern in quotes");
	return paths_exist(batch) && compare_sides(batch) &&
	       pipeline_run(batch);
}
