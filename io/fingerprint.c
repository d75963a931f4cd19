/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/fingerprint.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "io/digest.h"
#include "io/run_files.h"

enum { SETTLED_SECONDS = 2, BLOCK = 64 * 1024 };

const char fingerprint_unread[] = "unread";

static void put_text(char text[FINGERPRINT_ROOM], struct digest *digest)
{
	snprintf(text, FINGERPRINT_ROOM, "%016" PRIx64, digest_end(digest));
}

static void add_time(struct digest *digest, struct timespec time)
{
	char text[64];

	snprintf(text, sizeof(text), "%jd.%09ld", (intmax_t)time.tv_sec,
		 time.tv_nsec);
	digest_text(digest, text);
}

static void add_status(struct digest *digest, const struct stat *status)
{
	char text[64];

	snprintf(text, sizeof(text), "%jd %ju", (intmax_t)status->st_size,
		 (uintmax_t)status->st_ino);
	digest_text(digest, text);
	add_time(digest, status->st_mtim);
	/* Who sets the one time cannot set the other. */
	add_time(digest, status->st_ctim);
}

static bool is_young(const struct stat *status, const struct timespec *now)
{
	double age = difftime(now->tv_sec, status->st_ctim.tv_sec) +
		     1e-9 * (double)(now->tv_nsec - status->st_ctim.tv_nsec);

	return age < SETTLED_SECONDS;
}

/* The name of a file within its run set. */
static const char *name_within(const struct run_file *file, const char *path)
{
	return file->path + strlen(path);
}

bool fingerprint_take(struct fingerprint *fingerprint, const char *path,
		      const char *root, struct error *error)
{
	struct run_files files;
	struct timespec now = { 0 };
	struct digest digest;
	struct stat status;

	*fingerprint = (struct fingerprint){ 0 };
	if (!run_files_find(&files, path, root, error))
		return false;
	clock_gettime(CLOCK_REALTIME, &now);
	digest_begin(&digest);
	for (size_t i = 0; i < files.count; i++) {
		const struct run_file *file = &files.file[i];

		digest_text(&digest, name_within(file, path));
		if (file->fault || stat(file->path, &status) != 0) {
			digest_text(&digest, file->refused ? file->refused :
							     "unreadable");
			continue;
		}
		add_status(&digest, &status);
		fingerprint->young |= is_young(&status, &now);
	}
	fingerprint->files = files.count;
	put_text(fingerprint->text, &digest);
	run_files_release(&files);
	return true;
}

void fingerprint_file(char text[FINGERPRINT_ROOM], const char *path)
{
	struct digest digest;
	struct stat status;

	digest_begin(&digest);
	if (stat(path, &status) == 0)
		add_status(&digest, &status);
	put_text(text, &digest);
}

static bool add_bytes(struct digest *digest, const char *path, char *block)
{
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got;

	if (file < 0)
		return false;
	while ((got = read(file, block, BLOCK)) > 0)
		digest_bytes(digest, block, (size_t)got);
	close(file);
	return got == 0;
}

bool fingerprint_content(char text[FINGERPRINT_ROOM], const char *path,
			 const char *root, struct error *error)
{
	char *block = malloc(BLOCK);
	struct run_files files;
	struct digest digest;
	bool whole = true;

	if (!block)
		return fail_memory(error);
	if (!run_files_find(&files, path, root, error)) {
		free(block);
		return false;
	}
	digest_begin(&digest);
	for (size_t i = 0; i < files.count; i++) {
		struct digest one;
		char bytes[FINGERPRINT_ROOM];

		digest_text(&digest, name_within(&files.file[i], path));
		/* One by one: where a file ends is part of what it is. */
		digest_begin(&one);
		if (!files.file[i].fault)
			whole &= add_bytes(&one, files.file[i].path, block);
		else if (files.file[i].fault == FAULT_TROUBLE)
			whole = false;
		put_text(bytes, &one);
		digest_text(&digest, bytes);
	}
	put_text(text, &digest);
	if (!whole)
		snprintf(text, FINGERPRINT_ROOM, "%s", fingerprint_unread);
	run_files_release(&files);
	free(block);
	return true;
}
