/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline.h"
#include "stats/fdr.h"
#include "stats/gate.h"
#include "stats/session.h"

/* A member of a family has been tested and is no mere constant. */
static bool is_member(const struct finding *finding, enum family family)
{
	return !finding->reason && finding->verdict != VERDICT_EQUIVALENT &&
	       family_of(finding) == family;
}

static bool is_changed(const struct finding *finding, double alpha)
{
	return finding->outcome ? finding->outcome == OUTCOME_CHANGED :
				  finding->q <= alpha;
}

/*
 * The q of one metric among others that are known by their number, those that
 * changed, and the largest p of these: with them it is admitted at once, and
 * else as one change more.
 */
static double q_among(double p, const struct family_summary *others,
		      double alpha)
{
	double size = (double)others->size + 1;
	double q = size * p / (double)(others->changed + 1);

	return p <= others->admitted_p ? fmin(q, alpha) : fmin(q, 1);
}

static bool adjust_family(struct work *work, enum family family, double *p,
			  double *q)
{
	struct comparison *comparison = work->comparison;
	struct family_summary *summary = &comparison->family[family];
	const struct family_summary *others =
		work->context ? &work->context->others[family] : NULL;
	double alpha = work->options->alpha;
	size_t n = 0;

	*summary = (struct family_summary){ .admitted_p = NAN };
	for (size_t i = 0; i < comparison->findings; i++)
		if (is_member(&comparison->finding[i], family))
			p[n++] = comparison->finding[i].p;
	if (strcmp(work->options->fdr, "none") == 0)
		memcpy(q, p, n * sizeof(*q));
	else if (!benjamini_hochberg(p, q, n))
		return fail_memory(&work->error);
	n = 0;
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (!is_member(finding, family))
			continue;
		finding->q = q[n++];
		if (others && others->size && !isnan(finding->p) &&
		    strcmp(work->options->fdr, "none") != 0)
			finding->q = q_among(finding->p, others, alpha);
		summary->size += finding->outcome || !isnan(finding->p);
		if (!is_changed(finding, alpha))
			continue;
		summary->changed++;
		if (!(finding->p <= summary->admitted_p))
			summary->admitted_p = finding->p;
	}
	if (others && others->size) {
		summary->size += others->size;
		summary->changed += others->changed;
	}
	return true;
}

/* q-values by family; then, what is proven to be no change. */
bool stage_adjust(struct work *work)
{
	struct comparison *comparison = work->comparison;
	struct gate_levels levels = gate_levels(work->options->alpha);
	double *p = malloc((2 * comparison->findings + 1) * sizeof(*p));
	bool done = true;

	if (!p)
		return fail_memory(&work->error);
	for (unsigned family = 0; done && family < FAMILIES; family++)
		done = adjust_family(work, family, p, p + comparison->findings);
	free(p);
	if (done && !session_measure(comparison))
		done = fail_memory(&work->error);
	for (size_t i = 0; done && i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (!finding->reason && !finding->outcome &&
		    !is_changed(finding, work->options->alpha) &&
		    gate_equivalent(finding, &levels.equivalence))
			finding->verdict = VERDICT_EQUIVALENT;
	}
	return done;
}
