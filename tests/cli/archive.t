# SPDX-License-Identifier: GPL-3.0-or-later
# An archive: directories key=value, commit=ID the last.  The sample archive
# holds three published reports of the kernel test robot, taken apart into
# runs; what they say of the means is what is right here:
#   7675604  +7.7%  8270154  will-it-scale.per_thread_ops (lseek1)
#   10346487 +4.7% 10828131  will-it-scale.per_thread_ops (getppid1)
#   656.07  -16.8%   546.15  hackbench.time.user_time
# The intervals and q are those of t.test() and p.adjust() in R on the same
# runs, with the floor of 1 % taken off the difference.  What is a group and
# what is its name follows from the names of the directories.
#
# Every group that holds both commits; ids are cut to any unique prefix.  The
# titles are those of commits.csv.
$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	>report

$ grep -A 1 '^base' report
base 37beb4256016 (6 runs)   candidate a96ef5848cb0 (6 runs)   test=lseek1 compiler=gcc-14 cpufreq_governor=performance kconfig=x86_64-rhel-9.4 mode=thread nr_task=100% rootfs=debian-13-x86_64-20250902.cgz tbox_group=lkp-srf-2sp2 testcase=will-it-scale
randomize_kstack: Unify random source across arches
--
base 37beb4256016 (6 runs)   candidate a96ef5848cb0 (6 runs)   test=getppid1 compiler=gcc-14 cpufreq_governor=performance kconfig=x86_64-rhel-9.4 mode=thread nr_task=100% rootfs=debian-13-x86_64-20250902.cgz tbox_group=lkp-srf-2sp2 testcase=will-it-scale
randomize_kstack: Unify random source across arches

$ grep per_thread_ops report | tr -s ' '
 1 better will-it-scale.per_thread_ops 7.676M ±0.4% 8.270M ±0.4% +7.7% +7.2% .. +8.3% 1e-10
 2 better will-it-scale.per_thread_ops 10.35M ±0.4% 10.83M ±0.4% +4.7% +4.1% .. +5.2% 3e-08

$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f csv --fields rank,metric,kpi,better,direction,base_n,candidate_n |
> 	grep -e rank -e per_thread
rank,metric,kpi,better,direction,base_n,candidate_n
1,will-it-scale.per_thread_ops,primary,higher,improvement,6,6
2,will-it-scale.per_thread_ops,primary,higher,improvement,6,6

$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f csv --fields base,candidate | uniq
base,candidate
37beb42560165869,a96ef5848cb096226bf6aff31a90d8b136d99b71

$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f jsonl >report

$ sed -n 's/.*"machine":\("[^"]*"\),"base":.*/\1/p' report
"192 threads 2 sockets Intel(R) Xeon(R) 6740E CPU @ 2.4GHz (Sierra Forest) with 256G memory"
"192 threads 2 sockets Intel(R) Xeon(R) 6740E CPU @ 2.4GHz (Sierra Forest) with 256G memory"

$ sed -n 's/.*"base":{[^}]*"title":\("[^"]*"\).*"candidate":.*/\1/p' report
"randomize_kstack: Maintain kstack_offset per task"
"randomize_kstack: Maintain kstack_offset per task"

$ sed -n 's/.*"candidate":{[^}]*"title":\("[^"]*"\).*/\1/p' report
"randomize_kstack: Unify random source across arches"
"randomize_kstack: Unify random source across arches"

$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f csv --fields group | sed -n 2p | tr / '\n'
compiler=gcc-14
cpufreq_governor=performance
kconfig=x86_64-rhel-9.4
mode=thread
nr_task=100%25
rootfs=debian-13-x86_64-20250902.cgz
tbox_group=lkp-srf-2sp2
test=lseek1
testcase=will-it-scale

# All runs are read, and a time that falls is an improvement.
$ perfsift compare data/archive --base 4e0 --candidate bed --test welch \
> 	-f csv --fields rank,metric,better,direction,base_n | sed 2q
rank,metric,better,direction,base_n
1,hackbench.time.user_time,lower,improvement,6

$ perfsift compare data/archive --base 4e0 --candidate bed --test welch |
> 	grep user_time | tr -s ' '
 1 better hackbench.time.user_time 656.1 ±1.6% 546.2 ±2.7% -16.8% -19.3% .. -14.2% 1e-07

# A wrong id is answered with those that there are, an ambiguous one with
# those that it might be.
$ perfsift compare data/archive --base dead --candidate a96 --test welch
perfsift: data/archive has no commit dead; it has 14c7fd5dbfa07e79, 37beb42560165869, 4e0a9d33c43d7838, a96ef5848cb096226bf6aff31a90d8b136d99b71, b41f5a411fb5f8c76c1d945ab391873414d01647, bedc1d70ce363e2eddab9de946bf1c724fb3337d
[64]

