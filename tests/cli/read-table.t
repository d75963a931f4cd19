# SPDX-License-Identifier: GPL-3.0-or-later
# Tables: a row a sample, columns by name.  What is right follows from the
# figures in them.
#
# samples TABLE OPTION...: the values of each run of both sides, by metric.
$ cat >samples <<'END'
> perfsift compare "$@" --test welch --all -f jsonl --samples \
> 	--fields group,metric,samples 2>complaints |
> 	sed -n 's/.*"group":\([^,]*\),"metric":\(.*\),"samples":\(.*\)}/\1 \2 \3/p' |
> 	sed 's/^null //' | LC_ALL=C sort
> cat complaints >&2
> END

# Columns in any order, others beside them; quotes, blanks, line ends of any
# kind, a byte order mark, no newline at the end.  Rows in any order: runs have
# the natural order of their ids.
$ printf '\357\273\277"value","note",commit ,run,"metric"\r\n' >table.csv

$ printf '%s\r\n' '3,"a, b",v1,10,ops' '13,"say ""x""",v2,b,ops' \
> 	' 2 ,,v1,"2","ops"' '1,,"v1",1,ops' '11,,v2,a1,ops' >>table.csv

$ printf '12,,v2,a10,ops' >>table.csv

$ sh samples table.csv --base v1 --candidate v2
"ops" {"base":[1,2,3],"candidate":[11,12,13]}

# Quoted names keep their blanks, and commas.
$ printf '%s\n' commit,metric,value 'a," x, y",1' 'a," x, y",2' 'b," x, y",3' \
> 	'b," x, y",5' >names.csv

$ perfsift compare names.csv --base a --candidate b --test welch --all -f csv \
> 	--fields metric,base_mean,candidate_mean
metric,base_mean,candidate_mean
" x, y",1.5,4

# The same samples in one run are its samples: (1 + 3) / 2.
$ printf '%s\n' commit,run,metric,value a,1,ops,1 a,2,ops,5 a,1,ops,3 \
> 	b,1,ops,6 b,2,ops,8 >table.csv

$ sh samples table.csv --base a --candidate b
"ops" {"base":[2,5],"candidate":[6,8]}

# Empty, nan and inf are missing samples; a run that lacks a metric, too.
$ printf '%s\n' commit,run,metric,value a,1,ops,1 a,2,ops, a,3,ops,nan \
> 	a,4,ops,2 a,4,lat,7 b,1,ops,6 b,2,ops,inf b,2,lat,9 b,3,ops,5 >table.csv

$ sh samples table.csv --base a --candidate b
"lat" {"base":[null,null,null,7],"candidate":[null,9,null]}
"ops" {"base":[1,null,null,2],"candidate":[6,null,5]}

# Names that others use.  Several metric columns make one name.
$ printf '%s\n' binary,filename,configuration,rate,time \
> 	old,a.js,n=1,1,9 old,a.js,n=1,2,9 old,a.js,n=2,3,9 old,a.js,n=2,4,9 \
> 	new,a.js,n=1,5,9 new,a.js,n=1,6,9 new,a.js,n=2,7,9 new,a.js,n=2,8,9 \
> 	>node.csv

$ sh samples node.csv --base old --candidate new \
> 	--columns commit=binary,metric=filename+configuration,value=rate
"a.js n=1" {"base":[1,2],"candidate":[5,6]}
"a.js n=2" {"base":[3,4],"candidate":[7,8]}

# Several values are a metric each, behind the name of the row.
$ sh samples node.csv --base old --candidate new \
> 	--columns commit=binary,metric=configuration,value=time+rate
"n=1 rate" {"base":[1,2],"candidate":[5,6]}
"n=1 time" {"base":[9,9],"candidate":[9,9]}
"n=2 rate" {"base":[3,4],"candidate":[7,8]}
"n=2 time" {"base":[9,9],"candidate":[9,9]}

# value=*: what is all numbers or empty, and nothing else already.  One word in
# the last row makes a column none.
$ printf '%s\n' commit,run,tps,lat,note,last,gaps v1,1,1,10,x,1, \
> 	v1,2,2,20,y,2,5 v2,1,3,1e1,z,3, v2,2,4,nan,2,n/a,7 >wide.csv

$ sh samples wide.csv --base v1 --candidate v2 --columns 'value=*'
"gaps" {"base":[null,5],"candidate":[null,7]}
"lat" {"base":[10,20],"candidate":[10,null]}
"tps" {"base":[1,2],"candidate":[3,4]}

