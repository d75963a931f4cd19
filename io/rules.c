/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/number.h"
#include "io/unit.h"

/* Floors of the change, in percent or points, where no row has one. */
enum { FLOOR_KPI = 1, FLOOR_MONITOR = 2, FLOOR_POINTS = 1 };

/* Runs a side, where no row has them: a standard deviation takes two. */
enum { RUNS_PERFORMANCE = 2, RUNS_FAILURE = 1 };

/* First parts of names whose rows are kept. */
enum { PARTS_KEPT = 4096 };

static bool may_begin(const struct rule_row *row, unsigned byte)
{
	int first = pattern_first_byte(&row->metric);

	return first < 0 || (unsigned)first == byte;
}

bool rules_prepare(struct rules *rules, struct error *error)
{
	size_t count = 0, all = 0;

	for (unsigned byte = 0; byte < 256; byte++)
		for (size_t i = 0; i < rules->rows; i++)
			all += may_begin(&rules->row[i], byte);
	rules->by_byte = malloc((all + 1) * sizeof(*rules->by_byte));
	if (!rules->by_byte)
		return fail_memory(error);
	for (unsigned byte = 0; byte < 256; byte++) {
		for (size_t i = 0; i < rules->rows; i++)
			if (may_begin(&rules->row[i], byte))
				rules->by_byte[count++] = (uint32_t)i;
		rules->byte_end[byte] = (uint32_t)count;
	}
	pthread_mutex_init(&rules->lock, NULL);
	rules->has_lock = true;
	return true;
}

/* The rows whose matches may begin with the first byte of a name. */
static struct rule_part rows_by_byte(const struct rules *rules,
				     const char *metric)
{
	unsigned byte = (unsigned char)metric[0];
	uint32_t begin = byte ? rules->byte_end[byte - 1] : 0;

	return (struct rule_part){ .row = rules->by_byte + begin,
				   .rows = rules->byte_end[byte] - begin };
}

/* Whether the literal beginning of a row and a first part go together. */
static bool may_begin_so(const struct rule_row *row, const char *part,
			 size_t length)
{
	const struct pattern_piece *begin = row->metric.piece;

	return memcmp(begin->text, part,
		      begin->length < length ? begin->length : length) == 0;
}

static bool add_part(struct rules *rules, const char *text, size_t length)
{
	struct rule_part by_byte = rows_by_byte(rules, text);
	struct rule_part *part =
		realloc(rules->part, rules->parts.count * sizeof(*part));
	size_t count = 0;

	if (!part)
		return false;
	rules->part = part;
	part += rules->parts.count - 1;
	part->row = malloc((by_byte.rows + 1) * sizeof(*part->row));
	if (!part->row)
		return false;
	for (size_t i = 0; i < by_byte.rows; i++)
		if (may_begin_so(&rules->row[by_byte.row[i]], text, length))
			part->row[count++] = by_byte.row[i];
	part->rows = count;
	return true;
}

/*
 * The rows that may match a name: metrics come in blocks with the same first
 * part, which few rows have, too.  Where there are too many first parts to keep
 * them all, or none, by the first byte.
 */
static struct rule_part rows_for(struct rules *rules, const char *metric)
{
	const char *dot = strchr(metric, '.');
	uint32_t known = rules->parts.count, number;
	size_t length = dot ? (size_t)(dot - metric) + 1 : 0;

	if (!dot || known >= PARTS_KEPT ||
	    !names_intern(&rules->parts, metric, length, &number))
		return rows_by_byte(rules, metric);
	if (number == known && !add_part(rules, metric, length)) {
		names_truncate(&rules->parts, known);
		return rows_by_byte(rules, metric);
	}
	return rules->part[number];
}

/* Writes the rows that match as "3,17,"; false for want of memory. */
static bool list_rows(struct rules *rules, const char *metric, size_t length,
		      char *list)
{
	struct rule_part part = rows_for(rules, metric);
	uint64_t pairs = pattern_pairs(metric, length);

	*list = '\0';
	for (size_t i = 0; i < part.rows; i++) {
		uint32_t row = part.row[i];
		const struct pattern *pattern = &rules->row[row].metric;
		int match = pattern->pairs & ~pairs ?
				    0 :
				    pattern_try(pattern, metric, length);

		if (match < 0)
			return false;
		if (match)
			list += sprintf(list, "%u,", row);
	}
	return true;
}

static bool match_new(struct rules *rules, uint32_t number, const char *metric,
		      size_t length)
{
	char *list = malloc(rules->rows * 11 + 1);
	bool done = list != NULL;

	if (number >= rules->set_room) {
		uint32_t room = rules->set_room ? 2 * rules->set_room : 256;
		uint32_t *set = realloc(rules->set, room * sizeof(*set));

		if (set) {
			rules->set = set;
			rules->set_room = room;
		} else {
			done = false;
		}
	}
	if (done) {
		done = list_rows(rules, metric, length, list) &&
		       names_intern(&rules->sets, list, strlen(list),
				    &rules->set[number]);
	}
	free(list);
	/* What has no set must be matched anew. */
	if (!done)
		names_truncate(&rules->names, number);
	return done;
}

