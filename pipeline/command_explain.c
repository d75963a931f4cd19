/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/output.h"
#include "io/report_explain.h"
#include "io/text.h"
#include "pipeline/filter.h"
#include "pipeline/pipeline.h"

static enum opinion opinion_of(const struct noise_filter *filter,
			       const struct finding *finding,
			       const struct options *options, bool behind)
{
	bool tested = finding->verdict != VERDICT_INCOMPARABLE;

	if (finding->reason && strcmp(filter->name, finding->reason) == 0)
		return OPINION_STOPS;
	if (!filter->before_test && !tested)
		return OPINION_NONE;
	return behind && filter->is_noise(finding, options) ? OPINION_BEHIND :
							      OPINION_PASSES;
}

static void ask_filters(const struct finding *finding,
			const struct options *options,
			struct filter_opinion *opinion)
{
	bool behind = false;

	for (const struct noise_filter *f = noise_filters; f->name; f++) {
		*opinion = (struct filter_opinion){
			.name = f->name,
			.doc = f->doc,
			.opinion = opinion_of(f, finding, options, behind),
		};
		behind = behind || opinion->opinion == OPINION_STOPS;
		opinion++;
	}
}

static void advise(const struct batch *batch, const struct report_row *row,
		   char text[ADVICE_ROOM])
{
	struct advice advice = { .comparison = row->comparison,
				 .finding = row->finding,
				 .options = batch->options,
				 .rules = batch->reading.rules };
	const struct noise_filter *filter = noise_filters;

	if (!row->finding->reason) {
		snprintf(text, ADVICE_ROOM, "It is news already.");
		return;
	}
	while (strcmp(filter->name, row->finding->reason) != 0)
		filter++;
	filter->advise(&advice, text);
}

static bool explain_row(const struct batch *batch, const struct report *report,
			const struct report_row *row, FILE *stream)
{
	struct filter_opinion opinion[REASONS_MAX];
	char advice[ADVICE_ROOM];
	struct explanation explanation = {
		.report = report,
		.row = row,
		.opinion = opinion,
		.opinions = noise_filter_count(),
		.advice = advice,
	};

	ask_filters(row->finding, batch->options, opinion);
	advise(batch, row, advice);
	return explain_text(&explanation, stream);
}

static bool explain_rows(struct batch *batch)
{
	const char *reason[REASONS_MAX];
	struct output output = { 0 };
	bool done;

	done = output_open(&output, batch->options->output, batch->results,
			   &batch->error);
	if (done) {
		struct report report =
			make_report(batch, output.stream, reason);

		errno = 0;
		for (size_t r = 0; done && r < batch->rows; r++) {
			if (r)
				putc('\n', output.stream);
			done = explain_row(batch, &report, &batch->row[r],
					   output.stream);
		}
		done = done || ferror(output.stream) ||
		       fail_memory(&batch->error);
	}
	done = done && output_close(&output, &batch->error);
	output_release(&output);
	return done;
}

static bool no_such_metric(struct batch *batch)
{
	const char *wanted = batch->options->metric, *nearest = NULL;
	size_t least = SIZE_MAX;

	for (size_t c = 0; c < batch->comparisons; c++) {
		const struct comparison *comparison = &batch->comparison[c];

		for (size_t i = 0; i < comparison->findings; i++)
			if (text_is_nearer(wanted,
					   comparison->finding[i].metric,
					   &least))
				nearest = comparison->finding[i].metric;
	}
	return fail(&batch->error, FAULT_USAGE,
		    "there is no metric \"%.200s\"%s%.200s%s", wanted,
		    nearest ? "; did you mean " : "", nearest ? nearest : "",
		    nearest ? "?" : "");
}

bool keep_metric(struct batch *batch)
{
	size_t kept = 0, reported = 0;

	for (size_t r = 0; r < batch->rows; r++) {
		struct report_row row = batch->row[r];

		if (strcmp(row.finding->metric, batch->options->metric) != 0)
			continue;
		reported += row.finding->reported;
		batch->row[kept++] = row;
	}
	batch->rows = kept;
	batch->reported = reported;
	return kept || no_such_metric(batch);
}

bool stage_explain(struct batch *batch)
{
	if (!keep_metric(batch))
		return false;
	if (strcmp(batch->options->format, "text") != 0)
		return stage_write(batch);
	return explain_rows(batch);
}

bool command_explain(struct batch *batch)
{
	return find_comparisons(batch) && pipeline_run(batch);
}
