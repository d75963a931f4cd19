/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/night_files.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/directory.h"

/* Some file systems have no fsync(), which is then no loss. */
static bool synchronise(int file)
{
	return fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
}

static bool synchronise_directory(const char *path, struct error *error)
{
	int file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool done = file >= 0 && synchronise(file);

	if (!done)
		fail_errno(error, path);
	if (file >= 0)
		close(file);
	return done;
}

static bool remove_below(const char *directory, const char *name,
			 struct error *error)
{
	char *path = path_join(directory, name);
	bool done = path ? directory_remove(path, error) : fail_memory(error);

	free(path);
	return done;
}

bool night_clear(const char *directory, struct error *error)
{
	static const char aside[] =
		".[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.tmp";
	struct directory found;
	bool done = directory_read(&found, directory, error);

	for (size_t i = 0; done && i < found.count; i++)
		if (fnmatch(aside, found.entry[i].name, 0) == 0)
			done = remove_below(directory, found.entry[i].name,
					    error);
	directory_release(&found);
	return done;
}

bool night_begin(struct night_files *files, const char *directory,
		 const char *name, struct error *error)
{
	char *aside;

	*files = (struct night_files){ .directory = strdup(directory),
				       .name = strdup(name) };
	if (asprintf(&aside, ".%s.tmp", name) < 0)
		aside = NULL;
	files->aside = aside ? path_join(directory, aside) : NULL;
	free(aside);
	if (!files->directory || !files->name || !files->aside)
		fail_memory(error);
	else if (directory_remove(files->aside, error) &&
		 (mkdir(files->aside, 0777) == 0 ||
		  fail_errno(error, files->aside)))
		return true;
	night_release(files);
	return false;
}

bool night_directory(const struct night_files *files, const char *name,
		     struct error *error)
{
	char *path = path_join(files->aside, name);
	bool done = path && mkdir(path, 0777) == 0;

	if (!path)
		fail_memory(error);
	else if (!done)
		fail_errno(error, path);
	free(path);
	return done;
}

bool night_open(const struct night_files *files, struct night_file *file,
		const char *name, struct error *error)
{
	file->stream = NULL;
	file->path = path_join(files->aside, name);
	if (!file->path)
		return fail_memory(error);
	file->stream = fopen(file->path, "wxe");
	return file->stream || fail_errno(error, file->path);
}

/* Zero, or the errno of what went wrong. */
static int write_out(FILE *stream)
{
	int number = 0;

	errno = 0;
	/* A write that failed earlier has left no errno. */
	if (ferror(stream) || fflush(stream) != 0 ||
	    !synchronise(fileno(stream)))
		number = errno ? errno : ENOSPC;
	if (fclose(stream) != 0 && !number)
		number = errno;
	return number;
}

bool night_close(struct night_file *file, bool whole, struct error *error)
{
	int number = 0;

	if (file->stream && whole)
		number = write_out(file->stream);
	else if (file->stream)
		fclose(file->stream);
	errno = number;
	if (number)
		whole = fail_errno(error, file->path);
	free(file->path);
	*file = (struct night_file){ 0 };
	return whole;
}

bool night_remove(const struct night_files *files, const char *name,
		  struct error *error)
{
	char *path = path_join(files->aside, name);
	bool done = path && unlink(path) == 0;

	if (!path)
		fail_memory(error);
	else if (!done)
		fail_errno(error, path);
	free(path);
	return done;
}

/* Directories below the night hold files of their own. */
static bool synchronise_below(const char *path, struct error *error)
{
	struct directory directory;
	bool done = directory_read(&directory, path, error);

	for (size_t i = 0; done && i < directory.count; i++) {
		char *below;

		if (!directory.entry[i].directory)
			continue;
		below = path_join(path, directory.entry[i].name);
		done = below ? synchronise_directory(below, error) :
			       fail_memory(error);
		free(below);
	}
	directory_release(&directory);
	return done && synchronise_directory(path, error);
}

bool night_link(const char *directory, const char *name, struct error *error)
{
	char *aside = path_join(directory, ".latest.tmp");
	char *link = path_join(directory, "latest");
	bool done = false;

	if (!aside || !link) {
		fail_memory(error);
	} else if (unlink(aside) != 0 && errno != ENOENT) {
		fail_errno(error, aside);
	} else if (symlink(name, aside) != 0 || rename(aside, link) != 0) {
		fail_errno(error, link);
		unlink(aside);
	} else {
		done = synchronise_directory(directory, error);
	}
	free(aside);
	free(link);
	return done;
}

bool night_finish(struct night_files *files, struct error *error)
{
	char *path = path_join(files->directory, files->name);
	bool done;

	if (!path)
		return fail_memory(error);
	done = synchronise_below(files->aside, error);
	if (done && rename(files->aside, path) != 0)
		done = fail_errno(error, path);
	free(path);
	if (!done)
		return false;
	/* In its place, it is no longer ours to remove. */
	free(files->aside);
	files->aside = NULL;
	return synchronise_directory(files->directory, error) &&
	       night_link(files->directory, files->name, error);
}

void night_release(struct night_files *files)
{
	struct error ignored = { 0 };

	if (files->aside && files->name)
		directory_remove(files->aside, &ignored);
	free(files->directory);
	free(files->name);
	free(files->aside);
	*files = (struct night_files){ 0 };
}
