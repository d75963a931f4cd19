/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_SWEEP_H
#define PIPELINE_SWEEP_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fingerprint.h"
#include "io/lock.h"
#include "io/night_files.h"
#include "io/store.h"
#include "pipeline/pipeline.h"

/* How far a run set has come. */
enum side_state {
	SIDE_UNREAD,
	SIDE_READING,
	SIDE_READ,
	SIDE_LOST, /* it cannot be read; its problems say why */
};

/* A commit in one group of the archive. */
struct sweep_side {
	struct group *group; /* as it was found: no metric is named there */
	struct commit *commit;
	struct fingerprint fingerprint;
	char content[FINGERPRINT_ROOM]; /* "" where the status suffices */
	size_t pairs;			/* that still want its runs */
	enum side_state state;
	bool stored; /* the store has its record */
	/* Read apart from every other commit, so that what a comparison finds
	   does not depend on what was read before it. */
	struct group *read;	  /* with one commit; NULL: not read */
	struct problems problems; /* of its runs */
	struct set_record record; /* for the store; names are numbers of read */
};

/* A candidate and its base, new since the last night. */
struct sweep_pair {
	struct sweep_side *base, *candidate;
	int64_t id; /* in the store; 0: still to be compared */
};

/* What the summary tells. */
struct sweep_counts {
	size_t groups, without_base, without_runs, undated;
	size_t compared; /* now, not in an earlier attempt at this night */
	size_t problems, known_problems;
};

struct sweep {
	struct batch *batch;
	struct options asked;	     /* of a single comparison */
	struct field_list json, csv; /* fields of the two */
	const char *directory;	     /* -o */
	struct lock lock, store_lock;
	struct store store;
	struct store_night night; /* id 0: none is begun */
	struct store_night last;  /* published; id 0: none */
	char *recovered; /* name of a night that was in its place, unmarked */
	int64_t told;	 /* the night that is told of; 0: none */
	struct sweep_side *side; /* [sides] by group, commit */
	size_t sides;
	struct sweep_pair *pair; /* [pairs] by group, then from base to
					    candidate */
	size_t pairs;
	struct sweep_counts counts;

	pthread_mutex_t mutex;	 /* of all that threads share */
	pthread_cond_t changed;	 /* the state of a side */
	size_t next;		 /* pair that nobody has taken yet */
	size_t done, todo;	 /* pairs, for the progress */
	bool stop;		 /* an error ends everything */
	double started, printed; /* seconds of the clock, for the progress */
	bool progress;
};

/*
 * Stages of a sweep.  Each returns false with batch->error set.  First: the
 * archive's groups and commits, what their files are, and which pairs no
 * published night holds.
 */
bool sweep_find(struct sweep *sweep);
bool sweep_choose(struct sweep *sweep);

/* Compares the pairs that are not in the store yet, on options->jobs threads. */
bool sweep_compare(struct sweep *sweep);

/*
 * Compares one pair, whose sides other threads may want, too, and puts what it
 * finds into the store.  A side that cannot be read costs the pair only.
 */
bool sweep_one(struct sweep *sweep, struct sweep_pair *pair,
	       struct error *error);

/*
 * Reads a side, unless another thread has or does.  Afterwards it is read or
 * lost.
 */
bool sweep_read_side(struct sweep *sweep, struct sweep_side *side,
		     struct error *error);

/* What the store is to remember of a side that was read. */
bool sweep_summarise(struct sweep_side *side, struct error *error);

/*
 * Calls use() with a problem of a side (NULL: of the archive) as the store and
 * problems.csv have it: with its run, and with the fingerprint of its file as it
 * is now.  Returns what use() does; false with error set when there is no memory.
 */
bool sweep_with_row(const struct sweep_side *side,
		    const struct problem *problem,
		    bool (*use)(void *context, const struct store_problem *row),
		    void *context, struct error *error);

/* One pair less wants the side: the last one frees it. */
void sweep_leave_side(struct sweep *sweep, struct sweep_side *side);

/* Puts a finished comparison and its sides into the store, or nothing. */
bool sweep_keep(struct sweep *sweep, struct sweep_pair *pair,
		const struct batch *compared, struct error *error);

/* Finds the night that is to be finished, or settles the name of a new one. */
bool sweep_resume(struct sweep *sweep);
bool sweep_begin(struct sweep *sweep);

/* Writes DIR/NIGHT and puts it in its place. */
bool sweep_publish(struct sweep *sweep);

/* Marks the night in the store as one that is there and was told of. */
bool sweep_mark(struct sweep *sweep);

/*
 * Writes the night's comparisons and findings as jsonl, those of one candidate
 * or, where that is NULL, all.
 */
bool sweep_put_findings(struct sweep *sweep, const char *candidate,
			FILE *stream);

/* Writes all of the night's findings as csv. */
bool sweep_put_csv(struct sweep *sweep, FILE *stream);

/* A file of the night that is made of the findings in another one. */
struct sweep_report {
	char *file;
	const char *format;
	char *from; /* removed afterwards, unless it is findings.jsonl */
};

/*
 * Those of a night.  While some are written the store is asked for others, by
 * one thread.
 */
struct sweep_reports {
	struct sweep *sweep;
	const struct night_files *files;
	bool (*from_store)(struct sweep_reports *reports);

	pthread_mutex_t mutex; /* of all that follows */
	pthread_cond_t changed;
	struct sweep_report *list; /* [count] */
	size_t count, next;	   /* next: that nobody has taken yet */
	bool store_used, more, stop;
	struct error error;
};

/*
 * Writes what from_store() does, and the reports that it adds, on options->jobs
 * threads.
 */
bool sweep_write_reports(struct sweep *sweep, const struct night_files *files,
			 bool (*from_store)(struct sweep_reports *reports));

/* For from_store(): adds a report whose findings have been written. */
bool sweep_add_report(struct sweep_reports *reports, const char *file,
		      const char *format, const char *from);

/*
 * The same for each candidate that has news: puts its findings into a file of
 * their own, and adds mail/ID10.eml.
 */
bool sweep_mail(struct sweep_reports *reports);

/*
 * The problems of the archive as it is: to `stream` as problems.csv (NULL:
 * nowhere), those that the last night did not list to batch->problems.
 */
bool sweep_problems(struct sweep *sweep, FILE *stream);

#endif
