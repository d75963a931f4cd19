/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/filter.h"

#include <math.h>

#include "pipeline/pipeline.h"
#include "pipeline/shortfall.h"
#include "stats/samples.h"

/*
 * Written so that what is NaN is noise.  A test without a p has an outcome
 * instead, which tells what its filters say.
 */

static bool ignored(const struct finding *finding,
		    const struct options *options)
{
	(void)options;
	return finding->rule->kind == KIND_IGNORE ||
	       finding->outcome == OUTCOME_LEFT_OUT;
}

/* A side without runs lacks everything, also what is zero when absent. */
static bool lacks(const struct finding *finding, const struct side *side,
		  unsigned seen, enum flag absent)
{
	return !(seen & METRIC_SEEN) &&
	       (side->n == 0 || !(finding->flags & 1u << absent));
}

static bool no_base(const struct finding *finding,
		    const struct options *options)
{
	(void)options;
	return lacks(finding, &finding->base, finding->base_seen,
		     FLAG_ABSENT_BASE);
}

static bool no_candidate(const struct finding *finding,
			 const struct options *options)
{
	(void)options;
	return lacks(finding, &finding->candidate, finding->candidate_seen,
		     FLAG_ABSENT_CANDIDATE);
}

static bool no_valid_samples(const struct finding *finding,
			     const struct options *options)
{
	(void)options;
	return finding->base.n == 0 || finding->candidate.n == 0 ||
	       finding->outcome == OUTCOME_NO_SAMPLES;
}

static bool unit_conflict(const struct finding *finding,
			  const struct options *options)
{
	(void)options;
	return finding->rule->units_differ ||
	       (finding->base_seen | finding->candidate_seen) &
		       METRIC_UNIT_CONFLICT;
}

static bool too_few_runs(const struct finding *finding,
			 const struct options *options)
{
	/* A standard deviation takes two runs, whatever the rule says. */
	uint32_t least = finding->kind == KIND_PERFORMANCE ? 2 : 1;

	(void)options;
	if (finding->outcome)
		return finding->outcome == OUTCOME_TOO_FEW_RUNS;
	if (finding->rule->min_runs > least)
		least = finding->rule->min_runs;
	return finding->base.n < least || finding->candidate.n < least;
}

static bool below_level(const struct finding *finding,
			const struct options *options)
{
	double level = fmax(finding->base.mean, finding->candidate.mean);

	(void)options;
	if (finding->outcome)
		return finding->outcome == OUTCOME_BELOW_LEVEL;
	return finding->rule->min_level > 0 &&
	       !(level >= finding->rule->min_level);
}

static bool is_equivalent(const struct finding *finding,
			  const struct options *options)
{
	(void)options;
	return finding->verdict == VERDICT_EQUIVALENT;
}

static bool below_floor(const struct finding *finding,
			const struct options *options)
{
	if (finding->outcome)
		return finding->outcome == OUTCOME_BELOW_FLOOR;
	return finding->p_zero <= options->alpha &&
	       !(finding->p <= options->alpha);
}

static bool not_significant(const struct finding *finding,
			    const struct options *options)
{
	if (finding->outcome)
		return finding->outcome == OUTCOME_SAME;
	return !(finding->p <= options->alpha);
}

static bool lost_to_fdr(const struct finding *finding,
			const struct options *options)
{
	return !finding->outcome && finding->p <= options->alpha &&
	       !(finding->q <= options->alpha);
}

const struct noise_filter noise_filters[] = {
	{ "ignored", "the rules leave it out", true, VERDICT_INCOMPARABLE,
	  false, ignored, advise_ignored },
	{ "no-base", "the base never has it", true, VERDICT_INCOMPARABLE, false,
	  no_base, advise_no_base },
	{ "no-candidate", "the candidate never has it", true,
	  VERDICT_INCOMPARABLE, false, no_candidate, advise_no_candidate },
	{ "no-valid-samples", "a side has it, but never with a number", true,
	  VERDICT_INCOMPARABLE, false, no_valid_samples,
	  advise_no_valid_samples },
	{ "unit-conflict", "its units do not convert", true,
	  VERDICT_INCOMPARABLE, false, unit_conflict, advise_unit_conflict },
	{ "too-few-runs", "a side has too few runs for a test", true,
	  VERDICT_INCOMPARABLE, false, too_few_runs, advise_too_few_runs },
	{ "below-level", "both means are too small to matter", true,
	  VERDICT_INCOMPARABLE, false, below_level, advise_below_level },
	{ "equivalent", "proven to change by less than its floor", false,
	  VERDICT_EQUIVALENT, false, is_equivalent, advise_equivalent },
	{ "below-floor", "a change is proven, but not one above its floor",
	  false, VERDICT_UNPROVEN, false, below_floor, advise_unproven },
	{ "not-significant", "noise alone would often show as much", false,
	  VERDICT_UNPROVEN, true, not_significant, advise_unproven },
	{ "lost-to-fdr", "among so many metrics, noise would show as much",
	  false, VERDICT_UNPROVEN, true, lost_to_fdr, advise_unproven },
	{ .name = NULL },
};

_Static_assert(sizeof(noise_filters) / sizeof(*noise_filters) <= REASONS_MAX,
	       "a count for each filter");

size_t noise_filter_count(void)
{
	return sizeof(noise_filters) / sizeof(*noise_filters) - 1;
}

const char *noise_filter_doc(size_t filter)
{
	return noise_filters[filter].doc;
}

const struct noise_filter *first_objection(const struct finding *finding,
					   const struct options *options,
					   bool before_test)
{
	for (const struct noise_filter *f = noise_filters; f->name; f++)
		if (f->before_test == before_test &&
		    f->is_noise(finding, options))
			return f;
	return NULL;
}

void stop_finding(struct comparison *comparison, struct finding *finding,
		  const struct noise_filter *filter)
{
	finding->reason = filter->name;
	finding->more_runs = filter->more_runs;
	finding->verdict = (uint8_t)filter->verdict;
	comparison->by_reason[filter - noise_filters]++;
	comparison->incomparable += filter->verdict == VERDICT_INCOMPARABLE;
}

static enum direction direction_of(const struct finding *finding)
{
	bool up = finding->difference > 0;

	if (finding->better == BETTER_UNKNOWN)
		return DIRECTION_CHANGE;
	return up == (finding->better == BETTER_HIGHER) ?
		       DIRECTION_IMPROVEMENT :
		       DIRECTION_REGRESSION;
}

/* What is news, and what not, for which reason. */
bool stage_filter(struct work *work)
{
	struct comparison *comparison = work->comparison;

	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];
		const struct noise_filter *filter;

		if (finding->reason)
			continue;
		filter = first_objection(finding, work->options, false);
		if (filter) {
			stop_finding(comparison, finding, filter);
			continue;
		}
		finding->verdict = VERDICT_CHANGED;
		finding->reported = true;
		finding->direction = (uint8_t)direction_of(finding);
		comparison->reported++;
	}
	return note_shortfall(work);
}
