# --test ranges: what the kernel test robot's compare would list.  The decisions
# are those of lkp-tests for the same figures.
$ side() { dir=$1; shift; mkdir -p $dir; for row; do echo "$row"; done >$dir.csv; }

$ cat >say <<'END'
> perfsift compare base.csv cand.csv --test ranges --no-default-rules --rules data/rules/lkp.csv --all -f csv --fields metric,reported,verdict,reason,p,q "$@"
> END

# Ranges may overlap, as long as each median lies beyond the other's end.
$ printf '%s\n' will-it-scale.per_thread_ops,100,110,120 hackbench.throughput,100,110,120 mpstat.cpu.all.sys%,100,100,100 vmstat.cpu.us,1,1,1 dmesg.x,0,0,0 >base.csv

$ printf '%s\n' will-it-scale.per_thread_ops,111,121,131 hackbench.throughput,110,121,131 mpstat.cpu.all.sys%,105,105,105 vmstat.cpu.us,9,9,9 dmesg.x,0,0,1 >cand.csv

$ sh say
metric,reported,verdict,reason,p,q
dmesg.x,true,changed,,,
will-it-scale.per_thread_ops,true,changed,,,
hackbench.throughput,false,unproven,not-significant,,
mpstat.cpu.all.sys%,false,unproven,below-floor,,
vmstat.cpu.us,false,incomparable,below-level,,

# Two runs a side are too few, one against three is not.
$ printf 'will-it-scale.a,100,100\nwill-it-scale.b,100,100,100\n' >base.csv

$ printf 'will-it-scale.a,200,200\n' >cand.csv

$ head -n 1 base.csv >two.csv

$ perfsift compare two.csv cand.csv --test ranges --no-default-rules --rules data/rules/lkp.csv --all -f csv --fields metric,reported,reason
metric,reported,reason
will-it-scale.a,false,too-few-runs
perfsift: two.csv against cand.csv: incomplete: no metric could be tested
[2]

$ printf 'will-it-scale.a,100,100,100\n' >base.csv

$ printf 'will-it-scale.a,200\n' >cand.csv

$ sh say
metric,reported,verdict,reason,p,q
will-it-scale.a,true,changed,,,

# What the candidate never has is zero there; what the base never has is new.
$ printf 'will-it-scale.a,100,100,100\nwill-it-scale.c,5,5,5\n' >base.csv

$ printf 'will-it-scale.b,100,100,100\nwill-it-scale.c,5,5,5\n' >cand.csv

$ sh say
metric,reported,verdict,reason,p,q
will-it-scale.a,true,changed,,,
will-it-scale.b,false,incomparable,no-base,,
will-it-scale.c,false,unproven,not-significant,,
perfsift: base.csv against cand.csv: incomplete: at least half of the base's metrics are gone
[2]

# A failure whose pass the base does not have is left out.
$ printf 'ltp.foo.fail,0,0,0\nltp.bar.fail,0,0,0\nltp.bar.pass,1,1,1\n' >base.csv

$ printf 'ltp.foo.fail,1,1,1\nltp.bar.fail,1,1,1\nltp.bar.pass,0,0,0\n' >cand.csv

$ sh say
metric,reported,verdict,reason,p,q
ltp.bar.fail,true,changed,,,
ltp.bar.pass,true,changed,,,
ltp.foo.fail,false,incomparable,ignored,,

$ perfsift explain ltp.foo.fail base.csv cand.csv --test ranges --no-default-rules --rules data/rules/lkp.csv | sed -n '/^filters/,$p'
filters
  ignored           stops it
  no-base           lets it pass
  no-candidate      lets it pass
  no-valid-samples  lets it pass
  unit-conflict     lets it pass
  too-few-runs      lets it pass
  below-level       lets it pass
  equivalent        was not asked: there was no test
  below-floor       was not asked: there was no test
  not-significant   was not asked: there was no test
  lost-to-fdr       was not asked: there was no test

rules
  data/rules/lkp.csv:2: .* kpi=no min_change=5 min_runs=1
      why: a ratio of the medians above 1.05; one run suffices where the other side has three
  data/rules/lkp.csv:165: .+\.(error|warn|fail)[^_]* kind=failure kpi=no
      why: a failure where it is not zero; with an underscore behind the word such as foo.fail_x it is a number like others
  kind            failure      (data/rules/lkp.csv:165)
  better          lower        (by kind)
  kpi             no           (data/rules/lkp.csv:165)
  change          absolute     (by kind)
  reduce          mean         (default)
  absent          zero         (default)
  min_change      5            (data/rules/lkp.csv:2)
  min_delta       0            (default)
  min_level       0            (default)
  min_runs        1            (data/rules/lkp.csv:2)

what would make it news
  Another test: ranges looks at a .fail, .error or .warn only where the base has its .pass, and at a .pass only where the base has one of those.

# The table has no q.
$ printf 'will-it-scale.a,100,101,102\n' >base.csv

$ printf 'will-it-scale.a,200,201,203\n' >cand.csv

$ perfsift compare base.csv cand.csv --test ranges --no-default-rules --rules data/rules/lkp.csv
base base.csv (3 runs)   candidate cand.csv (3 runs)
1 change of 1 metric

           metric            base ±sd  candidate ±sd  change       95% interval  q
 1 changed will-it-scale.a  101 ±1.0%    201.3 ±0.8%  +99.3%  +96.2% .. +102.4%   

1 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: data/rules/lkp.csv 14c46a59e50ce8e7

$ perfsift compare base.csv cand.csv --test ranges --no-default-rules --rules data/rules/lkp.csv -f lkp
=========================================================================================
commit: 
  base.csv
  cand.csv

        base.csv                    cand.csv 
---------------- --------------------------- 
         %stddev     %change         %stddev
             \          |                \  
    101.00           +99.3%     201.33        will-it-scale.a
