/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_FISHER_H
#define STATS_FISHER_H

/*
 * Fisher's exact test, two-sided: the probability, given the margins, of all
 * tables that are no more probable than this one (as R's fisher.test, with its
 * relative tolerance of 1e-7).  `fails` of `runs` on each side; NaN when a
 * side has no runs.
 */
double fisher_p(unsigned base_fails, unsigned base_runs,
		unsigned candidate_fails, unsigned candidate_runs);

#endif
