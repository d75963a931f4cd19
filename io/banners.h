/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_BANNERS_H
#define IO_BANNERS_H

#include <stddef.h>

#include "stats/comparison.h"

enum { BANNERS_MAX = 2, BANNER_ROOM = 256 };

/*
 * Sentences that stand above all findings of a comparison, since they cast
 * doubt on each.  Returns how many there are.
 */
size_t banners_of(const struct comparison *comparison,
		  char text[BANNERS_MAX][BANNER_ROOM]);

#endif
