#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make simulate`: what each test reports of metrics whose truth is known, as a
# Markdown table, and whether the default test holds what is promised of it.
# Data by tests/bench/simulate.c.  Exit status 1: some promise is broken.
#
# simulate.sh SEED DIRECTORY, which the script calls for each seed, appends to
# DIRECTORY/SEED.counts a line for each comparison: noise, runs, floor, test,
# scenario, and how many reported findings are true and how many are false.
set -eu

seeds=${SIMULATE_SEEDS:-20}
tests=${SIMULATE_TESTS:-moderated welch rank-sum ranges}
jobs=${SIMULATE_JOBS:-$(getconf _NPROCESSORS_ONLN)}
bench=${builddir:?}/tests/bench

# reported FLOOR TEST BASE CANDIDATE: the names of what is reported.
reported()
{
	rule=".*: kpi=no min_change=$1"
	test "$2" != ranges || rule="$rule min_runs=1"
	"$PERFSIFT" compare "$3" "$4" --test "$2" -j 1 --no-default-rules \
		-r "$rule" -f csv --fields metric,reported -o reported.csv
	awk -F , 'NR > 1 && $2 == "true" { print $1 }' reported.csv
}

# count SCENARIO NAMES: on null data whatever is reported is false.
count()
{
	awk -v what="$noise $runs $floor $test $1" '
		what !~ / null$/ && /\.(up|down)$/ { found++; next }
		{ wrong++ }
		END { print what, found + 0, wrong + 0 }' "$2" >>"$counts"
}

compare_all()
{
	for floor in 1 2; do
		for test in $tests; do
			reported $floor "$test" base.csv null.csv >names
			count null names
			reported $floor "$test" base.csv changed.csv >names
			count changed names
			test "$test" = moderated || continue
			reported $floor "$test" base-more.csv changed-more.csv \
				>names-more
			count constants names-more
			sort names >sorted
			sort names-more | cmp -s - sorted ||
				echo "$noise $runs $floor $test differ 0 0" \
					>>"$counts"
		done
	done
}

one_seed()
{
	counts=$2/$1.counts
	mkdir "$2/$1"
	cd "$2/$1"
	for noise in normal t3; do
		for runs in 3/3 5/5 10/10 10/3; do
			spread=1
			test $runs != 10/3 || spread=3
			"$bench/simulate" "$1" $noise ${runs%/*} ${runs#*/} \
				$spread
			cat base.csv constants-base.csv >base-more.csv
			cat changed.csv constants-candidate.csv \
				>changed-more.csv
			compare_all
			rm -- *.csv
		done
	done
	cd ..
	rm -r -- "$1"
	echo "simulate: seed $1 done" >&2
}

if test $# -eq 2; then
	one_seed "$1" "$2"
	exit
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM

seed=1
while test $seed -le "$seeds"; do
	echo $seed
	seed=$((seed + 1))
done | xargs -P "$jobs" -I SEED sh "$0" SEED "$scratch"

cat "$scratch"/*.counts | awk -v seeds="$seeds" -v tests="$tests" '
{
	key = $1 " " $2 " " $3 " " $4 " " $5
	comparisons[key]++
	found[key] += $6
	wrong[key] += $7
	share[key] += $6 + $7 ? $7 / ($6 + $7) : 0
}

# Means over the seeds.
function null_false(what) { return wrong[what " null"] / seeds }
function found_share(what, scenario) {
	return found[what " " scenario] / seeds / 200 * 100
}
function false_share(what) { return share[what " changed"] / seeds * 100 }

function cell(what) {
	return sprintf("%.*f, %.0f %%, %.1f %%",
		null_false(what) < 10 ? 2 : 0, null_false(what),
		found_share(what, "changed"), false_share(what))
}

function verdict(holds, finding) {
	print holds ? "PASS" : "FAIL", place ": " finding
	broken += !holds
}
function at_most(limit, figure, what) {
	verdict(figure <= limit, sprintf("%s %.2f, at most %g", what, figure,
		limit))
}
function at_least(limit, figure, what) {
	verdict(figure >= limit, sprintf("%s %.1f %%, at least %g", what,
		figure, limit))
}

# Three runs of three times the spread against ten only have to stay quiet.
function judge(noise, runs, floor,	what) {
	what = noise " " runs " " floor " moderated"
	place = noise " " runs ", floor " floor " %"
	at_most(runs == "10/3" ? 10 : 0.5, null_false(what),
		"false findings on unchanged data")
	if (runs != "10/3") {
		at_least(least[runs, floor], found_share(what, "changed"),
			"found")
		at_most(6, false_share(what), "false share in percent")
	}
	if (runs == "3/3" && floor == 1)
		at_least(36, found_share(what, "constants"),
			"found beside 30 % more, constant metrics")
	verdict(!comparisons[what " differ"],
		"comparisons that constant metrics alter " \
		comparisons[what " differ"] + 0 ", none")
}

END {
	noises = split("normal t3", noise)
	sizes = split("3/3 5/5 10/10 10/3", runs)
	columns = split(tests, test)
	least["3/3", 1] = 36; least["5/5", 1] = 66; least["10/10", 1] = 85
	least["3/3", 2] = 28; least["5/5", 2] = 63; least["10/10", 2] = 82

	print "False findings among 20,000 unchanged metrics; found of 200"
	print "changes of 10 % among 20,000; false share of what is then"
	print "reported (means of " seeds " simulated comparisons each; at 10/3"
	print "runs the candidate has three times the spread):"
	print ""
	head = "| noise | runs | floor |"
	rule = "|---|---|---|"
	for (c = 1; c <= columns; c++) {
		head = head " " test[c] " |"
		rule = rule "---|"
	}
	print head
	print rule
	for (n = 1; n <= noises; n++)
		for (r = 1; r <= sizes; r++)
			for (f = 1; f <= 2; f++) {
				what = noise[n] " " runs[r] " " f
				row = "| " noise[n] " | " runs[r] " | " f " % |"
				for (c = 1; c <= columns; c++)
					row = row " " cell(what " " test[c]) \
						" |"
				print row
			}
	print ""
	if ((" " tests " ") !~ / moderated /)
		exit
	for (n = 1; n <= noises; n++)
		for (r = 1; r <= sizes; r++)
			for (f = 1; f <= 2; f++)
				judge(noise[n], runs[r], f)
	exit (broken > 0)
}'
