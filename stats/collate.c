/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>

#include "stats/samples.h"
#include "stats/summary.h"

/* One column while it is made: samples in, one number a run out. */
struct entry {
	uint32_t run;
	size_t order;
	double value;
};

static int by_run(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static bool sort_by_run(uint32_t *run, double *value, size_t n)
{
	struct entry *entry;
	size_t i = 1;

	while (i < n && run[i - 1] <= run[i])
		i++;
	if (i >= n)
		return true;
	entry = malloc(n * sizeof(*entry));
	if (!entry)
		return false;
	for (i = 0; i < n; i++)
		entry[i] = (struct entry){ run[i], i, value[i] };
	qsort(entry, n, sizeof(*entry), by_run);
	for (i = 0; i < n; i++) {
		run[i] = entry[i].run;
		value[i] = entry[i].value;
	}
	free(entry);
	return true;
}

static bool run_counts(const struct run_set *set, uint32_t run,
		       const struct rule *rule)
{
	return kind_counts_failures(rule->kind) || !set->incomplete[run];
}

/*
 * Reduces the samples [begin, end), sorted by run, to one number a run and
 * writes them from `to` on, which never overtakes the reading.  Returns where
 * the next column begins.
 */
static size_t reduce(struct run_set *set, uint32_t metric,
		     const struct rule *rule, size_t begin, size_t end,
		     size_t to)
{
	uint32_t next = 0; /* the first run not yet dealt with */
	bool fill = rule->absent == ABSENT_ZERO;

	while (begin < end) {
		uint32_t run = set->run[begin];
		size_t valid = begin, at = begin;

		for (; at < end && set->run[at] == run; at++) {
			if (isnan(set->value[at]))
				set->missing[metric]++;
			else
				set->value[valid++] = set->value[at];
		}
		for (; fill && next < run; next++) {
			if (!run_counts(set, next, rule))
				continue;
			set->run[to] = next;
			set->value[to++] = 0;
		}
		next = run + 1;
		if (valid > begin) {
			double value = reduce_values(rule->reduce,
						     set->value + begin,
						     valid - begin);

			/* A sum may leave the range of a double. */
			if (isfinite(value)) {
				set->value[to] = value;
				set->run[to++] = run;
			} else {
				set->missing[metric]++;
			}
		}
		begin = at;
	}
	for (; fill && next < set->runs; next++) {
		if (!run_counts(set, next, rule))
			continue;
		set->run[to] = next;
		set->value[to++] = 0;
	}
	return to;
}

static void scatter_piece(struct run_set *set, const struct sample_piece *piece,
			  const struct rule *const *rule, size_t *end)
{
	for (size_t i = 0; i < piece->count; i++) {
		uint32_t m = piece->metric[i];

		if (!run_counts(set, piece->run[i], rule[m]))
			continue;
		set->run[end[m]] = piece->run[i];
		set->value[end[m]++] = piece->value[i];
		if (piece->step[i] < set->step[m] && !isnan(piece->value[i]))
			set->step[m] = piece->step[i];
	}
}

/*
 * Counting sort by metric.  Zeros to come (absent=zero) get their room in
 * front of a column's samples, so that they never overwrite one unread.
 */
static bool scatter(struct run_set *set, const struct sample_log *log,
		    const struct rule *const *rule, size_t *end)
{
	size_t at = 0;

	for (uint32_t m = 0; m < set->metrics; m++) {
		size_t samples = end[m];

		if (samples && rule[m]->absent == ABSENT_ZERO)
			at += set->runs;
		set->offset[m] = end[m] = at;
		at += samples;
	}
	set->offset[set->metrics] = at;
	set->run = malloc((at + 1) * sizeof(*set->run));
	set->value = malloc((at + 1) * sizeof(*set->value));
	if (!set->run || !set->value)
		return false;
	for (const struct sample_piece *piece = log->first; piece;
	     piece = piece->next)
		scatter_piece(set, piece, rule, end);
	return true;
}

static void count_piece(struct run_set *set, const struct sample_piece *piece,
			const struct rule *const *rule, size_t *end)
{
	for (size_t i = 0; i < piece->count; i++) {
		uint32_t m = piece->metric[i];

		set->seen[m] |= METRIC_SEEN;
		if (piece->step[i] == STEP_CONFLICT)
			set->seen[m] |= METRIC_UNIT_CONFLICT;
		if (run_counts(set, piece->run[i], rule[m]))
			end[m]++;
	}
}

static bool collate(struct run_set *set, struct sample_log *log,
		    const struct rule *const *rule, size_t *end)
{
	size_t to = 0;

	for (const struct sample_piece *piece = log->first; piece;
	     piece = piece->next)
		count_piece(set, piece, rule, end);
	for (uint32_t m = 0; m < set->metrics; m++)
		set->step[m] = STEP_NONE;
	if (!scatter(set, log, rule, end))
		return false;
	sample_log_release(log);
	for (uint32_t m = 0; m < set->metrics; m++) {
		size_t begin = set->offset[m];

		set->offset[m] = to;
		if (begin == end[m])
			continue;
		if (!sort_by_run(set->run + begin, set->value + begin,
				 end[m] - begin))
			return false;
		to = reduce(set, m, rule[m], begin, end[m], to);
	}
	set->offset[set->metrics] = to;
	return true;
}

bool run_set_collate(struct run_set *set, struct sample_log *log,
		     const struct rule *const *rule, uint32_t metrics)
{
	size_t *end = calloc((size_t)metrics + 1, sizeof(*end));
	bool done = false;

	set->metrics = metrics;
	set->offset = calloc((size_t)metrics + 1, sizeof(*set->offset));
	set->step = malloc(((size_t)metrics + 1) * sizeof(*set->step));
	set->missing = calloc((size_t)metrics + 1, sizeof(*set->missing));
	set->seen = calloc((size_t)metrics + 1, sizeof(*set->seen));
	if (end && set->offset && set->step && set->missing && set->seen)
		done = collate(set, log, rule, end);
	if (!done) {
		set->metrics = 0;
		sample_log_release(log);
	}
	free(end);
	return done;
}
