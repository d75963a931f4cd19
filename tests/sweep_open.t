#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which run files a sweep opens: none that it knows, and of a pair that is new
# those of its commits.  What is added, changed or removed is noticed.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v strace >/dev/null || skip_all "strace is not installed"
strace -o /dev/null true 2>/dev/null || skip_all "strace may not trace"
make_scratch
cd "$scratch"

# commit GROUP NUMBER: three runs.
commit()
{
	directory=archive/test=$1/commit=c$2
	mkdir -p "$directory"
	for run in 0 1 2; do
		printf 'metric,value,unit\ntime,%d.%d,ms\n' $((100 + $2 % 3)) \
			$run >"$directory/$run.csv"
	done
}
commits="01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20"
for group in a b c d e; do
	for number in $commits; do
		commit $group "${number#0}"
	done
done
{
	echo commit,parent
	for number in $commits; do
		echo "c${number#0},c$((${number#0} - 1))"
	done
} >archive/commits.csv

# sweep FILE: the run files that it opens, each once, sorted; some files are so
# young that their status does not tell whether they change.
sweep()
{
	strace -f -e trace=open,openat,openat2 -o trace \
		"$PERFSIFT" sweep archive -o nights -j 2 >stdout 2>stderr || :
	sed -n 's/.*"\([^"]*\/commit=[^"]*\.csv\)".*/\1/p' trace |
		LC_ALL=C sort -u >"$1"
}
grow_old()
{
	sleep 2.1
}

grow_old
sweep all
ok "the first sweep opens all run files" test "$(wc -l <all)" -eq 300
sweep none
empty "the second opens none" none
ok "it says that nothing is new" grep -q 'nothing new in 5 groups' stdout

commit c 21
echo c21,c20 >>archive/commits.csv
grow_old
sweep added
sed 's/$/.csv/' >expected <<'END'
archive/test=c/commit=c20/0
archive/test=c/commit=c20/1
archive/test=c/commit=c20/2
archive/test=c/commit=c21/0
archive/test=c/commit=c21/1
archive/test=c/commit=c21/2
END
same "after a commit, those of it and its base" expected added
sweep none
empty "then none again" none

# noticed NAME COMMITS: only these commits of group e are opened, and the night
# has as many comparisons as they take part in.
noticed()
{
	grow_old
	sweep opened
	sed -n 's/.*test=e\/commit=\(c[0-9]*\)\/.*/\1/p' opened |
		LC_ALL=C sort -u | tr '\n' ' ' >got
	echo "$2" | tr -d '\n' >expected
	same "$1: its pairs are read" expected got
	ok "$1: in nothing but group e" test "$(grep -vc test=e opened)" -eq 0
	ok "$1: two pairs are new" grep -q ': 2 comparisons in 5' stdout
	sweep none
	empty "$1: then none again" none
}
cp archive/test=e/commit=c7/0.csv archive/test=e/commit=c7/3.csv
noticed "a run is added" "c6 c7 c8 "
sed 's/time,10/time,99/' archive/test=e/commit=c7/3.csv >changed
cp changed archive/test=e/commit=c7/3.csv
noticed "a run is changed" "c6 c7 c8 "
rm archive/test=e/commit=c7/0.csv
noticed "a run is removed" "c6 c7 c8 "

# The same size and the same time of modification.
sed 's/time,10/time,99/' archive/test=e/commit=c7/2.csv >changed
touch -r archive/test=e/commit=c7/2.csv changed
cp -p changed archive/test=e/commit=c7/2.csv
noticed "a run is changed in secret" "c6 c7 c8 "
plan
