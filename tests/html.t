#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of -f html, read by the parser of Python: it holds what the
# jsonl of the same comparison holds, its tags are balanced, and whatever a text of the
# data is, it stays a text.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

command -v python3 >/dev/null || skip_all "there is no python3"
make_scratch
cd "$scratch"
LC_ALL=C
PYTHONDONTWRITEBYTECODE=1
export LC_ALL PYTHONDONTWRITEBYTECODE

page()
{
	python3 "$srcdir/tests/page.py" "$@"
}

# sound NAME PAGE
sound()
{
	page faults "$2" "$srcdir/data/html/page.js" \
		"$srcdir/data/html/page.css" >found 2>&1 || echo "no page" >>found
	empty "$1: a sound page" found
}

# like_jsonl WHAT COMPARE-ARGUMENT...: page and jsonl of one comparison.
like_jsonl()
{
	what=$1
	shift
	"$PERFSIFT" compare "$@" -f html >page.html
	"$PERFSIFT" compare "$@" -f jsonl --fields \
		reported,rank,direction,metric,reason,flags >lines
	sound "$what" page.html
	jq -r 'select(.type == "finding") | select(.reported or
		(.flags | index("new-failure"))) |
		[.rank // "", {"regression": "worse", "improvement": "better",
		"change": "changed"}[.direction // ""] // "new", .metric] | @tsv' \
		lines | LC_ALL=C sort >expected
	page findings page.html | cut -f 1-3 | LC_ALL=C sort >got
	ok "$what: there are findings" test -s expected
	same "$what: all of them are in the tables" expected got
	jq -r 'select(.type == "finding") | select((.reported or
		(.flags | index("new-failure"))) | not) |
		[.metric, .reason] | @tsv' lines | LC_ALL=C sort >expected
	page rest page.html | LC_ALL=C sort >got
	same "$what: and the others below" expected got
	jq -r 'select(.type == "run") | .reasons | to_entries[] |
		select(.value > 0) | "\(.value) \(.key)"' lines |
		awk '{ n[$2] += $1 } END { for (r in n) print n[r], r }' |
		LC_ALL=C sort >expected
	page reasons page.html | LC_ALL=C sort >got
	same "$what: each reason is counted" expected got
}

if command -v jq >/dev/null; then
	like_jsonl "two run sets" "$srcdir/data/examples/base" \
		"$srcdir/data/examples/candidate"
	like_jsonl "two groups" "$srcdir/data/archive" --base 37beb4256016 \
		--candidate a96ef5848cb0
	like_jsonl "two groups, all" "$srcdir/data/archive" --base 37beb4256016 \
		--candidate a96ef5848cb0 --all
	make_runs base 6 200 0 1
	make_runs candidate 6 200 5 2
	for run in 0 1 2 3 4 5; do
		printf 'dmesg.BUG,0,\ndmesg.WARN,1,\ndmesg.rare,0,\n' \
			>>base/$run.csv
		printf 'dmesg.BUG,1,\ndmesg.WARN,0,\ndmesg.rare,%d,\n' \
			$((run == 2)) >>candidate/$run.csv
	done
	like_jsonl "failures" base candidate
	like_jsonl "two candidates" base candidate base
	"$PERFSIFT" compare base candidate -f html >page.html
	page findings page.html | grep dmesg >got
	printf '%s\t%s\t%s\t%s\t%s\n' 1 worse dmesg.BUG 0/6 6/6 \
		2 better dmesg.WARN 6/6 0/6 '' new dmesg.rare 0/6 1/6 >expected
	same "failures come first" expected got
else
	skip "page and jsonl hold the same" "there is no jq"
fi

# Texts that want to be more, in every place that has one.
cat >names <<'END'
<script>alert(1)</script>
</script><script>alert(2)</script>
"><img src=x onerror=alert(3)>
' onmouseover='alert(4)
</td></table><h1>gone
<!-- a comment
]]> & &lt; &#60; &amp;lt;
</title><b>
javascript:alert(5)
größe µs ±5 % 測試
a	tab
END
long=$(awk 'BEGIN { while (i++ < 5000) printf "ab" }')
names()
{
	cat names
	echo "$long"
	printf 'bidi\342\200\256gnp.exe\n'
	printf 'latin1 \344\377\300\257 end\n'
	printf 'escape \033[31m bell \007 c1 \302\233\n'
}
for side in base candidate; do
	mkdir -p "archive/<b>axis=\"><i>&"/commit=$side
	for run in 1 2 3 4; do
		{
			echo metric,value,unit
			level=10
			test $side = base || level=99
			names | sed "s/\"/\"\"/g; s/.*/\"&\",$level$run,\"<u>\"/"
			printf '"line\r\nbreak",%s%d,"<u>"\r\n' $level $run
		} >"archive/<b>axis=\"><i>&/commit=$side/$run.csv"
	done
done
printf 'commit,parent,subject,repository,branch\ncandidate,base,%s,%s,%s\n' \
	'"<script>alert(6)</script>"' '"<i>repo"' '"""><u>branch"' \
	>archive/commits.csv
printf 'metric,about\n.*,<script>alert(7)</script>\n' >'<s>rules.csv'
echo "metric,value,unit
x,<script>alert(8)</script>," >"archive/<b>axis=\"><i>&/commit=base/<p>.csv"

"$PERFSIFT" compare archive --base base --candidate candidate -f html \
	--rules '<s>rules.csv' --keep-going >page.html 2>stderr || :
sound "hostile texts" page.html
page findings page.html | cut -f 3 | LC_ALL=C sort >got
{
	cat names
	echo "$long"
	echo 'bidi[U+202E]gnp.exe'
	printf 'latin1 \357\277\275\357\277\275\357\277\275\357\277\275 end\n'
	echo 'escape [U+001B][31m bell [U+0007] c1 [U+009B]'
	echo 'line[U+000D][U+000A]break'
} | sed 's/	/[U+0009]/' | LC_ALL=C sort >expected
same "their names are texts, uncut in the title" expected got
page text page.html compared >section
for text in '<b>axis="><i>&' '<script>alert(6)</script>' '<i>repo:"><u>branch'; do
	ok "in the summary: $text" grep -qF "$text" section
done
page text page.html runs >section
ok "in the plots: what is measured" \
	grep -qF '<script>alert(7)</script>' section
page text page.html faults >section
ok "among the faults: <p>.csv" grep -qF '<p>.csv:2' section
ok "and what stands there" grep -qF '<script>alert(8)</script>' section
page text page.html method >section
ok "the rules file" grep -qF '<s>rules.csv' section

# Values beyond what can be drawn.
printf 'm,1e308,1.1e308,1.2e308\nz,0,0,0\nc,5,5,5\nt,1e-300,2e-300,1e-300\n' \
	>huge.csv
printf 'm,-1e308,-1.1e308,-1.2e308\nz,7,7,8\nc,9,9,9\nt,1e-200,2e-200,1e-200\n' \
	>low.csv
"$PERFSIFT" compare huge.csv low.csv -f html --test welch >page.html
sound "extreme values" page.html
ok "no figure is nan or inf percent" \
	sh -c '! grep -qE "\"-?(nan|inf)%?\"" page.html'

# Nothing at all is a page, too.
"$PERFSIFT" compare huge.csv huge.csv -f html --test welch >page.html
sound "nothing to report" page.html
ok "it says so" grep -q '<h1>Nothing to report</h1>' page.html
plan
