# SPDX-License-Identifier: GPL-3.0-or-later
# Run files, run sets and lkp's result directories.  What is right follows
# from the figures in the files: one value a run, in the order of the runs.
#
# samples SIDE: the value of each run, by metric.
$ cat >samples <<'END'
> perfsift compare "$1" "$1" --test welch --all -f jsonl --samples \
> 	--fields metric,samples |
> 	sed -n 's/.*"metric":\(.*\),"samples":{"base":\(.*\),"cand.*/\1 \2/p'
> END

# No header.
$ mkdir plain

$ printf 'ops,10\nlat,1.5\n' >plain/a.csv

$ printf 'ops,11\nlat,-2\n' >plain/b.csv

$ printf 'ops,12\nlat,3e2\n' >plain/c.csv

$ sh samples plain
"lat" [1.5,-2,300]
"ops" [10,11,12]

# The same with a header, and with one that has a column for units.
$ mkdir header

$ for run in a b c; do
> 	(echo metric,value; cat plain/$run.csv) >header/$run.csv
> done

$ sh samples header
"lat" [1.5,-2,300]
"ops" [10,11,12]

$ mkdir unit

$ for run in a b c; do
> 	(echo metric,value,unit; sed 's/$/,ms/' plain/$run.csv) >unit/$run.csv
> done

$ sh samples unit
"lat" [1.5,-2,300]
"ops" [10,11,12]

$ perfsift compare unit unit --test welch --all -f csv --fields metric,unit
metric,unit
lat,ms
ops,ms

# A set may mix them.
$ cp header/b.csv plain/b.csv

$ sh samples plain
"lat" [1.5,-2,300]
"ops" [10,11,12]

# The same metric on several lines: samples within the run.  Their mean is
# the value of the run, (1 + 2 + 6) / 3, and n counts runs.
$ mkdir within

$ printf 'ops,1\nlat,5\nops,2\nops,6\n' >within/0.csv

$ printf 'metric,value\nops,4\nlat,6\nops,5\n' >within/1.csv

$ sh samples within
"lat" [5,6]
"ops" [3,4.5]

$ perfsift compare within within --test welch --all -f csv \
> 	--fields metric,base_n,base_mean
metric,base_n,base_mean
lat,2,5.5
ops,2,3.75

# One file of a thousand lines is one run: too few for a test.
$ mkdir one

$ awk 'BEGIN { while (++i <= 1000) print "ops," i }' >one/0.csv

$ perfsift compare one one --test welch -f csv \
> 	--fields metric,base_n,base_mean,base_sd,verdict,reason
metric,base_n,base_mean,base_sd,verdict,reason
ops,1,500.5,,incomparable,too-few-runs
perfsift: one against one: incomplete: a side has one run, and a test takes two: samples within one run count as one
[2]

# Without a header a line may hold all the samples of the run: (2 + 4) / 2.
$ mkdir line

$ printf 'ops,2,4\nlat,7\n' >line/0.csv

$ printf 'ops,1,2,3,,6\nlat,8,nan\n' >line/1.csv

$ sh samples line
"lat" [7,8]
"ops" [3,3]

# Missing samples are counted nowhere and never become zero: of the runs with
# 10, nothing, nan, inf, -Infinity and 20 two are left, with the mean 15.
$ mkdir missing

$ printf 'ops,10\nall,\nsome,\nlat,1\n' >missing/0.csv

$ printf 'ops,\nall,nan\nsome,4\nsome,\nlat,2\n' >missing/1.csv

$ printf 'ops,nan\nall,inf\nsome,5\nsome,NaN\nsome,8\n' >missing/2.csv

$ printf 'ops,inf\nall,\n' >missing/3.csv

$ printf 'ops,-Infinity\nall,\n' >missing/4.csv

$ printf 'ops,20\nall," "\n' >missing/5.csv

$ sh samples missing
"all" [null,null,null,null,null,null]
"lat" [1,2,null,null,null,null]
"ops" [10,null,null,null,null,20]
"some" [null,4,6.5,null,null,null]

$ perfsift compare missing missing --test welch --all -f csv \
> 	--fields metric,base_n,base_mean,base_min,verdict,reason
metric,base_n,base_mean,base_min,verdict,reason
all,0,,,incomparable,no-valid-samples
lat,2,1.5,1,unproven,not-significant
ops,2,15,10,unproven,not-significant
some,2,5.25,4,unproven,not-significant

# Blanks around a figure are no fault.
$ mkdir blanks

