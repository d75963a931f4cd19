#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make evaluate`: what a sweep reports of archives of known truth, held against
# the targets: over the pairs that have a planted change at most 6 % of what is
# reported is false, and of the planted changes that are larger than the floor
# and 4 standard deviations of the noise together at least 80 % are found.
# Found is what is reported with the sign of the planted change; all else that
# is reported is false.  Exit status 1 where a target is missed.
set -eu
. "${srcdir:?make evaluate sets it}/tests/bench/lib.sh"

seeds=${EVALUATE_SEEDS:-1 2 3}
groups=${EVALUATE_GROUPS:-6}
commits=${EVALUATE_COMMITS:-12}
runs=${EVALUATE_RUNS:-3}
metrics=${EVALUATE_METRICS:-3000}

# The truth, then each finding.  A pair is planted when anything moves in it;
# what TRUTH.csv does not know did not change.
cat >evaluate.awk <<'AWK'
function count(of, key) {
	total[of, key]++
}
FNR == 1 {
	delete column
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}
NR == FNR {
	pair = $1 SUBSEP $3
	all_pairs[pair]
	kind[pair, $4] = $5
	level[pair, $4] = $6
	change[pair, $4] = $7
	noise[pair, $4] = $8
	if ($7 != 0) {
		planted_pair[pair]
		if (!($5 in seen)) {
			seen[$5]
			kinds[++known] = $5
		}
	}
	next
}
{
	pair = $column["group"] SUBSEP $column["candidate"]
	at = pair SUBSEP $column["metric"]
	moved = change[at] + 0
	reported = $column["reported"] == "true"
	true_one = reported && moved * $column["change"] > 0
	where = pair in planted_pair ? "planted" : "null"
	of = at in kind ? kind[at] : "none"
	if (reported) {
		count("reported", where)
		if (!true_one) {
			count("false", where)
			if (where == "planted")
				count("false", of)
		}
		if (where == "planted")
			count("reported", of)
	}
	if (moved == 0)
		next
	count("planted", "all")
	# In points, where that is how the metric is compared.
	scale = $column["change_kind"] == "absolute" ? level[at] / 100 : 1
	size = moved < 0 ? -moved : moved
	if (size * scale <= $column["min_change"] + 4 * noise[at] * scale)
		next
	count("large", of)
	count("large", "all")
	if (true_one) {
		count("found", of)
		count("found", "all")
	} else
		count("missed", reported ? "wrong sign" : $column["reason"])
}
function share(part, whole) {
	return whole ? sprintf("%.1f %%", 100 * part / whole) : "-"
}
END {
	for (pair in all_pairs)
		pairs += 1
	for (pair in planted_pair)
		planted += 1
	printf "seed %s: %d pairs, %d with a planted change\n", seed, pairs,
		planted
	printf "  %-10s %9s %6s %8s %12s %6s %7s\n", "noise", "reported",
		"false", "", "large", "found", ""
	kinds[++known] = "all"
	total["reported", "all"] = total["reported", "planted"]
	total["false", "all"] = total["false", "planted"]
	for (i = 1; i <= known; i++) {
		k = kinds[i]
		printf "  %-10s %9d %6d %8s %12d %6d %7s\n", k,
			total["reported", k], total["false", k],
			share(total["false", k], total["reported", k]),
			total["large", k], total["found", k],
			share(total["found", k], total["large", k])
	}
	printf "  of %d planted changes", total["planted", "all"]
	printf "; the null pairs have %.2f false ones each\n", \
		total["false", "null"] / (pairs - planted ? pairs - planted : 1)
	for (key in total) {
		split(key, part, SUBSEP)
		if (part[1] == "missed")
			printf "  large, but %s: %d\n", part[2], total[key] | \
				"LC_ALL=C sort"
	}
	close("LC_ALL=C sort")
	if (!judge)
		exit
	good = total["large", "all"] > 0 && \
		100 * total["false", "planted"] <= \
			6 * total["reported", "planted"] && \
		100 * total["found", "all"] >= 80 * total["large", "all"]
	printf "  %s\n", good ? "PASS" : "FAIL"
	exit !good
}
AWK

# evaluate SEED JUDGE [OPTION]
evaluate()
{
	seed=$1
	judge=$2
	shift 2
	rm -rf data nights
	"$bench/archive" data --groups "$groups" --commits "$commits" \
		--runs "$runs" --metrics "$metrics" --seed "$seed" "$@"
	"$PERFSIFT" sweep data/archive -o nights --all >/dev/null
	awk -F , -v seed="$seed${1+, with sessions}" -v judge="$judge" \
		-f evaluate.awk data/TRUTH.csv nights/latest/findings.csv
}

echo "$groups groups, $commits commits, $runs runs, $metrics metrics"
failed=0
for seed in $seeds; do
	evaluate "$seed" 1 || failed=1
done
echo "For information, since runs of one session cannot tell it from a change:"
evaluate "${seeds%% *}" 0 --sessions
exit $failed
