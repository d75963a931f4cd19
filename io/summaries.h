/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_SUMMARIES_H
#define IO_SUMMARIES_H

#include "io/columns.h"

/*
 * Why a table is refused that a tool has summed up, told by its header, and
 * what to take instead; NULL for any other.
 */
const char *summary_refusal(const struct column_map *map);

#endif
