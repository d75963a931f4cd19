/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_PRIOR_H
#define STATS_PRIOR_H

#include <stddef.h>

/*
 * What the variances of many metrics say about that of each: a scaled inverse
 * chi-square prior with d0 degrees of freedom around c2 (Smyth 2004; the
 * estimates are those of R limma's squeezeVar() without a trend).
 */
struct prior {
	double d0; /* 0: there is none; may be infinite */
	double c2; /* squared coefficient of variation */
};

/* Room that prior_fit() takes for each variance, in doubles. */
enum { PRIOR_SCRATCH = 3 };

/*
 * Fits a prior to n variances v, each a squared coefficient of variation with
 * f degrees of freedom of its own, f > 0; pairs with another f, or with a v
 * that is negative or not finite, are left out.  Variances below 1e-5 times the
 * median are raised to that first.  {0} where fewer than 2 variances are left
 * or their median is 0.  The result is the same, to the last bit, for any order
 * of the pairs.  `scratch` has room for PRIOR_SCRATCH times n values; v and f
 * are left as they are.
 */
struct prior prior_fit(const double *v, const double *f, size_t n,
		       double *scratch);

/*
 * The inverse of psi', the trigamma function (Newton's method, as in limma's
 * trigammaInverse(), which ends with the leading term below 1e-6 and above
 * 1e7).  NaN for x < 0 and NaN.
 */
double inverse_trigamma(double x);

/*
 * The standard deviation of a side after the prior: sqrt((d0 c2 mean^2 + f
 * sd^2) / (d0 + f)), and its degrees of freedom d0 + f.  A mean of 0 has no
 * coefficient of variation: d0 counts as 0 then.  An sd of NaN stays NaN.
 */
struct shrunk {
	double sd, df;
};
struct shrunk prior_shrink(struct prior prior, double mean, double sd,
			   double f);

#endif
