/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_SAME_BYTES_H
#define STATS_SAME_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t word_at(const char *text)
{
	uint64_t word;

	memcpy(&word, text, sizeof(word));
	return word;
}

/*
 * Whether two texts of one length are the same.  Names are short: a call of
 * memcmp() costs more than the comparison.
 */
static inline bool same_bytes(const char *a, const char *b, size_t length)
{
	size_t i = 0;

	if (length < sizeof(uint64_t)) {
		while (i < length && a[i] == b[i])
			i++;
		return i == length;
	}
	for (; i + sizeof(uint64_t) < length; i += sizeof(uint64_t))
		if (word_at(a + i) != word_at(b + i))
			return false;
	/* The last word may have bytes of the one before. */
	i = length - sizeof(uint64_t);
	return word_at(a + i) == word_at(b + i);
}

#endif
