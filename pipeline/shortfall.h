/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_SHORTFALL_H
#define PIPELINE_SHORTFALL_H

#include <stdbool.h>

#include "pipeline/pipeline.h"

/*
 * Notes in work->shortfalls why the answer of a comparison is incomplete, if
 * it is: the first row of the table in shortfall.c that holds.  Returns false
 * with work->error set when there is no memory.
 */
bool note_shortfall(struct work *work);

#endif
