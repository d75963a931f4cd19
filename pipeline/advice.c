/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/advice.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/cells.h"
#include "stats/fisher.h"
#include "stats/gate.h"
#include "stats/rank_sum.h"

static const char *change_text(const struct finding *finding, double change,
			       char *text, size_t room)
{
	size_t used;

	format_change(change, finding->change_kind, text, room);
	used = strlen(text);
	if (finding->change_kind == CHANGE_ABSOLUTE)
		snprintf(text + used, room - used, " points");
	return text;
}

/* The row that has set a column, as "FILE:LINE". */
static void origin_of(const struct advice *advice,
		      enum rule_column_number column, char *text, size_t room)
{
	const struct rule_row *row =
		rules_origin(advice->rules, advice->comparison->group,
			     advice->finding->metric, column);

	if (row)
		rule_row_place(advice->rules, row, text, room);
	else
		snprintf(text, room, "the default");
}

void advise_ignored(const struct advice *advice, char text[ADVICE_ROOM])
{
	char place[300];

	if (advice->finding->outcome == OUTCOME_LEFT_OUT) {
		snprintf(text, ADVICE_ROOM,
			 "Another test: ranges looks at a .fail, .error or "
			 ".warn only where the base has its .pass, and at a "
			 ".pass only where the base has one of those.");
		return;
	}
	origin_of(advice, RULE_KIND, place, sizeof(place));
	snprintf(text, ADVICE_ROOM,
		 "Another rule: %s says kind=ignore, and a later row with "
		 "another kind would override it.",
		 place);
}

void advise_no_base(const struct advice *advice, char text[ADVICE_ROOM])
{
	(void)advice;
	snprintf(text, ADVICE_ROOM,
		 "Runs of the base that have it, or, where it is zero when it "
		 "is not seen, a rule with absent=zero.");
}

void advise_no_candidate(const struct advice *advice, char text[ADVICE_ROOM])
{
	(void)advice;
	snprintf(text, ADVICE_ROOM,
		 "Runs of the candidate that have it, or, where it is zero "
		 "when it is not seen, a rule with absent=zero.");
}

void advise_no_valid_samples(const struct advice *advice,
			     char text[ADVICE_ROOM])
{
	(void)advice;
	snprintf(text, ADVICE_ROOM,
		 "Samples that are finite numbers, on both sides.");
}

void advise_unit_conflict(const struct advice *advice, char text[ADVICE_ROOM])
{
	(void)advice;
	snprintf(text, ADVICE_ROOM,
		 "Units that convert: the same dimension on both sides, and in "
		 "the rule that has a min_delta or min_level.");
}

static uint32_t still_needed(uint32_t least, uint32_t have)
{
	return least > have ? least - have : 0;
}

void advise_too_few_runs(const struct advice *advice, char text[ADVICE_ROOM])
{
	const struct finding *finding = advice->finding;
	uint32_t least = finding->kind == KIND_PERFORMANCE ? 2 : 1;

	if (finding->outcome) {
		snprintf(text, ADVICE_ROOM,
			 "Three runs on at least one side, for this test.");
		return;
	}
	if (finding->rule->min_runs > least)
		least = finding->rule->min_runs;
	snprintf(text, ADVICE_ROOM,
		 "More runs: it takes %" PRIu32 " a side, which are %" PRIu32
		 " more of the base and %" PRIu32 " more of the candidate.",
		 least, still_needed(least, finding->base.n),
		 still_needed(least, finding->candidate.n));
}

void advise_below_level(const struct advice *advice, char text[ADVICE_ROOM])
{
	char place[300];

	origin_of(advice, RULE_MIN_LEVEL, place, sizeof(place));
	snprintf(text, ADVICE_ROOM,
		 "Larger values: %s asks for a level of %g (min_level).", place,
		 advice->finding->rule->min_level);
}

void advise_equivalent(const struct advice *advice, char text[ADVICE_ROOM])
{
	const struct finding *finding = advice->finding;
	char change[48];

	if (finding->kind == KIND_FAILURE)
		snprintf(text, ADVICE_ROOM,
			 "Runs of one side that fail where others do not: all "
			 "are alike.");
	else if (isnan(finding->se))
		snprintf(text, ADVICE_ROOM,
			 "Another value: all runs of both sides have the same "
			 "one.");
	else if (finding->rule->min_delta >= finding->floor ||
		 !isfinite(finding->change))
		snprintf(text, ADVICE_ROOM,
			 "Only a lower floor (min_delta, now %g): the "
			 "difference of %g is proven to lie within it.",
			 finding->rule->min_delta, finding->difference);
	else
		snprintf(
			text, ADVICE_ROOM,
			"Only a lower floor (min_change, now %g%s): the change "
			"of %s is proven to lie within it, and more runs would "
			"prove that the better.",
			finding->min_change,
			finding->change_kind == CHANGE_RELATIVE ? "%" :
								  " points",
			change_text(finding, finding->change, change,
				    sizeof(change)));
}

