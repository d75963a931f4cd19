# Rules: every row that matches applies, later ones override cell by cell; what
# must hold is what perfsift(5) says under RULES FILE.
$ mkdir base candidate

$ for run in 1 2 3 4; do
> 	printf 'ops,10%s\nlat,20%s\nvmstat.cpu.us,3%s\n' $run $run $run >base/$run.csv
> 	printf 'ops,12%s\nlat,26%s\nvmstat.cpu.us,4%s\n' $run $run $run >candidate/$run.csv
> done

$ cat >show <<'END'
> perfsift compare base candidate --all -f csv --fields metric,kpi,better,change_kind,min_change,reason,direction "$@"
> END

# What is known without rules: every metric is a KPI, and no direction is known.
$ sh show --no-default-rules
metric,kpi,better,change_kind,min_change,reason,direction
lat,yes,,relative,1,,change
vmstat.cpu.us,yes,,relative,1,,change
ops,yes,,relative,1,,change

# A rules file: cells that are empty leave what earlier rows say.
$ cat >lab.csv <<'END'
> metric,kpi,better,min_change,why
> .*,no,,5,all of it is noisy here
> l.*,yes,lower,,"latency, measured by the test"
> lat,,,40,known noise since May
> END

$ sh show --rules lab.csv
metric,kpi,better,change_kind,min_change,reason,direction
vmstat.cpu.us,no,,relative,5,,change
ops,no,,relative,5,,change
lat,yes,lower,relative,40,equivalent,

# Several files, and -r, which is the strongest.
$ printf 'metric,kind\nops,ignore\n' >more.csv

$ sh show --rules lab.csv --rules more.csv -r 'lat: min_change=1 kpi=primary' -r 'ops: kind=performance better=higher'
metric,kpi,better,change_kind,min_change,reason,direction
lat,primary,lower,relative,1,,regression
vmstat.cpu.us,no,,relative,5,,change
ops,no,higher,relative,5,,improvement

# What decided is told with every report: each file and its fingerprint, the
# first 16 digits of its SHA-256.
$ perfsift compare base candidate --rules lab.csv | tail -n 1
rules: default.csv FINGERPRINT, lab.csv 5f6209463fdd0307

$ sha256sum lab.csv | cut -c 1-16
5f6209463fdd0307

$ perfsift compare base candidate --rules lab.csv --no-default-rules -f jsonl | head -n 1 | grep -o '"rules":[^]]*]'
"rules":[{"file":"lab.csv","fingerprint":"5f6209463fdd0307"}]

$ perfsift compare base candidate --rules lab.csv -f csv -v -o out.csv 2>&1 | grep -e rules -e metrics | sort
3 metrics, 2 reported, 1 equivalent
default.csv FINGERPRINT
lab.csv 5f6209463fdd0307: 3 rules

# A group has its own rules.
$ mkdir -p archive/box=a archive/box=b

$ for box in a b; do
> 	cp -r base archive/box=$box/commit=aaaa
> 	cp -r candidate archive/box=$box/commit=bbbb
> done

$ printf 'metric,group,kind\nops,box=b,ignore\n' >group.csv

$ perfsift compare archive --base aaaa --candidate bbbb --rules group.csv --all -f csv --fields group,metric,reason | grep ops
box=a,ops,
box=b,ops,ignored

# Units: a level in the rule's own unit is converted, and a unit is known where
# the samples have none.
$ printf 'metric,value,unit\nlat,1500,us\n' >u1.csv

$ mkdir u v

$ for run in 1 2 3; do
> 	printf 'metric,value,unit\nlat,150%s,us\n' $run >u/$run.csv
> 	printf 'metric,value,unit\nlat,1.70%s,ms\n' $run >v/$run.csv
> done

$ perfsift compare u v -r 'lat: unit=ms min_level=1.8' --all -f csv --fields metric,unit,reason
metric,unit,reason
lat,us,below-level
perfsift: u against v: incomplete: no metric could be tested
[2]

$ perfsift compare u v -r 'lat: unit=ms min_level=1.7' --all -f csv --fields metric,unit,reason,direction
metric,unit,reason,direction
lat,us,,regression

$ perfsift compare u v -r 'lat: unit=MB min_level=1.7' --all -f csv --fields metric,unit,reason
metric,unit,reason
lat,us,unit-conflict
perfsift: u against v: incomplete: no metric could be tested
[2]

$ perfsift compare base candidate -r 'lat: unit=ms' --all -f csv --fields metric,unit,better | grep lat
lat,ms,lower

# Samples within a run become one number as the rule says: 1, 2, 3, 10 in each.
$ for run in 1 2 3; do
> 	printf 'q,1\nq,2\nq,10\nq,3\n' >u/$run.csv
> done

$ for reduce in mean sum min max median delta p50 p90 p95 p99; do
> 	perfsift compare u u -r "q: reduce=$reduce" --all -f csv --fields base_mean | tail -n 1
> done
4
16
1
10
2.5
2
2.5
7.900000000000001
8.949999999999998
9.79

# Passes: a run failed where it is zero or absent.
$ mkdir p q

$ for run in 1 2 3 4; do
> 	printf 'ltp.a.pass,1\nops,1%s\n' $run >p/$run.csv
> 	printf 'ops,1%s\n' $run >q/$run.csv
> done

$ perfsift compare p q -r '.*\.pass: kind=pass' --all -f csv --fields metric,kind,base_fails,candidate_fails,direction,flags | grep pass
ltp.a.pass,failure,0,4,regression,absent-candidate;new-failure

# Known noise is a row with a reason.
$ perfsift explain lat base candidate --rules lab.csv | sed -n '/^rules/,/kpi/p'
rules
  lab.csv:2: .* kpi=no min_change=5

