/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/cases.h"
#include "io/findings.h"
#include "io/output.h"
#include "io/report_json.h"
#include "io/rule_lines.h"
#include "io/text.h"
#include "pipeline/filter.h"
#include "pipeline/pairing.h"
#include "pipeline/pipeline.h"

/* What all cases share: the lines of TAP so far. */
struct judgement {
	FILE *stream;
	const struct test_case *test;
	size_t tests, failed;
};

/* All flags that are asked for must be there; others may be, too. */
static bool has_flags(const struct finding *finding, const char *asked)
{
	unsigned flags;

	return flags_parse(asked, &flags) && (finding->flags & flags) == flags;
}

static bool holds(const struct expectation *expectation, size_t column,
		  const struct finding *finding)
{
	const char *asked = expectation->cell[column];
	char room[FIELD_ROOM];
	const char *got = field_text(finding_field(expectation_columns[column]),
				     finding, room);

	if (!*asked)
		return true;
	if (column == EXPECT_FLAGS)
		return has_flags(finding, asked);
	return strcmp(got, asked) == 0;
}

/* "ok 3 - CASE: METRIC: reported=false": a "#" would begin a directive. */
static void put_result(struct judgement *judgement, bool ok, const char *what)
{
	fprintf(judgement->stream, "%sok %zu - ", ok ? "" : "not ",
		++judgement->tests);
	for (; *what; what++) {
		if (*what == '#' || *what == '\\')
			putc('\\', judgement->stream);
		putc(*what, judgement->stream);
	}
	putc('\n', judgement->stream);
	judgement->failed += !ok;
}

static void name_expectation(const struct judgement *judgement,
			     const struct expectation *expectation, char *text,
			     size_t room)
{
	char metric[512], path[512];
	size_t used;

	text_fit(judgement->test->path, 200, path, sizeof(path));
	text_fit(expectation->cell[EXPECT_METRIC], 200, metric, sizeof(metric));
	used = (size_t)snprintf(text, room, "%s: %s:", path, metric);
	for (size_t c = EXPECT_REPORTED; c < EXPECTATION_COLUMNS; c++)
		if (*expectation->cell[c] && used < room)
			used += (size_t)snprintf(text + used, room - used,
						 " %s=%.40s",
						 expectation_columns[c],
						 expectation->cell[c]);
}

static void put_key(FILE *stream, const char *key, const char *text)
{
	fprintf(stream, "  %s: ", key);
	json_put_text(stream, text);
	putc('\n', stream);
}

/* The figures that decided, as the fields of csv. */
static void put_figures(FILE *stream, const struct report_row *row,
			const struct options *options)
{
	static const char *const figures[] = {
		"kind",
		"kpi",
		"better",
		"base_n",
		"base_mean",
		"base_sd",
		"candidate_n",
		"candidate_mean",
		"candidate_sd",
		"base_fails",
		"candidate_fails",
		"change",
		"ci_low",
		"ci_high",
		"min_change",
		"p",
		"q",
		"detectable",
		"runs_needed",
	};
	const struct family_summary *family =
		&row->comparison->family[family_of(row->finding)];
	char room[FIELD_ROOM];

	fputs("  figures:\n", stream);
	for (size_t i = 0; i < sizeof(figures) / sizeof(*figures); i++) {
		const char *text = field_text(finding_field(figures[i]),
					      row->finding, room);

		if (*text)
			fprintf(stream, "    %s: %s\n", figures[i], text);
	}
	fprintf(stream, "    alpha: %g\n    test: %s\n", options->alpha,
		options->test);
	fprintf(stream, "    family_size: %zu\n    family_changed: %zu\n",
		family->size, family->changed);
}

static bool put_rule(void *context, enum rule_line line, const char *text)
{
	static const char *const before[] = {
		[RULE_LINE_APPLIES] = "",
		[RULE_LINE_WHY] = "why: ",
		[RULE_LINE_NEARLY] = "does not apply, but for one character: ",
	};
	FILE *stream = context;
	char *whole = malloc(strlen(before[line]) + strlen(text) + 1);

	if (!whole)
		return false;
	strcpy(whole, before[line]);
	strcat(whole, text);
	fputs("    - ", stream);
	json_put_text(stream, whole);
	putc('\n', stream);
	free(whole);
	return true;
}

static bool put_rules(FILE *stream, const struct batch *batch,
		      const struct report_row *row)
{
	fputs("  rules:\n", stream);
	return rule_lines(batch->reading.rules, row->comparison->group,
			  row->finding->metric, put_rule, stream);
}

