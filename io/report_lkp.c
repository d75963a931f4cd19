/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "io/lkp_table.h"
#include "io/report.h"
#include "io/sections.h"

/* A table for each group; number[] gets that of each comparison's. */
static size_t group_comparisons(const struct report *report,
				struct lkp_table *table, size_t *number)
{
	size_t tables = 0;

	for (size_t c = 0; c < report->comparisons; c++) {
		const struct comparison *comparison = &report->comparison[c];

		if (!c || comparison->group != comparison[-1].group ||
		    comparison->base != comparison[-1].base)
			table[tables++].comparison = comparison;
		table[tables - 1].candidates++;
		number[c] = tables - 1;
	}
	return tables;
}

static bool put_tables(FILE *stream, struct lkp_table *tables,
		       const struct sections *sections)
{
	for (size_t i = 0; i < sections->count; i++) {
		size_t s = sections->order[i];
		struct lkp_table *table = &tables[s];

		table->row = sections->row + sections->begin[s];
		table->rows = sections->begin[s + 1] - sections->begin[s];
		if (i && !lkp_separator_put(stream, table->comparison->group))
			return false;
		if (!lkp_table_put(stream, table))
			return false;
	}
	return true;
}

bool report_lkp(const struct report *report, FILE *stream)
{
	size_t comparisons = report->comparisons;
	struct lkp_table *table = calloc(comparisons + 1, sizeof(*table));
	size_t *number = calloc(comparisons + 1, sizeof(*number));
	struct sections sections = { 0 };
	bool done = table && number;

	done = done &&
	       sections_make(&sections, report, number,
			     group_comparisons(report, table, number)) &&
	       put_tables(stream, table, &sections);
	sections_release(&sections);
	free(number);
	free(table);
	return done && !ferror(stream);
}
