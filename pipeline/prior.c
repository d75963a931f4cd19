/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/moderate.h"

#include "pipeline/pipeline.h"
#include "stats/gate.h"

/* What the other metrics say of the noise of each. */
bool stage_prior(struct work *work)
{
	const struct case_context *context = work->context;

	if (!gate_find(work->options->test)->moderates)
		return true;
	return moderate(work->comparison, context ? context->prior : NULL) ||
	       fail_memory(&work->error);
}
