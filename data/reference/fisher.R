# SPDX-License-Identifier: GPL-3.0-or-later
# Writes fisher.csv to standard output: what R's fisher.test, two-sided, says of
# all small tables and of some large ones.

row <- function(base_fails, base_runs, candidate_fails, candidate_runs) {
	table <- matrix(c(base_fails, base_runs - base_fails, candidate_fails,
			  candidate_runs - candidate_fails), 2)
	cat(sprintf("%d,%d,%d,%d,%.17g\n", base_fails, base_runs,
		    candidate_fails, candidate_runs,
		    fisher.test(table)$p.value))
}

cat("base_fails,base_runs,candidate_fails,candidate_runs,p\n")
for (m in 1:5)
	for (n in 1:5)
		for (a in 0:m)
			for (b in 0:n)
				row(a, m, b, n)
# Unlike tables of the same probability, told apart by rounding only.
row(1L, 2L, 2L, 8L)
row(0L, 2L, 3L, 8L)
row(0L, 2L, 6L, 17L)
row(1L, 2L, 5L, 17L)
row(2L, 2L, 11L, 17L)
row(0L, 2L, 7L, 20L)
# Larger ones.
row(0L, 10L, 3L, 4L)
row(3L, 4L, 0L, 10L)
row(3L, 10L, 7L, 10L)
row(7L, 10L, 3L, 10L)
row(1L, 10L, 1L, 3L)
row(0L, 12L, 12L, 12L)
row(2L, 12L, 6L, 12L)
row(10L, 30L, 10L, 30L)
row(10L, 30L, 20L, 30L)
row(1L, 100L, 9L, 90L)
row(5L, 100L, 20L, 100L)
row(0L, 100L, 0L, 50L)
row(100L, 100L, 50L, 50L)
row(3L, 1000L, 30L, 1000L)
row(0L, 1000L, 200L, 1000L)
row(500L, 1000L, 520L, 1000L)
row(17L, 2000L, 1L, 3L)
row(1900L, 5000L, 2100L, 5000L)
