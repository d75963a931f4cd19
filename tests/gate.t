#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The default decision against reference values of an independent
# implementation (data/reference/moderated): every figure, verdict and reason of
# every metric.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
reference=$srcdir/data/reference/moderated
"$PERFSIFT" compare "$reference/base.csv" "$reference/candidate.csv" \
	--no-default-rules --rules "$reference/rules.csv" --all -f csv \
	--fields metric,change,ci_low,ci_high,df,p,q,verdict,reason \
	>"$scratch/ours" 2>"$scratch/stderr"

# column COLUMN LIMIT FILE ROWS: the largest relative error, and rows beyond the limit;
# p and q under 1e-12 may be 1e-6 off.
column()
{
	awk -F, -v column="$1" -v limit="$2" -v least="$4" '
	NR == FNR {
		if (FNR == 1)
			for (i = 1; i <= NF; i++)
				place[$i] = i
		want[$1] = $place[column]
		next
	}
	FNR == 1 {
		for (i = 1; i <= NF; i++)
			here[$i] = i
		next
	}
	{
		got = $here[column]
		if (!($1 in want))
			next
		rows++
		wanted = want[$1]
		if (got == wanted)
			next
		if (limit == 0 || got == "" || wanted == "") {
			print $1, got, "not", wanted
			next
		}
		error = got - wanted
		scale = wanted < 0 ? -wanted : wanted
		error = (error < 0 ? -error : error) / (scale > 0 ? scale : 1)
		bound = wanted > 0 && wanted < 1e-12 ? 1e-6 : limit
		if (error > worst)
			worst = error
		if (error > bound)
			print $1, got, "not", wanted
	}
	END { print "# " column ": largest relative error " worst + 0 \
		>"/dev/stderr"
	      if (rows != least) print "rows:", rows }
	' "$reference/$3" "$scratch/ours" >"$scratch/found" \
		2>"$scratch/worst"
	cat "$scratch/worst"
	empty "$1 of every metric, against $3" "$scratch/found"
}

for figure in change df p q; do
	column $figure 1e-9 gate.csv 437
done
# Of gate.csv the quantiles are good to 2e-9 of the width only: R's are better.
for figure in ci_low ci_high df; do
	column $figure 1e-9 interval.csv 416
done
for figure in ci_low ci_high; do
	column $figure 1e-6 gate.csv 437
done
column verdict 0 gate.csv 437
column reason 0 gate.csv 437
plan
