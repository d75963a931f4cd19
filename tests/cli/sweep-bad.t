# SPDX-License-Identifier: GPL-3.0-or-later
# A sweep that meets trouble.  One broken run file costs that run only; what a
# night has listed is known while the file stays as it is.
$ cat >commit <<'END'
> mkdir -p "archive/test=$1/commit=$2"
> for run in 0 1 2 3; do
> 	printf 'metric,value,unit\ntime,%s.%s,ms\n' "$3" $run \
> 		>"archive/test=$1/commit=$2/$run.csv"
> done
> END

$ sh commit a c1 100; sh commit a c2 200; SOURCE_DATE_EPOCH=0; export SOURCE_DATE_EPOCH

$ printf 'commit,parent\nc2,c1\nc3,c2\nc4,c3\n' >archive/commits.csv

$ printf 'metric,value\ntime,"12"x\n' >archive/test=a/commit=c2/8.csv

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights/1970-01-01: 1 comparison in 1 group, 1 regression, 0 improvements, 0 changes, 1 without a base, 1 problem
perfsift: archive/test=a/commit=c2/8.csv:2: text after a closing quote: double the quotes inside a quoted field
[3]

$ cat nights/latest/problems.csv
group,commit,run,file,line,what,text
test=a,c2,8,archive/test=a/commit=c2/8.csv,2,text after a closing quote: double the quotes inside a quoted field,

$ cut -d , -f 2,10,11,15,21 nights/latest/findings.csv
rank,base,candidate,base_n,candidate_n
1,c1,c2,4,4

# Known, and nothing new.
$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights: nothing new in 1 group, 1 without a base, 1 problem (1 known)

# Known, and listed by the next night, which reads it as a base.
$ sh commit a c3 200; SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights/1970-01-01.2: 1 comparison in 1 group, 0 regressions, 0 improvements, 0 changes, 1 without a base, 1 problem (1 known)

$ cat nights/latest/problems.csv
group,commit,run,file,line,what,text
test=a,c2,8,archive/test=a/commit=c2/8.csv,2,text after a closing quote: double the quotes inside a quoted field,

# Another fault in the same file is another matter.
$ printf 'metric,value\ntime,x\n' >archive/test=a/commit=c2/8.csv

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights -q
nights/1970-01-01.3: 2 comparisons in 1 group, 1 regression, 0 improvements, 0 changes, 1 without a base, 1 problem
perfsift: archive/test=a/commit=c2/8.csv:2: not a number: "x"
[3]

# A comparison that is incomplete: no run of c4 is whole.
$ mkdir archive/test=a/commit=c4; echo time,x >archive/test=a/commit=c4/0.csv

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights/1970-01-01.4: 1 comparison in 1 group, 0 regressions, 0 improvements, 0 changes, 1 without a base, 2 problems (1 known)
perfsift: archive/test=a/commit=c4/0.csv:1: neither a number nor a header (columns are metric,value[,unit]): "x"
perfsift: test=a: c3 against c4: incomplete: the candidate has no runs
[3]

$ cat nights/latest/problems.csv
group,commit,run,file,line,what,text
test=a,c2,8,archive/test=a/commit=c2/8.csv,2,not a number,x
test=a,c4,0,archive/test=a/commit=c4/0.csv,1,"neither a number nor a header (columns are metric,value[,unit])",x
test=a,c4,,,,incomplete: the candidate has no runs,

# An archive that is not all there.
$ sh commit b c1 100; sh commit c c1 100; sh commit c c2 100

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights/1970-01-01.5: 1 comparison in 3 groups, 0 regressions, 0 improvements, 0 changes, 3 without a base, 2 problems (2 known)

$ mv archive/test=b archive/test=c .

$ SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights: nothing new in 1 group, 1 without a base, 2 problems (2 known)
perfsift: archive: incomplete: 1 group, 3 last night
[2]

$ mv test=b archive; SOURCE_DATE_EPOCH=0 perfsift sweep archive -o nights
nights: nothing new in 2 groups, 2 without a base, 2 problems (2 known)

# Nothing of it is there.
$ mv archive elsewhere; mkdir archive; perfsift sweep archive -o nights
nights: nothing new in 0 groups
perfsift: archive: incomplete: 0 groups, 3 last night
[2]

$ rmdir archive; mv elsewhere archive

$ mkdir empty; perfsift sweep empty -o other
perfsift: empty is no archive (directories key=value, commit=ID the last); to compare two run sets name both
[64]

# Two sweeps at once.
$ flock nights/.lock perfsift sweep archive -o nights
perfsift: nights is in use: another sweep is at work there
[4]

$ flock store-lock perfsift sweep archive -o other --store store
perfsift: store is in use: another sweep is at work there
[4]

# What is no store, or none of ours.
$ echo something that is no database, and long enough >text; cp text file

$ perfsift sweep archive -o other --store text
perfsift: text is no store of a sweep
[4]

$ cmp text file

$ sqlite3 other.db 'CREATE TABLE t(a)'; perfsift sweep archive -o other --store other.db
perfsift: other.db is the database of another program, no store of a sweep
[4]

$ cp nights/perfsift.sqlite newer; sqlite3 newer 'PRAGMA user_version = 9999'

$ perfsift store check newer
perfsift: newer is the store of a newer perfsift (schema 9999, this one knows 1)
[4]

$ cp nights/perfsift.sqlite broken; sqlite3 broken "UPDATE run_set SET summary = 'PSR1'"

$ perfsift store check broken
perfsift: broken: the record of a run set: it ends early: "c1"
perfsift: broken: the record of a run set: it ends early: "c2"
perfsift: broken: the record of a run set: it ends early: "c3"
perfsift: broken: the record of a run set: it ends early: "c4"
perfsift: broken: the record of a run set: it ends early: "c1"
perfsift: broken: the record of a run set: it ends early: "c2"
[3]

$ cp nights/perfsift.sqlite orphan; sqlite3 orphan 'DELETE FROM night WHERE id = 1'

$ perfsift store check orphan 2>&1 | sort -u
perfsift: orphan: a row without the one it belongs to: "known"
perfsift: orphan: a row without the one it belongs to: "pair"
