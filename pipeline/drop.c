/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "pipeline/pipeline.h"

/* Rows, KPIs that are unproven, and failures, of which there are few. */
static bool is_wanted(const struct finding *finding,
		      const struct options *options)
{
	return finding->reported || finding->kpi != KPI_NO ||
	       finding->kind == KIND_FAILURE || is_listed(finding, options);
}

/*
 * Of thousands of metrics a few are news, and what was found of the others has
 * been counted: their memory is better used for the next comparison.
 */
bool stage_drop(struct work *work)
{
	struct comparison *comparison = work->comparison;
	const struct options *options = work->options;
	struct finding *kept;
	size_t wanted = 0;

	work->rows = comparison->findings;
	if (report_format_find(options->format)->sees_all)
		return true;
	for (size_t i = 0; i < comparison->findings; i++)
		wanted += is_wanted(&comparison->finding[i], options);
	work->rows = comparison->findings - wanted;
	/* Where most are wanted, a copy would gain nothing. */
	if (2 * wanted > comparison->findings)
		return true;
	kept = malloc((wanted + 1) * sizeof(*kept));
	if (!kept)
		return fail_memory(&work->error);
	wanted = 0;
	for (size_t i = 0; i < comparison->findings; i++)
		if (is_wanted(&comparison->finding[i], options))
			kept[wanted++] = comparison->finding[i];
	free(comparison->finding);
	comparison->finding = kept;
	comparison->findings = wanted;
	return true;
}
