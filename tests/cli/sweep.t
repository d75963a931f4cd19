# SPDX-License-Identifier: GPL-3.0-or-later
# A sweep over a small archive.  Each run of a commit has one time, and all of a
# commit lie within 0.3 ms: which pair is a regression (time is lower) follows
# from the values that the commits are given here, and which is compared with
# which from commits.csv.
$ cat >commit <<'END'
> mkdir -p "archive/test=$1/commit=$2"
> for run in 0 1 2 3; do
> 	printf 'metric,value,unit\ntime,%s.%s,ms\n' "$3" $run \
> 		>"archive/test=$1/commit=$2/$run.csv"
> done
> END

$ sh commit a c1 100; sh commit a c2 200; sh commit a c3 100

$ sh commit b c1 100; sh commit b c3 200; sh commit b other 100

$ cat >archive/commits.csv <<'END'
> commit,parent,date
> c1,,2026-01-01T00:00:00Z
> c2,c1,2026-01-02T00:00:00Z
> c3,c2 merged,2026-01-03T00:00:00+01:00
> END

# c2 is slower than c1, c3 faster than c2; in group b the parent of c3 has no
# runs, and its ancestor c1 is the base.  c1 has no parent, and nobody knows
# other.
$ SOURCE_DATE_EPOCH=1767225600 perfsift sweep archive -o nights
nights/2026-01-01: 3 comparisons in 2 groups, 2 regressions, 1 improvement, 0 changes, 3 without a base

$ ls -A nights nights/latest/ | grep -v sqlite-
nights:
.lock
2026-01-01
latest
perfsift.sqlite

nights/latest/:
findings.csv
findings.jsonl
index.html
mail
problems.csv

$ cut -d , -f 2,6,9-12 nights/latest/findings.csv
rank,direction,group,base,candidate,metric
1,improvement,test=a,c2,c3,time
2,regression,test=a,c1,c2,time
3,regression,test=b,c1,c3,time

$ cat nights/latest/problems.csv
group,commit,run,file,line,what,text

$ readlink nights/latest
2026-01-01

# Each comparison says what compare says of the two commits alone.
$ perfsift compare archive --base c1 --candidate c2 -f jsonl --samples |
> 	sed 's/"rank":[0-9]*//' >alone

$ sed 's/"rank":[0-9]*//' nights/latest/findings.jsonl | grep -cxFf alone
2

# Nothing new, and nothing to say about it.
$ SOURCE_DATE_EPOCH=1767225600 perfsift sweep archive -o nights
nights: nothing new in 2 groups, 3 without a base

$ SOURCE_DATE_EPOCH=1767225600 perfsift sweep archive -o nights -q

# A commit that came, and a run that was added to another one: its pair and that
# of the commit that has it as base are new.  It is the second night of the day.
$ sh commit b c2 100

$ cp archive/test=a/commit=c2/0.csv archive/test=a/commit=c2/9.csv

$ SOURCE_DATE_EPOCH=1767225600 perfsift sweep archive -o nights -q -j 1
nights/2026-01-01.2: 4 comparisons in 2 groups, 2 regressions, 1 improvement, 0 changes, 3 without a base

$ cut -d , -f 2,6,9-12 nights/latest/findings.csv
rank,direction,group,base,candidate,metric
1,improvement,test=a,c2,c3,time
2,regression,test=b,c2,c3,time
3,regression,test=a,c1,c2,time
,,test=b,c1,c2,time

# A sweep that ended between putting a night in its place and noting that: the
# next one tells of the night, and makes no other.
$ sqlite3 nights/perfsift.sqlite \
> 	"UPDATE night SET state = 'begun' WHERE name = '2026-01-01.2'"

$ rm nights/latest

$ SOURCE_DATE_EPOCH=1767312000 perfsift sweep archive -o nights
nights/2026-01-01.2: 4 comparisons in 2 groups, 2 regressions, 1 improvement, 0 changes, 3 without a base

$ readlink nights/latest
2026-01-01.2

# With --order name the others have a base, too, and a day later is another
# night.
$ SOURCE_DATE_EPOCH=1767312000 perfsift sweep archive -o nights --order name
nights/2026-01-02: 1 comparison in 2 groups, 0 regressions, 1 improvement, 0 changes, 2 without a base

$ grep -c '"type":"run"' nights/latest/findings.jsonl
1

$ perfsift store check nights/perfsift.sqlite
nights/perfsift.sqlite: whole

# One base for all, some groups, some candidates, since a day.
$ perfsift sweep archive -o one --base c1 --group 'test=[ac]' >/dev/null

$ cut -d , -f 9-11 one/latest/findings.csv
group,base,candidate
test=a,c1,c2
test=a,c1,c3