$ sh samples wide.csv --base v1 --candidate v2 --columns 'value=*,run=@row' |
> 	grep run
"run" {"base":[1,2],"candidate":[1,2]}

# Axes part the rows into groups, whatever the texts are: here os and commit
# have the same letters in a row.  Groups come by name.
$ printf '%s\n' os,cpu,commit,run,value b,1,cd,1,1 b,1,cd,2,2 b,1,e,1,3 \
> 	b,1,e,2,4 bc,1,d,1,5 a/b,1,cd,1,6 a/b,1,cd,2,7 a/b,1,e,1,8 a/b,1,e,2,9 \
> 	b,2,cd,1,10 b,2,cd,2,11 >axes.csv

$ sh samples axes.csv --base cd --candidate e --columns axis=os+cpu
"cpu=1/os=a%2Fb" "value" {"base":[6,7],"candidate":[8,9]}
"cpu=1/os=b" "value" {"base":[1,2],"candidate":[3,4]}

$ sh samples axes.csv --base cd --candidate e --columns axis=os
"os=a%2Fb" "value" {"base":[6,7],"candidate":[8,9]}
"os=b" "value" {"base":[5.5,6.5],"candidate":[3,4]}

# A text is not parted by what parts the texts inside.
$ printf 'os,cpu,commit,value\na\037b,c,x,1\na,b\037c,x,2\n' >parts.csv

$ perfsift compare parts.csv --columns axis=os+cpu --base x --candidate x \
> 	--test welch --all -f csv --fields base_n,base_mean 2>/dev/null |
> 	LC_ALL=C sort
1,1
1,2
base_n,base_mean

# Several candidates, each against the base.
$ printf '%s\n' commit,value a,1 a,2 b,3 b,4 c,5 c,6 >three.csv

$ perfsift compare three.csv --base a --candidate c --candidate b --test welch \
> 	--all -f csv --fields base,candidate,candidate_mean | LC_ALL=C sort
a,b,3.5
a,c,5.5
base,candidate,candidate_mean

# The order of the rows is nobody's business where runs have ids.
$ (echo os,commit,run,metric,value,unit
> awk 'BEGIN { for (i = 0; i < 720; i++)
> 	printf "%s,%s,%d,m%d,%d,us\n", i % 2 ? "x" : "a b", \
> 		int(i / 2) % 3 ? "new" : "old", int(i / 6) % 12, \
> 		int(i / 72), 1000 + (i * 7919) % 101 }') >ordered.csv

$ (head -n 1 ordered.csv
> sed 1d ordered.csv | awk '{ print (NR * 7919) % 1009, $0 }' |
> 	sort -n | cut -d ' ' -f 2-) >shuffled.csv

$ cmp -s ordered.csv shuffled.csv
[1]

$ for format in text csv jsonl long; do
> 	for table in ordered shuffled; do
> 		cp $table.csv table.csv
> 		perfsift compare table.csv --columns axis=os --base old \
> 			--candidate new --test welch --all -f $format \
> 			>$table.out
> 	done
> 	test -s ordered.out && cmp ordered.out shuffled.out
> done

$ for table in ordered shuffled; do
> 	sh samples $table.csv --columns axis=os --base old --candidate new \
> 		>$table.out
> done; cmp ordered.out shuffled.out && wc -l <ordered.out
20

$ for table in ordered shuffled; do
> 	perfsift compare $table.csv --columns axis=os --base old \
> 		--candidate new --test welch -v 2>&1 >/dev/null |
> 		sed -n "s/^$table.csv: //p" >$table.out
> done; cmp ordered.out shuffled.out && sort -u ordered.out
table, 12 runs

# Units of each row, and the base's first holds: 1 MiB is 1024 KiB, 3 us are
# 0.003 ms.
$ printf '%s\n' commit,run,metric,value,unit a,1,mem,1024,KiB a,2,mem,1,MiB \
> 	b,1,mem,2,MiB b,2,mem,2048,KiB a,1,lat,3,us a,2,lat,0.004,ms \
> 	b,1,lat,0.003,ms b,2,lat,4000,ns >units.csv

$ sh samples units.csv --base a --candidate b
"lat" {"base":[3,4],"candidate":[3,4]}
"mem" {"base":[1024,1024],"candidate":[2048,2048]}

$ perfsift compare units.csv --base a --candidate b --test welch --all -f csv \
> 	--fields metric,unit
metric,unit
mem,KiB
lat,us

