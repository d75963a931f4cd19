#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The library neither ends the program nor prints nor changes the locale: none
# of its objects refers to what would.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

test "$NM" != : || skip_all "there is no nm"
make_scratch

forbidden='exit|_exit|_Exit|quick_exit|abort|__assert_fail|stdout|stderr'
forbidden="$forbidden|v?printf|__v?printf_chk|puts|putchar|perror|setlocale"

# Sanitizers and coverage add calls of their own, which begin with "__".
$NM -A -u "${builddir:?}/libperfsift.a" >"$scratch/symbols"
sed 's/^[^:]*:\([^:]*\):/\1/' "$scratch/symbols" |
	grep -E " U ($forbidden)(@.*)?\$" >"$scratch/found" || :

ok "nm reads the library" grep -q malloc "$scratch/symbols"
empty "no forbidden reference" "$scratch/found"
plan