/* Why an expectation does not hold: a block of YAML. */
static bool put_block(struct batch *batch, const struct report_row *row,
		      const struct expectation *expectation)
{
	FILE *stream = batch->judgement->stream;
	const struct test_case *test = batch->judgement->test;
	char at[4200], room[FIELD_ROOM], message[512];
	size_t used = 0;

	snprintf(at, sizeof(at), "%.4000s:%zu", test->expect,
		 expectation->line);
	message[0] = '\0';
	for (size_t c = EXPECT_REPORTED; c < EXPECTATION_COLUMNS; c++) {
		const char *name = expectation_columns[c], *got;

		if (holds(expectation, c, row->finding))
			continue;
		got = field_text(finding_field(name), row->finding, room);
		used += (size_t)snprintf(message + used, sizeof(message) - used,
					 "%s%s is %s, not %.40s",
					 used ? "; " : "", name,
					 *got ? got : "empty",
					 expectation->cell[c]);
	}
	if (row->finding->reason && used < sizeof(message))
		snprintf(message + used, sizeof(message) - used, " (%s)",
			 row->finding->reason);
	fputs("  ---\n", stream);
	put_key(stream, "message", message);
	put_key(stream, "at", at);
	put_figures(stream, row, batch->options);
	if (!put_rules(stream, batch, row))
		return fail_memory(&batch->error);
	fputs("  ...\n", stream);
	return true;
}

/* What kept an expectation, or a case, from being judged. */
static void put_failure(struct judgement *judgement, const char *what,
			const char *message)
{
	put_result(judgement, false, what);
	fputs("  ---\n", judgement->stream);
	put_key(judgement->stream, "message", message);
	fputs("  ...\n", judgement->stream);
}

static bool judge(struct batch *batch, const struct expectation *expectation)
{
	const char *metric = expectation->cell[EXPECT_METRIC];
	struct judgement *judgement = batch->judgement;
	const struct report_row *row = NULL;
	char what[1024];
	bool ok = true;

	for (size_t r = 0; !row && r < batch->rows; r++)
		if (strcmp(batch->row[r].finding->metric, metric) == 0)
			row = &batch->row[r];
	name_expectation(judgement, expectation, what, sizeof(what));
	if (!row) {
		put_failure(judgement, what, "the samples have no such metric");
		return true;
	}
	for (size_t c = EXPECT_REPORTED; c < EXPECTATION_COLUMNS; c++)
		ok = ok && holds(expectation, c, row->finding);
	put_result(judgement, ok, what);
	return ok || put_block(batch, row, expectation);
}

/* Writes a case, and that it says the opposite of what is decided now. */
static bool write_recorded(struct batch *batch, const struct report_row *row)
{
	const struct finding *finding = row->finding;
	struct output output = { 0 };
	FILE *stream;
	bool done;

	if (!output_open(&output, batch->options->output, batch->results,
			 &batch->error))
		return false;
	/* First: a case that nobody is told of would be in the way. */
	if (!case_write(batch->options->record, row->comparison, finding,
			!finding->reported, &batch->error)) {
		output_release(&output);
		return false;
	}
	stream = output.stream;
	done = text_put(stream, batch->options->record, SIZE_MAX / 2) !=
	       SIZE_MAX;
	fputs(": expects of ", stream);
	done = done &&
	       text_put(stream, finding->metric, SIZE_MAX / 2) != SIZE_MAX;
	fprintf(stream, " reported=%s; now it is %sreported%s%s\n",
		finding->reported ? "false" : "true",
		finding->reported ? "" : "not ", finding->reason ? ": " : "",
		finding->reason ? finding->reason : "");
	if (!done)
		fail_memory(&batch->error);
	done = done && output_close(&output, &batch->error);
	output_release(&output);
	return done;
}

/* Whoever records a decision says that it is wrong. */
static bool record(struct batch *batch)
{
	const struct options *options = batch->options;
	const struct report_row *row = batch->row;

	if (!keep_metric(batch))
		return false;
	if (batch->rows > 1)
		return fail(&batch->error, FAULT_USAGE,
			    "%zu comparisons have %.200s: name the two run "
			    "sets of one, such as the directories commit=ID of "
			    "a group",
			    batch->rows, options->metric);
	return write_recorded(batch, row);
}

bool stage_judge(struct batch *batch)
{
	const struct test_case *test;
	bool done = true;

	if (batch->options->record)
		return record(batch);
	test = batch->judgement->test;
	if (batch->comparisons > 1)
		return fail(&batch->error, FAULT_INPUT,
			    "%s: a case is one comparison, and here are %zu",
			    test->path, batch->comparisons);
	for (size_t i = 0; done && i < test->expectations; i++)
		done = judge(batch, &test->expected[i]);
	return done;
}

