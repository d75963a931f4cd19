/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/json_memory.h"

#include <jansson.h>
#include <stdlib.h>

enum { RESERVE = 64 * 1024, RESERVE_FOR_A_BYTE = 8, ALIGNMENT = 16 };

/* jansson's functions take no context. */
static _Thread_local struct {
	bool ended;
	char *reserve;
	size_t room, used;
} memory;

static void *allocate(size_t size)
{
	void *block = malloc(size);

	if (block)
		return block;
	memory.ended = true;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (size > memory.room - memory.used)
		return NULL;
	memory.used += size;
	return memory.reserve + memory.used - size;
}

static void deallocate(void *block)
{
	char *at = block;

	if (!memory.reserve || at < memory.reserve ||
	    at >= memory.reserve + memory.room)
		free(block);
}

void json_memory_use(void)
{
	json_set_alloc_funcs(allocate, deallocate);
}

bool json_memory_begin(size_t length)
{
	size_t room = RESERVE + RESERVE_FOR_A_BYTE * length;
	char *reserve;

	memory.ended = false;
	memory.used = 0;
	if (room <= memory.room)
		return true;
	reserve = realloc(memory.reserve, room);
	if (!reserve)
		return false;
	memory.reserve = reserve;
	memory.room = room;
	return true;
}

bool json_memory_ended(void)
{
	return memory.ended;
}

void json_memory_release(void)
{
	free(memory.reserve);
	memory.reserve = NULL;
	memory.room = memory.used = 0;
}
