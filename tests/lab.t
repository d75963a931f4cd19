#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A lab's own `make check`, as README.md shows it: green, red when a rule is
# taken away, red with a rule that has a mistake; and the same under TAP.
set -eu
. "${srcdir:?make check sets it}/tests/tap.sh"

make_scratch
PATH=${PERFSIFT%/*}:$PATH
export PATH
cd "$scratch"

# block KIND: the first block of that kind in README.md.
block()
{
	awk -v begin="\`\`\`$1" '
	/^```/ { within = $0 == begin && !done; next }
	within { print; done = 1 }
	within && /^```/ { exit }' "$srcdir/README.md"
}

block make >Makefile
block csv >lab.csv
ok "README.md shows a Makefile" test -s Makefile
ok "and rules" grep -q '^startup,' lab.csv
for side in base candidate; do
	mkdir -p "cases/startup/$side"
	for run in 1 2 3 4 5; do
		if test $side = base; then value=20$run; else value=23$run; fi
		printf 'metric,value,unit\nstartup,%s,ms\n' "$value" \
			>"cases/startup/$side/$run.csv"
	done
done
printf 'metric,reported,reason\nstartup,false,equivalent\n' \
	>cases/startup/expect.csv

run_make()
{
	status=0
	MAKEFLAGS='' make -s check >out 2>&1 || status=$?
}

run_make
ok "green with its rules" test $status -eq 0
cp lab.csv whole.csv
grep -v '^startup,' whole.csv >lab.csv
run_make
ok "red without the rule" test $status -ne 0
ok "which the output tells" grep -q '^not ok 1 - cases/startup' out
sed 's/,20,/,2O,/' whole.csv >lab.csv
run_make
ok "red with a rule that has a mistake" test $status -ne 0
ok "whose line it tells" grep -q 'lab.csv:2: min_change takes a number' out

# Under automake's driver, which reads TAP.
mv whole.csv lab.csv
printf '#!/bin/sh\nperfsift check --rules lab.csv cases\n' >cases.t
chmod +x cases.t
status=0
"$srcdir/autotools/tap-driver.sh" --test-name cases.t --log-file log \
	--trs-file trs --color-tests no --enable-hard-errors yes \
	--expect-failure no -- ./cases.t >out 2>&1 || status=$?
ok "automake's driver takes it" grep -q '^:test-result: PASS' trs
plan