# Runs that did not finish count for failures only, and the first may go.
$ printf '%s\n' commit,run,metric,value a,1,ops,1 a,2,ops,2 a,3,ops,3 b,1,ops,4 \
> 	b,2,ops,5 b,3,ops,6 a,2,last_state.is_incomplete_run,1 \
> 	b,3,stderr.bad,1 a,2,stderr.bad,1 >incomplete.csv

$ sh samples incomplete.csv --base a --candidate b |
> 	grep -e ops -e bad
"ops" {"base":[1,null,3],"candidate":[4,5,6]}
"stderr.bad" {"base":[0,1,0],"candidate":[0,0,1]}

$ sh samples incomplete.csv --base a --candidate b --skip-runs 1 2>&1 |
> 	grep ops
"ops" {"base":[null,3],"candidate":[5,6]}

# The first runs are those of the lowest ids, and first in each group.
$ printf '%s\n' os,commit,run,value x,a,10,3 x,a,9,2 x,a,8,1 x,b,1,4 x,b,2,5 \
> 	x,b,3,6 y,a,3,9 y,a,2,8 y,a,1,7 y,b,7,10 y,b,8,11 y,b,6,12 >skip.csv

$ sh samples skip.csv --base a --candidate b --skip-runs 1 --columns axis=os
"os=x" "value" {"base":[2,3],"candidate":[5,6]}
"os=y" "value" {"base":[8,9],"candidate":[10,11]}

$ perfsift compare skip.csv --base a --candidate b --skip-runs 3 \
> 	--columns axis=os --test welch --all -f csv --fields group
group
perfsift: os=x: a against b: incomplete: the base has no runs
perfsift: os=y: a against b: incomplete: the base has no runs
[2]

# A table of one side alone; its commit column may say one thing only.
$ printf '%s\n' commit,value v1,1 v1,2 v1,3 >old.csv

$ printf '%s\n' commit,value v2,4 v2,5 v2,6 >new.csv

$ printf '%s\n' value,of 7,x 8,x >third.csv

$ perfsift compare old.csv new.csv third.csv --test welch --all -f csv \
> 	--fields base,candidate,metric,base_n,base_mean,candidate_mean,flags
base,candidate,metric,base_n,base_mean,candidate_mean,flags
old.csv,third.csv,value,3,2,7.5,few-runs;rows-as-runs;one-run-decides
old.csv,new.csv,value,3,2,5,rows-as-runs;one-run-decides

$ cat old.csv >mixed.csv; sed 1d new.csv >>mixed.csv

$ perfsift compare mixed.csv new.csv --test welch
perfsift: mixed.csv:5: a second commit in a table that is one side: name it alone, with --base and --candidate: "v2"
[3]

# Groups of two tables are those of the same axes.
$ printf '%s\n' os,run,value x,1,1 x,2,2 y,1,3 y,2,4 >old.csv

$ printf '%s\n' os,run,value z,1,9 y,1,7 y,2,8 x,1,5 x,2,6 >new.csv

$ sh samples old.csv new.csv --columns axis=os
"os=x" "value" {"base":[1,2],"candidate":[5,6]}
"os=y" "value" {"base":[3,4],"candidate":[7,8]}

# A side against itself, under one name and under two.
$ sh samples old.csv old.csv
"value" {"base":[2,3],"candidate":[2,3]}

$ sh samples old.csv ./old.csv
"value" {"base":[2,3],"candidate":[2,3]}

$ perfsift compare old.csv new.csv new.csv --test welch
perfsift: new.csv is a candidate twice
[64]

# A header of a run file is one run, unless columns are named.
$ printf '%s\n' metric,value ops,1 ops,3 >run.csv

$ perfsift compare run.csv run.csv --columns run=@row --test welch --all \
> 	-f csv --fields metric,base_n,base_mean,flags
metric,base_n,base_mean,flags
ops,2,2,few-runs;rows-as-runs

# So is a table whose columns are called like figures.
$ printf '%s\n' commit,50,99 a,1,4 a,2,5 b,3,6 b,4,7 >figures.csv

$ sh samples figures.csv --columns value=50+99 --base a --candidate b
"50" {"base":[1,2],"candidate":[3,4]}
"99" {"base":[4,5],"candidate":[6,7]}

# Other delimiters and the decimal comma.
$ printf 'commit;run;"a ""b"";c";lat\nx;1;1,5;10\nx;2;2,5;\nx;2;3,5;20\n' >semi.csv

$ sh samples semi.csv --base x --candidate x --delimiter ';' --decimal , \
> 	--columns 'value=*'
"a \"b\";c" {"base":[1.5,3],"candidate":[1.5,3]}
"lat" {"base":[10,20],"candidate":[10,20]}

