/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/option_table.h"

#include "pipeline/options.h"
#include "stats/gate.h"

static const char *format_name(size_t i)
{
	return report_formats[i].name;
}

static const char *gate_name(size_t i)
{
	return gates[i].name;
}

static const char *word(const char *const *words, size_t count, size_t i)
{
	return i < count ? words[i] : NULL;
}

static const char *fdr_name(size_t i)
{
	static const char *const words[] = { "bh", "none" };

	return word(words, 2, i);
}

static const char *decimal_mark(size_t i)
{
	static const char *const words[] = { ".", "," };

	return word(words, 2, i);
}

static const char *when_name(size_t i)
{
	static const char *const words[] = { "auto", "always", "never" };

	return word(words, 3, i);
}

static const char *order_name(size_t i)
{
	static const char *const words[] = { "name" };

	return word(words, 1, i);
}

static const char *shell_name(size_t i)
{
	static const char *const words[] = { "bash", "zsh", "fish" };

	return word(words, 3, i);
}

static const char *alarm_name(size_t i)
{
	static const char *const words[] = { "regression", "any" };

	return word(words, 2, i);
}

#define TO(member) .offset = offsetof(struct options, member)
#define ONLY(command) .only = 1u << COMMAND_##command

/* Commands that share options. */
enum {
	COMPARISONS = 1u << COMMAND_COMPARE | 1u << COMMAND_EXPLAIN,
	SIDES = COMPARISONS | 1u << COMMAND_CHECK | 1u << COMMAND_SWEEP,
	PAGES = COMPARISONS | 1u << COMMAND_REPORT | 1u << COMMAND_SWEEP,
	LISTS = 1u << COMMAND_COMPARE | 1u << COMMAND_PLAN |
		1u << COMMAND_REPORT | 1u << COMMAND_SWEEP,
	REPORTS = COMPARISONS | 1u << COMMAND_PLAN | 1u << COMMAND_REPORT,
	TESTS = SIDES | 1u << COMMAND_PLAN,
	ARCHIVES = COMPARISONS | 1u << COMMAND_SWEEP,
};