$ printf 'ops, 1\nlat,"\t2 "\n' >blanks/0.csv

$ printf 'ops,3 \nlat, 4\t\n' >blanks/1.csv

$ sh samples blanks
"lat" [2,4]
"ops" [1,3]

# Runs are in the natural order of their names, whatever those are.
$ mkdir order

$ for run in run-10 run-9 run-2 run-1b run-1a; do
> 	echo "ops,${run#run-}" | tr -d ab >order/$run.csv
> done

$ echo ops,0 >order/7.csv

$ echo ops,100 >order/run-100.csv

$ sh samples order
"ops" [0,1,1,2,9,10,100]

# A run that was not complete says nothing of performance, but of failures.
$ mkdir incomplete

$ printf 'ops,10\ndmesg.BUG,1\n' >incomplete/0.csv

$ printf 'ops,1\nlast_state.is_incomplete_run,1\ndmesg.BUG,1\n' \
> 	>incomplete/1.csv

$ printf 'ops,11\nlast_state.is_incomplete_run,0\n' >incomplete/2.csv

$ printf 'ops,12\n' >incomplete/3.csv

$ sh samples incomplete
"dmesg.BUG" [1,1,0,0]
"last_state.is_incomplete_run" [0,1,0,0]
"ops" [10,null,11,12]

$ perfsift compare incomplete incomplete --test welch --all -f csv \
> 	--fields metric,kind,base_n,base_mean,base_fails
metric,kind,base_n,base_mean,base_fails
dmesg.BUG,failure,4,50,2
last_state.is_incomplete_run,failure,4,25,1
ops,performance,3,11,

$ perfsift compare incomplete incomplete --test welch | sed 1q
base incomplete (4 runs, 1 incomplete)   candidate incomplete (4 runs, 1 incomplete)

# Hidden files, files with other names and directories without a run are no
# runs.
$ mkdir hidden

$ for run in 1 2 3; do echo "ops,$run" >hidden/$run.csv; done

$ for name in .4.csv .csv 5.txt 6.csv~ 7.csv.bak 8; do
> 	echo no figure >hidden/$name
> done

$ mkdir hidden/log hidden/9.csv

$ echo no figure >hidden/log/readme

$ sh samples hidden
"ops" [1,2,3]

$ perfsift compare hidden hidden --test welch -v 2>&1 | grep ' of '
hidden: run set of 3 run files
hidden: run set of 3 run files

# lkp's result directory: a directory a run, stats.csv before matrix.csv, and
# csv files beside them are ignored.  (2 + 4) / 2 = 3.
$ mkdir -p lkp/0 lkp/2 lkp/10 lkp/log

$ echo ops,1 >lkp/0/stats.csv

$ echo ops,100,200 >lkp/0/matrix.csv

$ echo ops,2,4 >lkp/2/matrix.csv

$ echo ops,5 >lkp/10/stats.csv

$ echo ops,77,77 >lkp/matrix.csv

$ echo ops,78 >lkp/stats.csv

$ sh samples lkp
"ops" [1,3,5]

$ perfsift compare lkp lkp --test welch -v 2>&1 | grep ' of '
lkp: lkp result directory of 3 runs
lkp: lkp result directory of 3 runs

# A hidden directory is no more a run than a hidden file is.
$ mkdir lkp/.old

$ echo ops,79 >lkp/.old/stats.csv

$ sh samples lkp
"ops" [1,3,5]

# One run file as a side is one run.
$ perfsift compare plain/b.csv plain/c.csv --test welch -v -f csv \
> 	--fields metric,base_n,base_mean,candidate_n,reason 2>&1 | grep -v rows
plain/b.csv: run file
plain/c.csv: matrix of 1 run
metric,base_n,base_mean,candidate_n,reason
lat,1,-2,1,too-few-runs
ops,1,11,1,too-few-runs
default.csv FINGERPRINT
2 metrics, 0 reported, 2 too-few-runs
perfsift: plain/b.csv against plain/c.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one

# Missing samples are counted in the summary: two here, one there.
$ printf 'ops,1,,2\nlat,nan,4,5\n' >gaps.csv

$ printf 'ops,1,2,2\nlat,3,inf,5\n' >gap.csv

$ perfsift compare gaps.csv gap.csv --test welch | grep ^missing
missing samples (empty, nan, inf): base 2, candidate 1

$ perfsift compare gaps.csv gap.csv --test welch -f jsonl | grep -o '"missing_samples":{[^}]*}'
"missing_samples":{"base":2,"candidate":1}
