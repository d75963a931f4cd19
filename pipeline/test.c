/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "pipeline/pipeline.h"
#include "stats/fisher.h"
#include "stats/gate.h"

/* One single value over all runs of both sides: there is nothing to test. */
static bool is_constant(const struct finding *finding)
{
	const struct side *base = &finding->base;
	const struct side *candidate = &finding->candidate;

	if (finding->kind == KIND_FAILURE)
		return base->fails + candidate->fails == 0 ||
		       base->fails + candidate->fails == base->n + candidate->n;
	return base->min == base->max && candidate->min == candidate->max &&
	       base->min == candidate->min;
}

/* Whether every p of a family is wanted: a q that is written needs them. */
static bool wants_exact(const struct options *options, enum family family)
{
	const struct report_format *format =
		report_format_find(options->format);

	return options->all || options->metric ||
	       (family == FAMILY_KPI && format->lists_kpis);
}

bool stage_test(struct work *work)
{
	struct comparison *comparison = work->comparison;
	const struct options *options = work->options;
	const struct gate *gate = gate_find(options->test);
	struct gate_limits limits[FAMILIES];

	for (unsigned family = 0; family < FAMILIES; family++)
		limits[family] = gate_limits(options->alpha,
					     wants_exact(options, family));
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (finding->reason)
			continue;
		if (finding->outcome) {
			if (finding->kind == KIND_PERFORMANCE)
				gate->test(finding, &limits[FAMILY_MONITOR]);
		} else if (is_constant(finding)) {
			finding->verdict = VERDICT_EQUIVALENT;
			finding->p = finding->p_zero = 1;
		} else if (finding->kind == KIND_FAILURE) {
			finding->p = finding->p_zero = fisher_p(
				finding->base.fails, finding->base.n,
				finding->candidate.fails, finding->candidate.n);
		} else {
			gate->test(finding, &limits[family_of(finding)]);
		}
	}
	return true;
}
