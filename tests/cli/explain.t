# explain: one metric, and all that decided about it.  Means, deviations, t and
# p of these samples are those of R's t.test(); the rest is the same as in csv.
$ perfsift explain memory data/examples/base data/examples/candidate
memory [MiB]
base data/examples/base (5 runs)   candidate data/examples/candidate (5 runs)

not reported: below-floor, a change is proven, but not one above its floor

samples
                   184.2                                                  186.6
  base            |. .    .  .      .                                          |
  candidate       |                                               . .  . .    .|
  within floor    |-------+---------------------------------------------]      |
  base            184.2 184.9 184.5 184.6 184.3
  candidate       186.2 186.6 186.1 186.4 186.3

sides
                            base      candidate
  runs                         5              5
  mean                     184.5         186.32
  sd                   0.2738613      0.1923538
  median                   184.5          186.3
  min                      184.2          186.1
  max                      184.9          186.6

decision (--test moderated)
  difference      1.82                   of the means
  change          0.9864499%
  95% interval    +0.79% .. +1.2%
  floor           1.845                  floor of the difference: min_change 1%
  noise of base   0.2738613              standard deviation after the prior
  of candidate    0.1923538              the same
  standard error  0.1496663              of the difference, in Welch's form
  its df          7.174149               degrees of freedom
  pooled error    0.1496663              of the difference, both sides' noise taken as one
  its df          8                      degrees of freedom
  p               0.5642575              of a difference beyond the floor
  p_zero          4.778791e-06           of any difference, were the floor 0
  q               0.6771091              among 6 KPIs in its family, 3 changed
  alpha           0.05                   q must be at most that
  welch_t         12.16039
  welch_df        7.174149
  welch_p         4.778791e-06           of a plain Welch's test
  effect_size     6.942604               Hedges' g
  step            0.1                    finest decimal step of the samples
  detectable      1.247794%              what these runs would prove with 80 % power
  runs_needed     2                      a side, to prove a change of twice the floor

filters
  ignored           lets it pass
  no-base           lets it pass
  no-candidate      lets it pass
  no-valid-samples  lets it pass
  unit-conflict     lets it pass
  too-few-runs      lets it pass
  below-level       lets it pass
  equivalent        lets it pass
  below-floor       stops it
  not-significant   would stop it, too
  lost-to-fdr       lets it pass

rules
  kind            performance  (default)
  kpi             yes          (no rule says otherwise)
  change          relative     (default)
  reduce          mean         (default)
  absent          missing      (default)
  min_change      1            (default)
  min_delta       0            (default)
  min_level       0            (default)
  min_runs        2            (default)

what would make it news
  A true change of 1.2%, with these runs; 2 runs a side would prove one of 2.0%.

$ perfsift explain p99 data/examples/base data/examples/candidate -r 'p99: about=tail of the answers why=the page must be quick' | sed -n '/^reported/p; /^rules/,$p'
reported: rank 1, a regression
rules
  -r:1: p99
      why: the page must be quick
  kind            performance  (default)
  better          lower        (by unit)
  kpi             yes          (no rule says otherwise)
  change          relative     (default)
  reduce          mean         (default)
  absent          missing      (default)
  min_change      1            (default)
  min_delta       0            (default)
  min_level       0            (default)
  min_runs        2            (default)

what would make it news
  It is news already.

# Each reason says what would make it news.
$ advice() { perfsift explain "$@" | sed -n '/^not reported/p; $p'; }

$ printf '%s\n' a,1 b,100,101,99,100 c,5,5,5,5 d,0,0,0,0 e,nan,nan,nan,nan f,10,11,12,13 g,100,101,99,100 dmesg.x,0,0,0,0 h,1000,1001,1002,1003 >base.csv

$ printf '%s\n' a,2 b,101,102,98,103 c,5,5,5,5 d,1,2,1,2 e,1,2,3,4 i,10,11,12,13 g,100.5,101.5,100,100.7 dmesg.x,0,0,1,1 h,1012,1011,1013,1012.5 >cand.csv

$ cat >advice <<'END'
> perfsift explain "$@" | sed -n '/^not reported/p; /^reported/p; $p'
> END