# Bad rows: each is told with its line, and nothing runs.
$ cat >bad.csv <<'END'
> metric,kind,better,min_change,min_runs,change
> ops,perfomance,,,,
> ops,,up,,,
> ops,,,1%,,
> ops,,,-1,,
> ops,,,,0,
> ops,,,,1.5,
> ops,,,nan,,
> (ops,,,,,
> ,failure,,,,
> ops,failure
> ops,failure,,,,,
> ops,,,,,percent
> END

$ perfsift compare base candidate --rules bad.csv -o out.txt
perfsift: bad.csv:2: kind takes one of performance, failure, pass, ignore: "perfomance"
perfsift: bad.csv:3: better takes one of higher, lower, neither: "up"
perfsift: bad.csv:4: min_change takes a number of at least 0: "1%"
perfsift: bad.csv:5: min_change takes a number of at least 0: "-1"
perfsift: bad.csv:6: min_runs takes a whole number of at least 1: "0"
perfsift: bad.csv:7: min_runs takes a whole number of at least 1: "1.5"
perfsift: bad.csv:8: min_change takes a number of at least 0: "nan"
perfsift: bad.csv:9: metric is no regular expression (Unmatched ( or \(): "(ops"
perfsift: bad.csv:10: a row without a metric
perfsift: bad.csv:11: a field too few
perfsift: bad.csv:12: a field too many
perfsift: bad.csv:13: change takes one of relative, absolute: "percent"
[64]

$ test -e out.txt || echo nothing
nothing

$ printf 'metric,min_chang\nops,1\n' >bad.csv

$ perfsift compare base candidate --rules bad.csv
perfsift: bad.csv:1: no such column; did you mean min_change?; columns are metric,group,kind,better,kpi,change,reduce,absent,unit,min_change,min_delta,min_level,min_runs,about,why: "min_chang"
[64]

$ printf 'metric,kpi,kpi\nops,no,no\n' >bad.csv

$ perfsift compare base candidate --rules bad.csv
perfsift: bad.csv:1: a column twice: "kpi"
[64]

$ printf 'kpi,better\nyes,lower\n' >bad.csv

$ perfsift compare base candidate --rules bad.csv
perfsift: bad.csv:1: the first row names the columns, and metric must be one
[64]

$ printf 'metric,why\nops,"open\n' >bad.csv

$ perfsift compare base candidate --rules bad.csv
perfsift: bad.csv:2: the quote is never closed
[64]

$ : >bad.csv

$ perfsift plan base --rules bad.csv
perfsift: bad.csv: empty: the first row names the columns
[64]

$ perfsift compare base candidate --rules nowhere.csv
perfsift: nowhere.csv: there is no such rules file
[64]

$ perfsift compare base candidate -r 'ops kind=ignore' -r 'ops: knd=ignore' -r '(: kind=ignore' -r 'ops: min_change=much'
perfsift: -r:1: an override is 'PATTERN: column=value ...': "ops kind=ignore"
perfsift: -r:2: no such column; did you mean kind? (perfsift --help rules): "knd=ignore"
perfsift: -r:3: metric is no regular expression (Unmatched ( or \(): "("
perfsift: -r:4: min_change takes a number of at least 0: "much"
[64]

$ PERFSIFT_DATADIR=nowhere perfsift compare base candidate
perfsift: nowhere/rules/default.csv: the rules that perfsift brings are not there; set PERFSIFT_DATADIR to the directory that holds rules/, or give --no-default-rules
[4]

$ printf 'metric,kind\nops,ignroe\n' >system.csv

$ PERFSIFT_SYSTEM_RULES=system.csv perfsift compare base candidate
perfsift: system.csv:2: kind takes one of performance, failure, pass, ignore: "ignroe"
[64]

$ printf 'metric,kind\nops,ignore\n' >system.csv

$ PERFSIFT_SYSTEM_RULES=system.csv perfsift compare base candidate --all -f csv --fields metric,reason | grep ops
ops,ignored

# Expressions that the C library would take minutes or gigabytes for are refused.
$ cat >deep <<'END'
> awk -v n="$1" -v before="$2" -v after="$3" 'BEGIN { for (i = 0; i < n; i++) printf "%s", before; printf "r"; for (i = 0; i < n; i++) printf "%s", after }'
> END

$ perfsift compare base candidate -r "$(sh deep 15000 '(' ')'): kpi=no"
perfsift: -r:1: metric is no regular expression (too many groups within each other): "(((((((((((((((((((((((((((((((((((((((("
[64]

$ perfsift compare base candidate -r "$(sh deep 200 '(a*' ')*'): kpi=no"
perfsift: -r:1: metric is no regular expression (too many groups within each other): "(a*(a*(a*(a*(a*(a*(a*(a*(a*(a*(a*(a*(a*("
[64]

$ perfsift compare base candidate -r "$(sh deep 15 '(' ')+')$(sh deep 5 '(' ')+'): kpi=no" -r 'a+++: kpi=no' -r '((a{1,255}){1,255}){1,255}: kpi=no'
perfsift: -r:1: metric is no regular expression (too many repetitions): "(((((((((((((((r)+)+)+)+)+)+)+)+)+)+)+)+"
perfsift: -r:3: metric is no regular expression (too many repetitions): "((a{1,255}){1,255}){1,255}"
[64]

$ perfsift compare base candidate -r '((o|x)(p|y)+){1,9}s?: kind=ignore' --all -f csv --fields metric,reason | grep ops
ops,ignored

# \d is a digit.
$ perfsift compare base candidate -r 'vmstat\.c\D\D\.us|l\dt: kind=ignore' --all -f csv --fields metric,reason | grep -e vmstat -e lat
lat,
vmstat.cpu.us,ignored
