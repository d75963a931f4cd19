/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Open at once while a tree is removed. */
enum { OPEN_DIRECTORIES = 8 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Compares two runs of digits as numbers of any size, and steps over them. */
static int compare_digits(const char **a, const char **b)
{
	size_t long_a, long_b;
	int order;

	while (**a == '0')
		(*a)++;
	while (**b == '0')
		(*b)++;
	for (long_a = 0; is_digit((*a)[long_a]); long_a++)
		;
	for (long_b = 0; is_digit((*b)[long_b]); long_b++)
		;
	if (long_a != long_b)
		return long_a < long_b ? -1 : 1;
	order = memcmp(*a, *b, long_a);
	*a += long_a;
	*b += long_b;
	return order;
}

int natural_compare(const char *a, const char *b)
{
	const char *at_a = a, *at_b = b;
	int order;

	while (*at_a && *at_b) {
		if (is_digit(*at_a) && is_digit(*at_b)) {
			order = compare_digits(&at_a, &at_b);
			if (order)
				return order;
		} else if (*at_a == *at_b) {
			at_a++;
			at_b++;
		} else {
			break;
		}
	}
	if (*at_a != *at_b)
		return (unsigned char)*at_a < (unsigned char)*at_b ? -1 : 1;
	return strcmp(a, b);
}

char *path_join(const char *directory, const char *name)
{
	size_t left = strlen(directory), right = strlen(name);
	bool slash = left && directory[left - 1] != '/';
	char *path = malloc(left + slash + right + 1);

	if (!path)
		return NULL;
	memcpy(path, directory, left);
	if (slash)
		path[left] = '/';
	memcpy(path + left + slash, name, right + 1);
	return path;
}

bool link_leaves(const char *path, const char *root)
{
	size_t length = strlen(root);
	struct stat status;
	char *target;
	bool inside;

	if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
		return false;
	target = realpath(path, NULL);
	inside = target && strncmp(target, root, length) == 0 &&
		 (target[length] == '/' || target[length] == '\0');
	free(target);
	return !inside;
}

static int by_name(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;

	return natural_compare(left->name, right->name);
}

enum what { GONE, REGULAR, DIRECTORY, OTHER, UNKNOWN };

/* Asks for the status only where the entry itself does not say. */
static enum what classify(DIR *stream, const struct dirent *entry)
{
	struct stat status;

	switch (entry->d_type) {
	case DT_DIR:
		return DIRECTORY;
	case DT_LNK:
	case DT_UNKNOWN:
		break;
	case DT_REG:
		return REGULAR;
	default:
		return OTHER;
	}
	if (!fstatat(dirfd(stream), entry->d_name, &status, 0)) {
		if (S_ISDIR(status.st_mode))
			return DIRECTORY;
		return S_ISREG(status.st_mode) ? REGULAR : OTHER;
	}
	switch (errno) {
	case ENOENT:
	case ENOTDIR:
	case ELOOP:
		return entry->d_type == DT_LNK ? OTHER : GONE;
	default:
		return UNKNOWN;
	}
}

static bool add(struct directory *directory, size_t *room, const char *name,
		enum what what)
{
	size_t more = *room ? *room * 2 : 32;
	struct entry *entry = directory->entry;

	if (directory->count == *room) {
		if (more > SIZE_MAX / sizeof(*entry))
			return false;
		entry = realloc(entry, more * sizeof(*entry));
		if (!entry)
			return false;
		directory->entry = entry;
		*room = more;
	}
	entry += directory->count;
	entry->name = strdup(name);
	if (!entry->name)
		return false;
	entry->directory = what == DIRECTORY;
	entry->regular = what == REGULAR;
	directory->count++;
	return true;
}

static bool fail_entry(struct error *error, const char *path, const char *name)
{
	int number = errno;
	char *whole = path_join(path, name);

	if (!whole)
		return fail_memory(error);
	errno = number;
	fail_errno(error, whole);
	free(whole);
	return false;
}

static bool read_entries(struct directory *directory, DIR *stream,
			 const char *path, struct error *error)
{
	struct dirent *entry;
	size_t room = 0;
	enum what what;

	while (errno = 0, (entry = readdir(stream))) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		what = classify(stream, entry);
		if (what == UNKNOWN)
			return fail_entry(error, path, entry->d_name);
		if (what != GONE && !add(directory, &room, entry->d_name, what))
			return fail_memory(error);
	}
	return errno ? fail_errno(error, path) : true;
}

bool directory_read(struct directory *directory, const char *path,
		    struct error *error)
{
	DIR *stream = opendir(path);
	bool whole;

	*directory = (struct directory){ 0 };
	if (!stream)
		return fail_errno(error, path);
	whole = read_entries(directory, stream, path, error);
	closedir(stream);
	if (!whole)
		directory_release(directory);
	else if (directory->count)
		qsort(directory->entry, directory->count,
		      sizeof(*directory->entry), by_name);
	return whole;
}

bool is_pattern(const char *text)
{
	return strpbrk(text, "*?[") != NULL;
}

bool pattern_match(struct directory *matches, const char *pattern,
		   struct error *error)
{
	struct stat status;
	size_t room = 0;
	glob_t found;
	bool done = true;
	int result = glob(pattern, GLOB_ERR, NULL, &found);

	*matches = (struct directory){ 0 };
	if (result == GLOB_NOMATCH)
		return true;
	if (result)
		return result == GLOB_NOSPACE ? fail_memory(error) :
						fail_errno(error, pattern);
	for (size_t i = 0; done && i < found.gl_pathc; i++)
		done = stat(found.gl_pathv[i], &status) != 0 ||
		       !S_ISREG(status.st_mode) ||
		       add(matches, &room, found.gl_pathv[i], REGULAR) ||
		       fail_memory(error);
	globfree(&found);
	if (!done)
		directory_release(matches);
	else if (matches->count)
		qsort(matches->entry, matches->count, sizeof(*matches->entry),
		      by_name);
	return done;
}

static int remove_entry(const char *path, const struct stat *status, int kind,
			struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

bool directory_remove(const char *path, struct error *error)
{
	if (nftw(path, remove_entry, OPEN_DIRECTORIES, FTW_DEPTH | FTW_PHYS) ==
		    0 ||
	    errno == ENOENT)
		return true;
	return fail_errno(error, path);
}

void directory_release(struct directory *directory)
{
	size_t i;

	for (i = 0; i < directory->count; i++)
		free(directory->entry[i].name);
	free(directory->entry);
	*directory = (struct directory){ 0 };
}
