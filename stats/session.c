/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/session.h"

#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "stats/gate.h"
#include "stats/welch.h"

enum { ONE_SIDED_KPIS = 6 };

static bool is_measured(const struct finding *finding)
{
	return finding->kind == KIND_PERFORMANCE && finding->kpi == KPI_NO &&
	       finding->verdict != VERDICT_INCOMPARABLE && finding->se > 0 &&
	       finding->se_df > 0;
}

bool session_measure(struct comparison *comparison)
{
	double *t = malloc((2 * comparison->findings + 1) * sizeof(*t));
	double *df = t ? t + comparison->findings : NULL;
	size_t n = 0;

	comparison->session = NAN;
	if (!t || !df)
		return false;
	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (!is_measured(finding))
			continue;
		t[n] = fabs(finding->difference) / finding->se;
		df[n++] = finding->se_df;
	}
	if (n >= SESSION_MONITORS)
		comparison->session =
			gsl_stats_median(t, 1, n) /
			t_quantile_upper(0.25, gsl_stats_median(df, 1, n));
	free(t);
	return true;
}

double session_one_sided_p(const struct comparison *comparison, bool *worse,
			   size_t *kpis)
{
	size_t better = 0, n = 0;

	for (size_t i = 0; i < comparison->findings; i++) {
		const struct finding *finding = &comparison->finding[i];

		if (!finding->reported || finding->kpi == KPI_NO ||
		    finding->kind != KIND_PERFORMANCE ||
		    finding->direction == DIRECTION_CHANGE)
			continue;
		n++;
		better += finding->direction == DIRECTION_IMPROVEMENT;
	}
	*kpis = n;
	*worse = better == 0;
	if (n < ONE_SIDED_KPIS || (better != 0 && better != n))
		return NAN;
	return 2 * pow(0.5, (double)n);
}
