/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/night_files.h"
#include "pipeline/sweep.h"

static bool put_jsonl(struct sweep *sweep, FILE *stream)
{
	return sweep_put_findings(sweep, NULL, stream);
}

/* What a night holds, in the order in which it is written. */
static const struct night_file {
	const char *name;
	bool (*put)(struct sweep *sweep, FILE *stream);
} night_table[] = {
	{ "findings.jsonl", put_jsonl },
	{ "findings.csv", sweep_put_csv },
	{ "problems.csv", sweep_problems },
};

static bool write_files(struct sweep *sweep, struct night_files *files)
{
	struct error *error = &sweep->batch->error;

	for (size_t i = 0; i < sizeof(night_table) / sizeof(*night_table); i++)
		if (!night_open(files, night_table[i].name, error) ||
		    !night_table[i].put(sweep, files->stream) ||
		    !night_close(files, error))
			return false;
	return sweep_report(sweep, files, "index.html", "html",
			    "findings.jsonl") &&
	       sweep_mail(sweep, files);
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
	 * and only then marked: in between, the next sweep finds it in its
	 * place.
	 */
	return store_commit(store, error) && store_synchronise(store, error) &&
	       night_finish(files, error) &&
	       store_publish(store, sweep->night.id, error) &&
	       store_synchronise(store, error);
}

bool sweep_publish(struct sweep *sweep)
{
	struct night_files files = { 0 };
	bool done = publish(sweep, &files);

	night_release(&files);
	return done;
}
