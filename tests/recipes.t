#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# perfsift(7): every recipe does what the page says, on a small output of its
# tool in data/examples/recipes; summaries are refused.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
page=$srcdir/data/manual/perfsift.7
inputs=$srcdir/data/examples/recipes

# recipe NAME: the examples of a subsection, as a transcript.
recipe()
{
	awk -v heading=".Ss $1" '
	/^\.S[hs] / { within = $0 == heading }
	/^\.Ed/ { literal = 0 }
	begins { literal = /^\$ /; if (literal && within) print "# example" }
	{ begins = /^\.Bd -literal/ }
	literal && within' "$page" | sed -e 's/\\-/-/g' -e "s/\\\\(aq/'/g" \
		-e 's/\\(ha/^/g' -e 's/\\(ti/~/g' -e 's/\\&//g' -e 's/\\e/\\/g'
}

# repository: a transcript that makes linux/, of two commits.
repository()
{
	cat <<-'END'
	$ git init -q linux
	> cd linux
	> for subject in 'mm, sched: first try' 'mm: say "no", not "maybe"'; do
	> 	git -c user.name=A -c user.email=a@example.org commit -q \
	> 		--allow-empty --no-gpg-sign -m "$subject"
	> done
	END
}

# archive: a transcript that reads archive/commits.csv of that repository.
archive()
{
	cat <<-'END'
	$ set -- $(git -C linux log --format=%H)
	> for commit; do
	> 	mkdir -p archive/test=web/commit=$commit
	> done
	> cp data/examples/candidate/*.csv archive/test=web/commit=$1
	> cp data/examples/base/*.csv archive/test=web/commit=$2
	> perfsift compare archive --base $2 --candidate $1 | sed -n 2p
	mm: say "no", not "maybe"
	END
}

# Settings of whoever runs the tests are not those of the test.
GIT_CONFIG_GLOBAL=/dev/null
GIT_CONFIG_NOSYSTEM=1
export GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

sed -n 's/^\.Ss //p' "$page" >"$scratch/recipes"
ok "there are recipes" test -s "$scratch/recipes"
while IFS= read -r tool; do
	{
		test "$tool" != commits.csv || repository
		recipe "$tool"
		test "$tool" != commits.csv || archive
	} >"$scratch/transcript"
	missing=
	for command in git jq; do
		grep -qE "(^|[^a-z])$command -" "$scratch/transcript" ||
			continue
		command -v $command >/dev/null || missing=$command
	done
	if test "$missing"; then
		skip "$tool" "there is no $missing"
		continue
	fi
	"$srcdir/tests/transcript" "$scratch/transcript" >"$scratch/results"
	ok "$tool: there is an example" \
		grep -q '^ok\|^not ok' "$scratch/results"
	while IFS= read -r line; do
		case $line in
		'ok '*)	ok "$tool: ${line#*- }" true ;;
		'not ok '*) ok "$tool: ${line#*- }" false ;;
		'# '*)	printf '%s\n' "$line" ;;
		esac
	done <"$scratch/results"
done <"$scratch/recipes"

# refused FILE TOOL OPTION...: a summary is no table, whatever is asked of it.
refused()
{
	summary=$inputs/$1
	tool=$2
	shift 2
	status=0
	"$PERFSIFT" compare "$summary" "$summary" "$@" >"$scratch/output" \
		2>"$scratch/errors" || status=$?
	ok "$tool $*: status 3" test $status -eq 3
	empty "$tool $*: no report" "$scratch/output"
	ok "$tool $*: the reason" grep -q \
		":1: $tool's CSV holds no samples, only means: take its -.*, see" \
		"$scratch/errors"
}

for options in '' '--columns value=*' --keep-going; do
	set -f
	# The options are words.
	# shellcheck disable=SC2086
	{
		refused hyperfine/sort.csv hyperfine $options
		refused jmh/base.csv JMH $options
		refused pytest-benchmark/base.csv pytest-benchmark $options
	}
	set +f
done

# Whoever only has some of these columns has a table.
printf 'name,mean,value\na,1,10\na,1,11\n' >"$scratch/table.csv"
ok "a column called mean does no harm" "$PERFSIFT" compare \
	"$scratch/table.csv" "$scratch/table.csv" --columns metric=name \
	-o "$scratch/output"

# Each input is told of.
for input in "$inputs"/*/; do
	input=${input%/}
	grep -q "^| ${input##*/}/" "$inputs/README.md" || echo "${input##*/}"
done >"$scratch/found"
empty "README.md tells of each input" "$scratch/found"

"$PERFSIFT" --version >"$scratch/program"
sed -n 's/^\.Os //p' "$page" >"$scratch/manual"
same "the page is of this version" "$scratch/program" "$scratch/manual"
if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning "$page" >"$scratch/found" 2>&1 || :
	empty "mandoc finds no fault" "$scratch/found"
else
	skip "mandoc finds no fault" "there is no mandoc"
fi
plan
