#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A full disk: exit status 4 and a sentence, whatever is written and where.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

test -c /dev/full || skip_all "there is no /dev/full"
make_scratch
make_runs "$scratch/base" 3 12 0 1
make_runs "$scratch/candidate" 3 12 20 2
cd "$scratch"

# says NAME: status and standard error of the last call.
says()
{
	ok "$1: exit status 4" test "$status" -eq 4
	test "$status" -eq 4 || echo "# it was $status"
	ok "$1: one sentence" test "$(wc -l <stderr)" -eq 1
	ok "$1: it names the cause" \
		grep -q '^perfsift: .*No space left on device' stderr
	note <stderr
}

for format in text lkp csv jsonl long markdown mail html; do
	status=0
	"$PERFSIFT" compare base candidate -f $format --all \
		>/dev/full 2>stderr || status=$?
	says "$format to standard output"
	status=0
	"$PERFSIFT" compare base candidate -f $format --all -o /dev/full \
		>stdout 2>stderr || status=$?
	says "$format to -o /dev/full"
	ok "$format to -o /dev/full: nothing on standard output" \
		test ! -s stdout
done
for format in text csv jsonl; do
	status=0
	"$PERFSIFT" plan base -f $format -o /dev/full >stdout 2>stderr ||
		status=$?
	says "plan as $format to -o /dev/full"
done
"$PERFSIFT" compare base candidate -f jsonl -o findings.jsonl
status=0
"$PERFSIFT" report findings.jsonl -o /dev/full >stdout 2>stderr || status=$?
says "report to -o /dev/full"
ok "/dev/full is still a device" test -c /dev/full

for option in --help --version; do
	status=0
	"$PERFSIFT" $option >/dev/full 2>stderr || status=$?
	says "$option"
done
plan
