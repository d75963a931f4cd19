# SPDX-License-Identifier: GPL-3.0-or-later
# Inputs that readers of benchmark results have been reported to get wrong,
# distilled from public bug reports against comparable tools.  What is right
# follows from RFC 4180, and from the layout of lkp's result directories.
#
# A comma in a name is a part of it, and quoted again on output.
$ printf '"BM_foo<T, U>",10,11,12\n' >base.csv

$ printf '"BM_foo<T, U>",20,21,22\n' >candidate.csv

$ perfsift compare base.csv candidate.csv -f csv \
> 	--fields metric,base_n,base_mean,candidate_mean
metric,base_n,base_mean,candidate_mean
"BM_foo<T, U>",3,11,21

$ perfsift compare base.csv candidate.csv -f jsonl \
> 	--fields metric,base_n | tail -n 1
{"type":"finding","metric":"BM_foo<T, U>","base_n":3}

# A byte order mark before a quoted header.
$ mkdir marked

$ printf '\357\273\277"metric","value"\n"ops",10\n' >marked/0.csv

$ printf '\357\273\277"metric","value"\n"ops",11\n' >marked/1.csv

$ printf '\357\273\277"metric","value"\n"ops",12\n' >marked/2.csv

$ printf 'ops,20,21,22\n' >candidate.csv

$ perfsift compare marked candidate.csv -f csv \
> 	--fields metric,base_n,base_mean
metric,base_n,base_mean
ops,3,11

# A quote that nobody closes is an error of its line, not one huge field.
$ mkdir open

$ printf 'ops,10\n"open,11\nops,12\nops,13\n' >open/0.csv

$ perfsift compare open candidate.csv
perfsift: open/0.csv:2: the quote is never closed
[3]

# Runs have the order of their numbers.
$ mkdir order

$ for run in 10 9 2 1; do echo "ops,$run" >order/$run.csv; done

$ perfsift compare order candidate.csv -f jsonl --samples \
> 	--fields metric,samples | tail -n 1
{"type":"finding","metric":"ops","samples":{"base":[1,2,9,10],"candidate":[20,21,22]}}

# lkp's result directory: three runs, not four.  The united matrix.csv would
# say 100.
$ mkdir -p lkp/0 lkp/1 lkp/2

$ for run in 0 1 2; do echo "ops,1$run" >lkp/$run/stats.csv; done

$ printf 'ops,100,100,100\n' >lkp/matrix.csv

$ perfsift compare lkp candidate.csv -f csv \
> 	--fields base_n,base_mean,candidate_n
base_n,base_mean,candidate_n
3,11,3
