/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_INTERRUPT_H
#define PIPELINE_INTERRUPT_H

#include <stdbool.h>

/*
 * From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the
 * program, each once: the second one ends it as ever.  Ignored ones stay so.
 */
void interrupt_watch(void);

/* Whether one has come. */
bool interrupted(void);

/* Which one has come, or 0: it is to be raised when all is cleaned up. */
int interrupt_signal(void);

#endif