$ tr ';' '\t' <semi.csv >tab.csv

$ sh samples tab.csv --base x --candidate x --delimiter tab --decimal , \
> 	--columns 'value=lat'
"lat" {"base":[10,20],"candidate":[10,20]}

$ printf 'commit,run,lat\nx,1,"1,5"\nx,2,"2,5"\n' >quoted.csv

$ perfsift compare quoted.csv --base x --candidate x --columns value=lat --test welch
perfsift: quoted.csv:2: a comma in a number: write a point for a decimal comma, and no thousands separators: "1,5"
perfsift: quoted.csv:3: a comma in a number: write a point for a decimal comma, and no thousands separators: "2,5"
[3]

$ perfsift compare semi.csv --base x --candidate x --test welch
perfsift: semi.csv:1: a quote inside an unquoted field: quote the field and double the quote
[3]

$ perfsift compare semi.csv semi.csv --test welch
perfsift: semi.csv:1: a quote inside an unquoted field: quote the field and double the quote
[3]

$ printf 'commit\tlat\nx\t1\n' >tab.csv

$ perfsift compare tab.csv tab.csv --test welch
perfsift: tab.csv:1: no column value: columns are commit?lat (separated by tabs? --delimiter tab)
[3]

# What is not there is answered with what there is: columns,
$ perfsift compare node.csv --base old --candidate new --test welch
perfsift: node.csv:1: no column commit: columns are binary,filename,configuration,rate,time (--columns commit=NAME?)
[3]

$ perfsift compare node.csv --columns commit=binary --base old --candidate new \
> 	--test welch
perfsift: node.csv:1: no column value: columns are binary,filename,configuration,rate,time (--columns value=NAME, or value=*?)
[3]

$ perfsift compare node.csv --columns commit=binary,value=rat --base old \
> 	--candidate new --test welch
perfsift: node.csv:1: no column rat: columns are binary,filename,configuration,rate,time
[3]

$ perfsift compare node.csv --columns commit=binary,value=rate,axis=binary \
> 	--base old --candidate new --test welch
perfsift: node.csv:1: --columns takes column binary twice
[3]

$ printf 'commit,value,value\na,1,2\n' >twice.csv

$ perfsift compare twice.csv --base a --candidate a --test welch
perfsift: twice.csv:1: two columns have the name value
[3]

$ printf 'commit,x,x\na,1,2\n' >twice.csv

$ perfsift compare twice.csv --base a --candidate a --columns 'value=*' --test welch
perfsift: twice.csv:1: two columns have the name x
[3]

# Names that nobody takes may be there twice.
$ printf 'commit,x,x,value\na,1,2,3\na,1,2,4\n' >twice.csv

$ sh samples twice.csv --base a --candidate a
"value" {"base":[3,4],"candidate":[3,4]}

# commits, with their runs,
$ perfsift compare three.csv
perfsift: three.csv has a (2 runs), b (2 runs), c (2 runs); say --base and --candidate
[64]

$ perfsift compare three.csv --base d --candidate b
perfsift: three.csv has no commit d; it has a (2 runs), b (2 runs), c (2 runs)
[64]

$ perfsift compare three.csv --base a --candidate b --candidate b
perfsift: b is a candidate twice
[64]

# and roles.
$ perfsift compare three.csv --columns metrics=x
perfsift: --columns has no role "metrics"; did you mean metric? (commit, run, metric, value, unit, axis)
[64]

$ perfsift compare three.csv --columns run
perfsift: --columns "run" is no ROLE=NAME; several columns of one role are joined by +
[64]

$ perfsift compare three.csv --columns commit=a+b
perfsift: --columns commit= takes one column, not a+b
[64]

$ perfsift compare three.csv --columns run=@row,run=x
perfsift: --columns says run= twice, and it takes one column
[64]

$ perfsift compare three.csv --columns value=
perfsift: --columns value= takes a column's name
[64]

# Ids may be cut, as in an archive.
$ printf '%s\n' commit,value abc,1 abc,2 abd,3 abd,4 >ids.csv

$ sh samples ids.csv --base abc --candidate abd
"value" {"base":[1,2],"candidate":[3,4]}

$ perfsift compare ids.csv --base ab --candidate abd
perfsift: ids.csv: ab is the beginning of abc (2 runs), abd (2 runs)
[64]

# A row must say what it is of.
$ printf '%s\n' commit,run,metric,value,unit a,1,,1,ms ,1,ops,2,ms a,,ops,2,ms \
> 	a,1,ops,3,ms >holes.csv

