/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_CATALOGUE_H
#define IO_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

#include "io/error.h"

/* What commits.csv says of a commit; what it does not say is "". */
struct commit_about {
	char *commit, *subject, *repository, *branch, *message_id, *reproduce;
	char *parent; /* of several the first */
	char *date;
};

/* What machines.csv says of a machine. */
struct machine_about {
	char *tbox_group, *description;
};

/* The tables beside the runs of an archive; both are optional. */
struct catalogue {
	struct commit_about *commit; /* [commits] by commit */
	size_t commits;
	struct machine_about *machine; /* [machines] by tbox_group */
	size_t machines;
};

/*
 * Reads ROOT/commits.csv and ROOT/machines.csv, where they are.  Columns go by
 * name, others are ignored.  Faults go to problems and spoil the table.
 * Returns false with error set on trouble.
 */
bool catalogue_read(struct catalogue *catalogue, const char *root,
		    struct problems *problems, struct error *error);

/* By its whole id; NULL when it is not there. */
const struct commit_about *catalogue_commit(const struct catalogue *catalogue,
					    const char *id);

/* By its name, which may be NULL; NULL when it is not there. */
const char *catalogue_machine(const struct catalogue *catalogue,
			      const char *tbox_group);

/* Back to {0}. */
void catalogue_release(struct catalogue *catalogue);

#endif
