#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Benchmarks of Node.js core: its own samples, 30 runs a side, and the table
# that its compare.R prints of them: the change, the half-widths of three
# confidence intervals, and stars for p < 0.05, 0.01 and 0.001.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

test -n "${PERFSIFT_SHARED-}" || skip_all "PERFSIFT_SHARED is not set"
make_scratch
cd "$scratch"

# figures FILE CONFIDENCE: the metric, and change, half-width and p.
figures()
{
	"$PERFSIFT" compare "$PERFSIFT_SHARED/data/node/$1" --columns \
		commit=binary,metric=filename+configuration,value=rate \
		--base old --candidate new --test welch --confidence "$2" \
		--all -f csv --fields metric,change,ci_low,ci_high,welch_p |
		awk -F , -v confidence="$2" '
		NR == 1 { next }
		{ printf "%s %s,%.2f,%.2f,%s\n", $1, confidence, $2, \
			($4 - $3) / 2, \
			$5 < .001 ? "***" : $5 < .01 ? "**" : \
			$5 < .05 ? "*" : "" }'
}

for file in compare-events-16-18.csv compare-fs-16-18.csv; do
	awk -F , -v file=$file '
	$1 == file {
		for (i = 0; i < 3; i++)
			printf "%s %s,%s,%s,%s\n", $2, \
				i == 0 ? ".95" : i == 1 ? ".99" : ".999", \
				$4, $(5 + i), $3
	}' "$PERFSIFT_SHARED/expected/node.csv" | LC_ALL=C sort >expected
	for confidence in .95 .99 .999; do
		figures $file $confidence
	done | LC_ALL=C sort >got
	ok "$file: there are rows" test -s expected
	same "$file: $(($(wc -l <expected) / 3)) rows" expected got
done
plan
