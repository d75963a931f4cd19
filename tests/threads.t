#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# On however many threads: the same bytes, the same complaints, the same exit
# status, whatever the sides are.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
cd "$scratch"
make_runs base 3 40 0 1
make_runs candidate 3 40 20 2

# alike NAME ARGUMENT...: on one thread, two, and more than there is work for.
alike()
{
	name=$1
	shift
	for jobs in 1 2 7; do
		status=0
		"$PERFSIFT" compare "$@" --all -f csv -j $jobs >stdout \
			2>stderr || status=$?
		{
			cat stdout stderr
			echo "exit status $status"
		} >jobs.$jobs
	done
	same "$name: two threads" jobs.1 jobs.2
	same "$name: seven" jobs.1 jobs.7
}
# some NAME PATTERN: the last call has it, so that there is something to see.
some()
{
	ok "$1" grep -q "$2" jobs.1
}

alike "two run sets" base candidate
some "there is news" ',true,changed,'

# The same metrics in another order, some of them gone, others new.
mkdir other
for run in 0 1 2; do
	{
		echo metric,value,unit
		sed 1d candidate/$run.csv | sort -r | grep -v 'part 7"'
		echo "brand.new,$run,s"
	} >other/$run.csv
done
alike "metrics in another order" base other
some "a metric is new" ',no-base,.*,brand.new,'
alike "the other way round" other base

# Units that convert, that do not, and that only one side names.
mkdir units
for run in 0 1 2; do
	sed 's/,\([0-9.e+]*\),ms$/,\1,us/; s/part 3",\(.*\),us/part 3",\1,kB/
		s/part 5",\(.*\),us/part 5",\1,/' candidate/$run.csv \
		>units/$run.csv
done
alike "other units" base units
some "units conflict" ',unit-conflict,'
alike "other units first" units base

# Runs that are broken, a side without any, one that is not there.
mkdir broken empty
cp candidate/0.csv candidate/1.csv broken
echo 'time,"1' >broken/2.csv
printf 'metric,value\ntime,x\n' >broken/3.csv
alike "broken runs" base broken
some "they are told" 'broken/3.csv:2'
alike "broken runs, kept going" base broken --keep-going
alike "broken on both sides" broken broken --keep-going
alike "an empty side" base empty
alike "a side that is not there" base nowhere
alike "three candidates" base candidate other units

# One file a side, matrices and pipes.
alike "run files" base/0.csv candidate/0.csv
cut -d , -f 1-3 base/0.csv | sed '1d; s/,[a-z]*$//; s/"\(.*\), /"\1 /' \
	>matrix.csv
alike "matrices" matrix.csv matrix.csv
alike "patterns" 'base/*.csv' 'candidate/[01].csv'
mkdir -p archive/test=a/commit=1 archive/test=a/commit=2 archive/test=b
cp -r base/. archive/test=a/commit=1
cp -r other/. archive/test=a/commit=2
cp -r archive/test=a/. archive/test=b
alike "an archive" archive --base 1 --candidate 2

# Tables large enough to be read in parts: 60 runs of 200 metrics, 4 groups.
awk 'BEGIN {
	srand(3)
	print "machine,commit,run,metric,value,unit"
	for (g = 0; g < 4; g++)
		for (c = 0; c < 2; c++)
			for (r = 0; r < 30; r++)
				for (m = 0; m < 200; m++)
					printf "box-%d,%s,%d,suite.%d.part-%d,%.6g,%s\n", \
						g, c ? "new" : "old", r, m % 7, m, \
						(m + 1) * (1 + rand() / 50) * \
						(c && m % 9 == 0 ? 1.1 : 1), \
						m % 2 ? "ms" : ""
}' >table.csv
ok "the table is large" test "$(wc -c <table.csv)" -gt 1500000

# table NAME FILE [ARGUMENT...]
table()
{
	name=$1
	file=$2
	shift 2
	alike "table, $name" "$file" --columns axis=machine --base old \
		--candidate new "$@"
}
table "by group" table.csv
some "there is news of all groups" ',true,changed,.*,machine=box-3,'
{
	sed 1q table.csv
	sed 1d table.csv | sort -t , -k 3,3n -k 4,4
} >by_run.csv
table "by run" by_run.csv
{
	sed 1q table.csv
	sed 1d table.csv | awk '{ print NR * 7919 % 48001 "," $0 }' |
		sort -n | cut -d , -f 2-
} >shuffled.csv
table "in no order" shuffled.csv
printf '\357\273\277' | cat - table.csv >mark.csv
table "a byte order mark" mark.csv
sed 's/$/\r/' table.csv >crlf.csv
table "carriage returns" crlf.csv
printf '%s' "$(cat table.csv)" >unended.csv
table "no line feed at the end" unended.csv
sed '20000s/.*/&\n\n  \n/' table.csv >blank.csv
table "blank lines" blank.csv
sed '30000s/part-\([0-9]*\)/"part,\1"/' table.csv >inside.csv
table "a quote inside" inside.csv
sed '30000s/suite[^,]*/"suite, \nand more"/' table.csv >quoted.csv
table "a quoted line feed" quoted.csv
sed '40000s/,\([0-9.]*\),\(ms\)*$/,1.5x,\2/' table.csv >cell.csv
table "a cell that is no number" cell.csv
some "it is told" 'cell.csv:40000'
table "the same, kept going" cell.csv --keep-going
sed '45000s/,[a-z]*$//' table.csv >short.csv
table "a row too short" short.csv
some "it is told with its line" 'short.csv:45000'
sed '30000,$s/ms$/us/' table.csv >units.csv
table "units that convert, half way" units.csv
sed '30000,$s/ms$/kB/' table.csv >conflict.csv
table "units that do not" conflict.csv
some "they conflict" ',unit-conflict,'
cut -d , -f 1,2,4- table.csv >rows.csv
table "each row a run" rows.csv
{
	cat table.csv
	for g in 0 1 2 3; do
		echo "box-$g,new,29,last_state.is_incomplete_run,1,"
	done
} >incomplete.csv
table "incomplete runs" incomplete.csv
alike "table, no group" table.csv --columns value=value --base old \
	--candidate new
for side in old new; do
	{
		sed 1q table.csv
		grep ",$side," table.csv
	} >$side.csv
done
alike "a table a side" old.csv new.csv --columns axis=machine
some "there is news of them" ',true,changed,'
cat table.csv >both.csv
alike "a second commit in a side" old.csv both.csv --columns axis=machine
sed 1q table.csv >header.csv
alike "a header alone" header.csv --base old --candidate new
plan
