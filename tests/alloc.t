#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each allocation is made to fail in turn.  The program then says that there is
# no memory, with exit status 4 and nothing left behind, or does without it and
# prints the same as ever.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

program=${builddir:?}/tests/perfsift-failing
test -x "$program" || skip_all "not built: sanitizers, or not the GNU C library"
make_scratch
# Each attempt takes some processes: where PERFSIFT_ALLOC_STEP is N, only every
# Nth allocation is tried.
step=${PERFSIFT_ALLOC_STEP:-1}
# Of a mail the date.
SOURCE_DATE_EPOCH=0
export SOURCE_DATE_EPOCH
make_runs "$scratch/base" 3 12 0 1
make_runs "$scratch/candidate" 3 12 20 2
archive=$scratch/archive/testcase=example/nr_threads=50%
mkdir -p "$archive"
cp -R "$scratch/base" "$archive/commit=aaaa"
cp -R "$scratch/candidate" "$archive/commit=bbbb"
cp -R "$scratch/archive/testcase=example" "$scratch/archive/testcase=other"
mkdir "$scratch/out"
awk 'BEGIN {
	print "os,commit,run,metric,unit,rate,time"
	while (i++ < 96)
		printf "%s,%s,%d,m%d,%s,%d,%.3f\n", i % 2 ? "a" : "b", \
			int(i / 2) % 2 ? "v1" : "v2", int(i / 4) % 6, i / 24, \
			i % 3 ? "us" : "ms", 100 + i % 7, i / 7
}' >"$scratch/table.csv"
grep -v ,v2, "$scratch/table.csv" >"$scratch/old.csv"
grep -v ,v1, "$scratch/table.csv" >"$scratch/new.csv"
# Rules of every kind, but few: each run reads them.
mkdir -p "$scratch/data/rules"
cat >"$scratch/data/rules/default.csv" <<'END'
metric,group,kind,better,kpi,change,reduce,absent,unit,min_change,min_delta,min_level,min_runs,about,why
vmstat\..*,,,,no,,,,,,,5,,,a monitor
[a-z]+\.fail|dmesg\..+,,failure,,,,,,,,,,,,
m[0-9]*,a,,lower,primary,,median,,us,2,1,,2,about it,why it is there
END
PERFSIFT_DATADIR=$scratch/data
export PERFSIFT_DATADIR
cp "$scratch/data/rules/default.csv" "$scratch/lab.csv"
cp -r "$srcdir/data/cases/a-unit-and-none" "$scratch/case"
cp -r "$srcdir/data/cases/headline-double" "$scratch/headline"
(cd "$scratch" && "$PERFSIFT" compare archive --base aaaa --candidate bbbb \
	-f jsonl --samples | sed -n '1,2p; $p' >found.jsonl &&
	"$PERFSIFT" compare base candidate -f csv | sed 3q >found.csv) || :
seq 20 >"$scratch/old.txt"
seq 2 21 >"$scratch/new.txt"

# sides NAME: the command, and what it is for.
sides()
{
	case $1 in
	directories)	set -- compare base candidate ;;
	archive)	set -- compare archive --base aaaa --candidate bbbb ;;
	set)		set -- plan base --expect 2% ;;
	metric)		set -- explain value old.txt new.txt ;;
	cases)		set -- check case headline ;;
	case)		set -- check --record out/case value old.txt new.txt ;;
	table)		set -- compare table.csv --base v1 --candidate v2 ;;
	input)		set -- compare - --base v1 --candidate v2 ;;
	tables)		set -- compare old.csv new.csv ;;
	numbers)	set -- compare old.txt new.txt ;;
	findings)	set -- report found.jsonl found.csv ;;
	esac
	echo "$@"
}

