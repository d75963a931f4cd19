#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Same input, same bytes: whatever the order of directory entries and of rows,
# and the number of threads.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

shuffled=${builddir:?}/tests/perfsift-shuffled
make_scratch
# Of a mail the date.
SOURCE_DATE_EPOCH=0
export SOURCE_DATE_EPOCH
make_runs "$scratch/base" 12 60 0 1
make_runs "$scratch/candidate" 12 60 20 2
cd "$scratch"

# shuffle_rows FROM TO SEED: a copy of a run set with its rows in another order.
shuffle_rows()
{
	mkdir -p "$2"
	for file in "$1"/*.csv; do
		sed 1q "$file" >"$2/${file##*/}"
		sed 1d "$file" | awk -v seed="$3" '
			BEGIN { srand(seed) }
			{ printf "%.9f\t%s\n", rand(), $0 }' |
			LC_ALL=C sort | cut -f 2- >>"$2/${file##*/}"
	done
}

for seed in 1 2 3; do
	shuffle_rows base $seed/base $seed
	shuffle_rows candidate $seed/candidate 7$seed
done
differ()
{
	! cmp -s "$1" "$2"
}
ok "rows are shuffled" differ base/0.csv 1/base/0.csv

archive=$srcdir/data/archive
ids='--base 37beb4256016 --candidate a96ef5848cb0'
for format in text lkp csv jsonl long markdown mail html; do
	"$PERFSIFT" compare base candidate -f $format --all -j 1 >expected
	ok "$format: something is printed" test -s expected
	for seed in 0 1 2 3; do
		PERFSIFT_SHUFFLE=$seed "$shuffled" compare base candidate \
			-f $format --all >got
		same "$format: directory order $seed" expected got
	done
	for seed in 1 2 3; do
		(cd $seed && "$PERFSIFT" compare base candidate -f $format \
			--all) >got
		same "$format: order of rows $seed" expected got
	done
	"$PERFSIFT" compare base candidate -f $format --all -j 2 >got
	same "$format: two threads" expected got

	# shellcheck disable=SC2086
	"$PERFSIFT" compare "$archive" $ids -f $format --all -j 1 >expected
	ok "$format: the archive: something is printed" test -s expected
	for seed in 0 4 5; do
		# shellcheck disable=SC2086
		PERFSIFT_SHUFFLE=$seed "$shuffled" compare "$archive" $ids \
			-f $format --all -j 2 >got
		same "$format: the archive: directory order $seed" expected got
	done
done
plan
