# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the scripts here share; they read it with "." after "set -eu".

# shellcheck disable=SC2034 # used by the scripts
times=${BENCH_TIMES:-5}
bench=${builddir:?}/tests/bench

# A directory for this script alone, in which it works.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
cd "$scratch" || exit

# median COLUMN FILE
median()
{
	cut -d ' ' -f "$1" "$2" | sort -g | awk '
		{ value[NR] = $1 }
		END { printf "%s\n", NR % 2 ? value[(NR + 1) / 2] : \
			(value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}
