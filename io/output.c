/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	LINKS = 40,	 /* as many as Linux follows */
	TRIES = 100,	 /* names tried for the file aside */
	KEPT_NAME = 200, /* leaves room in NAME_MAX for what is added */
	SUFFIX = 6,
};

/* Bytes of a path up to its last slash, that one included. */
static size_t directory_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

/* What stands behind the link at `path`, seen from here; takes no memory. */
static char *read_link(const char *path)
{
	size_t directory = directory_length(path);
	char *target = malloc(directory + PATH_MAX + 1);
	ssize_t length;

	if (!target)
		return NULL;
	length = readlink(path, target + directory, PATH_MAX);
	if (length < 0) {
		free(target);
		return NULL;
	}
	target[directory + (size_t)length] = '\0';
	if (target[directory] == '/')
		memmove(target, target + directory, (size_t)length + 1);
	else
		memcpy(target, path, directory);
	return target;
}

/* Where a file that is not there yet will be, dangling links followed. */
static char *resolve_new(const char *path)
{
	char *place = strdup(path), *next;
	struct stat status;
	int links;

	for (links = 0;
	     place && !lstat(place, &status) && S_ISLNK(status.st_mode);
	     links++) {
		next = links < LINKS ? read_link(place) : NULL;
		if (links == LINKS)
			errno = ELOOP;
		free(place);
		place = next;
	}
	return place;
}

static bool same_file(const struct stat *a, FILE *stream)
{
	struct stat b;
	int file = fileno(stream);

	return file >= 0 && !fstat(file, &b) && a->st_dev == b.st_dev &&
	       a->st_ino == b.st_ino;
}

static void random_suffix(char suffix[SUFFIX + 1], unsigned attempt)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
	struct timespec now = { 0 };
	uint64_t bits;
	int i;

	clock_gettime(CLOCK_REALTIME, &now);
	bits = (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20 ^
	       (uint64_t)now.tv_sec << 40;
	bits = (bits + attempt) * 0x9e3779b97f4a7c15u;
	for (i = 0; i < SUFFIX; i++, bits <<= 5)
		suffix[i] = letters[bits >> 59];
	suffix[SUFFIX] = '\0';
}

/* ".NAME.SUFFIX" beside the file. */
static char *aside_name(const char *final, unsigned attempt)
{
	size_t directory = directory_length(final);
	size_t name = strnlen(final + directory, KEPT_NAME);
	char *aside = malloc(directory + name + SUFFIX + 3);
	char *at = aside;

	if (!aside)
		return NULL;
	memcpy(at, final, directory);
	at += directory;
	*at++ = '.';
	memcpy(at, final + directory, name);
	at += name;
	*at++ = '.';
	random_suffix(at, attempt);
	return aside;
}

/*
 * Creates the file aside.  mkstemp() would give it a mode of its own, where
 * the caller's umask has to decide.
 */
static int create_aside(struct output *output, mode_t mode)
{
	unsigned attempt;
	int file, number = 0;

	for (attempt = 0; attempt < TRIES; attempt++) {
		output->aside = aside_name(output->final, attempt);
		if (!output->aside)
			return -1;
		file = open(output->aside,
			    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (file >= 0)
			return file;
		number = errno;
		free(output->aside);
		output->aside = NULL;
		if (number != EEXIST)
			break;
	}
	errno = number;
	return -1;
}

static bool keep_mode(int file, mode_t mode)
{
	struct stat status;

	if (fstat(file, &status))
		return false;
	return (status.st_mode & 07777) == mode || !fchmod(file, mode);
}

static bool take_stream(struct output *output, int file)
{
	output->stream = fdopen(file, "w");
	if (output->stream)
		return true;
	close(file);
	return false;
}

static bool open_new(struct output *output, const char *path)
{
	size_t directory;
	int file;

	output->final = resolve_new(path);
	if (!output->final)
		return false;
	directory = directory_length(output->final);
	if (!output->final[directory]) {
		errno = directory ? EISDIR : ENOENT;
		return false;
	}
	file = create_aside(output, 0666);
	return file >= 0 && take_stream(output, file);
}

static bool open_replacement(struct output *output, const char *path,
			     mode_t mode)
{
	int file;

	output->final = realpath(path, NULL);
	if (!output->final)
		return false;
	/* Never open to more readers than the file it replaces. */
	file = create_aside(output, mode & 0777);
	if (file < 0)
		return false;
	if (!keep_mode(file, mode)) {
		close(file);
		return false;
	}
	return take_stream(output, file);
}

/*
 * One open() for writing decides: it says whether the file is there, whether it
 * may be written, and what it is.
 */
static bool open_path(struct output *output, const char *path, FILE *otherwise)
{
	struct stat status;
	int file;

	do
		file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	while (file < 0 && errno == EINTR);
	if (file < 0)
		return errno == ENOENT && open_new(output, path);
	if (fstat(file, &status)) {
		close(file);
		return false;
	}
	if (!S_ISREG(status.st_mode))
		return take_stream(output, file);
	close(file);
	if (otherwise && same_file(&status, otherwise)) {
		/* Such as /dev/stdout, sent to a file: it is open already,
		   at a place in it that is not ours to change. */
		free(output->path);
		output->path = NULL;
		output->stream = otherwise;
		return true;
	}
	return open_replacement(output, path, status.st_mode & 07777);
}

bool output_open(struct output *output, const char *path, FILE *otherwise,
		 struct error *error)
{
	*output = (struct output){ 0 };
	if (!path || !strcmp(path, "-")) {
		output->stream = otherwise;
		return true;
	}
	output->path = strdup(path);
	if (!output->path)
		return fail_memory(error);
	if (open_path(output, path, otherwise))
		return true;
	fail_errno(error, path);
	output_release(output);
	return false;
}

/* Everything written has arrived; errno says why when it has not. */
static bool flush(FILE *stream)
{
	bool failed = ferror(stream);

	errno = 0;
	if (fflush(stream))
		return false;
	if (failed && !errno)
		errno = EIO;
	return !failed;
}

/* Some file systems have no fsync(), which is then no loss. */
static bool synchronise(int file)
{
	return !fsync(file) || errno == EINVAL || errno == ENOTSUP;
}

/* The new name is safe too; if not, the file is still in its place. */
static void synchronise_directory(const char *path)
{
	size_t length = directory_length(path);
	char *directory = length ? strndup(path, length) : strdup(".");
	int file;

	if (!directory)
		return;
	file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(directory);
	if (file < 0)
		return;
	fsync(file);
	close(file);
}

static bool close_file(struct output *output)
{
	FILE *stream = output->stream;
	bool whole = flush(stream);
	int number;

	if (whole && output->aside)
		whole = synchronise(fileno(stream));
	number = errno;
	output->stream = NULL;
	if (fclose(stream) && whole)
		return false;
	errno = number;
	if (!whole || !output->aside)
		return whole;
	if (rename(output->aside, output->final))
		return false;
	free(output->aside);
	output->aside = NULL;
	synchronise_directory(output->final);
	return true;
}

bool output_close(struct output *output, struct error *error)
{
	bool whole = true;

	if (output->stream && output->path)
		whole = close_file(output);
	else if (output->stream)
		whole = flush(output->stream);
	if (!whole)
		fail_errno(error,
			   output->path ? output->path : "standard output");
	output_release(output);
	return whole;
}

void output_release(struct output *output)
{
	if (output->stream && output->path)
		fclose(output->stream);
	if (output->aside)
		unlink(output->aside);
	free(output->aside);
	free(output->final);
	free(output->path);
	*output = (struct output){ 0 };
}
