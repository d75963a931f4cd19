# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input is refused with file, line, what is wrong with which text, and the
# cure; exit status 3.  What is bad follows from the description of the input
# (decimal figures, CSV of RFC 4180); the lines are those of the files.
#
# bad TEXT: a run set with that text as one of its runs.
$ cat >bad <<'END'
> mkdir -p runs
> printf 'ops,1\n' >runs/0.csv
> printf 'ops,2\n' >runs/2.csv
> printf "$1" >runs/1.csv
> exec perfsift compare runs good.csv --test welch
> END

$ printf 'ops,1,2,3\n' >good.csv

# Figures.
$ sh bad 'ops,0x10\n'
perfsift: runs/1.csv:1: hexadecimal figures are not read: write it in decimal: "0x10"
[3]

$ sh bad 'ops,1\nlat,"1,234,567"\n'
perfsift: runs/1.csv:2: thousands separators are not read: write 1234567: "1,234,567"
[3]

$ sh bad 'ops,1\n\nlat,"1,234"\n'
perfsift: runs/1.csv:3: a comma in a number: write a point for a decimal comma, and no thousands separators: "1,234"
[3]

$ sh bad 'ops,1_000\n'
perfsift: runs/1.csv:1: thousands separators are not read: write 1234567: "1_000"
[3]

$ sh bad 'ops,1.234.567\n'
perfsift: runs/1.csv:1: thousands separators are not read: write 1234567: "1.234.567"
[3]

$ sh bad 'ops,12ms\n'
perfsift: runs/1.csv:1: a unit behind the figure: put it into a unit column: "12ms"
[3]

$ sh bad 'ops,1.5 %%\n'
perfsift: runs/1.csv:1: a unit behind the figure: put it into a unit column: "1.5 %"
[3]

$ sh bad 'ops,"1,5"\n'
perfsift: runs/1.csv:1: a comma in a number: write a point for a decimal comma, and no thousands separators: "1,5"
[3]

$ sh bad 'ops,1e\n'
perfsift: runs/1.csv:1: an exponent without digits: "1e"
[3]

$ sh bad 'ops,1e999\n'
perfsift: runs/1.csv:1: beyond the range of a double: "1e999"
[3]

$ sh bad 'ops,twelve\n'
perfsift: runs/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "twelve"
[3]

$ sh bad 'ops,-\n'
perfsift: runs/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "-"
[3]

$ sh bad 'metric,value\nops,1\nlat,0x1p3\n'
perfsift: runs/1.csv:3: hexadecimal figures are not read: write it in decimal: "0x1p3"
[3]

$ sh bad 'metric,value,unit\nops,1,ms\nlat,0x1p3,ms\n'
perfsift: runs/1.csv:3: hexadecimal figures are not read: write it in decimal: "0x1p3"
[3]

$ sh bad 'ops,1,2,3,4ms,5\n'
perfsift: runs/1.csv:1: a unit behind the figure: put it into a unit column: "4ms"
[3]

# Fields.
$ sh bad 'ops\n'
perfsift: runs/1.csv:1: one field a line where several were expected (--delimiter?): "ops"
[3]

$ sh bad 'ops;1\nlat;2\n'
perfsift: runs/1.csv:1: one field a line where several were expected (separated by ;? --delimiter ';'): "ops;1"
perfsift: runs/1.csv:2: one field a line where several were expected (separated by ;? --delimiter ';'): "lat;2"
[3]

$ sh bad 'ops\t1\n'
perfsift: runs/1.csv:1: one field a line where several were expected (separated by tabs? --delimiter tab): "ops?1"
[3]

$ sh bad 'ops 1\n'
perfsift: runs/1.csv:1: one field a line where several were expected (--delimiter?): "ops 1"
[3]

$ sh bad 'metric,value\nops,1,2\n'
perfsift: runs/1.csv:2: 3 fields where the header has 2: "ops"
[3]

$ sh bad 'metric,value\nops\n'
perfsift: runs/1.csv:2: one field a line where several were expected (--delimiter?): "ops"
[3]

$ sh bad 'metric,value,unit\nops,1\n'
perfsift: runs/1.csv:2: 2 fields where the header has 3: "ops"
[3]

$ sh bad 'metric,value,unit\nops,1,ms,2\n'
perfsift: runs/1.csv:2: 4 fields where the header has 3: "ops"
[3]

$ sh bad 'metric,value\n,1\n'
perfsift: runs/1.csv:2: a metric without a name
[3]

# Headers: what is none of metric,value[,unit] has a missing column, or one
# too many.
$ sh bad 'metric,value,units\nops,1,ms\n' 2>&1 | sed 1q
perfsift: runs/1.csv:1: columns are metric,value[,unit]: "units"

