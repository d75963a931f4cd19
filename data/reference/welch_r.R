# SPDX-License-Identifier: GPL-3.0-or-later
# Writes welch_r.csv to standard output: what R's t.test says of samples chosen
# to be awkward.  Hedges' g and the p against a floor have no function in base
# R; they are written out from their definitions with gamma functions and pt.

number <- function(x) ifelse(is.na(x), "", sprintf("%.17g", x))
list_of <- function(x) paste(sprintf("%.17g", x), collapse = ";")

row <- function(id, base, candidate) {
	test <- t.test(candidate, base)
	m <- length(base)
	n <- length(candidate)
	difference <- mean(candidate) - mean(base)
	df <- m + n - 2
	pooled <- sqrt(((m - 1) * var(base) + (n - 1) * var(candidate)) / df)
	correction <- exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)
	floor <- abs(difference) * c(0, 0.25, 0.5, 0.9, 1.5)
	floor_p <- pmin(1, pt((abs(difference) - floor) / test$stderr,
			      test$parameter, lower.tail = FALSE) +
			   pt((abs(difference) + floor) / test$stderr,
			      test$parameter, lower.tail = FALSE))
	cat(paste(c(id, list_of(base), list_of(candidate),
		    number(c(test$statistic, test$parameter, test$p.value,
			     test$conf.int, correction * difference / pooled)),
		    list_of(floor), list_of(floor_p)),
		  collapse = ","), "\n", sep = "")
}

cat("id,base,candidate,t,df,p,ci_low,ci_high,hedges_g,floor,floor_p\n")

# Users' cases.
row("constant-candidate", c(115, 114, 115, 115, 115), rep(78.8, 5))
row("constant-base", rep(100, 4), c(100, 101, 99, 102))
row("far-apart", c(1, 2, 3), c(101, 102, 103))
row("zero-base", c(0, 0, 0), c(5, 5, 6))
row("negative", c(-10, -11, -9), c(-12, -13, -11))
row("large-offset", 1e9 + 1:3, 1e9 + 4:6)
row("two-modes", c(95, 95.2, 104.9, 105, 95.1), c(105, 104.8, 95, 105.1, 104.9))
row("three-percent", c(100, 101, 99), c(103, 104, 102))

# The fewest runs there can be.
row("two-two", c(1, 2), c(3, 5))
row("two-three", c(1, 2), c(3, 5, 4))
row("two-hundred", c(1, 2), seq(1, 3, length.out = 100))
row("equal-means", c(1, 2, 3), c(0, 2, 4))
row("equal-samples", c(1, 2, 3), c(1, 2, 3))
row("across-zero", c(-1, 1), c(-1.5, 2))

# Constant on one side, at both ends of the numbers of runs.
row("constant-base-two", c(5, 5), c(6, 7))
row("constant-candidate-many", seq(10, 11, length.out = 50), rep(9, 3))
row("constant-many", rep(0.1, 40), c(0.1, 0.2, 0.4))

# Sizes and offsets.
row("huge", c(1.5e60, 1.25e60, 1.75e60), c(2e60, 2.5e60, 2.25e60, 2e60))
row("tiny", c(1.5, 1.25, 1.75) * 2^-200, c(2, 2.5, 2.25, 2) * 2^-200)
row("offset-1e6", 1e6 + c(0.25, 0.5, 0.75, 0.5), 1e6 + c(0.5, 1, 0.75))
row("offset-1e12", 1e12 + c(1, 2, 4, 7), 1e12 + c(3, 6, 9, 11, 12))
row("offset-1e14", 1e14 + c(0, 1, 3), 1e14 + c(2, 5, 6))
row("offset-negative", -1e9 - c(1, 2, 4), -1e9 - c(8, 9, 7, 5))
row("one-digit-differs", c(7, 7, 7, 7, 8), c(7, 7, 7, 8, 8))
row("spread-ratio-1e6", c(1, 1.000001, 1.000002), c(1, 2, 3))
row("spread-ratio-1e9", c(2, 2 + 2^-30, 2 + 2^-29), c(1, 2, 4, 8))

# Random samples, small and large, equal and unequal, near and far.
set.seed(20230717)
sizes <- list(c(3, 3), c(3, 10), c(10, 3), c(5, 5), c(4, 7), c(8, 12),
	      c(2, 30), c(16, 17), c(20, 20), c(30, 35), c(50, 8), c(100, 100))
for (size in sizes) {
	for (shift in c(0, 0.5, 6)) {
		base <- signif(rnorm(size[1], 100, 2), 7)
		candidate <- signif(rnorm(size[2], 100 + shift, 3), 7)
		row(paste("normal", size[1], size[2], shift, sep = "-"),
		    base, candidate)
	}
}
row("lognormal", signif(rlnorm(9, 3, 2), 7), signif(rlnorm(6, 5, 2), 7))
row("counts", rpois(12, 4), rpois(12, 9))
row("cauchy", signif(rcauchy(15), 7), signif(rcauchy(15, 2), 7))
row("quiet-side", signif(rnorm(10, 50, 0.001), 9), signif(rnorm(3, 51, 5), 7))
row("many-far", signif(rnorm(200, 1, 0.01), 7), signif(rnorm(200, 2, 0.02), 7))
