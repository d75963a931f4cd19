#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Mails are read by Python's email package and by git, which find what was
# said and nothing else, whatever the data hold.  Subjects and changes are those
# of the reports that the kernel test robot published (data/archive/README.md).
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "there is no python3"
make_scratch
check=$srcdir/tests/mail_check.py
archive=$srcdir/data/archive
SOURCE_DATE_EPOCH=1774946874
export SOURCE_DATE_EPOCH
cd "${scratch:?}"

# mail NAME ARGUMENT...: a comparison as a mail, in NAME, which has no fault.
mail()
{
	mail=$1
	shift
	status=0
	"$PERFSIFT" compare "$@" -f mail >"$mail" 2>"$scratch/errors" || status=$?
	ok "$mail: it is written" test $status -lt 3
	note <"$scratch/errors"
	ok "$mail: it is a right mail" python3 "$check" "$mail" 2>"$scratch/faults"
	note <"$scratch/faults"
}

# says NAME HEADER TEXT: what a header says.
says()
{
	printf '%s\n' "$2: $3" >expected
	python3 "$check" "$1" "$2" >got 2>"$scratch/faults" || :
	same "$1: $2" expected got
}

# body NAME: what it says, in $scratch/text.
body()
{
	python3 "$check" "$1" body >text 2>faults || :
}

# has NAME TEXT: a line of the body.
has()
{
	body "$1"
	ok "$1: $2" grep -qxF -e "$2" text
}

# early NAME TEXT: within the first 25 lines of the body.
early()
{
	body "$1"
	sed 25q text >top
	ok "$1: early: $2" grep -qF -e "$2" top
}

# The three reports.

mail will-it-scale "$archive" --base 37beb4256016 --candidate a96ef5848cb0
says will-it-scale Subject '[linux-next:master] [randomize_kstack] a96ef5848c: will-it-scale.per_thread_ops 7.7% improvement'
says will-it-scale Date 'Tue, 31 Mar 2026 08:47:54 +0000'
says will-it-scale From '(none)'
says will-it-scale In-Reply-To '(none)'
mail unixbench "$archive" --base 14c7fd5dbfa0 --candidate b41f5a411fb5
says unixbench Subject '[paulmckrcu:dev.2025.12.16a] [rcu] b41f5a411f: unixbench.throughput 2.1% improvement'
mail hackbench "$archive" --base 4e0a9d33c43d --candidate bedc1d70ce36
says hackbench Subject '[linux-richacl:richacl-wip] [richacl] bedc1d70ce: hackbench.time.user_time 16.8% improvement'

early will-it-scale 'noticed a 7.7% improvement of will-it-scale.per_thread_ops on:'
early hackbench 'noticed a 16.8% improvement of hackbench.time.user_time (lower is better) on:'
for report in will-it-scale unixbench hackbench; do
	for text in 'commit: ' 'measures  ' 'base  ' 'candidate  ' 'change  ' \
		'95% interval' 'q = ' 'smallest  ' 'flags  ' 'metrics  ' \
		'Significance is not attribution' 'not adjusted for selection'
	do
		early $report "$text"
	done
	ok "$report: early: both sides as dots" \
		test "$(grep -c '^  \(base\|candidate\) *|[ .:*]*|$' top)" -eq 2
	ok "$report: early: six figures a side" test "$(grep -cE \
		'^  (base|candidate)( +[0-9.]+[MG]?){6}$' top)" -eq 2
done

# The box has the other test, as in the report.
cat >expected <<'END'
+------------------+--------------------------------------------------------------+
| testcase: change | will-it-scale: will-it-scale.per_thread_ops 4.7% improvement |
| test parameters  | cpufreq_governor=performance                                 |
|                  | mode=thread                                                  |
|                  | nr_task=100%                                                 |
|                  | test=getppid1                                                |
+------------------+--------------------------------------------------------------+
END
grep -e '^+--' -e '^| ' will-it-scale >got
same "the box" expected got

# Its tables are those of the format lkp, but for the last lines of rank.
"$PERFSIFT" compare "$archive" --base 37beb4256016 --candidate a96ef5848cb0 \
	-f lkp >expected
