#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What sweeps and others do at the same time: a second sweep, run files that
# change while they are read, and threads that share the work.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

program=${builddir:?}/tests/perfsift-cut
make_scratch
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
cd "$scratch"

for group in a b; do
	for id in 1 2 3 4; do
		make_runs "archive/test=$group/commit=c$id" 3 40 \
			$((id % 2 * 20)) "$id"
	done
done
printf 'commit,parent\nc2,c1\nc3,c2\nc4,c3\n' >archive/commits.csv

# published DIRECTORY: the files of its last night as one text.
published()
{
	files "$1/latest/"
}

# Threads.
"$PERFSIFT" sweep archive -o one -j 1 >stdout || :
published one >expected
ok "there is news" grep -q 'mail/c3.eml' expected
sed 's/^one/DIR/' stdout >expected-line
for jobs in 2 5 50; do
	"$PERFSIFT" sweep archive -o "jobs-$jobs" -j $jobs >stdout || :
	published "jobs-$jobs" >got
	same "-j $jobs: the same night" expected got
	sed "s/^jobs-$jobs/DIR/" stdout >got
	same "-j $jobs: the same line" expected-line got
done
# Fewer comparisons than threads.
for jobs in 1 5; do
	"$PERFSIFT" sweep archive -o "few-$jobs" -j $jobs --candidate c2 \
		--group test=a >/dev/null || :
	published "few-$jobs" >"few-$jobs.night"
done
same "one comparison on one thread and five" few-1.night few-5.night

# state PATH...: what lies there.
state()
{
	find "$@" -type f | LC_ALL=C sort | xargs cksum
	find "$@" ! -type f | LC_ALL=C sort
}

# two NAME FIRST SECOND PATH: while the first sweep is held up, the second says so,
# and changes nothing of what lies at the path.
two()
{
	rm -f go go.held
	# shellcheck disable=SC2086 # arguments
	PERFSIFT_HOLD=go "$program" sweep archive $2 >first.stdout \
		2>first.stderr &
	first=$!
	while test ! -e go.held && kill -0 $first; do
		sleep 0.01
	done
	state "$4" >expected-state
	status=0
	# shellcheck disable=SC2086 # arguments
	"$PERFSIFT" sweep archive $3 >stdout 2>stderr || status=$?
	ok "$1: the second exits with 4" test $status -eq 4
	ok "$1: it says why" \
		grep -q 'is in use: another sweep is at work there' stderr
	ok "$1: in one line" test "$(cat stdout stderr | wc -l)" -eq 1
	state "$4" >got
	same "$1: it touches nothing" expected-state got
	touch go
	wait $first || :
	published "${2##*-o }" >got 2>/dev/null || :
	same "$1: the first makes its night" expected got
}
two "one directory" "-o two" "-o two" two
ok "one directory: one night" test ! -e "two/$(readlink two/latest).2"
mkdir -p stores
two "one store" "--store stores/s -o three" "--store stores/s -o four" stores
ok "one store: none of the other" test ! -e four/latest

# Files that change while they are read.
changing=archive/test=a/commit=c2/1.csv
cp $changing before
printf 'late,1,ms\n' | cat before - >after
# sweep_changing TIMES DIRECTORY
sweep_changing()
{
	cp before $changing
	PERFSIFT_CHANGE=$changing:$1 "$program" sweep archive -o "$2" -j 1 \
		>stdout 2>stderr || status=$?
}
cp after $changing
"$PERFSIFT" sweep archive -o grown -j 1 >/dev/null || :
published grown >expected-after
status=0
sweep_changing 1 once
published once >got
same "changed once: read again, and whole" expected-after got
ok "changed once: no problem" test ! -s stderr
"$PERFSIFT" sweep archive -o whole -j 1 >/dev/null || :
grep -v ,c2, whole/latest/findings.csv | cut -d , -f 9-36 |
	LC_ALL=C sort >expected
status=0
sweep_changing 1000 always
ok "changed on and on: a problem" test $status -eq 3
ok "changed on and on: which file, and why" \
	grep -qx "perfsift: $changing: it changes while it is read" stderr
ok "changed on and on: problems.csv lists it" grep -q \
	"^test=a,c2,1,$changing,,it changes while it is read" \
	always/latest/problems.csv
cut -d , -f 9-36 always/latest/findings.csv | grep -v test=b | LC_ALL=C sort >got
grep -v test=b expected >expected-a
same "changed on and on: its commit is left out" expected-a got
"$PERFSIFT" sweep archive -o always -j 1 >stdout || :
ok "changed on and on: the next night has it" \
	grep -q ': 2 comparisons in 2 groups' stdout

# A file that becomes another of the same length, too long to be read at once,
# where the clock of the disk is too coarse to tell.
for id in 1 2; do
	mkdir -p long/test=a/commit=c$id
	for run in 0 1 2; do
		awk -v level=$((100 * id)) -v run=$run 'BEGIN {
			print "metric,value,unit"
			for (m = 0; m < 3000; m++) {
				name = sprintf("%064d", m)
				gsub(/1/, "a", name)
				gsub(/2/, "b", name)
				gsub(/3/, "c", name)
				printf "%s,%d.%d,ms\n", name, level, run + m % 7
			}
		}' >long/test=a/commit=c$id/$run.csv
	done
done
printf 'commit,parent\nc2,c1\n' >long/commits.csv
turning=long/test=a/commit=c2/1.csv
cp $turning unturned
tr 123 231 <unturned >turned-once
# turn_sweep TIMES DIRECTORY
turn_sweep()
{
	cp unturned $turning
	PERFSIFT_COARSE=1 PERFSIFT_TURN=$turning:$1 "$program" sweep long \
		-o "$2" -j 1 >stdout 2>stderr || status=$?
}
turn_sweep 1 turned
ok "turned once: the file is another" cmp -s turned-once $turning
"$PERFSIFT" sweep long -o turned-after -j 1 >/dev/null || :
published turned-after >expected
published turned >got
same "turned once: read again, and whole" expected got
status=0
turn_sweep 1000 turning
ok "turned on and on: a problem" test $status -eq 3
ok "turned on and on: which commit, and why" grep -q \
	"^perfsift: long/test=a/commit=c2[^:]*: it changes while it is read" stderr
ok "turned on and on: no night" test ! -e turning/latest

# compare does the same.
cp after $changing
"$PERFSIFT" compare archive --base c1 --candidate c2 -f csv >expected 2>&1 || :
cp before $changing
PERFSIFT_CHANGE=$changing:1 "$program" compare archive --base c1 \
	--candidate c2 -f csv >got 2>&1 || :
same "compare, changed once: the file as it is then" expected got
cp before $changing
status=0
PERFSIFT_CHANGE=$changing:1000 "$program" compare archive --base c1 \
	--candidate c2 -f csv >stdout 2>stderr || status=$?
ok "compare, changed on and on: no result" test $status -eq 3 -a ! -s stdout
ok "compare, changed on and on: why" grep -q 'changes while it is read' stderr
plan
