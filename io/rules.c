/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/digest.h"
#include "io/unit.h"

const char rules_name[] = "built-in";

/* What a row says of the metrics that it matches. */
enum {
	MONITOR = 1 << 0, /* watched beside the test: no KPI */
	PRIMARY = 1 << 1, /* what the test exists to measure */
	FAILURE = 1 << 2, /* a failure when not zero; absent is zero */
	POINTS = 1 << 3,  /* changes in points, not percent */
	SAMPLED = 1 << 4, /* not seen by the sampling means 0 */
	HIGHER = 1 << 5,  /* is better */
	LOWER = 1 << 6,
};

/*
 * A row matches when the name begins and ends as it says and, where `second`
 * is not NULL, has it as its second part; parts lie between dots.
 */
static const struct known {
	const char *begins, *second, *ends;
	unsigned says;
} known[] = {
	{ "", "time", "", MONITOR },
	{ "boot-", NULL, "", MONITOR },
	{ "buddyinfo.", NULL, "", MONITOR },
	{ "cpufreq.", NULL, "", MONITOR },
	{ "cpuidle.", NULL, "", MONITOR },
	{ "diskstats.", NULL, "", MONITOR },
	{ "interrupts.", NULL, "", MONITOR },
	{ "iostat.", NULL, "", MONITOR },
	{ "latency_stats.", NULL, "", MONITOR },
	{ "lock_stat.", NULL, "", MONITOR },
	{ "meminfo.", NULL, "", MONITOR },
	{ "mpstat.", NULL, "", MONITOR },
	{ "netstat.", NULL, "", MONITOR },
	{ "nfsstat.", NULL, "", MONITOR },
	{ "numa-meminfo.", NULL, "", MONITOR },
	{ "numa-numastat.", NULL, "", MONITOR },
	{ "numa-vmstat.", NULL, "", MONITOR },
	{ "pagetypeinfo.", NULL, "", MONITOR },
	{ "perf-c2c.", NULL, "", MONITOR },
	{ "perf-profile.", NULL, "", MONITOR | POINTS | SAMPLED },
	{ "perf-sched.", NULL, "", MONITOR },
	{ "perf-stat.", NULL, "", MONITOR },
	{ "pmeter.", NULL, "", MONITOR },
	{ "proc-vmstat.", NULL, "", MONITOR },
	{ "sched_debug.", NULL, "", MONITOR },
	{ "slabinfo.", NULL, "", MONITOR },
	{ "softirqs.", NULL, "", MONITOR },
	{ "time.", NULL, "", MONITOR },
	{ "turbostat.", NULL, "", MONITOR },
	{ "uptime.", NULL, "", MONITOR },
	{ "vmstat.", NULL, "", MONITOR },
	{ "zoneinfo.", NULL, "", MONITOR },

	{ "dmesg.", NULL, "", FAILURE },
	{ "kmsg.", NULL, "", FAILURE },
	{ "last_state.", NULL, "", FAILURE },
	{ "stderr.", NULL, "", FAILURE },
	{ "", NULL, ".fail", FAILURE },

	{ "", NULL, "%", POINTS },

	{ "hackbench.throughput", NULL, "", PRIMARY | HIGHER },
	{ "hackbench.time.user_time", NULL, "", PRIMARY | LOWER },
	{ "unixbench.throughput", NULL, "", PRIMARY },
	{ "unixbench.", NULL, "", HIGHER },
	{ "will-it-scale.per_process_ops", NULL, "", PRIMARY },
	{ "will-it-scale.per_thread_ops", NULL, "", PRIMARY },
	{ "will-it-scale.", NULL, "", HIGHER },
};

/* Floors of the change, in percent or points. */
enum { FLOOR_KPI = 1, FLOOR_MONITOR = 2, FLOOR_POINTS = 1 };

static bool ends_with(const char *text, const char *end)
{
	size_t tail = strlen(end), length;

	if (!tail)
		return true;
	length = strlen(text);
	return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool second_part_is(const char *metric, const char *part)
{
	const char *second = strchr(metric, '.');
	size_t length = strlen(part);

	return second && strncmp(second + 1, part, length) == 0 &&
	       (second[1 + length] == '.' || second[1 + length] == '\0');
}

static bool matches(const struct known *row, const char *metric)
{
	/* Most rows are settled by their first byte. */
	if (row->begins[0] && row->begins[0] != metric[0])
		return false;
	return strncmp(metric, row->begins, strlen(row->begins)) == 0 &&
	       (!row->second || second_part_is(metric, row->second)) &&
	       ends_with(metric, row->ends);
}

/* A metric of the benchmark itself: first part testcase, second not time. */
static bool of_testcase(const char *metric, const char *testcase)
{
	size_t length = strlen(testcase);

	return strncmp(metric, testcase, length) == 0 &&
	       metric[length] == '.' && !second_part_is(metric, "time");
}

struct rule rules_match(const char *metric, const char *testcase)
{
	struct rule rule = { .min_runs = 2 };
	unsigned says = 0;

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (matches(&known[i], metric))
			says |= known[i].says;
	if (says & FAILURE) {
		rule.kind = KIND_FAILURE;
		rule.better = BETTER_LOWER;
		rule.change = CHANGE_ABSOLUTE;
		rule.absent = ABSENT_ZERO;
		rule.min_runs = 1;
		return rule;
	}
	if (says & HIGHER)
		rule.better = BETTER_HIGHER;
	if (says & LOWER)
		rule.better = BETTER_LOWER;
	if (says & SAMPLED)
		rule.absent = ABSENT_ZERO;
	if (says & PRIMARY)
		rule.kpi = KPI_PRIMARY;
	else if (testcase ? of_testcase(metric, testcase) : !(says & MONITOR))
		rule.kpi = KPI_YES;
	rule.min_change = rule.kpi != KPI_NO ? FLOOR_KPI : FLOOR_MONITOR;
	if (says & POINTS) {
		rule.change = CHANGE_ABSOLUTE;
		rule.min_change = FLOOR_POINTS;
	}
	return rule;
}

uint64_t rules_fingerprint(void)
{
	struct digest digest;
	char says[80];

	digest_begin(&digest);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		digest_text(&digest, known[i].begins);
		digest_text(&digest, known[i].second ? known[i].second : "");
		digest_text(&digest, known[i].ends);
		snprintf(says, sizeof(says), "%u", known[i].says);
		digest_text(&digest, says);
	}
	snprintf(says, sizeof(says), "%d %d %d", FLOOR_KPI, FLOOR_MONITOR,
		 FLOOR_POINTS);
	digest_last(&digest, says);
	return digest_end(&digest);
}

static bool same_rule(const struct rule *a, const struct rule *b)
{
	return a->kind == b->kind && a->better == b->better &&
	       a->kpi == b->kpi && a->change == b->change &&
	       a->absent == b->absent && a->min_change == b->min_change &&
	       a->min_delta == b->min_delta && a->min_level == b->min_level &&
	       a->min_runs == b->min_runs;
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

bool rules_describe(struct group *group, uint32_t metric, uint32_t unit,
		    struct error *error)
{
	struct rule rule;
	const struct rule *kept;

	if (metric >= group->described_room && !make_room(group))
		return fail_memory(error);
	rule = rules_match(names_text(&group->names, metric),
			   group_axis(group, "testcase"));
	if (rule.better == BETTER_UNKNOWN)
		rule.better = unit_better(unit_text(group, unit));
	kept = keep_rule(group, rule);
	if (!kept)
		return fail_memory(error);
	group->rule[metric] = kept;
	group->unit[metric] = unit;
	if (metric == group->described)
		group->described++;
	return true;
}
