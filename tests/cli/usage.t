# SPDX-License-Identifier: GPL-3.0-or-later
# How the program is called, what it ends with, and where it writes.  Exit
# statuses are those of `perfsift --help exit`; figures are those of R, cut to
# four digits, counts those of the input.
#
$ perfsift --help exit
 0  done, whatever was found
 1  an alarm that was asked for (--exit-code, --no-worse-than), or a case that does not hold
 2  incomplete: a side is empty, nothing or no KPI could be tested, or at least half of the base's metrics are gone
 3  bad input, told with file and line
 4  trouble: disk full, no permission, no memory
64  wrong usage, or a path or id that is not there

$ printf 'ops,100,101,99\nlat,5,6,7\n' >base.csv

$ printf 'ops,103,104,102\nlat,5,6,7\n' >candidate.csv

# What is misspelt is answered with what was meant; 64.
$ perfsift compar base.csv candidate.csv
perfsift: no command "compar"; did you mean compare? (perfsift --help)
[64]

$ perfsift compare base.csv candidate.csv --fromat csv
perfsift: no option --fromat; did you mean --format? (perfsift --help)
[64]

$ perfsift compare base.csv candidate.csv --al
perfsift: no option --al; did you mean --all? (perfsift --help)
[64]

$ perfsift compare base.csv candidate.csv --tset=welch
perfsift: no option --tset; did you mean --test? (perfsift --help)
[64]

$ perfsift compare base.csv candidate.csv -f csv --fields metric,chnage
perfsift: no field "chnage"; did you mean change? (perfsift --help fields)
[64]

$ perfsift compare base.csv candidate.csv -f cvs
perfsift: --format takes one of text, lkp, csv, jsonl, long, markdown, mail, html, not "cvs"
[64]

$ perfsift compare base.csv candidate.csv --test wlech
perfsift: --test takes one of moderated, welch, rank-sum, ranges, not "wlech"
[64]

$ perfsift compare base.csv candidate.csv --fdr bhh
perfsift: --fdr takes one of bh, none, not "bhh"
[64]

$ perfsift compare base.csv candidate.csv -x
perfsift: no option -x (perfsift --help)
[64]

$ perfsift --help feilds
perfsift: no help on "feilds"; perfsift --help names the topics
[64]

# What is missing, or too much, or out of range; 64.
$ perfsift
perfsift: what is to be done? perfsift --help tells
[64]

$ perfsift compare
perfsift: compare takes a base and candidates, or one archive or table with --base ID and --candidate ID
[64]

$ perfsift compare base.csv
perfsift: base.csv is no table that could hold both sides: name a base and a candidate
[64]

$ perfsift compare base.csv candidate.csv --base a
perfsift: compare takes a base and candidates, or one archive or table with --base ID and --candidate ID
[64]

$ perfsift compare base.csv --base a
perfsift: base.csv is no table that could hold both sides: name a base and a candidate
[64]

$ perfsift compare base.csv candidate.csv --alpha
perfsift: --alpha takes A
[64]

$ perfsift compare base.csv candidate.csv --all=yes
perfsift: --all takes nothing
[64]

$ perfsift compare base.csv candidate.csv --alpha 2
perfsift: --alpha takes a number from 1e-12 to 0.5, not "2"
[64]

$ perfsift compare base.csv candidate.csv --alpha nan
perfsift: --alpha takes a number from 1e-12 to 0.5, not "nan"
[64]

$ perfsift compare base.csv candidate.csv --confidence 95
perfsift: --confidence takes a number from 0.5 to 0.999999, not "95"
[64]

$ perfsift compare base.csv candidate.csv --jobs 1.5
perfsift: --jobs takes a whole number from 1 to 1024, not "1.5"
[64]

$ perfsift compare base.csv candidate.csv --delimiter ab
perfsift: --delimiter takes one character or the word tab, not "ab"
[64]

$ perfsift compare base.csv candidate.csv --fields metric
perfsift: --fields goes with csv, jsonl and long, not with text
[64]

$ perfsift compare base.csv candidate.csv -f csv --samples
perfsift: samples are written by jsonl alone, not by csv
[64]

$ perfsift compare base.csv candidate.csv -f long --fields samples
perfsift: samples are written by jsonl alone, not by long
[64]

# A path that is not there; 64.
$ perfsift compare nowhere candidate.csv --test welch
perfsift: nowhere: there is no such file or directory
[64]

$ perfsift compare base.csv nowhere/runs --test welch
perfsift: nowhere/runs: there is no such file or directory
[64]

