#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make valgrind`: the unit tests that are named, and the program itself,
# without a byte lost or read before it was written.
set -eu

command -v valgrind >/dev/null || {
	echo "make valgrind: install the Debian package valgrind" >&2
	exit 1
}

. "${srcdir:?make valgrind sets it}/tests/tap.sh"
make_scratch
make_runs "$scratch/base" 4 30 0 1
make_runs "$scratch/candidate" 4 30 20 2

# watch NAME ALLOWED COMMAND...: exit statuses up to ALLOWED are the program's
# own affair.
watch()
{
	name=$1 allowed=$2 status=0
	shift 2
	CK_FORK=no CK_TIMEOUT_MULTIPLIER=50 PERFSIFT_NUMBERS=20000 valgrind --quiet \
		--error-exitcode=99 --leak-check=full --show-leak-kinds=all \
		--errors-for-leak-kinds=definite,indirect,possible \
		--log-file="$scratch/valgrind.$part" \
		"$@" >"$scratch/output.$part" 2>&1 || status=$?
	if test $status -gt "$allowed"; then
		echo "valgrind: $name: exit status $status" \
			"(--track-origins=yes tells more)"
		tail -n 20 "$scratch/output.$part"
		cat "$scratch/valgrind.$part"
		: >"$scratch/failed"
	else
		echo "valgrind: $name: clean"
	fi
}

# programs PART PROGRAM...: every other one, from the first or the second on.
# Whether the tests pass is for make check to say: valgrind's long double has
# 64 bits only, and a test of the last digit may fail here.
programs()
{
	part=$1 turn=$1
	shift
	for program; do
		turn=$((1 - turn))
		test $turn -eq 1 || watch "$program" 1 "${builddir:?}/$program"
	done
}

# the_program: in each way that it writes.
the_program()
{
	cd "$scratch"
	for format in text csv jsonl long markdown html mail; do
		watch "compare -f $format" 0 "$PERFSIFT" compare base \
			candidate -f $format --all
	done
	"$PERFSIFT" compare base candidate -f jsonl --samples -o findings
	for format in text jsonl html mail; do
		watch "report -f $format" 0 "$PERFSIFT" report -f $format \
			findings
	done
	for format in text csv jsonl; do
		watch "plan -f $format" 0 "$PERFSIFT" plan base -f $format \
			--all --expect 2%
	done
	watch "compare an archive" 0 "$PERFSIFT" compare \
		"$srcdir/data/archive" --base 37beb4256016 \
		--candidate a96ef5848cb0 -o archive
}

programs 0 "$@" &
(programs 1 "$@"; the_program)
wait
test ! -e "$scratch/failed"
