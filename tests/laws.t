#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Laws that hold whatever the samples are: what other sides, another unit,
# another zero and other rows in the report must not change.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
cd "$scratch"

# Both sides: whole numbers of many levels and spreads, KPIs and monitors, a
# third without any change; some metrics are constant, absent or have gaps.
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
function row(file, name, runs, level, sd, run) {
	printf "%s", name >file
	for (run = 0; run < runs; run++) {
		x = sprintf("%.0f", level + sd * normal())
		printf ",%s", uniform() < .02 ? "" : x >file
	}
	print "" >file
}
BEGIN {
	seed = 20
	for (m = 0; m < 600; m++) {
		level = int(10000 * 10 ^ (3 * uniform()))
		sd = m % 20 == 7 ? 0 : level * 10 ^ (3 * uniform() - 3.5)
		change = m % 3 ? .2 * uniform() ^ 3 : 0
		name = (sd ? "" : "constant.") (m % 2 ? "vmstat." : "suite.") m
		if (m % 41 != 0)
			row("base.csv", name, 5, level, sd)
		if (m % 43 != 0)
			row("candidate.csv", name, 7, level * (1 + change), \
			    m % 5 ? sd : 3 * sd)
		row("base-exact.csv", name, 4, level, sd)
		row("candidate-exact.csv", name, 8, level * (1 + change), sd)
	}
}'
for side in base candidate; do
	grep -v '^constant' $side.csv >$side-noisy.csv
	grep -v ',,' $side-exact.csv | grep -v ',$' >$side-whole.csv
done

# figures FIELDS BASE CANDIDATE: of all metrics, sorted by name.
figures()
{
	"$PERFSIFT" compare "$2" "$3" --test "$test" --all -f csv \
		--fields "metric,$1" | LC_ALL=C sort
}

# flip: the second column with the other sign.
flip()
{
	awk -F , -v OFS=, '$2 ~ /[1-9]/ {
		$2 = $2 ~ /^-/ ? substr($2, 2) : "-" $2
	} { print }'
}

# map FILE EXPRESSION: the matrix with another number for each x.
map()
{
	awk -F , '{
		printf "%s", $1
		for (i = 2; i <= NF; i++) {
			x = $i
			printf x == "" ? "," : ",%.17g", '"$2"'
		}
		print ""
	}' "$1"
}

# near LIMIT FILE FILE: the figures agree to a relative error; the metrics and
# which figures there are agree wholly.
near()
{
	paste -d , "$2" "$3" | awk -F , -v limit="$1" '{
		half = NF / 2
		for (i = 1; i <= half; i++) {
			x = $i
			y = $(i + half)
			error = x < y ? y - x : x - y
			size = x < 0 ? -x : x
			if (x == y || (x != "" && y != "" && i > 1 &&
				       error <= limit * size))
				continue
			print "# " $1 ": " x ", " y
			bad = 1
		}
	}
	END { exit bad || NR < 400 }'
}

