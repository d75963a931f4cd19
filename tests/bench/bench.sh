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
