/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/moderate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/gate.h"

/* KPIs and monitors borrow, failures have no variance. */
enum { BORROWERS = 2 };
_Static_assert(FAMILY_KPI == 0 && FAMILY_MONITOR == 1,
	       "the families that borrow come first");

static size_t block_length(const char *metric)
{
	return strcspn(metric, ".");
}

/* What is tested, and more than one single value. */
static bool takes_part(const struct finding *finding)
{
	return !finding->reason && finding->kind == KIND_PERFORMANCE &&
	       !gate_is_constant(finding);
}

static double grand_mean(const struct finding *finding)
{
	double m = finding->base.n, n = finding->candidate.n;

	return finding->base.mean * (m / (m + n)) +
	       finding->candidate.mean * (n / (m + n));
}

static bool is_usable(const struct side *side)
{
	return side->n > 1 && side->mean != 0 && side->max > side->min;
}

static bool is_usable_for(const struct finding *finding, enum prior_fit fit)
{
	switch (fit) {
	case PRIOR_BASE:
		return is_usable(&finding->base);
	case PRIOR_CANDIDATE:
		return is_usable(&finding->candidate);
	default:
		return is_usable(&finding->base) &&
		       is_usable(&finding->candidate) &&
		       grand_mean(finding) != 0;
	}
}

/* One variance as squared coefficient of variation, and its freedom. */
static void variance_of(const struct finding *finding, enum prior_fit fit,
			double *v, double *f)
{
	const struct side *side = fit == PRIOR_BASE ? &finding->base :
						      &finding->candidate;
	double cv;

	if (fit == PRIOR_POOLED) {
		cv = gate_pooled_sd(finding) / grand_mean(finding);
		*f = (double)finding->base.n + finding->candidate.n - 2;
	} else {
		cv = gate_noise(side->sd, finding->step) / side->mean;
		*f = (double)side->n - 1;
	}
	*v = cv * cv;
}

void moderate_finding(struct finding *finding, const struct prior *prior)
{
	double m = finding->base.n, n = finding->candidate.n;
	struct shrunk base = prior_shrink(
		prior[PRIOR_BASE], finding->base.mean,
		gate_noise(finding->base.sd, finding->step), m - 1);
	struct shrunk candidate = prior_shrink(
		prior[PRIOR_CANDIDATE], finding->candidate.mean,
		gate_noise(finding->candidate.sd, finding->step), n - 1);
	struct shrunk pooled = prior_shrink(prior[PRIOR_POOLED],
					    grand_mean(finding),
					    gate_pooled_sd(finding), m + n - 2);

	finding->base_noise = base.sd;
	finding->candidate_noise = candidate.sd;
	finding->pooled_noise = pooled.sd;
	gate_spread(finding, base.df, candidate.df);
	finding->pooled_se = pooled.sd * sqrt(1 / m + 1 / n);
	finding->pooled_df = pooled.df;
}

/* Everything that fitting takes. */
struct fitting {
	struct comparison *comparison;
	struct names blocks;
	uint32_t *block;	    /* [findings] */
	uint32_t (*row)[BORROWERS]; /* [blocks] in comparison->prior */
	size_t (*usable)[BORROWERS][PRIOR_FITS]; /* [blocks] */
	double *v, *f, *scratch; /* [findings], and what prior_fit() asks */
	uint32_t *member;	 /* [findings] in the order of their rows */
	size_t *begin;		 /* [priors + 1] into member */
};

static bool find_blocks(struct fitting *fitting)
{
	const struct comparison *comparison = fitting->comparison;
	size_t findings = comparison->findings;

	fitting->block = malloc((findings + 1) * sizeof(*fitting->block));
	if (!fitting->block)
		return false;
	for (size_t i = 0; i < findings; i++) {
		const char *metric = comparison->finding[i].metric;

		if (!names_intern(&fitting->blocks, metric,
				  block_length(metric), &fitting->block[i]))
			return false;
	}
	return true;
}

static bool count_usable(struct fitting *fitting)
{
	const struct comparison *comparison = fitting->comparison;
	size_t blocks = fitting->blocks.count;

	fitting->usable = calloc(blocks + 1, sizeof(*fitting->usable));
	fitting->row = calloc(blocks + 1, sizeof(*fitting->row));
	if (!fitting->usable || !fitting->row)
		return false;
	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];
		size_t *usable;

		if (!takes_part(finding))
			continue;
		usable = fitting->usable[fitting->block[i]][family_of(finding)];
		for (unsigned k = 0; k < PRIOR_FITS; k++)
			usable[k] += is_usable_for(finding, k);
	}
	return true;
}

/* A row for each block that lends in its own name. */
static bool make_rows(struct fitting *fitting)
{
	struct comparison *comparison = fitting->comparison;
	size_t blocks = fitting->blocks.count, rows = BORROWERS;
	struct block_prior *row;

	row = calloc(BORROWERS * (blocks + 1), sizeof(*row));
	if (!row)
		return false;
	for (unsigned family = 0; family < BORROWERS; family++)
		row[family] =
			(struct block_prior){ .block = "", .family = family };
	for (size_t b = 0; b < blocks; b++)
		for (unsigned family = 0; family < BORROWERS; family++) {
			const size_t *usable = fitting->usable[b][family];
			size_t most = 0;

			for (unsigned k = 0; k < PRIOR_FITS; k++)
				if (usable[k] > most)
					most = usable[k];
			fitting->row[b][family] = family;
			if (most < PRIOR_METRICS)
				continue;
			fitting->row[b][family] = (uint32_t)rows;
			row[rows].family = family;
			row[rows].length = fitting->blocks.length[b];
			for (unsigned k = 0; k < PRIOR_FITS; k++)
				if (usable[k] >= PRIOR_METRICS)
					row[rows].metrics[k] = usable[k];
			rows++;
		}
	free(comparison->prior);
	comparison->prior = row;
	comparison->priors = rows;
	return true;
}

