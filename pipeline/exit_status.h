/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_EXIT_STATUS_H
#define PIPELINE_EXIT_STATUS_H

#include "io/error.h"

/* What a run ends with; the gravest fault wins. */
struct exit_status {
	int status;
	enum fault fault;
	const char *doc;
};

extern const struct exit_status exit_statuses[]; /* ends with a NULL doc */

#endif
