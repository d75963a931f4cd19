#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A part of `make bench`: sweeps.  What a second thread gains on 40 comparisons,
# the memory that 40 and 400 comparisons take, and what a sweep costs over an
# archive of 500 commits in which nothing is new.
set -eu
. "${srcdir:?make bench sets it}/tests/bench/lib.sh"

metrics=${BENCH_METRICS:-20000}

# line FILE WHAT
line()
{
	printf '%10s %10s %10s  %s\n' "$(median 1 "$1")" "$(median 2 "$1")" \
		"$(median 3 "$1" | awk '{ printf "%.1f", $1 / 1024 }')" "$2"
}

# sweep FILE ARCHIVE OPTION...: measured, into a directory that is new.
sweep()
{
	file=$1
	archive=$2
	shift 2
	rm -rf nights
	"$bench/measure" "$file" "$PERFSIFT" sweep "$archive" -o nights "$@" \
		>/dev/null
}

"$bench/archive" forty --groups 4 --commits 11 --runs 6 --metrics "$metrics"
time=0
while test $time -lt "$times"; do
	time=$((time + 1))
	sweep one.times forty/archive -j 1
	sweep two.times forty/archive -j 2
done
echo
echo "sweeps; median of $times, taken in turn"
printf '%10s %10s %10s  %s\n' 'CPU s' 'elapsed s' 'peak MiB' sweep
line one.times "40 comparisons of $metrics metrics x (6 + 6) runs, -j 1"
line two.times "the same, -j 2"
rm -rf forty

# The same news, which is none: no change is large enough.
for count in 40 400; do
	"$bench/archive" memory-$count --groups 4 --commits $((count / 4 + 1)) \
		--runs 6 --metrics 200
	sweep memory-$count.times memory-$count/archive -j 2 \
		-r '.*: min_change=10000'
	line memory-$count.times "$count comparisons without news, -j 2"
	rm -rf memory-$count
done

"$bench/archive" large --groups 1 --commits 500 --runs 6 --metrics 100
sweep first.times large/archive
line first.times "500 commits x 6 runs, the first night"
# Files that are young are looked at again.
sleep 2.1
"$PERFSIFT" sweep large/archive -o nights >/dev/null
time=0
while test $time -lt "$times"; do
	time=$((time + 1))
	"$bench/measure" second.times "$PERFSIFT" sweep large/archive -o nights \
		>/dev/null
done
line second.times "the same, nothing new"
echo "$(median 2 one.times) $(median 2 two.times)" \
	"$(cat memory-40.times memory-400.times | cut -d ' ' -f 3 | tr '\n' ' ')" |
	awk '{
	printf "two threads %.2f x the speed of one; ", $1 / $2
	printf "memory of 400 comparisons %.2f x that of 40\n", $4 / $3
}'
