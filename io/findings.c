/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/findings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "io/text.h"

static const char *const verdicts[] = { "changed", "equivalent", "unproven",
					"incomparable", NULL };
static const char *const directions[] = { "", "improvement", "regression",
					  "change", NULL };
static const char *const kinds[] = { "performance", "failure", NULL };
const char *const kpi_words[] = { "no", "yes", "primary", NULL };
static const char *const betters[] = { "", "higher", "lower", NULL };
const char *const change_kind_words[] = { "relative", "absolute", NULL };
const char *const family_words[FAMILIES] = {
	[FAMILY_KPI] = "kpi",
	[FAMILY_MONITOR] = "monitor",
	[FAMILY_FAILURE] = "failure",
};
const char *const prior_fit_words[PRIOR_FITS] = {
	[PRIOR_BASE] = "base",
	[PRIOR_CANDIDATE] = "candidate",
	[PRIOR_POOLED] = "pooled",
};

/* In the order of enum flag. */
static const struct {
	const char *name, *doc;
} flags[] = {
	{ "few-runs", "fewer than 3 runs on a side" },
	{ "constant", "a side has one single value" },
	{ "absent-base", "no sample on the base's side: zero by rule" },
	{ "absent-candidate",
	  "no sample on the candidate's side: zero by rule" },
	{ "rows-as-runs",
	  "rows of a table were taken for runs, which they may not be" },
	{ "two-modes", "the values of a side fall into two heaps" },
	{ "outlier", "one value of a side lies far from the others" },
	{ "one-run-decides",
	  "without one of the runs the change would not be proven" },
	{ "spread", "the noise of the two sides differs" },
	{ "drift", "the values of a side rise or fall with the order of runs" },
	{ "new-failure", "no base run failed, a candidate run did" },
};

_Static_assert(sizeof(flags) / sizeof(*flags) == FLAGS, "a row for each flag");

#define AT(member) offsetof(struct finding, member)