body will-it-scale
sed -n '/^====/,/^Trend/p' text | sed '$d' | sed '$d' >got
same "the tables" expected got
"$PERFSIFT" compare "$archive" --base 4e0a9d33c43d --candidate bedc1d70ce36 \
	-f lkp >expected
mail few "$archive" --base 4e0a9d33c43d --candidate bedc1d70ce36 --rows 5
body few
sed -n '/^====/,/more in/p' text | sed '$d' >got
"$PERFSIFT" compare "$archive" --base 4e0a9d33c43d --candidate bedc1d70ce36 \
	-f csv --fields rank,metric | sed -n 's/^[1-5],//p' | sort >wanted
sed '1,/\\  $/d; s/.*  //' got | sort >shown
same "--rows 5: those of rank 1 to 5" wanted shown
grep -vxF -f expected got >strange || :
empty "--rows 5: lines of the whole table" strange
grep -nxF -f got expected | cut -d : -f 2- >ordered
same "--rows 5: in its order" ordered got
reported=$("$PERFSIFT" compare "$archive" --base 4e0a9d33c43d \
	--candidate bedc1d70ce36 -f csv --fields reported | grep -c true)
has few "and $((reported - 5)) more in findings.csv"
mail all "$archive" --base 4e0a9d33c43d --candidate bedc1d70ce36 --rows 1000
body all
ok "--rows 1000: none is left out" test "$(grep -c 'more in' text)" -eq 0

# The same mail whenever it is made; another date without the variable.
mail again "$archive" --base 37beb4256016 --candidate a96ef5848cb0
same "the same bytes again" will-it-scale again
(unset SOURCE_DATE_EPOCH && "$PERFSIFT" compare "$archive" \
	--base 37beb4256016 --candidate a96ef5848cb0 -f mail) >now
sed '/^Date: /d' will-it-scale >expected
sed '/^Date: /d' now >got
same "but for the date" expected got
ok "the date is now" python3 - now <<'END'
import email, email.utils, sys, time
date = email.message_from_file(open(sys.argv[1]))["Date"]
then = email.utils.parsedate_to_datetime(date).timestamp()
sys.exit(abs(time.time() - then) > 600)
END

# The command that it names shows the same figures.
(cd "$srcdir" && "$PERFSIFT" compare data/archive --base 37beb4256016 \
	--candidate a96ef5848cb0 --alpha 0.01 -r 'vmstat\..*: min_change=20' \
	-f mail --rows 7 >"$scratch/first")
# shellcheck disable=SC2016
command=$(sed -n 's/^	perfsift compare/"$PERFSIFT" compare/p' first)
(cd "$srcdir" && eval "$command -f mail --rows 7" >"$scratch/second")
same "the command in the mail makes it" first second

# Addresses.

mail addressed "$archive" --base 37beb4256016 --candidate a96ef5848cb0 \
	--from 'Änne O. <a@example.org>' --to one@example.org \
	--to '"Two, B." <two@example.org>' --cc 'Тест <three@example.org>'
says addressed From '"Änne O." <a@example.org>'
says addressed To 'one@example.org, "Two, B." <two@example.org>'
says addressed Cc 'Тест <three@example.org>'

refused()
{
	status=0
	"$PERFSIFT" compare "$archive" --base 37beb4256016 \
		--candidate a96ef5848cb0 "$@" >output 2>errors || status=$?
	ok "refused: $*" test $status -eq 64
	ok "refused: $*: one sentence" test "$(wc -l <errors)" -eq 1
	empty "refused: $*: no mail" output
}

newline='
'
refused -f mail --to "a@example.org${newline}Bcc: b@example.org"
refused -f mail --from "a@example.org, b@example.org"
refused -f mail --cc nobody
refused -f text --to a@example.org
refused -f csv --rows 3
refused -f mail --rows 0
SOURCE_DATE_EPOCH=yesterday
refused -f mail
SOURCE_DATE_EPOCH=1774946874

# An archive of our own.  An at sign in a line is the number of the run.

# runs DIRECTORY LINE...: six runs.
runs()
{
	directory=$1
	shift
	mkdir -p "$directory"
	for run in 1 2 3 4 5 6; do
		echo metric,value,unit
		printf '%s\n' "$@" | sed "s/@/$run/g"
	done | awk -v directory="$directory" '
	/^metric,value,unit$/ { run++ }
	{ print >(directory "/" run ".csv") }'
}

