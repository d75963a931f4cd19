#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The table of the kernel test robot: rows as it published them, which are in
# data/reference/robot, from runs that have their figures.  For three reports
# these are the sample archive, for four more they are made here.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

reference=$srcdir/data/reference/robot
make_scratch
cd "$scratch"

# group REPORT NUMBER: its published rows.
group()
{
	sed -n "s/^$2,//p" "$reference/$1.csv"
}

# own_first TESTCASE: the robot sorts the block of the benchmark itself like
# any other; here it comes first.
own_first()
{
	awk -F '[.]' -v own="$1" '
	$1 == own { print; next }
	{ rest[++count] = $0 }
	END { for (i = 1; i <= count; i++) print rest[i] }'
}

# over_its_size: a change from a negative mean is one of its size.
over_its_size()
{
	awk 'BEGIN { FS = OFS = "," }
	$2 < 0 && !$5 { $4 = ($4 ~ /^-/ ? "+" : "-") substr($4, 2) }
	{ print }'
}

# rows_of AXIS: the rows of one table of the report.
rows_of()
{
	awk -v want="$1" -f "$srcdir/tests/robot_table.awk" table
}

# published NAME: expected and got, which has to be something.
published()
{
	ok "$1: there are rows" test -s expected
	same "$1: $(wc -l <expected) rows" expected got
}

# Order and all.
"$PERFSIFT" compare "$srcdir/data/archive" --base 37beb4256016 \
	--candidate a96ef5848cb0 --test welch --all -f lkp >table
for number in 0:lseek1 1:getppid1; do
	group will-it-scale-2026 ${number%:*} >expected
	rows_of "/${number#*:}/" >got
	published "will-it-scale, ${number#*:}"
done

"$PERFSIFT" compare "$srcdir/data/archive" --base 14c7fd5dbfa0 \
	--candidate b41f5a411fb5 --test welch --all -f lkp >table
for number in 0:double 1:long; do
	group unixbench-2026 ${number%:*} | own_first unixbench >expected
	rows_of "/${number#*:}/" >got
	published "unixbench, ${number#*:}"
done

# The layout of 2016 had no points, told all deviations, and -1 for one of a
# mean of 0.  Its blocks were in another order.
"$PERFSIFT" compare "$srcdir/data/archive" --base 4e0a9d33c43d \
	--candidate bedc1d70ce36 --test welch --all -f lkp >table
group hackbench-2016 0 | LC_ALL=C sort >published
rows_of /hackbench | LC_ALL=C sort >printed
paste -d , published printed | awk -F , '
function told(then, now)
{
	then = then < 0 && then != -1 ? -then : then + 0
	return then > 2 ? then : then == 2 && now == 2 ? 2 : ""
}
{
	change = $12 || $2 < 0 ? "any" : $4
	print $1 "," $2 "," told($3, $10) "," change "," $6 "," told($7, $14) \
		>"expected"
	change = $12 || $2 < 0 ? "any" : $11
	print $8 "," $9 "," $10 "," change "," $13 "," $14 >"got"
}'
published "hackbench of 2016"
ok "hackbench of 2016: most changes are held" \
	test "$(grep -c '%,' expected)" -gt "$(($(wc -l <expected) / 2))"

# Other reports.  The values of the axes and the ids are theirs, too.
for report in page_fault2 phoronix postmark sysbench; do
	sed 1d "$reference/$report.groups.csv" >group
	testcase=$(awk -F , '{ names = split($3, name, "/")
		split($4, value, "/")
		for (i = 1; i <= names; i++)
			if (name[i] == "testcase")
				print value[i] }' group)
	ids=$(cut -d , -f 5 group)
	directory=$(awk -F , '{ names = split($3, name, "/")
		split($4, value, "/")
		for (i = 1; i <= names; i++)
			printf "%s=%s/", name[i], value[i] }' group)
	directory=$report/$directory
	mkdir -p "$directory/commit=${ids% *}" "$directory/commit=${ids#* }"
	awk -F , -v base="$directory/commit=${ids% *}" \
		-v candidate="$directory/commit=${ids#* }" \
		-f "$srcdir/tests/robot_runs.awk" "$reference/$report.csv" \
		>problems
	empty "$report: there are runs with its figures" problems
	"$PERFSIFT" compare "$report" --base "${ids% *}" --candidate \
		"${ids#* }" --test welch --all -f lkp >table
	echo "$ids " >expected
	sed -n 9p table >got
	same "$report: its ids" expected got
	cut -d , -f 4 group | tr / '\n' | sort >expected
	sed -n '3s/^  //p' table | tr / '\n' | sort >got
	same "$report: its axes" expected got

	group "$report" 0 | over_its_size | own_first "$testcase" >published
	rows_of / >printed
	LC_ALL=C sort published >expected
	LC_ALL=C sort printed >got
	published "$report"

	# With one decimal of a change, these are in order up to ties.
	for rows in published printed; do
		sed 's/^\(perf-profile\.[a-z]*\).*/\1/; s/,.*//' $rows >$rows.order
	done
	same "$report: the order of its rows" published.order printed.order
	sed -n 's/^perf-profile\.//p' printed |
		sed 's/^\([a-z]*\)[^,]*,[^,]*,[^,]*,+*\([^,]*\),.*/\1 \2/' >profile
	sort -s -k 1,1 -k 2,2n profile >expected
	same "$report: the order of its profile" expected profile
done
plan
