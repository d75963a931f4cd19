/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/report_csv.h"
#include "pipeline/sweep.h"
#include "stats/summary.h"

bool sweep_summarise(struct sweep_side *side, struct error *error)
{
	const struct run_set *runs = &side->read->commit->runs;
	struct set_record *record = &side->record;

	set_record_release(record);
	record->metric =
		malloc(((size_t)runs->metrics + 1) * sizeof(*record->metric));
	if (!record->metric)
		return fail_memory(error);
	record->metrics = runs->metrics;
	for (uint32_t m = 0; m < runs->metrics; m++) {
		struct column column = run_set_column(runs, m);
		struct summary summary =
			summarise_values(column.value, column.n);

		record->metric[m] = (struct set_metric){
			.name = m,
			.n = (uint32_t)column.n,
			.step = runs->step[m],
			.mean = summary.mean,
			.variance = summary.sd * summary.sd,
		};
	}
	return true;
}

/* Numbers of the side's names become ids of the store, once. */
static bool name_metrics(struct sweep *sweep, struct sweep_side *side,
			 struct error *error)
{
	const struct names *names = &side->read->names;

	for (size_t i = 0; i < side->record.metrics; i++)
		if (!store_name(&sweep->store, names_text(names, (uint32_t)i),
				names->length[i], &side->record.metric[i].name,
				error))
			return false;
	return true;
}

/* The run set that problems are of, on their way into the store. */
struct putting {
	struct sweep *sweep;
	int64_t set;
	struct error *error;
};

static bool put_problem(void *context, const struct store_problem *row)
{
	const struct putting *putting = context;

	return store_put_problem(&putting->sweep->store, putting->set, 0, row,
				 putting->error);
}

static bool put_side(struct sweep *sweep, struct sweep_side *side,
		     struct error *error)
{
	struct store_set set = { .group = side->group->name,
				 .commit = side->commit->id };
	struct putting putting = { .sweep = sweep, .error = error };
	bool done;

	if (side->stored)
		return true;
	snprintf(set.fingerprint, sizeof(set.fingerprint), "%s",
		 side->fingerprint.text);
	snprintf(set.content, sizeof(set.content), "%s", side->content);
	done = name_metrics(sweep, side, error) &&
	       store_put_set(&sweep->store, &set, side->read->commit->runs.runs,
			     &side->record, error);
	set_record_release(&side->record);
	putting.set = set.id;
	for (size_t i = 0; done && i < side->problems.count; i++)
		done = sweep_with_row(side, &side->problems.list[i],
				      put_problem, &putting, error);
	return done;
}

/* What a comparison is, or one of its rows, as a line of jsonl. */
static void put_json(const struct batch *compared,
		     const struct field_list *fields, size_t row, size_t rows,
		     FILE *stream)
{
	const char *reason[REASONS_MAX];
	struct report report = make_report(compared, stream, reason);

	report.field = fields->field;
	report.fields = fields->count;
	report.comparisons = rows ? 0 : report.comparisons;
	report.row += row;
	report.rows = rows;
	report_jsonl(&report, stream);
}

/* Ends the text of a memory stream; NULL when there was no memory. */
static char *end_text(FILE *stream, char **text)
{
	bool whole = !ferror(stream);

	if (fclose(stream) == 0 && whole && *text) {
		size_t length = strlen(*text);

		if (length && (*text)[length - 1] == '\n')
			(*text)[length - 1] = '\0';
		return *text;
	}
	free(*text);
	return NULL;
}

static char *json_of(const struct batch *compared,
		     const struct field_list *fields, size_t row, size_t rows)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	if (!stream)
		return NULL;
	put_json(compared, fields, row, rows, stream);
	return end_text(stream, &text);
}

static char *csv_of(const struct finding *finding,
		    const struct field_list *fields)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	if (!stream)
		return NULL;
	csv_row(stream, fields->field, fields->count, finding);
	return end_text(stream, &text);
}

/* A comparison as it goes into the store, made before anyone has to wait. */
struct kept {
	char *head;
	char **json, **csv; /* [rows] */
	size_t rows;
};

