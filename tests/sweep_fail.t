#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls of a sweep are made to fail, one at a time, by strace: those that change
# the disk, and those that read a run file.  Then also the order of those that
# bring a night to the disk.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v strace >/dev/null || skip_all "strace is not installed"
strace -o /dev/null -e inject=chroot:error=EIO true 2>/dev/null ||
	skip_all "strace may not trace"
# LeakSanitizer traces by itself.
export ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0"
# Nothing here waits for a disk.
test ! -w /dev/shm || export TMPDIR=/dev/shm
make_scratch
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
night=2026-01-01
cd "$scratch"

# commit ID VALUE: three runs.
commit()
{
	mkdir -p "archive/test=a/commit=$1"
	for run in 0 1 2; do
		printf 'metric,value,unit\ntime,%s.%s,ms\nother,%s,\n' "$2" \
			$run "$2" >"archive/test=a/commit=$1/$run.csv"
	done
}
commit c1 100
commit c2 200
commit c3 100
printf 'commit,parent\nc2,c1\nc3,c2\n' >archive/commits.csv

# published: the files of the night as one text; nothing where it is not there.
published()
{
	files "nights/$night"
}

# sweep: one, after strace and its arguments where there are some.
sweep()
{
	status=0
	"$@" "$PERFSIFT" sweep archive -o nights -j 1 >stdout 2>stderr ||
		status=$?
}
sweep
published >expected
cp stdout expected-line
ok "there is news" grep -q 'mail/c3.eml' expected
# Run files that are no longer young are not read again to see if they changed.
sleep 2.1

# refused: what is wrong with a sweep that met a failure.
refused()
{
	published >now
	test ! -s now || cmp now expected 2>&1 || echo "a night in part"
	# shellcheck disable=SC2010 # names of our own
	ls -A nights 2>/dev/null | grep -v -e '^20' -e '^latest$' \
		-e '^\.lock$' -e '^perfsift\.sqlite' || :
	test ! -s stdout || cmp stdout expected-line 2>&1 || :
	if test $status -eq 0; then
		# It could do without.
		test -s now || echo "no night"
		test ! -s stderr || cat stderr
		return
	fi
	test $status -eq 4 || echo "exit status $status"
	test "$(wc -l <stderr)" -eq 1 || cat stderr
	grep -qE "^perfsift: (nights|standard output)[^ ]*: $1\$" stderr ||
		cat stderr
}

# again: the next sweep.
again()
{
	cp stdout told
	sweep
	test $status -eq 0 || {
		echo "then exit status $status"
		cat stderr
	}
	published | cmp - expected 2>&1 || echo "another night"
	test "$(readlink nights/latest)" = $night || echo "latest is not it"
	cat told stdout | grep -q "^nights/$night: 2 comp" || echo "nobody tells"
	sweep
	grep -q ': nothing new' stdout || echo "it is new again"
	# shellcheck disable=SC2010 # names of our own
	ls -A nights | grep -v -e '^20' -e '^latest$' -e '^\.lock$' \
		-e '^perfsift\.sqlite$' || :
}

# PERFSIFT_FAIL_STEP=1 tries each call.
step=${PERFSIFT_FAIL_STEP:-5}
# fails CALL ERRNO STEP WORDS: each call of that name in turn, or one in STEP.
fails()
{
	number=1
	: >wrong
	while :; do
		rm -rf nights
		sweep strace -qq -o trace -e "trace=$1" \
			-e "inject=$1:error=$2:when=$number"
		grep -q INJECTED trace || break
		{
			refused "$4"
			again
		} | sed "s/^/$1 $number: /" >>wrong
		number=$((number + $3))
	done
	ok "$1 is called" test $number -gt 1
	head -n 40 wrong >some
	empty "each $1 may fail with $2" some
	echo "# $number calls of $1, one in $3"
}
full='(No space left on device|database or disk is full)'
fails write ENOSPC 1 "$full"
fails pwrite64 ENOSPC "$step" "$full"
fails ftruncate ENOSPC 1 "($full|disk I/O error)"
broken='([Ii]nput/output|disk I/O) error'
fails fsync EIO 1 "$broken"
fails fdatasync EIO 1 "$broken"
fails mkdir ENOSPC 1 "$full"
fails symlink ENOSPC 1 "$full"
fails rename EACCES 1 'Permission denied'
fails unlink EIO 1 "$broken"

# Each file and directory of the night, and the store, is on the disk before the
# night is put in its place, and that is before it is marked in the store.
rm -rf nights
sweep strace -qq -y -o trace -e trace=fsync,fdatasync,write,pwrite64,rename
aside=nights/.$night.tmp
(cd nights/$night && find . -type f -o -type d) |
	sed "s|^\.|$PWD/$aside|" >files
awk -v place="\"nights/$night\"" -v directory="$PWD/nights" '
	BEGIN { safe = 1 }
	FILENAME == "files" { dirty[$0] = 1; next }
	{ match($0, /<[^>]*>/); path = substr($0, RSTART + 1, RLENGTH - 2) }
	/^f(data)?sync/ { delete dirty[path]; if (path == directory) safe = 1 }
	/^p?write/ && path ~ /sqlite(-wal)?$/ {
		dirty[path] = 1
		if (!safe)
			print "marked before the name is on the disk"
	}
	/^rename/ && index($0, place) {
		moved = 1
		safe = 0
		for (file in dirty)
			print file
	}
	END { if (!moved) print "no rename" }' files trace >wrong
empty "all of the night is on the disk before it is there" wrong

# A run file that cannot be read for once is read by the next sweep, although
# nothing about it has changed.
file=archive/test=a/commit=c2/1.csv
for call in openat read; do
	rm -rf nights
	sweep strace -qq -o trace -P $file -e trace=openat,read \
		-e inject=$call:error=EIO
	ok "$call of a run file fails: exit status 4" test $status -eq 4
	ok "$call of a run file fails: which, and why" \
		grep -qx "perfsift: $file: Input/output error" stderr
	published >now
	ok "$call of a run file fails: problems.csv lists it" \
		grep -q "^test=a,c2,1,$file,,Input/output error,\$" now
	# It still cannot: that is known, and nothing new.
	sweep strace -qq -o trace -P $file -e trace=openat,read \
		-e inject=$call:error=EIO
	ok "$call fails again: nothing new" grep -q ': nothing new' stdout
	ok "$call fails again: known" test $status -eq 0
	night=2026-01-01.2
	sweep
	ok "$call of a run file goes well: two pairs are new" \
		grep -q "^nights/$night: 2 comparisons" stdout
	published | sed "s/$night/2026-01-01/" >now
	night=2026-01-01
	same "$call of a run file goes well: the night" expected now
	sweep
	ok "$call of a run file went well: nothing new" \
		grep -q ': nothing new' stdout
done

# Values that are to be converted are read twice.
for run in 0 1 2; do
	printf 'metric,value,unit\ntime,200%s00,us\nother,200,\n' $run \
		>archive/test=a/commit=c2/$run.csv
done
sleep 2.1
rm -rf nights
sweep
published >expected
rm -rf nights
sweep strace -qq -o trace -P $file -e trace=openat \
	-e inject=openat:error=EIO:when=2
ok "the second reading fails: exit status 4" test $status -eq 4
ok "the second reading fails: which, and why" \
	grep -qx "perfsift: $file: Input/output error" stderr
ok "the second reading fails: no night" test ! -e nights/latest
sweep
published >now
same "the second reading fails: then the night" expected now
plan
