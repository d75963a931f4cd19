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
plan
