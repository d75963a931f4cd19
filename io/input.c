/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/input.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Closes what is of no use; errno stays. */
static enum input_status give_up(struct input *input, enum input_status status)
{
	int number = errno;

	close(input->file);
	errno = number;
	return status;
}

enum input_status input_open(struct input *input, const char *path, bool waits,
			     off_t from)
{
	int flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK);
	bool known;

	*input = (struct input){ 0 };
	do
		input->file = open(path, flags);
	while (input->file < 0 && errno == EINTR);
	if (input->file < 0)
		return INPUT_UNREADABLE;
	known = fstat(input->file, &input->before) == 0;
	if (!waits && !(known && S_ISREG(input->before.st_mode)))
		return give_up(input, INPUT_IRREGULAR);
	if (from && lseek(input->file, from, SEEK_SET) < 0)
		return give_up(input, INPUT_UNREADABLE);
	return INPUT_OPEN;
}

static bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

bool input_changed(const struct input *input)
{
	const struct stat *before = &input->before;
	struct stat after;

	return S_ISREG(before->st_mode) && fstat(input->file, &after) == 0 &&
	       (after.st_size != before->st_size ||
		!same_time(after.st_mtim, before->st_mtim) ||
		!same_time(after.st_ctim, before->st_ctim));
}
