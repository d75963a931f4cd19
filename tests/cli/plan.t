# SPDX-License-Identifier: GPL-3.0-or-later
# What more runs would prove.  Figures are those of R, cut to four digits:
#	plan <- function(x, step, kpis, E = NA, alpha = .05, floor = 1,
#			 points = FALSE) {
#		s <- sqrt(max(var(x), step^2 / 12))
#		scale <- if (points) 1 else 100 / abs(mean(x))
#		at <- function(n) floor + scale * s * sqrt(2 / n) *
#			(qt(1 - alpha / kpis, 2 * n - 2) + qt(.8, 2 * n - 2))
#		signif(c(length(x), mean(x), sd(x), 100 * sd(x) / abs(mean(x)),
#			 at(3), at(5), at(10), at(20),
#			 which(sapply(2:1000, at) <= E)[1] + 1), 4)
#	}
$ cat >digits <<'END'
> BEGIN { FS = OFS = "," }
> {
> 	for (i = 1; i <= NF; i++)
> 		if ($i ~ /^-?[0-9.]+(e[-+][0-9]+)?$/)
> 			$i = sprintf("%.4g", $i)
> 	print
> }
> END

# KPIs by CV, the largest first.  cpu% is in points.
# plan(c(212, 187, 243, 198, 226), 1, 6, 2) and so on.
$ perfsift plan data/examples/base --expect 2% -f csv --fields \
> 	metric,n,mean,sd,cv,detectable_3,detectable_5,detectable_10,detectable_20,runs_needed,reason |
> 	awk -f digits
metric,n,mean,sd,cv,detectable_3,detectable_5,detectable_10,detectable_20,runs_needed,reason
startup,5,213.2,22.2,10.41,42.67,26.71,17.3,12.05,,too-noisy
p99,5,9.652,0.05263,0.5453,3.182,2.347,1.854,1.579,8,
cpu%,5,71.94,0.3362,0.4673,2.345,1.83,1.526,1.357,4,
p50,5,2.41,0.007071,0.2934,2.174,1.725,1.459,1.311,4,
rate,5,1.841e+04,31.28,0.1699,1.68,1.42,1.266,1.18,3,
memory,5,184.5,0.2739,0.1484,1.594,1.367,1.232,1.158,3,

# All fields, as csv and as jsonl; without --expect none is looked for.
$ perfsift plan data/examples/base -f csv | sed -n 's/,.*memory/ memory/p; 1p' |
> 	awk -f digits
group,set,metric,unit,kpi,n,mean,sd,cv,change_kind,floor,detectable_3,detectable_5,detectable_10,detectable_20,expect,runs_needed,reason,noise,prior_df
 memory,MiB,yes,5,184.5,0.2739,0.1484,relative,1,1.594,1.367,1.232,1.158,,,,0.1484,0

$ perfsift plan data/examples/base -f jsonl --expect 2 |
> 	sed -n 's/\(\.[0-9]\)[0-9]*/\1/g; 1p; $p'
{"type":"plan","group":null,"set":"data/examples/base","metric":"startup","unit":"ms","kpi":"yes","n":5,"mean":213.2,"sd":22.1,"cv":10.4,"change_kind":"relative","floor":1,"detectable_3":42.6,"detectable_5":26.7,"detectable_10":17.3,"detectable_20":12.0,"expect":2,"runs_needed":null,"reason":"too-noisy","noise":10.4,"prior_df":0}
{"type":"plan","group":null,"set":"data/examples/base","metric":"memory","unit":"MiB","kpi":"yes","n":5,"mean":184.5,"sd":0.2,"cv":0.1,"change_kind":"relative","floor":1,"detectable_3":1.5,"detectable_5":1.3,"detectable_10":1.2,"detectable_20":1.1,"expect":2,"runs_needed":3,"reason":null,"noise":0.1,"prior_df":0}

# plan(p99, .01, 6, 2, alpha = .01)
$ perfsift plan data/examples/base --expect 2 --alpha 0.01 -f csv --fields \
> 	metric,detectable_3,detectable_5,detectable_10,detectable_20,runs_needed |
> 	awk -f digits | grep p99
p99,4.203,2.728,2.035,1.687,11

# One KPI alone; a table on standard input; a mean below zero.
# plan(c(100, 102, 98, 101, 99), 1, 1, 3) and plan(c(-100, -102, -98, -101),
# 1, 1, 3).
$ cat >fields <<'END'
> metric,n,mean,sd,cv,detectable_3,detectable_5,detectable_10,detectable_20,runs_needed,reason
> END

