# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# What the test scripts share; they read it with "." after "set -eu".
# `make check` exports srcdir and builddir (absolute), PERFSIFT, CC, CPPFLAGS
# and NM.

tests=0
scratch=

# skip_all REASON: the whole script.
skip_all()
{
	echo "1..0 # SKIP $1"
	exit 0
}

# skip NAME REASON: one test.
skip()
{
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

# note: standard input as diagnostics.
note()
{
	sed 's/^/# /'
}

# ok NAME COMMAND...: passes when the command succeeds.
ok()
{
	name=$1
	shift
	tests=$((tests + 1))
	if "$@"; then
		echo "ok $tests - $name"
	else
		echo "not ok $tests - $name"
	fi
}

# same NAME EXPECTED GOT: two files, byte by byte.
same()
{
	ok "$1" cmp -s "$2" "$3"
	cmp -s "$2" "$3" || diff -u "$2" "$3" 2>&1 | head -n 20 | note
}

# empty NAME FILE: what the file holds is printed.
empty()
{
	ok "$1" test ! -s "$2"
	note <"$2"
}

# plan: ends the script; without it the TAP driver reports an error.
plan()
{
	echo "1..$tests"
}

# make_scratch: a directory for this test alone, $scratch.
make_scratch()
{
	scratch=$(mktemp -d)
	trap 'rm -rf "$scratch"' EXIT
	trap 'exit 1' HUP INT TERM
}

# files DIRECTORY: all that is in it, as one text; nothing where it is not there.
files()
{
	(cd "$1" 2>/dev/null &&
		find . -type f | LC_ALL=C sort | xargs tail -n +1) || :
}

# make_runs DIRECTORY RUNS METRICS SHIFT SEED: a run set, always the same;
# every third metric moves by SHIFT percent, some have several samples a run,
# some have gaps.
make_runs()
{
	mkdir -p "$1"
	awk -v directory="$1" -v runs="$2" -v metrics="$3" -v shift="$4" \
		-v seed="$5" '
	BEGIN {
		srand(seed)
		for (run = 0; run < runs; run++) {
			file = directory "/" run ".csv"
			print "metric,value,unit" >file
			for (m = 0; m < metrics; m++) {
				level = 10 ^ (m % 7) * (m % 3 ? 1 : 1 + shift / 100)
				for (times = m % 5 ? 1 : 3; times; times--)
					printf "\"suite.%d, part %d\",%.6g,%s\n", \
						m % 4, m, \
						level * (1 + (rand() - .5) / 50), \
						m % 2 ? "ms" : "" >file
				if (m % 11 == 10)
					printf "gaps.%d,%s,\n", m, \
						run % 2 ? "" : level >file
			}
			close(file)
		}
	}'
}
