# SPDX-License-Identifier: GPL-3.0-or-later
# Files of numbers, standard input and pipes, patterns, and runs that are
# skipped.  What is right follows from the figures in them.
#
# samples SIDE...: the values of each run of both sides, by metric.
$ cat >samples <<'END'
> perfsift compare "$@" --test welch --all -f jsonl --samples \
> 	--fields metric,samples 2>complaints |
> 	sed -n 's/.*"metric":\(.*\),"samples":\(.*\)}/\1 \2/p' | LC_ALL=C sort
> cat complaints >&2
> END

# A number a line, each a run of one metric; blanks around it, line ends of any
# kind, blank lines, no newline at the end, missing figures.
$ printf '%s\n' 1 2.5 3e0 -4 >old.txt

$ printf '\357\273\277 5\r\n\r\n\t6 \r\nnan\r\n+7\r\n.5' >new.txt

$ sh samples old.txt new.txt
"value" {"base":[1,2.5,3,-4],"candidate":[5,6,null,7,0.5]}

$ perfsift compare old.txt new.txt --test welch --all -f csv \
> 	--fields metric,unit,base,candidate,base_n,candidate_n,flags
metric,unit,base,candidate,base_n,candidate_n,flags
value,,old.txt,new.txt,4,4,rows-as-runs

$ perfsift compare old.txt new.txt --test welch -v 2>&1 | grep numbers
old.txt: numbers, 4 runs, a row each
new.txt: numbers, 5 runs, a row each

# The samples of one process are none: (1 + 2.5 + 3 - 4) / 4.
$ perfsift compare old.txt old.txt --columns run=@file --test welch --all \
> 	-f csv --fields base_n,base_mean,reason,flags 2>/dev/null
base_n,base_mean,reason,flags
1,0.625,too-few-runs,few-runs
[2]

# The first one may be missing, long or a bad one.
$ printf '%s\n' nan 1 2 >first.txt

$ sh samples first.txt first.txt
"value" {"base":[null,1,2],"candidate":[null,1,2]}

$ printf '%s\n' 1.2345678901234567e-05 0.00012345678901234567890 >first.txt

$ perfsift compare first.txt first.txt --test welch --all -f csv \
> 	--fields base_n,base_min
base_n,base_min
2,1.2345678901234568e-5

$ printf '%s\n' 1ms 2 >first.txt

$ perfsift compare first.txt old.txt --test welch
perfsift: first.txt:1: a unit behind the figure: put it into a unit column: "1ms"
[3]

$ sh samples first.txt old.txt --keep-going
"value" {"base":[2],"candidate":[1,2.5,3,-4]}
perfsift: first.txt:1: a unit behind the figure: put it into a unit column: "1ms"
perfsift: first.txt against old.txt: incomplete: a side has one run, and a test takes two: samples within one run count as one

$ printf '%s\n' 1 0x2 three 4 >bad.txt

$ perfsift compare old.txt bad.txt --test welch
perfsift: bad.txt:2: hexadecimal figures are not read: write it in decimal: "0x2"
perfsift: bad.txt:3: not a number: "three"
[3]

$ sh samples old.txt bad.txt --keep-going 2>/dev/null
"value" {"base":[1,2.5,3,-4],"candidate":[1,4]}

# Decimal commas.
$ printf '%s\n' 1,5 2,5 >comma.txt

$ perfsift compare comma.txt comma.txt --test welch
perfsift: comma.txt:1: several fields where one number a line is due (a decimal comma? --delimiter ';' --decimal ,): "1"
perfsift: comma.txt:2: several fields where one number a line is due (a decimal comma? --delimiter ';' --decimal ,): "2"
[3]

$ sh samples comma.txt comma.txt --delimiter ';' --decimal ,
"value" {"base":[1.5,2.5],"candidate":[1.5,2.5]}

$ perfsift compare old.txt comma.txt --delimiter ';' --decimal , --test welch
perfsift: old.txt:2: a decimal point, where --decimal says otherwise: "2.5"
[3]

# A line with two numbers refuses the file.
$ printf '%s\n' 1 2,3 4 >bad.txt

$ perfsift compare old.txt bad.txt --delimiter '|' --test welch
perfsift: bad.txt:2: a decimal comma? --decimal ,: "2,3"
[3]