static bool is_reason(const char *name)
{
	const struct noise_filter *filter = noise_filters;

	while (filter->name && strcmp(filter->name, name) != 0)
		filter++;
	return !*name || filter->name;
}

/* Words that only the filters and flags know. */
static bool check_words(struct batch *batch, const struct test_case *test,
			bool *bad)
{
	for (size_t i = 0; i < test->expectations; i++) {
		const struct expectation *expected = &test->expected[i];
		const char *reason = expected->cell[EXPECT_REASON];
		const char *flags = expected->cell[EXPECT_FLAGS];
		bool known = is_reason(reason);
		unsigned bits;
		const char *text = known ? flags : reason;

		if (known && flags_parse(flags, &bits))
			continue;
		*bad = true;
		if (!problems_add(&batch->problems, &batch->error, FAULT_INPUT,
				  test->expect, expected->line, text,
				  strlen(text),
				  "no such %s (perfsift --help %s)",
				  known ? "flag" : "reason",
				  known ? "flags" : "reasons"))
			return false;
	}
	return true;
}

/* Runs the samples of a case through the stages, as compare would. */
static bool run_case(struct batch *batch, const struct test_case *test)
{
	static const char *const candidate = "candidate";
	struct options options = *batch->options;
	const char *sides[] = { test->table ? test->table : test->base,
				test->candidate };
	const char *candidates[] = { candidate };
	struct batch inner = { .options = &options,
			       .results = batch->results,
			       .messages = batch->messages,
			       .reading = batch->reading,
			       .context = &test->context,
			       .judgement = batch->judgement,
			       .started = batch->started };
	bool done;

	options.arguments = (struct text_list){ sides, test->table ? 1 : 2 };
	options.base = test->table ? "base" : NULL;
	options.candidates =
		(struct text_list){ candidates, test->table ? 1 : 0 };
	options.all = true;
	options.format = "csv";
	options.keep_going = false;
	options.verbose = false;
	inner.reading.axis = test->context.axis;
	inner.reading.axes = test->context.axes;
	batch->judgement->test = test;
	done = find_comparisons(&inner) && pipeline_run(&inner);
	if (!done && !batch->error.fault)
		batch->error = inner.error;
	done = problems_move(&batch->problems, &inner.problems,
			     &batch->error) &&
	       done;
	batch_release(&inner);
	return done;
}

/* A case that cannot be read is a failed test, and the others go on. */
static bool check_case(struct batch *batch, const char *path)
{
	struct test_case test;
	bool bad = false, done;
	char name[256];

	done = test_case_read(&test, path, &bad, &batch->problems,
			      &batch->error) &&
	       check_words(batch, &test, &bad);
	if (done && !bad)
		done = run_case(batch, &test);
	if (bad || (!done && batch->error.fault < FAULT_TROUBLE)) {
		text_fit(path, 200, name, sizeof(name));
		put_failure(batch->judgement, name,
			    batch->error.fault ? batch->error.text :
						 "the case has a fault, which "
						 "standard error tells");
	}
	test_case_release(&test);
	return done;
}

static bool check_cases(struct batch *batch, char **path, size_t count)
{
	struct judgement judgement = { 0 };
	struct output output = { 0 };
	bool done;

	if (!output_open(&output, batch->options->output, batch->results,
			 &batch->error))
		return false;
	judgement.stream = output.stream;
	batch->judgement = &judgement;
	fputs("TAP version 14\n", output.stream);
	for (size_t i = 0; i < count; i++)
		if (!check_case(batch, path[i]) &&
		    batch->error.fault >= FAULT_TROUBLE)
			break;
	fprintf(output.stream, "1..%zu\n", judgement.tests);
	done = output_close(&output, &batch->error);
	output_release(&output);
	if (done && judgement.failed)
		fail(&batch->error, FAULT_ALARM,
		     "%zu of %zu expectations do not hold", judgement.failed,
		     judgement.tests);
	return done;
}

bool command_check(struct batch *batch)
{
	const struct text_list *arguments = &batch->options->arguments;
	char **path;
	size_t count;
	bool done;

	if (batch->options->record)
		return find_comparisons(batch) && pipeline_run(batch);
	if (batch->options->base || batch->options->candidates.count)
		return fail(&batch->error, FAULT_USAGE,
			    "--base and --candidate go with --record");
	if (!arguments->count)
		return fail(&batch->error, FAULT_USAGE,
			    "check takes cases, or directories of cases");
	if (!paths_exist(batch))
		return false;
	done = cases_find(&path, &count, arguments->text, arguments->count,
			  &batch->error) &&
	       check_cases(batch, path, count);
	for (size_t i = 0; i < count; i++)
		free(path[i]);
	free(path);
	return done;
}