$ perfsift compare nowhere --base a --candidate b --test welch
perfsift: nowhere: there is no such file or directory
[64]

# Bad input is 3, an incomplete answer 2, both 3; a lone fault of the output
# is 4, and so are 4 and 2 together.
$ printf 'ops,1,2\n"lat,1,2\n' >bad.csv

$ printf 'ops,1\n' >short.csv

$ printf 'ops,1\nlat,x\n' >worst.csv

$ perfsift compare bad.csv candidate.csv --test welch >out 2>&1
[3]

$ perfsift compare short.csv candidate.csv --test welch >out 2>&1
[2]

$ perfsift compare worst.csv short.csv --test welch --keep-going >out 2>&1
[3]

$ perfsift compare base.csv candidate.csv --test welch -o no/out 2>/dev/null
[4]

$ perfsift compare short.csv candidate.csv --test welch -o no/out 2>/dev/null
[4]

$ perfsift compare worst.csv short.csv --test welch --keep-going -o no/out \
> 	2>/dev/null
[4]

$ perfsift compare base.csv candidate.csv --test welch -o no/out
perfsift: no/out: No such file or directory
[4]

$ perfsift compare base.csv candidate.csv --test welch >out 2>&1

# Options may stand anywhere, "--" ends them.
$ perfsift --test welch -fcsv compare --fields=metric base.csv -- candidate.csv
metric
lat
ops

$ mkdir -- --odd

$ cp base.csv -- --odd/0.csv

$ perfsift compare --test welch -f csv --fields metric,base -- --odd base.csv \
> 	2>/dev/null
metric,base
lat,--odd
ops,--odd
[2]

# --fields says which, and in which order.
$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields candidate_n,metric,base_n
candidate_n,metric,base_n
3,lat,3
3,ops,3

$ perfsift compare base.csv candidate.csv --test welch -f jsonl \
> 	--fields candidate_n,metric,base_n | sed 1d
{"type":"finding","candidate_n":3,"metric":"lat","base_n":3}
{"type":"finding","candidate_n":3,"metric":"ops","base_n":3}

$ perfsift compare base.csv candidate.csv --test welch -f long \
> 	--fields candidate_n,metric,base_n | cut -d , -f 2-
field,value
candidate_n,3
metric,lat
base_n,3
candidate_n,3
metric,ops
base_n,3

$ perfsift compare base.csv candidate.csv --test welch -f csv | sed 1q |
> 	tr , '\n' | sed 12q
id
rank
reported
verdict
reason
direction
kind
kpi
group
base
candidate
metric

$ perfsift --help fields | sed 's/ .*//' | grep -v samples >names

$ perfsift compare base.csv candidate.csv --test welch -f csv | sed 1q |
> 	tr , '\n' | cmp - names

$ perfsift compare base.csv candidate.csv --test welch -f long |
> 	sed '1d; s/^[0-9a-f]*,//; s/,.*//' | sed 48q | cmp - names

$ perfsift compare base.csv candidate.csv --test welch -f jsonl | sed 1d |
> 	sed 1q | tr , '\n' | sed -n 's/^"\([a-z_]*\)":.*/\1/p' | cmp - names

# The id is SHA-256 over group, metric, base and candidate, joined by NUL.
$ printf '\0ops\0base.csv\0candidate.csv' | sha256sum | cut -c 1-16
a53652e50c38b1dc

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields id,metric | sed -n 's/,ops$//p'
a53652e50c38b1dc

# --fdr none: q is p.  p of ops, with the floor of 1 %, is in R
# pt(2 / sqrt(2 / 3), 4, lower = FALSE) + pt(4 / sqrt(2 / 3), 4, lower = FALSE)
# = 0.03927, and p.adjust(c(0.03927, 1), "BH") is 0.07853, 1.  Without the floor
# p is 0.02131: between the two only the floor stands in the way.
$ cat >digits <<'END'
> BEGIN { FS = OFS = "," }
> {
> 	for (i = 1; i <= NF; i++)
> 		if ($i ~ /^-?[0-9.]+(e[-+][0-9]+)?$/)
> 			$i = sprintf("%.4g", $i)
> 	print
> }
> END

$ perfsift compare base.csv candidate.csv --test welch -f csv \
> 	--fields metric,p,q,verdict,reason | awk -f digits
metric,p,q,verdict,reason
lat,1,1,unproven,not-significant
ops,0.03927,0.07853,unproven,lost-to-fdr

$ perfsift compare base.csv candidate.csv --test welch --fdr none -f csv \
> 	--fields metric,p,q,verdict,reason | awk -f digits
metric,p,q,verdict,reason
ops,0.03927,0.03927,changed,
lat,1,1,unproven,not-significant

