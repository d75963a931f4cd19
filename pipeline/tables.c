/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_plan.h"
#include "pipeline/exit_status.h"
#include "pipeline/pipeline.h"

const struct command commands[] = {
	[COMMAND_COMPARE] = {
		.name = "compare",
		.arguments = "BASE CANDIDATE... | ARCHIVE --base ID --candidate "
			     "ID",
		.doc = "each candidate against the base; of an archive, every "
		       "group that holds both",
		.fields = &finding_table,
		.stages = stages,
		.run = command_compare,
	},
	[COMMAND_PLAN] = {
		.name = "plan",
		.arguments = "SET [--expect E]",
		.doc = "the noise of each metric, and what more runs would prove",
		.fields = &plan_table,
		.stages = plan_stages,
		.run = command_plan,
	},
	[COMMAND_EXPLAIN] = {
		.name = "explain",
		.arguments = "METRIC BASE CANDIDATE...",
		.doc = "one metric: its samples, every figure of the decision, "
		       "every filter's say, its rules",
		.fields = &finding_table,
		.stages = explain_stages,
		.run = command_explain,
	},
	[COMMAND_CHECK] = {
		.name = "check",
		.arguments = "CASE... | --record DIR METRIC BASE CANDIDATE",
		.doc = "do the thresholds decide these cases as they should? "
		       "(TAP 14)",
		.fields = &finding_table,
		.stages = check_stages,
		.run = command_check,
	},
	[COMMAND_REPORT] = {
		.name = "report",
		.arguments = "FINDINGS...",
		.doc = "findings that compare wrote, jsonl or csv, as any format; "
		       "several files become one",
		.fields = &finding_table,
		.stages = report_stages,
		.run = command_report,
		.decides_nothing = true,
	},
	[COMMAND_SWEEP] = {
		.name = "sweep",
		.arguments = "ARCHIVE -o DIR",
		.doc = "every new commit of every group against its parent, "
		       "into DIR/NIGHT",
		.fields = &finding_table,
		.stages = sweep_stages,
		.run = command_sweep,
	},
	[COMMAND_STORE] = {
		.name = "store",
		.arguments = "check FILE",
		.doc = "is the store of a sweep whole?",
		.fields = &finding_table,
		.stages = sweep_stages,
		.run = command_store,
		.decides_nothing = true,
	},
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
