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
failed=0

# watch NAME ALLOWED COMMAND...: exit statuses up to ALLOWED are the program's
# own affair.
watch()
{
	name=$1 allowed=$2 status=0
	shift 2
	CK_FORK=no CK_TIMEOUT_MULTIPLIER=50 valgrind --quiet \
		--error-exitcode=99 --leak-check=full --show-leak-kinds=all \
		--errors-for-leak-kinds=definite,indirect,possible \
		--track-origins=yes --log-file="$scratch/valgrind" \
		"$@" >"$scratch/output" 2>&1 || status=$?
	if test $status -gt "$allowed"; then
		echo "valgrind: $name: exit status $status"
		tail -n 20 "$scratch/output"
		cat "$scratch/valgrind"
		failed=$((failed + 1))
	else
		echo "valgrind: $name: clean"
	fi
}

# Whether the tests pass is for make check to say: valgrind's long double has
# 64 bits only, and a test of the last digit may fail here.
for program; do
	watch "$program" 1 "${builddir:?}/$program"
done
cd "$scratch"
for format in text csv jsonl long; do
	watch "compare -f $format" 0 "$PERFSIFT" compare base candidate \
		-f $format --all
done
for format in text csv jsonl; do
	watch "plan -f $format" 0 "$PERFSIFT" plan base -f $format --all \
		--expect 2%
done
watch "compare an archive" 0 "$PERFSIFT" compare "$srcdir/data/archive" \
	--base 37beb4256016 --candidate a96ef5848cb0 -o findings
test $failed -eq 0
