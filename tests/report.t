#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Findings are the only interface of a report: what compare writes, report writes
# again from its findings, byte for byte.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
cd "${srcdir:?}"
SOURCE_DATE_EPOCH=1774946874
export SOURCE_DATE_EPOCH

# compare ARGUMENT...: into $scratch/want; an incomplete answer is one, too.
compare()
{
	status=0
	"$PERFSIFT" compare "$@" >"$scratch/want" 2>"$scratch/errors" ||
		status=$?
	test $status -eq 0 || test $status -eq 2
}

# report ARGUMENT...: into $scratch/got.
report()
{
	"$PERFSIFT" report "$@" >"$scratch/got" 2>"$scratch/errors"
}

# alike NAME: what both wrote, but for the command that shows it again.
alike()
{
	sed -i '/^	perfsift /d' "$scratch/want" "$scratch/got"
	same "$1" "$scratch/want" "$scratch/got"
}

# Among profile rows with the same printed change lkp keeps the order of the
# input, which findings do not have.
sorted()
{
	LC_ALL=C sort "$scratch/want" >"$scratch/want.sorted"
	LC_ALL=C sort "$scratch/got" >"$scratch/got.sorted"
	same "$1" "$scratch/want.sorted" "$scratch/got.sorted"
}

# rows: those of the table in $scratch/got, however wide its columns are.
rows()
{
	tr -s ' ' <"$scratch/got" |
		grep -E '^ ?[0-9]+ (better|worse|changed)|^ new ' || :
}

# round NAME SIDE...: there and back in all formats.
round()
{
	source=$1
	shift
	compare "$@" -f jsonl --samples
	cp "$scratch/want" "$scratch/findings.jsonl"
	for format in text markdown html csv long; do
		compare "$@" -f $format
		report -f $format "$scratch/findings.jsonl"
		alike "$source: $format"
	done
	for format in lkp mail; do
		compare "$@" -f $format
		report -f $format "$scratch/findings.jsonl"
		sed -i '/^	perfsift /d' "$scratch/want" "$scratch/got"
		sorted "$source: $format"
	done
	for options in '' --samples --all '--all --samples' \
		'--fields metric,group,base,candidate,q,samples,flags'; do
		# shellcheck disable=SC2086
		compare "$@" -f jsonl $options
		report -f jsonl - <"$scratch/want"
		alike "$source: jsonl $options"
	done
	compare "$@" -f csv
	cp "$scratch/want" "$scratch/findings.csv"
	report -f csv "$scratch/findings.csv"
	alike "$source: csv, from csv"

	# From csv and from jsonl the same tables.
	report -f text "$scratch/findings.csv"
	rows >"$scratch/rows"
	report -f text "$scratch/findings.jsonl"
	rows >"$scratch/want"
	same "$source: rows from csv" "$scratch/want" "$scratch/rows"
}

round will-it-scale data/archive --base 37beb4256016 --candidate a96ef5848cb0
round unixbench data/archive --base 14c7fd5dbfa0 --candidate b41f5a411fb5
round hackbench data/archive --base 4e0a9d33c43d --candidate bedc1d70ce36
round examples data/examples/base data/examples/candidate

# Failures, zeros by rule, incomplete runs, missing samples, units, names of all
# kinds, several candidates, two groups.
awk 'BEGIN {
	print "os,commit,run,metric,value,unit"
	for (g = 0; g < 2; g++) for (c = 0; c < 3; c++) for (r = 0; r < 4; r++) {
		if (g == 1 && c == 1 && r == 3)
			print "b/%,c1,3,last_state.is_incomplete_run,1,"
		os = g ? "b/%" : "a"
		at = os ",c" c "," r ","
		print at "rate," 100 + 20 * c + (r * 7 + g) % 5 ",ops/s"
		print at "late," 3.5 - c / 2 + (r * 3) % 4 / 90 ",ms"
		print at "cpu%," 50 + c + r / 9 ","
		print at "p|q `x` <b>," 10 + 4 * c + r % 3 / 9 ","
		if (c)
			print at "dmesg.BUG:at_x,1,"
		if (c == 2)
			print at "perf-profile.self.cycles-pp.new," 3 + r / 9 ","
		if (c == 1)
			print at "gone," (r == 1 ? "nan" : 7 + r) ","
		print at "zero," (c ? 5 + r / 9 : 0) ","
		print at "noisy," 10 * (1 + (r * 5 + c) % 7) ","
	}
}' >"$scratch/table.csv"
round table "$scratch/table.csv" --columns axis=os --base c0 --candidate c1 \
	--candidate c2

# Nothing to report.
round nothing data/examples/base data/examples/base

# Several files become one: those of each candidate are the whole.
whole="$scratch/table.csv --columns axis=os --base c0"
# shellcheck disable=SC2086
compare $whole --candidate c1 -f jsonl --all
cp "$scratch/want" "$scratch/one.jsonl"
# shellcheck disable=SC2086
compare $whole --candidate c2 -f csv --all
cp "$scratch/want" "$scratch/two.csv"
# shellcheck disable=SC2086
compare $whole --candidate c1 --candidate c2 -f csv --all \
	--fields rank,metric,group,candidate,q
report -f csv --fields rank,metric,group,candidate,q "$scratch/one.jsonl" \
	"$scratch/two.csv"
alike 'two files: ranks and rows of the whole'
report -f csv --fields rank,metric,group,candidate,q "$scratch/two.csv" \
	"$scratch/one.jsonl" "$scratch/one.jsonl"
alike 'in any order, and the same file twice'
plan
