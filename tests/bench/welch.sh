#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# welch.sh TABLE: datamash groups and reduces, awk has the figures of Welch's
# test.
set -eu

datamash -t , --header-in -s -g 1,4,2 count 5 mean 5 svar 5 <"$1" |
	awk -F , '
	$3 == "base" {
		n = $4; mean = $5; b = $6 / $4
		next
	}
	{
		c = $6 / $4
		if (b + c <= 0)
			next
		t = ($5 - mean) / sqrt(b + c)
		df = (b + c) ^ 2 / (b ^ 2 / (n - 1) + c ^ 2 / ($4 - 1))
		changed += t > 4 || t < -4
	}
	END {
		print changed, df
	}'
