#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Same input, same bytes, also where people write a decimal comma.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v localedef >/dev/null || skip_all "there is no localedef"
make_scratch
# Of a mail the date.
SOURCE_DATE_EPOCH=0
export SOURCE_DATE_EPOCH
mkdir "$scratch/locale"
localedef -i de_DE -f UTF-8 "$scratch/locale/de_DE.UTF-8" \
	>"$scratch/log" 2>&1 ||
	skip_all "no locale can be made: the Debian package locales is missing"

# abroad COMMAND...: in the locale with a comma.
abroad()
{
	LOCPATH=$scratch/locale LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 "$@"
}

make_runs "$scratch/base" 4 30 0 1
make_runs "$scratch/candidate" 4 30 20 2
cd "$scratch"

# A locale without a comma would prove nothing.
ok "the locale has a comma" test "$(abroad env printf %.1f 1)" = 1,0

for format in text lkp csv jsonl long markdown mail html; do
	LC_ALL=C "$PERFSIFT" compare base candidate -f $format --all >expected
	abroad "$PERFSIFT" compare base candidate -f $format --all >got
	ok "$format: something is printed" test -s expected
	same "$format" expected got
done
plan
