/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/night_files.h"
#include "pipeline/sweep.h"

static bool put_jsonl(struct sweep *sweep, FILE *stream)
{
	return sweep_put_findings(sweep, NULL, stream);
}

/* What comes from the store; the page and the mails come from the first. */
static const struct night_file_row {
	const char *name;
	bool (*put)(struct sweep *sweep, FILE *stream);
} night_table[] = {
	{ "findings.jsonl", put_jsonl },
	{ "findings.csv", sweep_put_csv },
	{ "problems.csv", sweep_problems },
};

static bool write_file(struct sweep *sweep, const struct night_files *files,
		       const struct night_file_row *row)
{
	struct error *error = &sweep->batch->error;
	struct night_file file = { 0 };

	return night_close(&file,
			   night_open(files, &file, row->name, error) &&
				   row->put(sweep, file.stream),
			   error);
}

static bool write_from_store(struct sweep_reports *reports)
{
	for (size_t i = 1; i < sizeof(night_table) / sizeof(*night_table); i++)
		if (!write_file(reports->sweep, reports->files,
				&night_table[i]))
			return false;
	return sweep_mail(reports);
}

static bool write_files(struct sweep *sweep, const struct night_files *files)
{
	struct sweep_reports reports = { .sweep = sweep,
					 .files = files,
					 .from_store = write_from_store };
	bool done;

	done = write_file(sweep, files, &night_table[0]) &&
	       (sweep_add_report(&reports, "index.html", "html",
				 night_table[0].name) ||
		fail_memory(&sweep->batch->error)) &&
	       sweep_write_reports(&reports);
	sweep_reports_release(&reports);
	return done;
}

static bool publish(struct sweep *sweep, struct night_files *files)
{
	struct store *store = &sweep->store;
	struct error *error = &sweep->batch->error;

	if (!store_begin(store, error))
		return false;
	if (!night_begin(files, sweep->directory, sweep->night.name, error) ||
	    !write_files(sweep, files)) {
		store_rollback(store);
		return false;
	}
	/*
	 * What the night holds is safe in the store before the night is there,
	 * and only then told and marked: in between, the next sweep finds it in
	 * its place.
	 */
	return store_commit(store, error) && store_synchronise(store, error) &&
	       night_finish(files, error);
}

bool sweep_publish(struct sweep *sweep)
{
	struct night_files files = { 0 };
	bool done = publish(sweep, &files);

	night_release(&files);
	return done;
}

bool sweep_mark(struct sweep *sweep)
{
	struct store *store = &sweep->store;
	struct error *error = &sweep->batch->error;

	return store_publish(store, sweep->night.id, error) &&
	       store_synchronise(store, error);
}
