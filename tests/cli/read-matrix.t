# SPDX-License-Identifier: GPL-3.0-or-later
# A matrix: one file, all runs of a side, a column per run.  What is right
# follows from the figures in it.
#
# samples SIDE: the value of each run, by metric.
$ cat >samples <<'END'
> perfsift compare "$1" "$1" --test welch --all -f jsonl --samples \
> 	--fields metric,samples |
> 	sed -n 's/.*"metric":\(.*\),"samples":{"base":\(.*\),"cand.*/\1 \2/p'
> END

# Empty fields, and short rows, are missing in their runs and never zero.
$ printf 'ops,1,2,3\nlat,1,,3\nshort,7\nnone,,,\nlast,,,9\nnan,nan,inf,4\n' \
> 	>matrix.csv

$ sh samples matrix.csv
"last" [null,null,9]
"lat" [1,null,3]
"nan" [null,null,4]
"none" [null,null,null]
"ops" [1,2,3]
"short" [7,null,null]

$ perfsift compare matrix.csv matrix.csv --test welch --all -f csv \
> 	--fields metric,base_n,base_mean,verdict,reason
metric,base_n,base_mean,verdict,reason
last,1,9,incomparable,too-few-runs
lat,2,2,unproven,not-significant
nan,1,4,incomparable,too-few-runs
none,0,,incomparable,no-valid-samples
ops,3,2,unproven,not-significant
short,1,7,incomparable,too-few-runs

$ perfsift compare matrix.csv matrix.csv --test welch -v 2>&1 | grep ' of '
matrix.csv: matrix of 3 runs
matrix.csv: matrix of 3 runs

# The first row need not be the longest.
$ printf 'ops,1\nlat,1,2,3\n' >matrix.csv

$ sh samples matrix.csv
"lat" [1,2,3]
"ops" [1,null,null]

# The same metric in two rows: two samples in each run, (1 + 3) / 2.
$ printf 'ops,1,2,5\nops,3,4\n' >matrix.csv

$ sh samples matrix.csv
"ops" [2,3,5]

# A matrix and a run set may be compared.
$ mkdir runs

$ for run in 1 2 3; do echo "ops,$run" >runs/$run.csv; done

$ printf 'ops,4,5,6\n' >matrix.csv

$ perfsift compare runs matrix.csv --test welch -f jsonl --samples \
> 	--fields metric,samples | tail -n 1
{"type":"finding","metric":"ops","samples":{"base":[1,2,3],"candidate":[4,5,6]}}

# A run in a matrix that is not complete.
$ printf 'ops,4,5,6\nlast_state.is_incomplete_run,0,1\n' >matrix.csv

$ sh samples matrix.csv
"last_state.is_incomplete_run" [0,1,0]
"ops" [4,null,6]

# A file with the header of a run file is one run.
$ printf 'metric,value\nops,4\nops,6\nlat,1\n' >run.csv

$ sh samples run.csv 2>/dev/null
"lat" [1]
"ops" [5]

$ perfsift compare run.csv run.csv --test welch -v 2>&1 | grep run.csv:
run.csv: run file
run.csv: run file
perfsift: run.csv against run.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one

# A bad cell drops its run, and no other one; without --keep-going nothing is
# compared.  The first mean is (1 + 3) / 2.
$ printf 'ops,1,2x,3\nlat,1,2,3\nlate,5,6,7\n' >bad.csv

$ printf 'ops,4,5,6\nlat,4,5,6\nlate,4,5,6\n' >good.csv

$ perfsift compare bad.csv good.csv --test welch
perfsift: bad.csv:1: a unit behind the figure: put it into a unit column: "2x"
[3]

$ perfsift compare bad.csv good.csv --test welch --keep-going -f jsonl \
> 	--samples --fields metric,base_n,base_mean,samples >bad.jsonl
perfsift: bad.csv:1: a unit behind the figure: put it into a unit column: "2x"
[3]

$ sed 1d bad.jsonl
{"type":"finding","metric":"lat","base_n":2,"base_mean":2,"samples":{"base":[1,3],"candidate":[4,5,6]}}
{"type":"finding","metric":"late","base_n":2,"base_mean":6,"samples":{"base":[5,7],"candidate":[4,5,6]}}
{"type":"finding","metric":"ops","base_n":2,"base_mean":2,"samples":{"base":[1,3],"candidate":[4,5,6]}}

$ sed -n 's/.*"base":\({[^}]*}\).*"problems.*/\1/p' bad.jsonl
{"id":"bad.csv","runs":2,"incomplete_runs":0,"title":null,"repository":null,"branch":null,"source":"matrix of 3 runs","message_id":null,"reproduce":null}

$ sed -n 's/.*"problems":\(.*\)}/\1/p' bad.jsonl
[{"file":"bad.csv","line":1,"what":"a unit behind the figure: put it into a unit column","text":"2x"}]

$ perfsift compare bad.csv good.csv --test welch --keep-going 2>/dev/null |
> 	sed 1q
base bad.csv (2 runs)   candidate good.csv (3 runs)

# However many of its cells are bad.
$ awk 'BEGIN { while (++i <= 25) print "m" i ",1,x,3" }' >bad.csv

$ awk 'BEGIN { while (++i <= 25) print "m" i ",1,2,3" }' >good.csv

$ perfsift compare bad.csv good.csv --test welch --keep-going --all -f csv \
> 	--fields base_n,candidate_n 2>/dev/null | LC_ALL=C sort | uniq -c |
> 	sed 's/^ *//'
25 2,3
1 base_n,candidate_n

# What spoils the file drops all of its runs.
$ printf 'ops,1,2,3\nlat\n' >bad.csv

$ printf 'ops,4,5,6\n' >good.csv

$ perfsift compare bad.csv good.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,candidate_n,reason
metric,base_n,candidate_n,reason
ops,0,3,no-base
perfsift: bad.csv:2: one field a line where several were expected (--delimiter?): "lat"
perfsift: bad.csv against good.csv: incomplete: the base has no runs
[3]

$ printf 'ops,1,2,3\n"lat,4,5,6\n' >bad.csv

$ perfsift compare bad.csv good.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,candidate_n,reason
metric,base_n,candidate_n,reason
ops,0,3,no-base
perfsift: bad.csv:2: the quote is never closed
perfsift: bad.csv against good.csv: incomplete: the base has no runs
[3]

# A header that is neither.
$ printf 'metric,v1,v2\nops,1,2\n' >bad.csv

$ perfsift compare bad.csv good.csv --test welch
perfsift: of bad.csv and good.csv, one is a table (it has a header) and one is not
[64]

# The first figure of the file may be the bad one, too.
$ printf 'ops,0x10,2,3\n' >bad.csv

$ perfsift compare bad.csv good.csv --test welch
perfsift: bad.csv:1: hexadecimal figures are not read: write it in decimal: "0x10"
[3]

$ perfsift compare bad.csv good.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,candidate_n
metric,base_n,candidate_n
ops,2,3
perfsift: bad.csv:1: hexadecimal figures are not read: write it in decimal: "0x10"
[3]
