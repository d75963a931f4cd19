/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/split.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Notes the marks of up to SPLIT_SLACK bytes, a bit each. */
static inline void note_marks(struct split *split, uint64_t bits)
{
	uint32_t *mark = split->mark + split->marks;

	for (; bits; bits &= bits - 1)
		*mark++ = (uint32_t)split->at + (uint32_t)__builtin_ctzll(bits);
	split->marks = (size_t)(mark - split->mark);
}

static inline bool has_room(const struct split *split)
{
	return split->room - split->marks >= SPLIT_SLACK;
}

bool split_next_portable(struct split *split)
{
	const char *text = split->text;

	split->marks = 0;
	for (; split->at < split->length && split->marks < split->room;
	     split->at++) {
		char c = text[split->at];

		if (c == split->delimiter || c == '\n') {
			split->mark[split->marks++] = (uint32_t)split->at;
		} else if (c == '"' || c == '\0' ||
			   (c == '\r' && text[split->at + 1] != '\n')) {
			split->special = true;
			break;
		}
	}
	return split->marks > 0;
}

#ifdef __x86_64__
typedef __m256i half;

/* A bit for each of 64 bytes that is `wanted`. */
__attribute__((target("avx2"))) static inline uint64_t
equal(half low, half high, half wanted)
{
	return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)) |
	       (uint64_t)(uint32_t)_mm256_movemask_epi8(
		       _mm256_cmpeq_epi8(high, wanted))
		       << 32;
}

__attribute__((target("avx2,bmi"))) static bool
split_next_avx2(struct split *split)
{
	const half delimiter = _mm256_set1_epi8(split->delimiter);
	const half feed = _mm256_set1_epi8('\n');
	const half quote = _mm256_set1_epi8('"');
	const half carriage = _mm256_set1_epi8('\r');
	const half nul = _mm256_setzero_si256();

	split->marks = 0;
	while (split->at < split->length && has_room(split)) {
		const char *text = split->text + split->at;
		size_t left = split->length - split->at;
		half low = _mm256_loadu_si256((const half *)(const void *)text);
		half high = _mm256_loadu_si256(
			(const half *)(const void *)(text + sizeof(half)));
		uint64_t feeds = equal(low, high, feed);
		uint64_t returns = equal(low, high, carriage);
		uint64_t special = equal(low, high, quote) |
				   equal(low, high, nul);
		uint64_t marks = equal(low, high, delimiter) | feeds;

		if (returns)
			special |=
				returns &
				~(feeds >> 1 |
				  (uint64_t)(text[SPLIT_SLACK] == '\n') << 63);
		if (left < SPLIT_SLACK) {
			special &= (UINT64_C(1) << left) - 1;
			marks &= (UINT64_C(1) << left) - 1;
		}
		if (special) {
			note_marks(split, marks & ((special & -special) - 1));
			split->at += (size_t)__builtin_ctzll(special);
			split->special = true;
			break;
		}
		note_marks(split, marks);
		split->at += left < SPLIT_SLACK ? left : SPLIT_SLACK;
	}
	return split->marks > 0;
}
#endif

bool split_next(struct split *split)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
		return split_next_avx2(split);
#endif
	return split_next_portable(split);
}
