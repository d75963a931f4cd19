/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_JSON_MEMORY_H
#define IO_JSON_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Memory for jansson, which calls a text that it has no memory for a wrong one,
 * or writes behind its buffer: so its own allocations tell, and when the memory
 * ends what is left of a text is read with a reserve.  Each thread has its own.
 */

/* From now on jansson takes its memory here. */
void json_memory_use(void);

/* Makes a reserve for a text of so many bytes; false: there is no memory. */
bool json_memory_begin(size_t length);

/* Whether the memory has ended since: what was read is not to be trusted. */
bool json_memory_ended(void);

/* Frees the reserve; no object of jansson may be left. */
void json_memory_release(void);

#endif
