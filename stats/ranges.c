/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/ranges.h"

#include <gsl/gsl_sort_double.h>
#include <string.h>

/* Runs that at least one side must have. */
enum { LEAST_RUNS = 3 };

/* Percent of a profile above which a function is news by itself. */
static const double profile_threshold = 5;

/* What stands for "no data" in a column. */
static const double no_data = -1;

/* The values of one side as they count, or what is taken for them. */
struct samples {
	const double *value; /* [n] NULL: every one is zero */
	const uint32_t *run; /* [n] */
	const bool *skip;    /* by run; NULL: all count */
	size_t n;
	bool integer; /* no sample was written with a decimal point */
};

/* Of the ordered and trimmed values. */
struct range {
	double min, median, max;
	bool integer;
};

struct sides {
	struct range base, candidate;
};

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool counts_failures(const struct finding *finding)
{
	return kind_counts_failures(finding->rule->kind);
}

static bool base_has(const struct comparison *comparison, uint32_t metric)
{
	return run_set_seen(&comparison->base->runs, metric) & METRIC_SEEN;
}

static bool base_has_any(const struct comparison *comparison, const char *with)
{
	const struct names *names = &comparison->group->names;
	uint32_t metrics = comparison->base->runs.metrics;

	for (uint32_t i = 0; i < metrics && i < names->count; i++)
		if (base_has(comparison, i) &&
		    begins(names_text(names, i), with))
			return true;
	return false;
}

bool ranges_absent_base_is_zero(const struct comparison *comparison,
				const struct finding *finding)
{
	/* What these do not list where they ran, they have not seen happen. */
	static const char *const monitor[] = { "lock_stat.", "perf-profile." };

	if (base_has(comparison, finding->number))
		return false;
	if (counts_failures(finding))
		return true;
	for (size_t i = 0; i < sizeof(monitor) / sizeof(*monitor); i++)
		if (begins(finding->metric, monitor[i]))
			return base_has_any(comparison, monitor[i]);
	return false;
}

bool ranges_absent_candidate_is_zero(const struct comparison *comparison,
				     const struct finding *finding)
{
	const struct run_set *candidate = &comparison->candidate->runs;

	return base_has(comparison, finding->number) &&
	       !(run_set_seen(candidate, finding->number) & METRIC_SEEN);
}

/*
 * A name that is too long for the array is looked for among all of them:
 * there is no way to say that memory is short.
 */
static bool base_has_joined(const struct comparison *comparison,
			    const char *stem, size_t length, const char *ending)
{
	const struct names *names = &comparison->group->names;
	size_t more = strlen(ending);
	char whole[1024];
	uint32_t number;

	if (length + more <= sizeof(whole)) {
		memcpy(whole, stem, length);
		memcpy(whole + length, ending, more);
		return names_find(names, whole, length + more, &number) &&
		       base_has(comparison, number);
	}
	for (number = 0; number < names->count; number++)
		if (names->length[number] == length + more &&
		    memcmp(names_text(names, number), stem, length) == 0 &&
		    strcmp(names_text(names, number) + length, ending) == 0)
			return base_has(comparison, number);
	return false;
}

/*
 * A failure of a test is looked at where the base knows that the test can
 * pass, and the other way round.
 */
static bool has_counterpart(const struct comparison *comparison,
			    const struct finding *finding)
{
	static const char *const exempt[] = { "dmesg.", "kmsg.", "last_state.",
					      "stderr." };
	static const char *const failed[] = { ".error", ".warn", ".fail" };
	static const char passed[] = ".pass";
	const char *metric = finding->metric, *last = strrchr(metric, '.');
	size_t stem = last ? (size_t)(last - metric) : 0;
	bool pass = last && strcmp(last, passed) == 0, fail = false;

	for (size_t i = 0; i < sizeof(exempt) / sizeof(*exempt); i++)
		if (begins(metric, exempt[i]))
			return true;
	for (size_t i = 0; i < sizeof(failed) / sizeof(*failed); i++) {
		if (pass &&
		    base_has_joined(comparison, metric, stem, failed[i]))
			return true;
		fail = fail || (last && strcmp(last, failed[i]) == 0);
	}
	if (fail)
		return base_has_joined(comparison, metric, stem, passed);
	return !pass;
}

