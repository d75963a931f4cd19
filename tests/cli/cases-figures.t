# SPDX-License-Identifier: GPL-3.0-or-later
# What users of benchmark comparers have reported as wrong figures, and the
# right ones.  The inputs are distilled from public bug reports against
# comparable tools.  The figures are those of R, cut to four digits:
#   t.test(y, x) with the runs of the candidate as y
#   100 * t.test(y, x)$conf.int / abs(mean(x)) for the interval
# where nothing else is said.  p is smaller than 1 only for what is above the
# floor of 1 %; it takes the distance from the floor:
#   s <- function(v) max(sd(v), step / sqrt(12))
#   a <- s(x)^2 / m; b <- s(y)^2 / n; se <- sqrt(a + b)
#   df <- (a + b)^2 / (a^2 / (m - 1) + b^2 / (n - 1))
#   Q <- function(t) pt(t, df, lower.tail = FALSE)
#   p <- Q((abs(d) - tau) / se) + Q((abs(d) + tau) / se)
# where d is the difference of the means and tau is 1 % of the base's.
$ cat >digits <<'END'
> BEGIN { FS = OFS = "," }
> {
> 	for (i = 1; i <= NF; i++)
> 		if ($i ~ /^-?[0-9.]+(e[-+][0-9]+)?$/)
> 			$i = sprintf("%.4g", $i)
> 	print
> }
> END

# A constant side is no reason not to test: R gives t = -180, df = 4,
# p-value = 5.714e-09.  (78.8 - 114.8) / 114.8 = -31.36 %.
$ printf 'ops,115,114,115,115,115\n' >base.csv

$ printf 'ops,78.8,78.8,78.8,78.8,78.8\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,welch_t,welch_df,welch_p,p,verdict | awk -f digits
change,welch_t,welch_df,welch_p,p,verdict
-31.36,-180,4,5.714e-09,5.077e-09,changed

# The same with a small change: df = 3, no error.
$ printf 'ops,100,100,100,100\n' >base.csv

$ printf 'ops,100,101,99,102\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,welch_t,welch_df,welch_p,verdict,flags | awk -f digits
change,welch_t,welch_df,welch_p,verdict,flags
0.5,0.7746,3,0.495,unproven,constant

# Three runs, sides far apart: 100 / sqrt(2 / 3) = 122.5.
$ printf 'ops,1,2,3\n' >base.csv

$ printf 'ops,101,102,103\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,welch_t,welch_df,welch_p,p,verdict | awk -f digits
change,welch_t,welch_df,welch_p,p,verdict
5000,122.5,4,2.665e-08,2.665e-08,changed

# A base of zero has no percentage, but a test: the difference is 16 / 3, and
# R gives t = 16, df = 2, p-value = 0.003884.
$ printf 'ops,0,0,0\n' >base.csv

$ printf 'ops,5,5,6\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields base_mean,candidate_mean,change,ci_low,ci_high | awk -f digits
base_mean,candidate_mean,change,ci_low,ci_high
0,5.333,,,

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields welch_t,welch_df,welch_p,p,verdict,flags | awk -f digits
welch_t,welch_df,welch_p,p,verdict,flags
16,2,0.003884,0.0008206,changed,constant

$ perfsift compare base.csv candidate.csv --test welch
base base.csv (3 runs)   candidate candidate.csv (3 runs)
1 change of 1 metric

           metric  base ±sd  candidate ±sd  change  95% interval      q
 1 changed ops      0           5.333 ±11%   +inf%                8e-04

1 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT

$ printf 'ops,-5,-5,-6\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch | grep -o '.inf%'
-inf%

# A negative base: the change is one of its size, -2 / |-10|.
$ printf 'ops,-10,-11,-9\n' >base.csv

$ printf 'ops,-12,-13,-11\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,ci_low,ci_high,welch_t,welch_df,welch_p | awk -f digits
change,ci_low,ci_high,welch_t,welch_df,welch_p
-20,-42.67,2.67,-2.449,4,0.07048

# A large level costs no digit of the test: 3 / sqrt(2 / 3) = 3.674 both times.
$ printf 'ops,1000000001,1000000002,1000000003\n' >base.csv

$ printf 'ops,1000000004,1000000005,1000000006\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields base_sd,candidate_sd,welch_t,welch_df,welch_p | awk -f digits
base_sd,candidate_sd,welch_t,welch_df,welch_p
1,1,3.674,4,0.02131

$ printf 'ops,1,2,3\n' >base.csv

$ printf 'ops,4,5,6\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields base_sd,candidate_sd,welch_t,welch_df,welch_p | awk -f digits
base_sd,candidate_sd,welch_t,welch_df,welch_p
1,1,3.674,4,0.02131

# Sides of two modes each: +3.96 % that prove nothing.
$ printf 'ops,95,95.2,104.9,105,95.1\n' >base.csv

$ printf 'ops,105,104.8,95,105.1,104.9\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,welch_t,welch_df,welch_p,p,verdict,reason |
> 	awk -f digits
change,welch_t,welch_df,welch_p,p,verdict,reason
3.958,1.253,7.721,0.2468,0.2669,unproven,not-significant

# The textbook interval, +0.73 .. +5.27 of +3.00 %.
$ printf 'ops,100,101,99\n' >base.csv

$ printf 'ops,103,104,102\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields change,ci_low,ci_high,least_change,df | awk -f digits
change,ci_low,ci_high,least_change,df
3,0.733,5.267,0.733,4

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields welch_t,welch_df,welch_p,p,verdict | awk -f digits
welch_t,welch_df,welch_p,p,verdict
3.674,4,0.02131,0.03927,changed

$ perfsift compare base.csv candidate.csv --test welch
base base.csv (3 runs)   candidate candidate.csv (3 runs)
1 change of 1 metric

           metric   base ±sd  candidate ±sd  change     95% interval      q
 1 changed ops     100 ±1.0%      103 ±1.0%   +3.0%  +0.73% .. +5.3%  0.039

1 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT

# The step of very small and very large figures is as fine as they are: a
# change of 10 % of values near 1e-200, 1e-300 and 1e150 is news all the same.
# t of 1,2,3 against 11,12,13 is 10 / sqrt(2/3) = 12.247.
$ printf '%s\n' a,1.01e-200,1.02e-200,1.03e-200 b,1.01e-300,1.02e-300,1.03e-300 c,1.01e150,1.02e150,1.03e150 >base.csv

$ printf '%s\n' a,1.11e-200,1.12e-200,1.13e-200 b,1.11e-300,1.12e-300,1.13e-300 c,1.11e150,1.12e150,1.13e150 >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch --all -f csv --fields metric,verdict,reason,welch_t | cut -c 1-19 | LC_ALL=C sort
a,changed,,12.24744
b,changed,,12.24744
c,changed,,12.24744
metric,verdict,reas

# From two constants the resolution alone decides, whatever their size: 1e150
# against 2e150 as 1 against 2, where s is 1/sqrt(12) and t is 1/sqrt(1/18) =
# 4.2426 with 4 df.  The two-sided p of that is 0.0132, and p with the floor of
# 1 % inside a hair more.
$ printf '%s\n' a,1e150,1e150,1e150 b,1,1,1 >base.csv

$ printf '%s\n' a,2e150,2e150,2e150 b,2,2,2 >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch --all -f csv --fields metric,verdict,p | cut -c 1-16 | LC_ALL=C sort
a,changed,0.0132
b,changed,0.0132
metric,verdict,p
