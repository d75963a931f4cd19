#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every fuzz target over its corpus.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch

quietly()
{
	"$@" >"$scratch/log" 2>&1 </dev/null
}

for target in findings number rows rules; do
	for file in "$srcdir/tests/fuzz/corpus/$target"/*; do
		ok "$target: ${file##*/}" quietly \
			"${builddir:?}/tests/fuzz/fuzz_$target" "$file"
		# libFuzzer is talkative also when all is well.
		grep -E '^(replay|fuzz_|==|.*ERROR|.*SUMMARY)' "$scratch/log" |
			note
	done
done
plan
