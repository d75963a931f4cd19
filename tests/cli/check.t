# check: cases of a lab, as TAP 14; exit status 0 only if all hold.
$ mkdir -p cases/one

$ printf '%s\n' commit,run,metric,value base,1,ops,100 base,2,ops,101 base,3,ops,99 candidate,1,ops,120 candidate,2,ops,121 candidate,3,ops,119 >cases/one/samples.csv

$ printf 'metric,reported,verdict,direction,reason,flags\nops,true,changed,change,,\n' >cases/one/expect.csv

$ perfsift check cases
TAP version 14
ok 1 - cases/one: ops: reported=true verdict=changed direction=change
1..1

$ perfsift check cases/one
TAP version 14
ok 1 - cases/one: ops: reported=true verdict=changed direction=change
1..1

# What does not hold is told with the figures that decided, and the rules.
$ perfsift check cases -r 'ops: min_change=30 better=higher why=as noisy as that' -r 'opz: kpi=no'
TAP version 14
not ok 1 - cases/one: ops: reported=true verdict=changed direction=change
  ---
  message: "reported is false, not true; verdict is equivalent, not changed; direction is empty, not change (equivalent)"
  at: "cases/one/expect.csv:2"
  figures:
    kind: performance
    kpi: yes
    better: higher
    base_n: 3
    base_mean: 100
    base_sd: 1
    candidate_n: 3
    candidate_mean: 120
    candidate_sd: 1
    change: 20
    ci_low: 17.496063119132103
    ci_high: 22.503936880867897
    min_change: 30
    p: 0.9998726045798835
    q: 0.9998726045798835
    detectable: 32.5089399721841
    runs_needed: 2
    alpha: 0.05
    test: moderated
    family_size: 1
    family_changed: 0
  rules:
    - "-r:1: ops better=higher min_change=30"
    - "why: as noisy as that"
  ...
1..1
perfsift: 1 of 1 expectations do not hold
[1]

# A metric that is not there, and flags: those that are named must be there.
$ printf 'metric,flags\nops,constant\nosp,\n' >cases/one/expect.csv

$ perfsift check cases
TAP version 14
not ok 1 - cases/one
  ---
  message: "the case has a fault, which standard error tells"
  ...
1..1
perfsift: cases/one/expect.csv:3: a row names a metric, and what is expected of it: "osp"
perfsift: 1 of 1 expectations do not hold
[3]

$ printf 'metric,flags\nops,constant\n' >cases/one/expect.csv

$ perfsift check cases 2>&1 | head -n 5
TAP version 14
not ok 1 - cases/one: ops: flags=constant
  ---
  message: "flags is empty, not constant"
  at: "cases/one/expect.csv:2"

# Record a decision that was wrong, see it fail, and mend it by a rule.
$ perfsift check --record cases/rate rate data/examples/base data/examples/candidate
cases/rate: expects of rate reported=false; now it is reported

$ rm -r cases/one

$ find cases | sort
cases
cases/rate
cases/rate/base
cases/rate/base/1.csv
cases/rate/base/2.csv
cases/rate/base/3.csv
cases/rate/base/4.csv
cases/rate/base/5.csv
cases/rate/candidate
cases/rate/candidate/1.csv
cases/rate/candidate/2.csv
cases/rate/candidate/3.csv
cases/rate/candidate/4.csv
cases/rate/candidate/5.csv
cases/rate/context.csv
cases/rate/expect.csv

$ cat cases/rate/expect.csv cases/rate/context.csv cases/rate/base/1.csv
metric,reported
rate,false
key,value
step,1e0
kpi.prior.base.d0,0
kpi.prior.base.c2,0
kpi.prior.candidate.d0,0
kpi.prior.candidate.c2,0
kpi.prior.pooled.d0,0
kpi.prior.pooled.c2,0
kpi.size,5
kpi.changed,2
kpi.admitted_p,8.417090481818677e-7
monitor.prior.base.d0,0
monitor.prior.base.c2,0
monitor.prior.candidate.d0,0
monitor.prior.candidate.c2,0
monitor.prior.pooled.d0,0
monitor.prior.pooled.c2,0
metric,value,unit
rate,18412,requests/s

$ perfsift check cases 2>&1 | grep -e ok -e message -e perfsift
not ok 1 - cases/rate: rate: reported=false
  message: "reported is true, not false"
perfsift: 1 of 1 expectations do not hold

$ perfsift check cases -r 'rate: min_change=10 why=its noise is larger than these runs show'
TAP version 14
ok 1 - cases/rate: rate: reported=false
1..1

$ perfsift check --record cases/rate rate data/examples/base data/examples/candidate
perfsift: cases/rate is there already: a case gets a directory of its own
[64]

# Cut out of thirty metrics, one is decided as it was among them.
$ perfsift check --record cases/suspect suspect data/cases/among-thirty/samples.csv --base base --candidate candidate
cases/suspect: expects of suspect reported=true; now it is not reported: lost-to-fdr

