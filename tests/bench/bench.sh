#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make bench`: a comparison as large as a night's, beside the least that its
# reading costs, a bare loop of libcsv over the same files.
set -eu

metrics=${BENCH_METRICS:-20000}
runs=${BENCH_RUNS:-6}
times=${BENCH_TIMES:-5}
bench=${builddir:?}/tests/bench

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch"

# median COLUMN FILE
median()
{
	cut -d ' ' -f "$1" "$2" | sort -g | awk '
		{ value[NR] = $1 }
		END { printf "%s\n", NR % 2 ? value[(NR + 1) / 2] : \
			(value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

"$bench/generate" . "$metrics" "$runs" "$runs" 1
bytes=$(cat base/*.csv candidate/*.csv | wc -c)
echo "$metrics metrics, $runs runs a side, $bytes bytes;" \
	"median of $times runs, taken in turn"

time=0
while test $time -lt "$times"; do
	time=$((time + 1))
	"$bench/measure" perfsift.times \
		"$PERFSIFT" compare base candidate -o findings.txt
	"$bench/measure" libcsv.times "$bench/libcsv_loop" base candidate
	# As -v has it: milliseconds of each stage, on one thread.
	"$PERFSIFT" compare base candidate -j 1 -v 2>&1 >findings.txt |
		awk '$3 == "rows" && $5 == "ms" {
			if ($1 == "read")
				next
			if ($1 == "summarise")
				summaries = $4
			else
				after += $4
		}
		END { print after / 1000, (after + summaries) / 1000 }' \
		>>after.times
done

printf '%10s %10s %10s  %s\n' 'CPU s' 'elapsed s' 'peak MiB' command
# line FILE COMMAND
line()
{
	printf '%10s %10s %10s  %s\n' "$(median 1 "$1")" "$(median 2 "$1")" \
		"$(median 3 "$1" | awk '{ printf "%.1f", $1 / 1024 }')" "$2"
}
line perfsift.times "perfsift compare base candidate -o findings.txt"
line libcsv.times "tests/bench/libcsv_loop base candidate"
echo "$(median 1 perfsift.times) $(median 1 libcsv.times)" | awk '
	{ printf "CPU ratio %.2f\n", ($2 > 0 ? $1 / $2 : 0) }'
echo "$(median 1 after.times) $(median 2 after.times)" \
	"$(median 1 libcsv.times)" | awk '$3 > 0 {
	printf "after reading and summaries %.4f s, %.2f x the bare loop; ", \
		$1, $1 / $3
	printf "with summaries %.4f s, %.2f x\n", $2, $2 / $3
}'

# A table of some million rows: its memory beyond that of a table of four, and
# what it may take, 32 bytes a sample and 600 a metric of a group.
groups=${BENCH_GROUPS:-20}
cat >table.awk <<'END'
BEGIN {
	srand(1)
	print "group,commit,run,metric,value"
	for (group = 0; group < groups; group++)
		for (side = 0; side < 2; side++)
			for (run = 0; run < runs; run++)
				for (m = 0; m < metrics; m++)
					printf "g%d,%s,%d,suite.%d.metric-%d,%.6g\n", \
						group, side ? "new" : "old", \
						run, m % 7, m, \
						(m + 1) * (1 + (rand() - .5) / 50)
}
END
awk -v groups=1 -v runs=2 -v metrics=1 -f table.awk >small.csv
awk -v groups="$groups" -v runs="$runs" -v metrics="$metrics" -f table.awk \
	>table.csv
for table in small table; do
	"$bench/measure" $table.times "$PERFSIFT" compare $table.csv \
		--columns axis=group --base old --candidate new -o findings.txt
done
rows=$((2 * groups * runs * metrics))
echo
echo "a table of $rows rows, $(wc -c <table.csv) bytes"
line table.times "perfsift compare table.csv -o findings.txt"
echo "$(median 3 small.times) $(median 3 table.times)" |
	awk -v samples="$rows" -v metrics=$((groups * metrics)) '{
		used = 1024 * ($2 - $1)
		allowed = 32 * samples + 600 * metrics
		printf "memory %.0f of %.0f bytes that it may take (%s)\n", \
			used, allowed, used <= allowed ? "within" : "beyond"
	}'
