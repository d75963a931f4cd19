/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SET_RECORD_H
#define IO_SET_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a store keeps of one metric of a run set. */
struct set_metric {
	uint32_t name;	 /* id in the store */
	uint32_t n;	 /* runs with a value */
	int16_t step;	 /* decimal exponent, or STEP_NONE */
	double mean;	 /* NaN where n is 0 */
	double variance; /* with n - 1; NaN where n is below 2 */
};

/*
 * The compact record of a run set: its metrics by name, in as few bytes as
 * their figures take.
 */
struct set_record {
	struct set_metric *metric; /* [metrics] by name, each once */
	size_t metrics;
};

/*
 * Packs a record; *bytes, [*length], is to be freed.  Sorts the metrics.
 * Returns false when there is no memory.
 */
bool set_record_pack(struct set_record *record, unsigned char **bytes,
		     size_t *length);

/*
 * Unpacks one.  Returns NULL, or what is wrong with the bytes; the record is
 * {0} then.
 */
const char *set_record_unpack(struct set_record *record,
			      const unsigned char *bytes, size_t length);

/* Back to {0}. */
void set_record_release(struct set_record *record);

#endif
