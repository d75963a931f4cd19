/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "pipeline/pipeline.h"
#include "stats/fisher.h"
#include "stats/gate.h"

/* Whether every p of a family is wanted: a q that is written needs them. */
static bool wants_exact(const struct options *options, enum family family)
{
	const struct report_format *format =
		report_format_find(options->format);

	return options->all || options->metric ||
	       (family == FAMILY_KPI && format->lists_kpis);
}

static void test_finding(const struct work *work, struct finding *finding,
			 const struct gate *gate, struct gate_limits *limits)
{
	const struct comparison *comparison = work->comparison;
	size_t m = finding->base.n, n = finding->candidate.n;

	if (finding->kind == KIND_FAILURE) {
		finding->p = finding->p_zero = fisher_p(
			finding->base.fails, finding->base.n,
			finding->candidate.fails, finding->candidate.n);
		return;
	}
	if (gate->takes_values) {
		double *zeros = limits->scratch + m + n;

		limits->base = finding_column(finding, &comparison->base->runs,
					      FLAG_ABSENT_BASE, m, zeros);
		limits->candidate =
			finding_column(finding, &comparison->candidate->runs,
				       FLAG_ABSENT_CANDIDATE, n, zeros + m);
	}
	gate->test(finding, limits);
}

/* Room for the values of a metric in all runs, and as much for the gate. */
static double *make_scratch(const struct comparison *comparison)
{
	size_t runs =
		comparison->base->runs.runs + comparison->candidate->runs.runs;

	return malloc((2 * runs + 1) * sizeof(double));
}

bool stage_test(struct work *work)
{
	struct comparison *comparison = work->comparison;
	const struct options *options = work->options;
	const struct gate *gate = gate_find(options->test);
	struct gate_levels levels = gate_levels(options->alpha);
	struct gate_limits limits[FAMILIES];
	double *scratch = make_scratch(comparison);

	if (!scratch)
		return fail_memory(&work->error);
	for (unsigned family = 0; family < FAMILIES; family++) {
		limits[family] = (struct gate_limits){
			.alpha = options->alpha,
			.levels = wants_exact(options, family) ? NULL : &levels,
			.scratch = scratch,
		};
	}
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (finding->reason)
			continue;
		if (finding->outcome) {
			if (finding->kind == KIND_PERFORMANCE)
				gate->test(finding, &limits[FAMILY_MONITOR]);
		} else if (gate_is_constant(finding)) {
			finding->verdict = VERDICT_EQUIVALENT;
			finding->p = finding->p_zero = 1;
		} else {
			test_finding(work, finding, gate,
				     &limits[family_of(finding)]);
		}
	}
	free(scratch);
	return true;
}
