/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/fisher.h"

#include <math.h>

#include <gsl/gsl_randist.h>

double fisher_p(unsigned base_fails, unsigned base_runs,
		unsigned candidate_fails, unsigned candidate_runs)
{
	unsigned fails = base_fails + candidate_fails;
	unsigned least, most, k;
	double limit, p = 0;

	if (base_runs == 0 || candidate_runs == 0)
		return NAN;
	if (base_fails > base_runs || candidate_fails > candidate_runs)
		return NAN;
	least = fails > candidate_runs ? fails - candidate_runs : 0;
	most = fails < base_runs ? fails : base_runs;
	/*
	 * Tables of the same probability differ in the last digits when
	 * computed along different ways; the tolerance keeps them together.
	 */
	limit = (1 + 1e-7) * gsl_ran_hypergeometric_pdf(base_fails, base_runs,
							candidate_runs, fails);
	for (k = least; k <= most; k++) {
		double probability = gsl_ran_hypergeometric_pdf(
			k, base_runs, candidate_runs, fails);

		if (probability <= limit)
			p += probability;
	}
	return p > 1 ? 1 : p;
}
