/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/digest.h"
#include "io/rule_lines.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes as a rules file, and its lines as overrides.  What is refused must
 * say where; what is accepted is asked about names, some of them its own, and
 * must answer as all of its rows, one by one, would.
 */

enum fuzz_verdict fuzz_verdict;

enum { OWN_NAMES = 16, OWN_LENGTH = 64 };

static void check_problems(const struct problems *problems, size_t lines)
{
	for (size_t i = 0; i < problems->count; i++) {
		law(problems->list[i].fault == FAULT_USAGE);
		law(problems->list[i].line <= lines);
		law(*problems->list[i].what);
	}
}

/* One column of a rule: that of the last row that applies and has it. */
static void check_word(const struct rules *rules, const struct group *group,
		       const char *metric, const struct rule *rule,
		       enum rule_column_number number)
{
	const struct rule_column *column = &rule_columns[number];
	const struct rule_row *row = rules_origin(rules, group, metric, number);
	const uint8_t *got = (const uint8_t *)rule + column->offset;
	uint8_t words = 0;

	while (column->words[words])
		words++;
	law(*got < words);
	if (row)
		law(*got == *((const uint8_t *)&row->value + column->offset));
}

static bool tell(void *context, enum rule_line line, const char *text)
{
	size_t *applies = context;

	law(*text);
	*applies += line == RULE_LINE_APPLIES;
	return true;
}

static void check_metric(struct rules *rules, struct group *group,
			 const char *metric, uint32_t unit)
{
	static const enum rule_column_number words[] = {
		RULE_KIND,
		RULE_KPI,
		RULE_REDUCE,
	};
	struct error error = { 0 };
	size_t applies = 0, told = 0;
	const struct rule_row *row;
	const struct rule *rule;
	uint32_t number;

	law(names_intern(&group->names, metric, strlen(metric), &number));
	law(rules_describe(rules, group, number, unit, &error));
	rule = group->rule[number];
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		check_word(rules, group, metric, rule, words[i]);
	law(rule->min_runs >= 1);
	law(isfinite(rule->min_change) && rule->min_change >= 0);
	law(rule->min_delta >= 0 && rule->min_level >= 0);
	row = rules_origin(rules, group, metric, RULE_MIN_RUNS);
	law(!row || rule->min_runs == row->value.min_runs);
	row = rules_origin(rules, group, metric, RULE_ABOUT);
	law(rule->about == (row ? row->text[RULE_ABOUT] : NULL));

	for (size_t i = 0; i < rules->rows; i++)
		applies += rule_row_applies(&rules->row[i], group, metric);
	law(rule_lines(rules, group, metric, tell, &told));
	law(told == applies);
	for (int i = RULE_KIND; i < RULE_WHY; i++)
		law(*rule_value_of(rules, group, metric, rule,
				   (enum rule_column_number)i)
			     .origin);
}

/* Names from between the commas of the file: patterns that match themselves. */
static size_t own_names(const uint8_t *data, size_t size,
			char names[OWN_NAMES][OWN_LENGTH])
{
	size_t count = 0, length = 0;

	for (size_t i = 0; i < size && count < OWN_NAMES; i++) {
		if (data[i] && !strchr(",\r\n\"", data[i])) {
			if (length + 1 < OWN_LENGTH && data[i] != '\\')
				names[count][length++] = (char)data[i];
			continue;
		}
		names[count][length] = '\0';
		count += length > 0;
		length = 0;
	}
	return count;
}

static void check_rules(struct rules *rules, const uint8_t *data, size_t size)
{
	static const char *const names[] = {
		"", "a", "a.b", "fio.read_iops", "x.time.user_time", "\xc3\xa9%"
	};
	static char own[OWN_NAMES][OWN_LENGTH];
	struct axis axis = { .name = (char[]){ "testcase" },
			     .value = (char[]){ "fio" } };
	struct group plain = { .name = (char[]){ "" } };
	struct group group = { .name = (char[]){ "testcase=fio" },
			       .axis = &axis,
			       .axes = 1 };
	struct group *groups[] = { &plain, &group };
	size_t count = own_names(data, size, own);
	struct error error = { 0 };
	uint32_t none, seconds;

	law(rules_prepare(rules, &error));
	for (size_t g = 0; g < 2; g++) {
		law(names_intern(&groups[g]->units, "", 0, &none));
		law(names_intern(&groups[g]->units, "s", 1, &seconds));
		for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
			check_metric(rules, groups[g], names[i], UNIT_OPEN);
		for (size_t i = 0; i < count; i++)
			check_metric(rules, groups[g], own[i], seconds);
		groups[g]->name = NULL;
		groups[g]->axis = NULL;
		groups[g]->axes = 0;
		group_release(groups[g]);
	}
}

static void check_file(const uint8_t *data, size_t size)
{
	char path[FUZZ_PATH];
	size_t lines;
	int file = fuzz_file(data, size, path, &lines);
	struct problems problems = { 0 };
	struct error error = { 0 };
	struct rules rules = { 0 };
	struct digest digest;

	law(rules_read(&rules, path, "rules", &problems, &error));
	close(file);
	law(error.fault == FAULT_NONE);
	law(rules.files == 1 && rules.file[0].rows == rules.rows);
	check_problems(&problems, lines);
	fuzz_verdict = problems.count ? FUZZ_BAD : FUZZ_GOOD;
	if (!problems.count) {
		digest_begin(&digest);
		digest_bytes(&digest, (const char *)data, size);
		law(rules.file[0].fingerprint == digest_end(&digest));
		check_rules(&rules, data, size);
	}
	problems_release(&problems);
	rules_release(&rules);
}

/* Each line as an override, up to the first NUL. */
static void check_overrides(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *at = text;
	struct problems problems = { 0 };
	struct error error = { 0 };
	struct rules rules = { 0 };
	size_t count = 0;

	law(text);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	while (at && count < OWN_NAMES) {
		const char *line = at;
		size_t rows = rules.rows, faults = problems.count;

		at = strchr(at, '\n');
		if (at)
			*at++ = '\0';
		law(rules_override(&rules, &line, 1, &problems, &error));
		law((rules.rows > rows) != (problems.count > faults));
		count++;
	}
	check_problems(&problems, 1);
	if (rules.rows)
		check_rules(&rules, data, size);
	problems_release(&problems);
	rules_release(&rules);
	free(text);
}

/*
 * The C library makes as many copies as an interval says, and one more for each
 * plus, of them again.
 */
static bool is_costly(const uint8_t *data, size_t size)
{
	size_t intervals = 0, digits = 0, pluses = 0;

	for (size_t i = 0; i < size; i++) {
		bool digit = data[i] >= '0' && data[i] <= '9';

		intervals += data[i] == '{';
		pluses += data[i] == '+';
		digits = digit && intervals ? digits + 1 : 0;
		if (intervals > 2 || digits > 2 || pluses > 10)
			return true;
	}
	return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (is_costly(data, size))
		return 0;
	check_overrides(data, size);
	check_file(data, size);
	return 0;
}