static struct samples samples_of(const struct run_set *set, uint32_t metric,
				 unsigned seen, bool complete)
{
	struct column column = run_set_column(set, metric);

	if (!(seen & METRIC_SEEN))
		return (struct samples){
			.n = complete ? run_set_runs(set, KIND_PERFORMANCE) :
					set->runs,
			.integer = true
		};
	return (struct samples){ .value = column.value,
				 .run = column.run,
				 .skip = complete ? set->incomplete : NULL,
				 .n = column.n,
				 .integer = column.n &&
					    set->step[metric] >= 0 };
}

static bool sample_counts(const struct samples *samples, size_t i)
{
	return !samples->skip || !samples->skip[samples->run[i]];
}

static size_t count_samples(const struct samples *samples)
{
	size_t n = 0;

	if (!samples->value)
		return samples->n;
	for (size_t i = 0; i < samples->n; i++)
		n += sample_counts(samples, i);
	return n;
}

/* Samples that stand for "no data", unless something lies below them. */
static size_t count_no_data(const struct samples *samples)
{
	size_t n = 0;

	for (size_t i = 0; i < samples->n; i++) {
		if (!sample_counts(samples, i))
			continue;
		if (samples->value[i] < no_data)
			return 0;
		n += samples->value[i] == no_data;
	}
	return n;
}

/* Whole numbers that are ordered as the doubles that they come from. */
static uint64_t order_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static double value_at(uint64_t order)
{
	uint64_t bits = order >> 63 ? order & ~(UINT64_C(1) << 63) : ~order;
	double value;

	memcpy(&value, &bits, sizeof(value));
	return value;
}

/*
 * The value in place `place` of the ordered samples.  It is narrowed down
 * without a copy of them: a column may have any length, and there is no way to
 * say that memory is short.
 */
static double value_in_place(const struct samples *samples, size_t place)
{
	uint64_t low = 0, high = UINT64_MAX;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;
		size_t not_above = 0;

		for (size_t i = 0; i < samples->n; i++)
			not_above += sample_counts(samples, i) &&
				     order_of(samples->value[i]) <= middle;
		if (not_above > place)
			high = middle;
		else
			low = middle + 1;
	}
	return value_at(low);
}

/* The places [first, last] of the ordered samples, `n` that count. */
static void range_between(const struct samples *samples, size_t n, size_t first,
			  size_t last, struct range *range)
{
	size_t middle = first + (last - first + 1) / 2, to = 0;
	double sorted[512];

	if (n > sizeof(sorted) / sizeof(*sorted)) {
		range->min = value_in_place(samples, first);
		range->median = value_in_place(samples, middle);
		range->max = value_in_place(samples, last);
		return;
	}
	for (size_t i = 0; i < samples->n; i++)
		if (sample_counts(samples, i))
			sorted[to++] = samples->value[i];
	gsl_sort(sorted, 1, n);
	range->min = sorted[first];
	range->median = sorted[middle];
	range->max = sorted[last];
}

/*
 * Orders and trims: a 32nd at each end, `most` at most.  Returns false when
 * nothing is left.
 */
static bool find_range(const struct samples *samples, size_t most,
		       struct range *range)
{
	size_t n = count_samples(samples), margin = n >> 5, first = 0;

	*range = (struct range){ .integer = samples->integer };
	if (margin > most)
		margin = most;
	if (samples->value)
		first = count_no_data(samples);
	if (n - first <= 2 * margin)
		return false;
	if (samples->value)
		range_between(samples, n, first + margin, n - 1 - margin,
			      range);
	return true;
}

static bool find_sides(const struct comparison *comparison,
		       const struct finding *finding, bool complete,
		       struct sides *sides)
{
	struct samples base = samples_of(&comparison->base->runs,
					 finding->number, finding->base_seen,
					 complete);
	struct samples candidate =
		samples_of(&comparison->candidate->runs, finding->number,
			   finding->candidate_seen, complete);
	size_t most = counts_failures(finding) ? 0 : 3;

