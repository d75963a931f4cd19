# SPDX-License-Identifier: GPL-3.0-or-later
# Tables and files of numbers that readers of benchmark results have been
# reported to get wrong, distilled from public bug reports against comparable
# tools.  What is right follows from the figures in them, or from R where that
# is said.
#
# 1500 us are 1.5 ms: as tables, a side each, and as one.
$ printf 'metric,value,unit,host\n%s\n%s\n%s\n' lat,1500,us,a lat,1500,us,a \
> 	lat,1500,us,a >base.csv

$ printf 'metric,value,unit,host\n%s\n%s\n%s\n' lat,1.5,ms,a lat,1.5,ms,a \
> 	lat,1.5,ms,a >candidate.csv

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields metric,unit,base_mean,candidate_mean,change,verdict
metric,unit,base_mean,candidate_mean,change,verdict
lat,us,1500,1500,0,equivalent

$ (echo commit,metric,value,unit; sed '1d; s/,a$//; s/^/v1,/' base.csv
> 	sed '1d; s/,a$//; s/^/v2,/' candidate.csv) >both.csv

$ perfsift compare both.csv --base v1 --candidate v2 --all -f csv \
> 	--fields metric,unit,base_mean,candidate_mean,change,verdict
metric,unit,base_mean,candidate_mean,change,verdict
lat,us,1500,1500,0,equivalent

# 1500 us against 1500 of nothing is a conflict: without a unit in the row, and
# without a column of units.
$ sed 's/,ms,/,,/' candidate.csv >none.csv

$ perfsift compare base.csv none.csv --all -f csv \
> 	--fields metric,base_mean,candidate_mean,verdict,reason
metric,base_mean,candidate_mean,verdict,reason
lat,,,incomparable,unit-conflict
perfsift: base.csv against none.csv: incomplete: no metric could be tested
[2]

$ cut -d, -f 1,2,4 none.csv >none-at-all.csv

$ perfsift compare base.csv none-at-all.csv --all -f csv \
> 	--fields metric,verdict,reason 2>/dev/null
metric,verdict,reason
lat,incomparable,unit-conflict
[2]

# What no rule knows, and no unit tells, is a change and neither good nor bad.
$ printf 'commit,run,metric,value\n' >table.csv

$ for run in 1 2 3; do echo "v1,$run,throughput,10$run
> v2,$run,throughput,12$run"; done >>table.csv

$ perfsift compare table.csv --base v1 --candidate v2 -f csv \
> 	--fields metric,verdict,direction,better
metric,verdict,direction,better
throughput,changed,change,

$ perfsift compare table.csv --base v1 --candidate v2 |
> 	grep -c -e ' worse ' -e ' better ' -e regression
0
[1]

# Failures in 0 of 10 runs and in 3 of 4.  fisher.test() of R says 0.01099,
# which is 4 of the 364 ways to choose 3 of 14.
$ (echo commit,run,metric,value; for run in 1 2 3 4 5 6 7 8 9 10; do
> 	echo "v1,$run,stderr.broken,0"; done
> for run in 1 2 3; do echo "v2,$run,stderr.broken,1"; done
> echo v2,4,stderr.broken,0) >fails.csv

$ perfsift compare fails.csv --base v1 --candidate v2 --all \
> 	-f csv --fields \
> 	metric,kind,base_fails,base_n,candidate_fails,candidate_n,base_mean
metric,kind,base_fails,base_n,candidate_fails,candidate_n,base_mean
stderr.broken,failure,0,10,3,4,0

$ perfsift compare fails.csv --base v1 --candidate v2 --all \
> 	-f csv --fields metric,candidate_mean,p,flags | sed 's/\(0.0109\)[0-9]*/\1/'
metric,candidate_mean,p,flags
stderr.broken,75,0.0109,new-failure

# One run file a side with the metric on 1000 lines is one value, and no test.
$ (echo metric,value; awk 'BEGIN { while (i++ < 1000) print "ops," i }') \
> 	>run.csv

$ perfsift compare run.csv run.csv --all -f csv \
> 	--fields metric,base_n,base_mean,verdict,reason 2>/dev/null
metric,base_n,base_mean,verdict,reason
ops,1,500.5,incomparable,too-few-runs
[2]

