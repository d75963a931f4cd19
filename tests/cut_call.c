/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * A process that ends anywhere: linked into a program, it takes the place of
 * the C library's calls that change what is on a disk.  PERFSIFT_CUT=N kills
 * the process with SIGKILL, right before the call of number N / 2 where N is
 * even, right after it where N is odd.  SQLite's calls count too.
 *
 * PERFSIFT_CHANGE=FILE:N appends a row to a file while it is read: behind each
 * of the first N of its readings' first blocks.  PERFSIFT_TURN=FILE:N makes
 * each 1 in it a 2 there, each 2 a 3 and each 3 a 1: it stays as long.
 *
 * PERFSIFT_COARSE=1 gives times of files to two seconds, as on some disks.
 *
 * PERFSIFT_HOLD=FILE waits before the second of all calls until FILE is there,
 * and makes FILE.held for those who wait for that.
 */

static void *original(const char *name)
{
	void *symbol = dlsym(RTLD_NEXT, name);

	if (!symbol)
		abort();
	return symbol;
}

static void cut(unsigned long moment)
{
	const char *text = getenv("PERFSIFT_CUT");

	if (text && strtoul(text, NULL, 10) == moment)
		kill(getpid(), SIGKILL);
}

static void hold(void)
{
	const char *path = getenv("PERFSIFT_HOLD");
	char held[4096];

	if (!path)
		return;
	snprintf(held, sizeof(held), "%s.held", path);
	close(open(held, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
	while (access(path, F_OK) != 0)
		usleep(1000);
}

static unsigned long before_call(void)
{
	static atomic_ulong calls;
	unsigned long call = atomic_fetch_add(&calls, 1);

	if (call == 1)
		hold();
	cut(2 * call);
	return call;
}

/* A call, and the moments before and behind it. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type, and lists */
#define CUT(result, name, parameters, arguments)   \
	result name parameters                     \
	{                                          \
		result(*next) parameters;          \
		unsigned long call;                \
		int number;                        \
		result got;                        \
                                                   \
		*(void **)&next = original(#name); \
		call = before_call();              \
		got = next arguments;              \
		number = errno;                    \
		cut(2 * call + 1);                 \
		errno = number;                    \
		return got;                        \
	}

/* NOLINTEND(bugprone-macro-parentheses) */

/* The C library's own names of parameters are none for us. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name) */
CUT(int, fdatasync, (int file), (file))
CUT(int, fsync, (int file), (file))
CUT(int, mkdir, (const char *path, mode_t mode), (path, mode))
CUT(int, remove, (const char *path), (path))
CUT(int, rename, (const char *from, const char *to), (from, to))
CUT(int, rmdir, (const char *path), (path))
CUT(int, symlink, (const char *to, const char *path), (to, path))
CUT(int, unlink, (const char *path), (path))
CUT(int, unlinkat, (int directory, const char *path, int flags),
    (directory, path, flags))
CUT(int, ftruncate64, (int file, off64_t length), (file, length))
CUT(ssize_t, pwrite64,
    (int file, const void *bytes, size_t length, off64_t offset),
    (file, bytes, length, offset))

static void append(const char *path)
{
	static const char row[] = "late,1,ms\n";
	const size_t length = sizeof(row) - 1;
	int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);

	if (file < 0 || write(file, row, length) != (ssize_t)length)
		abort();
	close(file);
}

static void turn(const char *path)
{
	int file = open(path, O_RDWR | O_CLOEXEC);
	char block[4096];
	ssize_t got;

	if (file < 0)
		abort();
	for (off_t at = 0; (got = pread(file, block, sizeof(block), at)) > 0;
	     at += got) {
		for (ssize_t i = 0; i < got; i++)
			if (block[i] >= '1' && block[i] <= '3')
				block[i] = block[i] == '3' ? '1' : block[i] + 1;
		if (pwrite(file, block, (size_t)got, at) != got)
			abort();
	}
	close(file);
}

/* Changes the file that is being read, if it is the one. */
static void change(int file, off_t before, const char *wanted,
		   atomic_ulong *times, void (*how)(const char *path))
{
	const char *colon = wanted ? strrchr(wanted, ':') : NULL;
	struct stat named, status;
	char path[4096];

	if (!colon || before != 0)
		return;
	snprintf(path, sizeof(path), "%.*s", (int)(colon - wanted), wanted);
	if (stat(path, &named) != 0 || fstat(file, &status) != 0 ||
	    named.st_ino != status.st_ino || named.st_dev != status.st_dev ||
	    atomic_fetch_add(times, 1) >= strtoul(colon + 1, NULL, 10))
		return;
	how(path);
}

ssize_t read(int file, void *bytes, size_t length)
{
	static atomic_ulong changed, turned;
	ssize_t (*next)(int, void *, size_t);
	off_t before = lseek(file, 0, SEEK_CUR);
	ssize_t got;
	int number;

	*(void **)&next = original("read");
	got = next(file, bytes, length);
	number = errno;
	if (got > 0) {
		change(file, before, getenv("PERFSIFT_CHANGE"), &changed,
		       append);
		change(file, before, getenv("PERFSIFT_TURN"), &turned, turn);
	}
	errno = number;
	return got;
}

static void make_coarse(struct stat *status)
{
	if (!getenv("PERFSIFT_COARSE"))
		return;
	status->st_mtim.tv_sec &= ~(time_t)1;
	status->st_ctim.tv_sec &= ~(time_t)1;
	status->st_mtim.tv_nsec = status->st_ctim.tv_nsec = 0;
}

int stat(const char *path, struct stat *status)
{
	int (*next)(const char *, struct stat *);
	int result;

	*(void **)&next = original("stat");
	result = next(path, status);
	if (result == 0)
		make_coarse(status);
	return result;
}

int fstat(int file, struct stat *status)
{
	int (*next)(int, struct stat *);
	int result;

	*(void **)&next = original("fstat");
	result = next(file, status);
	if (result == 0)
		make_coarse(status);
	return result;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */
