# SPDX-License-Identifier: GPL-3.0-or-later
# What users of benchmark comparers have reported, under the default test; the
# verdicts are those that such reports end with.  One metric alone has no other
# to borrow variance from: p is the larger of Welch's and of the pooled form.
$ cat >decide <<'END'
> printf 'ops,%s\n' "$1" >base.csv
> printf 'ops,%s\n' "$2" >candidate.csv
> shift 2
> perfsift compare base.csv candidate.csv --all -f csv --fields change,p,verdict,reason,direction,flags "$@" | tail -n 1 | sed 's/\(\.[0-9][0-9]\)[0-9]*/\1/g'
> END

# 1 to 4: constants and near constants.
$ sh decide 115,114,115,115,115 78.8,78.8,78.8,78.8,78.8
-31.35,5.07e-9,changed,,change,constant;outlier

$ sh decide 303,303,303,303,303 310,310,310,310,310
2.31,1.05e-8,changed,,change,constant

$ sh decide 5,5,5 5,5,5
0,1,equivalent,equivalent,,constant

$ sh decide 100,100,100,100 100,101,99,102
0.5,0.80,unproven,not-significant,,constant

# 5 to 7: what cannot be tested.
$ sh decide 100 130
perfsift: base.csv against candidate.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one
30,,incomparable,too-few-runs,,few-runs

$ sh decide nan,nan nan,nan
perfsift: base.csv against candidate.csv: incomplete: no metric could be tested
,,incomparable,no-valid-samples,,few-runs

# 6: 1,2,3 against 101,102,103; ranks alone cannot prove it at three runs.
$ sh decide 1,2,3 101,102,103
5000,2.66e-8,changed,,change,

$ sh decide 1,2,3 101,102,103 --test rank-sum
5000,0.1,unproven,not-significant,,

$ perfsift explain ops base.csv candidate.csv --test rank-sum | tail -n 1
  More runs: even if all values of one side lay above the other's, 3 against 3 runs have a p of 0.1, and in its family it takes 0.05.

# 8, 9: zero and negative bases.
$ sh decide 0,0,0 5,5,6
,0.00,changed,,change,constant

$ sh decide -10,-11,-9 -12,-13,-11
-20,0.07,unproven,not-significant,,

# 10: a large level costs no digit.
$ sh decide 1000000001,1000000002,1000000003 1000000004,1000000005,1000000006
2.99e-7,1,equivalent,equivalent,,

# 11: two modes on both sides.
$ sh decide 95,95.2,104.9,105,95.1 105,104.8,95,105.1,104.9
3.95,0.26,unproven,not-significant,,two-modes;outlier

# 12: R's t = 3.674, df = 4, p = 0.0213 without a floor.
$ sh decide 100,101,99 103,104,102
3,0.03,changed,,change,one-run-decides

# 14: a throughput that no rule knows has no direction.
$ sh decide 100,101,99 120,121,119
20,1.68e-5,changed,,change,

# 19: +30 % with a deviation of 25 % is not proven, +2 % with one of 0.1 % is.
$ printf 'X,100,140,75,60,125\nY,100,100.1,99.9,100.1,99.9\n' >base.csv

$ printf 'X,130,180,100,80,160\nY,102,102.1,101.9,102.1,101.9\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --all -f csv --fields metric,verdict,reason,runs_needed
metric,verdict,reason,runs_needed
Y,changed,,2
X,unproven,not-significant,

$ perfsift explain X base.csv candidate.csv | tail -n 1
  22 runs a side, if the true change is the +30.0% that was seen; with these runs a true change of 66.5%.

# 20: fourteen metrics that go together: one leads, thirteen follow.
$ awk 'BEGIN { while (++i <= 14) print "m" i "," i * 100 "," i * 101 "," i * 99 "," i * 100.5 }' >base.csv

$ awk 'BEGIN { while (++i <= 14) print "m" i "," i * 112 "," i * 113 "," i * 111 "," i * 112.5 }' >candidate.csv

$ perfsift compare base.csv candidate.csv -f csv --fields leader | sed 1d |
> 	sed 's/^""$/leads/; s/^m[0-9]*$/follows/' | sort | uniq -c | sed 's/^ *//'
13 follows
1 leads
