#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every metric is in exactly one count: on all that the transcripts compare,
# what is reported and what each reason stops add up to the metrics read.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
mkdir "$scratch/bin" "$scratch/runs"

# Stands before the program: what is compared is compared again, as jsonl.
cat >"$scratch/bin/perfsift" <<'END'
#!/bin/sh
again=
for argument; do
	case $argument in
	compare)	again=yes ;;
	-)	again=no; break ;;
	esac
done
"$TRUE_PERFSIFT" "$@"
status=$?
# A pipe that was named has nobody who writes a second time.
if test "$again" = yes; then
	to=$(mktemp "$COUNTS/XXXXXX")
	timeout 5 "$TRUE_PERFSIFT" "$@" --format jsonl --fields metric --all \
		--output "$to" </dev/null >/dev/null 2>&1
fi
exit $status
END
chmod +x "$scratch/bin/perfsift"
TRUE_PERFSIFT=$PERFSIFT
COUNTS=$scratch/runs
export TRUE_PERFSIFT COUNTS
PERFSIFT=$scratch/bin/perfsift "$srcdir/tests/transcript" \
	"$srcdir"/tests/cli/*.t >"$scratch/transcripts" || :

cat "$scratch"/runs/* | grep '^{"type":"run"' |
	sed 's/.*"metrics":\([0-9]*\),"reported":\([0-9]*\),"reasons":{\([^}]*\)}.*/\1 \2 \3/' |
	awk '
	{
		sum = $2
		count = split($3, reason, ",")
		for (i = 1; i <= count; i++) {
			sub(/.*:/, "", reason[i])
			sum += reason[i]
		}
		if (!count || sum != $1)
			print
		comparisons++
		metrics += $1
		if ($2)
			some++
	}
	END { print comparisons + 0, metrics + 0, some + 0 >"'"$scratch/sums"'" }
	' >"$scratch/found"
read -r comparisons metrics some <"$scratch/sums"
ok "$comparisons comparisons of $metrics metrics, news in $some" \
	test "$comparisons" -gt 200 -a "$some" -gt 50
empty "in each the counts add up" "$scratch/found"

# And each metric has a line of its own with --all.
for run in "$scratch"/runs/*; do
	awk '
	/^\{"type":"run"/ {
		match($0, /"metrics":[0-9]*/)
		metrics += substr($0, RSTART + 10, RLENGTH - 10)
	}
	/^\{"type":"finding"/ { lines++ }
	END { if (lines != metrics) print FILENAME, lines, metrics }' "$run"
done >"$scratch/found"
empty "and each metric has its line" "$scratch/found"
plan