$ perfsift compare data/archive --base 37be --candidate b --test welch
perfsift: data/archive: b is the beginning of b41f5a411fb5f8c76c1d945ab391873414d01647, bedc1d70ce363e2eddab9de946bf1c724fb3337d
[64]

# A missing id is answered with those that there are, too.
$ perfsift compare data/archive --base 37be --test welch 2>complaint
[64]

$ grep -c a96ef5848cb096226bf6aff31a90d8b136d99b71 complaint
1

$ perfsift compare data/archive --candidate 37be --test welch 2>complaint
[64]

$ grep -c a96ef5848cb096226bf6aff31a90d8b136d99b71 complaint
1

$ perfsift compare data/archive --test welch 2>complaint
[64]

$ grep -c a96ef5848cb096226bf6aff31a90d8b136d99b71 complaint
1

# An archive is no run set, though commits.csv and machines.csv lie in it.
$ perfsift compare data/archive data/archive --test welch 2>complaint
[64]

$ grep -c -e '--base' complaint
1

# Both commits are there, but in no group together.
$ perfsift compare data/archive --base 37be --candidate bedc --test welch
perfsift: data/archive: incomplete: no group has runs of both 37beb42560165869 and bedc1d70ce363e2eddab9de946bf1c724fb3337d
[2]

# No archive at all.
$ mkdir nothing

$ perfsift compare nothing --base a --candidate b --test welch
perfsift: nothing is no archive (directories key=value, commit=ID the last); to compare two run sets name both
[64]

# A small archive, to see what a group is: the axes in the order of their
# names, "%" of a value as %25.
#
# runs DIRECTORY METRIC LEVEL: three runs, 1, 2 and 3 above the level.
$ cat >runs <<'END'
> mkdir -p "$1"
> for i in 1 2 3; do
> 	echo "$2,$(($3 + i))" >"$1/$i.csv"
> done
> END

$ sh runs 'small/testcase=fio/size=4%/commit=aaa' fio.bw 100

$ sh runs 'small/testcase=fio/size=4%/commit=bbb' fio.bw 200

$ sh runs 'small/testcase=fio/size=a%2Fb=c d/commit=aaa' fio.bw 100

$ sh runs 'small/testcase=fio/size=a%2Fb=c d/commit=bbb' fio.bw 300

$ sh runs small/machine=m,1/testcase=vm/commit=aaa vm.tput 100

$ sh runs small/machine=m,1/testcase=vm/commit=bbb other.tput 400

$ sh runs small/machine=m,1/testcase=vm/commit=bbc vm.tput 500

$ perfsift compare small --base a --candidate bbb --test welch --all -f csv \
> 	--fields group,metric,kpi,base_mean,candidate_mean
group,metric,kpi,base_mean,candidate_mean
size=a%252Fb=c d/testcase=fio,fio.bw,yes,102,302
size=4%25/testcase=fio,fio.bw,yes,102,202
"machine=m,1/testcase=vm",other.tput,no,,402
"machine=m,1/testcase=vm",vm.tput,yes,102,
perfsift: machine=m,1/testcase=vm: aaa against bbb: incomplete: the candidate has none of the base's metrics
[2]

$ perfsift compare small --base a --candidate bbb --test welch -f jsonl \
> 	2>/dev/null | sed -n 's/.*"axes":\({[^}]*}\).*/\1/p'
{"machine":"m,1","testcase":"vm"}
{"size":"4%","testcase":"fio"}
{"size":"a%2Fb=c d","testcase":"fio"}

$ perfsift compare small --base a --candidate bb --test welch
perfsift: small: bb is the beginning of bbb, bbc
[64]

$ perfsift compare small/ --base a --candidate bbc --test welch -f csv \
> 	--fields group,metric,candidate,candidate_mean
group,metric,candidate,candidate_mean
"machine=m,1/testcase=vm",vm.tput,bbc,502

# An id that begins another one is meant itself.
$ sh runs small/machine=m,1/testcase=vm/commit=bb vm.tput 600

$ perfsift compare small --base a --candidate bb --test welch -f csv \
> 	--fields group,metric,candidate,candidate_mean
group,metric,candidate,candidate_mean
"machine=m,1/testcase=vm",vm.tput,bb,602

# Several candidates share the base.
$ perfsift compare small --base aaa --candidate bb --candidate bbc \
> 	--test welch -f csv --fields rank,base,candidate,candidate_mean
rank,base,candidate,candidate_mean
1,aaa,bb,602
2,aaa,bbc,502

# Run sets that are named one by one have the group of their path, of which
# only the axes count that they have in common.
$ perfsift compare 'small/testcase=fio/size=4%/commit=aaa' \
> 	'small/testcase=fio/size=4%/commit=bbb' --test welch -f csv \
> 	--fields group,base,candidate,candidate_mean
group,base,candidate,candidate_mean
size=4%25/testcase=fio,aaa,bbb,202

