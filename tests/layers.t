#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Includes go one way: pipeline, io, stats.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch

# layer NAME WHAT...: WHAT are the layers that it must not include.
layer()
{
	layer=$1
	shift
	for above; do
		(cd "$srcdir" && grep -nE "^[ 	]*#[ 	]*include[ 	]*[\"<]([./]*/)?$above/" \
			"$layer"/*.[ch]) >"$scratch/found" || :
		empty "$layer/ includes nothing of $above/" "$scratch/found"
	done
}

# within NAME: quoted includes are written from the top, whatever the layer.
within()
{
	(cd "$srcdir" && grep -nE '^[ 	]*#[ 	]*include[ 	]*"' "$1"/*.[ch] |
		grep -vE '"(stats|io|pipeline)/[^"]*"') >"$scratch/found" || :
	empty "$1/ includes from the top of the tree" "$scratch/found"
}

layer stats io pipeline tests
layer io pipeline tests
layer pipeline tests
for name in stats io pipeline; do
	within "$name"
done
plan
