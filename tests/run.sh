#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs one test: a script as it is, any other file as a transcript.
set -eu

read -r first <"$1" || :
case $first in
'#!'*)	exec "$@" ;;
*)	exec "${srcdir:?make check sets it}/tests/transcript" "$@" ;;
esac