# --alpha: the largest q that is news.
$ perfsift compare base.csv candidate.csv --test welch --alpha 0.08 -f csv \
> 	--fields metric,q,verdict,reason | awk -f digits
metric,q,verdict,reason
ops,0.07853,changed,
lat,1,unproven,not-significant

$ perfsift compare base.csv candidate.csv --test welch --alpha 0.07 -f csv \
> 	--fields metric,q,verdict,reason | awk -f digits
metric,q,verdict,reason
lat,1,unproven,not-significant
ops,0.07853,unproven,lost-to-fdr

$ perfsift compare base.csv candidate.csv --test welch --alpha 0.03 -f csv \
> 	--fields metric,p,verdict,reason | awk -f digits
metric,p,verdict,reason
lat,1,unproven,not-significant
ops,0.03927,unproven,below-floor

$ perfsift compare base.csv candidate.csv --test welch --alpha 0.01 -f csv \
> 	--fields metric,p,verdict,reason | awk -f digits
metric,p,verdict,reason
lat,1,unproven,not-significant
ops,0.03927,unproven,not-significant

# --confidence: 3 -+ qt(1 - (1 - C) / 2, 4) * sqrt(2 / 3) percent.
$ for c in 0.5 0.9 0.95 0.99; do
> 	perfsift compare base.csv candidate.csv --test welch --confidence $c \
> 		-f csv --fields metric,ci_low,ci_high,least_change |
> 		awk -f digits | sed -n 3p
> done
ops,2.395,3.605,2.395
ops,1.259,4.741,1.259
ops,0.733,5.267,0.733
ops,-0.7592,6.759,0

$ perfsift compare base.csv candidate.csv --test welch --confidence 0.9 --all |
> 	grep -o '[0-9.]*% interval'
90% interval

# Without --all csv, jsonl and long list what is reported, all KPIs and new
# failures; text lists what is reported, and new failures.
$ printf '%s\n' ops,100,101,99 lat,5,6,7 vmstat.in,1,2,3 dmesg.BUG,0,0,0 \
> 	>base.csv

$ printf '%s\n' ops,113,114,112 lat,5,6,7 vmstat.in,1,2,3 dmesg.BUG,0,0,1 \
> 	>candidate.csv

$ for format in csv jsonl long; do
> 	perfsift compare base.csv candidate.csv --test welch -f $format \
> 		--fields metric | grep -o -e ops -e lat -e vmstat.in -e dmesg.BUG
> 	echo
> done
ops
dmesg.BUG
lat

ops
dmesg.BUG
lat

ops
dmesg.BUG
lat

$ perfsift compare base.csv candidate.csv --test welch |
> 	grep -v ^unproven | grep -o -e ops -e lat -e vmstat.in -e dmesg.BUG
dmesg.BUG
ops

$ perfsift compare base.csv candidate.csv --test welch --all |
> 	grep -v ^unproven | grep -o -e ops -e lat -e vmstat.in -e dmesg.BUG
dmesg.BUG
ops
lat
vmstat.in

$ perfsift compare base.csv candidate.csv --test welch --all -f csv \
> 	--fields rank,reported,metric,verdict,reason,flags
rank,reported,metric,verdict,reason,flags
1,true,ops,changed,,
,false,dmesg.BUG,unproven,not-significant,new-failure
,false,lat,unproven,not-significant,
,false,vmstat.in,unproven,not-significant,

# -o FILE: nothing on standard output, and the file as it would have been.
$ perfsift compare base.csv candidate.csv --test welch >expected

$ perfsift compare base.csv candidate.csv --test welch -o out

$ cmp expected out

$ perfsift compare base.csv candidate.csv --test welch --output=- |
> 	cmp expected -

# A file that is there is replaced, and keeps its mode; what a symbolic link
# points to is replaced, not the link.
$ umask 022; echo old >out; chmod 640 out; ln -s out link; ln -s ./link again

$ perfsift compare base.csv candidate.csv --test welch -o again

$ cmp expected out

$ ls -l out | cut -c 1-10
-rw-r-----

$ readlink link; readlink again
out
./link

$ mkdir there; ln -s there/new dangling

$ umask 027; perfsift compare base.csv candidate.csv --test welch -o dangling

$ ls -l there | sed -n 's/^\(-.........\).* new/\1/p'; cmp expected there/new
-rw-r-----

# When it cannot be written, or there is nothing to be written, what was there
# stays, and nothing is left beside it.
$ mkdir directory; echo old >directory/kept

