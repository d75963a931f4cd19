/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_LKP_TABLE_H
#define IO_LKP_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "io/lkp_lines.h"

/*
 * Prints a table of the kernel test robot: its head, then failures, then what
 * was measured.  table->left_out gets what table->most kept out.  Returns false
 * when there is no memory.
 */
bool lkp_table_put(FILE *stream, struct lkp_table *table);

/*
 * What stands above a further table: a line of "*", and the machine where it
 * is known.  Returns false when there is no memory.
 */
bool lkp_separator_put(FILE *stream, const struct group *group);

#endif