static bool make_kept(struct sweep *sweep, const struct batch *compared,
		      struct kept *kept, struct error *error)
{
	kept->head = json_of(compared, &sweep->json, 0, 0);
	kept->json = calloc(compared->rows + 1, sizeof(*kept->json));
	kept->csv = calloc(compared->rows + 1, sizeof(*kept->csv));
	if (!kept->head || !kept->json || !kept->csv)
		return fail_memory(error);
	for (; kept->rows < compared->rows; kept->rows++) {
		size_t row = kept->rows;

		kept->json[row] = json_of(compared, &sweep->json, row, 1);
		kept->csv[row] =
			csv_of(compared->row[row].finding, &sweep->csv);
		if (!kept->json[row] || !kept->csv[row]) {
			kept->rows++;
			return fail_memory(error);
		}
	}
	return true;
}

static void kept_release(struct kept *kept)
{
	for (size_t i = 0; i < kept->rows; i++) {
		free(kept->json[i]);
		free(kept->csv[i]);
	}
	free(kept->head);
	free(kept->json);
	free(kept->csv);
}

static bool put_finding(struct sweep *sweep, int64_t pair,
			const struct finding *finding, const char *json,
			const char *csv, struct error *error)
{
	char id[FINGERPRINT_ROOM];
	struct store_finding put = {
		.id = id,
		.metric = finding->metric,
		.status = finding->status,
		.reported = finding->reported,
		.failure = finding->kind == KIND_FAILURE,
		.kpi = finding->kpi,
		.direction = finding->direction,
		.ranking = finding->ranking,
		.p = finding->p,
		.change = finding->change,
		.q = finding->q,
		.json = json,
		.csv = csv,
	};

	snprintf(id, sizeof(id), "%016" PRIx64, finding->id);
	return store_put_finding(&sweep->store, pair, &put, error);
}

static bool put_shortfalls(struct sweep *sweep, int64_t pair,
			   const struct problems *shortfalls,
			   struct error *error)
{
	for (size_t i = 0; i < shortfalls->count; i++) {
		struct store_problem row = {
			.fault = shortfalls->list[i].fault,
			.file = shortfalls->list[i].file,
			.what = shortfalls->list[i].what,
		};

		if (!store_put_problem(&sweep->store, 0, pair, &row, error))
			return false;
	}
	return true;
}

static bool put_pair(struct sweep *sweep, struct sweep_pair *pair,
		     const struct batch *compared, const struct kept *kept,
		     struct error *error)
{
	struct store_pair put = {
		.group = pair->candidate->group->name,
		.base = pair->base->commit->id,
		.candidate = pair->candidate->commit->id,
		.base_fingerprint = pair->base->fingerprint.text,
		.candidate_fingerprint = pair->candidate->fingerprint.text,
		.metrics = compared->comparison->findings,
		.reported = compared->reported,
		.head = kept->head,
	};
	bool done;

	for (size_t i = 0; i < compared->reported; i++) {
		const struct finding *finding = compared->row[i].finding;

		put.improvements += finding->direction == DIRECTION_IMPROVEMENT;
		put.regressions += finding->direction == DIRECTION_REGRESSION;
	}
	done = put_side(sweep, pair->base, error) &&
	       put_side(sweep, pair->candidate, error) &&
	       store_put_pair(&sweep->store, sweep->night.id, &put, error);
	for (size_t i = 0; done && i < kept->rows; i++)
		done = put_finding(sweep, put.id, compared->row[i].finding,
				   kept->json[i], kept->csv[i], error);
	done = done &&
	       put_shortfalls(sweep, put.id, &compared->shortfalls, error);
	if (done)
		pair->id = put.id;
	return done;
}

bool sweep_keep(struct sweep *sweep, struct sweep_pair *pair,
		const struct batch *compared, struct error *error)
{
	int64_t before = pair->id;
	struct kept kept = { 0 };
	bool done = make_kept(sweep, compared, &kept, error);

	pthread_mutex_lock(&sweep->mutex);
	done = done && store_begin(&sweep->store, error) &&
	       put_pair(sweep, pair, compared, &kept, error) &&
	       store_commit(&sweep->store, error);
	if (done) {
		pair->base->stored = pair->candidate->stored = true;
	} else {
		store_rollback(&sweep->store);
		pair->id = before;
	}
	pthread_mutex_unlock(&sweep->mutex);
	kept_release(&kept);
	return done;
}
