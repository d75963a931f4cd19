/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Allocation that fails once: linked into a program, it takes the place of the
 * C library's.  PERFSIFT_FAIL_ALLOC=N makes the Nth allocation after the start
 * fail, and the file PERFSIFT_FAIL_NOTE then comes into being.  What the C
 * library allocates for itself (strdup, fopen, getline, threads) counts too.
 */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong left; /* until the one that fails; 0: none will */
static const char *note;

__attribute__((constructor)) static void arm(void)
{
	const char *text = getenv("PERFSIFT_FAIL_ALLOC");

	note = getenv("PERFSIFT_FAIL_NOTE");
	if (text)
		atomic_store(&left, strtoul(text, NULL, 10));
}

static int fails(void)
{
	unsigned long seen = atomic_load(&left);
	int file;

	while (seen && !atomic_compare_exchange_weak(&left, &seen, seen - 1))
		;
	if (seen != 1)
		return 0;
	if (note) {
		file = open(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
		if (file >= 0)
			close(file);
	}
	errno = ENOMEM;
	return 1;
}

/* The C library's own names of parameters are none for us. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __libc_memalign(alignment, size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	return fails() ? NULL : __libc_realloc(memory, size);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