const struct option_row option_rows[] = {
	{ "base", 0, "ID",
	  "commit of the archive that is the base, or its unique "
	  "beginning",
	  OPTION_TEXT, TO(base), .only = SIDES, .decides = true },
	{ "candidate", 0, "ID", "commit that is a candidate (repeatable)",
	  OPTION_LIST, TO(candidates), .only = SIDES, .decides = true },
	{ "format", 'f', "FORMAT", "output format (text)", OPTION_WORD,
	  TO(format), .choice = format_name, .only = REPORTS },
	{ "output", 'o', "FILE",
	  "write there, whole or not at all; - is standard output; of sweep, "
	  "the directory of its nights",
	  OPTION_TEXT, TO(output) },
	{ "store", 0, "FILE",
	  "what earlier nights knew (perfsift.sqlite beside the nights)",
	  OPTION_TEXT, TO(store), ONLY(SWEEP) },
	{ "layout", 0, "NAME/...",
	  "what the directories of an archive are that have no names: axes, "
	  "commit, run",
	  OPTION_TEXT, TO(layout), .only = ARCHIVES, .decides = true },
	{ "group", 0, "REGEX", "only groups whose name it matches", OPTION_TEXT,
	  TO(group), ONLY(SWEEP) },
	{ "since", 0, "DATE",
	  "only candidates that commits.csv dates then or later (ISO 8601)",
	  OPTION_TEXT, TO(since), ONLY(SWEEP) },
	{ "order", 0, "ORDER",
	  "what else is the base of a commit whose ancestors have no runs: "
	  "the one before it by name",
	  OPTION_WORD, TO(order), .choice = order_name, ONLY(SWEEP) },
	{ "fields", 0, "NAME,...",
	  "which fields, in which order (csv, jsonl, long)", OPTION_TEXT,
	  TO(fields), .only = REPORTS },
	{ "samples", 0, NULL, "also the values of each run (jsonl)",
	  OPTION_FLAG, TO(samples), .only = COMPARISONS },
	{ "all", 0, NULL, "also what is not reported, with the reason",
	  OPTION_FLAG, TO(all), .only = LISTS },
	{ "from", 0, "ADDRESS", "who a mail is from (mail)", OPTION_TEXT,
	  TO(from), .only = PAGES },
	{ "to", 0, "ADDRESS", "who a mail is for (mail; repeatable)",
	  OPTION_LIST, TO(to), .only = PAGES },
	{ "cc", 0, "ADDRESS", "who gets a copy of a mail (mail; repeatable)",
	  OPTION_LIST, TO(cc), .only = PAGES },
	{ "rows", 0, "N", "lines of a table at most (mail: 60)", OPTION_COUNT,
	  TO(rows), .least = 1, .most = 1e9, .only = PAGES },
	{ "test", 0, "TEST", "what decides that a change is real (moderated)",
	  OPTION_WORD, TO(test), .choice = gate_name, .only = TESTS,
	  .decides = true },
	{ "fdr", 0, "METHOD", "correction for many metrics (bh)", OPTION_WORD,
	  TO(fdr), .choice = fdr_name, .only = SIDES, .decides = true },
	{ "alpha", 0, "A", "report what has a q of at most A (0.05)",
	  OPTION_NUMBER, TO(alpha), .least = 1e-12, .most = 0.5, .only = TESTS,
	  .decides = true },
	{ "confidence", 0, "C", "confidence of the intervals (0.95)",
	  OPTION_NUMBER, TO(confidence), .least = 0.5, .most = 0.999999,
	  .only = SIDES, .decides = true },
	{ "rules", 0, "FILE", "further rules, which override (repeatable)",
	  OPTION_LIST, TO(rules), .only = TESTS, .decides = true },
	{ "override", 'r', "RULE",
	  "'PATTERN: column=value ...', a rule over all files (repeatable)",
	  OPTION_LIST, TO(overrides), .only = TESTS, .decides = true },
	{ "no-default-rules", 0, NULL, "without the rules that perfsift brings",
	  OPTION_FLAG, TO(no_default_rules), .only = TESTS, .decides = true },
	{ "exit-code", 0, "WHICH",
	  "exit 1 on a reported regression or new failure; any: on any news",
	  OPTION_WORD, TO(exit_code), .choice = alarm_name, ONLY(COMPARE),
	  .without = "regression" },
	{ "no-worse-than", 0, "P",
	  "exit 1 unless every KPI is proven to be worse by no more than P "
	  "percent",
	  OPTION_PERCENT, TO(no_worse_than), .least = 0, .most = 1e9,
	  ONLY(COMPARE) },
	{ "record", 0, "DIR", "write a case instead of checking some",
	  OPTION_TEXT, TO(record), ONLY(CHECK) },
	{ "expect", 0, "E",
	  "a change in percent (or points): how many runs would prove it?",
	  OPTION_PERCENT, TO(expect), .least = 1e-9, .most = 1e9, ONLY(PLAN) },
	{ "delimiter", 0, "CHAR",
	  "field delimiter of the input (,): a character, or tab",
	  OPTION_DELIMITER, TO(delimiter), .only = TESTS, .decides = true },
	{ "decimal", 0, "MARK", "decimal mark of the input (.)", OPTION_WORD,
	  TO(decimal), .choice = decimal_mark, .only = TESTS, .decides = true },
	{ "columns", 0, "ROLE=NAME,...",
	  "what the columns of a table are: commit, run, metric, value, unit, "
	  "axis",
	  OPTION_TEXT, TO(columns), .only = TESTS, .decides = true },
	{ "skip-runs", 0, "N", "leave out the first N runs of each side",
	  OPTION_COUNT, TO(skip_runs), .least = 0, .most = 1e9, .only = TESTS,
	  .decides = true },
	{ "keep-going", 0, NULL,
	  "leave broken runs out instead of stopping (exit 3 "
	  "still)",
	  OPTION_FLAG, TO(keep_going), .only = TESTS, .decides = true },
	{ "jobs", 'j', "N", "threads (one a processor)", OPTION_COUNT, TO(jobs),
	  .least = 1, .most = 1024, .only = TESTS },
	{ "verbose", 'v', NULL,
	  "tell how sources were read, and rows and seconds of each stage",
	  OPTION_FLAG, TO(verbose) },
	{ "quiet", 'q', NULL, "print nothing unless there is news or trouble",
	  OPTION_FLAG, TO(quiet), ONLY(SWEEP) },
	{ "progress", 0, "WHEN", "tell how far the sweep is (auto)",
	  OPTION_WORD, TO(progress), .choice = when_name, ONLY(SWEEP) },
	{ "color", 0, "WHEN", "color of better and worse (auto)", OPTION_WORD,
	  TO(color), .choice = when_name },
	{ "completions", 0, "SHELL", "print completions", OPTION_WORD,
	  TO(completions), .choice = shell_name },
	{ "help", 'h', NULL, "this text, or about a topic", OPTION_FLAG,
	  TO(help) },
	{ "version", 0, NULL, "print the version", OPTION_FLAG, TO(version) },
	{ .name = NULL },
};

_Static_assert(sizeof(option_rows) / sizeof(*option_rows) <= OPTIONS_MAX,
	       "room for getopt_long()");
