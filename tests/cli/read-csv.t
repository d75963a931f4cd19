# SPDX-License-Identifier: GPL-3.0-or-later
# CSV as RFC 4180 has it, and what it leaves open.
#
# samples SIDE: the value of each run, by metric.
$ cat >samples <<'END'
> perfsift compare "$1" "$1" --test welch --all -f jsonl --samples \
> 	--fields metric,samples |
> 	sed -n 's/.*"metric":\(.*\),"samples":{"base":\(.*\),"cand.*/\1 \2/p'
> END

# Commas, quotes and line ends in quoted names; a quoted name keeps its
# blanks, an unquoted one has none around it.
$ mkdir quoted

$ cat >quoted/0.csv <<'END'
> "a,b",1
> "say ""hi""",2
> "two
> lines",3
> " padded ",4
>  plain ,"5"
> ünïcode,6
> END

$ sed 's/[1-6]$/1&/; s/"5"/15/' quoted/0.csv >quoted/1.csv

$ sh samples quoted
" padded " [4,14]
"a,b" [1,11]
"plain" [5,15]
"say \"hi\"" [2,12]
"two\u000alines" [3,13]
"ünïcode" [6,16]

$ perfsift compare quoted quoted --test welch --all -f csv \
> 	--fields metric,base_min
metric,base_min
" padded ",4
"a,b",1
plain,5
"say ""hi""",2
"two
lines",3
ünïcode,6

$ perfsift compare quoted quoted --test welch --all -f long \
> 	--fields metric | cut -d , -f 2-
field,value
metric," padded "
metric,"a,b"
metric,plain
metric,"say ""hi"""
metric,"two
lines"
metric,ünïcode

# What is written is read as the same: a name makes the round trip.
$ perfsift compare quoted quoted --test welch --all -f csv \
> 	--fields metric,base_n -o round.csv

$ sed 1d round.csv >again.csv

$ sed 's/2$/3,4/' again.csv >round.csv

$ perfsift compare round.csv round.csv --test welch --all -f csv \
> 	--fields metric,base_n | sed 1d | cmp - again.csv

# A byte order mark, line ends of all kinds, and a last line without one.
$ mkdir ends

$ printf '\357\273\277ops,1\r\nlat,10\r\n' >ends/0.csv

$ printf 'ops,2\rlat,20\r' >ends/1.csv

$ printf '\357\273\277"metric","value"\nops,3\n\n\nlat,30' >ends/2.csv

$ printf 'metric,value,unit\r\nops,4,\r\nlat,40,' >ends/3.csv

$ printf 'ops,5\r\rlat,50\n' >ends/4.csv

$ printf 'ops,6\r\n\r\nlat,60\r' >ends/5.csv

$ sh samples ends
"lat" [10,20,30,40,50,60]
"ops" [1,2,3,4,5,6]

# A mark alone is a file without samples.
$ mkdir mark

$ printf '\357\273\277' >mark/0.csv

$ perfsift compare mark ends --test welch
perfsift: mark/0.csv: no sample in this file
[3]

# A carriage return within a quoted name is part of it.
$ printf '"one\rname",1,2\n' >return.csv

$ sh samples return.csv
"one\u000dname" [1,2]

# Other delimiters; a comma is then a byte as any other.
$ printf 'a,b;1;2\n"c;d";3;4\n' >semicolon.csv

$ perfsift compare semicolon.csv semicolon.csv --delimiter ';' --test welch \
> 	--all -f csv --fields metric,base_min,base_max
metric,base_min,base_max
"a,b",1,2
c;d,3,4

$ printf 'ops\t1\t2\n' >tab.csv

$ perfsift compare tab.csv tab.csv --delimiter tab --test welch \
> 	--all -f csv --fields metric,base_min,base_max
metric,base_min,base_max
ops,1,2

# A field may have 65536 bytes, a line any number of fields.
$ awk 'BEGIN { while (i++ < 65536) printf "x"; print ",1,2" }' >long.csv

$ perfsift compare long.csv long.csv --test welch --all -f csv \
> 	--fields base_n,base_mean
base_n,base_mean
2,1.5

$ awk 'BEGIN { printf "ops"; while (i++ < 50000) printf "," i; print "" }' \
> 	>wide.csv

$ perfsift compare wide.csv wide.csv --test welch --all -f csv \
> 	--fields base_n,base_mean,base_max
base_n,base_mean,base_max
50000,25000.5,50000