$ perfsift compare base.csv candidate.csv --test welch -o directory
perfsift: directory: Is a directory
[4]

$ perfsift compare base.csv candidate.csv --test welch -o directory/kept/new
perfsift: directory/kept/new: Not a directory
[4]

$ perfsift compare bad.csv candidate.csv --test welch -o directory/kept
perfsift: bad.csv:2: the quote is never closed
[3]

$ perfsift compare base.csv nowhere --test welch -o directory/kept 2>/dev/null
[64]

$ ls -A directory; cat directory/kept
kept
old

# An incomplete answer is written.
$ perfsift compare short.csv candidate.csv --test welch -f csv \
> 	--fields metric,reason -o directory/kept
perfsift: short.csv against candidate.csv: incomplete: no KPI could be tested
[2]

$ cat directory/kept
metric,reason
dmesg.BUG,not-significant
lat,no-base
ops,too-few-runs

# Every metric is in exactly one count: the counts by reason and those that
# are reported add up to the metrics, and to the rows of --all.
#
# add-up BASE CANDIDATE: metrics, reported and the sum, rows by reason.
$ cat >add-up <<'END'
> perfsift compare "$@" --test welch --keep-going -f jsonl 2>/dev/null |
> 	sed -n 's/.*"metrics":\([^}]*\)}.*/\1/p' |
> 	sed 's/"reasons":{//; s/"[a-z-]*"://g' | awk -F, '{
> 		for (i = 2; i <= NF; i++)
> 			sum += $i
> 		metrics += $1
> 		reported += $2
> 	} END { print metrics, reported, sum }'
> perfsift compare "$@" --test welch --keep-going --all -f csv \
> 	--fields reported,reason 2>/dev/null | sed 1d | LC_ALL=C sort |
> 	uniq -c | awk '{ print $2, $1; sum += $1 } END { print sum }'
> perfsift compare "$@" --test welch --keep-going 2>/dev/null |
> 	sed -n 's/ *(--all.*//; s/^not reported: //p'
> END

$ sh add-up base.csv candidate.csv
4 1 4
false,not-significant 3
true, 1
4
3 not-significant

$ cat >base.csv <<'END'
> gone,1,2,3
> one,1
> nan,nan,inf
> ops,100,101,99
> same,7,7,7
> close,1000,1001,999
> floor,1000.1,1000.2,1000.3
> noisy,1,20,3
> lost,20,21,22
> dmesg.BUG,0,0,0
> dmesg.WARNING,1,1,1
> stderr.once,1,0,0
> END

$ cat >candidate.csv <<'END'
> new,1,2,3
> one,1,2,3
> nan,1,2,3
> ops,130,131,129
> same,7,7,7
> close,1001,1002,1000
> floor,1012,1010.1,1008
> noisy,11,2,33
> lost,22.5,24,25
> dmesg.BUG,1,1,0
> dmesg.WARNING,1,1,1
> dmesg.OOPS,1,1,1
> END

$ sh add-up base.csv candidate.csv
14 1 14
false,below-floor 1
false,equivalent 3
false,lost-to-fdr 1
false,no-base 1
false,no-candidate 1
false,no-valid-samples 1
false,not-significant 4
false,too-few-runs 1
true, 1
14
1 no-base, 1 no-candidate, 1 no-valid-samples, 1 too-few-runs, 3 equivalent, 1 below-floor, 4 not-significant, 1 lost-to-fdr

$ sh add-up candidate.csv base.csv
14 1 14
false,below-floor 1
false,equivalent 3
false,lost-to-fdr 1
false,no-base 1
false,no-candidate 1
false,no-valid-samples 1
false,not-significant 4
false,too-few-runs 1
true, 1
14
1 no-base, 1 no-candidate, 1 no-valid-samples, 1 too-few-runs, 3 equivalent, 1 below-floor, 4 not-significant, 1 lost-to-fdr

$ sh add-up bad.csv candidate.csv
12 0 12
false,no-base 12
12
12 no-base

$ sh add-up data/archive --base 37be --candidate a96
120 82 120
false,below-floor 9
false,equivalent 22
false,lost-to-fdr 6
false,no-candidate 1
true, 82
120
20 equivalent, 3 below-floor, 6 lost-to-fdr
1 no-candidate, 2 equivalent, 6 below-floor

$ sh add-up data/archive --base 4e0 --candidate bed
116 61 116
false,below-floor 3
false,equivalent 28
false,lost-to-fdr 4
false,no-candidate 12
false,not-significant 8
true, 61
116
12 no-candidate, 28 equivalent, 3 below-floor, 8 not-significant, 4 lost-to-fdr