$ printf '%s\n' 1 '2|3' 4 >bad.txt

$ perfsift compare old.txt bad.txt --delimiter '|' --test welch --keep-going
base old.txt (4 runs)   candidate bad.txt (0 runs)
nothing to report: 1 metric
not reported: 1 no-candidate  (--all lists them)
0 tested, 0 with welch_p < 0.05 (0.0 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: bad.txt:2: several fields where one number a line is due: "2"
perfsift: old.txt against bad.txt: incomplete: the candidate has no runs
[3]

# Nothing in it.
$ : >empty.txt

$ perfsift compare old.txt empty.txt --test welch
perfsift: empty.txt: no sample in this file
[3]

$ perfsift compare empty.txt empty.txt --test welch
perfsift: empty.txt: no sample in this file
[3]

# Several candidates, and the same twice.
$ perfsift compare old.txt new.txt first.txt --test welch --all -f csv \
> 	--fields candidate,candidate_n --keep-going 2>/dev/null | LC_ALL=C sort
candidate,candidate_n
first.txt,1
new.txt,4

$ perfsift compare old.txt new.txt new.txt --test welch
perfsift: new.txt is a candidate twice
[64]

# A table with the column alone is the same, under the name of the column.
$ (echo value; cat old.txt) >table.csv

$ sh samples table.csv new.txt
"value" {"base":[1,2.5,3,-4],"candidate":[5,6,null,7,0.5]}

# Sides of other kinds.
$ mkdir runs

$ for run in 1 2 10; do echo "ops,$run" >runs/$run.csv; done

$ perfsift compare old.txt runs --test welch
perfsift: of old.txt and runs, one is a table (a number a line) and one is not
[64]

$ perfsift compare old.txt --base old --candidate new
perfsift: old.txt is no table that could hold both sides: name a base and a candidate
[64]

# Standard input is a side,
$ sh samples - new.txt <old.txt
"value" {"base":[1,2.5,3,-4],"candidate":[5,6,null,7,0.5]}

$ cat new.txt | sh samples old.txt -
"value" {"base":[1,2.5,3,-4],"candidate":[5,6,null,7,0.5]}

$ perfsift compare old.txt - --test welch --all -f csv \
> 	--fields base,candidate <new.txt
base,candidate
old.txt,standard input

$ printf 'ops,1,2\n' | sh samples runs -
"ops" {"base":[1,2,10],"candidate":[1,2]}

$ printf 'metric,value\nops,1\nops,3\n' | sh samples runs - 2>/dev/null
"ops" {"base":[1,2,10],"candidate":[2]}

# but one only, and not none.
$ perfsift compare - - --test welch <old.txt
perfsift: standard input can be one side only: - is there 2 times
[64]

$ perfsift compare old.txt - --test welch </dev/null
perfsift: standard input: no sample in this file
[3]

$ perfsift compare old.txt - --test welch <&-
perfsift: standard input: Bad file descriptor
[4]

$ printf '1\nx\n' | perfsift compare old.txt - --test welch
perfsift: standard input:2: not a number: "x"
[3]

# It may hold both sides. With value=* it is read twice.
$ printf '%s\n' commit,run,tps,lat,note a,1,10,1,x a,2,11,2,x b,1,20,3,x \
> 	b,2,21,4,x >both.csv

$ cat both.csv | sh samples - --base a --candidate b --columns 'value=*'
"lat" {"base":[1,2],"candidate":[3,4]}
"tps" {"base":[10,11],"candidate":[20,21]}

$ cat both.csv | perfsift compare - --columns value=tpz --test welch \
> 	--base a --candidate b
perfsift: standard input:1: no column tpz: columns are commit,run,tps,lat,note
[3]

# So may a pipe.  What is copied aside leaves nothing behind.
$ mkfifo pipe

$ mkdir aside

$ (cat both.csv >pipe &) && TMPDIR=$PWD/aside sh samples pipe --base a \
> 	--candidate b --columns 'value=*'
"lat" {"base":[1,2],"candidate":[3,4]}
"tps" {"base":[10,11],"candidate":[20,21]}

$ (cat new.txt >pipe &) && TMPDIR=$PWD/aside sh samples old.txt pipe
"value" {"base":[1,2.5,3,-4],"candidate":[5,6,null,7,0.5]}

$ ls -A aside

$ perfsift compare old.txt - --test welch --all -f csv --fields base \
> 	<new.txt 2>&1 >/dev/null | grep -c .
0
[1]

$ cat new.txt | TMPDIR=$PWD/none perfsift compare old.txt - --test welch 2>&1 |
> 	sed 's/none.perfsift\..*:/none:/; s/: .*none:/:/'
perfsift: No such file or directory

# A quoted pattern is one side, in the natural order of its runs.
$ mkdir other; for run in 7 8 9; do echo "ops,$run" >other/$run.csv; done

$ echo ops,99 >other/.hidden.csv; echo ops,99 >other/notes.txt

$ sh samples 'runs/*.csv' 'other/[78].csv'
"ops" {"base":[1,2,10],"candidate":[7,8]}

$ sh samples runs 'other/?.csv'
"ops" {"base":[1,2,10],"candidate":[7,8,9]}

$ perfsift compare 'runs/*.csv' other --test welch -v 2>&1 |
> 	grep ': [pr]' | LC_ALL=C sort
other: run set of 3 run files
runs/*.csv: pattern, 3 run files
unproven KPIs: 1 (more than 1000 runs a side would show 2%; see: perfsift explain ops ...)

$ perfsift compare 'runs/x*.csv' other --test welch
perfsift: runs/x*.csv: there is no such file, and none that the pattern matches
[64]

# One that the shell expanded is not one side, on either side.
$ perfsift compare runs/*.csv other/*.csv --test welch
perfsift: runs/1.csv and runs/10.csv are a run each: quote the pattern, as in 'base/*.csv', so that it names one side
[64]

$ perfsift compare runs other/*.csv --test welch
perfsift: other/7.csv and other/8.csv are a run each: quote the pattern, as in 'base/*.csv', so that it names one side
[64]

$ perfsift compare 'runs/*.csv' other/*.csv --test welch
perfsift: other/7.csv and other/8.csv are a run each: quote the pattern, as in 'base/*.csv', so that it names one side
[64]

# Matrices and numbers in one directory are candidates.
$ for side in a b c; do echo ops,1,2,3 >other/$side.csv
> 	seq 3 >other/$side.txt; done

$ perfsift compare other/[abc].csv --test welch --all -f csv \
> 	--fields candidate | LC_ALL=C sort
candidate
other/b.csv
other/c.csv

$ perfsift compare other/*.txt --test welch 2>&1 | sed 1q
perfsift: of other/a.txt and other/notes.txt, one is a table (a number a line) and one is not

$ perfsift compare other/?.txt --test welch --all -f csv \
> 	--fields candidate | LC_ALL=C sort
candidate
other/b.txt
other/c.txt

# The first runs of each side, of any shape.
$ sh samples old.txt new.txt --skip-runs 1
"value" {"base":[2.5,3,-4],"candidate":[6,null,7,0.5]}

$ sh samples runs 'runs/*.csv' --skip-runs 1
"ops" {"base":[2,10],"candidate":[2,10]}

$ printf 'ops,1,,3,4\nlat,5,6,7\n' >matrix.csv

$ sh samples matrix.csv matrix.csv --skip-runs 2
"lat" {"base":[7,null],"candidate":[7,null]}
"ops" {"base":[3,4],"candidate":[3,4]}

$ sh samples both.csv --base a --candidate b --columns value=tps --skip-runs 1 \
> 	2>/dev/null
"tps" {"base":[11],"candidate":[21]}

# A row is a run of each of its metrics.
$ printf '%s\n' ops,1,x lat,10,x ops,2,x lat,20,x ops,3,x lat,30,x >rows.csv

$ (echo metric,value,note; cat rows.csv) >table.csv

$ sh samples table.csv table.csv --skip-runs 1
"lat" {"base":[20,30],"candidate":[20,30]}
"ops" {"base":[2,3],"candidate":[2,3]}

# No run is left.
$ perfsift compare old.txt new.txt --skip-runs 4 --test welch 2>&1 >/dev/null
perfsift: old.txt against new.txt: incomplete: the base has no runs
[2]

$ perfsift compare old.txt new.txt --skip-runs x --test welch 2>/dev/null
[64]
