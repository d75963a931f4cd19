/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rule_lines.h"

#include <stdlib.h>
#include <string.h>

#include "io/number.h"

/* "FILE:LINE: PATTERN: column=value ...", to be freed; NULL for no memory. */
static char *describe_row(const struct rules *rules, const struct rule_row *row)
{
	size_t room = 512;
	char *text, place[300];
	int used;

	for (size_t i = 0; i < RULE_COLUMNS; i++)
		if (row->text[i])
			room += strlen(rule_columns[i].name) +
				strlen(row->text[i]) + 2;
	text = malloc(room);
	if (!text)
		return NULL;
	rule_row_place(rules, row, place, sizeof(place));
	used = snprintf(text, room, "%s: %s", place, row->text[RULE_METRIC]);
	for (size_t i = RULE_METRIC + 1; i < RULE_ABOUT; i++)
		if (row->text[i])
			used += snprintf(text + used, room - (size_t)used,
					 " %s=%s", rule_columns[i].name,
					 row->text[i]);
	return text;
}

static bool tell_row(const struct rules *rules, const struct rule_row *row,
		     bool (*tell)(void *, enum rule_line, const char *),
		     void *context, enum rule_line line)
{
	char *text = describe_row(rules, row);
	bool done = text && tell(context, line, text);

	free(text);
	if (!done || line == RULE_LINE_NEARLY || !row->text[RULE_WHY])
		return done;
	return tell(context, RULE_LINE_WHY, row->text[RULE_WHY]);
}

bool rule_lines(const struct rules *rules, const struct group *group,
		const char *metric,
		bool (*tell)(void *, enum rule_line, const char *),
		void *context)
{
	size_t length = strlen(metric);

	for (size_t i = 0; i < rules->rows; i++) {
		const struct rule_row *row = &rules->row[i];
		bool applies = rule_row_applies(row, group, metric);

		if (!applies &&
		    (pattern_matches(&row->metric, metric, length) ||
		     !pattern_nearly_matches(&row->metric, metric, length)))
			continue;
		if (!tell_row(rules, row, tell, context,
			      applies ? RULE_LINE_APPLIES : RULE_LINE_NEARLY))
			return false;
	}
	return true;
}

static void format_value(const struct rule_column *column,
			 const struct rule *rule, char *text, size_t room)
{
	const void *at = (const char *)rule + column->offset;
	char number[NUMBER_ROOM] = "";
	const char *word = "";

	switch (column->type) {
	case RULE_TAKES_WORD:
		word = column->words[*(const uint8_t *)at];
		break;
	case RULE_TAKES_NUMBER:
		number_format(*(const double *)at, number);
		word = number;
		break;
	case RULE_TAKES_COUNT:
		number_format(*(const uint32_t *)at, number);
		word = number;
		break;
	case RULE_TAKES_TEXT:
		word = *(const char *const *)at;
		break;
	case RULE_TAKES_PATTERN:
		break;
	}
	snprintf(text, room, "%s", word ? word : "");
}

struct rule_value rule_value_of(const struct rules *rules,
				const struct group *group, const char *metric,
				const struct rule *rule,
				enum rule_column_number column)
{
	const struct rule_row *row = rules_origin(rules, group, metric, column);
	struct rule_value value = { .origin = "default" };

	format_value(&rule_columns[column], rule, value.value,
		     sizeof(value.value));
	if (kind_counts_failures(rule->kind) &&
	    (column == RULE_BETTER || column == RULE_CHANGE))
		strcpy(value.origin, "by kind");
	else if (row)
		rule_row_place(rules, row, value.origin, sizeof(value.origin));
	else if (column == RULE_BETTER && rule->kind == KIND_PERFORMANCE &&
		 rule->better != BETTER_UNKNOWN)
		strcpy(value.origin, "by unit");
	else if (column == RULE_KPI && rule->kind == KIND_PERFORMANCE)
		strcpy(value.origin, group_axis(group, "testcase") ?
					     "by testcase" :
					     "no rule says otherwise");
	return value;
}
