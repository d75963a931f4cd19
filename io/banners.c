/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/banners.h"

#include <math.h>
#include <stdio.h>

#include "stats/session.h"

size_t banners_of(const struct comparison *comparison,
		  char text[BANNERS_MAX][BANNER_ROOM])
{
	size_t count = 0, kpis;
	bool worse;
	double p = session_one_sided_p(comparison, &worse, &kpis);

	if (comparison->session > SESSION_LIMIT)
		snprintf(text[count++], BANNER_ROOM,
			 "session shift or broad change: confirm with fresh "
			 "runs (the monitors lie %.1f times as far apart as "
			 "chance would have them)",
			 comparison->session);
	if (!isnan(p))
		snprintf(text[count++], BANNER_ROOM,
			 "all %zu reported KPIs are %s and none is %s: confirm "
			 "with fresh runs (sign test p = %.2g, if they were "
			 "independent)",
			 kpis, worse ? "worse" : "better",
			 worse ? "better" : "worse", p);
	return count;
}
