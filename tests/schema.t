#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# data/schema/findings.json describes every line of findings, all of it: a
# validator that knows nothing of perfsift is content with each.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

python=
for candidate in python3 /usr/bin/python3; do
	if $candidate -c 'import jsonschema' 2>/dev/null; then
		python=$candidate
		break
	fi
done
test -n "$python" || skip_all "there is no python3 with jsonschema"
make_scratch
cd "$srcdir"
"$PERFSIFT" --help fields | awk 'NF { print $1 }' >"$scratch/fields"

# valid NAME ARGUMENT...: what compare writes.
valid()
{
	what=$1
	shift
	"$PERFSIFT" compare "$@" -f jsonl >"$scratch/lines" 2>"$scratch/errors" ||
		:
	"$python" tests/schema_check.py data/schema/findings.json \
		"$scratch/fields" <"$scratch/lines" >"$scratch/found" 2>&1 ||
		echo "status $?" >>"$scratch/found"
	empty "$what" "$scratch/found"
}

will='data/archive --base 37beb4256016 --candidate a96ef5848cb0'
# shellcheck disable=SC2086
{
	valid "an archive" $will
	valid "all of it, with samples" $will --all --samples
	valid "some fields" $will --fields metric,group,base,candidate,rank,flags
	valid "another test" $will --test ranges --all
	valid "without a correction" $will --test welch --fdr none --all
}
valid "two sides" data/examples/base data/examples/candidate --all --samples
valid "nothing to report" data/examples/base data/examples/base
valid "rows for runs" data/cases/rows/samples.csv --base base \
	--candidate candidate --all --samples
for case in data/cases/*/; do
	test -d "$case/base" || continue
	valid "$case" "$case/base" "$case/candidate" --all --samples
done

# Faults, failures, missing samples, names of all kinds.
mkdir "$scratch/base" "$scratch/candidate"
for run in 1 2 3; do
	cat >"$scratch/base/$run.csv" <<END
metric,value,unit
ops,10$run,ops/s
"a ""name"", \\",1,
<b>,$run,
dmesg.x,0,
gap,nan,
END
	printf 'metric,value,unit\nops,12%s,ops/s\n<b>,%s,\ndmesg.x,1,\ngap,,\nlat\351n,5,\n' \
		$run $run >"$scratch/candidate/$run.csv"
done
printf 'metric,value\nops,x7\n' >"$scratch/candidate/4.csv"
valid "faults and failures" "$scratch/base" "$scratch/candidate" --all \
	--samples --keep-going

# What report makes of csv, which has no run lines.
"$PERFSIFT" compare data/examples/base data/examples/candidate -f csv \
	-o "$scratch/findings.csv"
"$PERFSIFT" report -f jsonl "$scratch/findings.csv" >"$scratch/lines"
"$python" tests/schema_check.py data/schema/findings.json "$scratch/fields" \
	<"$scratch/lines" >"$scratch/found" 2>&1
empty "lines made of csv" "$scratch/found"
plan
