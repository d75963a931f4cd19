/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
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

bool stage_write(struct batch *batch)
{
	const struct options *options = batch->options;
	struct field_list fields;
	struct output output = { 0 };
	bool done;

	if (!field_list_parse(&fields, options->command->fields,
			      options->fields, options->samples, &batch->error))
		return false;
	done = output_open(&output, options->output, batch->results,
			   &batch->error) &&
	       write_report(batch, output.stream, &fields) &&
	       output_close(&output, &batch->error);
	output_release(&output);
	field_list_release(&fields);
	return done;
}
