# SPDX-License-Identifier: GPL-3.0-or-later
# Inputs that once went wrong, each a kind of its own.  What is right follows
# from the manual and from arithmetic.
$ for side in a b; do mkdir $side; for run in 1 2 3; do printf 'metric,value,unit\nm,1.%s,KiB\nn,5.%s,ms\n' $run $run >$side/$run.csv; done; done

# A missing sample has no unit that could be in conflict.
$ printf 'metric,value,unit\nm,1.2,KiB\nn,,\n' >b/4.csv

$ perfsift compare a b --test welch --all -f csv --fields metric,reason,base_n,candidate_n
metric,reason,base_n,candidate_n
m,not-significant,3,4
n,not-significant,3,3

$ mkdir first && printf 'metric,value,unit\nn,,\n' >first/0.csv && cp a/*.csv first/

$ perfsift compare first b --test welch --all -f csv --fields metric,unit,reason,base_n
metric,unit,reason,base_n
m,KiB,not-significant,3
n,ms,not-significant,3

# A conversion that leaves the range of a double, by a power of two as by one
# of ten.
$ mkdir huge && printf 'metric,value,unit\nm,1e308,GiB\nn,1e308,s\n' >huge/1.csv

$ perfsift compare a huge --test welch
perfsift: huge/1.csv:2: beyond the range of a double: "1e308"
perfsift: huge/1.csv:3: beyond the range of a double: "1e308"
[3]

# A pipe is waited for only where it is named as a side.
$ mkdir -p lkp/1 && mkfifo lkp/1/stats.csv

$ timeout 20 perfsift compare lkp a --test welch
perfsift: lkp/1/stats.csv: no regular file
[3]

$ mkdir catalogue && mkfifo catalogue/commits.csv

$ mkdir -p catalogue/t=1 && cp -r a catalogue/t=1/commit=A && cp -r b catalogue/t=1/commit=B

$ timeout 20 perfsift compare catalogue --base A --candidate B --test welch
perfsift: catalogue/commits.csv: no regular file
[3]

$ mkfifo pipe && (printf 'm,1,2,3\n' >pipe &) && timeout 20 perfsift compare pipe pipe.csv --test welch
perfsift: pipe.csv: there is no such file or directory
[64]

$ printf 'm,1,2,3\n' | timeout 20 perfsift compare /dev/stdin pipe.csv --test welch; printf 'm,2,3,4\n' >pipe.csv
perfsift: pipe.csv: there is no such file or directory

$ printf 'm,1,2,3\n' | perfsift compare /dev/stdin pipe.csv --test welch -f csv --fields base,base_mean,candidate_mean
base,base_mean,candidate_mean
/dev/stdin,2,3

# A link to nothing is there all the same.
$ mkdir -p link/1 link/2 && ln -s nowhere link/1/stats.csv && echo m,7 >link/1/matrix.csv && echo m,7 >link/2/stats.csv

$ perfsift compare link a --test welch
perfsift: link/1/stats.csv: No such file or directory
[4]

# Links leave an archive at no door.
$ mkdir -p ar/t=1 && cp -r a ar/t=1/commit=A && cp -r b ar/t=1/commit=B && ln -s ../../../a/1.csv ar/t=1/commit=B/9.csv

$ perfsift compare ar --base A --candidate B --test welch
perfsift: ar/t=1/commit=B/9.csv: a link out of the archive
[3]

$ mkdir -p ar/t=2/commit=A ar/t=2/commit=B/1 && echo m,1 >ar/t=2/commit=B/1/stats.csv && ln -s ../../../link/2 ar/t=2/commit=B/2

$ rm ar/t=1/commit=B/9.csv && perfsift compare ar --base A --candidate B --test welch 2>&1 | grep out
perfsift: ar/t=2/commit=B/2/stats.csv: a link out of the archive

# Links that lead upwards do not multiply the ways.
$ mkdir -p up/t=1 && cp -r a up/t=1/commit=A && cp -r b up/t=1/commit=B && for i in 1 2 3 4 5 6 7 8 9 10 11 12; do ln -s . up/k$i=1; done

$ timeout 20 perfsift compare up --base A --candidate B --test welch | grep -c '^base'
13

# What is not followed is told by -v.
$ mkdir -p odd/x=1/x=2/commit=A odd/x=1/commit=

$ cp -r a odd/x=1/commit=A && cp -r b odd/x=1/commit=B && perfsift compare odd --base A --candidate B -v --test welch 2>&1 | grep followed
odd/x=1/commit=: not followed: a commit without an id
odd/x=1/x=2: not followed: an axis twice on one way

# A candidate that never met the base is told, also where others did.
$ cp -r a up/commit=none && mkdir -p met/t=1 met/t=2 && cp -r a met/t=1/commit=A && cp -r b met/t=1/commit=B && cp -r b met/t=2/commit=C

$ perfsift compare met --base A --candidate B --candidate C --test welch -f csv --fields candidate,metric
candidate,metric
B,m
B,n
perfsift: met: incomplete: no group has runs of both A and C
[2]

# No finding twice.
$ perfsift compare a b b --test welch
perfsift: b is a candidate twice
[64]

$ perfsift compare met --base A --candidate B --candidate B --test welch
perfsift: B is a candidate twice
[64]

# Where nothing changed, nothing is infinite.
$ printf 'm,-1,1\n' >zero.csv && perfsift compare zero.csv zero.csv --test welch --all | grep -c inf
0
[1]

# A row of one empty field is still a row.
$ perfsift compare zero.csv zero.csv --test welch -f csv --fields reason,unit | sed 1d
not-significant,

$ perfsift compare zero.csv zero.csv --test welch -f csv --fields unit
unit
""

# Names cannot drive a terminal: not as paths told by -v, not in jsonl.
$ mkdir "$(printf 'n\nforged\033[31m')" && cp a/*.csv n*/ && perfsift compare n* b -v --test welch 2>&1 | grep -c "$(printf '\033')"
0
[1]

$ printf 'a\302\233b\342\200\256c,1,2,3\n' >marks.csv && perfsift compare marks.csv marks.csv --test welch -f jsonl --fields metric | sed 1d
{"type":"finding","metric":"a\u009bb\u202ec"}

# The gravest fault is told, however many others come first.
$ mkdir many && for run in 1 2 3; do awk 'BEGIN { while (i++ < 20) print "m" i ",x" }' >many/$run.csv; done; ln -s /proc/self/mem many/9.csv; perfsift compare many b --test welch --keep-going 2>&1 | tail -n 3
perfsift: many/9.csv: Input/output error
perfsift: and 40 more
perfsift: many against b: incomplete: the base has no runs
