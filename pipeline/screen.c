/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/filter.h"
#include "pipeline/pipeline.h"

/* What cannot or need not be tested. */
bool stage_screen(struct work *work)
{
	struct comparison *comparison = work->comparison;

	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];
		const struct noise_filter *filter =
			first_objection(finding, work->options, true);

		if (filter)
			stop_finding(comparison, finding, filter);
	}
	return true;
}
