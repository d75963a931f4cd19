/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * measure FILE COMMAND [ARGUMENT...]: runs the command and appends a line to
 * FILE: CPU seconds (user and system), seconds, peak memory in KiB.  The exit
 * status is the command's.
 */

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	double start;
	FILE *file;
	int status;
	pid_t child;

	if (argc < 3) {
		fprintf(stderr, "usage: measure FILE COMMAND [ARGUMENT...]\n");
		return 64;
	}
	start = now();
	child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		fprintf(stderr, "measure: %s: %s\n", argv[2], strerror(errno));
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child) {
		fprintf(stderr, "measure: %s\n", strerror(errno));
		return 4;
	}
	file = fopen(argv[1], "a");
	if (!file) {
		fprintf(stderr, "measure: %s: %s\n", argv[1], strerror(errno));
		return 4;
	}
	fprintf(file, "%.3f %.3f %ld\n",
		seconds(usage.ru_utime) + seconds(usage.ru_stime),
		now() - start, usage.ru_maxrss);
	if (fclose(file) != 0)
		return 4;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}