/* The level that its p must pass, as describe has it. */
static double level_of(const struct advice *advice)
{
	return gate_level(advice->comparison, advice->finding,
			  advice->options->alpha,
			  strcmp(advice->options->fdr, "none") == 0);
}

/* Runs a side that would prove these shares of failed runs; 0: none would. */
static unsigned runs_for_shares(const struct finding *finding, double level)
{
	double base = (double)finding->base.fails / finding->base.n;
	double candidate =
		(double)finding->candidate.fails / finding->candidate.n;

	if (base == candidate)
		return 0;
	for (unsigned n = 1; n <= GATE_RUNS_LIMIT; n++) {
		double p = fisher_p((unsigned)lround(base * n), n,
				    (unsigned)lround(candidate * n), n);

		if (p <= level)
			return n;
	}
	return 0;
}

static void advise_failure(const struct advice *advice, char *text)
{
	unsigned runs = runs_for_shares(advice->finding, level_of(advice));

	if (runs)
		snprintf(text, ADVICE_ROOM,
			 "%u runs a side, if the same shares of them failed.",
			 runs);
	else
		snprintf(text, ADVICE_ROOM,
			 "Other shares of failed runs: no number up to %d with "
			 "the same shares would prove anything.",
			 GATE_RUNS_LIMIT);
}

static void advise_ranges(const struct advice *advice, char *text)
{
	const struct finding *finding = advice->finding;

	if (finding->outcome == OUTCOME_BELOW_FLOOR)
		snprintf(text, ADVICE_ROOM,
			 "Medians further apart: by more than %g%%, and by at "
			 "least %g.",
			 finding->rule->min_change, finding->rule->min_delta);
	else if (finding->kind == KIND_FAILURE)
		snprintf(text, ADVICE_ROOM,
			 "Another largest value: this test compares the two "
			 "maxima of a failure.");
	else
		snprintf(
			text, ADVICE_ROOM,
			"Ranges that lie apart: the smallest value of one side "
			"above the median of the other, and its median above "
			"the largest.");
}

/* Whether even perfect separation would not be enough. */
static bool advise_ranks(const struct advice *advice, char *text)
{
	const struct finding *finding = advice->finding;
	double least = rank_sum_least_p(finding->base.n, finding->candidate.n);

	/* Ties can halve it where the sides differ in size. */
	if (least / (finding->base.n == finding->candidate.n ? 1 : 2) <=
	    level_of(advice))
		return false;
	snprintf(text, ADVICE_ROOM,
		 "More runs: even if all values of one side lay above the "
		 "other's, %" PRIu32 " against %" PRIu32
		 " runs have a p of %.2g, and in its family it takes %.2g.",
		 finding->base.n, finding->candidate.n, least,
		 level_of(advice));
	return true;
}

/* With these runs such a change, or so many runs for this one. */
void advise_unproven(const struct advice *advice, char text[ADVICE_ROOM])
{
	const struct finding *finding = advice->finding;
	char change[48], detectable[48], floor[48];
	uint32_t runs;

	if (finding->outcome) {
		advise_ranges(advice, text);
		return;
	}
	if (finding->kind == KIND_FAILURE) {
		advise_failure(advice, text);
		return;
	}
	if (strcmp(advice->options->test, "rank-sum") == 0 &&
	    advise_ranks(advice, text))
		return;
	if (!isfinite(finding->detectable) || !isfinite(finding->change)) {
		snprintf(text, ADVICE_ROOM,
			 "A larger difference, or more runs: no percentage of "
			 "the base's mean can be given.");
		return;
	}
	change_text(finding, finding->change, change, sizeof(change));
	change_text(finding, finding->detectable, detectable,
		    sizeof(detectable));
	change_text(finding, 2 * finding->min_change, floor, sizeof(floor));
	runs = gate_runs_for(finding, fabs(finding->difference),
			     level_of(advice));
	if (runs != COUNT_NONE)
		snprintf(text, ADVICE_ROOM,
			 "%" PRIu32 " runs a side, if the true change is the "
			 "%s that was seen; with these runs a true change of "
			 "%s.",
			 runs, change, detectable + 1);
	else if (finding->runs_needed != COUNT_NONE)
		snprintf(text, ADVICE_ROOM,
			 "A true change of %s, with these runs; %" PRIu32
			 " runs a side would prove one of %s.",
			 detectable + 1, finding->runs_needed, floor + 1);
	else
		snprintf(text, ADVICE_ROOM,
			 "A true change of %s, with these runs; even %d runs a "
			 "side would not prove one of %s.",
			 detectable + 1, GATE_RUNS_LIMIT, floor + 1);
}
