#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The Markdown report, rendered by cmark-gfm, the program of GitHub: names stay
# names, whatever they hold, and rows have a cell under each head.
# shellcheck disable=SC2016
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v cmark-gfm >/dev/null || skip_all "there is no cmark-gfm"
command -v python3 >/dev/null || skip_all "there is no python3"
make_scratch
cd "$scratch"
LC_ALL=C
export LC_ALL

cat >names <<'END'
|
||
a | b
\|
back\slash
`tick`
``
`|`
a``b|c
<script>alert(1)</script>
</details>
</code>
<!-- a
*bold* __x64_sys _a_ ~~b~~
[a](http://b.example)
![a](http://b.example/a.png)
@someone #1 fixes #2 a/b#3 !4
a@b.example|
www.a.example|
http://a.example/|
&lt; &#60; &amp;
:smile: |
größe | 測試
 blanks 
- [ ] a | task
$a|b$
END
long=$(awk 'BEGIN { while (i++ < 80) printf "ab" }')
echo "$long" >>names

for side in base candidate; do
	mkdir -p "archive/<i>|=\`a@b|"/commit=$side
	for run in 1 2 3 4; do
		level=1
		test $side = base || level=9
		{
			echo metric,value
			sed "s/\"/\"\"/g; s/.*/\"&\",$level$run/" names
			# In this one nothing is proven.
			echo "\"no | \`news\`\",$((run * run))"
		} >"archive/<i>|=\`a@b|/commit=$side/$run.csv"
	done
done
echo 'metric,value
x,<b>`|`' >"archive/<i>|=\`a@b|/commit=base/bad|\`.csv"
printf 'commit,parent,subject,repository,branch\n%s\n' \
	'candidate,base,"@a | `b` #1","<u>|",a|b' >archive/commits.csv
echo 'metric,kpi
.*,yes' >'r|`.csv'

"$PERFSIFT" compare archive --base base --candidate candidate -f markdown \
	--rules 'r|`.csv' --keep-going >report.md 2>stderr || :
for options in '' '-e strikethrough -e autolink -e tasklist -e tagfilter'; do
	what="rendered${options:+ with extensions}"
	# Options are words.
	# shellcheck disable=SC2086
	cmark-gfm --unsafe -e table $options report.md >page.html
	python3 "$srcdir/tests/forge.py" page.html >found 2>&1 || echo >>found
	empty "$what: nothing but what a report has" found
	python3 "$srcdir/tests/forge.py" page.html names >codes
	sed 's/^ *//; s/ *$//' codes | sort -u >texts
	# Blanks at the ends of a name are no part of what is seen.
	sed 's/^ *//; s/ *$//' names | sort -u >expected
	comm -23 expected texts >found
	empty "$what: each name is there as it is" found
	printf '%s\n' 'no | `news`' '<i>|=`a@b|' '@a | `b` #1' '<u>|' 'a|b' \
		'r|`.csv' '<b>`|`' | sort >expected
	comm -23 expected texts >found
	empty "$what: and so is every other text" found
done
plan