$ echo ops,100,102,98,101,99 |
> 	perfsift plan - --expect 3 -f csv --fields $(cat fields) |
> 	awk -f digits | sed 1d
ops,5,100,1.581,1.581,4.967,3.748,2.836,2.269,9,

$ echo ops,-100,-102,-98,-101 >negative.csv

$ perfsift plan negative.csv --expect 3 -f csv --fields $(cat fields) |
> 	awk -f digits | sed 1d
ops,4,-100.2,1.708,1.704,5.274,3.961,2.978,2.367,10,

# The noise is at least that of the step, but sd is as it is.
# plan(c(rep(100, 19), 101), 1, 1, 1.5); sd alone would make it 4 runs.
$ echo ops,101$(for i in 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9; do
> 	printf ,100; done) >step.csv

$ perfsift plan step.csv --expect 1.5 -f csv --fields $(cat fields) |
> 	awk -f digits | sed 1d
ops,20,100,0.2236,0.2235,1.724,1.502,1.335,1.231,6,

# What is not known is empty, never 0.  ops and lat share alpha with none and
# same: plan(c(100, 102, 98, 101), 1, 4, 3), plan(c(50, 50.5, 50.2, 49.9), .1,
# 4, 3).  around has a mean of 0, and no percentage.
$ cat >mixed.csv <<'END'
> lat,50,50.5,50.2,49.9
> ops,100,102,98,101
> same,7,7,7,7
> once,5,,,
> vmstat.in,1000,1001,1003,
> vmstat.around,-1,0,1,0
> vmstat.cs,10,11,12,
> dmesg.BUG,0,1,0,0
> END

$ perfsift plan mixed.csv --expect 3 -f csv --fields $(cat fields) |
> 	awk -f digits | sed 1d
ops,4,100.2,1.708,1.704,7.171,4.922,3.52,2.716,16,
lat,4,50.15,0.2646,0.5276,2.911,2.215,1.78,1.531,3,
once,1,5,,,,,,,,too-few-runs
same,4,7,,,,,,,,constant

# --all: also monitors, which are a family of three with a floor of 2 %.
# plan(c(10, 11, 12), 1, 3, 3, floor = 2), plan(c(1000, 1001, 1003), 1, 3, 3,
# floor = 2).
$ perfsift plan mixed.csv --expect 3 -f csv --fields $(cat fields) --all |
> 	awk -f digits | sed 1,5d
vmstat.cs,3,11,1,9.091,32.64,21.86,14.87,10.8,,too-noisy
vmstat.in,3,1001,1.528,0.1525,2.514,2.333,2.216,2.148,2,
vmstat.around,4,0,0.8165,,,,,,,mean-zero

# Text: the noisiest is named; what is not listed is counted.
$ perfsift plan mixed.csv --expect 3%
set mixed.csv (4 runs)
noisiest: ops (CV 1.7%)

metric  n   mean      sd    CV  3 runs  5 runs  10 runs  20 runs  for 3%
ops     4  100.2   1.708  1.7%    7.2%    4.9%     3.5%     2.7%      16
lat     4  50.15  0.2646  0.5%    2.9%    2.2%     1.8%     1.5%       3
once    1      5                                                          too-few-runs
same    4      7                                                          constant

N runs: the smallest change that N runs a side prove 4 times in 5 (alpha 0.05, 4 KPIs)
not listed: 3 monitors (--all lists them), 1 failure

$ perfsift plan mixed.csv --all --expect 3% | sed 1,9d
vmstat.cs      3      11       1  9.1%   32.6%   21.9%    14.9%    10.8%   >1000
vmstat.in      3  1.001k   1.528  0.2%    2.5%    2.3%     2.2%     2.1%       2
vmstat.around  4       0  0.8165                                                  mean-zero

N runs: the smallest change that N runs a side prove 4 times in 5 (alpha 0.05, 4 KPIs)
not listed: 1 failure

# Where at least 50 metrics vary noise is borrowed.  Figures are those of
# data/reference/plan_moderated.csv, and with points the noise is in points.
$ sed 1d data/reference/plan_moderated.csv | cut -d , -f 1,2 | tr ';' , >many.csv

$ cat >rules.csv <<'END'
> metric,kpi,min_change,change
> .*,,1,
> mon.*,no,2,
> .*%.*,,,absolute
> END

$ cat >options <<'END'
> --no-default-rules --rules rules.csv --expect 5%
> END

$ cat >some <<'END'
> ^\(metric\|suite.1\|suite.step\|suite.same\|points%.1\|mon[a-z]*.1\|N runs\|noise\)[ :]
> END