$ cd small/testcase=fio && perfsift compare size=4%/commit=aaa/ \
> 	'size=a%2Fb=c d/commit=bbb' --test welch -f csv \
> 	--fields group,base,candidate,candidate_mean
group,base,candidate,candidate_mean
testcase=fio,aaa,bbb,302

$ perfsift compare small/testcase=fio/size=4%/commit=aaa \
> 	small/machine=m,1/testcase=vm/commit=bbc --test welch --all -f csv \
> 	--fields group,base,candidate,metric,reason
group,base,candidate,metric,reason
,aaa,bbc,fio.bw,no-candidate
,aaa,bbc,vm.tput,no-base
perfsift: aaa against bbc: incomplete: the candidate has none of the base's metrics
[2]

# The same commit on two machines: the paths tell the sides apart.
$ sh runs two/machine=x/testcase=vm/commit=ccc vm.tput 100

$ sh runs two/machine=y/testcase=vm/commit=ccc vm.tput 200

$ perfsift compare two/machine=x/testcase=vm/commit=ccc \
> 	two/machine=y/testcase=vm/commit=ccc --test welch -f csv \
> 	--fields group,base,candidate
group,base,candidate
testcase=vm,ccc,two/machine=y/testcase=vm/commit=ccc

# One commit twice in one group: which is it?
$ sh runs twice/a=1/b=2/commit=ddd vm.tput 100

$ sh runs twice/b=2/a=1/commit=ddd vm.tput 100

$ sh runs twice/b=2/a=1/commit=eee vm.tput 100

$ perfsift compare twice --base ddd --candidate eee --test welch
perfsift: twice/a=1/b=2/commit=ddd and twice/b=2/a=1/commit=ddd are the same commit of one group
[3]

# The catalogue of the archive counts for them, too; its columns go by name.
$ printf 'subject,commit\n"b: ""new"", faster",bbb\nold,aaa\n' \
> 	>small/commits.csv

$ perfsift compare small/testcase=fio/size=4%/commit=aaa \
> 	small/testcase=fio/size=4%/commit=bbb --test welch | sed -n 2p
b: "new", faster

$ printf 'commit,subject\nbbb,x\naaa\n' >small/commits.csv

$ perfsift compare small --base a --candidate bbc --test welch
perfsift: small/commits.csv:3: a field too few or too many
[3]

$ printf 'id,subject\naaa,x\n' >small/commits.csv

$ perfsift compare small --base a --candidate bbc --test welch 2>complaint
[3]

$ grep -c '^perfsift: small/commits.csv:1: .*columns are commit,' complaint
1

$ rm small/commits.csv

# A symbolic link that leaves the archive is not followed, one that stays
# inside is.
$ sh runs outside/testcase=fio/size=9/commit=aaa fio.bw 100

$ sh runs outside/testcase=fio/size=9/commit=bbb fio.bw 900

$ ln -s ../outside/testcase=fio small/testcase=relative

$ ln -s "$PWD/outside/testcase=fio" small/testcase=absolute

$ ln -s ../../../outside/testcase=fio/size=9/commit=bbb \
> 	small/testcase=fio/size=4%/commit=ddd

$ ln -s testcase=fio small/testcase=alias

$ perfsift compare small --base a --candidate bbb --test welch --all -f csv \
> 	--fields group,candidate_mean 2>/dev/null
group,candidate_mean
size=a%252Fb=c d/testcase=fio,302
size=4%25/testcase=fio,202
size=a%252Fb=c d/testcase=alias,302
size=4%25/testcase=alias,202
"machine=m,1/testcase=vm",402
"machine=m,1/testcase=vm",
[2]

$ perfsift compare small --base a --candidate ddd --test welch
perfsift: small has no commit ddd; it has aaa, bb, bbb, bbc
[64]

$ ln -s small link

$ perfsift compare link --base a --candidate bbc --test welch -f csv \
> 	--fields group,metric,candidate,candidate_mean
group,metric,candidate,candidate_mean
"machine=m,1/testcase=vm",vm.tput,bbc,502

# Circles of links come to an end, and so does a link to nowhere.
$ rm small/testcase=alias

$ ln -s . small/testcase=fio/loop=1

$ ln -s ../.. small/testcase=fio/up=1

$ ln -s self=1 small/self=1

$ ln -s nowhere small/gone=1

$ timeout 60 perfsift compare small --base a --candidate bbb --test welch \
> 	--all -f csv --fields group 2>/dev/null | grep -v -e loop= -e up=
group
size=a%252Fb=c d/testcase=fio
size=4%25/testcase=fio
"machine=m,1/testcase=vm"
"machine=m,1/testcase=vm"
