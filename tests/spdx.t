#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sources say their licence in the first line, scripts in the second.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
licence='SPDX-License-Identifier: GPL-3.0-or-later'

cd "$srcdir"
find stats io pipeline tests bootstrap .ci -type f -print | sort |
while read -r file; do
	case $file in
	*.[ch])
		sed 1q "$file" | grep -qxF "/* $licence */" || echo "$file" ;;
	*)
		case $(sed 1q "$file") in '#!'*) ;; *) continue ;; esac
		sed -n 2p "$file" | grep -qxF "# $licence" || echo "$file" ;;
	esac
done >"$scratch/found" 2>"$scratch/errors"
empty "no source without its licence" "$scratch/found"
plan
