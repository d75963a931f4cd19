/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A handler reaches nothing else. */
static volatile sig_atomic_t came;

static void note_signal(int number)
{
	came = number;
}

void interrupt_watch(void)
{
	static const int watched[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = note_signal,
				    .sa_flags = SA_RESETHAND | SA_RESTART };
	struct sigaction now;

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(watched) / sizeof(*watched); i++)
		if (sigaction(watched[i], NULL, &now) == 0 &&
		    now.sa_handler != SIG_IGN)
			sigaction(watched[i], &action, NULL);
}

bool interrupted(void)
{
	return came != 0;
}

int interrupt_signal(void)
{
	return came;
}
