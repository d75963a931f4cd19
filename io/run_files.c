/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/run_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "io/directory.h"

static const char link_outside[] = "a link out of the archive";

char *run_id_of(const char *name)
{
	size_t length = strlen(name);

	if (length > 4 && strcmp(name + length - 4, ".csv") == 0)
		length -= 4;
	return strndup(name, length);
}

/* Takes the path. */
static struct run_file *add_file(struct run_files *files, char *path,
				 const char *id, struct error *error)
{
	struct run_file *file =
		realloc(files->file, (files->count + 1) * sizeof(*file));

	if (file) {
		files->file = file;
		file += files->count;
		*file = (struct run_file){ .path = path, .id = strdup(id) };
	}
	if (!file || !file->id) {
		free(path);
		fail_memory(error);
		return NULL;
	}
	files->count++;
	return file;
}

static bool leaves(const char *path, const char *root)
{
	return root && link_leaves(path, root);
}

/* One of lkp's files for a run; *found tells if it is there. */
static bool find_lkp_file(struct run_files *files, const char *directory,
			  const char *name, const char *run, const char *root,
			  bool *found, struct error *error)
{
	char *path = path_join(directory, name);
	struct run_file *file;
	struct stat status;
	int number;

	if (!path)
		return fail_memory(error);
	*found = lstat(path, &status) == 0;
	number = *found ? 0 : errno;
	if (number == ENOENT) {
		free(path);
		return true;
	}
	*found = true;
	file = add_file(files, path, run, error);
	if (!file)
		return false;
	if (number) {
		file->fault = FAULT_TROUBLE;
		file->number = number;
	} else if (leaves(file->path, root) || leaves(directory, root)) {
		file->fault = FAULT_INPUT;
		file->refused = link_outside;
	}
	return true;
}

static bool find_lkp_runs(struct run_files *files, const char *path,
			  const struct directory *directory, const char *root,
			  struct error *error)
{
	for (size_t i = 0; i < directory->count; i++) {
		const struct entry *entry = &directory->entry[i];
		bool found = false, done;
		char *below;

		if (!entry->directory || entry->name[0] == '.')
			continue;
		below = path_join(path, entry->name);
		if (!below)
			return fail_memory(error);
		done = find_lkp_file(files, below, "stats.csv", entry->name,
				     root, &found, error) &&
		       (found ||
			find_lkp_file(files, below, "matrix.csv", entry->name,
				      root, &found, error));
		free(below);
		if (!done)
			return false;
	}
	return true;
}

static bool is_run_file(const struct entry *entry)
{
	size_t length = strlen(entry->name);

	return !entry->directory && entry->name[0] != '.' && length > 4 &&
	       strcmp(entry->name + length - 4, ".csv") == 0;
}

static bool find_csv_file(struct run_files *files, const char *path,
			  const struct entry *entry, const char *root,
			  struct error *error)
{
	char *file_path = path_join(path, entry->name);
	char *id = run_id_of(entry->name);
	struct run_file *file = NULL;

	if (file_path && id)
		file = add_file(files, file_path, id, error);
	else
		free(file_path);
	free(id);
	if (!file)
		return fail_memory(error);
	if (!entry->regular) {
		file->fault = FAULT_INPUT;
		file->refused = "no regular file, or a link to nothing";
	} else if (leaves(file->path, root)) {
		file->fault = FAULT_INPUT;
		file->refused = link_outside;
	}
	return true;
}

static bool find_csv_files(struct run_files *files, const char *path,
			   const struct directory *directory, const char *root,
			   struct error *error)
{
	for (size_t i = 0; i < directory->count; i++)
		if (is_run_file(&directory->entry[i]) &&
		    !find_csv_file(files, path, &directory->entry[i], root,
				   error))
			return false;
	return true;
}

/* Below an archive lie directories key=value. */
static bool is_archive(const struct directory *directory)
{
	for (size_t i = 0; i < directory->count; i++)
		if (directory->entry[i].directory &&
		    strchr(directory->entry[i].name, '='))
			return true;
	return false;
}

bool run_files_find(struct run_files *files, const char *path, const char *root,
		    struct error *error)
{
	struct directory directory;
	bool done;

	*files = (struct run_files){ 0 };
	if (!directory_read(&directory, path, error))
		return false;
	done = find_lkp_runs(files, path, &directory, root, error);
	files->lkp = files->count > 0;
	files->archive = done && !files->lkp && is_archive(&directory);
	if (done && !files->lkp && !files->archive)
		done = find_csv_files(files, path, &directory, root, error);
	directory_release(&directory);
	if (!done)
		run_files_release(files);
	return done;
}

void run_files_release(struct run_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		free(files->file[i].path);
		free(files->file[i].id);
	}
	free(files->file);
	*files = (struct run_files){ 0 };
}
