/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef STATS_WELCH_H
#define STATS_WELCH_H

#include <stddef.h>

/* One side of a test. */
struct moments {
	double n; /* runs */
	double mean;
	double sd; /* sample standard deviation; NaN: undefined */
};

/*
 * Standard error of a difference of means, and its degrees of freedom.
 * Both NaN where an sd is undefined; se 0 and df NaN where both sd are 0.
 */
struct spread {
	double se, df;
};

/* Student's t-test; all NaN where it is undefined. */
struct t_test {
	double t; /* positive when the candidate is larger */
	double df;
	double p; /* two-sided */
};

/*
 * Welch (1947), "The generalization of 'Student's' problem when several
 * different population variances are involved", Biometrika 34; degrees of
 * freedom by Satterthwaite (1946).  Scaled by a power of two, so that neither
 * squares nor fourth powers leave the range of a double.
 */
struct spread welch_spread(struct moments base, struct moments candidate);

/*
 * The same where the degrees of freedom of each sd are not n - 1; they may be
 * infinite.
 */
struct spread spread_of(struct moments base, double base_df,
			struct moments candidate, double candidate_df);

/*
 * Welch's two-sided test of equal means.  Undefined (all NaN) with fewer than
 * two runs on a side, or when both sides are constant.
 */
struct t_test welch_test(struct moments base, struct moments candidate);

/*
 * Upper tail of Student's t distribution, P(T >= t), to 1e-12 down to 1e-300:
 * GSL's F and t distributions, each where it is that good.  NaN where t or df
 * is NaN or df <= 0; infinite df is the normal distribution.
 */
double t_upper_tail(double t, double df);

/* The t whose upper tail is `tail`, 0 < tail < 1; NaN as above. */
double t_quantile_upper(double tail, double df);

/*
 * A tail that many t are held against: its quantiles for whole degrees of
 * freedom, computed as they are asked for.  {.tail = tail} is where to begin.
 */
enum { T_LEVEL_DF = 64 };
struct t_level {
	double tail;
	double quantile[T_LEVEL_DF + 1]; /* [0]: of infinite df; a 0 is not
					    computed yet */
};

enum t_place { T_UNCERTAIN, T_WITHIN, T_BEYOND };

/*
 * Where t stands as seen from the quantile of level->tail: T_BEYOND where
 * t_upper_tail(t, df) is less than the tail, T_WITHIN where it is more,
 * T_UNCERTAIN where only computing it tells, which takes long.  The quantile
 * falls with df, so that those of the whole numbers beside df are its bounds.
 * Always T_UNCERTAIN for a tail of one half or more.
 */
enum t_place t_level_place(struct t_level *level, double t, double df);

/* Bounds of that quantile; 0 and infinite where t_level_place() has none. */
struct t_bounds {
	double least, most;
};
struct t_bounds t_level_bounds(struct t_level *level, double df);

/*
 * p of a difference against a floor: P(|T| as far out as if the true
 * difference were `floor` on either side), at most 1.  McCarthy and Smyth
 * (2009), "Testing significance relative to a fold-change threshold is a
 * TREAT", Bioinformatics 25.  A floor of 0 gives the two-sided p.
 */
double floor_p(double difference, double floor, struct spread spread);

/*
 * Hedges' g: the standardised difference with Hedges' exact correction for
 * small samples (Hedges 1981, J. Educational Statistics 6), pooled sd.  NaN
 * with fewer than two runs on a side or a pooled sd of 0.
 */
double hedges_g(struct moments base, struct moments candidate);

#endif