$ sh bad 'metric,value,unit,more\nops,1,ms,2\n' 2>&1 | sed 1q
perfsift: runs/1.csv:1: columns are metric,value[,unit]: "more"

$ sh bad 'name,figure\nops,1\n' >out 2>&1
[3]

$ grep -c '^perfsift: runs/1.csv:1: .*columns are metric,value\[,unit\]' out
1

# One wrong header is one fault.
$ sh bad 'metric,value,units\nops,1,ms\nlat,2,ms\n'
perfsift: runs/1.csv:1: columns are metric,value[,unit]: "units"
[3]

# No text.
$ sh bad 'ops,1\nlat,\0002\n'
perfsift: runs/1.csv:2: a NUL byte: this is no text, or not in UTF-8
[3]

$ sh bad 'o\000p\000s\000'
perfsift: runs/1.csv:1: a NUL byte: this is no text, or not in UTF-8
[3]

$ sh bad 'ops,1\n"lat\n",2\n"open,3\n\n\nops,4\n'
perfsift: runs/1.csv:4: the quote is never closed
[3]

$ sh bad 'ops,1\n"lat"x,2\n'
perfsift: runs/1.csv:2: text after a closing quote: double the quotes inside a quoted field
[3]

$ sh bad 'ops,1\nl"at,2\n'
perfsift: runs/1.csv:2: a quote inside an unquoted field: quote the field and double the quote
[3]

$ sh bad "$(awk 'BEGIN { while (i++ < 65537) printf "x" }'),1\n"
perfsift: runs/1.csv:1: a field of more than 65536 bytes: is a quote never closed?
[3]

$ sh bad "ops,1\n\"$(awk 'BEGIN { while (i++ < 9000) print "lat,7,8" }')\",7\n"
perfsift: runs/1.csv:2: a field of more than 65536 bytes: is a quote never closed?
[3]

# No sample.
$ sh bad ''
perfsift: runs/1.csv: no sample in this file
[3]

$ sh bad '\n\n'
perfsift: runs/1.csv: no sample in this file
[3]

$ sh bad 'metric,value\n'
perfsift: runs/1.csv: no sample in this file
[3]

# What cannot be printed does not reach the terminal.
$ sh bad 'ops,\033[31m1\n'
perfsift: runs/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "?[31m1"
[3]

$ sh bad 'ops,\302\2331\n'
perfsift: runs/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "?1"
[3]

# Long texts are cut.
$ sh bad 'ops,a text that is longer than anybody wants to read it here\n'
perfsift: runs/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "a text that is longer than anybody wants"
[3]

# All faults of all files are told at once, in the order of the runs and lines.
$ mkdir faults

$ printf 'ops,1x\nlat,2\nmem,3x\n' >faults/2.csv

$ printf 'ops,1\n' >faults/3.csv

$ printf 'ops,0x1\n' >faults/10.csv

$ perfsift compare faults good.csv --test welch
perfsift: faults/2.csv:1: a unit behind the figure: put it into a unit column: "1x"
perfsift: faults/2.csv:3: a unit behind the figure: put it into a unit column: "3x"
perfsift: faults/10.csv:1: hexadecimal figures are not read: write it in decimal: "0x1"
[3]

# The faults of both sides.
$ printf 'ops,1,2 B\n' >other.csv

$ perfsift compare faults other.csv --test welch
perfsift: faults/2.csv:1: a unit behind the figure: put it into a unit column: "1x"
perfsift: faults/2.csv:3: a unit behind the figure: put it into a unit column: "3x"
perfsift: faults/10.csv:1: hexadecimal figures are not read: write it in decimal: "0x1"
perfsift: other.csv:1: a unit behind the figure: put it into a unit column: "2 B"
[3]

# Of many the first twenty, then how many more: 27 - 20, of one file 30 - 20,
# and of three files 30 + 9 + 9 - 20.
$ mkdir many one

$ for run in 0 1 2; do
> 	awk 'BEGIN { while (++i <= 9) print "m" i ",x" i }' >many/$run.csv
> done

$ perfsift compare many good.csv --test welch
perfsift: many/0.csv:1: neither a number nor a header (columns are metric,value[,unit]): "x1"
perfsift: many/0.csv:2: not a number: "x2"
perfsift: many/0.csv:3: not a number: "x3"
perfsift: many/0.csv:4: not a number: "x4"
perfsift: many/0.csv:5: not a number: "x5"
perfsift: many/0.csv:6: not a number: "x6"
perfsift: many/0.csv:7: not a number: "x7"
perfsift: many/0.csv:8: not a number: "x8"
perfsift: many/0.csv:9: not a number: "x9"
perfsift: many/1.csv:1: neither a number nor a header (columns are metric,value[,unit]): "x1"
perfsift: many/1.csv:2: not a number: "x2"
perfsift: many/1.csv:3: not a number: "x3"
perfsift: many/1.csv:4: not a number: "x4"
perfsift: many/1.csv:5: not a number: "x5"
perfsift: many/1.csv:6: not a number: "x6"
perfsift: many/1.csv:7: not a number: "x7"
perfsift: many/1.csv:8: not a number: "x8"
perfsift: many/1.csv:9: not a number: "x9"
perfsift: many/2.csv:1: neither a number nor a header (columns are metric,value[,unit]): "x1"
perfsift: many/2.csv:2: not a number: "x2"
perfsift: and 7 more
[3]

