#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every header compiles alone, and twice.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch

compiles()
{
	printf '#include "%s"\n#include "%s"\n' "$1" "$1" >"$scratch/alone.c"
	# CC and CPPFLAGS are lists of words.
	# shellcheck disable=SC2086
	$CC $CPPFLAGS -I"$srcdir" -I"${builddir:?}" -D_GNU_SOURCE -std=c11 \
		-Wall -Wextra -Werror -fsyntax-only "$scratch/alone.c" \
		>"$scratch/log" 2>&1
}

for file in "$srcdir"/stats/*.h "$srcdir"/io/*.h "$srcdir"/pipeline/*.h; do
	header=${file#"$srcdir"/}
	ok "$header" compiles "$header"
	note <"$scratch/log"
done
plan
