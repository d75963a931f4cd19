# SPDX-License-Identifier: GPL-3.0-or-later
# The table of the kernel test robot.  Its head is that of a report it mailed in
# 2026 (will-it-scale, the sample archive); the rows of small inputs are what
# its program, lkp-tests, prints for them, but where that misleads.  Whole
# reports are in tests/published.t.
$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f lkp --all | sed '13q; s/$/|/'
=========================================================================================|
compiler/cpufreq_governor/kconfig/mode/nr_task/rootfs/tbox_group/test/testcase:|
  gcc-14/performance/x86_64-rhel-9.4/thread/100%/debian-13-x86_64-20250902.cgz/lkp-srf-2sp2/lseek1/will-it-scale|
|
commit: |
  37beb42560 ("randomize_kstack: Maintain kstack_offset per task")|
  a96ef5848c ("randomize_kstack: Unify random source across arches")|
|
37beb42560165869 a96ef5848cb096226bf6aff31a9 |
---------------- --------------------------- |
         %stddev     %change         %stddev|
             \          |                \  |
 1.474e+09            +7.7%  1.588e+09        will-it-scale.192.threads

# The next group, after a line of 99 "*".
$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f lkp --all | grep -A 3 -F '***'
***************************************************************************************************
lkp-srf-2sp2: 192 threads 2 sockets Intel(R) Xeon(R) 6740E CPU @ 2.4GHz (Sierra Forest) with 256G memory
=========================================================================================
compiler/cpufreq_governor/kconfig/mode/nr_task/rootfs/tbox_group/test/testcase:

# rows: the table without its head, and without blanks at the ends of lines.
$ cat >rows <<'END'
> perfsift compare "$@" -f lkp --all --test welch |
> 	sed '1,/^-----/d; s/ *$//'
> END

# What the robot prints for these is
#     233.33 ± 53%     +28.6%     300.00
#     100.00            +0.0%     100.00 ±  3%
#       1.00           -66.7%       0.33 ±734969%
#     999.99            +0.0%    1000.00
#       1000          +100.0%       1999
#  100000000            +0.0%      1e+08
#  1.235e+08       +1.2e+294%   1.5e+300
#       1.00        +99990.0%       1000
#       1.00          +1e+05%       1001
#     100.00          -100.0%       0.00
#       5.00            +4.1        9.10
$ cat >base.csv <<'END'
> robot.a,100,200,400
> robot.b,98,102
> robot.c,1,1,1
> robot.d,999.994
> robot.e,1000
> robot.f,100000000
> robot.g,123456789
> robot.h,1.0
> robot.i,1.0
> robot.j,100,100,100
> mpstat.cpu.all.sys%,5.0
> END

$ cat >candidate.csv <<'END'
> robot.a,300,300,300
> robot.b,96.01,103.99
> robot.c,-3000,0,3001
> robot.d,999.996
> robot.e,1999.99
> robot.f,100000001
> robot.g,1.5e+300
> robot.h,1000.9
> robot.i,1001.0
> mpstat.cpu.all.sys%,9.1
> END

$ sh rows base.csv candidate.csv
         %stddev     %change         %stddev
             \          |                \
      5.00            +4.1        9.10        mpstat.cpu.all.sys%
    233.33 ± 53%     +28.6%     300.00        robot.a
    100.00            +0.0%     100.00 ±  3%  robot.b
      1.00           -66.7%       0.33 ±734969%  robot.c
    999.99            +0.0%    1000.00        robot.d
      1000          +100.0%       1999        robot.e
 100000000            +0.0%      1e+08        robot.f
 1.235e+08       +1.2e+294%   1.5e+300        robot.g
      1.00        +99990.0%       1000        robot.h
      1.00          +1e+05%       1001        robot.i
    100.00          -100.0%       0.00        robot.j

# Where the robot misleads.  It prints
#      0.00         +7e+102%       7.00        a base of 0
#      0.00 ±  5%    -100.0%       0.00        two means of 0 (-5,5 and -1,1)
#      0.00         +1e+104%     100.00        a metric that the base lacks
#    -15.00          -200.0%      15.00 ± 33%  a negative mean (-10,-20; 10,20)
#     -5.00 ± 20%     -60.0%      -2.00 ± 50%  a negative mean of one run
#     -1000            -0.1%    -999.90        a change from a negative mean
$ printf '%s\n' a.zero,0,0,0 a.zeros,-5,5 a.negative,-10,-20 a.one,-5 \
> 	a.cut,-1000.9 >base.csv

