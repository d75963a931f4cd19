/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_LOCK_H
#define IO_LOCK_H

#include <stdbool.h>

#include "io/error.h"

/* A file that one process at a time holds; it stays when it is let go. */
struct lock {
	int file; /* -1 or, in {0}, 0: none */
};

/*
 * Takes the lock, or fails at once when another process has it: "WHAT is in
 * use: another sweep is at work there".
 */
bool lock_take(struct lock *lock, const char *path, const char *what,
	       struct error *error);

/* Lets it go; back to {0}. */
void lock_release(struct lock *lock);

#endif
