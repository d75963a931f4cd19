/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/threads.h"

#include <pthread.h>
#include <stdlib.h>

void run_on_threads(size_t jobs, void *(*body)(void *context), void *context)
{
	pthread_t *thread = NULL;
	size_t started = 0;

	if (jobs > 1)
		thread = malloc((jobs - 1) * sizeof(*thread));
	while (thread && started < jobs - 1 &&
	       pthread_create(&thread[started], NULL, body, context) == 0)
		started++;
	body(context);
	while (started > 0)
		pthread_join(thread[--started], NULL);
	free(thread);
}
