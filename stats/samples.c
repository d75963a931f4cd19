/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/samples.h"

#include <stdlib.h>
#include <string.h>

/* Samples in the first piece of a log, and in the largest. */
enum { LEAST_ROOM = 1024, MOST_ROOM = 64 * 1024 };

static size_t room_for(const struct sample_log *log)
{
	size_t room = log->last ? 2 * log->last->room : LEAST_ROOM;

	return room < MOST_ROOM ? room : MOST_ROOM;
}

/* A piece and its arrays are one block of memory. */
static bool add_piece(struct sample_log *log)
{
	size_t room = room_for(log);
	struct sample_piece *piece =
		malloc(sizeof(*piece) +
		       room * (sizeof(*piece->value) + sizeof(*piece->metric) +
			       sizeof(*piece->run) + sizeof(*piece->step)));

	if (!piece)
		return false;
	*piece = (struct sample_piece){ .room = room };
	piece->value = (double *)(void *)(piece + 1);
	piece->metric = (uint32_t *)(void *)(piece->value + room);
	piece->run = piece->metric + room;
	piece->step = (int16_t *)(void *)(piece->run + room);
	if (log->last)
		log->last->next = piece;
	else
		log->first = piece;
	log->last = piece;
	return true;
}

bool sample_log_append(struct sample_log *log, uint32_t metric, uint32_t run,
		       double value, int step)
{
	struct sample_piece *piece = log->last;
	size_t at;

	if (!piece || piece->count == piece->room) {
		if (!add_piece(log))
			return false;
		piece = log->last;
	}
	at = piece->count++;
	piece->value[at] = value;
	piece->metric[at] = metric;
	piece->run[at] = run;
	piece->step[at] = (int16_t)step;
	log->count++;
	return true;
}

static void free_pieces(struct sample_piece *piece)
{
	while (piece) {
		struct sample_piece *next = piece->next;

		free(piece);
		piece = next;
	}
}

void sample_log_truncate(struct sample_log *log, size_t count)
{
	struct sample_piece *piece = log->first;
	size_t before = 0;

	if (count >= log->count)
		return;
	while (before + piece->count < count) {
		before += piece->count;
		piece = piece->next;
	}
	free_pieces(piece->next);
	piece->next = NULL;
	piece->count = count - before;
	log->last = piece;
	log->count = count;
}

void sample_log_join(struct sample_log *log, struct sample_log *from)
{
	if (!from->first)
		return;
	if (log->last)
		log->last->next = from->first;
	else
		log->first = from->first;
	log->last = from->last;
	log->count += from->count;
	*from = (struct sample_log){ 0 };
}

static void renumber(struct sample_piece *piece, const uint32_t *number)
{
	size_t kept = 0;

	for (size_t i = 0; i < piece->count; i++) {
		uint32_t run = number[piece->run[i]];

		if (run == RUN_DROPPED)
			continue;
		piece->metric[kept] = piece->metric[i];
		piece->run[kept] = run;
		piece->value[kept] = piece->value[i];
		piece->step[kept] = piece->step[i];
		kept++;
	}
	piece->count = kept;
}

void sample_log_renumber(struct sample_log *log, const uint32_t *number)
{
	log->count = 0;
	for (struct sample_piece *piece = log->first; piece;
	     piece = piece->next) {
		renumber(piece, number);
		log->count += piece->count;
	}
}

void sample_log_release(struct sample_log *log)
{
	free_pieces(log->first);
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
