/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

bool lock_take(struct lock *lock, const char *path, const char *what,
	       struct error *error)
{
	lock->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (lock->file < 0)
		return fail_errno(error, path);
	if (flock(lock->file, LOCK_EX | LOCK_NB) == 0)
		return true;
	if (errno == EWOULDBLOCK)
		fail(error, FAULT_TROUBLE,
		     "%s is in use: another sweep is at work there", what);
	else
		fail_errno(error, path);
	lock_release(lock);
	return false;
}

void lock_release(struct lock *lock)
{
	if (lock->file > 0)
		close(lock->file);
	*lock = (struct lock){ 0 };
}
