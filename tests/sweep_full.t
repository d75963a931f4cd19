#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps that may not, or have no room: each says which file, nothing is lost,
# no night is there in part, and the next sweep makes the night that an
# undisturbed one would have made.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

# Mounts of our own, where that is allowed, which end with this script.
if test -z "${mounts-}" && unshare -m true 2>/dev/null; then
	mounts=own exec unshare -m sh "$0"
fi
make_scratch
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
cd "$scratch"

for group in a b; do
	for id in 1 2 3; do
		make_runs "archive/test=$group/commit=c$id" 3 60 \
			$((id % 2 * 20)) "$id"
	done
done
printf 'commit,parent\nc2,c1\nc3,c2\n' >archive/commits.csv

# published: the files of the last night as one text.
published()
{
	files "nights/latest/"
}
"$PERFSIFT" sweep archive -o nights >/dev/null || :
published >expected
ok "there is news" grep -q 'mail/c3.eml' expected
rm -r nights

# refused WORDS: what is wrong with a sweep that ended with $status.
refused()
{
	test $status -eq 4 || echo "exit status $status"
	test "$(wc -l <stderr)" -eq 1 || echo "not one line"
	grep -q "^perfsift: nights.*: $1\$" stderr || cat stderr
	test ! -s stdout || echo "yet it tells of a night"
	# shellcheck disable=SC2010 # names of our own
	ls -A nights | grep -v -e '^\.lock$' -e '^perfsift\.sqlite' || :
}

# again: the next sweep.
again()
{
	status=0
	"$PERFSIFT" sweep archive -o nights >stdout 2>stderr || status=$?
	test $status -eq 0 || {
		echo "then exit status $status"
		cat stderr
	}
	published | cmp - expected 2>&1 || echo "another night"
}

# A limit of the size of a file, which all may set; in blocks of 512 bytes.
: >wrong
limits=0
for blocks in 0 1 2 8 32 48 64 80 96 128 192; do
	rm -rf nights
	status=0
	(ulimit -f $blocks && exec "$PERFSIFT" sweep archive -o nights \
		>stdout 2>stderr) 2>/dev/null || status=$?
	test $status -ne 0 || continue
	limits=$((limits + 1))
	# What the limit keeps from stderr, too, cannot be looked at.
	if test $blocks -gt 1; then
		refused '\(File too large\|database or disk is full\|disk I\/O error.*\)' |
			sed "s/^/$blocks blocks: /" >>wrong
	fi
	again | sed "s/^/$blocks blocks: /" >>wrong
done
ok "files may be too large in several places" test $limits -gt 3
empty "a limit of the file size is told, and harms nothing" wrong

# A full disk.
if test "${mounts-}" = own; then
	: >wrong
	full=0
	for size in 8 16 40 80 100 120 140 160 180 200 240 280 320 400 500 \
		600 700 800; do
		rm -rf nights
		mkdir nights
		mount -t tmpfs -o "size=${size}k" tmpfs nights
		status=0
		"$PERFSIFT" sweep archive -o nights >stdout 2>stderr ||
			status=$?
		if test $status -ne 0; then
			full=$((full + 1))
			refused '\(No space left on device\|database or disk is full\|disk I\/O error.*\)' |
				sed "s/^/$size KiB: /" >>wrong
			mount -o remount,size=64m nights
			again | sed "s/^/$size KiB: /" >>wrong
		fi
		umount nights
	done
	ok "disks are full in several places" test $full -gt 5
	empty "a full disk is told, and harms nothing" wrong
	echo "# $full sizes were too small"
else
	skip "a full disk" "no disk can be mounted here"
fi

# Permission: root has them all, and becomes somebody else.
become=
if test "$(id -u)" -eq 0; then
	become="setpriv --reuid=65534 --regid=65534 --clear-groups"
	chown -R 65534:65534 "$scratch"
fi
sweep()
{
	status=0
	# shellcheck disable=SC2086 # a command and its arguments
	$become "$PERFSIFT" sweep archive -o nights >stdout 2>stderr ||
		status=$?
}
rm -rf nights
sweep 2>/dev/null
if ! published | cmp -s - expected; then
	skip "what may not be read or written" "nobody else can sweep here"
	plan
	exit
fi

# denied NAME PATH: while the path has no permissions, the sweep exits with 4.
denied()
{
	chmod 0 "$2"
	sweep
	chmod 755 "$2"
	ok "$1: exit status 4" test $status -eq 4
	ok "$1: which, and why" \
		grep -q "^perfsift: $2[^ ]*: .*[Pp]ermission denied$" stderr
	ok "$1: no night" test ! -e nights/latest
	sweep
	published >got
	same "$1: then the night" expected got
}
rm -rf nights
mkdir nights
chown -R --reference=archive nights
denied "the output directory" nights
rm -rf nights/2* nights/latest nights/perfsift.sqlite*
$become touch nights/perfsift.sqlite
denied "the store" nights/perfsift.sqlite
rm -rf nights/2* nights/latest nights/perfsift.sqlite*
denied "commits.csv" archive/commits.csv
rm -rf nights/2* nights/latest nights/perfsift.sqlite*
denied "a group" archive/test=a

# A run file costs that run only.
rm -rf nights/2* nights/latest nights/perfsift.sqlite*
chmod 0 archive/test=a/commit=c2/1.csv
sweep
ok "a run file: exit status 4" test $status -eq 4
ok "a run file: which, and why" grep -qx \
	'perfsift: archive/test=a/commit=c2/1.csv: Permission denied' stderr
ok "a run file: problems.csv lists it" grep -q \
	'^test=a,c2,1,archive/test=a/commit=c2/1.csv,,Permission denied,' \
	nights/latest/problems.csv
ok "a run file: the others count" grep -q ',c1,c2,.*,2,few-runs\|few-runs' \
	nights/latest/findings.csv
chmod 644 archive/test=a/commit=c2/1.csv
sweep
ok "a run file: the next night reads it" grep -q ': 2 comparisons in 2' stdout
ok "a run file: and has no problem" test $status -eq 0
plan
