/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_THREADS_H
#define IO_THREADS_H

#include <stddef.h>

/*
 * Calls body(context) on so many threads at once, of which the caller is one,
 * and returns when all have.  Where the system has fewer threads to give, fewer
 * will do: the work is to be taken from a list that they share.
 */
void run_on_threads(size_t jobs, void *(*body)(void *context), void *context);

#endif