# commits.csv ROW...: of the archive own/.
catalogue()
{
	echo commit,parent,subject,repository,branch,message_id,reproduce
	printf '%s\n' "$@"
}

b=0123456789abcdef0123456789abcdef01234567
c=fedcba9876543210fedcba9876543210fedcba98

# Rates that fall and times that rise are regressions, without a sign: from
# 1003.5 to 803.5 are 19.93 %, from 100.35 to 109.35 8.97 %.
runs own/testcase=web/commit=$b 'web.rate,100@,requests/s' 'web.lat,100.@,ms'
runs own/testcase=web/commit=$c 'web.rate,80@,requests/s' 'web.lat,100.@,ms'
mail falls own --base $b --candidate $c
says falls Subject 'fedcba9876: web.rate 19.9% regression'
early falls 'perfsift noticed a 19.9% regression of web.rate on:'
early falls 'higher is better'
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' 'web.lat,109.@,ms'
mail rises own --base $b --candidate $c
says rises Subject 'fedcba9876: web.lat 9.0% regression'
early rises 'a 9.0% regression of web.lat (lower is better) on:'
mail better own --base $c --candidate $b
says better Subject '0123456789: web.lat 8.2% improvement'
early better 'an 8.2% improvement of web.lat (lower is better) on:'

# Points, and which way is good is not known; then a base of nothing.
runs own/testcase=web/commit=$b 'web.share%,10.@,' 'web.none,0,ms'
runs own/testcase=web/commit=$c 'web.share%,13.@,' 'web.none,0,ms'
mail points own --base $b --candidate $c
says points Subject 'fedcba9876: web.share% +3.0 points change'
early points 'which way is good is not known'
mail points-known own --base $b --candidate $c -r 'web.share%: better=lower'
says points-known Subject 'fedcba9876: web.share% 3.0 points regression'
runs own/testcase=web/commit=$c 'web.share%,10.@,' 'web.none,5.@,ms'
mail nothing own --base $b --candidate $c
says nothing Subject 'fedcba9876: web.none +inf% regression'
early nothing '+inf%'

# A clock that moved as the KPI did, but not one that moved against it, or by
# less than half as much.
runs own/testcase=web/commit=$b 'web.rate,100@,requests/s' \
	'web.lat,100.@,ms' 'turbostat.Bzy_MHz,300@,'
runs own/testcase=web/commit=$c 'web.rate,90@,requests/s' \
	'web.lat,100.@,ms' 'turbostat.Bzy_MHz,270@,'
mail clock own --base $b --candidate $c
early clock 'turbostat.Bzy_MHz moved by -10.0%'
runs own/testcase=web/commit=$c 'web.rate,90@,requests/s' \
	'web.lat,100.@,ms' 'turbostat.Bzy_MHz,330@,'
mail no-clock own --base $b --candidate $c
body no-clock
ok "no-clock: it went the other way" test "$(grep -c '^clock' text)" -eq 0
runs own/testcase=web/commit=$c 'web.rate,90@,requests/s' \
	'web.lat,100.@,ms' 'turbostat.Bzy_MHz,290@,'
mail no-clock own --base $b --candidate $c
body no-clock
ok "no-clock: it moved too little" test "$(grep -c '^clock' text)" -eq 0
# A slower clock makes times longer.
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' \
	'web.lat,111.@,ms' 'turbostat.Bzy_MHz,270@,'
mail slow-clock own --base $b --candidate $c
early slow-clock 'turbostat.Bzy_MHz moved by -10.0%'

# Failures come after KPIs, but before monitors, as a headline.
runs own/testcase=web/commit=$b 'web.rate,100@,requests/s' 'dmesg.BUG,0,'
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' 'dmesg.BUG,1,'
mail failure own --base $b --candidate $c
says failure Subject 'fedcba9876: dmesg.BUG fails in 6 of 6 runs, before in 0 of 6'
early failure 'perfsift noticed that dmesg.BUG fails in 6 of 6 runs, before in 0 of 6, on:'
has failure '           :6          100%           6:6     dmesg.BUG'
runs own/testcase=web/commit=$c 'web.rate,80@,requests/s' 'dmesg.BUG,1,'
mail both own --base $b --candidate $c
says both Subject 'fedcba9876: web.rate 19.9% regression'
early both 'dmesg.BUG fails in 6 of 6 runs, before in 0 of 6'
# One of six is no proof: Fisher's exact test has p = 0.5.
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' 'dmesg.BUG,0,'
echo dmesg.BUG,1, >>own/testcase=web/commit=$c/6.csv
sed -i '/BUG,0/d' own/testcase=web/commit=$c/6.csv
mail new own --base $b --candidate $c
says new Subject 'fedcba9876: dmesg.BUG fails in 1 of 6 runs, before in 0 of 6'
early new 'not proven'