$ cat cases/suspect/context.csv
key,value
step,1e-1
kpi.prior.base.d0,0
kpi.prior.base.c2,0
kpi.prior.candidate.d0,0
kpi.prior.candidate.c2,0
kpi.prior.pooled.d0,0
kpi.prior.pooled.c2,0
kpi.size,29
kpi.changed,0
monitor.prior.base.d0,0
monitor.prior.base.c2,0
monitor.prior.candidate.d0,0
monitor.prior.candidate.c2,0
monitor.prior.pooled.d0,0
monitor.prior.pooled.c2,0

$ printf 'metric,reason\nsuspect,lost-to-fdr\n' >cases/suspect/expect.csv

$ perfsift check cases/suspect
TAP version 14
ok 1 - cases/suspect: suspect: reason=lost-to-fdr
1..1

$ rm cases/suspect/context.csv

$ perfsift check cases/suspect 2>&1 | grep -e message -e family
  message: "reason is empty, not lost-to-fdr"
    family_size: 1
    family_changed: 1

# Runs that lack the metric, that are incomplete, or have no number stay what
# they are.
$ mkdir a b

$ for run in 1 2 3 4; do echo ops,1$run >a/$run.csv; echo ops,1$run >b/$run.csv; done

$ echo dmesg.x,1 >>b/2.csv

$ printf 'last_state.is_incomplete_run,1\n' >>b/4.csv

$ perfsift check --record cases/x dmesg.x a b
cases/x: expects of dmesg.x reported=true; now it is not reported: not-significant

$ perfsift compare cases/x/base cases/x/candidate --all -f csv --fields metric,base_n,candidate_n,base_fails,candidate_fails,reason | grep x
dmesg.x,4,4,0,1,not-significant

$ perfsift compare a b --all -f csv --fields metric,base_n,candidate_n,base_fails,candidate_fails,reason | grep x
dmesg.x,4,4,0,1,not-significant

$ perfsift check --record cases/ops ops a b
cases/ops: expects of ops reported=true; now it is not reported: not-significant

$ perfsift compare cases/ops/base cases/ops/candidate --all -f csv --fields metric,base_n,candidate_n,reason | grep ops
ops,4,3,not-significant

# Faults of cases: told with their lines, a failed test each, and the others go
# on.
$ rm -r cases

$ mkdir -p cases/a cases/b cases/c cases/d cases/e cases/f

$ printf 'metric,reportd\nops,true\n' >cases/a/expect.csv

$ printf 'metric,reported\nops,yes\n' >cases/b/expect.csv

$ printf 'metric,reason\nops,not-significnt\n' >cases/c/expect.csv

$ printf 'metric,verdict,flags\nops,changd,\nops,,constent\n' >cases/d/expect.csv

$ printf 'metric,reported\n' >cases/e/expect.csv

$ printf 'metric,reported\nops,true\n' >cases/f/expect.csv

$ for case in a b c d e; do printf 'commit,run,metric,value\nbase,1,ops,1\ncandidate,1,ops,1\n' >cases/$case/samples.csv; done

$ perfsift check cases
TAP version 14
not ok 1 - cases/a
  ---
  message: "the case has a fault, which standard error tells"
  ...
not ok 2 - cases/b
  ---
  message: "the case has a fault, which standard error tells"
  ...
not ok 3 - cases/c
  ---
  message: "the case has a fault, which standard error tells"
  ...
not ok 4 - cases/d
  ---
  message: "the case has a fault, which standard error tells"
  ...
not ok 5 - cases/e
  ---
  message: "the case has a fault, which standard error tells"
  ...
not ok 6 - cases/f
  ---
  message: "the case has a fault, which standard error tells"
  ...
1..6
perfsift: cases/a/expect.csv:1: no such column: columns are metric,reported,verdict,direction,reason,flags: "reportd"
perfsift: cases/b/expect.csv:2: reported is true or false: "yes"
perfsift: cases/c/expect.csv:2: no such reason (perfsift --help reasons): "not-significnt"
perfsift: cases/d/expect.csv:2: no such verdict: there are changed, equivalent, unproven, incomparable: "changd"
perfsift: cases/d/expect.csv:3: no such flag (perfsift --help flags): "constent"
perfsift: cases/e/expect.csv: no expectation
perfsift: cases/f: no samples: a case has a samples.csv, or the directories base and candidate
perfsift: 6 of 6 expectations do not hold
[3]

$ printf 'commit,run,metric,value\nbase,1,ops,1\ncandidate,1,ops,x\n' >cases/f/samples.csv

$ printf 'key,value\nkpi.size,many\nkpi.sze,3\ngroup,box\n' >cases/f/context.csv

$ perfsift check cases/f
TAP version 14
not ok 1 - cases/f
  ---
  message: "the case has a fault, which standard error tells"
  ...
1..1
perfsift: cases/f/context.csv:2: not a number of at least 0: "many"
perfsift: cases/f/context.csv:3: no such key: there are group, step, and size, changed, admitted_p and prior. of kpi., monitor. and failure.: "kpi.sze"
perfsift: cases/f/context.csv:4: a group is axis=value/axis=value: "box"
perfsift: 1 of 1 expectations do not hold
[3]

