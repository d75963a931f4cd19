/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_STORE_H
#define IO_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

#include "io/error.h"
#include "io/set_record.h"
#include "stats/names.h"

/*
 * What earlier nights knew, in an SQLite database.  A store is used by one
 * thread at a time.  Functions return false with error set, in one sentence
 * that names the file.
 */
struct store {
	sqlite3 *database;
	char *path;
	sqlite3_stmt **statement; /* prepared when first wanted */
	struct names names;	  /* metrics; number + 1 is the id */
	uint32_t names_kept;	  /* of them, those that are committed */
	bool names_loaded;
};

/*
 * Opens a store.  One that is not there is made where `create` says so; an
 * older one is brought to the newest schema; one of a newer perfsift, a damaged
 * file and what is no store are errors.
 */
bool store_open(struct store *store, const char *path, bool create,
		struct error *error);

/* Back to {0}; what was not committed is gone. */
void store_release(struct store *store);

/* What is written between these is there whole or not at all. */
bool store_begin(struct store *store, struct error *error);
bool store_commit(struct store *store, struct error *error);
void store_rollback(struct store *store);

/* Everything committed so far is on the disk. */
bool store_synchronise(struct store *store, struct error *error);

/*
 * Integrity of the file, keys, and whether every record can be read; each fault
 * goes to problems.
 */
bool store_check(struct store *store, struct problems *problems,
		 struct error *error);

/* A night: what one sweep publishes. */
struct store_night {
	int64_t id;
	char *name;	 /* YYYY-MM-DD[.N] */
	char *directory; /* it is published there */
	char *archive;	 /* that was swept */
	char *asked;	 /* fingerprint of the options that decide */
	int64_t groups;	 /* of the archive */
};

/* The night that was begun and not published; *found tells if there is one. */
bool store_begun_night(struct store *store, struct store_night *night,
		       bool *found, struct error *error);

/* The last night of an archive that was published. */
bool store_last_night(struct store *store, const char *archive,
		      struct store_night *night, bool *found,
		      struct error *error);

bool store_has_night(struct store *store, const char *name, bool *has,
		     struct error *error);

/* Adds a night that is begun, or says anew what one is; sets its id. */
bool store_put_night(struct store *store, struct store_night *night,
		     struct error *error);

/* A night that has nothing to publish. */
bool store_drop_night(struct store *store, int64_t night, struct error *error);

bool store_publish(struct store *store, int64_t night, struct error *error);

void store_night_release(struct store_night *night);

/* A run set: a commit in a group. */
struct store_set {
	int64_t id;
	const char *group, *commit;
	char fingerprint[24], content[24]; /* content "": it is settled */
};

/* *found tells whether the store knows the group and commit of `set`. */
bool store_find_set(struct store *store, struct store_set *set, bool *found,
		    struct error *error);

/*
 * Puts a run set in the place of an earlier one, whose problems go with it.
 * The record's names are ids of the store.
 */
bool store_put_set(struct store *store, struct store_set *set, size_t runs,
		   struct set_record *record, struct error *error);

/* The files are what they were, and old enough to be known by their status. */
bool store_settle_set(struct store *store, int64_t set, struct error *error);

/* The files are not what they were, though they look so: its pairs are new. */
bool store_forget_set(struct store *store, const struct store_set *set,
		      struct error *error);

/* The id of a metric's name, which is added when it is new. */
bool store_name(struct store *store, const char *text, size_t length,
		uint32_t *id, struct error *error);

/* A base and a candidate, and what their files were. */
struct store_pair {
	int64_t id;
	const char *group, *base, *candidate;
	const char *base_fingerprint, *candidate_fingerprint;
	const char *head; /* line of the run, as in jsonl */
	size_t metrics, reported, improvements, regressions;
};

/*
 * Whether a pair with these files is in a night, or in any published one where
 * that is 0; sets its id.
 */
bool store_find_pair(struct store *store, struct store_pair *pair,
		     int64_t night, bool *found, struct error *error);

bool store_put_pair(struct store *store, int64_t night, struct store_pair *pair,
		    struct error *error);

/* Of the pairs of a night keeps those whose ids are listed, in order. */
bool store_keep_pairs(struct store *store, int64_t night, const int64_t *id,
		      size_t count, struct error *error);

/* The head of a pair, to be freed. */
bool store_get_head(struct store *store, int64_t pair, char **head,
		    struct error *error);

/* What the pairs of a night have together. */
struct store_figures {
	size_t pairs, reported, improvements, regressions;
};

/* Calls each() with every candidate of a night that has news, by its id. */
bool store_each_candidate(struct store *store, int64_t night,
			  bool (*each)(void *context, const char *candidate),
			  void *context, struct error *error);

bool store_count_night(struct store *store, int64_t night,
		       struct store_figures *figures, struct error *error);

/* A finding; what is undefined is NaN or NULL. */
struct store_finding {
	const char *id, *metric, *status;
	bool reported, failure;
	int kpi, direction;
	double ranking, p, change, q;
	const char *json, *csv; /* lines without their end, of any rank */
};

bool store_put_finding(struct store *store, int64_t pair,
		       const struct store_finding *finding,
		       struct error *error);

/*
 * Calls each() with the lines of a night's findings: reported ones in the order
 * of their rank, then the others by group, metric.  candidate and pair, where
 * not NULL and 0, choose.  It returns false to end the walk.
 */
struct store_line {
	const char *json, *csv;
	bool reported;
	int direction;
};
bool store_each_finding(struct store *store, int64_t night, int64_t pair,
			const char *candidate,
			bool (*each)(void *context,
				     const struct store_line *line),
			void *context, struct error *error);

/* A fault of a run, or why a pair's answer is incomplete. */
struct store_problem {
	const char *group, *commit; /* read only */
	int fault;		    /* enum fault */
	const char *run, *file, *what, *text, *fingerprint;
	size_t line;
};

/* Of a run set or of a pair; the other one is 0. */
bool store_put_problem(struct store *store, int64_t set, int64_t pair,
		       const struct store_problem *problem,
		       struct error *error);

/* Those of a run set, or of all pairs of a night; the other one is 0. */
bool store_each_problem(struct store *store, int64_t set, int64_t night,
			bool (*each)(void *context,
				     const struct store_problem *problem),
			void *context, struct error *error);

/* What a night lists is known to later ones: a file, and what it was. */
bool store_put_known(struct store *store, int64_t night, const char *file,
		     const char *fingerprint, struct error *error);
bool store_is_known(struct store *store, int64_t night, const char *file,
		    const char *fingerprint, bool *known, struct error *error);

#endif
