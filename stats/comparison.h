/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_COMPARISON_H
#define STATS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stats/finding.h"
#include "stats/names.h"
#include "stats/prior.h"
#include "stats/samples.h"

/* A directory key=value above the runs. */
struct axis {
	char *name, *value;
};

/* Numbers of units: that of "", and that of one not yet known. */
#define UNIT_NONE 0u
#define UNIT_OPEN UINT32_MAX

/* A commit in one group: where its runs lie, and what was read of them. */
struct commit {
	char *id; /* commit id, or the path as named */
	char *path;
	const char *told; /* name of the path, where it is another */
	const char *root; /* of the archive, which links may not leave */
	/* NULL: not known */
	const char *subject, *repository, *branch, *message_id, *reproduce;
	char *how; /* how the source was read; NULL: not yet */
	struct run_set runs;
	bool rows_as_runs; /* each row was taken for a run */
};

/* Runs that may be compared: the same machine, test and parameters. */
struct group {
	char *name;	   /* axis=value/axis=value, "" for none */
	struct axis *axis; /* [axes] by name */
	size_t axes;
	const char *machine;   /* description of tbox_group, or NULL */
	struct commit *commit; /* [commits] */
	size_t commits;

	struct names names;	  /* of metrics, shared by the commits */
	struct names units;	  /* texts of units, number 0 is "" */
	uint32_t *unit;		  /* [described] by metric, number in units */
	const struct rule **rule; /* [described] by metric */
	uint32_t described, described_room;
	struct rule **distinct; /* [rules] what rule[] points to */
	size_t rules;
	const struct rule **folded; /* [folded_room] rules made before, by what
				       they were made of; NULL: not yet */
	size_t folded_room;
	uint32_t next_matched; /* guess of the next name among those that the
				  rules have matched */
};

/* The text of a unit; "" where there is none, or none is known. */
const char *unit_text(const struct group *group, uint32_t unit);

/* The value of an axis, or NULL. */
const char *group_axis(const struct group *group, const char *name);

/* Frees what was read of metrics; name, axes and commits stay. */
void group_forget(struct group *group);

/* Back to {0}. */
void group_release(struct group *group);

/* Metrics that share a false discovery rate. */
enum family { FAMILY_KPI, FAMILY_MONITOR, FAMILY_FAILURE, FAMILIES };

struct family_summary {
	size_t size;	   /* metrics with a p */
	size_t changed;	   /* that q admits */
	double admitted_p; /* largest p that q admits; NaN: none */
};

/* Variances that are shrunk towards a prior of their own. */
enum prior_fit { PRIOR_BASE, PRIOR_CANDIDATE, PRIOR_POOLED, PRIOR_FITS };

/* Metrics that share priors: those of a block, or all others of a family. */
struct block_prior {
	const char *block; /* first part of the names, to `length` bytes; ""
			      stands for the others of the family */
	size_t length;
	enum family family;
	size_t metrics[PRIOR_FITS]; /* usable ones; 0: not fitted here */
	struct prior fit[PRIOR_FITS];
};

#define METRICS_UNKNOWN SIZE_MAX

struct told;

enum { REASONS_MAX = 24 };

/* Below it a plain t-test would have listed a metric. */
#define WELCH_SMALL_P 0.05

/* One base, one candidate. */
struct comparison {
	struct group *group;
	struct commit *base, *candidate;
	struct finding *finding; /* [findings] one a metric, by number */
	size_t findings;
	size_t metrics; /* that either side has; more than findings where these
			   were read back; METRICS_UNKNOWN: nobody told */
	const struct told *told; /* what the run line said of findings that
				    were read back; NULL: none were */
	size_t by_reason[REASONS_MAX]; /* in the order of the filters */
	size_t reported, incomparable;
	size_t base_missing, candidate_missing; /* samples */
	size_t welch_tested, welch_small;	/* with a welch_p; under 0.05 */
	struct family_summary family[FAMILIES];
	struct block_prior *prior; /* [priors] the first two: the others of the
				      KPIs and of the monitors */
	size_t priors;
	double session; /* median |t| of the monitors over its expectation;
			   NaN: too few of them */
	size_t problems_begin, problems_end; /* of its group, in the list */
};

/*
 * The values of a finding on one side; a side that is zero by rule (`absent` is
 * its flag) has a zero for each of its n runs, which `zeros` has room for.
 */
struct column finding_column(const struct finding *finding,
			     const struct run_set *runs, enum flag absent,
			     size_t n, double *zeros);

/* A finding before anything is known: numbers NaN, texts NULL. */
extern const struct finding finding_unknown;

/* Metrics of all families: those with a p. */
size_t comparison_tested(const struct comparison *comparison);

/* The family of a finding. */
enum family family_of(const struct finding *finding);

/* Back to {0}; the group stays. */
void comparison_release(struct comparison *comparison);

#endif
