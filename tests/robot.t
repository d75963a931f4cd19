#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Samples that the maintainers of the kernel test robot published, and what it
# had printed of them: runs, means and changes, of one table with a set of
# benchmarks a group, where one base may have several candidates.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

test -n "${PERFSIFT_SHARED-}" || skip_all "PERFSIFT_SHARED is not set"
make_scratch
cd "$scratch"
samples=$PERFSIFT_SHARED/data/robot/samples.csv
# set,metric,col,commit,n,mean,sd,change,note
sed 1d "$PERFSIFT_SHARED/data/robot/expected.csv" >rows

# side N SET: a commit of the set.
side()
{
	awk -F , -v col="$1" -v set="$2" \
		'$1 == set && $3 == col { print $4 }' rows
}

# A mean as the robot prints it: what has no decimals is cut, not rounded.
cat >digits.awk <<'END'
function as_printed(value, like, point)
{
	point = index(like, ".")
	if (!point)
		return sprintf("%d", value)
	return sprintf("%." (length(like) - point) "f", value)
}
FNR == NR {
	key = $1 "," $4
	mean[key] = $6
	next
}
FNR == 1 { next }
{
	sub(/^set=/, "", $1)
	base = $1 "," $2; candidate = $1 "," $3
	printf "%s,%s,%d,%s\n", $1, $2, $4, as_printed($6, mean[base])
	printf "%s,%s,%d,%s,%+.1f%%\n", $1, $3, $5, \
		as_printed($7, mean[candidate]), $8
}
END

cut -d , -f 1 rows | sort -u >sets
while read -r set; do
	set -- --base "$(side 0 "$set")" --candidate "$(side 1 "$set")"
	test -z "$(side 2 "$set")" || set -- "$@" --candidate "$(side 2 "$set")"
	"$PERFSIFT" compare "$samples" --columns axis=set "$@" --test welch \
		--all -f csv --fields \
		group,base,candidate,base_n,candidate_n,base_mean,candidate_mean,change \
		>figures
	awk -F , -f digits.awk rows figures | LC_ALL=C sort -u >got
	awk -F , -v set="$set" '$1 == set {
		print $1 "," $4 "," $5 "," $6 ($8 ? "," $8 : "") }' rows |
		LC_ALL=C sort >expected
	same "$set: $(wc -l <expected) sides" expected got
	# The row of the table, where a mail had it.
	awk -F , -v set="$set" '$1 == set && !/not printed/ {
		printf "%s%s%s", $8 ? " " $8 " " : "", $6,
			$7 ? " ± " $7 "%" : ""
		metric = $2
	} END { if (metric) print " " metric }' rows >expected
	test -s expected || continue
	"$PERFSIFT" compare "$samples" --columns axis=set "$@" --test welch \
		--all -f lkp | grep "$(awk '{ print $NF }' expected)\$" |
		tr -s ' ' | sed 's/^ //' >got
	same "$set: the row as published" expected got
done <sets
ok "there are sets" test $tests -gt 3
plan
