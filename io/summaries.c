/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/summaries.h"

#include <string.h>

/* A header with all of these columns tells the tool. */
static const struct {
	const char *columns;
	const char *what;
} summaries[] = {
	{ "command,mean,stddev,median,user,system,min,max",
	  "hyperfine's CSV holds no samples, only means: take its "
	  "--export-json, see perfsift(7)" },
	{ "Benchmark,Mode,Threads,Samples,Score",
	  "JMH's CSV holds no samples, only means: take its -rf json, see "
	  "perfsift(7)" },
	{ "name,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations",
	  "pytest-benchmark's CSV holds no samples, only means: take its "
	  "--benchmark-json, see perfsift(7)" },
};

static bool has_column(const struct column_map *map, const char *name,
		       size_t length)
{
	for (size_t i = 0; i < map->columns; i++)
		if (strlen(map->name[i]) == length &&
		    memcmp(map->name[i], name, length) == 0)
			return true;
	return false;
}

static bool has_columns(const struct column_map *map, const char *names)
{
	for (;;) {
		size_t length = strcspn(names, ",");

		if (!has_column(map, names, length))
			return false;
		if (!names[length])
			return true;
		names += length + 1;
	}
}

const char *summary_refusal(const struct column_map *map)
{
	for (size_t i = 0; i < sizeof(summaries) / sizeof(*summaries); i++)
		if (has_columns(map, summaries[i].columns))
			return summaries[i].what;
	return NULL;
}