/* New fields are only ever appended; readers go by name. */
const struct field finding_fields[] = {
	{ "id", "",
	  "first 16 hex digits of SHA-256 over group, metric, base and "
	  "candidate, joined by NUL",
	  FIELD_ID, AT(id), NULL },
	{ "rank", "", "1 for the first; empty when not reported", FIELD_COUNT,
	  AT(rank), NULL },
	{ "reported", "", "is it news?", FIELD_BOOL, AT(reported), NULL },
	{ "verdict", "", "changed, equivalent, unproven or incomparable",
	  FIELD_WORD, AT(verdict), verdicts },
	{ "reason", "", "why it is not reported; empty when it is", FIELD_TEXT,
	  AT(reason), NULL },
	{ "direction", "",
	  "improvement, regression or change (which way is good is not "
	  "known); empty when not changed",
	  FIELD_WORD, AT(direction), directions },
	{ "kind", "", "performance or failure", FIELD_WORD, AT(kind), kinds },
	{ "kpi", "", "primary, yes or no: does the test exist to measure it?",
	  FIELD_WORD, AT(kpi), kpi_words },
	{ "group", "",
	  "axis=value/axis=value, axes by name, / and % of values as %2F and "
	  "%25",
	  FIELD_TEXT, AT(group), NULL },
	{ "base", "", "commit id, or the name given", FIELD_TEXT, AT(base_id),
	  NULL },
	{ "candidate", "", "commit id, or the name given", FIELD_TEXT,
	  AT(candidate_id), NULL },
	{ "metric", "", "name of the metric", FIELD_TEXT, AT(metric), NULL },
	{ "unit", "", "unit of the base's first run", FIELD_TEXT, AT(unit),
	  NULL },
	{ "better", "", "higher, lower, or empty", FIELD_WORD, AT(better),
	  betters },
	{ "base_n", "runs", "runs of the base with a valid value", FIELD_COUNT,
	  AT(base.n), NULL },
	{ "base_mean", "unit",
	  "mean of the base; of failures the percentage of runs that failed",
	  FIELD_NUMBER, AT(base.mean), NULL },
	{ "base_sd", "unit", "sample standard deviation of the base (n - 1)",
	  FIELD_NUMBER, AT(base.sd), NULL },
	{ "base_median", "unit", "median of the base", FIELD_NUMBER,
	  AT(base.median), NULL },
	{ "base_min", "unit", "smallest value of the base", FIELD_NUMBER,
	  AT(base.min), NULL },
	{ "base_max", "unit", "largest value of the base", FIELD_NUMBER,
	  AT(base.max), NULL },
	{ "candidate_n", "runs", "runs of the candidate with a valid value",
	  FIELD_COUNT, AT(candidate.n), NULL },
	{ "candidate_mean", "unit",
	  "mean of the candidate; of failures the percentage of runs that "
	  "failed",
	  FIELD_NUMBER, AT(candidate.mean), NULL },
	{ "candidate_sd", "unit",
	  "sample standard deviation of the candidate (n - 1)", FIELD_NUMBER,
	  AT(candidate.sd), NULL },
	{ "candidate_median", "unit", "median of the candidate", FIELD_NUMBER,
	  AT(candidate.median), NULL },
	{ "candidate_min", "unit", "smallest value of the candidate",
	  FIELD_NUMBER, AT(candidate.min), NULL },
	{ "candidate_max", "unit", "largest value of the candidate",
	  FIELD_NUMBER, AT(candidate.max), NULL },
	{ "change", "% or points",
	  "change of the mean; empty where there is no finite percentage",
	  FIELD_NUMBER, AT(change), NULL },
	{ "change_kind", "",
	  "relative (percent of |base mean|) or absolute (points)", FIELD_WORD,
	  AT(change_kind), change_kind_words },
	{ "ci_low", "% or points",
	  "lower end of the confidence interval of the change", FIELD_NUMBER,
	  AT(ci_low), NULL },
	{ "ci_high", "% or points",
	  "upper end of the confidence interval of the change", FIELD_NUMBER,
	  AT(ci_high), NULL },
	{ "least_change", "% or points",
	  "end of that interval nearest to zero; 0 when it holds zero",
	  FIELD_NUMBER, AT(least_change), NULL },
	{ "p", "", "p that decided, the floor included", FIELD_NUMBER, AT(p),
	  NULL },
	{ "df", "", "degrees of freedom of the interval", FIELD_NUMBER, AT(df),
	  NULL },
	{ "q", "", "Benjamini-Hochberg q-value in its family", FIELD_NUMBER,
	  AT(q), NULL },
	{ "welch_t", "", "t of plain Welch's test", FIELD_NUMBER, AT(welch_t),
	  NULL },
	{ "welch_df", "", "degrees of freedom of plain Welch's test",
	  FIELD_NUMBER, AT(welch_df), NULL },
	{ "welch_p", "", "two-sided p of plain Welch's test", FIELD_NUMBER,
	  AT(welch_p), NULL },
	{ "effect_size", "", "Hedges' g", FIELD_NUMBER, AT(effect_size), NULL },
	{ "min_change", "% or points", "floor of the change that applied",
	  FIELD_NUMBER, AT(min_change), NULL },
	{ "detectable", "% or points",
	  "smallest change that these runs would have proven with 80 % power",
	  FIELD_NUMBER, AT(detectable), NULL },
	{ "runs_needed", "runs",
	  "runs a side that would prove a change of twice the floor",
	  FIELD_COUNT, AT(runs_needed), NULL },
	{ "leader", "", "metric that this one follows", FIELD_TEXT, AT(leader),
	  NULL },
	{ "flags", "", "what to know before believing it", FIELD_FLAGS,
	  AT(flags), NULL },
	{ "status", "",
	  "of a sweep: new, unconfirmed, confirmed, recovered, accepted",
	  FIELD_TEXT, AT(status), NULL },
	{ "first_seen", "", "of a sweep: date of the first sighting",
	  FIELD_TEXT, AT(first_seen), NULL },
	{ "base_fails", "runs", "failures: runs of the base that failed",
	  FIELD_COUNT, AT(base.fails), NULL },
	{ "candidate_fails", "runs",
	  "failures: runs of the candidate that failed", FIELD_COUNT,
	  AT(candidate.fails), NULL },
	{ "samples", "unit",
	  "values of both sides by run, null for missing (jsonl, with "
	  "--samples or when named)",
	  FIELD_SAMPLES, 0, NULL },
	{ "about", "", "what the metric measures", FIELD_TEXT, AT(about),
	  NULL },
	{ NULL, NULL, NULL, FIELD_TEXT, 0, NULL },
};

