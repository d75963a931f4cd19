/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <csv.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * libcsv_loop PATH...: the least that reading costs with libcsv.  Every file,
 * and every CSV file of the directories, goes through a strict parser whose callbacks do
 * nothing, 64 KiB at a time.
 */

static void on_field(void *text, size_t length, void *context)
{
	(void)text;
	(void)length;
	(void)context;
}

static void on_row(int end, void *context)
{
	(void)end;
	(void)context;
}

static bool parse(const char *path)
{
	const unsigned char options = CSV_STRICT | CSV_STRICT_FINI |
				      CSV_APPEND_NULL;
	static char buffer[64 * 1024];
	struct csv_parser parser;
	bool parsed = false;
	ssize_t got = 0;
	int file = open(path, O_RDONLY | O_CLOEXEC);

	if (file < 0 || csv_init(&parser, options) != 0)
		goto out;
	while ((got = read(file, buffer, sizeof(buffer))) > 0)
		if (csv_parse(&parser, buffer, (size_t)got, on_field, on_row,
			      NULL) != (size_t)got)
			break;
	parsed = got == 0 && csv_fini(&parser, on_field, on_row, NULL) == 0;
	csv_free(&parser);
out:
	if (file >= 0)
		close(file);
	return parsed;
}

static bool parse_directory(const char *directory)
{
	DIR *stream = opendir(directory);
	const struct dirent *entry;
	bool parsed = stream != NULL;
	char path[4096];

	while (parsed && (entry = readdir(stream))) {
		const char *dot = strrchr(entry->d_name, '.');

		if (!dot || strcmp(dot, ".csv") != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", directory, entry->d_name);
		parsed = parse(path);
	}
	if (stream)
		closedir(stream);
	return parsed;
}

static bool is_directory(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!(is_directory(argv[i]) ? parse_directory(argv[i]) :
					      parse(argv[i]))) {
			fprintf(stderr, "libcsv_loop: %s: cannot be read\n",
				argv[i]);
			return 4;
		}
	return 0;
}
