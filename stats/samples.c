/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/samples.h"

#include <stdlib.h>
#include <string.h>

static bool grow_log(struct sample_log *log)
{
	size_t room = log->room ? log->room + log->room / 2 : 4096;
	uint32_t *metric = realloc(log->metric, room * sizeof(*metric));
	uint32_t *run;
	double *value;
	int16_t *step;

	if (!metric)
		return false;
	log->metric = metric;
	run = realloc(log->run, room * sizeof(*run));
	if (!run)
		return false;
	log->run = run;
	value = realloc(log->value, room * sizeof(*value));
	if (!value)
		return false;
	log->value = value;
	step = realloc(log->step, room * sizeof(*step));
	if (!step)
		return false;
	log->step = step;
	log->room = room;
	return true;
}

bool sample_log_append(struct sample_log *log, uint32_t metric, uint32_t run,
		       double value, int step)
{
	size_t at = log->count;

	if (at == log->room && !grow_log(log))
		return false;
	log->metric[at] = metric;
	log->run[at] = run;
	log->value[at] = value;
	log->step[at] = (int16_t)step;
	log->count++;
	return true;
}

void sample_log_truncate(struct sample_log *log, size_t count)
{
	log->count = count;
}

void sample_log_renumber(struct sample_log *log, const uint32_t *number)
{
	size_t kept = 0;

	for (size_t i = 0; i < log->count; i++) {
		uint32_t run = number[log->run[i]];

		if (run == RUN_DROPPED)
			continue;
		log->metric[kept] = log->metric[i];
		log->run[kept] = run;
		log->value[kept] = log->value[i];
		log->step[kept] = log->step[i];
		kept++;
	}
	log->count = kept;
}

void sample_log_release(struct sample_log *log)
{
	free(log->metric);
	free(log->run);
	free(log->value);
	free(log->step);
	*log = (struct sample_log){ 0 };
}

bool run_set_add_run(struct run_set *set, const char *id)
{
	char **run_id = set->run_id;
	bool *incomplete = set->incomplete;
	char *copy;

	/* Room grows at each power of two. */
	if ((set->runs & (set->runs - 1)) == 0) {
		size_t room = set->runs ? 2 * set->runs : 1;

		run_id = realloc(run_id, room * sizeof(*run_id));
		if (!run_id)
			return false;
		set->run_id = run_id;
		incomplete = realloc(incomplete, room * sizeof(*incomplete));
		if (!incomplete)
			return false;
		set->incomplete = incomplete;
	}
	copy = strdup(id);
	if (!copy)
		return false;
	run_id[set->runs] = copy;
	incomplete[set->runs] = false;
	set->runs++;
	return true;
}

bool run_set_renumber(struct run_set *set, const uint32_t *number)
{
	char **run_id = malloc((set->runs + 1) * sizeof(*run_id));
	bool *incomplete = malloc((set->runs + 1) * sizeof(*incomplete));
	size_t kept = 0;

	if (!run_id || !incomplete) {
		free(run_id);
		free(incomplete);
		return false;
	}
	for (size_t run = 0; run < set->runs; run++) {
		if (number[run] == RUN_DROPPED) {
			free(set->run_id[run]);
			continue;
		}
		run_id[number[run]] = set->run_id[run];
		incomplete[number[run]] = set->incomplete[run];
		kept++;
	}
	for (size_t run = 0; run < kept; run++) {
		set->run_id[run] = run_id[run];
		set->incomplete[run] = incomplete[run];
	}
	set->runs = kept;
	free(run_id);
	free(incomplete);
	return true;
}

void run_set_drop_last(struct run_set *set)
{
	free(set->run_id[--set->runs]);
}

struct column run_set_column(const struct run_set *set, uint32_t metric)
{
	size_t begin;

	if (metric >= set->metrics)
		return (struct column){ 0 };
	begin = set->offset[metric];
	return (struct column){ .value = set->value + begin,
				.run = set->run + begin,
				.n = set->offset[metric + 1] - begin };
}

unsigned run_set_seen(const struct run_set *set, uint32_t metric)
{
	return metric < set->metrics ? set->seen[metric] : 0;
}

size_t run_set_runs(const struct run_set *set, enum kind kind)
{
	size_t runs = set->runs;

	if (kind == KIND_PERFORMANCE)
		for (size_t i = 0; i < set->runs; i++)
			runs -= set->incomplete[i];
	return runs;
}

void run_set_release(struct run_set *set)
{
	for (size_t i = 0; i < set->runs; i++)
		free(set->run_id[i]);
	free(set->run_id);
	free(set->incomplete);
	free(set->offset);
	free(set->run);
	free(set->value);
	free(set->step);
	free(set->missing);
	free(set->seen);
	*set = (struct run_set){ 0 };
}
