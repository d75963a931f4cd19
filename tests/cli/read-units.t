# SPDX-License-Identifier: GPL-3.0-or-later
# Units.  What is right follows from the prefixes: 1 ms = 1000 us, 1 KiB = 1024
# B, 1 KB = 1000 B; a converted figure is the double nearest to the decimal
# text with its point moved.
#
# samples BASE CANDIDATE: the values of both sides, by metric.
$ cat >samples <<'END'
> perfsift compare "$1" "$2" --test welch --all -f jsonl --samples \
> 	--fields metric,unit,samples |
> 	sed -n 's/.*"metric":\(.*\),"unit":\(.*\),"samples":/\1 \2 /p'
> END

# 1500 us are 1.5 ms, as one double and not only nearly.
$ mkdir us ms none

$ for run in 0 1 2; do
> 	printf 'metric,value,unit\nlat,1500,us\n' >us/$run.csv
> 	printf 'metric,value,unit\nlat,1.5,ms\n' >ms/$run.csv
> 	printf 'metric,value,unit\nlat,1500,\n' >none/$run.csv
> done

$ sh samples us ms
"lat" "us" {"base":[1500,1500,1500],"candidate":[1500,1500,1500]}}

$ sh samples ms us
"lat" "ms" {"base":[1.5,1.5,1.5],"candidate":[1.5,1.5,1.5]}}

$ perfsift compare us ms --test welch --all -f csv \
> 	--fields metric,unit,change,p,verdict,reason
metric,unit,change,p,verdict,reason
lat,us,0,1,equivalent,equivalent

# The text is converted and not the double: 1.005 * 1000 would be
# 1004.9999999999999, 16.1 * 1000 16100.000000000002, and 8.2 / 1000
# 0.008199999999999999.
$ printf 'metric,value,unit\na,0,us\nb,0,ms\nc,0,us\nd,1,s\n' >base.csv

$ printf 'metric,value,unit\na,1.005,ms\nb,16.1,s\nc,8.2,ns\nd,2,ns\n' \
> 	>candidate.csv

$ sh samples base.csv candidate.csv 2>/dev/null
"a" "us" {"base":[0],"candidate":[1005]}}
"b" "ms" {"base":[0],"candidate":[16100]}}
"c" "us" {"base":[0],"candidate":[0.0082]}}
"d" "s" {"base":[1],"candidate":[2e-9]}}

# A unit on one side only: no comparison.  Nor is there one of units that do
# not convert, or when they differ within a side.
$ perfsift compare us none --test welch --all -f csv \
> 	--fields metric,change,welch_p,p,q,verdict,reason
metric,change,welch_p,p,q,verdict,reason
lat,,,,,incomparable,unit-conflict
perfsift: us against none: incomplete: no metric could be tested
[2]

$ perfsift compare none us --test welch --all -f csv \
> 	--fields metric,change,welch_p,p,q,verdict,reason
metric,change,welch_p,p,q,verdict,reason
lat,,,,,incomparable,unit-conflict
perfsift: none against us: incomplete: no metric could be tested
[2]

$ mkdir plain bytes mixed

$ for run in 0 1 2; do
> 	echo lat,1500 >plain/$run.csv
> 	printf 'metric,value,unit\nlat,1500,KiB\n' >bytes/$run.csv
> 	cp us/$run.csv mixed
> done

$ cp bytes/2.csv mixed

$ for side in plain bytes mixed; do
> 	perfsift compare us $side --test welch --all -f csv \
> 		--fields verdict,reason 2>&1
> done
verdict,reason
incomparable,unit-conflict
perfsift: us against plain: incomplete: no metric could be tested
verdict,reason
incomparable,unit-conflict
perfsift: us against bytes: incomplete: no metric could be tested
verdict,reason
incomparable,unit-conflict
perfsift: us against mixed: incomplete: no metric could be tested
[2]

# No unit on either side is no conflict.
$ perfsift compare none plain --test welch --all -f csv \
> 	--fields unit,verdict,reason
unit,verdict,reason
,equivalent,equivalent

# The conflict is that of one metric; the others are compared.
$ mkdir two three