# Nothing; then what nobody could tell.
mail same own --base $b --candidate $c -r 'dmesg.BUG: kind=ignore'
says same Subject 'fedcba9876: nothing to report: 1 metric tested'
early same 'nothing to report: 1 metric tested'
runs own/testcase=web/commit=$b 'web.rate,100@,requests/s' 'web.lat,@0,ms'
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' 'web.lat,@4,ms'
mail unproven own --base $b --candidate $c
says unproven Subject 'fedcba9876: nothing to report: 2 metrics tested, 1 KPI unproven'
early unproven 'KPI         web.lat: '
early unproven '1 unproven KPI'

# Only a monitor changed.
runs own/testcase=web/commit=$b 'web.rate,100@,requests/s' 'vmstat.cpu.us,50@,'
runs own/testcase=web/commit=$c 'web.rate,100@,requests/s' 'vmstat.cpu.us,60@,'
mail monitor own --base $b --candidate $c
says monitor Subject 'fedcba9876: vmstat.cpu.us +19.9% change'

# What is known of the commit, and of the machine; without commits.csv nothing.
mkdir -p lab/testcase=web/tbox_group=box
cp -r own/testcase=web/commit=* lab/testcase=web/tbox_group=box
catalogue $b,,"mm: base",,,, \
	"$c,$b,mm: try,git://example.org/tree/linux.git/,main,<1@example.org>,bin/lkp run job.yaml" \
	>lab/commits.csv
printf 'tbox_group,description\nbox,"4 threads, 8G"\n' >lab/machines.csv
mail known lab --base $b --candidate $c
says known Subject '[linux:main] [mm] fedcba9876: vmstat.cpu.us +19.9% change'
says known In-Reply-To '<1@example.org>'
says known References '<1@example.org>'
has known 'test machine: 4 threads, 8G'
has known 'repository: git://example.org/tree/linux.git/'
has known '	bin/lkp run job.yaml'

# Two sides that are no archive; several candidates.
cd "$srcdir"
mail "$scratch/sides" data/examples/base data/examples/candidate
cd "$scratch"
says sides Subject 'data/examples/candidate: p99 12.6% regression'
has sides '	perfsift compare data/examples/base data/examples/candidate'
cp -r "$srcdir/data/examples" .
mail several examples/base examples/base/../base/ examples/candidate
says several Subject 'examples/candidate: p99 12.6% regression'
has several 'not in this mail: examples/base/../base against examples/base'

# The headline is the highest rank of all groups, whose table is the first.
runs two/testcase=a/tbox_group=x/commit=$b 'a.rate,100@,requests/s'
runs two/testcase=a/tbox_group=x/commit=$c 'a.rate,95@,requests/s'
runs two/testcase=b/tbox_group=y/commit=$b 'b.rate,100@,requests/s'
runs two/testcase=b/tbox_group=y/commit=$c 'b.rate,80@,requests/s'
printf 'tbox_group,description\nx,box x\n' >two/machines.csv
mail groups two --base $b --candidate $c
says groups Subject 'fedcba9876: b.rate 19.9% regression'
body groups
cat >expected <<'END'
| testcase: change | a: a.rate 5.0% regression |
| test machine     | box x                     |
END
grep '^| ' text >got
same "groups: the box" expected got
sed -n 's/.*%.* \([ab]\.rate\)$/\1/p' text >got
printf '%s\n' b.rate a.rate >expected
same "groups: the tables" expected got
has groups 'x: box x'

# Hostile data.