	if (!find_range(&base, most, &sides->base))
		return false;
	if (most && count_samples(&base) <= 3)
		most = 1;
	return find_range(&candidate, most, &sides->candidate);
}

static bool wholly_above(const struct range *above, const struct range *below)
{
	return above->min > below->median && above->median > below->max;
}

static bool is_different(const struct sides *sides,
			 const struct finding *finding)
{
	const struct range *base = &sides->base, *candidate = &sides->candidate;

	if (counts_failures(finding))
		return candidate->max != base->max;
	return wholly_above(base, candidate) || wholly_above(candidate, base);
}

/* A threshold of zero is none, also for values below it. */
static enum outcome weigh(const struct sides *sides, const struct rule *rule)
{
	double base = sides->base.median, candidate = sides->candidate.median;
	double high = base > candidate ? base : candidate;
	double low = base > candidate ? candidate : base;
	double max = sides->base.max > sides->candidate.max ?
			     sides->base.max :
			     sides->candidate.max;

	/* 101.0 / 100 and 105.0 / 100 are the doubles 1.01 and 1.05. */
	if (low > 0 && !(high / low > (100 + rule->min_change) / 100))
		return OUTCOME_BELOW_FLOOR;
	if (rule->min_level > 0 && max < rule->min_level)
		return OUTCOME_BELOW_LEVEL;
	if (rule->min_delta > 0 && high - low < rule->min_delta)
		return OUTCOME_BELOW_FLOOR;
	return OUTCOME_CHANGED;
}

/*
 * A profile of whole numbers, and one that the candidate does not have, is
 * measured by a threshold only; others are compared, however little they
 * change.  Samples of both forms count as fractions.
 */
static enum outcome decide_profile(const struct sides *sides,
				   const struct finding *finding)
{
	bool news;

	if (sides->candidate.integer)
		news = sides->base.median > profile_threshold ||
		       sides->candidate.median > profile_threshold;
	else
		news = is_different(sides, finding);
	return news ? OUTCOME_CHANGED : OUTCOME_SAME;
}

static bool has_enough_runs(const struct comparison *comparison, bool complete)
{
	const struct run_set *base = &comparison->base->runs;
	const struct run_set *candidate = &comparison->candidate->runs;

	if (!complete)
		return base->runs >= LEAST_RUNS ||
		       candidate->runs >= LEAST_RUNS;
	return run_set_runs(base, KIND_PERFORMANCE) >= LEAST_RUNS ||
	       run_set_runs(candidate, KIND_PERFORMANCE) >= LEAST_RUNS;
}

/* Over all runs, or over the complete ones. */
static enum outcome decide(const struct comparison *comparison,
			   const struct finding *finding, bool complete)
{
	struct sides sides;

	if (counts_failures(finding)) {
		if (!has_counterpart(comparison, finding))
			return OUTCOME_LEFT_OUT;
	} else if (!has_enough_runs(comparison, complete)) {
		return OUTCOME_TOO_FEW_RUNS;
	}
	if (!find_sides(comparison, finding, complete, &sides))
		return OUTCOME_NO_SAMPLES;
	if (begins(finding->metric, "perf-profile."))
		return decide_profile(&sides, finding);
	if (!is_different(&sides, finding))
		return OUTCOME_SAME;
	return weigh(&sides, finding->rule);
}

static bool has_incomplete(const struct run_set *set)
{
	return run_set_runs(set, KIND_PERFORMANCE) < set->runs;
}

/* Why a run stopped is told by runs that did not finish. */
static bool counts_incomplete(const struct finding *finding)
{
	return counts_failures(finding) &&
	       (begins(finding->metric, "dmesg.") ||
		begins(finding->metric, "last_state.") ||
		begins(finding->metric, "stderr."));
}

enum outcome ranges_decide(const struct comparison *comparison,
			   const struct finding *finding)
{
	bool incomplete = has_incomplete(&comparison->base->runs) ||
			  has_incomplete(&comparison->candidate->runs);
	enum outcome outcome = decide(comparison, finding, incomplete);

	if (incomplete && outcome != OUTCOME_CHANGED &&
	    counts_incomplete(finding))
		outcome = decide(comparison, finding, false);
	return outcome;
}