$ for run in 1 2 3; do
> 	printf 'metric,value,unit\nlat,%d,us\nops,%d,\n' $run $run >two/$run.csv
> 	printf 'metric,value,unit\nlat,%d,B\nops,9%d,\n' $run $run \
> 		>three/$run.csv
> done

$ perfsift compare two three --test welch --all -f csv \
> 	--fields metric,verdict,reason
metric,verdict,reason
ops,changed,
lat,incomparable,unit-conflict

# All are brought to the unit of the base's first run: 0.5 s = 500 ms,
# 7e4 us = 70 ms, 9e8 ns = 900 ms.
$ mkdir first other

$ printf 'metric,value,unit\nlat,20,ms\n' >first/1.csv

$ printf 'metric,value,unit\nlat,0.5,s\n' >first/2.csv

$ printf 'metric,value,unit\nlat,7e4,us\n' >other/1.csv

$ printf 'metric,value,unit\nlat,9e8,ns\n' >other/2.csv

$ sh samples first other
"lat" "ms" {"base":[20,500],"candidate":[70,900]}}

# Sizes: 2 MiB = 2048 KiB, 1 GiB = 1048576 KiB; 3 KB = 3000 B; 1 KiB = 1.024
# KB.
$ cat >base.csv <<'END'
> metric,value,unit
> binary,1,KiB
> binary,1,KiB
> decimal,1,B
> both,1,KB
> END

$ mkdir sizes

$ cat >sizes/1.csv <<'END'
> metric,value,unit
> binary,2,MiB
> decimal,3,KB
> both,1,KiB
> END

$ cat >sizes/2.csv <<'END'
> metric,value,unit
> binary,1,GiB
> decimal,4,MB
> both,1,MiB
> END

$ sh samples base.csv sizes 2>/dev/null
"binary" "KiB" {"base":[1],"candidate":[2048,1048576]}}
"both" "KB" {"base":[1],"candidate":[1.024,1048.576]}}
"decimal" "B" {"base":[1],"candidate":[3000,4000000]}}

# Per second: 3 MB/s = 3000 KB/s, 2 B/ms = 2 KB/s; per operation the same.
$ cat >base.csv <<'END'
> metric,value,unit
> rate,1,KB/s
> cost,1,us/op
> END

$ mkdir rates

$ printf 'metric,value,unit\nrate,3,MB/s\ncost,2,ms/op\n' >rates/1.csv

$ printf 'metric,value,unit\nrate,2,B/ms\ncost,500,ns/op\n' >rates/2.csv

$ sh samples base.csv rates 2>/dev/null
"cost" "us/op" {"base":[1],"candidate":[2000,0.5]}}
"rate" "KB/s" {"base":[1],"candidate":[3000,2]}}

# The unit tells the direction: time, and time per operation, should be low,
# what is per time high.  Nothing is known of sizes, nor of plain figures.
$ mkdir slow fast

$ for run in 1 2 3; do
> 	printf 'metric,value,unit\n' >slow/$run.csv
> 	for unit in s us/op ops/s MiB/s KiB op ''; do
> 		printf 'x %s,10%d,%s\n' "$unit" $run "$unit"
> 	done >>slow/$run.csv
> 	sed 's/,10/,20/' slow/$run.csv >fast/$run.csv
> done

$ perfsift compare slow fast --test welch -f csv \
> 	--fields unit,better,direction | LC_ALL=C sort
,,change
KiB,,change
MiB/s,higher,improvement
op,,change
ops/s,higher,improvement
s,lower,regression
unit,better,direction
us/op,lower,regression

# Where units do not convert there is no figure to be told.
$ printf 'metric,value,unit\nsize,6,KiB\n' >size-b.csv

$ printf 'size,5\n' >size-c.csv

$ perfsift compare size-b.csv size-c.csv --test welch -f csv --fields metric,base_mean,candidate_mean,change,reason
metric,base_mean,candidate_mean,change,reason
size,,,,unit-conflict
perfsift: size-b.csv against size-c.csv: incomplete: a side has one run, and a test takes two: samples within one run count as one
[2]
