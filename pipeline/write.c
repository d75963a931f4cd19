/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "io/output.h"
#include "pipeline/filter.h"
#include "pipeline/mailing.h"
#include "pipeline/pipeline.h"

static bool wants_color(const struct options *options, FILE *stream)
{
	const char *no_color = getenv("NO_COLOR");

	if (strcmp(options->color, "auto") != 0)
		return strcmp(options->color, "always") == 0;
	return isatty(fileno(stream)) && !(no_color && *no_color);
}

size_t columns_of(FILE *stream)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	long wanted = columns ? strtol(columns, NULL, 10) : 0;

	if (wanted > 0)
		return (size_t)wanted;
	if (isatty(fileno(stream)) &&
	    ioctl(fileno(stream), TIOCGWINSZ, &size) == 0)
		return size.ws_col;
	return 0;
}

/* Of findings that were read back, how they were decided is told with them. */
static void take_told(struct report *report, const struct batch *batch)
{
	report->problems = &batch->findings.problems;
	report->archive_problems = 0;
	report->test = report->fdr = "";
	report->alpha = report->confidence = NAN;
	for (size_t c = batch->comparisons; c-- > 0;) {
		const struct told *told = batch->comparison[c].told;

		if (told->test)
			report->test = told->test;
		if (told->fdr)
			report->fdr = told->fdr;
		if (!isnan(told->alpha))
			report->alpha = told->alpha;
		if (!isnan(told->confidence))
			report->confidence = told->confidence;
	}
}

struct report make_report(const struct batch *batch, FILE *stream,
			  const char **reason)
{
	const struct options *options = batch->options;
	struct report report = {
		.comparison = batch->comparison,
		.comparisons = batch->comparisons,
		.row = batch->row,
		.rows = batch->rows,
		.reported = batch->reported,
		.reason = reason,
		.reasons = noise_filter_count(),
		.reason_doc = noise_filter_doc,
		.problems = &batch->problems,
		.archive_problems = batch->archive_problems,
		.rules = batch->reading.rules,
		.test = options->test,
		.fdr = options->fdr,
		.alpha = options->alpha,
		.confidence = options->confidence,
		.all = options->all,
		.color = wants_color(options, stream),
		.columns = columns_of(stream),
	};

	for (size_t i = 0; i < report.reasons; i++)
		reason[i] = noise_filters[i].name;
	if (!batch->findings.files)
		return report;
	take_told(&report, batch);
	report.reasons = batch->findings.reasons;
	for (size_t i = 0; i < report.reasons; i++)
		reason[i] = batch->findings.reason[i].name;
	return report;
}

static bool write_report(struct batch *batch, FILE *stream,
			 const struct field_list *fields)
{
	const struct report_format *format =
		report_format_find(batch->options->format);
	const char *reason[REASONS_MAX];
	struct report report = make_report(batch, stream, reason);
	bool done;

	report.field = fields->field;
	report.fields = fields->count;
	if (format->is_mail &&
	    !mailing_make(&report.mail, batch->options, &batch->error)) {
		mailing_release(&report.mail);
		return false;
	}
	errno = 0;
	done = format->write(&report, stream);
	mailing_release(&report.mail);
	/* What the stream refused, output_close() tells better. */
	return done || ferror(stream) || fail_memory(&batch->error);
}

/* The fields that were asked for, else those that were read, or all. */
static bool choose_fields(struct batch *batch, struct field_list *list)
{
	const struct options *options = batch->options;
	const struct field_list *read = &batch->findings.fields;
	bool samples = report_format_find(options->format)->takes_samples;

	if (options->fields || !read->count)
		return field_list_parse(list, options->command->fields,
					options->fields, options->samples,
					&batch->error);
	*list = (struct field_list){
		.field = malloc(read->count * sizeof(*list->field)),
	};
	if (!list->field)
		return fail_memory(&batch->error);
	for (size_t i = 0; i < read->count; i++)
		if (samples || read->field[i]->type != FIELD_SAMPLES)
			list->field[list->count++] = read->field[i];
	return true;
}

bool stage_write(struct batch *batch)
{
	const struct options *options = batch->options;
	struct field_list fields;
	struct output output = { 0 };
	bool done;

	if (!choose_fields(batch, &fields))
		return false;
	done = output_open(&output, options->output, batch->results,
			   &batch->error) &&
	       write_report(batch, output.stream, &fields) &&
	       output_close(&output, &batch->error);
	output_release(&output);
	field_list_release(&fields);
	return done;
}