$ awk 'BEGIN { while (++i <= 30) print "m" i ",x" i }' >one/0.csv

$ perfsift compare one good.csv --test welch 2>&1 | tail -n 2
perfsift: one/0.csv:20: not a number: "x20"
perfsift: and 10 more

$ cp one/0.csv many/0.csv

$ perfsift compare many good.csv --test welch 2>&1 | tail -n 1
perfsift: and 28 more

# --keep-going leaves the whole run out, with the names that it alone has, and
# compares everything else; the exit status is still 3.
$ mkdir most

$ printf 'ops,1\nlat,10\n' >most/0.csv

$ printf 'ops,500\nnew,1\nlat,20x\n' >most/1.csv

$ printf 'ops,2\nlat,30\n' >most/2.csv

$ printf 'ops,3\nlat,50\n' >most/3.csv

$ printf 'ops,3,4,5\nlat,30,40,20\n' >whole.csv

$ perfsift compare most whole.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,base_mean,candidate_n
metric,base_n,base_mean,candidate_n
lat,3,30,3
ops,3,2,3
perfsift: most/1.csv:3: a unit behind the figure: put it into a unit column: "20x"
[3]

$ perfsift compare most whole.csv --test welch --keep-going --all -f jsonl \
> 	--samples --fields metric,samples >out.jsonl
perfsift: most/1.csv:3: a unit behind the figure: put it into a unit column: "20x"
[3]

$ sed 1d out.jsonl
{"type":"finding","metric":"lat","samples":{"base":[10,30,50],"candidate":[30,40,20]}}
{"type":"finding","metric":"ops","samples":{"base":[1,2,3],"candidate":[3,4,5]}}

$ sed -n 's/.*"base":\({[^}]*}\).*"problems.*/\1/p' out.jsonl
{"id":"most","runs":3,"incomplete_runs":0,"title":null,"repository":null,"branch":null,"source":"run set of 4 run files","message_id":null,"reproduce":null}

$ sed -n 's/.*"problems":\(.*\)}/\1/p' out.jsonl
[{"file":"most/1.csv","line":3,"what":"a unit behind the figure: put it into a unit column","text":"20x"}]

$ perfsift compare most whole.csv --test welch --keep-going
base most (3 runs)   candidate whole.csv (3 runs)
nothing to report: 2 metrics
unproven KPIs: 2 (more than 1000 runs a side would show 2%; see: perfsift explain lat ...)
not reported: 2 not-significant  (--all lists them)
2 tested, 0 with welch_p < 0.05 (0.1 expected by chance alone)
rules: default.csv FINGERPRINT
perfsift: most/1.csv:3: a unit behind the figure: put it into a unit column: "20x"
[3]

# Without it nothing is written.
$ perfsift compare most good.csv --test welch -f csv -o never.csv
perfsift: most/1.csv:3: a unit behind the figure: put it into a unit column: "20x"
[3]

$ test -e never.csv
[1]

# Nothing is left of a side: that is both bad input and incomplete.
$ mkdir none

$ printf 'ops,x\n' >none/0.csv

$ perfsift compare none good.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,candidate_n,reason
metric,base_n,candidate_n,reason
ops,0,3,no-base
perfsift: none/0.csv:1: neither a number nor a header (columns are metric,value[,unit]): "x"
perfsift: none against good.csv: incomplete: the base has no runs
[3]

# A last line that is cut off in its middle leaves its run out, too.
$ printf 'ops,4\n"la' >most/1.csv

$ perfsift compare most whole.csv --test welch --keep-going --all -f csv \
> 	--fields metric,base_n,base_mean
metric,base_n,base_mean
lat,3,30
ops,3,2
perfsift: most/1.csv:2: the quote is never closed
[3]

# What is no regular file is told, and never waited for.
$ mkdir odd && printf 'ops,1\n' >odd/1.csv && printf 'ops,2\n' >odd/2.csv

$ mkfifo odd/3.csv && ln -s nowhere odd/4.csv

$ perfsift compare odd good.csv --test welch
perfsift: odd/3.csv: no regular file, or a link to nothing
perfsift: odd/4.csv: no regular file, or a link to nothing
[3]
