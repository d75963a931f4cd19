/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/night_files.h"
#include "pipeline/sweep.h"

static bool put_jsonl(struct sweep *sweep, FILE *stream)
{
	return sweep_put_findings(sweep, NULL, stream);
}

/* What comes from the store, and the page that is made of it. */
static const struct night_file_row {
	const char *name;
	bool (*put)(struct sweep *sweep, FILE *stream);
	const char *page; /* NULL: none */
} night_table[] = {
	{ "findings.jsonl", put_jsonl, "index.html" },
	{ "findings.csv", sweep_put_csv, NULL },
	{ "problems.csv", sweep_problems, NULL },
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
	for (size_t i = 0; i < sizeof(night_table) / sizeof(*night_table);
	     i++) {
		const struct night_file_row *row = &night_table[i];

		if (!write_file(reports->sweep, reports->files, row) ||
		    (row->page &&
		     !sweep_add_report(reports, row->page, "html", row->name)))
			return false;
	}
	return sweep_mail(reports);
}

static bool publish(struct sweep *sweep, struct night_files *files)
{
	struct store *store = &sweep->store;
	struct error *error = &sweep->batch->error;

	if (!store_begin(store, error))
		return false;
	if (!night_begin(files, sweep->directory, sweep->night.name, error) ||
	    !sweep_write_reports(sweep, files, write_from_store)) {
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
