# SPDX-License-Identifier: GPL-3.0-or-later
# The first 25 lines of the mails about the sample archive.  Means and changes
# are those of the published reports (data/archive/README.md), the runs those of
# the files; intervals are in tests/published.t, what mails must be like is in
# tests/mail.t.
$ cat >evidence <<'END'
> perfsift compare data/archive "$@" -f mail | sed '1,/^$/d' | sed 25q
> END

$ sh evidence --base 37beb4256016 --candidate a96ef5848cb0
perfsift noticed a 7.7% improvement of will-it-scale.per_thread_ops on:

commit: a96ef5848cb096226bf6aff31a90d8b136d99b71 ("randomize_kstack: Unify random source across arches")

measures    operations a second of each of many threads; higher is better
base        7.676M ±0.4%, mean of 6 runs of 37beb4256016
candidate   8.270M ±0.4%, mean of 6 runs of a96ef5848cb0
change      +7.7%; 95% interval +7.1% .. +8.4%; q = 1e-10
smallest    change that these runs would prove: 1.7% (with 80% power)
flags       none
Significance is not attribution: that the runs differ does not say why.
Intervals are per metric, and not adjusted for selection.
runs         7.62794M                                            8.32287M
  base      |.  :..   .                                                  |
  candidate |                                                   .. :  . .|
  base      7.66818M 7.66632M 7.62794M 7.68243M 7.67662M 7.73213M
  candidate 8.26209M 8.24167M 8.32287M 8.26185M 8.30371M 8.22873M
metrics     69 tested, 40 reported; in all 2 groups 119 tested, 82 reported

repository: linux-next
branch: master
base commit: 37beb42560165869
testcase: will-it-scale
config: x86_64-rhel-9.4
compiler: gcc-14

$ sh evidence --base 14c7fd5dbfa0 --candidate b41f5a411fb5
perfsift noticed a 2.1% improvement of unixbench.throughput on:

commit: b41f5a411fb5f8c76c1d945ab391873414d01647 ("rcu: Clean up after the SRCU-fastification of RCU Tasks Trace")

measures    operations a second of a test, over all copies; higher is better
base        2.113G ±0.4%, mean of 6 runs of 14c7fd5dbfa0
candidate   2.156G ±0.4%, mean of 6 runs of b41f5a411fb5
change      +2.1%; 95% interval +1.5% .. +2.6%; q = 0.001
smallest    change that these runs would prove: 1.7% (with 80% power)
flags       none
Significance is not attribution: that the runs differ does not say why.
Intervals are per metric, and not adjusted for selection.
runs         2.10394G                                            2.16607G
  base      |.. .       .     .   .                                      |
  candidate |                                  .            .   ..   .  .|
  base      2.10482G 2.10729G 2.12146G 2.11512G 2.10394G 2.12608G
  candidate 2.13931G 2.15802G 2.16331G 2.16607G 2.15827G 2.15377G
metrics     41 tested, 4 reported; in all 2 groups 67 tested, 8 reported

repository: paulmckrcu
branch: dev.2025.12.16a
base commit: 14c7fd5dbfa07e79
testcase: unixbench
config: x86_64-rhel-9.4
compiler: gcc-14

$ sh evidence --base 4e0a9d33c43d --candidate bedc1d70ce36
perfsift noticed a 16.8% improvement of hackbench.time.user_time (lower is better) on:

commit: bedc1d70ce363e2eddab9de946bf1c724fb3337d ("richacl: Compute maximum file masks from an acl")

measures    seconds of own code for a fixed number of messages; lower is
            better
base        656.1 ±1.6%, mean of 6 runs of 4e0a9d33c43d
candidate   546.2 ±2.7%, mean of 6 runs of bedc1d70ce36
change      -16.8%; 95% interval -19.2% .. -14.4%; q = 1e-07
smallest    change that these runs would prove: 4.0% (with 80% power)
flags       none
Significance is not attribution: that the runs differ does not say why.
Intervals are per metric, and not adjusted for selection.
runs         531.98                                               667.481
  base      |                                              .      ... . .|
  candidate |. . :      .     .                                          |
  base      655.709 667.481 662.665 654.412 637.155 659.004
  candidate 536.156 557.583 540.725 570.207 531.98 540.256
metrics     104 tested, 62 reported

repository: linux-richacl
branch: richacl-wip
base commit: 4e0a9d33c43d7838
testcase: hackbench
config: x86_64-rhel-7.2