python3 - "$b" "$c" <<'END'
import csv, os, sys
names = ["<script>alert(1)</script>", 'quotes "a" and \'b\'', "a|b",
         "esc\x1b[31mred", "two\nlines", "inject\r\nBcc: x@example.org",
         "right\u202eto left\u200f", "x" * 10000, "\u20ac" * 4000,
         "a\u0301" * 5000, "=?UTF-8?Q?=41?=", "From here", ".", "-- ",
         "\U0001f427 penguin", " blanks  and  tabs\t"]
for number, name in enumerate(names):
    root = f"hostile{number}"
    label = name.replace("/", "%").replace("\0", "")[:200]
    while len(label.encode()) > 200:
        label = label[:-1]
    for k, commit in enumerate(sys.argv[1:]):
        path = os.path.join(root, "testcase=" + label, "test=" + label,
                            "commit=" + commit)
        os.makedirs(path)
        for run in range(6):
            with open(f"{path}/{run}.csv", "w", newline="") as file:
                rows = csv.writer(file, lineterminator="\n")
                rows.writerow(["metric", "value", "unit"])
                rows.writerow([name + ".rate", 1000 + run - 100 * k,
                               label[:60]])
                rows.writerow(["dmesg." + name, k, ""])
    with open(root + "/commits.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["commit", "subject", "repository", "branch",
                       "message_id", "reproduce"])
        rows.writerow([sys.argv[2], name + ": " + name, name, name, name,
                       name])
    with open(root + "/machines.csv", "w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["tbox_group", "description"])
        rows.writerow([label, name])
END
for data in hostile*; do
	test -d "$data" || continue
	mail "$data.mail" "$data" --base $b --candidate $c --to a@example.org
	python3 "$check" "$data.mail" Bcc From Cc >got 2>faults || :
	printf '%s: (none)\n' Bcc From Cc >expected
	same "$data: no header of others" expected got
	python3 "$check" "$data.mail" Subject >got 2>faults || :
	ok "$data: the subject tells the change" grep -qE \
		'(: .* -10\.0% change|fails in 6 of 6 runs, before in 0 of 6)$' got
done
says hostile0.mail Subject \
	'[script>:<script>alert(1)</script>] [<script>alert(1)</script>] fedcba9876: dmesg.<script>alert(1)</script> fails in 6 of 6 runs, before in 0 of 6'
says hostile5.mail Subject \
	'[inject??Bcc: x@example.org:inject??Bcc: x@example.org] [inject??Bcc] fedcba9876: inject??Bcc: x@example.org.rate -10.0% change'
says hostile10.mail Subject \
	'[=?UTF-8?Q?=41?=:=?UTF-8?Q?=41?=] [=?UTF-8?Q?=41?=] fedcba9876: =?UTF-8?Q?=41?=.rate -10.0% change'
says hostile14.mail Subject \
	'[🐧 penguin:🐧 penguin] [🐧 penguin] fedcba9876: 🐧 penguin.rate -10.0% change'

# Bytes that are no UTF-8.
mkdir -p "bytes/testcase=a/commit=$b" "bytes/testcase=a/commit=$c"
for run in 1 2 3 4 5 6; do
	printf 'metric,value,unit\nm\377\303,10%d,\303\n' $run \
		>"bytes/testcase=a/commit=$b/$run.csv"
	printf 'metric,value,unit\nm\377\303,20%d,\303\n' $run \
		>"bytes/testcase=a/commit=$c/$run.csv"
done
printf 'commit,subject,branch\n%s,\377: x,b\200\n' $c >bytes/commits.csv
mail bytes.mail bytes --base $b --candidate $c

# git takes them.
if command -v git >/dev/null; then
	for sent in will-it-scale unixbench hackbench known failure hostile5.mail \
		hostile7.mail hostile14.mail bytes.mail addressed; do
		git mailinfo -k message patch <$sent >info 2>errors || :
		python3 "$check" $sent Subject >got 2>faults || :
		sed -n '/^Subject: /p' info >shown
		same "git mailinfo: $sent: Subject" got shown
		ok "git mailinfo: $sent: the body" \
			grep -q 'perfsift noticed ' message
	done
	git mailinfo -k message patch <addressed >info
	ok "git mailinfo: Author" grep -qx 'Author: Änne O.' info
	ok "git mailinfo: Email" grep -qx 'Email: a@example.org' info
else
	skip "git mailinfo" "there is no git"
fi
plan
