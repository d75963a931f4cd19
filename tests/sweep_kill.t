#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps that are killed: before and after each call that changes the disk, and
# at moments of the clock.  The store is whole each time, no night is there in
# part, the next sweep makes the night that an undisturbed one would have made,
# and one of the two tells of it.  Those that are told to end do so at once, and
# by that signal.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

program=${builddir:?}/tests/perfsift-cut
# Who is killed leaves what the kernel has, on a slow disk or none.
test ! -w /dev/shm || export TMPDIR=/dev/shm
make_scratch
SOURCE_DATE_EPOCH=1767225600
export SOURCE_DATE_EPOCH
night=2026-01-01
cd "$scratch"

# commit GROUP ID VALUE: two runs, and a broken one but for the first commit.
commit()
{
	directory=archive/test=$1/commit=$2
	mkdir -p "$directory"
	for run in 0 1; do
		printf 'metric,value,unit\ntime,%s.%s,ms\nother,%s,\n' \
			"$3" $run "$3" >"$directory/$run.csv"
	done
	test "$2" = c1 || echo time,x >"$directory/9.csv"
}
for group in a b; do
	commit $group c1 100
	commit $group c2 200
	commit $group c3 100
done
printf 'commit,parent\nc2,c1\nc3,c2\nc4,c3\n' >archive/commits.csv

sweep()
{
	"$program" sweep "${archive:-archive}" -o nights "$@"
}

# published NIGHT: its files as one text; nothing where it is not there.
published()
{
	files "nights/$1"
}

# resume NIGHT EXPECTED STATUS: what is wrong after a sweep was killed, which
# said what is in `killed`, and the next one went on.
resume()
{
	test -d nights || return 0
	published "$1" >now
	test ! -s now || cmp now "$2" 2>&1 || echo "a night in part"
	if test -s nights/perfsift.sqlite; then
		test "$(sqlite3 nights/perfsift.sqlite \
			'PRAGMA integrity_check')" = ok || echo "not whole"
		"$PERFSIFT" store check nights/perfsift.sqlite 2>&1 |
			grep -v ': whole$' || :
	fi
	status=0
	sweep -j 1 >stdout 2>stderr || status=$?
	# What was told already may be nothing new.
	if ! grep -q "^nights/$1: " killed || grep -q "^nights/$1: " stdout; then
		test $status -eq "$3" || {
			echo "then exit status $status"
			cat stderr
		}
		grep -q "^nights/$1: " stdout || echo "nobody tells of it"
	else
		test $status -eq 0 || echo "then exit status $status"
	fi
	published "$1" | cmp - "$2" 2>&1 || echo "another night"
	test "$(readlink nights/latest)" = "$1" || echo "latest is not it"
	# shellcheck disable=SC2010 # names of our own
	ls -A nights | grep -v -e '^20' -e '^latest$' -e '^\.lock$' \
		-e '^perfsift\.sqlite' || :
}

# walk NIGHT EXPECTED STATUS: each moment in turn; the sweep starts from what
# the directory `before` holds.
walk()
{
	moment=0
	: >wrong
	while :; do
		rm -rf nights
		test ! -d before || cp -a before nights
		status=0
		PERFSIFT_CUT=$moment sweep -j 1 >killed 2>/dev/null ||
			status=$?
		test $status -gt 128 || break
		resume "$1" "$2" "$3" | sed "s/^/moment $moment: /" >>wrong
		moment=$((moment + step))
	done
}

# PERFSIFT_CUT_STEP=1 tries each moment, and more of the clock.
step=${PERFSIFT_CUT_STEP:-5}
attempts=12
test "$step" -gt 1 || attempts=50
status=0
sweep -j 1 >stdout 2>stderr || status=$?
ok "the sweep meets broken runs" test $status -eq 3
published $night >expected
ok "it makes a night with mails" grep -q 'mail/c3.eml' expected
mv nights first
rm -rf before
walk $night expected 3
ok "the first night has many moments" test "$moment" -gt 200
empty "it may be killed at any" wrong
echo "# $moment moments, one in $step"

# Sweeps also run on several threads, and the others are killed by the clock.
random=1
draw()
{
	random=$(((random * 1103515245 + 12345) % 2147483648))
	echo $((random / 65536 % $1))
}
# seconds MILLISECONDS
seconds()
{
	echo "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"
}

# A larger archive, so that there is time to be killed in.
for group in c d e f; do
	for id in 1 2 3 4 5 6; do
		make_runs "large/test=$group/commit=c$id" 3 80 $((id % 2 * 20)) \
			"$id"
	done
