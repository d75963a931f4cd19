/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_plan.h"
#include "pipeline/exit_status.h"
#include "pipeline/pipeline.h"

const struct command commands[] = {
	[COMMAND_COMPARE] = { "compare",
			      "BASE CANDIDATE... | ARCHIVE --base ID --candidate ID",
			      "each candidate against the base; of an archive, every group that "
			      "holds both",
			      &finding_table, stages, command_compare },
	[COMMAND_PLAN] = { "plan", "SET [--expect E]",
			   "the noise of each metric, and what more runs would prove",
			   &plan_table, plan_stages, command_plan },
	[COMMAND_EXPLAIN] = { "explain", "METRIC BASE CANDIDATE...",
			      "one metric: its samples, every figure of the "
			      "decision, every filter's say, its rules",
			      &finding_table, explain_stages, command_explain },
	[COMMAND_CHECK] = { "check",
			    "CASE... | --record DIR METRIC BASE CANDIDATE",
			    "do the thresholds decide these cases as they "
			    "should? (TAP 14)",
			    &finding_table, check_stages, command_check },
	[COMMAND_REPORT] = { "report", "FINDINGS...",
			     "findings that compare wrote, jsonl or csv, as any format; several files become one",
			     &finding_table, report_stages, command_report,
			     .decides_nothing = true },
	[COMMAND_SWEEP] = { "sweep", "ARCHIVE -o DIR",
			    "every new commit of every group against its "
			    "parent, into DIR/NIGHT",
			    &finding_table, sweep_stages, command_sweep },
	[COMMAND_STORE] = { "store", "check FILE",
			    "is the store of a sweep whole?", &finding_table,
			    sweep_stages, command_store,
			    .decides_nothing = true },
	{ .name = NULL },
};

const struct exit_status exit_statuses[] = {
	{ 0, FAULT_NONE, "done, whatever was found" },
	{ 1, FAULT_ALARM,
	  "an alarm that was asked for (--exit-code, --no-worse-than), or a "
	  "case that does not hold" },
	{ 2, FAULT_INCOMPLETE,
	  "incomplete: a side is empty, nothing or no KPI could be tested, or "
	  "at least half of the base's metrics are gone" },
	{ 3, FAULT_INPUT, "bad input, told with file and line" },
	{ 4, FAULT_TROUBLE, "trouble: disk full, no permission, no memory" },
	{ 64, FAULT_USAGE, "wrong usage, or a path or id that is not there" },
	{ 0, FAULT_NONE, NULL },
};
