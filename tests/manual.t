#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The manual and README.md: every row of every table is in them, in its order
# and nothing else, and so are the members of a run line; their examples print
# what they say.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
page1=$srcdir/data/manual/perfsift.1
page5=$srcdir/data/manual/perfsift.5
decision=$srcdir/data/manual/perfsift-decision.7
readme=$srcdir/README.md

# section PAGE NAME: the lines of one section of a manual page.
section()
{
	awk -v heading=".Sh $2" '
	/^\.Sh / { within = $0 == heading }
	within' "$1"
}

# items PAGE NAME MACRO: what the lists of a section explain, a name a line.
items()
{
	section "$1" "$2" | sed -n "s/^\.It $3 //p" |
		sed 's/ Ar .*//; s/ Fl .*//; s/ , /,/g' | tr , '\n'
}

# help TOPIC: the names of a table, as the program prints them.
help()
{
	"$PERFSIFT" --help "$1" | awk '{ print $1 }'
}

# agree NAME: $scratch/program and $scratch/manual.
agree()
{
	ok "$1: the program names some" test -s "$scratch/program"
	same "$1: the manual has these and no others" "$scratch/program" \
		"$scratch/manual"
}

# table NAME TOPIC PAGE SECTION MACRO
table()
{
	help "$2" >"$scratch/program"
	items "$3" "$4" "$5" >"$scratch/manual"
	agree "$1"
}

table formats formats "$page1" FORMATS Cm
table stages stages "$page1" STAGES Cm
table tests tests "$page1" OPTIONS Cm
table "columns of rules" rules "$page5" "RULES FILE" Cm
table reasons reasons "$page5" REASONS Cm
table fields fields "$page5" FINDINGS Va
table "fields of a plan" plan-fields "$page5" PLAN Va

help exit >"$scratch/program"
section "$page1" "EXIT STATUS" | sed -n 's/^\.It //p' >"$scratch/manual"
agree "exit statuses"

"$PERFSIFT" --help | sed -n 's/^  perfsift \([a-z]*\) .*/\1/p' | uniq \
	>"$scratch/program"
items "$page1" COMMANDS Cm | uniq >"$scratch/manual"
agree commands

# Options with their letters: "f format", "- base".
"$PERFSIFT" --help | sed -n \
	-e 's/^  -\(.\), --\([a-z-]*\).*/\1 \2/p' \
	-e 's/^      --\([a-z-]*\).*/- \1/p' >"$scratch/program"
section "$page1" OPTIONS | sed -n \
	-e 's/^\.It Fl \(.\) , -\([a-z-]*\).*/\1 \2/p' \
	-e 's/^\.It Fl -\([a-z-]*\).*/- \1/p' >"$scratch/manual"
agree options

"$PERFSIFT" --help flags | sed 's/ .*//' >"$scratch/program"
items "$page5" FLAGS Cm >"$scratch/manual"
agree flags

# The topics of --help, which its entry in the manual lists with .Cm.
"$PERFSIFT" --help | sed -n 's/^more: .*(\(.*\))$/\1/p' | tr -d ' ' |
	tr , '\n' >"$scratch/program"
section "$page1" OPTIONS | sed -n '/^\.It Fl h , /,/^\.It Fl -version/p' |
	sed -n 's/^\.Cm //p' | tr -d , | tr -s ' ' '\n' | grep -v '^\.$' \
	>"$scratch/manual"
agree topics

# The keys of the first line of jsonl: strings before a colon, in one brace.
(cd "$srcdir" && "$PERFSIFT" compare data/examples/base \
	data/examples/candidate -f jsonl) | sed 1q | awk '
{
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		if (quoted && c == "\\")
			text = text substr($0, i++, 2)
		else if (c == "\"") {
			quoted = !quoted
			if (quoted)
				text = ""
		} else if (quoted)
			text = text c
		else if (c ~ /[[{]/)
			depth++
		else if (c ~ /[]}]/)
			depth--
		else if (c == ":" && depth == 1)
			print text
	}
}' >"$scratch/program"
items "$page5" FINDINGS Li >"$scratch/manual"
agree "members of a run line"

# The footer of a page names the version.
"$PERFSIFT" --version >"$scratch/program"
for page in "$page1" "$page5" "$decision"; do
	sed -n 's/^\.Os //p' "$page" >"$scratch/manual"
	same "${page##*/} is of this version" "$scratch/program" \
		"$scratch/manual"
done

# No long option is the beginning of another one.
"$PERFSIFT" --help | sed -n 's/^  .... --\([a-z-]*\).*/\1/p' | awk '
{ option[NR] = $1 }
END {
	for (i in option)
		for (k in option)
			if (i != k && index(option[k], option[i]) == 1)
				print option[i], "begins", option[k]
}' >"$scratch/found"
empty "no long option is a prefix of another" "$scratch/found"

if command -v mandoc >/dev/null; then
	mandoc -T lint -W warning "$page1" "$page5" "$decision" \
		>"$scratch/found" 2>&1 || :
	empty "mandoc finds no fault" "$scratch/found"
else
	skip "mandoc finds no fault" "there is no mandoc"
fi

# What README.md shows of the program.
"$PERFSIFT" --help stages |
	awk '{ line = line gap $1; gap = " > " } END { print line }' \
	>"$scratch/program"
grep '^read > ' "$readme" >"$scratch/manual" || :
same "README.md has the stages" "$scratch/program" "$scratch/manual"
awk '/^```/ { within = $0 == "```c"; next } within' "$readme" \
	>"$scratch/code"
ok "README.md shows a filter" test -s "$scratch/code"
grep -vxFf "$srcdir/pipeline/filter.c" "$scratch/code" >"$scratch/found" || :
empty "as it is in pipeline/filter.c" "$scratch/found"

# Examples become transcripts.
awk '
/^```/ { within = $0 == "```console"; if (within) print "# example"; next }
within' "$readme" >"$scratch/README.md"

# examples PAGE: the literal blocks that begin with a command.
examples()
{
	awk '
	/^\.Ed/ { within = 0 }
	begins { within = /^\$ /; if (within) print "# example" }
	{ begins = /^\.Bd -literal/ }
	within' "$1" | sed -e 's/\\-/-/g' -e 's/\\(+-/±/g' -e 's/\\(dq/"/g' \
		-e "s/\\\\(aq/'/g" -e 's/\\&//g' -e 's/\\e/\\/g'
}

examples "$page1" >"$scratch/perfsift.1"
examples "$page5" >"$scratch/perfsift.5"
examples "$decision" >"$scratch/perfsift-decision.7"

for document in README.md perfsift.1 perfsift.5 perfsift-decision.7; do
	"$srcdir/tests/transcript" "$scratch/$document" >"$scratch/results"
	ok "$document has examples" grep -q '^ok\|^not ok' "$scratch/results"
	while IFS= read -r line; do
		case $line in
		'ok '*)	ok "$document: ${line#*- }" true ;;
		'not ok '*) ok "$document: ${line#*- }" false ;;
		'# '*)	printf '%s\n' "$line" ;;
		esac
	done <"$scratch/results"
done
plan