$ printf '%s\n' a.zero,7 a.zeros,-1,1 a.new,100 a.negative,10,20 a.one,-2 \
> 	a.cut,-999.9 >candidate.csv

$ sh rows base.csv candidate.csv
         %stddev     %change         %stddev
             \          |                \
     -1000            +0.1%    -999.90        a.cut
    -15.00 ± 33%    +200.0%      15.00 ± 33%  a.negative
      0.00            +inf%     100.00        a.new
     -5.00           +60.0%      -2.00        a.one
      0.00            +inf%       7.00        a.zero
      0.00            +0.0%       0.00        a.zeros

# Failures are runs that failed, each side's of its own runs: 0 of 3 against 6
# of 6 are 100 points (the robot: 200), and a run that fails five times fails
# once.  No side has a figure where there are no performance metrics.
$ printf '%s\n' dmesg.BUG,0,0,0 dmesg.WARN,5,0,0 dmesg.gone,1,1,1 >base.csv

$ printf '%s\n' dmesg.BUG,1,1,1,1,1,1 dmesg.WARN,0,7,0,0,0,0 >candidate.csv

$ sh rows base.csv candidate.csv
       fail:runs  %reproduction    fail:runs
           |             |             |
           :3          100%           6:6     dmesg.BUG
          1:3          -17%           1:6     dmesg.WARN
          3:3         -100%            :6     dmesg.gone

# perf-profile is no failure, whatever the name of the function; a sampled
# share that a run has not seen is 0.
$ mkdir base candidate && for run in 0 1 2; do
> 	echo perf-profile.children.cycles-pp.error_entry,1 >base/$run.csv
> 	echo perf-profile.children.cycles-pp.error_entry,4 >candidate/$run.csv
> done

$ for run in 1 2; do
> 	echo perf-profile.self.cycles-pp.f,$((2 * run)) >>candidate/$run.csv
> done

$ sh rows base candidate
         %stddev     %change         %stddev
             \          |                \
      1.00            +3.0        4.00        perf-profile.children.cycles-pp.error_entry
      0.00            +2.0        2.00 ± 81%  perf-profile.self.cycles-pp.f

# A value that is missing is not 0: nothing is known of that side.
$ printf '%s\n' m.a,1,1 m.b,1,1 >base.csv

$ printf '%s\n' m.a,nan,nan m.b,2,2 >candidate.csv

$ sh rows base.csv candidate.csv
         %stddev     %change         %stddev
             \          |                \
      1.00                                    m.a
      1.00          +100.0%       2.00        m.b

# Several candidates are further columns, and each change is against the base.
# Ids are cut to 16 and 27 columns, which are not bytes.
$ printf '%s\n' ops.a,100,101,99 ops.b,7,7,7 ops.only,5,5,5 \
> 	>a-base-with-a-long-name.csv

$ printf '%s\n' ops.a,200,201,199 ops.b,7,7,7 dmesg.BUG,1,0,0 \
> 	>a-candidate-with-a-very-long-name.csv

$ printf '%s\n' ops.a,100,101,99 ops.b,7,7,7 ops.only,10,10,10 ops.new,1,1,1 \
> 	>größe.csv

$ perfsift compare a-base-with-a-long-name.csv \
> 	a-candidate-with-a-very-long-name.csv größe.csv -f lkp --all \
> 	--test welch | sed 's/$/|/'
=========================================================================================|
commit: |
  a-base-with-a-long-name.csv|
  a-candidate-with-a-very-long-name.csv|
  größe.csv|
|
a-base-with-a-lo a-candidate-with-a-very-lon                   größe.csv |
---------------- --------------------------- --------------------------- |
       fail:runs  %reproduction    fail:runs  %reproduction    fail:runs|
           |             |             |             |             |    |
           :3           33%           1:3            0%            :3     dmesg.BUG|
         %stddev     %change         %stddev     %change         %stddev|
             \          |                \          |                \  |
    100.00          +100.0%     200.00            +0.0%     100.00        ops.a|
      7.00            +0.0%       7.00            +0.0%       7.00        ops.b|
      0.00            +0.0%       0.00            +inf%       1.00        ops.new|
      5.00          -100.0%       0.00          +100.0%      10.00        ops.only|

# What is reported for one candidate is a row for all.
$ perfsift compare a-base-with-a-long-name.csv größe.csv \
> 	a-candidate-with-a-very-long-name.csv -f lkp --test welch | grep ops.a
    100.00            +0.0%     100.00          +100.0%     200.00        ops.a

