/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

/*
 * replay FILE...: a fuzz target without libFuzzer.  Files called good-* must be
 * accepted, files called bad-* must not.
 */

static bool starts(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool replay(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	FILE *file = fopen(path, "rb");
	size_t size = 0, room = 0, got = 0;
	uint8_t *data = NULL, *shorter, *more;

	if (!file) {
		fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
		return false;
	}
	do {
		size += got;
		if (size == room) {
			room = room ? 2 * room : 4096;
			more = realloc(data, room);
			if (!more)
				abort();
			data = more;
		}
		got = fread(data + size, 1, room - size, file);
	} while (got > 0);
	fclose(file);

	/* No byte more than the input, so that a sanitizer sees reads of it. */
	shorter = malloc(size ? size : 1);
	if (!shorter)
		abort();
	memcpy(shorter, data, size);
	free(data);
	LLVMFuzzerTestOneInput(shorter, size);
	free(shorter);

	if ((starts(name, "good-") && fuzz_verdict != FUZZ_GOOD) ||
	    (starts(name, "bad-") && fuzz_verdict != FUZZ_BAD)) {
		fprintf(stderr, "replay: %s: was taken for %s\n", path,
			fuzz_verdict == FUZZ_GOOD ? "good" : "bad");
		return false;
	}
	return true;
}

int main(int argc, char **argv)
{
	int status = 0;

	for (int i = 1; i < argc; i++)
		if (!replay(argv[i]))
			status = 1;
	return status;
}