done
printf 'commit,parent\nc2,c1\nc3,c2\nc4,c3\nc5,c4\nc6,c5\n' >large/commits.csv
archive=large
rm -rf nights
start=$(date +%s%3N)
sweep >/dev/null 2>&1 || :
length=$(($(date +%s%3N) - start))
published $night >expected-large
: >wrong
killed=0
attempt=0
while attempt=$((attempt + 1)) && test $attempt -le $attempts; do
	rm -rf nights
	status=0
	delay=$(draw $length)
	# After no time at all, timeout waits for ever.  Without --foreground it
	# kills itself, too, and so does not wait until the sweep has ended.
	timeout --foreground -s KILL "$(seconds $((delay + 1)))" "$program" sweep large \
		-o nights >killed 2>/dev/null || status=$?
	test $status -ne 137 || killed=$((killed + 1))
	resume $night expected-large 0 |
		sed "s/^/after $delay of $length ms: /" >>wrong
done
ok "some of $attempts are killed in time" test $killed -gt $((attempts / 4))
empty "they may be killed at any time" wrong
echo "# $killed of $attempts were killed in $length ms"

# end SIGNAL STATUS: it is gone at once; what it tells of a night is true.
end()
{
	: >wrong
	ended=0
	for part in 1 10 30 60 85; do
		rm -rf nights
		status=0
		delay=$((part * length / 100 + 1))
		start=$(date +%s%3N)
		timeout --preserve-status -s "$1" "$(seconds $delay)" \
			"$program" sweep large -o nights >killed 2>stderr ||
			status=$?
		took=$(($(date +%s%3N) - start - delay))
		if test $status -eq "$2"; then
			ended=$((ended + 1))
			test ! -s killed || test -d nights/$night ||
				cat killed >>wrong
		else
			test $status -eq 0 || echo "status $status" >>wrong
		fi
		test $took -lt 1000 || echo "$took ms" >>wrong
		resume $night expected-large 0 >>wrong
	done
	ok "SIG$1 ends a sweep" test $ended -gt 0
	empty "SIG$1 rolls back within a second" wrong
}
end TERM 143
end INT 130
archive=archive

# The second night: a commit that came.  The first is not touched.
mv first before
for group in a b; do
	commit $group c4 300
done
rm -rf nights
cp -a before nights
sweep -j 1 >/dev/null 2>&1 || :
published $night.2 >expected-second
ok "the second night is another" grep -q '"candidate":"c4"' expected-second
walk $night.2 expected-second 3
ok "the second night has many moments" test "$moment" -gt 200
empty "it may be killed at any, too" wrong
published $night >now
same "the first night stays as it was" expected now

# A night that is in its place but not marked is told of once, although there
# was to be another one, for which nothing can be read.
rm -rf nights
cp -a before nights
sqlite3 nights/perfsift.sqlite "UPDATE night SET state = 'begun'"
for group in a b; do
	rm archive/test=$group/commit=c4/[19].csv
done
PERFSIFT_CHANGE=archive/test=a/commit=c4/0.csv:1000 sweep --group test=a -j 1 \
	>stdout 2>stderr || :
ok "what cannot be read makes no night" grep -q 'changes while' stderr
ok "it is told once of the night before" \
	test "$(grep -c "^nights/$night: 4 comparisons" stdout)" -eq 1
ok "and that there is no other" grep -q '^nights: nothing new .* 6 problems' \
	stdout

# A night that was being written, and is no longer wanted.
rm -rf archive/test=?/commit=c4
moment=200
status=137
while test ! -e nights/.$night.tmp && test $status -eq 137; do
	rm -rf nights
	status=0
	PERFSIFT_CUT=$moment sweep -j 1 >/dev/null 2>&1 || status=$?
	moment=$((moment + 9))
done
ok "a sweep is killed while it writes the night" test -e nights/.$night.tmp
rm -rf forgotten
cp -a nights forgotten
rm forgotten/perfsift.sqlite*
SOURCE_DATE_EPOCH=0 "$PERFSIFT" sweep archive -o forgotten >stdout 2>&1 || :
ok "the next night is of another day" test -d forgotten/1970-01-01
ok "without a store, too, nothing is left" test ! -e forgotten/.$night.tmp
echo commit,parent >archive/commits.csv
sweep -j 1 >stdout 2>stderr || :
ok "then nothing is new" grep -q ': nothing new' stdout
ok "and nothing is left of the night" test ! -e nights/.$night.tmp
plan