# A group has its own table with the candidates that it has.  The benchmark's
# own block comes first, then those with fewer rows.
$ for commit in aaaa bbbb cccc; do for mode in x y; do
> 	d=archive/mode=$mode/testcase=ops/commit=$commit
> 	mkdir -p $d
> 	for run in 0 1 2; do
> 		printf '%s\n' vm.a,1 vm.b,1 io.x,1 io.y,1 cpu.i,1 ops.a,1 \
> 			ops.time.b,1 operations.c,1 operations.d,1 \
> 			operations.e,1 >$d/$run.csv
> 	done
> done; done

$ rm -r archive/mode=y/testcase=ops/commit=cccc

$ perfsift compare archive --base aaaa --candidate bbbb --candidate cccc \
> 	-f lkp --all --test welch | sed 's/ *$//'
=========================================================================================
mode/testcase:
  x/ops

commit:
  aaaa
  bbbb
  cccc

            aaaa                        bbbb                        cccc
---------------- --------------------------- ---------------------------
         %stddev     %change         %stddev     %change         %stddev
             \          |                \          |                \
      1.00            +0.0%       1.00            +0.0%       1.00        ops.a
      1.00            +0.0%       1.00            +0.0%       1.00        ops.time.b
      1.00            +0.0%       1.00            +0.0%       1.00        cpu.i
      1.00            +0.0%       1.00            +0.0%       1.00        io.x
      1.00            +0.0%       1.00            +0.0%       1.00        io.y
      1.00            +0.0%       1.00            +0.0%       1.00        vm.a
      1.00            +0.0%       1.00            +0.0%       1.00        vm.b
      1.00            +0.0%       1.00            +0.0%       1.00        operations.c
      1.00            +0.0%       1.00            +0.0%       1.00        operations.d
      1.00            +0.0%       1.00            +0.0%       1.00        operations.e

***************************************************************************************************
=========================================================================================
mode/testcase:
  y/ops

commit:
  aaaa
  bbbb

            aaaa                        bbbb
---------------- ---------------------------
         %stddev     %change         %stddev
             \          |                \
      1.00            +0.0%       1.00        ops.a
      1.00            +0.0%       1.00        ops.time.b
      1.00            +0.0%       1.00        cpu.i
      1.00            +0.0%       1.00        io.x
      1.00            +0.0%       1.00        io.y
      1.00            +0.0%       1.00        vm.a
      1.00            +0.0%       1.00        vm.b
      1.00            +0.0%       1.00        operations.c
      1.00            +0.0%       1.00        operations.d
      1.00            +0.0%       1.00        operations.e

# Within calltrace, children and self the most negative change is first; what
# prints alike keeps the order of the input, as in the robot's tables.
$ printf 'perf-profile.%s\n' self.p.z,9,9 self.p.a,1,1 calltrace.p.k,1,1 \
> 	self.p.c,5,5 self.p.b,5,5 >base.csv

$ printf 'perf-profile.%s\n' self.p.z,2,2 self.p.a,3,3 calltrace.p.k,9,9 \
> 	self.p.c,5,5 self.p.b,5,5 >candidate.csv

$ sh rows base.csv candidate.csv | sed 1,2d
      1.00            +8.0        9.00        perf-profile.calltrace.p.k
      9.00            -7.0        2.00        perf-profile.self.p.z
      5.00            +0.0        5.00        perf-profile.self.p.c
      5.00            +0.0        5.00        perf-profile.self.p.b
      1.00            +2.0        3.00        perf-profile.self.p.a

# Without --all: what is reported, and failures that are new.  A table without
# rows has its head.
$ printf '%s\n' ops,100,101,99 same,5,5,5 dmesg.BUG,0,0,0 >base.csv

$ printf '%s\n' ops,200,201,199 same,5,5,5 dmesg.BUG,0,1,0 >candidate.csv

$ perfsift compare base.csv candidate.csv -f lkp --test welch | sed 's/ *$//'
=========================================================================================
commit:
  base.csv
  candidate.csv

        base.csv               candidate.csv
---------------- ---------------------------
       fail:runs  %reproduction    fail:runs
           |             |             |
           :3           33%           1:3     dmesg.BUG
         %stddev     %change         %stddev
             \          |                \
    100.00          +100.0%     200.00        ops

$ perfsift compare base.csv base.csv -f lkp --test welch | sed 's/ *$//'
=========================================================================================
commit:
  base.csv
  base.csv

        base.csv                    base.csv
---------------- ---------------------------

# No text drives a terminal or breaks the table.
$ printf '"a\nb\033[2J",1,2\n' >base.csv

$ sh rows base.csv base.csv | tail -n 1
      1.50 ± 33%      +0.0%       1.50 ± 33%  a?b?[2J