$ perfsift plan many.csv --all $(cat options) | grep -f some
metric         n    mean       sd     CV  noise   d0  3 runs  5 runs  10 runs  20 runs  for 5%
suite.step    16   7.062   0.2500   3.5%   3.9%  2.0   23.5%   14.7%     9.3%     6.5%      36
points%.1      4   459.3    7.772   1.7%    6.8  1.0    45.5    25.9     15.6     10.6     104
suite.1        3  1.941k    24.27   1.3%   1.1%  2.0    7.5%    4.9%     3.4%     2.6%       5
suite.same     3       7                                                                        constant
monalone.1     5  3.163k    154.0   4.9%   4.9%    0   41.8%   20.8%    12.6%     8.9%      95
mona.1         3   54.68    1.025   1.9%   1.9%  1.8   13.1%    8.7%     6.0%     4.7%      17
monalike.1     3     100        1   1.0%   1.0%  inf    5.4%    4.6%     3.9%     3.3%       4
N runs: the smallest change that N runs a side prove 4 times in 5 (alpha 0.05, 124 KPIs)
noise: a metric's own CV and the usual one, worth d0 runs, as the test joins them

# The other tests borrow nothing: plan(c(1947.936, 1960.443, 1913.573), .001,
# 124, 5), plan(c(rep(7, 15), 8), 1, 124, 5), plan(c(460.798, 450.458, 469.033,
# 456.837), .001, 124, 5, points = TRUE).
$ perfsift plan many.csv --test welch $(cat options) | grep -f some
metric         n    mean       sd     CV  3 runs  5 runs  10 runs  20 runs  for 5%
suite.step    16   7.062   0.2500   3.5%   34.5%   16.8%     9.9%     6.8%      40
points%.1      4   459.3    7.772   1.7%    64.8    31.0     18.0     12.0     136
suite.1        3  1.941k    24.27   1.3%   11.3%    5.8%     3.7%     2.8%       7
suite.same     3       7                                                            constant
N runs: the smallest change that N runs a side prove 4 times in 5 (alpha 0.05, 124 KPIs)

# Ranks pass 0.05 / 124 = 0.0004 with 8 runs a side or more, even if the sides
# lie apart: 2 / choose(16, 8) is 0.00016, and 2 / choose(14, 7) 0.00058.
$ perfsift plan many.csv --test rank-sum $(cat options) | grep -f some
metric         n    mean       sd     CV  3 runs  5 runs  10 runs  20 runs  for 5%
suite.step    16   7.062   0.2500   3.5%                     9.9%     6.8%      40
points%.1      4   459.3    7.772   1.7%                     18.0     12.0     136
suite.1        3  1.941k    24.27   1.3%                     3.7%     2.8%       8
suite.same     3       7                                                            constant
N runs: the smallest change that N runs a side prove 4 times in 5 (alpha 0.05, 124 KPIs)

# A test without a p has no power.
$ perfsift plan mixed.csv --test ranges
perfsift: --test ranges has no p, so no number of runs proves a change by it: plan with another test
[64]

# The name gives way where the terminal is narrow.  plan(1:3, 1, 1)
$ echo a.metric.with.a.long.name.that.goes.on,1,2,3 >long.csv

$ COLUMNS=83 perfsift plan long.csv | sed -n 2,5p
noisiest: a.metric.with.a.long.name.that.goes.on (CV 50%)

metric                           n  mean  sd   CV  3 runs  5 runs  10 runs  20 runs
a.metric.with.a…me.that.goes.on  3     2   1  50%  126.4%   87.9%    59.1%    41.1%

$ COLUMNS=40 perfsift plan long.csv | sed -n 2,6p
noisiest: a.metric.wi…that.goes.on (CV 50%)

metric
  n  mean  sd   CV  3 runs  5 runs  10 runs  20 runs
a.metric.with.a.long.name.that.goes.on

# A change that is not above the floor of a KPI is proven by no number of runs;
# of a monitor that is told in its row.
$ perfsift plan mixed.csv --expect 1%
perfsift: --expect 1: no number of runs proves a change that is not above the floor, and ops has a floor of 1 %
[64]

$ echo 'load%,50,51,52' | perfsift plan - --expect 0.5 -o never
perfsift: --expect 0.5: no number of runs proves a change that is not above the floor, and load% has a floor of 1 point
[64]

$ test -e never
[1]

$ perfsift plan mixed.csv --expect 1.5 --all -f csv --fields metric,runs_needed,reason |
> 	sed -n '/^vmstat/p'
vmstat.cs,,below-floor
vmstat.in,,below-floor
vmstat.around,,mean-zero