$ perfsift sweep archive -o two --candidate c3 >/dev/null

$ cut -d , -f 9-11 two/latest/findings.csv
group,base,candidate
test=a,c2,c3
test=b,c2,c3

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o three --since 2026-01-02T23:00Z
three/1970-01-01: 2 comparisons in 2 groups, 1 regression, 1 improvement, 0 changes, 1 without a date

$ cut -d , -f 9-11 three/latest/findings.csv
group,base,candidate
test=a,c2,c3
test=b,c2,c3

$ perfsift sweep archive -o four --since yesterday
perfsift: --since takes a date as 2026-01-31 or 2026-01-31T06:00:00+01:00, not "yesterday"
[64]

$ perfsift sweep archive -o four --group '('
perfsift: --group takes a regular expression, not "(": Unmatched ( or \(
[64]

$ perfsift sweep archive
perfsift: sweep takes one archive, and with -o the directory of its nights
[64]

$ perfsift sweep nowhere -o four
perfsift: nowhere: there is no such file or directory
[64]

$ perfsift store check nowhere
perfsift: nowhere: there is no such file or directory
[64]

$ perfsift store mend nights/perfsift.sqlite
perfsift: store takes the word check and a store, as in store check DIR/perfsift.sqlite
[64]

# How far it is, where that is wanted; the last figure is printed whatever the
# clock says.
$ perfsift sweep archive -o six -q --progress always 2>&1 >/dev/null |
> 	tr '\r' '\n' | grep -c '^4 of 4 comparisons, .* a second, 0 s left'
1

# Without its store the pairs are new once more, in a night of another name.
$ rm nights/perfsift.sqlite

$ SOURCE_DATE_EPOCH=1767225600 perfsift sweep archive -o nights
nights/2026-01-01.3: 4 comparisons in 2 groups, 2 regressions, 1 improvement, 0 changes, 3 without a base

$ ls -d nights/2*
nights/2026-01-01
nights/2026-01-01.2
nights/2026-01-01.3
nights/2026-01-02

# lkp's result directory: levels without names, a directory for each run, and a
# united matrix.csv beside the runs, which is none.
$ for commit in v1 v2; do for run in 0 1 2 3; do
> 	mkdir -p lkp/hackbench/8T/box/$commit/$run
> 	echo "hackbench.throughput,$((100 * ${commit#v})).$run" \
> 		>lkp/hackbench/8T/box/$commit/$run/stats.csv
> 	echo "hackbench.throughput,1,2,3,4" \
> 		>lkp/hackbench/8T/box/$commit/matrix.csv
> done; done

$ perfsift sweep lkp -o five --layout testcase/params/tbox_group/commit/run \
> 	--order name >/dev/null

$ cut -d , -f 9-12,15-16,21-22 five/latest/findings.csv
group,base,candidate,metric,base_n,base_mean,candidate_n,candidate_mean
params=8T/tbox_group=box/testcase=hackbench,v1,v2,hackbench.throughput,4,100.15,4,200.15

$ perfsift sweep lkp -o five --layout commit/testcase
perfsift: --layout takes names of axes, then commit, then run or nothing, as testcase/tbox_group/commit/run, not "commit/testcase"
[64]

# The mail is that which compare writes of the two commits, but for the command
# that it names.
$ SOURCE_DATE_EPOCH=0 perfsift compare lkp --base v1 --candidate v2 -f mail \
> 	--cc a@example.org --layout testcase/params/tbox_group/commit/run \
> 	>alone.eml

$ rm -r five; SOURCE_DATE_EPOCH=0 perfsift sweep lkp -o five -q --order name \
> 	--cc a@example.org --layout testcase/params/tbox_group/commit/run \
> 	>/dev/null

$ diff alone.eml five/latest/mail/v2.eml | grep '^[<>]'
< 	perfsift compare lkp --base v1 --candidate v2 --layout testcase/params/tbox_group/commit/run
> 	perfsift report 1970-01-01/findings.jsonl

# Ids that begin alike, and what is no name of a file.
$ for id in 0123456789a 0123456789b ..x 'a b'; do sh commit z "$id" 100
> 	printf '%s,z0\n' "$id"; done >rows; sh commit z z0 200

$ { echo commit,parent; cat rows; } >archive/commits.csv

$ perfsift sweep archive -o seven --group test=z -q >/dev/null

$ ls -A seven/latest/mail | sed 's/ /?/g'
0123456789a.eml
0123456789b.eml
_.x.1.eml
a_b.4.eml

$ perfsift sweep archive -o eight --from nobody
perfsift: --from takes one address, such as "A. Name <a@example.org>", not "nobody"
[64]
