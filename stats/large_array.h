/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_LARGE_ARRAY_H
#define STATS_LARGE_ARRAY_H

#include <stddef.h>

/*
 * Memory for count elements of size bytes each, as malloc() gives it, for
 * free().  Of an array of many megabytes each page of 4 KiB costs the kernel
 * about as long as the work on what lies in it: here large pages are asked for
 * where the system has them.  NULL when there is no memory.
 */
void *large_array(size_t count, size_t size);

#endif
