# SPDX-License-Identifier: GPL-3.0-or-later
# Findings that are read back (perfsift report).  That formats are what compare
# writes is for tests/report.t; here is what only report meets.
$ printf 'metric,value\nops,100\nops2,10\n' >1.csv; mkdir base candidate; for i in 1 2 3; do printf "metric,value,unit\nops,10$i,ops/s\nlat,$i.5,ms\nsame,7,\n" >base/$i.csv; printf "metric,value,unit\nops,12$i,ops/s\nlat,$i.5,ms\nsame,7,\n" >candidate/$i.csv; done

$ perfsift compare base candidate -f jsonl >findings.jsonl; perfsift compare base candidate -f csv >findings.csv

$ perfsift report findings.jsonl
base base (3 runs)   candidate candidate (3 runs)
1 improvement of 3 metrics

           metric   base ±sd  candidate ±sd  change      95% interval      q
 1 better  ops     102 ±1.0%      122 ±0.8%  +19.6%  +17.2% .. +22.1%  3e-05

unproven KPIs: 1 (more than 1000 runs a side would show 2%; see: perfsift explain lat ...)
not reported: 1 equivalent, 1 not-significant  (--all lists them)
2 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT

# Without run lines there are no counts and no confidence.
$ perfsift report - <findings.csv
base base (3 runs)   candidate candidate (3 runs)
1 improvement

           metric   base ±sd  candidate ±sd  change          interval      q
 1 better  ops     102 ±1.0%      122 ±0.8%  +19.6%  +17.2% .. +22.1%  3e-05

unproven KPIs: 1 (more than 1000 runs a side would show 2%; see: perfsift explain lat ...)

# What is news follows from the verdict, or from the rank.
$ printf 'metric,verdict,change\na,changed,12.5\nb,unproven,3\n' | perfsift report -f csv --fields metric,reported,kpi,rank -
metric,reported,kpi,rank
a,true,yes,1
b,false,yes,

$ printf 'metric,rank\na,1\nb,\n' | perfsift report --all -
base not named (0 runs)   candidate not named (0 runs)
1 change

           metric  base ±sd  candidate ±sd  change  interval  q
 1 changed a                                                   
   ?       b                                                   

# Only run lines: a report of nothing.
$ sed 1q findings.jsonl | sed 's/"reported":1/"reported":0/' | perfsift report -
base base (3 runs)   candidate candidate (3 runs)
nothing to report: 3 metrics
not reported: 1 equivalent, 1 not-significant  (--all lists them)
2 tested, 1 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT

# Nothing at all; 3.
$ perfsift report /dev/null
perfsift: /dev/null: it is empty: findings are written by perfsift compare -f jsonl
[3]

$ perfsift report
perfsift: report takes findings: files that perfsift compare -f jsonl or csv wrote, or - for standard input
[64]

$ perfsift report nowhere.jsonl
perfsift: nowhere.jsonl: there is no such file or directory
[64]

# Every fault is told, with its line, and nothing is written.
$ printf '%s\n' '{"type":"finding","metric":"m","verdict":"maybe"}' '{"type":"finding","metric":"m","q":"0.1"}' '' 'x' '{"type":"finding"}' '{"type":"finding","metric":"m","base_n":1.5}' '{"metric":"m"}' '{"type":"run","schema":2}' '{"type":"run","schema":1,"group":"","base":{}}' >bad.jsonl; perfsift report -f csv bad.jsonl
perfsift: bad.jsonl:1: no such verdict: "maybe"
perfsift: bad.jsonl:2: "q" is no number
perfsift: bad.jsonl:4: no JSON (column 1): '[' or '{' expected near 'x'
perfsift: bad.jsonl:5: a finding without a metric
perfsift: bad.jsonl:6: "base_n" is no count
perfsift: bad.jsonl:7: no object with a "type"
perfsift: bad.jsonl:8: findings of schema 2: this perfsift knows those up to 1
perfsift: bad.jsonl:9: "base" is no commit with an id
[3]

$ printf 'metric,verdict\nm,maybe\nn,changed,1\no,changed\n,changed\n' | perfsift report -f csv -
perfsift: standard input:2: no such verdict: "maybe"
perfsift: standard input:3: a field too few or too many
perfsift: standard input:5: a finding without a metric
[3]

$ printf 'metric,change\nm,1\n' | perfsift report -
perfsift: standard input:1: no column reported, verdict or rank: what of it is news, nobody tells
[3]

$ printf 'a;b\n1;2\n' | perfsift report -
perfsift: standard input:1: no column metric: these are no findings (perfsift compare -f csv writes some)
[3]

# Of which comparison a finding is, must be known.
$ sed 'p; s/"id":"base"/"id":"other"/' findings.jsonl | sed 1,2!d >two.jsonl; printf '{"type":"finding","metric":"m"}\n' >>two.jsonl; perfsift report two.jsonl
perfsift: two.jsonl:3: of which of several comparisons this is, no group, base and candidate tell: "m"
[3]

# The same finding twice is one; two that differ are a fault.
$ perfsift report findings.jsonl findings.jsonl findings.csv | grep -c 'ops '
1

$ sed 's/ops,/ops,/; s/,7,/,8,/; s/120/121/' findings.csv | sed 's/,changed,/,unproven,/' >other.csv; perfsift report findings.jsonl other.csv
perfsift: other.csv:2: another finding of the same metric and commits as findings.jsonl:2: "ops"
perfsift: other.csv:4: another finding of the same metric and commits as findings.jsonl:4: "same"
[3]

# Decided in two ways: no one report.
$ perfsift compare candidate base --alpha 0.01 -f jsonl >strict.jsonl; perfsift report findings.jsonl strict.jsonl
perfsift: candidate and base were decided in different ways (--test, --fdr, --alpha or --confidence): no report of both
[3]

# What decides is not report's to say.
$ perfsift report findings.jsonl --alpha 0.01
perfsift: --alpha is an option of compare, not of report
[64]

$ perfsift report findings.jsonl --rules x.csv
perfsift: --rules is an option of compare, not of report
[64]

$ perfsift report findings.jsonl -f mail --to 'a@example.org
> Bcc: b@example.org'
perfsift: --to takes one address, such as "A. Name <a@example.org>", not "a@example.org?Bcc: b@example.org"
[64]

# Names that would harm a terminal do not, however they came.
$ printf '{"type":"finding","metric":"\\u001b[31mred\\u202eder\\u0007","reported":true,"change":1}\n' | perfsift report -
base not named (0 runs)   candidate not named (0 runs)
1 change

           metric         base ±sd  candidate ±sd  change  interval  q
 1 changed ?[31mred?der?                            +1.0%             