laws()
{
figures welch_t,welch_df,welch_p base.csv candidate.csv >plain
ok "there are figures" test "$(grep -c ',[0-9.e-]*,[0-9.e-]*,' plain)" -gt 400
figures welch_t,welch_df,welch_p candidate.csv base.csv | flip >swapped
same "swapped sides flip welch_t, keep welch_df and welch_p" plain swapped
figures effect_size base.csv candidate.csv >plain
figures effect_size candidate.csv base.csv | flip >swapped
same "swapped sides flip the effect size" plain swapped

# A side against itself: nothing is news, whatever the test may take for noise.
"$PERFSIFT" compare base.csv base.csv --test "$test" -f csv --fields reported \
	--alpha 0.5 --fdr none >itself
ok "a side against itself: nothing is reported" \
	test "$(grep -c true itself)" -eq 0

# Another unit: a power of two costs no digit.  The p of constants comes from
# the decimal step of their samples, which is another one then.
fields=welch_t,welch_df,welch_p,effect_size
decided=change,ci_low,ci_high,p,df,q,verdict,reason
figures $fields base.csv candidate.csv >plain
figures $decided base-noisy.csv candidate-noisy.csv >gate
for factor in 4 1024 0.125 1152921504606846976; do
	for side in base candidate base-noisy candidate-noisy; do
		map $side.csv "x * $factor" >$side-scaled.csv
	done
	figures $fields base-scaled.csv candidate-scaled.csv >scaled
	same "times $factor: the plain test is the same" plain scaled
	figures $decided base-noisy-scaled.csv candidate-noisy-scaled.csv \
		>scaled
	same "times $factor: the gate is the same" gate scaled
done

# Another zero.  The samples are whole numbers, four and eight of them, so that
# no mean is rounded.
figures welch_t,welch_df,welch_p base-whole.csv candidate-whole.csv >plain
for constant in 1 1000 -1000000 1000000000; do
	for side in base candidate; do
		map $side-whole.csv "x + $constant" >$side-shifted.csv
	done
	figures welch_t,welch_df,welch_p base-shifted.csv \
		candidate-shifted.csv >shifted
	ok "plus $constant: the plain test is the same" \
		near 1e-12 plain shifted
done

# Without a floor, p is that of any difference, and knows no side.
for pair in "base candidate" "candidate base"; do
	"$PERFSIFT" compare "${pair% *}.csv" "${pair#* }.csv" --test "$test" \
		-r '.*: min_change=0 min_delta=0' --all -f csv \
		--fields metric,p | LC_ALL=C sort >"p-${pair% *}"
done
ok "swapped sides keep p without a floor" near 1e-10 p-base p-candidate

# Metrics that are constant on both sides tell nothing of the noise of others.
fields=change,ci_low,ci_high,p,df,q,verdict,reason
figures $fields base-noisy.csv candidate-noisy.csv >plain
for side in base candidate; do
	{
		cat $side-noisy.csv
		awk 'BEGIN { while (i++ < 300) print "suite.still" i ",7,7,7,7" }'
	} >$side-more.csv
done
figures $fields base-more.csv candidate-more.csv | grep -v '^suite.still' \
	>kept
same "constant metrics change nothing" plain kept
}

for test in moderated welch; do
	echo "# --test $test"
	laws
done

# What is listed changes no verdict: what is reported, its figures and the
# counts by reason are the same without --all, in all formats.
#
# counts: the reasons of the run lines.
counts()
{
	sed -n 's/.*"metrics":\(.*\),"welch_tested".*/\1/p' "$1"
}

archive=$srcdir/data/archive
try()
{
	"$PERFSIFT" compare "$@" -f jsonl >some || :
	reported=$(grep -c '"reported":true' some || :)
	"$PERFSIFT" compare "$@" -f jsonl --all >all || :
	grep '"reported":true' some >some-reported || :
	grep '"reported":true' all >all-reported || :
	same "$*: the findings of jsonl" all-reported some-reported
	counts some >some-counts
	counts all >all-counts
	same "$*: the counts of jsonl" all-counts some-counts
	"$PERFSIFT" compare "$@" >some || :
	"$PERFSIFT" compare "$@" --all >all || :
	for list in some all; do
		grep -E '^ *[0-9]+ (better|worse|changed) ' $list |
			tr -s ' ' >$list-reported || :
		grep -e '^not reported' -e 'expected by chance' $list |
			sed 's/  (--all.*//' >$list-counts
	done
	same "$*: the findings of text" all-reported some-reported
	same "$*: the counts of text" all-counts some-counts
	ok "$*: text reports as many as jsonl" \
		test "$(wc -l <some-reported)" -eq "$reported"
}

try base.csv candidate.csv
try candidate.csv base.csv
try base.csv candidate.csv --fdr none
try base.csv candidate.csv --alpha 0.5
try base.csv candidate.csv --alpha 0.5 --fdr none
try base.csv candidate.csv --alpha 1e-6
try base.csv candidate.csv --confidence 0.6
try base-noisy-scaled.csv candidate-noisy-scaled.csv
try base.csv base.csv
try "$archive" --base 37be --candidate a96e
try "$archive" --base 14c7 --candidate b41f
try "$archive" --base 4e0a --candidate bedc
plan
