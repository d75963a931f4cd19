/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/sections.h"

#include <stdlib.h>

static size_t section_of(const struct report *report, const size_t *number,
			 size_t row)
{
	size_t c = (size_t)(report->row[row].comparison - report->comparison);

	return number ? number[c] : c;
}

bool sections_make(struct sections *sections, const struct report *report,
		   const size_t *number, size_t count)
{
	size_t *begin, ordered = 0;

	if (!number)
		count = report->comparisons;
	begin = calloc(count + 2, sizeof(*begin));
	*sections = (struct sections){
		.count = count,
		.order = calloc(count + 1, sizeof(*sections->order)),
		.begin = begin,
		.row = calloc(report->rows + 1, sizeof(*sections->row)),
	};
	if (!sections->order || !begin || !sections->row)
		return false;
	/* begin[s + 2] counts, then begin[s + 1] is filled up to its end. */
	for (size_t r = 0; r < report->rows; r++) {
		size_t s = section_of(report, number, r);

		if (!begin[s + 2]++)
			sections->order[ordered++] = s;
	}
	for (size_t s = 0; s < count; s++) {
		if (!begin[s + 2])
			sections->order[ordered++] = s;
		begin[s + 2] += begin[s + 1];
	}
	for (size_t r = 0; r < report->rows; r++) {
		size_t s = section_of(report, number, r);

		sections->row[begin[s + 1]++] = &report->row[r];
	}
	return true;
}

void sections_release(struct sections *sections)
{
	free(sections->order);
	free(sections->begin);
	free(sections->row);
	*sections = (struct sections){ 0 };
}