/* Each distinct name is matched once, whatever group and thread asks. */
static bool find_set(struct rules *rules, struct group *group,
		     const char *metric, size_t length, uint32_t *set,
		     const char **list)
{
	uint32_t known, number;
	bool done;

	pthread_mutex_lock(&rules->lock);
	known = rules->names.count;
	done = names_intern_next(&rules->names, &group->next_matched, metric,
				 length, &number) &&
	       (number < known || match_new(rules, number, metric, length));
	if (done) {
		*set = rules->set[number];
		*list = names_text(&rules->sets, *set);
	}
	pthread_mutex_unlock(&rules->lock);
	return done;
}

static bool second_part_is_time(const char *second)
{
	return strncmp(second, "time", 4) == 0 &&
	       (second[4] == '.' || second[4] == '\0');
}

/* A metric of the benchmark itself: first part testcase, second not time. */
static bool of_testcase(const char *metric, const char *testcase)
{
	size_t length = strlen(testcase);

	return strncmp(metric, testcase, length) == 0 &&
	       metric[length] == '.' &&
	       !second_part_is_time(metric + length + 1);
}

/* Rows on top of each other. */
struct fold {
	struct rule rule;
	unsigned set;
	const struct rule_row *delta, *level; /* the rows that set them */
};

static void override_cell(struct rule *rule, const struct rule_row *row,
			  const struct rule_column *column)
{
	const char *from = (const char *)&row->value + column->offset;
	char *to = (char *)rule + column->offset;

	switch (column->type) {
	case RULE_TAKES_WORD:
		*to = *from;
		break;
	case RULE_TAKES_NUMBER:
		*(double *)(void *)to = *(const double *)(const void *)from;
		break;
	case RULE_TAKES_COUNT:
		*(uint32_t *)(void *)to = *(const uint32_t *)(const void *)from;
		break;
	case RULE_TAKES_TEXT:
		*(const char **)(void *)to =
			*(const char *const *)(const void *)from;
		break;
	case RULE_TAKES_PATTERN:
		break;
	}
}

static void override(struct fold *fold, const struct rule_row *row)
{
	for (unsigned i = RULE_KIND; i < RULE_WHY; i++)
		if (row->set & 1u << i)
			override_cell(&fold->rule, row, &rule_columns[i]);
	if (row->set & 1u << RULE_MIN_DELTA)
		fold->delta = row;
	if (row->set & 1u << RULE_MIN_LEVEL)
		fold->level = row;
	fold->set |= row->set;
}

/* As pattern_try(). */
static int in_group(const struct rule_row *row, const struct group *group)
{
	if (!row->text[RULE_GROUP])
		return 1;
	return pattern_try(&row->group, group->name, strlen(group->name));
}

bool rule_row_applies(const struct rule_row *row, const struct group *group,
		      const char *metric)
{
	return pattern_matches(&row->metric, metric, strlen(metric)) &&
	       in_group(row, group) == 1;
}

static bool is_set(const struct fold *fold, enum rule_column_number column)
{
	return fold->set & 1u << column;
}

/* What no row says. */
static void fill_in(struct fold *fold, bool kpi)
{
	struct rule *rule = &fold->rule;
	bool failure = kind_counts_failures(rule->kind);

	/* Shares of failed runs, of which more is never good. */
	if (failure) {
		rule->change = CHANGE_ABSOLUTE;
		rule->better = BETTER_LOWER;
	}
	if (failure && !is_set(fold, RULE_ABSENT))
		rule->absent = ABSENT_ZERO;
	if (!is_set(fold, RULE_KPI))
		rule->kpi = !failure && kpi ? KPI_YES : KPI_NO;
	if (!is_set(fold, RULE_MIN_RUNS))
		rule->min_runs = failure ? RUNS_FAILURE : RUNS_PERFORMANCE;
	if (is_set(fold, RULE_MIN_CHANGE))
		return;
	if (failure)
		rule->min_change = 0;
	else if (rule->change == CHANGE_ABSOLUTE)
		rule->min_change = FLOOR_POINTS;
	else
		rule->min_change = rule->kpi != KPI_NO ? FLOOR_KPI :
							 FLOOR_MONITOR;
}

/* A level in the unit of its row, in that of the samples. */
static double in_unit(struct rule *rule, double level,
		      const struct rule_row *row,
		      enum rule_column_number column, const char *unit)
{
	struct unit_factor factor;
	struct number number;
	const char *text;

	if (!row || !row->value.unit || level == 0)
		return level;
	text = row->text[column];
	/* As samples are: 1.005 ms and 1005 us are the same double. */
	if (!unit_convert(row->value.unit, unit, &factor) ||
	    number_parse(text, strlen(text), factor.decimal, &number) !=
		    NUMBER_VALID) {
		rule->units_differ = true;
		return level;
	}
	return ldexp(number.value, factor.binary);
}

/* False for want of memory. */
static bool fold_rows(const struct rules *rules, const char *list,
		      const struct group *group, bool kpi, const char *unit,
		      struct rule *to)
{
	struct fold fold = { 0 };
	struct rule *rule = &fold.rule;
	char *end;

