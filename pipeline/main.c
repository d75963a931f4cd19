/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <gsl/gsl_errno.h>

#include "io/output.h"
#include "io/text.h"
#include "pipeline/exit_status.h"
#include "pipeline/interrupt.h"
#include "pipeline/pipeline.h"

/* Of many problems the first are printed, then their number. */
enum { PROBLEMS_PRINTED = 20 };

static enum fault worse(enum fault a, enum fault b)
{
	return a > b ? a : b;
}

static void print_problem(const struct problem *problem)
{
	char file[4096];

	text_fit(problem->file, SIZE_MAX, file, sizeof(file));
	fprintf(stderr, "perfsift: %s", file);
	if (problem->line)
		fprintf(stderr, ":%zu", problem->line);
	fprintf(stderr, ": %s", problem->what);
	if (problem->text)
		fprintf(stderr, ": \"%s\"", problem->text);
	putc('\n', stderr);
}

static enum fault print_problems(const struct problems *problems)
{
	size_t printed = 0, more = problems->untold;
	enum fault fault = FAULT_NONE;

	for (size_t i = 0; i < problems->count; i++) {
		const struct problem *problem = &problems->list[i];

		/* A graver one than all before it is never left out. */
		if (printed >= PROBLEMS_PRINTED && problem->fault <= fault) {
			more++;
			continue;
		}
		fault = worse(fault, problem->fault);
		print_problem(problem);
		printed++;
	}
	if (more)
		fprintf(stderr, "perfsift: and %zu more\n", more);
	return fault;
}

static enum fault print_error(const struct error *error)
{
	if (error->fault)
		fprintf(stderr, "perfsift: %s\n", error->text);
	return error->fault;
}

/* Help and the like: to standard output, whole or with a complaint. */
static bool print_about(const struct options *options, struct error *error)
{
	const char *topic =
		options->arguments.count ? options->arguments.text[0] : NULL;
	struct output output = { 0 };
	bool done;

	if (!output_open(&output, NULL, stdout, error))
		return false;
	if (options->help)
		done = options_help(output.stream, topic) ||
		       fail(error, FAULT_USAGE,
			    "no help on \"%s\"; perfsift --help names the "
			    "topics",
			    topic);
	else if (options->completions)
		done = options_completions(output.stream, options->completions);
	else
		done = fputs("perfsift " PERFSIFT_VERSION "\n",
			     output.stream) >= 0;
	done = output_close(&output, error) && done;
	output_release(&output);
	return done;
}

static enum fault run(const struct options *options)
{
	struct batch batch = { .options = options,
			       .results = stdout,
			       .messages = stderr };
	enum fault fault;

	if (batch_prepare(&batch))
		options->command->run(&batch);
	fault = print_problems(&batch.problems);
	fault = worse(fault, print_problems(&batch.shortfalls));
	fault = worse(fault, print_error(&batch.error));
	batch_release(&batch);
	return fault;
}

static int status_of(enum fault fault)
{
	const struct exit_status *row = exit_statuses;

	while (row->fault != fault)
		row++;
	return row->status;
}

/*
 * Memory that was freed is kept for what comes next: to get pages from the
 * system anew costs more than to fill them.
 */
static void keep_memory(void)
{
#ifdef __GLIBC__
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

int main(int argc, char **argv)
{
	struct options options = { 0 };
	struct error error = { 0 };
	enum fault fault;

	keep_memory();
	gsl_set_error_handler_off();
	/* A limit of the file size is trouble like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
	if (!options_parse(&options, argc, argv, &error))
		fault = print_error(&error);
	else if (!options.command)
		fault = print_about(&options, &error) ? FAULT_NONE :
							print_error(&error);
	else
		fault = run(&options);
	options_release(&options);
	/* Whoever sent a signal is to see that it ended us. */
	if (interrupt_signal()) {
		signal(interrupt_signal(), SIG_DFL);
		raise(interrupt_signal());
	}
	return status_of(fault);
}
