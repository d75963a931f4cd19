/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/moderate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/gate.h"
#include "stats/large_array.h"

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

	return (finding->base.mean * m + finding->candidate.mean * n) / (m + n);
}

/* What a finding's noise is before any prior. */
static void measure_noise(struct finding *finding)
{
	finding->base_noise = gate_noise(finding->base.sd, finding->step);
	finding->candidate_noise =
		gate_noise(finding->candidate.sd, finding->step);
	finding->pooled_noise = gate_pooled_sd(finding);
}

static void shrink_noise(struct finding *finding, const struct prior *prior)
{
	double m = finding->base.n, n = finding->candidate.n;
	struct shrunk base = prior_shrink(prior[PRIOR_BASE], finding->base.mean,
					  finding->base_noise, m - 1);
	struct shrunk candidate = prior_shrink(prior[PRIOR_CANDIDATE],
					       finding->candidate.mean,
					       finding->candidate_noise, n - 1);
	struct shrunk pooled = prior_shrink(prior[PRIOR_POOLED],
					    grand_mean(finding),
					    finding->pooled_noise, m + n - 2);

	finding->base_noise = base.sd;
	finding->candidate_noise = candidate.sd;
	finding->pooled_noise = pooled.sd;
	gate_spread(finding, base.df, candidate.df);
	finding->pooled_se = pooled.sd * sqrt((m + n) / (m * n));
	finding->pooled_df = pooled.df;
}

void moderate_finding(struct finding *finding, const struct prior *prior)
{
	measure_noise(finding);
	shrink_noise(finding, prior);
}

/* A finding that takes part: its variances as squared coefficients of
   variation, NaN where they are of no use, and their degrees of freedom. */
struct member {
	uint32_t finding, block;
	uint32_t row; /* in comparison->prior */
	enum family family;
	double v[PRIOR_FITS], f[PRIOR_FITS];
};

/* Everything that fitting takes. */
struct fitting {
	struct comparison *comparison;
	struct names blocks;
	struct member *member; /* [members] in the order of findings */
	size_t members;
	uint32_t (*row)[BORROWERS]; /* [blocks] in comparison->prior */
	size_t (*usable)[BORROWERS][PRIOR_FITS]; /* [blocks] */
	uint32_t *order;			 /* [members] by their rows */
	size_t *begin;				 /* [priors + 1] into order */
	double *v, *f, *scratch; /* [members], and what prior_fit() asks */
};

static double variance_of(double sd, double mean)
{
	double cv = sd / mean;

	return mean == 0 ? NAN : cv * cv;
}

static bool is_usable(const struct side *side)
{
	return side->n > 1 && side->mean != 0 && side->max > side->min;
}

static struct member make_member(const struct finding *finding)
{
	const struct side *base = &finding->base;
	const struct side *candidate = &finding->candidate;
	struct member member = { .family = family_of(finding),
				 .v = { NAN, NAN, NAN } };

	member.f[PRIOR_BASE] = (double)base->n - 1;
	member.f[PRIOR_CANDIDATE] = (double)candidate->n - 1;
	member.f[PRIOR_POOLED] = (double)base->n + candidate->n - 2;
	if (is_usable(base))
		member.v[PRIOR_BASE] =
			variance_of(finding->base_noise, base->mean);
	if (is_usable(candidate))
		member.v[PRIOR_CANDIDATE] =
			variance_of(finding->candidate_noise, candidate->mean);
	if (is_usable(base) && is_usable(candidate))
		member.v[PRIOR_POOLED] =
			variance_of(finding->pooled_noise, grand_mean(finding));
	return member;
}

