#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Plans with borrowed noise: against R and limma
# (data/reference/plan_moderated.csv), and by laws.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
reference=$srcdir/data/reference/plan_moderated.csv
cd "$scratch"

# run_plan SET OPTION...: floors are 1 % for KPIs and 2 % for monitors.
run_plan()
{
	set=$1
	shift
	"$PERFSIFT" plan "$set" --all --no-default-rules \
		-r '.*: min_change=1' -r 'mon.*: kpi=no min_change=2' \
		-r '.*%.*: change=absolute' "$@"
}

fields=metric,kpi,noise,prior_df,detectable_3,detectable_5,detectable_10
fields=$fields,detectable_20,runs_needed
sed 1d "$reference" | cut -d , -f 1,2 | tr ';' , >set.csv
run_plan set.csv --expect 5 -f csv --fields $fields >ours

# All figures but those of the samples.  What R has no number for is empty.
awk -F, -v limit=1e-9 '
NR == FNR {
	if (FNR == 1)
		split($0, name)
	for (i = 3; i <= NF; i++)
		want[$1, i] = $i
	wanted++
	next
}
FNR > 1 {
	rows++
	if (want[$1, 3] != $2)
		print $1, "kpi", $2
	for (i = 3; i <= NF; i++) {
		to = want[$1, i + 1]
		error = to == "" || $i == "" ? to != $i : $i / to - 1
		error = error < 0 ? -error : error
		if (error > worst)
			worst = error
		if (error > limit)
			print $1, name[i + 1], $i, "not", to
	}
}
END {
	print "# largest relative error", worst + 0 >"/dev/stderr"
	if (rows != wanted - 1 || rows < 200)
		print "rows:", rows, "of", wanted - 1
}' "$reference" ours >found 2>worst
cat worst
empty "every figure of a set with priors is that of R and limma" found

# prior_df NAME FILE: of the metrics in that block.
prior_df()
{
	awk -F, -v block="$1." '
	index($1, block) == 1 && $3 != "" { print $4 }' "$2" | sort -u
}
ok "an infinite d0 is empty, the noise is there" \
	test -z "$(prior_df monalike ours)" -a \
	-n "$(grep '^monalike.1,no,[0-9.]*,,' ours)"
ok "blocks of their own, and those that share one fit" \
	test "$(prior_df few ours)" = "$(prior_df other ours)" -a \
	"$(prior_df few ours)" != "$(prior_df suite ours)"
ok "no prior for the few monitors that are left" \
	test "$(prior_df monalone ours)" = 0

# By a test that borrows nothing each has its own noise, the same by all tests.
for test in welch rank-sum; do
	run_plan set.csv --expect 5 --test $test -f csv --fields $fields \
		>by-$test
	awk -F, 'NR > 1 && $3 != "" { print $4 }' by-$test | sort -u >found
	echo 0 >expected
	same "$test borrows nothing" expected found
	cut -d , -f 1-4 by-$test >$test-noise
done
same "the noise is that of the runs by both" welch-noise rank-sum-noise

# Fewer than 50 usable metrics lend nothing; 50 do.
for metrics in 49 50; do
	sed "${metrics}q" set.csv >few.csv
	for format in text csv jsonl; do
		run_plan few.csv --expect 5 -f $format >moderated
		run_plan few.csv --expect 5 -f $format --test welch >plain
		if test $metrics -lt 50; then
			same "$format: $metrics metrics: as by welch" plain \
				moderated
		else
			ok "$format: $metrics metrics: not as by welch" \
				test -n "$(diff plain moderated)"
		fi
	done
done

# Metrics that no test takes lend nothing, whatever their noise.
{
	sed 50q set.csv
	awk 'BEGIN {
		for (i = 0; i < 60; i++)
			printf "suite.same%d,5,5,5\nsuite.one%d,%d\n", i, i, i + 1
	}'
} >idle.csv
sed 50q set.csv >few.csv
for set in few idle; do
	run_plan $set.csv -f csv --fields metric,noise,prior_df |
		grep -v '^suite\.[so]' >$set
