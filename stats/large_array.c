/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/large_array.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The size of a large page, on nearly all machines that have them. */
#define LARGE_PAGE ((size_t)1 << 21)

void *large_array(size_t count, size_t size)
{
	size_t bytes;
	void *array;

	if (size && count > (SIZE_MAX - LARGE_PAGE) / size)
		return NULL;
	bytes = count * size;
	/* Half a page that is not used is no waste of note from here on. */
	if (bytes < LARGE_PAGE)
		return malloc(bytes ? bytes : 1);
	bytes = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
	array = aligned_alloc(LARGE_PAGE, bytes);
#ifdef MADV_HUGEPAGE
	/* Advice: without large pages all is well, too. */
	if (array)
		(void)madvise(array, bytes, MADV_HUGEPAGE);
#endif
	return array;
}