# The header, with all that it may have.
$ SOURCE_DATE_EPOCH=1774946874 perfsift compare data/archive \
> 	--base 37beb4256016 --candidate a96ef5848cb0 -f mail \
> 	--from 'Perf T. <perf@example.org>' --to a@example.org \
> 	--cc b@example.org --cc c@example.org | sed '/^$/q'
From: "Perf T." <perf@example.org>
To: a@example.org
Cc: b@example.org, c@example.org
Subject: [linux-next:master] [randomize_kstack] a96ef5848c:
 will-it-scale.per_thread_ops 7.7% improvement
Date: Tue, 31 Mar 2026 08:47:54 +0000
Message-ID: <05a69ec2adfe4eb6@perfsift>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

# One run a side is no proof, and no deviation: nothing to report.
$ printf 'ops,100\n' >one.csv && printf 'ops,90\n' >two.csv

$ SOURCE_DATE_EPOCH=0 perfsift compare one.csv two.csv -f mail
Subject: two.csv: nothing to report: 0 metrics compared
Date: Thu, 1 Jan 1970 00:00:00 +0000
Message-ID: <96b6dade70cbf865@perfsift>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

nothing to report: 0 metrics compared and none proven to have changed, of:

candidate: two.csv

metrics     0 compared, 0 reported
KPI         ops: -10.0%, too-few-runs

base: one.csv

to see these figures again:

	perfsift compare one.csv two.csv

rules: default.csv FINGERPRINT
perfsift: one.csv against two.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one
[2]

# A plan is no comparison.
$ perfsift plan one.csv -f mail
perfsift: a plan is written as text, csv or jsonl, not as mail
[64]

# The trend: 13 rows from 100 to 112, so one a row.  Run 6 has 106 on both sides.
$ printf 'ops,100,100,100,100,100,106\n' >base.csv

$ printf 'ops,112,112,112,112,110,106\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f mail |
> 	sed -n '/^Trend/,$p'
Trend of ops over the runs of each side, in their order:

       112 + O     O     O     O
           |
           |                         O
           |
           |
           |
       106 +                               #
           |
           |
           |
           |
           |
       100 + *     *     *     *     *
           +-------------------------------------------------------------
       run   1     2     3     4     5     6

           *  base base.csv (6 runs)
           O  candidate candidate.csv (6 runs)
           #  both in one place

# No legend for marks that are not drawn: here the runs lie apart.
$ printf 'ops,100,100,101,100,100,102\n' >base.csv

$ perfsift compare base.csv candidate.csv --test welch -f mail |
> 	sed -n '/ run /,$p'
       run   1     2     3     4     5     6

           *  base base.csv (6 runs)
           O  candidate candidate.csv (6 runs)

# More runs than columns share them; the first number below is that of run 1.
$ for side in 100 130; do
> 	seq 0 199 | awk -v least=$side 'BEGIN { printf "ops" }
> 	{ printf ",%d", least + 7 * $1 % 13 } END { print "" }' >$side.csv
> done

$ perfsift compare 100.csv 130.csv -f mail |
> 	sed -n 's/^ *run *\([0-9]*\) .*/\1/p'
1

# What --rows keeps are the lines that rank highest: here the KPI and what fails
# but proves nothing (1 of 6).
$ mkdir -p a/testcase=t/commit=x a/testcase=t/commit=y && for run in 1 2 3 4 5 6
> do
> 	printf 'metric,value,unit\nt.rate,10%d,\nvmstat.a,1%d,\nvmstat.b,10%d,\n' \
> 		$run $run $run >a/testcase=t/commit=x/$run.csv
> 	printf 'metric,value,unit\nt.rate,20%d,\nvmstat.a,5%d,\nvmstat.b,90%d,\n' \
> 		$run $run $run >a/testcase=t/commit=y/$run.csv
> done; echo dmesg.BUG,1, >>a/testcase=t/commit=y/1.csv

$ perfsift compare a --base x --candidate y -f mail --rows 2 |
> 	sed -n '/^---/,/more in/s/ *$//p'
---------------- ---------------------------
       fail:runs  %reproduction    fail:runs
           |             |             |
           :6           17%           1:6     dmesg.BUG
         %stddev     %change         %stddev
             \          |                \
    103.50           +96.6%     203.50        t.rate
and 2 more in findings.csv
