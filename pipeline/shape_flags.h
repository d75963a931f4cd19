/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_SHAPE_FLAGS_H
#define PIPELINE_SHAPE_FLAGS_H

#include "io/report.h"
#include "pipeline/options.h"

/* Room that shape_flags() needs, times the runs of both sides. */
enum { SHAPE_FLAGS_SCRATCH = 8 };

/*
 * The flags that look at the values of the runs: two-modes, outlier,
 * one-run-decides, spread and drift.  None for failures.
 */
unsigned shape_flags(const struct report_row *row,
		     const struct options *options, double *scratch);

#endif
