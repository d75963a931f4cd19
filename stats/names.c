/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/names.h"

#include <stdlib.h>
#include <string.h>

#include "stats/same_bytes.h"

enum { BLOCK_ROOM = 64 * 1024 - sizeof(struct name_block) - 64 };

static uint32_t hash_of(const char *text, size_t length)
{
	uint64_t hash = length * UINT64_C(0x9e3779b97f4a7c15);

	while (length) {
		uint64_t word = 0;
		size_t part = length < sizeof(word) ? length : sizeof(word);

		memcpy(&word, text, part);
		hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
		hash ^= hash >> 32;
		text += part;
		length -= part;
	}
	return (uint32_t)hash;
}

static inline bool is_name(const struct names *names, uint32_t number,
			   const char *text, size_t length)
{
	return names->length[number] == length &&
	       same_bytes(names->text[number], text, length);
}

static void insert(struct name_slot *slot, size_t slots, uint32_t hash,
		   uint32_t number)
{
	size_t at = hash & (slots - 1);

	while (slot[at].name)
		at = (at + 1) & (slots - 1);
	slot[at] = (struct name_slot){ hash, number + 1 };
}

static bool grow_slots(struct names *names)
{
	size_t slots = names->slots ? 2 * names->slots : 256;
	struct name_slot *slot = calloc(slots, sizeof(*slot));

	if (!slot)
		return false;
	for (size_t i = 0; i < names->slots; i++)
		if (names->slot[i].name)
			insert(slot, slots, names->slot[i].hash,
			       names->slot[i].name - 1);
	free(names->slot);
	names->slot = slot;
	names->slots = slots;
	return true;
}

static bool grow_names(struct names *names)
{
	size_t room = names->name_room ? 2 * names->name_room : 128;
	char **text = realloc(names->text, room * sizeof(*text));
	uint32_t *length;

	if (!text)
		return false;
	names->text = text;
	length = realloc(names->length, room * sizeof(*length));
	if (!length)
		return false;
	names->length = length;
	names->name_room = room;
	return true;
}

static bool add_block(struct names *names, size_t needed)
{
	size_t room = needed > BLOCK_ROOM ? needed : BLOCK_ROOM;
	struct name_block *block = malloc(sizeof(*block) + room);

	if (!block)
		return false;
	block->next = names->block;
	names->block = block;
	names->used = 0;
	names->room = room;
	return true;
}

bool names_intern_next(struct names *names, uint32_t *next, const char *text,
		       size_t length, uint32_t *number)
{
	uint32_t hash;
	size_t at;
	char *copy;

	/* Run files of one group list the same metrics in the same order... */
	if (*next < names->count && is_name(names, *next, text, length)) {
		*number = (*next)++;
		return true;
	}
	/* ... and the rows of a run name it again and again. */
	if (*next > 0 && *next <= names->count &&
	    is_name(names, *next - 1, text, length)) {
		*number = *next - 1;
		return true;
	}
	if (names->slots <= 2 * (size_t)names->count && !grow_slots(names))
		return false;
	hash = hash_of(text, length);
	at = hash & (names->slots - 1);
	for (; names->slot[at].name; at = (at + 1) & (names->slots - 1)) {
		uint32_t name = names->slot[at].name - 1;

		if (names->slot[at].hash == hash &&
		    is_name(names, name, text, length)) {
			*number = name;
			*next = name + 1;
			return true;
		}
	}
	if (names->count == names->name_room && !grow_names(names))
		return false;
	if (names->used + length + 1 > names->room &&
	    !add_block(names, length + 1))
		return false;
	copy = names->block->text + names->used;
	memcpy(copy, text, length);
	copy[length] = '\0';
	names->text[names->count] = copy;
	names->length[names->count] = (uint32_t)length;
	names->used += length + 1;
	*number = names->count++;
	names->slot[at] = (struct name_slot){ hash, names->count };
	*next = names->count;
	return true;
}

bool names_intern(struct names *names, const char *text, size_t length,
		  uint32_t *number)
{
	return names_intern_next(names, &names->next, text, length, number);
}

bool names_find(const struct names *names, const char *text, size_t length,
		uint32_t *number)
{
	uint32_t hash = hash_of(text, length);
	size_t at;

	if (!names->slots)
		return false;
	at = hash & (names->slots - 1);
	for (; names->slot[at].name; at = (at + 1) & (names->slots - 1)) {
		uint32_t name = names->slot[at].name - 1;

		if (names->slot[at].hash == hash &&
		    is_name(names, name, text, length)) {
			*number = name;
			return true;
		}
	}
	return false;
}

void names_truncate(struct names *names, uint32_t count)
{
	if (count >= names->count)
		return;
	/* Their texts stay until the release: they are few. */
	names->count = count;
	names->next = 0;
	memset(names->slot, 0, names->slots * sizeof(*names->slot));
	for (uint32_t i = 0; i < count; i++)
		insert(names->slot, names->slots,
		       hash_of(names_text(names, i), names->length[i]), i);
}

const char *names_text(const struct names *names, uint32_t number)
{
	return names->text[number];
}

void names_release(struct names *names)
{
	while (names->block) {
		struct name_block *next = names->block->next;

		free(names->block);
		names->block = next;
	}
	free(names->text);
	free(names->length);
	free(names->slot);
	*names = (struct names){ 0 };
}