done
same "constants and single runs lend nothing" few idle
awk 'BEGIN {
	for (i = 0; i < 60; i++)
		printf "suite.low%d,%d,%d,%d\n", i, i + 1, 3 * i + 5, 7 * i + 1
}' | cat few.csv - >low.csv
run_plan low.csv -r '.*[.]low.*: min_level=1000' -f csv \
	--fields metric,noise,prior_df >all
grep -v '^suite\.low' all >low
same "nor does what lies below its level" few low
sed 1d few | cut -d , -f 3 | sort -u >expected
sed -n 's/^suite\.low.*,//p' all | sort -u >got
same "but it borrows like the others of its block" expected got
run_plan low.csv -f csv --fields metric,noise,prior_df |
	grep -v '^suite\.low' >low
ok "above it they would" test -n "$(diff few low)"

# Rows in another order, runs on any number of threads.
for format in text csv jsonl; do
	run_plan set.csv --expect 5 -f $format -j 1 >expected
	for seed in 1 2 3; do
		awk -v seed=$seed 'BEGIN { srand(seed) }
			{ printf "%.9f\t%s\n", rand(), $0 }' set.csv |
			LC_ALL=C sort | cut -f 2- >other.csv
		run_plan - --expect 5 -f $format -j 2 <other.csv |
			sed 's/standard input/set.csv/' >got
		same "$format: order of rows $seed" expected got
	done
done

# What a comparison says it would have needed, the plan has said before.
# compare asks for twice the floor.
awk '
function uniform() {
	seed = seed * 16807 % 2147483647
	return seed / 2147483647
}
function normal(i, sum) {
	sum = -6
	for (i = 0; i < 12; i++)
		sum += uniform()
	return sum
}
BEGIN {
	seed = 77
	for (m = 0; m < 400; m++) {
		# True noise of 1 %, give or take a third.
		sd = .01 * exp(normal() / 3)
		for (side = 0; side < 2; side++) {
			file = side ? "candidate.csv" : "base.csv"
			printf "suite.%d", m >file
			for (run = 0; run < 4; run++)
				printf ",%.4f", 100 * (1 + sd * normal()) >file
			print "" >file
		}
	}
}'
# needed BASE CANDIDATE OPTION...: runs_needed by comparison.
needed()
{
	base=$1
	candidate=$2
	shift 2
	"$PERFSIFT" compare "$base" "$candidate" --no-default-rules \
		-r '.*: min_change=1' --all -f csv --fields metric,runs_needed \
		"$@" | sed 1d | LC_ALL=C sort
}
planned()
{
	set=$1
	shift
	run_plan "$set" --expect 2 -f csv --fields metric,runs_needed "$@" |
		sed 1d | LC_ALL=C sort
}
sed 49q base.csv >few.csv
needed few.csv few.csv >expected
planned few.csv >got
same "runs_needed of a few metrics is that of the set against itself" \
	expected got
needed base.csv base.csv --test welch >expected
planned base.csv --test welch >got
same "and that of many by welch" expected got

needed base.csv candidate.csv >compared
# distance FILE: mean and mean distance of the logarithms of both numbers.
distance()
{
	LC_ALL=C join -t , compared "$1" | awk -F, '
	$2 > 0 && $3 > 0 {
		ratio = log($3 / $2)
		sum += ratio
		far += ratio < 0 ? -ratio : ratio
		n++
	}
	END { printf "%d %.3f %.3f\n", n, sum / n, far / n }'
}
planned base.csv >by-moderated
planned base.csv --test welch >by-welch
distance by-moderated >moderated
distance by-welch >plain
note <<END
metrics, mean log ratio, mean distance: $(cat moderated); welch: $(cat plain)
END
# 10 % on average over the metrics, and a quarter for each; the runs alone are
# further off.
# shellcheck disable=SC2016
ok "runs_needed is what a comparison of runs like these finds" \
	awk '{ exit !($1 == 400 && $2 * $2 < .1 * .1 && $3 < .25) }' moderated
# shellcheck disable=SC2016
ok "the runs alone know less" \
	awk 'NR == FNR { least = $3; next } { exit !($3 > 1.5 * least) }' \
	moderated plain
plan
