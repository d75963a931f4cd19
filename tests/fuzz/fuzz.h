/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

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

#endif