/* Numbers the findings by their rows. */
static bool sort_members(struct fitting *fitting)
{
	struct comparison *comparison = fitting->comparison;
	size_t *begin = calloc(comparison->priors + 2, sizeof(*begin));

	fitting->begin = begin;
	fitting->member =
		malloc((comparison->findings + 1) * sizeof(*fitting->member));
	if (!begin || !fitting->member)
		return false;
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];
		enum family family = family_of(finding);
		struct block_prior *row;

		if (!takes_part(finding))
			continue;
		finding->prior = fitting->row[fitting->block[i]][family];
		row = &comparison->prior[finding->prior];
		/* Names of metrics outlive the comparison. */
		if (finding->prior >= BORROWERS)
			row->block = finding->metric;
		begin[finding->prior + 2]++;
	}
	for (size_t r = 0; r < comparison->priors; r++)
		begin[r + 2] += begin[r + 1];
	for (size_t i = 0; i < comparison->findings; i++)
		if (takes_part(&comparison->finding[i]))
			fitting->member[begin[comparison->finding[i].prior +
					      1]++] = (uint32_t)i;
	return true;
}

/* Appends the variances of one row's members. */
static size_t gather(const struct fitting *fitting, size_t row,
		     enum prior_fit fit, size_t n)
{
	for (size_t i = fitting->begin[row]; i < fitting->begin[row + 1]; i++) {
		const struct finding *finding =
			&fitting->comparison->finding[fitting->member[i]];

		if (!is_usable_for(finding, fit))
			continue;
		variance_of(finding, fit, &fitting->v[n], &fitting->f[n]);
		n++;
	}
	return n;
}

/* The rows without a fit of their own share one, if there is enough for it. */
static void fit_family(struct fitting *fitting, enum family family,
		       enum prior_fit fit)
{
	struct comparison *comparison = fitting->comparison;
	struct block_prior *shared = &comparison->prior[family];
	size_t n = 0;

	for (size_t r = 0; r < comparison->priors; r++) {
		struct block_prior *row = &comparison->prior[r];

		if (row->family == family && !row->metrics[fit])
			n = gather(fitting, r, fit, n);
	}
	shared->metrics[fit] = n >= PRIOR_METRICS ? n : 0;
	if (shared->metrics[fit])
		shared->fit[fit] =
			prior_fit(fitting->v, fitting->f, n, fitting->scratch);
	for (size_t r = BORROWERS; r < comparison->priors; r++) {
		struct block_prior *row = &comparison->prior[r];

		if (row->family != family)
			continue;
		if (!row->metrics[fit]) {
			row->fit[fit] = shared->fit[fit];
			continue;
		}
		n = gather(fitting, r, fit, 0);
		row->fit[fit] =
			prior_fit(fitting->v, fitting->f, n, fitting->scratch);
	}
}

static bool fit_all(struct fitting *fitting)
{
	size_t room = fitting->comparison->findings + 1;

	fitting->v = malloc(room * sizeof(*fitting->v));
	fitting->f = malloc(room * sizeof(*fitting->f));
	fitting->scratch =
		malloc(PRIOR_SCRATCH * room * sizeof(*fitting->scratch));
	if (!fitting->v || !fitting->f || !fitting->scratch)
		return false;
	for (unsigned family = 0; family < BORROWERS; family++)
		for (unsigned k = 0; k < PRIOR_FITS; k++)
			fit_family(fitting, family, k);
	return true;
}

static void release(struct fitting *fitting)
{
	names_release(&fitting->blocks);
	free(fitting->block);
	free(fitting->row);
	free(fitting->usable);
	free(fitting->v);
	free(fitting->f);
	free(fitting->scratch);
	free(fitting->member);
	free(fitting->begin);
}

bool moderate(struct comparison *comparison,
	      const struct prior (*given)[PRIOR_FITS])
{
	struct fitting fitting = { .comparison = comparison };
	bool done = find_blocks(&fitting) && count_usable(&fitting) &&
		    make_rows(&fitting) && sort_members(&fitting) &&
		    fit_all(&fitting);

	release(&fitting);
	if (!done)
		return false;
	for (size_t r = 0; given && r < comparison->priors; r++) {
		struct block_prior *row = &comparison->prior[r];

		if (!isnan(given[row->family][PRIOR_BASE].d0))
			memcpy(row->fit, given[row->family], sizeof(row->fit));
	}
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];

		if (takes_part(finding))
			moderate_finding(finding,
					 comparison->prior[finding->prior].fit);
	}
	return true;
}

const struct prior *moderate_priors(const struct comparison *comparison,
				    const char *metric, enum family family)
{
	size_t length;

	if (!comparison->priors || family == FAMILY_FAILURE)
		return NULL;
	length = block_length(metric);
	for (size_t r = BORROWERS; r < comparison->priors; r++) {
		const struct block_prior *row = &comparison->prior[r];

		if (row->family == family && row->length == length &&
		    strncmp(row->block, metric, length) == 0)
			return row->fit;
	}
	return comparison->prior[family].fit;
}
