#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make bench`: what reading and comparing cost, beside a bare loop of libcsv
# over the same bytes, and beside what people would use instead, as far as it is
# installed: DuckDB (npm package @duckdb/node-api below DUCKDB_HOME), data.table
# of R, pandas, Miller and datamash, which do the same grouping, mean, variance
# and Welch figures.  A Markdown table of medians, the commands taken in turn,
# with the exact command lines.
set -eu
. "${srcdir:?make bench sets it}/tests/bench/lib.sh"

metrics=${BENCH_METRICS:-20000}
runs=${BENCH_RUNS:-6}
groups=${BENCH_GROUPS:-20}
source=${srcdir:?}/tests/bench

# ratio OF COLUMN TO: of two commands' medians.
ratio()
{
	echo "$(median "$2" "$1.times") $(median "$2" "$3.times")" |
		awk '{ if ($2 > 0) printf "%.2f", $1 / $2; else printf "-" }'
}

# is NAME COMMAND: something to be measured; the first of each section is what
# the others are held against.
names=
is()
{
	names="$names $1"
	echo "$2" >"$1.command"
}

# measure: all that is, in turn.
measure()
{
	time=0
	while test $time -lt "$times"; do
		time=$((time + 1))
		for name in $names; do
			# Arguments have no blanks of their own.
			# shellcheck disable=SC2046
			"$bench/measure" "$name.times" \
				$(sed "s|^perfsift |$PERFSIFT |
					s|^libcsv_loop |$bench/libcsv_loop |
					s| welch| $source/welch|
					s|^welch|$source/welch|" "$name.command") \
				>"$name.out" 2>&1 || {
				cat "$name.command" "$name.out" >&2
				exit 1
			}
		done
	done
}

# show TITLE: the table of a section.
show()
{
	first=${names# }
	first=${first%% *}
	echo
	echo "$1"
	echo
	echo "| CPU s | elapsed s | peak MiB | CPU ratio | elapsed ratio | command |"
	echo "|---:|---:|---:|---:|---:|---|"
	for name in $names; do
		printf "| %.3f | %.3f | %.1f | %s | %s | \`%s\` |\n" \
			"$(median 1 "$name.times")" "$(median 2 "$name.times")" \
			"$(median 3 "$name.times" | awk '{ print $1 / 1024 }')" \
			"$(ratio "$name" 1 "$first")" \
			"$(ratio "$name" 2 "$first")" "$(cat "$name.command")"
	done
	names=
}

# stages COMMAND...: milliseconds that one thread takes for reading, collating
# and summaries, and for all that comes after, of a perfsift command.
stages()
{
	time=0
	: >stages
	while test $time -lt "$times"; do
		time=$((time + 1))
		"$PERFSIFT" "$@" -j 1 -v -o findings.txt 2>&1 >/dev/null | awk '
			$3 == "rows" && $5 == "ms" {
				if ($1 == "read" || $1 == "summarise")
					before += $4
				else
					after += $4
			}
			END { print before / 1000, after / 1000 }' >>stages
	done
}

# hold LOOP: what stages() measured against the CPU time of a libcsv loop.
hold()
{
	echo "$(median 1 stages) $(median 2 stages) $(median 1 "$1.times")" |
		awk '{
		printf "One thread: reading, collating and summaries %.4f s, ", $1
		printf "%.2f x the bare loop; all that comes after %.4f s, ", \
			$1 / $3, $2
		printf "%.2f x.\n", $2 / $3
	}'
}

# The archive of run files, the same samples as one table, and that quoted.
group=0
mkdir runs
echo group,commit,run,metric,value >table.csv
while test $group -lt "$groups"; do
	group=$((group + 1))
	name=testcase-number-$group
	"$bench/generate" . "$metrics" "$runs" "$runs" $group
	mkdir "runs/group=$name"
	for side in base candidate; do
		run=0
		while test $run -lt "$runs"; do
			sed "1d; s/^/$name,$side,$run,/" $side/$run.csv \
				>>table.csv
			run=$((run + 1))
		done
		mv $side "runs/group=$name/commit=$side"
	done
done
sed 's/,/","/g; s/^/"/; s/$/"/' table.csv >quoted.csv
rows=$(($(wc -l <table.csv) - 1))
echo "$(date -u +%Y-%m-%d), $(getconf _NPROCESSORS_ONLN) processors of type" \
	"$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1);" \
	"median of $times, taken in turn"

options='--columns axis=group --base base --candidate candidate -o findings.txt'
is table_loop "libcsv_loop table.csv"
is table_one "perfsift compare table.csv $options -j 1"
is table_two "perfsift compare table.csv $options -j 2"
is table_wc "wc -l table.csv"
test -d "${DUCKDB_HOME-}/node_modules/@duckdb" &&
	is duckdb "node welch.mjs table.csv 2"
Rscript -e 'library(data.table)' >/dev/null 2>&1 &&
	is datatable "Rscript welch.R table.csv 2"
/usr/bin/python3 -c 'import pandas' 2>/dev/null &&
	is pandas "/usr/bin/python3 welch.py table.csv"
command -v mlr >/dev/null &&
	is miller "mlr --icsv --ojson stats1 -a count,mean,var -f value -g group,metric,commit then put -q -f welch.mlr table.csv"
command -v datamash >/dev/null &&
	is datamash "sh welch.sh table.csv"
measure
show "A table of $rows rows, $(wc -c <table.csv) bytes"
stages compare table.csv --columns axis=group --base base --candidate candidate
echo
hold table_loop
median 3 table_one.times | awk -v samples="$rows" \
	-v metrics=$((groups * metrics)) '{
	allowed = 32 * samples + 600 * metrics
	printf "Memory %.0f of the %.0f MiB that 32 bytes a sample and 600 ", \
		$1 / 1024, allowed / 1048576
	printf "a metric allow.\n"
}'

is quoted_loop "libcsv_loop quoted.csv"
is quoted_one "perfsift compare quoted.csv $options -j 1"
measure
show "The same table, every field quoted, $(wc -c <quoted.csv) bytes"
stages compare quoted.csv --columns axis=group --base base --candidate candidate
echo
hold quoted_loop
rm -f quoted.csv

is runs_loop "libcsv_loop $(echo runs/*/* | tr -d '\n')"
is runs_one "perfsift compare runs --base base --candidate candidate -o findings.txt -j 1"
is runs_two "perfsift compare runs --base base --candidate candidate -o findings.txt -j 2"
measure
echo 'libcsv_loop runs/*/*' >runs_loop.command
show "The same samples in $((2 * groups * runs)) run files"
stages compare runs --base base --candidate candidate
echo
hold runs_loop
rm -rf runs table.csv

"$bench/generate" . "$metrics" "$runs" "$runs" 1
is one_loop "libcsv_loop base candidate"
is one_one "perfsift compare base candidate -o findings.txt -j 1"
is one_two "perfsift compare base candidate -o findings.txt -j 2"
measure
show "One comparison of $metrics metrics x ($runs + $runs) runs"
stages compare base candidate
echo
hold one_loop
rm -rf base candidate

"$bench/generate" . 50000 10 10 1
stages compare base candidate
echo
echo "$(median 1 stages) $(median 2 stages)" | awk '{
	printf "50000 metrics x (10 + 10) runs: %.4f s, ", $1 + $2
	printf "%.2f x reading, collating and summaries alone\n", \
		($1 + $2) / $1
}'