_Static_assert(sizeof(finding_fields) / sizeof(*finding_fields) <= 64,
	       "a bit for each field");

static const char *field_name(size_t i)
{
	return finding_fields[i].name;
}

const struct field_table finding_table = { finding_fields, field_name,
					   "fields" };

static const struct field *find_field(const struct field_table *table,
				      const char *name, size_t length)
{
	for (const struct field *field = table->field; field->name; field++)
		if (strlen(field->name) == length &&
		    memcmp(field->name, name, length) == 0)
			return field;
	return NULL;
}

static bool no_such_field(const struct field_table *table, const char *name,
			  struct error *error)
{
	char hint[64];

	text_did_you_mean(name, table->name, hint, sizeof(hint));
	return fail(error, FAULT_USAGE,
		    "no field \"%s\"%s (perfsift --help %s)", name, hint,
		    table->topic);
}

static bool has_field(const struct field_list *list, const struct field *field)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->field[i] == field)
			return true;
	return false;
}

bool field_list_parse(struct field_list *list, const struct field_table *table,
		      const char *names, bool samples, struct error *error)
{
	size_t room = 1;

	*list = (struct field_list){ 0 };
	for (const char *c = names ? names : ""; *c; c++)
		room += *c == ',';
	for (const struct field *f = table->field; !names && f->name; f++)
		room++;
	list->field = malloc(room * sizeof(*list->field));
	if (!list->field)
		return fail_memory(error);
	if (!names) {
		for (const struct field *f = table->field; f->name; f++)
			if (f->type != FIELD_SAMPLES || samples)
				list->field[list->count++] = f;
		return true;
	}
	for (;;) {
		size_t length = strcspn(names, ",");
		const struct field *field = find_field(table, names, length);

		if (!field) {
			char name[64];

			snprintf(name, sizeof(name), "%.*s", (int)length,
				 names);
			field_list_release(list);
			return no_such_field(table, name, error);
		}
		if (has_field(list, field)) {
			field_list_release(list);
			return fail(error, FAULT_USAGE, "field %s twice",
				    field->name);
		}
		list->field[list->count++] = field;
		if (!names[length])
			return true;
		names += length + 1;
	}
}

bool field_list_has_samples(const struct field_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->field[i]->type == FIELD_SAMPLES)
			return true;
	return false;
}

void field_list_release(struct field_list *list)
{
	free(list->field);
	*list = (struct field_list){ 0 };
}

const struct field *finding_field(const char *name)
{
	const struct field *field = finding_fields;

	while (strcmp(field->name, name) != 0)
		field++;
	return field;
}

bool flags_parse(const char *list, unsigned *flags_found)
{
	*flags_found = 0;
	while (*list) {
		size_t length = strcspn(list, ";");
		unsigned i = 0;

		while (i < FLAGS && (strlen(flags[i].name) != length ||
				     memcmp(flags[i].name, list, length) != 0))
			i++;
		if (i == FLAGS)
			return false;
		*flags_found |= 1u << i;
		list += length + (list[length] == ';');
	}
	return true;
}