# The same of a table that says that its rows are no runs.
$ (echo time,metric,value; awk 'BEGIN { while (i++ < 1000)
> 	print i ",ops," i }') >samples.csv

$ perfsift compare samples.csv samples.csv --columns run=@file \
> 	--all -f csv --fields metric,base_n,base_mean,verdict,reason,flags \
> 	2>/dev/null
metric,base_n,base_mean,verdict,reason,flags
ops,1,500.5,incomparable,too-few-runs,few-runs
[2]

# And where nobody says so the rows are runs, and every finding tells.
$ perfsift compare samples.csv samples.csv --all -f csv \
> 	--fields metric,base_n,flags
metric,base_n,flags
ops,1000,rows-as-runs;drift

# A row with a field too few or too many, and its line.
$ printf 'commit,run,metric,value\na,1,ops,1\na,2,ops\nb,1,ops,1\nb,2,ops,3,4\n' \
> 	>bad.csv

$ perfsift compare bad.csv --base a --candidate b
perfsift: bad.csv:3: 3 fields where the header has 4
perfsift: bad.csv:5: 5 fields where the header has 4
[3]

# Nothing of that file counts, whatever goes on.
$ perfsift compare bad.csv --base a --candidate b --all -f csv \
> 	--fields metric,base_n --keep-going 2>/dev/null
metric,base_n
[3]

# A wide table, a row a run: two metrics.
$ printf 'commit,tps,p99_ms\n' >wide.csv

$ printf '%s\n' v1,100,7.5 v1,101,7 v1,102,8 v2,110,7 v2,111,8 v2,112,7.5 \
> 	>>wide.csv

$ perfsift compare wide.csv --columns value=tps+p99_ms --base v1 \
> 	--candidate v2 --all -f csv \
> 	--fields metric,base_n,base_mean,candidate_n,candidate_mean
metric,base_n,base_mean,candidate_n,candidate_mean
tps,3,101,3,111
p99_ms,3,7.5,3,7.5

$ perfsift compare wide.csv --columns 'value=*' --base v1 --candidate v2 \
> 	--test welch --all -f csv --fields metric,base_n,base_mean | tail -n 2
tps,3,101
p99_ms,3,7.5

# Numbers, a line each: ministat says N 5 and 6, Avg 20 and 34.
$ printf '%s\n' 18 19 20 21 22 >old.txt

$ printf '%s\n' 30 32 34 36 38 34 >new.txt

$ perfsift compare old.txt new.txt -f csv \
> 	--fields metric,base,candidate,base_n,candidate_n,base_mean,candidate_mean
metric,base,candidate,base_n,candidate_n,base_mean,candidate_mean
value,old.txt,new.txt,5,6,20,34

# Semicolons and decimal commas are not read as something else.
$ printf '1,5;2,5\n' >comma.csv

$ perfsift compare comma.csv comma.csv 2>complaint
[3]

$ grep -o -e '--delimiter' -e '--decimal' complaint | LC_ALL=C sort -u
--decimal
--delimiter

$ printf 'commit;run;tps\nv1;1;1,5\nv1;2;2,5\nv2;1;3,5\nv2;2;4,5\n' >comma.csv

$ perfsift compare comma.csv --base v1 --candidate v2
perfsift: comma.csv:1: no column commit: columns are commit;run;tps (separated by ;? --delimiter ';')
[3]

$ perfsift compare comma.csv --base v1 --candidate v2 --delimiter ';' \
> 	--columns value=tps
perfsift: comma.csv:2: a decimal comma? --decimal ,: "1,5"
perfsift: comma.csv:3: a decimal comma? --decimal ,: "2,5"
perfsift: comma.csv:4: a decimal comma? --decimal ,: "3,5"
perfsift: comma.csv:5: a decimal comma? --decimal ,: "4,5"
[3]

$ perfsift compare comma.csv --base v1 --candidate v2 --delimiter ';' \
> 	--decimal , --columns value=tps --all -f csv \
> 	--fields metric,base_n,base_mean,candidate_mean
metric,base_n,base_mean,candidate_mean
tps,2,2,4