# Noise takes two runs; 2.
$ perfsift plan data/examples/base/1.csv -f csv --fields metric,n,mean,sd,reason
metric,n,mean,sd,reason
cpu%,1,71.8,,too-few-runs
memory,1,184.2,,too-few-runs
p50,1,2.41,,too-few-runs
p99,1,9.62,,too-few-runs
rate,1,18412,,too-few-runs
startup,1,212,,too-few-runs
perfsift: data/examples/base/1.csv: incomplete: no metric has 2 runs, and noise takes two: samples within one run count as one
[2]

$ printf 'ops,1,\nvmstat.in,1,2\n' | perfsift plan - -f csv --fields metric,n
metric,n
ops,1
perfsift: standard input: incomplete: no KPI has 2 runs
[2]

$ mkdir empty; perfsift plan empty -f csv --fields metric
metric
perfsift: empty: incomplete: it has no runs
[2]

# Every group of a table has its plan, and its families: here two KPIs each.
# plan(c(100, 102, 98, 101), 1, 2), plan(c(5, 6), 1, 2), plan(c(200, 201), 1,
# 2).
$ cat >table.csv <<'END'
> commit,threads,run,ops,lat
> a,1,1,100,5
> a,1,2,102,5
> a,1,3,98,5
> a,1,4,101,5
> a,8,1,200,5
> a,8,2,201,6
> END

$ perfsift plan table.csv --columns axis=threads,value=ops+lat -f csv \
> 	--fields group,$(cat fields) | awk -f digits | sed 1d
threads=1,ops,4,100.2,1.708,1.704,6.171,4.442,3.257,2.549,,
threads=1,lat,4,5,,,,,,,,constant
threads=8,lat,2,5.5,0.7071,12.86,40.02,26.98,18.04,12.69,,
threads=8,ops,2,200.5,0.7071,0.3527,2.07,1.713,1.467,1.321,,

$ perfsift plan table.csv --columns axis=threads,value=ops+lat |
> 	grep -A 2 '^set'
set table.csv (4 runs)
threads=1
noisiest: ops (CV 1.7%)
--
set table.csv (2 runs)
threads=8
noisiest: lat (CV 13%)

# A set inside an archive is called by its commit.
$ mkdir -p here/testcase=example/commit=aaaa

$ echo example.ops,1,2,3 >here/testcase=example/commit=aaaa/1.csv

$ echo example.ops,2,2,3 >here/testcase=example/commit=aaaa/2.csv

$ perfsift plan here/testcase=example/commit=aaaa -f csv --fields group,set,metric,n
group,set,metric,n
testcase=example,aaaa,example.ops,2

# Wrong usage; 64.
$ perfsift plan
perfsift: plan takes one run set: a directory, a file, or a pattern in quotes
[64]

$ perfsift plan data/examples/base data/examples/candidate
perfsift: plan takes one run set: a directory, a file, or a pattern in quotes
[64]

$ perfsift plan nowhere
perfsift: nowhere: there is no such file or directory
[64]

$ perfsift plan mixed.csv -f long
perfsift: a plan is written as text, csv or jsonl, not as long
[64]

$ perfsift plan mixed.csv --base x
perfsift: --base is an option of compare, not of plan
[64]

$ perfsift plan mixed.csv --fdr none
perfsift: --fdr is an option of compare, not of plan
[64]

$ perfsift compare mixed.csv mixed.csv --expect 2%
perfsift: --expect is an option of plan, not of compare
[64]

$ perfsift plan mixed.csv --expect 2%%
perfsift: --expect takes a percentage from 1e-09 to 1e+09, not "2%%"
[64]

$ perfsift plan mixed.csv --expect -2
perfsift: --expect takes a percentage from 1e-09 to 1e+09, not "-2"
[64]

$ perfsift plan mixed.csv -f csv --fields metric,base_n
perfsift: no field "base_n" (perfsift --help plan-fields)
[64]

$ perfsift plan mixed.csv --fields metric
perfsift: --fields goes with csv, jsonl and long, not with text
[64]

# Bad input is bad input; 3.  With --keep-going the other runs are planned with.
$ printf 'ops,1,2\nlat,x,3\n' | perfsift plan -
perfsift: standard input:2: not a number: "x"
[3]

$ mkdir set; for run in 1 2 3; do echo "ops,10$run" >set/$run.csv; done

$ printf 'lat,1\nops,x\n' >set/4.csv

$ perfsift plan set --keep-going -f csv --fields metric,n,mean
metric,n,mean
ops,3,102
perfsift: set/4.csv:2: not a number: "x"
[3]
