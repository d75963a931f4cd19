/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/*
 * A fuzz target is one function that takes any bytes.  libFuzzer calls it, or
 * replay.c for each file of the corpus.
 */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What the target made of its last input; replay.c holds it against the name
   of the file. */
enum fuzz_verdict { FUZZ_BAD, FUZZ_GOOD };
extern enum fuzz_verdict fuzz_verdict;

/* A law that must hold for any input. */
#define law(holds)                                                    \
	do {                                                          \
		if (!(holds)) {                                       \
			fprintf(stderr, "%s:%d: %s: does not hold\n", \
				__FILE__, __LINE__, #holds);          \
			abort();                                      \
		}                                                     \
	} while (0)

enum { FUZZ_PATH = 64 };

/*
 * The bytes as a file that no disk has, open until the caller closes what is
 * returned, and how many lines it has at most.
 */
static inline int fuzz_file(const uint8_t *data, size_t size,
			    char path[FUZZ_PATH], size_t *lines)
{
	int file = memfd_create("input", MFD_CLOEXEC);

	law(file >= 0);
	for (size_t written = 0; written < size;) {
		ssize_t part = write(file, data + written, size - written);

		law(part > 0);
		written += (size_t)part;
	}
	*lines = 1;
	for (size_t i = 0; i < size; i++)
		*lines += data[i] == '\n' || data[i] == '\r';
	snprintf(path, FUZZ_PATH, "/proc/self/fd/%d", file);
	return file;
}

#endif
