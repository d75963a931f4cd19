/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_FINDINGS_H
#define IO_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"
#include "stats/comparison.h"
#include "stats/finding.h"

enum field_type {
	FIELD_TEXT,    /* const char *, NULL is empty */
	FIELD_NUMBER,  /* double, NaN or infinite is empty */
	FIELD_COUNT,   /* uint32_t, COUNT_NONE is empty */
	FIELD_BOOL,    /* bool */
	FIELD_WORD,    /* uint8_t, a number into words */
	FIELD_ID,      /* uint64_t as 16 hex digits */
	FIELD_FLAGS,   /* uint16_t, a bit for each enum flag */
	FIELD_SAMPLES, /* per-run values; jsonl alone has them */
};

/*
 * A field of a row.  The one table of them makes the head and cells of csv, the
 * keys and values of jsonl, --help and the manual.
 */
struct field {
	const char *name, *unit, *doc;
	enum field_type type;
	size_t offset;		  /* in the struct that a row is */
	const char *const *words; /* "" is empty; ends with NULL */
};

/* Of struct finding.  Ends with a NULL name. */
extern const struct field finding_fields[];

/* The field of that name, which there must be. */
const struct field *finding_field(const char *name);

/* Words of fields that other tables have, too: of enum kpi, change_kind. */
extern const char *const kpi_words[];
extern const char *const change_kind_words[];

/* Words of enum family and enum prior_fit, in jsonl and in cases. */
extern const char *const family_words[FAMILIES];
extern const char *const prior_fit_words[PRIOR_FITS];

/* All fields that rows of a kind have. */
struct field_table {
	const struct field *field;     /* ends with a NULL name */
	const char *(*name)(size_t i); /* NULL behind the last */
	const char *topic;	       /* of --help */
};

extern const struct field_table finding_table;

/* The fields that a format writes, in its order. */
struct field_list {
	const struct field **field; /* [count] */
	size_t count;
};

/*
 * Makes a list of a table's fields from "name,name,..."; NULL stands for all, with the
 * samples where they are wanted.  Returns false with error set (FAULT_USAGE,
 * with the name that may have been meant) for a name that is none.
 */
bool field_list_parse(struct field_list *list, const struct field_table *table,
		      const char *names, bool samples, struct error *error);

/* Whether a list has samples, which one format alone can write. */
bool field_list_has_samples(const struct field_list *list);

/* Back to {0}. */
void field_list_release(struct field_list *list);

/*
 * The cell of a row as text for csv: shortest numbers, true and false,
 * flags joined by ";", "" for empty.  Texts are returned as they are, all else
 * is written to room.  No samples.
 */
enum { FIELD_ROOM = 160 };
const char *field_text(const struct field *field, const void *row,
		       char room[FIELD_ROOM]);

/*
 * Sets a field of a row from such a text, the other way round; texts are kept
 * in `texts`, and "" leaves the field as it is.  Returns false where the text
 * is no value of the field, with error set where there is no memory.  No
 * samples.
 */
bool field_read(const struct field *field, const char *text, void *row,
		struct names *texts, struct error *error);

/*
 * The bits of flags as field_text() writes them, "constant;few-runs".  Returns
 * false for a word that is none.
 */
bool flags_parse(const char *list, unsigned *flags);

/* The name of a flag, and what it warns of. */
const char *flag_name(enum flag flag);
const char *flag_doc(enum flag flag);

#endif