$ for metric in a b c d e f g h i dmesg.x; do sh advice $metric base.csv cand.csv; done
not reported: too-few-runs, a side has too few runs for a test
  More runs: it takes 2 a side, which are 1 more of the base and 1 more of the candidate.
not reported: not-significant, noise alone would often show as much
  A true change of 5.4%, with these runs; 43 runs a side would prove one of 2.0%.
not reported: equivalent, proven to change by less than its floor
  Another value: all runs of both sides have the same one.
reported: rank 1, a change; no rule knows whether it is good
  It is news already.
not reported: no-valid-samples, a side has it, but never with a number
  Samples that are finite numbers, on both sides.
not reported: no-candidate, the candidate never has it
  Runs of the candidate that have it, or, where it is zero when it is not seen, a rule with absent=zero.
not reported: not-significant, noise alone would often show as much
  A true change of 2.7%, with these runs; 10 runs a side would prove one of 2.0%.
not reported: below-floor, a change is proven, but not one above its floor
  52 runs a side, if the true change is the +1.1% that was seen; with these runs a true change of 1.3%.
not reported: no-base, the base never has it
  Runs of the base that have it, or, where it is zero when it is not seen, a rule with absent=zero.
not reported: not-significant, noise alone would often show as much
  9 runs a side, if the same shares of them failed.

$ sh advice b base.csv cand.csv -r 'b: kind=ignore why=a test'
not reported: ignored, the rules leave it out
  Another rule: -r:1 says kind=ignore, and a later row with another kind would override it.

$ sh advice b base.csv cand.csv -r 'b: min_level=1000'
not reported: below-level, both means are too small to matter
  Larger values: -r:1 asks for a level of 1000 (min_level).

$ sh advice b base.csv cand.csv -r 'b: min_runs=6'
not reported: too-few-runs, a side has too few runs for a test
  More runs: it takes 6 a side, which are 2 more of the base and 2 more of the candidate.

# A mistyped rule is told.
$ perfsift explain memory data/examples/base data/examples/candidate -r 'memroy: min_change=3' -r 'memori: min_change=3' | grep 'one character'
  does not apply, but for one character: -r:2: memori min_change=3

# Several comparisons are explained one after the other.
$ perfsift explain will-it-scale.per_thread_ops data/archive --base 37beb4256016 --candidate a96ef5848cb0 | grep -e '^reported' -e '^will'
will-it-scale.per_thread_ops
reported: rank 1, an improvement
will-it-scale.per_thread_ops
reported: rank 2, an improvement

# Other formats have the row of that metric.
$ perfsift explain memory data/examples/base data/examples/candidate -f csv --fields metric,reason,runs_needed
metric,reason,runs_needed
memory,below-floor,2

$ perfsift explain memory data/examples/base data/examples/candidate -f jsonl --samples --fields metric,samples | tail -n 1
{"type":"finding","metric":"memory","samples":{"base":[184.2,184.9,184.5,184.6,184.3],"candidate":[186.2,186.6,186.1,186.4,186.3]}}

# What is not there.
$ perfsift explain memry data/examples/base data/examples/candidate
perfsift: there is no metric "memry"; did you mean memory?
[64]

$ perfsift explain
perfsift: explain takes a metric, and behind it what compare takes
[64]

$ perfsift explain memory data/examples/base
perfsift: data/examples/base is no archive (directories key=value, commit=ID the last); to compare two run sets name both
[64]

# Names and units from the outside reach the terminal harmless, and long names
# take no time.
$ printf 'metric,unit\nops,"%b[31mred\nline"\n' '\033' >evil.csv

$ printf 'ops,1\n' >run.csv

$ perfsift explain ops run.csv run.csv --rules evil.csv 2>/dev/null | LC_ALL=C grep -c '[^ -~]'
0
[1]

$ long=$(awk 'BEGIN { printf "vmstat."; while (i++ < 60000) printf "a" }')
> echo "$long,1,2,3" >long.csv
> perfsift explain "$long" long.csv long.csv | tail -n 1
  A true change of 127.4%, with these runs; even 1000 runs a side would not prove one of 4.0%.
