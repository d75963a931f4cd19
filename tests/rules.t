#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The cases guard the rules that perfsift brings: a pattern that is changed by
# one character fails a case, which names the line.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
rules=$srcdir/data/rules/default.csv

# change LINE: the rules, with the first letter of a pattern made another one.
change()
{
	awk -v line="$1" '
	NR == line {
		match($0, /[a-z]/)
		$0 = substr($0, 1, RSTART - 1) "Q" substr($0, RSTART + 1)
	}
	{ print }' "$rules" >"$scratch/rules.csv"
}

cd "$scratch"
# Directions of KPIs are what the cases know best: try one in eight of them.
awk -F, 'NR > 1 && ($4 == "higher" || $4 == "lower") && $5 == "yes" &&
	$1 ~ /^[a-z]/ && $1 !~ /^phoronix/ && ++n % 8 == 1 { print NR }' \
	"$rules" >lines
ok "there are some to try" test "$(wc -l <lines)" -ge 25
noticed=0
: >unnamed
while read -r line; do
	change "$line"
	if "$PERFSIFT" check --no-default-rules --rules rules.csv \
		"$srcdir/data/cases" >out 2>/dev/null; then
		sed -n "${line}p" "$rules" | sed 's/^/# not noticed: /'
		continue
	fi
	noticed=$((noticed + 1))
	grep -q "rules\.csv:$line:" out || echo "$line" >>unnamed
done <lines
ok "$noticed of $(wc -l <lines) changes fail a case" \
	test $((10 * noticed)) -ge $((8 * $(wc -l <lines)))
empty "and each case names the line" unnamed

# The other cells, too: a direction, a level, a kind, a KPI.
# other WHAT LINE-PATTERN SED: one change of one character in one row.
other()
{
	line=$(grep -n "$2" "$rules" | head -n 1 | cut -d : -f 1)
	sed "${line}$3" "$rules" >rules.csv
	status=0
	"$PERFSIFT" check --no-default-rules --rules rules.csv \
		"$srcdir/data/cases" >out 2>err || status=$?
	ok "$1: exit status 1 or 64" test $status -eq 1 -o $status -eq 64
	ok "$1: its line is named" grep -q "rules\.csv:$line:" out err
}
other "a level" '^vmstat\\\.cpu\\\.\.\*' 's/,1,5,,/,1,0,,/'
other "a kind" '^dmesg\\\..\*' 's/failure/failurs/'
other "an expression" '^hackbench\\\.time' 's/time/(ime/'
plan
