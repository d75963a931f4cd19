# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be compared is said, with a reason and an exit status; it is
# never "no change".  The inputs are distilled from public bug reports against
# comparable tools; the counts are those of the input.
#
# One run a side has no standard deviation, and no p.
$ printf 'ops,100\n' >base.csv

$ printf 'ops,130\n' >candidate.csv

$ perfsift compare base.csv candidate.csv -f csv \
> 	--fields base_n,base_sd,welch_t,welch_p,p,q,verdict,reason
base_n,base_sd,welch_t,welch_p,p,q,verdict,reason
1,,,,,,incomparable,too-few-runs
perfsift: base.csv against candidate.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one
[2]

$ perfsift compare base.csv candidate.csv
base base.csv (1 run)   candidate candidate.csv (1 run)
nothing to report: 1 metric
not reported: 1 too-few-runs  (--all lists them)
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against candidate.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one
[2]

# Samples that are no numbers are no sample.
$ printf 'ops,nan,nan\n' >base.csv

$ cp base.csv candidate.csv

$ perfsift compare base.csv candidate.csv -f csv \
> 	--fields base_n,base_mean,candidate_n,p,verdict,reason
base_n,base_mean,candidate_n,p,verdict,reason
0,,0,,incomparable,no-valid-samples
perfsift: base.csv against candidate.csv: incomplete: no metric could be tested
[2]

# A candidate with none of the base's 58 metrics is a failed measurement.
$ awk 'BEGIN { while (++i <= 58) print "m" i ",1,2,3" }' >base.csv

$ printf 'other,1,2,3\n' >candidate.csv

$ perfsift compare base.csv candidate.csv
base base.csv (3 runs)   candidate candidate.csv (3 runs)
nothing to report: 59 metrics
not reported: 1 no-base, 58 no-candidate  (--all lists them)
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against candidate.csv: incomplete: the candidate has none of the base's metrics
[2]

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields reason 2>&1 | LC_ALL=C sort | uniq -c | sed 's/^ *//'
1 no-base
58 no-candidate
1 perfsift: base.csv against candidate.csv: incomplete: the candidate has none of the base's metrics
1 reason

# Half of the base's metrics gone is no whole answer either, one of 58 is.
$ awk 'BEGIN { while (++i <= 29) print "m" i ",1,2,4" }' >candidate.csv

$ perfsift compare base.csv candidate.csv
base base.csv (3 runs)   candidate candidate.csv (3 runs)
nothing to report: 58 metrics
unproven KPIs: 29 (more than 1000 runs a side would show 2%; see: perfsift explain m1 ...)
not reported: 29 no-candidate, 29 not-significant  (--all lists them)
29 tested, 0 with welch_p < 0.05 (1.5 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against candidate.csv: incomplete: at least half of the base's metrics are gone
[2]

$ awk 'BEGIN { while (++i <= 57) print "m" i ",1,2,3,4" }' >candidate.csv

$ perfsift compare base.csv candidate.csv
base base.csv (3 runs)   candidate candidate.csv (4 runs)
nothing to report: 58 metrics
unproven KPIs: 57 (more than 1000 runs a side would show 2%; see: perfsift explain m1 ...)
not reported: 1 no-candidate, 57 not-significant  (--all lists them)
57 tested, 0 with welch_p < 0.05 (2.9 expected by chance alone)
rules: default.csv FINGERPRINT

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields metric,base_n,candidate_n,verdict,reason | grep '^m58,'
m58,3,0,incomparable,no-candidate

# A metric that only the candidate has.
$ perfsift compare candidate.csv base.csv --all -f csv \
> 	--fields metric,base_n,candidate_n,verdict,reason | grep '^m58,'
m58,0,3,incomparable,no-base

# Nothing but monitors could be tested: the test itself gave no figure.
$ printf '%s\n' ops,1 vmstat.cpu.us,10,20,30 >base.csv

$ cp base.csv candidate.csv

$ perfsift compare base.csv candidate.csv
base base.csv (3 runs)   candidate candidate.csv (3 runs)
nothing to report: 2 metrics
not reported: 1 too-few-runs, 1 not-significant  (--all lists them)
1 tested, 0 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against candidate.csv: incomplete: no KPI could be tested
[2]

# A side without runs.
$ mkdir empty

$ perfsift compare empty candidate.csv
base empty (0 runs)   candidate candidate.csv (3 runs)
nothing to report: 2 metrics
not reported: 2 no-base  (--all lists them)
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: empty against candidate.csv: incomplete: the base has no runs
[2]

$ perfsift compare base.csv empty
base base.csv (3 runs)   candidate empty (0 runs)
nothing to report: 2 metrics
not reported: 2 no-candidate  (--all lists them)
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against empty: incomplete: the candidate has no runs
[2]

# A run that is not complete is none: nothing is left.
$ mkdir half

$ printf 'ops,1\nlast_state.is_incomplete_run,1\n' >half/0.csv

$ cp half/0.csv half/1.csv

$ perfsift compare base.csv half
base base.csv (3 runs)   candidate half (2 runs, 2 incomplete)
nothing to report: 3 metrics

           metric                        base fails  candidate fails  change      q
   new     last_state.is_incomplete_run         0/3              2/2  +100.0  0.100  not-significant

not reported: 1 no-candidate, 1 no-valid-samples, 1 not-significant  (--all lists them)
1 tested, 0 of 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: base.csv against half: incomplete: no KPI could be tested
[2]
