#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make lint`: what the tools say of the sources, each skipped where its tool is
# missing.  The arguments are flags for the compiler.
set -eu

cd "${srcdir:?make lint sets it}"
failed=

# files PATTERN...: of the sources, those that git knows, or all.
files()
{
	if test -e .git && command -v git >/dev/null; then
		git ls-files --cached --others --exclude-standard -- "$@"
	else
		for pattern; do
			find . -path "./$pattern" -type f -print
		done | sed 's|^\./||'
	fi | sort -u | while read -r file; do
		test ! -f "$file" || echo "$file"
	done
}

# scripts: shell scripts by their first line.
scripts()
{
	files '*' | grep -v '^data/' | while read -r file; do
		case $(head -c 64 "$file" | tr -d '\0' | sed 1q) in
		'#!/bin/sh'* | '#!/bin/bash'* | '#!/usr/bin/env bash'*)
			echo "$file" ;;
		esac
	done
}

# tool NAME WHAT: whether there is one.
tool()
{
	if command -v "$1" >/dev/null; then
		echo "lint: $2: $1"
	else
		echo "lint: $2: skipped, there is no $1"
		return 1
	fi
}

if tool clang-format "layout of C"; then
	files '*.c' '*.h' | xargs clang-format --dry-run -Werror ||
		failed="$failed clang-format"
fi

if tool clang-tidy "mistakes in C"; then
	files '*.c' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I FILE \
		clang-tidy --quiet FILE -- -std=c11 -Wall -Wextra "$@" \
		2>/dev/null || failed="$failed clang-tidy"
fi

if tool shellcheck "scripts"; then
	scripts | xargs shellcheck -x || failed="$failed shellcheck"
fi

if tool mandoc "manual"; then
	files 'data/manual/*' | xargs -r mandoc -T lint -W warning ||
		failed="$failed mandoc"
fi

if test "$failed"; then
	echo "lint: not clean:$failed" >&2
	exit 1
fi
