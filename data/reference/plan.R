# SPDX-License-Identifier: GPL-3.0-or-later
# What further runs like these would prove, from R's own t distribution; the
# number of runs by trying each in turn: Rscript plan.R > plan.csv
plan <- function(x, step, kind, min_change, min_delta, kpis, expect) {
	s <- sqrt(max(var(x), step^2 / 12))
	scale <- if (kind == "relative") 100 / abs(mean(x)) else 1
	floor <- max(min_change, min_delta * scale)
	level <- 0.05 / kpis
	provable <- function(n)
		floor + scale * s * sqrt(2 / n) *
			(qt(level, 2 * n - 2, lower.tail = FALSE) +
			 qt(0.8, 2 * n - 2))
	needed <- NA
	for (n in 2:1000)
		if (provable(n) <= expect) {
			needed <- n
			break
		}
	c(mean(x), sd(x), 100 * sd(x) / abs(mean(x)), floor, provable(3),
	  provable(5), provable(10), provable(20), needed)
}

values <- list(
	c(212, 187, 243, 198, 226),
	c(18412, 18377, 18455, 18390, 18431),
	c(2.41, 2.40, 2.41, 2.42, 2.41),
	c(71.8, 72.4, 71.5, 72.1, 71.9),
	c(-3.5, -2.5, -4.25, -3),
	c(7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8),
	c(1e-9, 3e-9),
	c(1, 1e6, 3, 5))
step <- c(0, 0, -2, -1, -2, 0, -9, 0)

cat("values,step,kind,min_change,min_delta,kpis,expect,",
    "mean,sd,cv,floor,at_3,at_5,at_10,at_20,runs_needed\n", sep = "")
for (i in seq_along(values))
	for (kind in c("relative", "absolute"))
		for (rule in list(c(1, 0), c(2, 0.5)))
			for (kpis in c(1, 6, 1000))
				for (more in c(0.25, 1, 40)) {
	x <- values[[i]]
	scale <- if (kind == "relative") 100 / abs(mean(x)) else 1
	expect <- max(rule[1], rule[2] * scale) + more
	got <- plan(x, 10^step[i], kind, rule[1], rule[2], kpis, expect)
	cat(paste(format(x, digits = 15, trim = TRUE), collapse = ";"), step[i],
	    kind, rule, kpis, sprintf("%.17g", c(expect, got)), sep = ",")
	cat("\n")
}
