#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Allocations of a sweep are made to fail, one at a time.  It then says that
# there is no memory, with exit status 4 and no night but a whole one, and the
# next sweep makes the night that it would have made; or it does without the
# memory.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

program=${builddir:?}/tests/perfsift-failing
test -x "$program" || skip_all "not built: sanitizers, or not the GNU C library"
make_scratch
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
night=2026-01-01

mkdir -p "$scratch/data/rules"
printf 'metric,better\ntime,lower\n' >"$scratch/data/rules/default.csv"
PERFSIFT_DATADIR=$scratch/data
export PERFSIFT_DATADIR

# commit ID VALUE UNIT: two runs, and a broken one.
commit()
{
	directory=$scratch/archive/test=a/commit=$1
	mkdir -p "$directory"
	for run in 0 1; do
		echo metric,value,unit
		echo "time,$2.$run,$3"
		test "$1" = c1 || echo "other,$run,"
	done | awk -v directory="$directory" '
	/^metric/ { run++ }
	{ print >(directory "/" run ".csv") }'
	echo time,x >"$directory/9.csv"
}
commit c1 100 ms
commit c2 200000 us
printf 'commit,parent\nc2,c1\n' >"$scratch/archive/commits.csv"

# attempt N: a sweep into an empty directory, the Nth allocation failing.
attempt()
{
	rm -rf "$scratch/note" "$scratch/nights"
	status=0
	(cd "$scratch" &&
		PERFSIFT_FAIL_ALLOC=$1 PERFSIFT_FAIL_NOTE=$scratch/note \
		exec "$program" sweep archive -o nights -j 1) \
		>"$scratch/stdout" 2>"$scratch/stderr" || status=$?
}

# night: the files of the night as one text; nothing where it is not whole.
night()
{
	files "$scratch/nights/$night"
}

# verdict: what is wrong with the last attempt, where it was hit.
verdict()
{
	case $status in
	4)
		grep -qE '^perfsift: .*(out of memory|Cannot allocate memory)' \
			"$scratch/stderr" || cat "$scratch/stderr"
		# Once it is in its place, the night is told of.
		test ! -s "$scratch/stdout" ||
			cmp "$scratch/expected" "$scratch/stdout" 2>&1 || :
		test ! -s "$scratch/stdout" || test -d "$scratch/nights/$night" ||
			echo "it tells of a night that is not there"
		test ! -e "$scratch/nights/.$night.tmp" || echo "a rest"
		status=0
		(cd "$scratch" && "$PERFSIFT" sweep archive -o nights -j 1) \
			>/dev/null 2>&1 || status=$?
		# What was there but not marked is only marked.
		test $status -eq 3 || test $status -eq 0 ||
			echo "then exit status $status" ;;
	3)
		cmp "$scratch/expected-errors" "$scratch/stderr" 2>&1 || :
		cmp "$scratch/expected" "$scratch/stdout" 2>&1 || : ;;
	*)
		echo "exit status $status"
		cat "$scratch/stderr" ;;
	esac
	night | cmp - "$scratch/night" 2>&1 || :
}

attempt 0
ok "the sweep meets broken runs" test $status -eq 3
cp "$scratch/stdout" "$scratch/expected"
cp "$scratch/stderr" "$scratch/expected-errors"
night >"$scratch/night"
ok "it makes a night" grep -q '"type":"finding"' "$scratch/night"
: >"$scratch/wrong"
# There are thousands, many of them alike; PERFSIFT_ALLOC_STEP=1 tries each.
step=${PERFSIFT_ALLOC_STEP:-7}
number=0
while number=$((number + step)); do
	attempt $number
	test -e "$scratch/note" || break
	verdict | sed "s/^/allocation $number: /" >>"$scratch/wrong"
done
ok "there are allocations" test $number -gt 100
head -n 20 "$scratch/wrong" | note
empty "each may fail" "$scratch/wrong"
echo "# $number allocations, one in $step"
plan
