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
cp expected expected-added
sweep none
empty "then none again" none

# One commit of each group is changed, each in another way.
cp archive/test=a/commit=c7/0.csv archive/test=a/commit=c7/3.csv
sed 's/time,10/time,99/' archive/test=b/commit=c7/0.csv >changed
cp changed archive/test=b/commit=c7/0.csv
rm archive/test=c/commit=c7/0.csv
touch archive/test=d/commit=c7/0.csv
# The same size and the same time of modification.
sed 's/time,10/time,99/' archive/test=e/commit=c7/2.csv >changed
touch -r archive/test=e/commit=c7/2.csv changed
cp -p changed archive/test=e/commit=c7/2.csv
grow_old
sweep opened

# noticed GROUP WHAT: in that group the commits are opened that are compared
# with the changed one, and no others.
noticed()
{
	sed -n "s/.*test=$1\/commit=\(c[0-9]*\)\/.*/\1/p" opened |
		LC_ALL=C sort -u | tr '\n' ' ' >got
	printf 'c6 c7 c8 ' >expected
	same "a run is $2: its pairs are read" expected got
}
noticed a added
noticed b changed
noticed c removed
noticed d touched
noticed e "changed in secret"
ok "two pairs of each group are new" grep -q ': 10 comparisons in 5' stdout
sweep none
empty "then none again" none

# Of files that were young when they were read, the status does not tell all:
# once they are old they are looked at once more, and nothing is new.
commit c 22
echo c22,c21 >>archive/commits.csv
start=$(date +%s)
sweep opened
sed 's/c21/c22/; s/c20/c21/' expected-added >expected
same "young files are read" expected opened
if test $(($(date +%s) - start)) -lt 2; then
	grow_old
	sweep opened
	grep c22 expected >expected-young
	same "and once more when they are old" expected-young opened
	ok "there is nothing new about them" grep -q ': nothing new' stdout
else
	skip "and once more when they are old" "this takes too long here"
fi
sweep none
empty "but that was the last time" none
plan
