/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDE_UNKNOWN                                                        \
	{                                                                   \
		.fails = COUNT_NONE, .mean = NAN, .sd = NAN, .median = NAN, \
		.min = NAN, .max = NAN                                      \
	}

const struct finding finding_unknown = {
	.rank = COUNT_NONE,
	.runs_needed = COUNT_NONE,
	.verdict = VERDICT_UNPROVEN,
	.base = SIDE_UNKNOWN,
	.candidate = SIDE_UNKNOWN,
	.change = NAN,
	.ci_low = NAN,
	.ci_high = NAN,
	.least_change = NAN,
	.p = NAN,
	.p_zero = NAN,
	.df = NAN,
	.se = NAN,
	.se_df = NAN,
	.pooled_se = NAN,
	.pooled_df = NAN,
	.base_noise = NAN,
	.candidate_noise = NAN,
	.pooled_noise = NAN,
	.q = NAN,
	.welch_t = NAN,
	.welch_df = NAN,
	.welch_p = NAN,
	.effect_size = NAN,
	.ranking = NAN,
	.detectable = NAN,
};

const char *group_axis(const struct group *group, const char *name)
{
	for (size_t i = 0; i < group->axes; i++)
		if (strcmp(group->axis[i].name, name) == 0)
			return group->axis[i].value;
	return NULL;
}

const char *unit_text(const struct group *group, uint32_t unit)
{
	return unit < group->units.count ? names_text(&group->units, unit) : "";
}

void group_forget(struct group *group)
{
	for (size_t i = 0; i < group->rules; i++)
		free(group->distinct[i]);
	free(group->unit);
	free(group->rule);
	free(group->folded);
	free(group->distinct);
	group->unit = NULL;
	group->rule = group->folded = NULL;
	group->distinct = NULL;
	group->described = group->described_room = 0;
	group->rules = group->folded_room = 0;
	names_release(&group->names);
	names_release(&group->units);
}

void group_release(struct group *group)
{
	for (size_t i = 0; i < group->axes; i++) {
		free(group->axis[i].name);
		free(group->axis[i].value);
	}
	for (size_t i = 0; i < group->commits; i++) {
		free(group->commit[i].id);
		free(group->commit[i].path);
		free(group->commit[i].how);
		run_set_release(&group->commit[i].runs);
	}
	group_forget(group);
	free(group->name);
	free(group->axis);
	free(group->commit);
	*group = (struct group){ 0 };
}

struct column finding_column(const struct finding *finding,
			     const struct run_set *runs, enum flag absent,
			     size_t n, double *zeros)
{
	if (!(finding->flags & 1u << absent))
		return run_set_column(runs, finding->number);
	memset(zeros, 0, n * sizeof(*zeros));
	return (struct column){ .value = zeros, .n = n };
}

size_t comparison_tested(const struct comparison *comparison)
{
	size_t tested = 0;

	for (size_t i = 0; i < FAMILIES; i++)
		tested += comparison->family[i].size;
	return tested;
}

enum family family_of(const struct finding *finding)
{
	if (finding->kind == KIND_FAILURE)
		return FAMILY_FAILURE;
	return finding->kpi == KPI_NO ? FAMILY_MONITOR : FAMILY_KPI;
}

void comparison_release(struct comparison *comparison)
{
	free(comparison->finding);
	free(comparison->prior);
	*comparison = (struct comparison){ 0 };
}