const char *flag_name(enum flag flag)
{
	return flags[flag].name;
}

const char *flag_doc(enum flag flag)
{
	return flags[flag].doc;
}

const char *field_text(const struct field *field, const void *row,
		       char room[FIELD_ROOM])
{
	const void *at = (const char *)row + field->offset;
	const char *text;
	size_t used = 0;

	room[0] = '\0';
	switch (field->type) {
	case FIELD_TEXT:
		text = *(const char *const *)at;
		return text ? text : "";
	case FIELD_NUMBER:
		number_format(*(const double *)at, room);
		return room;
	case FIELD_COUNT:
		if (*(const uint32_t *)at != COUNT_NONE)
			snprintf(room, FIELD_ROOM, "%" PRIu32,
				 *(const uint32_t *)at);
		return room;
	case FIELD_BOOL:
		return *(const bool *)at ? "true" : "false";
	case FIELD_WORD:
		return field->words[*(const uint8_t *)at];
	case FIELD_ID:
		snprintf(room, FIELD_ROOM, "%016" PRIx64,
			 *(const uint64_t *)at);
		return room;
	case FIELD_FLAGS:
		for (unsigned i = 0; i < FLAGS; i++)
			if (*(const uint16_t *)at & 1u << i)
				used += (size_t)snprintf(
					room + used, FIELD_ROOM - used, "%s%s",
					used ? ";" : "", flags[i].name);
		return room;
	case FIELD_SAMPLES:
		break;
	}
	return room;
}

static bool read_text(const char *text, const char **to, struct names *texts,
		      struct error *error)
{
	uint32_t number;

	if (!names_intern(texts, text, strlen(text), &number))
		return fail_memory(error);
	*to = names_text(texts, number);
	return true;
}

static bool read_number(const char *text, double *to)
{
	struct number number;

	if (number_parse(text, strlen(text), 0, &number) != NUMBER_VALID)
		return false;
	*to = number.value;
	return true;
}

static bool read_count(const char *text, uint32_t *to)
{
	double count;

	if (!read_number(text, &count) || !(count >= 0) ||
	    count >= COUNT_NONE || count != (double)(uint32_t)count)
		return false;
	*to = (uint32_t)count;
	return true;
}

static bool read_bool(const char *text, bool *to)
{
	*to = strcmp(text, "true") == 0;
	return *to || strcmp(text, "false") == 0;
}

static bool read_word(const char *text, const char *const *words, uint8_t *to)
{
	for (uint8_t i = 0; words[i]; i++)
		if (strcmp(words[i], text) == 0) {
			*to = i;
			return true;
		}
	return false;
}

static bool read_id(const char *text, uint64_t *to)
{
	*to = 0;
	for (const char *at = text; *at; at++) {
		const char *digits = "0123456789abcdef";
		const char *digit = strchr(digits, *at);

		if (!digit)
			return false;
		*to = *to << 4 | (uint64_t)(digit - digits);
	}
	return strlen(text) == 16;
}

bool field_read(const struct field *field, const char *text, void *row,
		struct names *texts, struct error *error)
{
	void *to = (char *)row + field->offset;
	unsigned bits;

	if (!*text)
		return true;
	switch (field->type) {
	case FIELD_TEXT:
		return read_text(text, to, texts, error);
	case FIELD_NUMBER:
		return read_number(text, to);
	case FIELD_COUNT:
		return read_count(text, to);
	case FIELD_BOOL:
		return read_bool(text, to);
	case FIELD_WORD:
		return read_word(text, field->words, to);
	case FIELD_ID:
		return read_id(text, to);
	case FIELD_FLAGS:
		if (!flags_parse(text, &bits))
			return false;
		*(uint16_t *)to = (uint16_t)bits;
		return true;
	case FIELD_SAMPLES:
		break;
	}
	return false;
}