$ perfsift compare holes.csv --base a --candidate a --test welch
perfsift: holes.csv:2: a row without a metric
perfsift: holes.csv:3: a row without a commit
perfsift: holes.csv:4: a row without a run
[3]

$ printf '%s\n' value,m1,m2 1,, 2,a, 3,,b >holes.csv

$ perfsift compare holes.csv holes.csv --columns metric=m1+m2 --test welch
perfsift: holes.csv:2: a row without a metric
[3]

# A bad cell drops its run with --keep-going, and no other one.
$ printf '%s\n' commit,run,metric,value a,1,ops,1 a,2,ops,2x a,3,ops,3 \
> 	a,2,lat,4 a,1,lat,5 a,3,lat,6 b,1,ops,7 b,2,ops,8 b,2,lat,9 >bad.csv

$ perfsift compare bad.csv --base a --candidate b --test welch
perfsift: bad.csv:3: a unit behind the figure: put it into a unit column: "2x"
[3]

$ sh samples bad.csv --base a --candidate b --keep-going
"lat" {"base":[5,6],"candidate":[null,9]}
"ops" {"base":[1,3],"candidate":[7,8]}
perfsift: bad.csv:3: a unit behind the figure: put it into a unit column: "2x"

# Where rows are runs, all cells of the wide row go.
$ printf '%s\n' commit,x,y a,1,2 a,3,0x4 a,5,6 b,1,2 b,3,4 >bad.csv

$ sh samples bad.csv --base a --candidate b --columns value=x+y --keep-going
"x" {"base":[1,5],"candidate":[1,3]}
"y" {"base":[2,6],"candidate":[2,4]}
perfsift: bad.csv:3: hexadecimal figures are not read: write it in decimal: "0x4"

# The first 20 faults, and how many more.
$ (echo commit,value; awk 'BEGIN { while (i++ < 30) print "a,x" }') >bad.csv

$ perfsift compare bad.csv --base a --candidate a --test welch 2>&1 | tail -n 2
perfsift: bad.csv:21: not a number: "x"
perfsift: and 10 more

# A quote that nobody closes, at the line where it is.
$ printf 'commit,value\na,1\na,"2\na,3\n' >open.csv

$ perfsift compare open.csv --base a --candidate a --test welch
perfsift: open.csv:3: the quote is never closed
[3]

# No samples: nothing, a header, one column.
$ : >empty.csv

$ echo commit,run,metric,value >header.csv

$ perfsift compare empty.csv new.csv --test welch
perfsift: empty.csv: no sample in this file
[3]

$ perfsift compare new.csv header.csv --test welch
perfsift: header.csv: no sample in this file
[3]

$ perfsift compare header.csv --base a --candidate b --test welch
perfsift: header.csv: no sample in this file
[3]

$ printf '%s\n' value 1 2 3 >one.csv

$ sh samples one.csv one.csv
"value" {"base":[1,2,3],"candidate":[1,2,3]}

$ printf '%s\n' ops 1 2 3 >one.csv

$ perfsift compare one.csv one.csv --test welch 2>&1 | sed 1q
perfsift: one.csv:1: no column value: columns are ops (--columns value=NAME, or value=*?)

$ sh samples one.csv one.csv --columns value=ops
"ops" {"base":[1,2,3],"candidate":[1,2,3]}

# Sides that do not meet.
$ printf '%s\n' os,value x,1 x,2 >x.csv

$ printf '%s\n' os,value y,1 y,2 >y.csv

$ perfsift compare x.csv y.csv --columns axis=os --test welch
perfsift: tables: incomplete: no group has runs of both x.csv and y.csv
[2]

# A table and a run set, or a matrix, are no sides of one comparison.
$ mkdir runs

$ echo value,1 >runs/1.csv

$ perfsift compare new.csv runs --test welch
perfsift: of new.csv and runs, one is a table (it has a header) and one is not
[64]

$ printf 'value,1,2\n' >matrix.csv

$ perfsift compare matrix.csv new.csv --test welch
perfsift: of matrix.csv and new.csv, one is a table (it has a header) and one is not
[64]

# How it was read.
$ perfsift compare old.csv new.csv --columns run=@row --test welch -v 2>&1 |
> 	grep table
old.csv: table, 4 runs, a row each
new.csv: table, 5 runs, a row each

$ perfsift compare old.csv new.csv --columns run=@file --test welch -v 2>&1 |
> 	grep table
old.csv: table, 1 run
new.csv: table, 1 run
