/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_INPUT_H
#define IO_INPUT_H

#include <stdbool.h>
#include <sys/stat.h>

/* A file that is read. */
struct input {
	int file;
	struct stat before; /* as it was opened */
};

enum input_status {
	INPUT_OPEN,
	INPUT_IRREGULAR,  /* a pipe, a device, a directory: not opened */
	INPUT_UNREADABLE, /* errno says why */
};

/*
 * Opens a file at byte `from`, to be closed by close(input->file).  Regular ones
 * alone, since it does not wait for a writer that a pipe may never have; with
 * `waits` any.
 */
enum input_status input_open(struct input *input, const char *path, bool waits,
			     off_t from);

/* Whether a regular file is no longer what it was when it was opened. */
bool input_changed(const struct input *input);

#endif
