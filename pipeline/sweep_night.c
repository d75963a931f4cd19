/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/date.h"
#include "io/digest.h"
#include "io/directory.h"
#include "io/night_files.h"
#include "pipeline/sweep.h"

enum { NIGHTS_A_DAY = 1000000, NAME_ROOM = DATE_ROOM + 16 };

static void digest_number(struct digest *digest, double number)
{
	char text[32];

	snprintf(text, sizeof(text), "%a", number);
	digest_text(digest, text);
}

/*
 * A fingerprint of all that decides what a comparison says: one that was made
 * under other rules does not go into the same night.
 */
static char *asked_of(const struct batch *batch)
{
	const struct options *options = batch->options;
	const struct rules *rules = batch->reading.rules;
	struct digest digest;
	char *text = malloc(FINGERPRINT_ROOM);

	if (!text)
		return NULL;
	digest_begin(&digest);
	digest_text(&digest, PERFSIFT_VERSION);
	digest_text(&digest, options->test);
	digest_text(&digest, options->fdr);
	digest_text(&digest, options->decimal);
	digest_number(&digest, options->alpha);
	digest_number(&digest, options->confidence);
	digest_number(&digest, (double)options->skip_runs);
	digest_number(&digest, options->delimiter);
	digest_number(&digest, options->all);
	for (size_t i = 0; i < rules->files; i++) {
		digest_text(&digest, rules->file[i].name);
		digest_number(&digest,
			      (double)(rules->file[i].fingerprint >> 32));
		digest_number(&digest, (double)(rules->file[i].fingerprint &
						UINT32_MAX));
	}
	for (size_t i = 0; i < options->overrides.count; i++)
		digest_text(&digest, options->overrides.text[i]);
	snprintf(text, FINGERPRINT_ROOM, "%016" PRIx64, digest_end(&digest));
	return text;
}

/* Whether DIR/NAME is there; FAULT_TROUBLE where that cannot be told. */
static bool is_there(const char *directory, const char *name, bool *there,
		     struct error *error)
{
	char *path = path_join(directory, name);
	struct stat status;

	if (!path)
		return fail_memory(error);
	*there = lstat(path, &status) == 0;
	if (!*there && errno != ENOENT)
		fail_errno(error, path);
	free(path);
	return !error->fault;
}

/* The first name of this day that neither the store nor the directory has. */
static char *free_name(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	char day[DATE_ROOM], name[NAME_ROOM];

	date_format(date_now(), day);
	for (int n = 1; n < NIGHTS_A_DAY; n++) {
		bool known = false, there = false;
		char *copy;

		snprintf(name, sizeof(name), n > 1 ? "%s.%d" : "%s", day, n);
		if (!store_has_night(&sweep->store, name, &known, error) ||
		    !is_there(sweep->directory, name, &there, error))
			return NULL;
		if (known || there)
			continue;
		copy = strdup(name);
		if (!copy)
			fail_memory(error);
		return copy;
	}
	fail(error, FAULT_TROUBLE, "%s has too many nights of %s",
	     sweep->directory, day);
	return NULL;
}

/*
 * A night that is in its place although the store has not heard of it: the
 * sweep ended right between the two, and nobody was told of it.
 */
static bool recover(struct sweep *sweep, struct store_night *night)
{
	struct error *error = &sweep->batch->error;
	bool there = false;

	if (!is_there(sweep->directory, night->name, &there, error))
		return false;
	if (!there)
		return true;
	if (!night_link(sweep->directory, night->name, error) ||
	    !store_publish(&sweep->store, night->id, error) ||
	    !store_synchronise(&sweep->store, error))
		return false;
	sweep->recovered = night->name;
	sweep->told = night->id;
	night->name = NULL;
	return true;
}

/* Says anew what the begun night is, whose name it takes if it may keep it. */
static bool renew(struct sweep *sweep, struct store_night *before)
{
	struct error *error = &sweep->batch->error;
	struct store_night *night = &sweep->night;
	bool moved = strcmp(night->directory, before->directory) != 0;
	bool same = strcmp(night->archive, before->archive) == 0 &&
		    strcmp(night->asked, before->asked) == 0;

	night->id = before->id;
	night->groups = before->groups;
	if (moved) {
		night->name = free_name(sweep);
	} else {
		night->name = before->name;
		before->name = NULL;
	}
	if (!night->name)
		return false;
	return store_begin(&sweep->store, error) &&
	       store_put_night(&sweep->store, night, error) &&
	       (same ||
		store_keep_pairs(&sweep->store, night->id, NULL, 0, error)) &&
	       store_commit(&sweep->store, error);
}

/* What the night is to be, but for its name. */
static bool describe_night(struct sweep *sweep)
{
	struct store_night *night = &sweep->night;

	night->directory = realpath(sweep->directory, NULL);
	night->archive = strdup(sweep->batch->archive.root);
	night->asked = asked_of(sweep->batch);
	if (night->directory && night->archive && night->asked)
		return true;
	fail_memory(&sweep->batch->error);
	return false;
}

bool sweep_resume(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	struct store_night begun = { 0 };
	bool found = false, last, done;

	done = describe_night(sweep) &&
	       store_begun_night(&sweep->store, &begun, &found, error) &&
	       store_last_night(&sweep->store, sweep->night.archive,
				&sweep->last, &last, error);
	if (done && found &&
	    strcmp(begun.directory, sweep->night.directory) == 0)
		done = recover(sweep, &begun);
	if (done && found && !sweep->recovered)
		done = renew(sweep, &begun);
	store_night_release(&begun);
	return done;
}

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

/* Of what an earlier attempt has, keeps what is still wanted. */
static bool keep_wanted(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	int64_t *id = malloc((sweep->pairs + 1) * sizeof(*id));
	size_t count = 0;
	bool done;

	if (!id)
		return fail_memory(error);
	for (size_t i = 0; i < sweep->pairs; i++)
		if (sweep->pair[i].id)
			id[count++] = sweep->pair[i].id;
	qsort(id, count, sizeof(*id), by_number);
	done = store_keep_pairs(&sweep->store, sweep->night.id, id, count,
				error);
	free(id);
	return done;
}

bool sweep_begin(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	struct store_night *night = &sweep->night;

	if (!night->id) {
		night->name = free_name(sweep);
		if (!night->name)
			return false;
	}
	night->groups = (int64_t)sweep->counts.groups;
	return store_begin(&sweep->store, error) &&
	       store_put_night(&sweep->store, night, error) &&
	       keep_wanted(sweep) && store_commit(&sweep->store, error) &&
	       store_synchronise(&sweep->store, error);
}