static bool find_members(struct fitting *fitting)
{
	struct comparison *comparison = fitting->comparison;

	fitting->member =
		large_array(comparison->findings + 1, sizeof(*fitting->member));
	if (!fitting->member)
		return false;
	for (size_t i = 0; i < comparison->findings; i++) {
		struct finding *finding = &comparison->finding[i];
		struct member *member = &fitting->member[fitting->members];

		if (!takes_part(finding))
			continue;
		measure_noise(finding);
		*member = make_member(finding);
		member->finding = (uint32_t)i;
		if (!names_intern(&fitting->blocks, finding->metric,
				  block_length(finding->metric),
				  &member->block))
			return false;
		fitting->members++;
	}
	return true;
}

static bool count_usable(struct fitting *fitting)
{
	size_t blocks = fitting->blocks.count;

	fitting->usable = calloc(blocks + 1, sizeof(*fitting->usable));
	fitting->row = calloc(blocks + 1, sizeof(*fitting->row));
	if (!fitting->usable || !fitting->row)
		return false;
	for (size_t i = 0; i < fitting->members; i++) {
		const struct member *member = &fitting->member[i];
		size_t *usable = fitting->usable[member->block][member->family];

		for (unsigned k = 0; k < PRIOR_FITS; k++)
			usable[k] += !isnan(member->v[k]);
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

/* Numbers the members by their rows. */
static bool sort_members(struct fitting *fitting)
{
	struct comparison *comparison = fitting->comparison;
	size_t *begin = calloc(comparison->priors + 2, sizeof(*begin));

	fitting->begin = begin;
	fitting->order =
		malloc((fitting->members + 1) * sizeof(*fitting->order));
	if (!begin || !fitting->order)
		return false;
	for (size_t i = 0; i < fitting->members; i++) {
		struct member *member = &fitting->member[i];
		struct finding *finding = &comparison->finding[member->finding];

		member->row = fitting->row[member->block][member->family];
		/* Names of metrics outlive the comparison. */
		if (member->row >= BORROWERS)
			comparison->prior[member->row].block = finding->metric;
		begin[member->row + 2]++;
	}
	for (size_t r = 0; r < comparison->priors; r++)
		begin[r + 2] += begin[r + 1];
	for (size_t i = 0; i < fitting->members; i++)
		fitting->order[begin[fitting->member[i].row + 1]++] =
			(uint32_t)i;
	return true;
}

/* Appends the variances of one row's members. */
static size_t gather(const struct fitting *fitting, size_t row,
		     enum prior_fit fit, size_t n)
{
	for (size_t i = fitting->begin[row]; i < fitting->begin[row + 1]; i++) {
		const struct member *member =
			&fitting->member[fitting->order[i]];

		if (isnan(member->v[fit]))
			continue;
		fitting->v[n] = member->v[fit];
		fitting->f[n++] = member->f[fit];
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
	size_t room = fitting->members + 1;

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
	free(fitting->member);
	free(fitting->row);
	free(fitting->usable);
	free(fitting->order);
	free(fitting->begin);
	free(fitting->v);
	free(fitting->f);
	free(fitting->scratch);
}

/* Priors that are given stand for those that were fitted. */
static void take_given(struct comparison *comparison,
		       const struct prior (*given)[PRIOR_FITS])
{
	for (size_t r = 0; r < comparison->priors; r++) {
		struct block_prior *row = &comparison->prior[r];

		if (!isnan(given[row->family][PRIOR_BASE].d0))
			memcpy(row->fit, given[row->family], sizeof(row->fit));
	}
}

bool moderate(struct comparison *comparison,
	      const struct prior (*given)[PRIOR_FITS])
{
	struct fitting fitting = { .comparison = comparison };
	bool done = find_members(&fitting) && count_usable(&fitting) &&
		    make_rows(&fitting) && sort_members(&fitting) &&
		    fit_all(&fitting);

	if (done && given)
		take_given(comparison, given);
	for (size_t i = 0; done && i < fitting.members; i++) {
		const struct member *member = &fitting.member[i];
		struct finding *finding = &comparison->finding[member->finding];

		finding->prior = member->row;
		shrink_noise(finding, comparison->prior[member->row].fit);
	}
	release(&fitting);
	return done;
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
