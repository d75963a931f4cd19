#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What lkp-tests lists for its own vectors, --test ranges lists: at least 99.5 %
# of the rows but for those that lkp-tests fills with zeros where runs are
# missing.  What differs is named, with the reason that is known for it.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

shared=${PERFSIFT_SHARED:-}
vectors=$shared/lkp/vectors
if test -z "$shared" || ! test -d "$vectors"; then
	echo '1..0 # SKIP PERFSIFT_SHARED names no directory with the vectors'
	exit 0
fi
make_scratch
rules=$srcdir/data/rules/lkp.csv

for group in "$vectors"/*/; do
	"$PERFSIFT" compare "$group/base.csv" "$group/cand.csv" --all -f csv \
		--fields reported,metric --test ranges --no-default-rules \
		--rules "$rules" >"$scratch/ours" 2>/dev/null || :
	awk -F, -v group="$(basename "$group")" '
	# The larger of the runs of a side tells which rows are short.
	FILENAME ~ /ours$/ { if ($1 == "true") ours[substr($0, 6)] = 1; next }
	FILENAME ~ /changed_more.csv$/ { theirs[$0] = 1; next }
	{
		side = FILENAME ~ /base.csv$/ ? "b" : "c"
		if (NF - 1 > runs[side])
			runs[side] = NF - 1
		fields[side, $1] = NF - 1
		metric[$1] = 1
		# Beyond 2^53 Ruby compares whole numbers exactly.
		for (i = 2; i <= NF; i++) {
			if ($i ~ /^[0-9]+$/ && length($i) > 16)
				big[$1] = 1
			if ($i ~ /[.]/)
				point[side, $1] = 1
			else
				whole[side, $1] = 1
		}
	}
	END {
		for (m in metric) {
			if ((("b", m) in fields && fields["b", m] < runs["b"]) ||
			    (("c", m) in fields && fields["c", m] < runs["c"]))
				continue
			why = "-"
			if (m in big)
				why = "whole-numbers-beyond-2^53"
			else if (m ~ /^perf-profile/ && ("c", m) in point &&
				 ("c", m) in whole)
				why = "whole-and-decimal-samples-in-one-row"
			print (m in ours) == (m in theirs) ? "same" : "differs",
				why, group, m
		}
	}' "$scratch/ours" "$group/changed_more.csv" "$group/base.csv" \
		"$group/cand.csv"
done >"$scratch/rows"

rows=$(wc -l <"$scratch/rows")
grep '^differs' "$scratch/rows" >"$scratch/differs" || :
differ=$(wc -l <"$scratch/differs")
sed 's/^/# /' "$scratch/differs"
ok "there are vectors" test "$rows" -gt 2000
ok "$((rows - differ)) of $rows rows are as lkp-tests has them" \
	test $((1000 * (rows - differ))) -ge $((995 * rows))
grep '^differs - ' "$scratch/differs" >"$scratch/found" || :
empty "the others have a reason that is known" "$scratch/found"
plan
