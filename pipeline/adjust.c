/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline.h"
#include "stats/fdr.h"
#include "stats/gate.h"
#include "stats/session.h"

/* The members of one family: tested, and no mere constants. */
struct members {
	struct finding **finding; /* [count] */
	size_t count;
};

static bool is_member(const struct finding *finding)
{
	return !finding->reason && finding->verdict != VERDICT_EQUIVALENT;
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

/* p and q have room for all members. */
static bool find_q(struct work *work, enum family family,
		   const struct members *members, double *p, double *q)
{
	const struct options *options = work->options;
	const struct family_summary *others =
		work->context ? &work->context->others[family] : NULL;
	bool alone = strcmp(options->fdr, "none") == 0;

	for (size_t i = 0; i < members->count; i++)
		p[i] = members->finding[i]->p;
	if (!alone && !benjamini_hochberg(p, q, members->count))
		return fail_memory(&work->error);
	for (size_t i = 0; i < members->count; i++) {
		bool among = !alone && others && others->size && !isnan(p[i]);

		members->finding[i]->q =
			among ? q_among(p[i], others, options->alpha) :
			alone ? p[i] :
				q[i];
	}
	return true;
}

static void sum_up(struct work *work, enum family family,
		   const struct members *members)
{
	struct family_summary *summary = &work->comparison->family[family];

	*summary = (struct family_summary){ .admitted_p = NAN };
	for (size_t i = 0; i < members->count; i++) {
		const struct finding *finding = members->finding[i];

		summary->size += finding->outcome || !isnan(finding->p);
		if (!is_changed(finding, work->options->alpha))
			continue;
		summary->changed++;
		if (!(finding->p <= summary->admitted_p))
			summary->admitted_p = finding->p;
	}
	if (work->context && work->context->others[family].size) {
		summary->size += work->context->others[family].size;
		summary->changed += work->context->others[family].changed;
	}
}

/* Deals the findings out to families; room is for all in each. */
static void deal_out(const struct comparison *comparison, struct finding **room,
		     struct members members[FAMILIES])
{
	for (unsigned family = 0; family < FAMILIES; family++)
		members[family] = (struct members){
			.finding = room + family * comparison->findings,
		};
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];
		struct members *own = &members[family_of(finding)];

		if (is_member(finding))
			own->finding[own->count++] = finding;
	}
}

static void find_equivalent(struct work *work, const struct members *members)
{
	double alpha = work->options->alpha;
	struct gate_levels levels = gate_levels(alpha);

	for (unsigned family = 0; family < FAMILIES; family++)
		for (size_t i = 0; i < members[family].count; i++) {
			struct finding *finding = members[family].finding[i];

			if (!finding->outcome && !is_changed(finding, alpha) &&
			    gate_equivalent(finding, &levels.equivalence))
				finding->verdict = VERDICT_EQUIVALENT;
		}
}

static bool adjust(struct work *work, struct finding **room, double *p)
{
	struct comparison *comparison = work->comparison;
	struct members members[FAMILIES];

	deal_out(comparison, room, members);
	for (unsigned family = 0; family < FAMILIES; family++) {
		if (!find_q(work, family, &members[family], p,
			    p + comparison->findings))
			return false;
		sum_up(work, family, &members[family]);
	}
	if (!session_measure(comparison))
		return fail_memory(&work->error);
	find_equivalent(work, members);
	return true;
}

/* q-values by family; then, what is proven to be no change. */
bool stage_adjust(struct work *work)
{
	size_t findings = work->comparison->findings;
	struct finding **room =
		malloc((FAMILIES * findings + 1) * sizeof(*room));
	double *p = malloc((2 * findings + 1) * sizeof(*p));
	bool done = room && p ? adjust(work, room, p) :
				fail_memory(&work->error);

	free(room);
	free(p);
	return done;
}
