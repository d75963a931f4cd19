#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The page of -f html in a headless Chromium: it is sorted and filtered, fetches
# nothing, is complete without JavaScript, fits a phone, and answers with 25,000
# findings.  Pictures of it are in screenshots/ of the directory of the build.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

chromium=$(command -v chromium || command -v chromium-browser) ||
	skip_all "there is no chromium"
driver=$(command -v chromedriver) || skip_all "there is no chromedriver"
command -v python3 >/dev/null || skip_all "there is no python3"
make_scratch
cd "$scratch"
LC_ALL=C
export LC_ALL

# make_archive DIRECTORY GROUPS METRICS MOVED: commits a and b; the first MOVED
# metrics of each group move by 2 to 14 %, up or down; always the same.
make_archive()
{
	awk -v top="$1" -v groups="$2" '
	BEGIN {
		for (g = 0; g < groups; g++)
			for (side = 0; side < 2; side++)
				printf "%s/mode=%s/nr_task=%d%%/test=bench%d/commit=%s\n", \
					top, g % 2 ? "thread" : "process", \
					int(g / 2) % 10 * 10 + 10, int(g / 20), \
					side ? "b" : "a"
	}' >directories
	xargs mkdir -p <directories
	awk -v metrics="$3" -v moved="$4" '
	BEGIN { srand(7) }
	{
		side = NR % 2 == 0
		g = int((NR - 1) / 2)
		for (run = 0; run < 4; run++) {
			file = $0 "/" run ".csv"
			print "metric,value,unit" >file
			for (m = 0; m < metrics; m++)
				printf "%s.metric_number_%d,%.6g,%s\n", \
					m < 4 ? "bench" : "perf-stat.ps", m, \
					(1000 + m) * (1 + (rand() - .5) / 500) * \
					(1 + (side && m < moved) * \
					(m % 2 ? 1 : -1) * \
					(2 + (m * 7 + g) % 13) / 100), \
					m < 2 ? "ms" : "" >file
			printf "dmesg.BUG,%d,\ndmesg.WARN,%d,\n", \
				g % 3 == 0 && side, \
				g % 3 == 1 && (!side || run == 1) >file
			close(file)
		}
	}' directories
	printf 'commit,parent,subject,repository,branch\nb,a,%s\n' \
		'"mm: <b>one</b> change",linux,main' >"$1/commits.csv"
}

make_archive small 6 20 12
make_archive large 500 64 54
"$PERFSIFT" compare small --base a --candidate b -f html -o small.html
"$PERFSIFT" compare large --base a --candidate b -f html -o large.html
echo "# the large page has $(wc -c <large.html) bytes"
# Chromium wants a home of its own.
HOME=$scratch python3 "$srcdir/tests/browser.py" "$driver" "$chromium" \
	"${builddir:?}/screenshots" \
	"$builddir/axe/node_modules/axe-core/axe.min.js" small.html large.html
