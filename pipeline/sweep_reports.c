/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "io/directory.h"
#include "io/threads.h"
#include "pipeline/interrupt.h"
#include "pipeline/sweep.h"

/* The night's own findings, which stay; others are parts of them. */
static const char all_findings[] = "findings.jsonl";

static bool add(struct sweep_reports *reports, const char *file,
		const char *format, const char *from)
{
	struct sweep_report *list =
		realloc(reports->list, (reports->count + 1) * sizeof(*list));
	struct sweep_report *report;

	if (!list)
		return false;
	reports->list = list;
	report = &list[reports->count];
	*report = (struct sweep_report){ .file = strdup(file),
					 .format = format,
					 .from = strdup(from) };
	if (report->file && report->from) {
		reports->count++;
		return true;
	}
	free(report->file);
	free(report->from);
	return false;
}

bool sweep_add_report(struct sweep_reports *reports, const char *file,
		      const char *format, const char *from)
{
	bool added;

	pthread_mutex_lock(&reports->mutex);
	added = add(reports, file, format, from);
	pthread_cond_signal(&reports->changed);
	pthread_mutex_unlock(&reports->mutex);
	return added || fail_memory(&reports->sweep->batch->error);
}

/* Reads findings back, as anyone may, and writes them in a format. */
static bool put_report(const struct sweep *sweep, FILE *stream,
		       const char *format, const char *findings,
		       const char *told, struct error *error)
{
	struct options options = *sweep->batch->options;
	struct batch batch = { .options = &options,
			       .results = stream,
			       .messages = sweep->batch->messages };
	bool done;

	options.command = &commands[COMMAND_REPORT];
	options.arguments = (struct text_list){ .text = &told, .count = 1 };
	options.given = (struct text_list){ 0 };
	options.format = format;
	options.output = options.fields = NULL;
	options.verbose = false;
	batch.reading.rules = &batch.rules;
	done = report_findings(&batch, &findings, 1);
	if (!done && batch.problems.count)
		fail(&batch.error, FAULT_TROUBLE, "%s:%zu: %s", findings,
		     batch.problems.list[0].line, batch.problems.list[0].what);
	/* What the stream refused, night_close() tells better. */
	if (!done && ferror(stream))
		done = true;
	if (!done)
		fail(error, batch.error.fault, "%s", batch.error.text);
	batch_release(&batch);
	return done;
}

static bool write_report(const struct sweep *sweep,
			 const struct night_files *files,
			 const struct sweep_report *report, struct error *error)
{
	char *findings = path_join(files->aside, report->from), *told = NULL;
	struct night_file file = { 0 };
	bool done;

	if (interrupted())
		fail(error, FAULT_TROUBLE, "stopped by a signal");
	/* Where the nights lie is nobody's business. */
	else if (!findings ||
		 asprintf(&told, "%s/%s", files->name, all_findings) < 0)
		fail_memory(error);
	done = !error->fault &&
	       night_close(&file,
			   night_open(files, &file, report->file, error) &&
				   put_report(sweep, file.stream,
					      report->format, findings, told,
					      error),
			   error) &&
	       (strcmp(report->from, all_findings) == 0 ||
		night_remove(files, report->from, error));
	free(findings);
	free(told);
	return done;
}

/* The next report into *report, when there is one; false: there will be none. */
static bool take_report(struct sweep_reports *reports,
			struct sweep_report *report)
{
	bool taken;

	pthread_mutex_lock(&reports->mutex);
	while (reports->next == reports->count && reports->more &&
	       !reports->stop)
		pthread_cond_wait(&reports->changed, &reports->mutex);
	taken = reports->next < reports->count && !reports->stop;
	if (taken)
		*report = reports->list[reports->next++];
	pthread_mutex_unlock(&reports->mutex);
	return taken;
}

static void stop(struct sweep_reports *reports, const struct error *error)
{
	pthread_mutex_lock(&reports->mutex);
	reports->stop = true;
	if (error && !reports->error.fault)
		reports->error = *error;
	pthread_cond_broadcast(&reports->changed);
	pthread_mutex_unlock(&reports->mutex);
}

/* One thread has the store, and then tells what more there is to write. */
static void use_store(struct sweep_reports *reports)
{
	bool mine, done;

	pthread_mutex_lock(&reports->mutex);
	mine = !reports->store_used;
	reports->store_used = true;
	pthread_mutex_unlock(&reports->mutex);
	if (!mine)
		return;
	done = reports->from_store(reports);
	pthread_mutex_lock(&reports->mutex);
	reports->more = false;
	pthread_cond_broadcast(&reports->changed);
	pthread_mutex_unlock(&reports->mutex);
	if (!done)
		stop(reports, NULL);
}

static void *write_some(void *context)
{
	struct sweep_reports *reports = context;
	struct sweep_report report;

	use_store(reports);
	while (take_report(reports, &report)) {
		struct error error = { 0 };

		if (!write_report(reports->sweep, reports->files, &report,
				  &error))
			stop(reports, &error);
	}
	return NULL;
}

static void release(struct sweep_reports *reports)
{
	for (size_t i = 0; i < reports->count; i++) {
		free(reports->list[i].file);
		free(reports->list[i].from);
	}
	free(reports->list);
	pthread_cond_destroy(&reports->changed);
	pthread_mutex_destroy(&reports->mutex);
}

bool sweep_write_reports(struct sweep *sweep, const struct night_files *files,
			 bool (*from_store)(struct sweep_reports *reports))
{
	struct sweep_reports reports = { .sweep = sweep,
					 .files = files,
					 .from_store = from_store,
					 .more = true };
	struct error *error = &sweep->batch->error;

	pthread_mutex_init(&reports.mutex, NULL);
	pthread_cond_init(&reports.changed, NULL);
	run_on_threads(sweep->batch->options->jobs, write_some, &reports);
	if (reports.error.fault && !error->fault)
		*error = reports.error;
	release(&reports);
	return !reports.stop;
}
