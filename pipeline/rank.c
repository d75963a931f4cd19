/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/pipeline.h"
#include "stats/gate.h"

/* The larger one first; what is not known comes last. */
static int by_number(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) - isnan(b);
	return a > b ? -1 : a < b;
}

static int by_name(const struct finding *a, const struct finding *b)
{
	int order = strcmp(a->metric, b->metric);

	if (!order)
		order = strcmp(a->group, b->group);
	return order ? order : strcmp(a->candidate_id, b->candidate_id);
}

/* Total: two findings are equal only when they are the same. */
static int by_rank(const void *x, const void *y)
{
	const struct finding *a = ((const struct report_row *)x)->finding;
	const struct finding *b = ((const struct report_row *)y)->finding;
	int order;

	if (a->kind != b->kind)
		return a->kind == KIND_FAILURE ? -1 : 1;
	if (a->kpi != b->kpi)
		return a->kpi > b->kpi ? -1 : 1;
	order = by_number(a->ranking, b->ranking);
	if (!order)
		order = by_number(-a->p, -b->p);
	return order ? order : by_name(a, b);
}

static int by_group_and_name(const void *x, const void *y)
{
	const struct finding *a = ((const struct report_row *)x)->finding;
	const struct finding *b = ((const struct report_row *)y)->finding;
	int order = strcmp(a->group, b->group);

	return order ? order : by_name(a, b);
}

bool is_listed(const struct finding *finding, const struct options *options)
{
	if (options->metric)
		return strcmp(finding->metric, options->metric) == 0;
	return options->all || finding->flags & 1u << FLAG_NEW_FAILURE ||
	       (finding->kind == KIND_PERFORMANCE && finding->kpi != KPI_NO &&
		report_format_find(options->format)->lists_kpis);
}

static void collect(struct batch *batch, bool reported)
{
	for (size_t c = 0; c < batch->comparisons; c++) {
		struct comparison *comparison = &batch->comparison[c];

		for (size_t i = 0; i < comparison->findings; i++) {
			struct finding *finding = &comparison->finding[i];

			if (finding->reported != reported ||
			    (!reported && !is_listed(finding, batch->options)))
				continue;
			batch->row[batch->rows++] =
				(struct report_row){ comparison, finding };
		}
	}
}

void rank_rows(struct batch *batch)
{
	qsort(batch->row, batch->reported, sizeof(*batch->row), by_rank);
	for (size_t r = 0; r < batch->reported; r++)
		batch->row[r].finding->rank = (uint32_t)r + 1;
	qsort(batch->row + batch->reported, batch->rows - batch->reported,
	      sizeof(*batch->row), by_group_and_name);
}

/* The rows to be written: reported ones by rank, then the others. */
bool stage_rank(struct batch *batch)
{
	struct t_level level = {
		.tail = (1 - batch->options->confidence) / 2,
	};
	size_t room = 1;

	for (size_t c = 0; c < batch->comparisons; c++) {
		const struct comparison *comparison = &batch->comparison[c];

		for (size_t i = 0; i < comparison->findings; i++)
			room += comparison->finding[i].reported ||
				is_listed(&comparison->finding[i],
					  batch->options);
	}
	batch->row = malloc(room * sizeof(*batch->row));
	if (!batch->row)
		return fail_memory(&batch->error);
	collect(batch, true);
	batch->reported = batch->rows;
	for (size_t r = 0; r < batch->reported; r++)
		gate_interval(batch->row[r].finding, &level);
	collect(batch, false);
	rank_rows(batch);
	return true;
}
