/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_ADVICE_H
#define PIPELINE_ADVICE_H

#include <stddef.h>

#include "io/rules.h"
#include "pipeline/options.h"
#include "stats/comparison.h"

/* All that is known when it is asked what would make a metric news. */
struct advice {
	const struct comparison *comparison;
	const struct finding *finding;
	const struct options *options;
	const struct rules *rules;
};

enum { ADVICE_ROOM = 512 };

/* Each writes one sentence about a finding that one filter has stopped. */
void advise_ignored(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_no_base(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_no_candidate(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_no_valid_samples(const struct advice *advice,
			     char text[ADVICE_ROOM]);
void advise_unit_conflict(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_too_few_runs(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_below_level(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_equivalent(const struct advice *advice, char text[ADVICE_ROOM]);
void advise_unproven(const struct advice *advice, char text[ADVICE_ROOM]);

#endif
