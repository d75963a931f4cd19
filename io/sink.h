/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SINK_H
#define IO_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/error.h"
#include "io/number.h"
#include "io/reader.h"
#include "io/rows.h"
#include "stats/comparison.h"
#include "stats/samples.h"

/* A text kept until its row ends. */
struct held {
	char *text;
	size_t length, room;
};

/* Keeps a copy.  Returns false with error set when there is no memory. */
bool held_set(struct held *held, const char *text, size_t length,
	      struct error *error);

/* Where the readers of all shapes bring their samples. */
struct sink {
	struct group *group;
	struct commit *commit;
	struct sample_log *log;
	const struct reading *reading;
	const struct rows *rows; /* the place of a fault */
	struct problems *problems;
	struct error *error;
	size_t faults;	 /* of this file */
	uint32_t metric; /* that the next sample is of */
	struct held translated;
};

/* Notes a fault of the input.  False when there is no memory. */
bool sink_note(struct sink *sink, const char *text, size_t length,
	       const char *what);

/*
 * Makes a name the metric of the next samples; a new one is described.  Its
 * unit stays open until a sample that is there names it.  False when there is
 * no memory.
 */
bool sink_metric(struct sink *sink, const char *name, size_t length);

/*
 * Brings a sample, with its unit where the input has such a column, or a rule
 * knows it.  A text that is no number is not brought: *wrong then says why, with
 * the cure, and is NULL otherwise.  False when there is no memory.
 */
bool sink_put(struct sink *sink, uint32_t run, const char *text, size_t length,
	      const struct cell *unit, const char **wrong);

/*
 * A number with the decimal mark that was asked for; its exponent is shifted
 * before rounding.  False when there is no memory.
 */
bool sink_parse(struct sink *sink, const char *text, size_t length, int shift,
		struct number *number, enum number_kind *kind);

/* Frees what the sink itself owns. */
void sink_release(struct sink *sink);

#endif