$ rm cases/f/context.csv

$ perfsift check cases/f
TAP version 14
not ok 1 - cases/f
  ---
  message: "the case has a fault, which standard error tells"
  ...
1..1
perfsift: cases/f/samples.csv:3: not a number: "x"
perfsift: 1 of 1 expectations do not hold
[3]

$ perfsift check nowhere
perfsift: nowhere: there is no such file or directory
[64]

$ perfsift check data/examples
perfsift: data/examples: no case, and no directory of cases: a case has an expect.csv
[64]

$ perfsift check
perfsift: check takes cases, or directories of cases
[64]

$ perfsift check --record cases/new
perfsift: check --record takes a metric, and behind it what compare takes
[64]

# What a recorded case keeps: a group whose values hold % and /, a unit that the
# samples named, and not one that a rule gave, the difference of two samples.
$ rm -rf cases a b

$ mkdir -p 'x/k=a%2Fb/n=5%/testcase=t'

$ for side in aaaa bbbb; do
> 	mkdir "x/k=a%2Fb/n=5%/testcase=t/commit=$side"
> 	for run in 1 2 3; do echo t.rate,1$run$run >"x/k=a%2Fb/n=5%/testcase=t/commit=$side/$run.csv"; done
> done

$ perfsift check --record cases/group t.rate 'x/k=a%2Fb/n=5%/testcase=t/commit=aaaa' 'x/k=a%2Fb/n=5%/testcase=t/commit=bbbb'
cases/group: expects of t.rate reported=true; now it is not reported: not-significant

$ printf 'metric,reason\nt.rate,ignored\n' >cases/group/expect.csv

$ perfsift compare x --base aaaa --candidate bbbb -r 't.rate: group=k=a%252Fb/n=5%25 kind=ignore' --all -f csv --fields group,reason
group,reason
k=a%252Fb/n=5%25/testcase=t,ignored
perfsift: k=a%252Fb/n=5%25/testcase=t: aaaa against bbbb: incomplete: no metric could be tested
[2]

$ perfsift check cases -r 't.rate: group=k=a%252Fb/n=5%25 kind=ignore'
TAP version 14
ok 1 - cases/group: t.rate: reason=ignored
1..1

$ mkdir m n

$ for run in 1 2 3; do
> 	printf 'metric,value,unit\nr,1%s,ms\n' $run >m/$run.csv
> 	printf 'metric,value,unit\nr,2%s,MB\n' $run >n/$run.csv
> done

$ perfsift check --record cases/units r m n
perfsift: m against n: incomplete: no metric could be tested
perfsift: r has units that do not convert, and a case has one unit
[64]

$ for run in 1 2 3; do printf 'd,1\nd,1%s\n' $run >m/$run.csv; printf 'd,1\nd,3%s\n' $run >n/$run.csv; done

$ perfsift check --record cases/delta d m n -r 'd: reduce=delta unit=ms'
cases/delta: expects of d reported=false; now it is reported

$ cat cases/delta/base/1.csv
metric,value
d,0
d,10

$ perfsift compare m n -r 'd: reduce=delta unit=ms' -f csv --fields base_mean,candidate_mean,unit
base_mean,candidate_mean,unit
11,31,ms

$ perfsift compare cases/delta/base cases/delta/candidate -r 'd: reduce=delta unit=ms' -f csv --fields base_mean,candidate_mean,unit
base_mean,candidate_mean,unit
11,31,ms

# A case is not written when nobody can be told.
$ perfsift check --record cases/untold d m n -o nowhere/file
perfsift: nowhere/file: No such file or directory
[4]

$ test -e cases/untold || echo nothing
nothing

# The name of a case forges no result.
$ forged=$(printf 'cases/f\nok 9 - forged')
> cp -r cases/group "$forged"
> perfsift check "$forged" 2>&1 | grep -c '^ok'
0
[1]

# What a context cannot be.
$ printf 'key,value\nkpi.size,3\nkpi.changed,5\n' >cases/group/context.csv

$ perfsift check cases/group 2>&1 | grep context
perfsift: cases/group/context.csv:3: more changed than were tested

$ printf 'key,value\nstep,5\n' >cases/group/context.csv

$ perfsift check cases/group 2>&1 | grep context
perfsift: cases/group/context.csv:2: not a power of ten: "5"

$ printf 'key,value\nstep,0.01\nkpi.prior.base.d0,inf\nkpi.prior.base.d,3\nkpi.prior.side.d0,3\nkpi.prior.pooled.c2,-1\n' >cases/group/context.csv

$ perfsift check cases/group 2>&1 | grep context
perfsift: cases/group/context.csv:4: no such prior: there are d0 and c2 of base, candidate and pooled: "base.d"
perfsift: cases/group/context.csv:5: no such prior: there are d0 and c2 of base, candidate and pooled: "side.d0"
perfsift: cases/group/context.csv:6: not a number of at least 0: "-1"