	for (; *list; list = end + 1) {
		const struct rule_row *row =
			&rules->row[strtoul(list, &end, 10)];
		int applies = in_group(row, group);

		if (applies < 0)
			return false;
		if (applies)
			override(&fold, row);
	}
	fill_in(&fold, kpi);
	if (!*unit && rule->unit)
		unit = rule->unit;
	if (rule->better == BETTER_UNKNOWN)
		rule->better = unit_better(unit);
	rule->min_delta = in_unit(rule, rule->min_delta, fold.delta,
				  RULE_MIN_DELTA, unit);
	rule->min_level = in_unit(rule, rule->min_level, fold.level,
				  RULE_MIN_LEVEL, unit);
	*to = fold.rule;
	return true;
}

static bool same_rule(const struct rule *a, const struct rule *b)
{
	return a->kind == b->kind && a->better == b->better &&
	       a->kpi == b->kpi && a->change == b->change &&
	       a->reduce == b->reduce && a->absent == b->absent &&
	       a->units_differ == b->units_differ &&
	       a->min_runs == b->min_runs && a->min_change == b->min_change &&
	       a->min_delta == b->min_delta && a->min_level == b->min_level &&
	       a->unit == b->unit && a->about == b->about;
}

/* Metrics are many, distinct rules few: the group keeps one of each. */
static const struct rule *keep_rule(struct group *group, struct rule rule)
{
	struct rule **distinct, *kept;

	for (size_t i = 0; i < group->rules; i++)
		if (same_rule(group->distinct[i], &rule))
			return group->distinct[i];
	distinct = realloc(group->distinct,
			   (group->rules + 1) * sizeof(*distinct));
	if (!distinct)
		return NULL;
	group->distinct = distinct;
	kept = malloc(sizeof(*kept));
	if (!kept)
		return NULL;
	*kept = rule;
	distinct[group->rules++] = kept;
	return kept;
}

/* Where the group remembers a rule that it has made before. */
static const struct rule **folded_at(struct group *group, size_t place)
{
	if (place >= group->folded_room) {
		size_t room = 2 * place + 64;
		const struct rule **folded =
			realloc(group->folded, room * sizeof(*folded));

		if (!folded)
			return NULL;
		for (size_t i = group->folded_room; i < room; i++)
			folded[i] = NULL;
		group->folded = folded;
		group->folded_room = room;
	}
	return &group->folded[place];
}

/* NULL for want of memory. */
static const struct rule *make_rule(struct rules *rules, struct group *group,
				    uint32_t metric, uint32_t unit)
{
	const char *name = names_text(&group->names, metric), *list;
	const char *testcase = group_axis(group, "testcase");
	bool kpi = !testcase || of_testcase(name, testcase);
	bool has_unit = unit != UNIT_NONE && unit != UNIT_OPEN;
	const struct rule **folded = NULL;
	struct rule rule;
	uint32_t set;

	if (!find_set(rules, group, name, group->names.length[metric], &set,
		      &list))
		return NULL;
	/* By what it is made of: the rows, the group, whether of the testcase. */
	if (!has_unit) {
		folded = folded_at(group, 2 * (size_t)set + kpi);
		if (!folded)
			return NULL;
		if (*folded)
			return *folded;
	}
	if (!fold_rows(rules, list, group, kpi,
		       has_unit ? unit_text(group, unit) : "", &rule))
		return NULL;
	if (!folded)
		return keep_rule(group, rule);
	*folded = keep_rule(group, rule);
	return *folded;
}

static bool make_room(struct group *group)
{
	uint32_t room = group->described_room ? 2 * group->described_room : 256;
	const struct rule **rule;
	uint32_t *unit;

	rule = realloc(group->rule, room * sizeof(*rule));
	if (!rule)
		return false;
	group->rule = rule;
	unit = realloc(group->unit, room * sizeof(*unit));
	if (!unit)
		return false;
	group->unit = unit;
	group->described_room = room;
	return true;
}

bool rules_describe(struct rules *rules, struct group *group, uint32_t metric,
		    uint32_t unit, struct error *error)
{
	const struct rule *rule;

	if (metric >= group->described_room && !make_room(group))
		return fail_memory(error);
	rule = make_rule(rules, group, metric, unit);
	if (!rule)
		return fail_memory(error);
	group->rule[metric] = rule;
	group->unit[metric] = unit;
	if (metric == group->described)
		group->described++;
	return true;
}

const struct rule_row *rules_origin(const struct rules *rules,
				    const struct group *group,
				    const char *metric,
				    enum rule_column_number column)
{
	for (size_t i = rules->rows; i > 0; i--) {
		const struct rule_row *row = &rules->row[i - 1];

		if (row->set & 1u << column &&
		    rule_row_applies(row, group, metric))
			return row;
	}
	return NULL;
}

void rule_row_place(const struct rules *rules, const struct rule_row *row,
		    char *text, size_t room)
{
	snprintf(text, room, "%.200s:%zu", rules->file[row->file].name,
		 row->line);
}