# attempt N SIDES OPTION...: runs with the Nth allocation failing.
attempt()
{
	number=$1 what=$2
	shift 2
	rm -rf "$scratch/note" "$scratch/out/case"
	status=0
	# shellcheck disable=SC2046
	(cd "$scratch" &&
		PERFSIFT_FAIL_ALLOC=$number PERFSIFT_FAIL_NOTE=$scratch/note \
		exec "$program" $(sides "$what") "$@") \
		<"$scratch/table.csv" >"$scratch/stdout" \
		2>"$scratch/stderr" || status=$?
}

one_sentence()
{
	# What was an alarm before the memory ended is told, too.
	test "$(grep -cv -e ': a regression$' -e ': not proven to be' \
		"$scratch/stderr")" -eq 1 &&
		grep -qE '^perfsift: .*(out of memory|Cannot allocate memory)' \
			"$scratch/stderr"
}

# verdict: what is wrong with the last attempt, where it was hit.
verdict()
{
	case $status in
	4)
		test ! -s "$scratch/stdout" || test "$to_file" = no ||
			echo "something on standard output"
		# A case that is there is whole, though nobody was told.
		test -z "$(ls -A "$scratch/out")" ||
			test -e "$scratch/out/case/context.csv" ||
			echo "left behind: $(ls -A "$scratch/out")"
		one_sentence || {
			echo "not one sentence on standard error:"
			cat "$scratch/stderr"
		} ;;
	"$usual")
		if test "$to_file" = yes; then
			cmp "$scratch/expected" "$scratch/out/file" 2>&1
		else
			cmp "$scratch/expected" "$scratch/stdout" 2>&1
		fi || :
		cmp "$scratch/expected-errors" "$scratch/stderr" 2>&1 || : ;;
	*)
		echo "exit status $status"
		cat "$scratch/stderr" ;;
	esac
}

# each SIDES TO_FILE OPTION...: every allocation of one way to call it.
each()
{
	what=$1 to_file=$2
	shift 2
	called="$what $*"
	attempt 0 "$what" "$@"
	usual=$status
	cp "$scratch/stdout" "$scratch/expected"
	cp "$scratch/stderr" "$scratch/expected-errors"
	test "$to_file" = no || set -- "$@" -o out/file
	: >"$scratch/wrong"
	number=0
	while number=$((number + step)); do
		rm -f "$scratch/out/file"
		attempt $number "$what" "$@"
		test -e "$scratch/note" || break
		verdict | sed "s/^/allocation $number: /" >>"$scratch/wrong"
	done
	ok "$called: the program runs" test "$usual" -lt 3
	ok "$called: there are allocations" test $number -gt 10
	tests=$((tests + 1))
	if test -s "$scratch/wrong"; then
		echo "not ok $tests - $called: each may fail"
		head -n 20 "$scratch/wrong" | note
	else
		echo "ok $tests - $called: each may fail"
	fi
	echo "# about $((number - 1)) allocations"
	rm -f "$scratch/out/file"
}

for format in text lkp csv jsonl long markdown mail html; do
	each directories no -j 1 -f $format --all
done
each directories yes -j 1 -f csv --all
each archive yes -j 1 -f jsonl
each archive no -j 2 -f text
each archive no -j 1 -f lkp --all
each archive no -j 1 -f markdown --all
each archive no -j 1 -f mail --rows 5 --to a@example.org
for format in text csv jsonl; do
	each set yes -j 1 -f $format --all
done
each directories no -j 1 -f csv --all --rules lab.csv -r m1:min_change=3 \
	--no-worse-than 100 --exit-code
each directories no -j 1 -f csv --all --test ranges
each metric no -j 1
each metric yes -j 1 -f jsonl
each cases no -j 1
each case no -j 1
each table no -j 1 -f csv --all --columns axis=os,value=rate+time
each input no -j 1 -f csv --all --columns "axis=os,value=*"
each tables no -j 1 -f csv --all --columns axis=os,value=rate --skip-runs 1
each numbers no -j 1 -f csv
each findings no -f jsonl
plan
