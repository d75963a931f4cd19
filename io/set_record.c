/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/set_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * "PSR1", the number of metrics, and for each: the distance of its name from
 * the last one, n, step (zigzag), mean and variance.  Whole numbers take seven
 * bits a byte, the last byte of one below 128; doubles are IEEE 754, the
 * lowest byte first.
 */
static const char magic[] = "PSR1";

enum {
	MAGIC = sizeof(magic) - 1,
	NUMBER_BYTES = 5, /* of 32 bits at most */
	METRIC_BYTES = 3 * NUMBER_BYTES + 2 * sizeof(double),
};

static unsigned char *put_number(unsigned char *at, uint32_t number)
{
	for (; number >= 128; number >>= 7)
		*at++ = (unsigned char)(number | 128);
	*at++ = (unsigned char)number;
	return at;
}

static unsigned char *put_double(unsigned char *at, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	for (size_t i = 0; i < sizeof(bits); i++, bits >>= 8)
		*at++ = (unsigned char)bits;
	return at;
}

static uint32_t zigzag(int step)
{
	return step < 0 ? 2 * (uint32_t)-step - 1 : 2 * (uint32_t)step;
}

static int by_name(const void *a, const void *b)
{
	const struct set_metric *x = a, *y = b;

	return x->name < y->name ? -1 : x->name > y->name;
}

bool set_record_pack(struct set_record *record, unsigned char **bytes,
		     size_t *length)
{
	unsigned char *at;
	uint32_t last = 0;

	*bytes = at =
		malloc(MAGIC + NUMBER_BYTES + record->metrics * METRIC_BYTES);
	if (!at)
		return false;
	if (record->metrics)
		qsort(record->metric, record->metrics, sizeof(*record->metric),
		      by_name);
	memcpy(at, magic, MAGIC);
	at = put_number(at + MAGIC, (uint32_t)record->metrics);
	for (size_t i = 0; i < record->metrics; i++) {
		const struct set_metric *metric = &record->metric[i];

		at = put_number(at, metric->name - last);
		at = put_number(at, metric->n);
		at = put_number(at, zigzag(metric->step));
		at = put_double(at, metric->mean);
		at = put_double(at, metric->variance);
		last = metric->name;
	}
	*length = (size_t)(at - *bytes);
	return true;
}

/* The bytes that are left; at becomes NULL where they do not suffice. */
struct bytes {
	const unsigned char *at, *end;
};

static uint32_t get_number(struct bytes *bytes)
{
	uint64_t number = 0;

	for (int i = 0; bytes->at && i < NUMBER_BYTES; i++) {
		if (bytes->at == bytes->end)
			break;
		number |= (uint64_t)(*bytes->at & 127) << 7 * i;
		if (*bytes->at++ < 128 && number <= UINT32_MAX)
			return (uint32_t)number;
	}
	bytes->at = NULL;
	return 0;
}

static double get_double(struct bytes *bytes)
{
	uint64_t bits = 0;
	double value;

	if (!bytes->at || (size_t)(bytes->end - bytes->at) < sizeof(bits)) {
		bytes->at = NULL;
		return NAN;
	}
	for (size_t i = 0; i < sizeof(bits); i++)
		bits |= (uint64_t)*bytes->at++ << 8 * i;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static const char *get_metric(struct bytes *bytes, struct set_metric *metric,
			      uint32_t *last)
{
	uint32_t distance = get_number(bytes), step;

	metric->n = get_number(bytes);
	step = get_number(bytes);
	metric->mean = get_double(bytes);
	metric->variance = get_double(bytes);
	if (!bytes->at)
		return "it ends early";
	if (!distance || distance > UINT32_MAX - *last)
		return "its names are in no order";
	if (step > 2 * (uint32_t)INT16_MAX)
		return "a step is too large";
	metric->name = *last += distance;
	metric->step =
		(int16_t)(step & 1 ? -(int)(step / 2) - 1 : (int)(step / 2));
	if (isfinite(metric->mean) != (metric->n > 0) ||
	    (metric->n < 2) != (bool)isnan(metric->variance) ||
	    metric->variance < 0)
		return "its figures contradict each other";
	return NULL;
}

const char *set_record_unpack(struct set_record *record,
			      const unsigned char *bytes, size_t length)
{
	struct bytes left = { bytes, bytes + length };
	const char *wrong = NULL;
	uint32_t metrics, last = 0;

	*record = (struct set_record){ 0 };
	if (length < MAGIC || memcmp(bytes, magic, MAGIC) != 0)
		return "it does not begin as a record does";
	left.at += MAGIC;
	metrics = get_number(&left);
	if (!left.at || metrics > length)
		return "it ends early";
	record->metric =
		malloc((metrics + (size_t)1) * sizeof(*record->metric));
	if (!record->metric)
		return "there is no memory to look at it";
	for (uint32_t i = 0; i < metrics && !wrong; i++)
		wrong = get_metric(&left, &record->metric[i], &last);
	record->metrics = metrics;
	if (!wrong && left.at != left.end)
		wrong = "there is more behind it";
	if (wrong)
		set_record_release(record);
	return wrong;
}

void set_record_release(struct set_record *record)
{
	free(record->metric);
	*record = (struct set_record){ 0 };
}
