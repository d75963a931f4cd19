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
	{ .name = NULL },
};

const struct exit_status exit_statuses[] = {
	{ 0, FAULT_NONE, "done, whatever was found" },
	{ 2, FAULT_INCOMPLETE,
	  "incomplete: a side is empty, nothing or no KPI could be tested, or "
	  "at least half of the base's metrics are gone" },
	{ 3, FAULT_INPUT, "bad input, told with file and line" },
	{ 4, FAULT_TROUBLE, "trouble: disk full, no permission, no memory" },
	{ 64, FAULT_USAGE, "wrong usage, or a path or id that is not there" },
	{ 0, FAULT_NONE, NULL },
};
