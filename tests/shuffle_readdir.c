/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/*
 * Directories in another order: linked into a program, it takes the place of
 * the C library's readdir().  PERFSIFT_SHUFFLE=0 gives the entries in reverse
 * order of their names, any other number shuffles them, each number in its own
 * way.  Without it nothing changes.
 */

struct shuffled {
	DIR *stream;	       /* NULL: free */
	struct dirent **entry; /* [count] */
	size_t count, next;
};

enum { STREAMS = 64 };
static struct shuffled streams[STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *original(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);

	if (!symbol)
		abort();
	return symbol;
}

static int by_name_reversed(const void *a, const void *b)
{
	const struct dirent *const *left = a, *const *right = b;

	return strcmp((*right)->d_name, (*left)->d_name);
}

static void shuffle(struct shuffled *shuffled, uint64_t seed)
{
	qsort(shuffled->entry, shuffled->count, sizeof(*shuffled->entry),
	      by_name_reversed);
	for (size_t i = shuffled->count; seed && i > 1; i--) {
		struct dirent *swap = shuffled->entry[i - 1];
		size_t other;

		seed = seed * 6364136223846793005u + 1442695040888963407u;
		other = (size_t)((seed >> 33) % i);
		shuffled->entry[i - 1] = shuffled->entry[other];
		shuffled->entry[other] = swap;
	}
}

static void load(struct shuffled *shuffled, DIR *stream, uint64_t seed)
{
	struct dirent *(*next)(DIR *);
	struct dirent *entry;
	size_t room = 0;

	*(void **)&next = original("readdir");
	while ((entry = next(stream))) {
		if (shuffled->count == room) {
			room = room ? 2 * room : 64;
			shuffled->entry =
				realloc(shuffled->entry, room * sizeof(entry));
			if (!shuffled->entry)
				abort();
		}
		shuffled->entry[shuffled->count] = malloc(sizeof(*entry));
		if (!shuffled->entry[shuffled->count])
			abort();
		memcpy(shuffled->entry[shuffled->count], entry,
		       entry->d_reclen < sizeof(*entry) ? entry->d_reclen :
							  sizeof(*entry));
		shuffled->count++;
	}
	shuffled->stream = stream;
	shuffle(shuffled, seed);
}

static void unload(struct shuffled *shuffled)
{
	for (size_t i = 0; i < shuffled->count; i++)
		free(shuffled->entry[i]);
	free(shuffled->entry);
	*shuffled = (struct shuffled){ 0 };
}

static struct shuffled *find(DIR *stream)
{
	for (size_t i = 0; i < STREAMS; i++)
		if (streams[i].stream == stream)
			return &streams[i];
	return NULL;
}

/* The C library's own names of parameters are none for us. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
struct dirent *readdir(DIR *stream)
{
	const char *seed = getenv("PERFSIFT_SHUFFLE");
	struct dirent *(*next)(DIR *);
	struct dirent *entry = NULL;
	struct shuffled *shuffled;

	*(void **)&next = original("readdir");
	if (!seed)
		return next(stream);
	pthread_mutex_lock(&lock);
	shuffled = find(stream);
	if (!shuffled) {
		shuffled = find(NULL);
		if (!shuffled)
			abort();
		load(shuffled, stream, strtoull(seed, NULL, 10));
	}
	if (shuffled->next < shuffled->count)
		entry = shuffled->entry[shuffled->next++];
	pthread_mutex_unlock(&lock);
	return entry;
}

int closedir(DIR *stream)
{
	int (*next)(DIR *);
	struct shuffled *shuffled;

	*(void **)&next = original("closedir");
	pthread_mutex_lock(&lock);
	shuffled = find(stream);
	if (shuffled)
		unload(shuffled);
	pthread_mutex_unlock(&lock);
	return next(stream);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
