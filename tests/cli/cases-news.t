# SPDX-License-Identifier: GPL-3.0-or-later
# What is news and what is not.  The inputs are distilled from public bug
# reports against comparable tools.  Figures are those of R, cut to four
# digits; p takes the distance from the floor of 1 %, as in R
#   s <- function(v) max(sd(v), step / sqrt(12))
#   a <- s(x)^2 / m; b <- s(y)^2 / n; se <- sqrt(a + b)
#   df <- (a + b)^2 / (a^2 / (m - 1) + b^2 / (n - 1))
#   Q <- function(t) pt(t, df, lower.tail = FALSE)
#   p <- Q((abs(d) - tau) / se) + Q((abs(d) + tau) / se)
$ cat >digits <<'END'
> BEGIN { FS = OFS = "," }
> {
> 	for (i = 1; i <= NF; i++)
> 		if ($i ~ /^-?[0-9.]+(e[-+][0-9]+)?$/)
> 			$i = sprintf("%.4g", $i)
> 	print
> }
> END

# Two constants: no standard deviation, no t, yet 7 of 303 is no noise of
# figures that are written to 1.  s = 1 / sqrt(12), se = sqrt(2 / 60), df = 8,
# tau = 3.03: R gives p = 1.055e-08.  It is never skipped silently.
$ printf 'ops,303,303,303,303,303\n' >base.csv

$ printf 'ops,310,310,310,310,310\n' >candidate.csv

$ perfsift compare base.csv candidate.csv -f csv \
> 	--fields change,base_sd,welch_t,welch_df,welch_p,p,verdict,flags |
> 	awk -f digits
change,base_sd,welch_t,welch_df,welch_p,p,verdict,flags
2.31,0,,,,1.055e-08,changed,constant

$ perfsift compare base.csv candidate.csv
base base.csv (5 runs)   candidate candidate.csv (5 runs)
1 change of 1 metric

           metric   base ±sd  candidate ±sd  change    95% interval      q
 1 changed ops     303 ±0.0%      310 ±0.0%   +2.3%  +2.2% .. +2.5%  1e-08

1 tested, 0 of 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT

# Equal constants are proven to be equal.
$ printf 'ops,5,5,5\n' >base.csv

$ cp base.csv candidate.csv

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields change,ci_low,ci_high,df,welch_p,p,q,verdict,reason
change,ci_low,ci_high,df,welch_p,p,q,verdict,reason
0,0,0,,,1,,equivalent,equivalent

$ perfsift compare base.csv candidate.csv --all
base base.csv (3 runs)   candidate candidate.csv (3 runs)
nothing to report: 1 metric

           metric  base ±sd  candidate ±sd  change      95% interval  q
   same    ops      5 ±0.0%        5 ±0.0%  +0.00%  +0.00% .. +0.00%     equivalent

not reported: 1 equivalent
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT

# A large change of a noisy metric proves nothing, a small one of a quiet
# metric does.  X: CV 25 %, +30 %; Y: CV 0.1 %, +2 %.  In R, p of X is 0.1502
# and p of Y 1.28e-07; p.adjust(c(0.1502, 1.28e-07), "BH") is 0.1502, 2.56e-07.
$ printf 'X,70,80,100,120,130\nY,99.9,99.9,100,100.1,100.1\n' >base.csv

$ printf 'X,91,104,130,156,169\nY,101.9,101.9,102,102.1,102.1\n' \
> 	>candidate.csv

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields metric,rank,reported,change,p,q,verdict,reason | awk -f digits
metric,rank,reported,change,p,q,verdict,reason
Y,1,true,2,1.28e-07,2.56e-07,changed,
X,,false,30,0.1502,0.1502,unproven,not-significant

$ perfsift compare base.csv candidate.csv
base base.csv (5 runs)   candidate candidate.csv (5 runs)
1 change of 2 metrics

           metric   base ±sd  candidate ±sd  change    95% interval      q
 1 changed Y       100 ±0.1%      102 ±0.1%   +2.0%  +1.9% .. +2.1%  3e-07

unproven KPIs: 1 (more than 1000 runs a side would show 2%; see: perfsift explain X ...)
not reported: 1 not-significant  (--all lists them)
2 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT

# A metric without p takes no part in the adjustment: p.adjust(c(NA, 0.01,
# 0.02), "BH") is NA, 0.02, 0.02.  Here p is 0.01 and 0.02 for runs
# 99, 100, 101 against the same moved by what uniroot() finds for p - 0.01 and
# p - 0.02 in R: 4.219006267 and 3.560998994.
$ printf '%s\n' a,99 b,99,100,101 c,99,100,101 >base.csv

$ printf '%s\n' a,98,99 \
> 	b,103.219006267,104.219006267,105.219006267 \
> 	c,102.560998994,103.560998994,104.560998994 >candidate.csv

$ perfsift compare base.csv candidate.csv --all -f csv \
> 	--fields metric,p,q,verdict,reason | awk -f digits
metric,p,q,verdict,reason
b,0.01,0.02,changed,
c,0.02,0.02,changed,
a,,,incomparable,too-few-runs

# Identical builds: a thousand metrics of ten runs a side, level 100, standard
# deviation 2, from a multiplicative generator of random numbers and sums of
# twelve.  Nothing is news; t.test() in R on the same figures has 35 of its
# p-values below 0.05, and the reasons are those that the formulas above, the
# 90 % interval and p.adjust(p, "BH") give there.
$ cat >builds <<'END'
> function normal(i, sum) {
> 	for (i = 0; i < 12; i++) {
> 		seed = seed * 16807 % 2147483647
> 		sum += seed / 2147483647
> 	}
> 	return sum - 6
> }
> function build(file, metric, run) {
> 	for (metric = 1; metric <= 1000; metric++) {
> 		printf "m%d", metric >file
> 		for (run = 1; run <= 10; run++)
> 			printf ",%.3f", 100 + 2 * normal() >file
> 		print "" >file
> 	}
> }
> BEGIN {
> 	seed = 1
> 	build("base.csv")
> 	build("candidate.csv")
> }
> END

$ awk -f builds

$ sed -n 1p base.csv
m1,98.681,98.403,100.566,103.383,98.691,99.977,100.731,103.377,97.940,101.733

$ sed -n '$p' candidate.csv
m1000,99.195,96.211,100.344,99.694,99.396,101.265,98.751,99.263,99.165,102.208

$ perfsift compare base.csv candidate.csv
base base.csv (10 runs)   candidate candidate.csv (10 runs)
nothing to report: 1000 metrics
unproven KPIs: 966 (185 runs a side would show 2%; see: perfsift explain m1 ...)
not reported: 34 below-floor, 963 not-significant, 3 lost-to-fdr  (--all lists them)
1000 tested, 35 with welch_p < 0.05 (50 expected by chance alone)
rules: default.csv FINGERPRINT

$ perfsift compare base.csv candidate.csv -f csv --all \
> 	--fields welch_p | awk 'NR > 1 && $1 < 0.05 { n++ } END { print n }'
35
