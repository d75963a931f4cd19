/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_NAMES_H
#define STATS_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The distinct metric names of one group.  A name is text only here; elsewhere
 * it is its number, 0 for the first name seen.  The texts, each closed by a
 * NUL, lie one behind the other in blocks that never move.
 */
struct name_block {
	struct name_block *next;
	char text[];
};

struct name_slot {
	uint32_t hash;
	uint32_t name; /* number + 1; 0: the slot is free */
};

struct names {
	uint32_t count;
	char **text;	  /* [count] */
	uint32_t *length; /* [count] bytes, without the NUL */
	size_t name_room;
	struct name_block *block; /* the newest first */
	size_t used, room;	  /* of the newest block */
	struct name_slot *slot;	  /* open addressing, [slots], a power of two */
	size_t slots;
	uint32_t next; /* the guess: what followed the last name */
};

/*
 * The number of a name, which is added when it is new.  The text may hold any
 * byte but NUL and need not be terminated.  Returns false when there is no
 * memory; the names are then as before.
 */
bool names_intern(struct names *names, const char *text, size_t length,
		  uint32_t *number);

/*
 * The same for one of several who bring names in an order of their own: each
 * has his guess of the next one, at first 0.
 */
bool names_intern_next(struct names *names, uint32_t *next, const char *text,
		       size_t length, uint32_t *number);

/* The number of a name that is there; false where it is not. */
bool names_find(const struct names *names, const char *text, size_t length,
		uint32_t *number);

/* Forgets all names but the first count. */
void names_truncate(struct names *names, uint32_t count);

/* The text of a name; valid until it is forgotten. */
const char *names_text(const struct names *names, uint32_t number);

/* Back to {0}. */
void names_release(struct names *names);

#endif
