# --exit-code and --no-worse-than: exit status 1 when asked for, and never when
# an answer is incomplete; what must hold is what perfsift(1) says.
$ for run in 1 2 3 4 5; do
> 	for side in base slower faster noisy; do mkdir -p $side; done
> 	printf 'metric,value,unit\nlat,100.%s,ms\n' $run >base/$run.csv
> 	printf 'metric,value,unit\nlat,110.%s,ms\n' $run >slower/$run.csv
> 	printf 'metric,value,unit\nlat,90.%s,ms\n' $run >faster/$run.csv
> 	printf 'metric,value,unit\nlat,%s,ms\n' $((85 + 6 * run)) >noisy/$run.csv
> done

# A regression; an improvement is none, unless any news is asked for.
$ perfsift compare base slower -f csv --fields metric,direction
metric,direction
lat,regression

$ perfsift compare base slower -f csv --fields metric,direction --exit-code
metric,direction
lat,regression
perfsift: lat: a regression
[1]

$ perfsift compare base faster -f csv --fields metric,direction --exit-code
metric,direction
lat,improvement

$ perfsift compare base faster -f csv --fields metric,direction --exit-code=any
metric,direction
lat,improvement
perfsift: lat: an improvement
[1]

$ perfsift compare base noisy -f csv --fields metric,direction,reason --exit-code=any
metric,direction,reason
lat,,not-significant

$ perfsift compare base slower --exit-code=never
perfsift: --exit-code takes one of regression, any, not "never"
[64]

# A new failure is one although it is too rare to be proven.
$ cp -r base failing

$ echo dmesg.BUG:x,1, >>failing/1.csv

$ perfsift compare base failing -f csv --fields metric,direction,reason --exit-code
metric,direction,reason
dmesg.BUG:x,,not-significant
lat,,equivalent
perfsift: dmesg.BUG:x: a new failure
[1]

# No worse than: what is not proven does not pass.
$ perfsift compare base faster --no-worse-than 1% -o out

$ perfsift compare base base --no-worse-than 1% -o out

$ perfsift compare base base --no-worse-than 0 -o out
perfsift: lat: not proven to be no worse than 0%: its change is -0.23% to +0.23%
[1]

$ perfsift compare base slower --no-worse-than 12% -o out

$ perfsift compare base slower --no-worse-than 5% -o out
perfsift: lat: not proven to be no worse than 5%: its change is +9.7% to +10.2%
[1]

$ perfsift compare base noisy --no-worse-than 5% -o out
perfsift: lat: not proven to be no worse than 5%: its change is -9.1% to +14.4%
[1]

# Where it is not known which way is good, both ends of the interval count.
$ perfsift compare base faster -r 'lat: better=neither' --no-worse-than 5 -o out
perfsift: lat: not proven to be no worse than 5%: its change is -10.2% to -9.8%
[1]

# Points for what changes in points.
$ perfsift compare base slower -r 'lat: change=absolute' --no-worse-than 5 -o out
perfsift: lat: not proven to be no worse than 5 points: its change is +9.8 to +10.2
[1]

# Without a KPI there is nothing that could pass, and monitors do not count.
$ perfsift compare base base -r 'lat: kpi=no' --no-worse-than 5 -o out
perfsift: base: there is no KPI that could be proven to be no worse
[1]

$ perfsift compare base base -r 'lat: kind=ignore' --no-worse-than 5 -o out
perfsift: base against base: incomplete: no metric could be tested
perfsift: base: there is no KPI that could be proven to be no worse
[2]

# An incomplete answer is worse than an alarm.
$ mkdir one

$ cp base/1.csv one

$ perfsift compare base one --no-worse-than 5 -o out
perfsift: base against one: incomplete: a side has one run, and a test takes two: samples within one run count as one
perfsift: lat: not proven to be no worse than 5%: too-few-runs
[2]

# The report is written whatever the alarm.
$ perfsift compare base slower --exit-code -f csv --fields metric -o out
perfsift: lat: a regression
[1]

$ cat out
metric
lat

$ perfsift plan base --exit-code
perfsift: --exit-code is an option of compare, not of plan
[64]
