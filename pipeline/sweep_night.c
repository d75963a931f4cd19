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
		bool known, there;
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
 * sweep ended right between the two.
 */
static bool recover(struct sweep *sweep, bool *recovered)
{
	struct error *error = &sweep->batch->error;
	struct store_night *night = &sweep->night;
	bool there;

	*recovered = false;
	if (!is_there(sweep->directory, night->name, &there, error))
		return false;
	if (!there)
		return true;
	*recovered = true;
	return night_link(sweep->directory, night->name, error) &&
	       store_publish(&sweep->store, night->id, error) &&
	       store_synchronise(&sweep->store, error);
}

/* Says anew what the begun night is, and what of it still counts. */
static bool renew(struct sweep *sweep, char *directory, char *archive,
		  char *asked)
{
	struct error *error = &sweep->batch->error;
	struct store_night *night = &sweep->night;
	bool moved = strcmp(night->directory, directory) != 0;
	bool same = strcmp(night->archive, archive) == 0 &&
		    strcmp(night->asked, asked) == 0;
	char *name = night->name;

	if (moved) {
		name = free_name(sweep);
		if (!name)
			return false;
		free(night->name);
	}
	free(night->directory);
	free(night->archive);
	free(night->asked);
	*night = (struct store_night){ .id = night->id,
				       .name = name,
				       .directory = directory,
				       .archive = archive,
				       .asked = asked,
				       .groups = night->groups };
	return store_begin(&sweep->store, error) &&
	       store_put_night(&sweep->store, night, error) &&
	       (same ||
		store_keep_pairs(&sweep->store, night->id, NULL, 0, error)) &&
	       store_commit(&sweep->store, error);
}

/* What the night is to be; the texts are the caller's to free on failure. */
static bool describe_night(struct sweep *sweep, char **directory,
			   char **archive, char **asked)
{
	*directory = realpath(sweep->directory, NULL);
	*archive = strdup(sweep->batch->archive.root);
	*asked = asked_of(sweep->batch);
	return (*directory && *archive && *asked) ||
	       fail_memory(&sweep->batch->error);
}

bool sweep_resume(struct sweep *sweep)
{
	struct error *error = &sweep->batch->error;
	char *directory = NULL, *archive = NULL, *asked = NULL;
	bool found, recovered = false;

	if (!store_begun_night(&sweep->store, &sweep->night, &found, error) ||
	    !describe_night(sweep, &directory, &archive, &asked))
		goto failed;
	if (found && strcmp(sweep->night.directory, directory) == 0 &&
	    !recover(sweep, &recovered))
		goto failed;
	if (!store_last_night(&sweep->store, archive, &sweep->last, &found,
			      error))
		goto failed;
	if (recovered) {
		store_night_release(&sweep->night);
		sweep->recovered = true;
	}
	if (sweep->night.id)
		return renew(sweep, directory, archive, asked);
	/* Kept for the night that may begin. */
	sweep->night.directory = directory;
	sweep->night.archive = archive;
	sweep->night.asked = asked;
	return true;
failed:
	free(directory);
	free(archive);
	free(asked);
	return false;
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
