#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# An archive of known truth: it is what its TRUTH.csv says, a sweep leaves out
# its broken files alone, and what the sweep finds meets the targets of
# `make evaluate`, on a small archive.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

archive=${builddir:?}/tests/bench/archive
make_scratch
cd "$scratch"
export LC_ALL=C

for name in one same other; do
	seed=7
	test $name != other || seed=8
	"$archive" $name --groups 2 --commits 4 --runs 40 --metrics 60 \
		--seed $seed --broken 3
	files $name >$name.text
done
same "the same arguments make the same archive" one.text same.text
ok "another seed makes another" test "$(cmp -s one.text other.text || echo no)"

# The mean of 40 runs lies within 5 of its standard errors of the level, half a
# unit of the last digit allowed.
awk -F , '
FNR == 1 {
	next
}
FILENAME ~ /TRUTH/ {
	level[$1, $2, $4] = $6
	noise[$1, $2, $4] = $6 * $8 / 100
	next
}
FILENAME ~ /broken/ {
	next
}
{
	split(FILENAME, part, "/")
	sub("commit=", "", part[4])
	at = part[3] SUBSEP part[4] SUBSEP $1
	sum[at] += $2
	runs[at]++
	digits[at] = index($2, ".") ? 0.005 : 0.5
}
END {
	for (at in level) {
		checked++
		off = sum[at] / runs[at] - level[at]
		if (off < 0)
			off = -off
		if (off > 5 * noise[at] / sqrt(runs[at]) + digits[at])
			print at, sum[at] / runs[at], level[at]
	}
	if (checked < 300)
		print "only", checked
}' one/TRUTH.csv one/archive/test=*/commit=*/*.csv >wrong
empty "the means are those of TRUTH.csv" wrong
ok "some levels move" test "$(awk -F , '$7 > 2 || $7 < -2' one/TRUTH.csv |
	wc -l)" -gt 5

status=0
"$PERFSIFT" sweep one/archive -o nights >stdout 2>stderr || status=$?
ok "broken files are told" test $status -eq 3
ok "all of them, and no other" test \
	"$(grep -c '/broken\.csv:[23]: ' stderr) $(wc -l <stderr)" = "3 3"
ok "no other run is left out" test \
	"$(cut -d , -f 15,21 nights/latest/findings.csv | sort -u | tr '\n' ' ')" \
	= "40,40 base_n,candidate_n "

status=0
EVALUATE_SEEDS=1 EVALUATE_GROUPS=2 EVALUATE_COMMITS=4 EVALUATE_METRICS=1500 \
	sh "$srcdir/tests/bench/evaluate.sh" >table || status=$?
ok "what is found meets the targets" test $status -eq 0
note <table
plan
