# SPDX-License-Identifier: GPL-3.0-or-later
# Writes rank_sum.csv to standard output: p of the Wilcoxon-Mann-Whitney test,
# two-sided.  Without ties from base R; with ties by trying every arrangement,
# and where these are too many from coin.
suppressWarnings(suppressMessages(library(coin)))

list_of <- function(x) paste(sprintf("%.17g", x), collapse = ";")
row <- function(method, x, y, p)
	cat(sprintf("%s,%s,%s,%.17g\n", method, list_of(x), list_of(y), p))

wilcox <- function(x, y) {
	stopifnot(!anyDuplicated(c(x, y)))
	row("wilcox", x, y, wilcox.test(x, y, exact = TRUE)$p.value)
}

by_all <- function(x, y) {
	rank <- as.integer(2 * rank(c(x, y)))
	expected <- length(x) * (length(rank) + 1L)
	sums <- combn(length(rank), length(x), function(i) sum(rank[i]))
	mean(abs(sums - expected) >= abs(sum(rank[seq_along(x)]) - expected))
}
by_coin <- function(x, y) {
	side <- factor(rep(1:2, c(length(x), length(y))))
	as.numeric(pvalue(wilcox_test(c(x, y) ~ side, distribution = "exact")))
}
tied <- function(x, y) {
	if (choose(length(x) + length(y), length(x)) <= 1e5) {
		p <- by_all(x, y)
		stopifnot(isTRUE(all.equal(p, by_coin(x, y), tolerance = 1e-9)))
		row("all", x, y, p)
	} else
		row("coin", x, y, by_coin(x, y))
}
normal <- function(x, y)
	row("normal", x, y,
	    suppressWarnings(wilcox.test(x, y, exact = FALSE,
					 correct = TRUE)$p.value))

set.seed(1945)
cat("method,x,y,p\n")
# All sizes up to 6, apart and mixed.
for (m in 1:6)
	for (n in 1:6) {
		wilcox(1:m, m + 1:n)
		for (i in 1:3) {
			all <- sample(m + n)
			wilcox(all[1:m], all[m + 1:n])
		}
	}
for (size in list(c(10, 3), c(3, 10), c(1, 49), c(49, 1), c(2, 48), c(25, 25),
		  c(20, 30), c(40, 10), c(12, 13), c(24, 25)))
	for (shift in c(0, 0.5, 2, 9))
		wilcox(round(rnorm(size[1]), 9), round(rnorm(size[2], shift), 9))
# Ties.
tied(c(1, 1), 5)
tied(5, c(1, 1))
tied(c(0, 0, 0), c(0, 0, 1))
tied(c(7, 7, 7), c(8, 8, 8))
tied(c(1, 1, 1, 2), c(2, 2))
tied(c(1, 2), c(2, 2, 2, 3))
tied(rep(0, 4), c(0, 0, 1, 1, 1))
tied(c(-1, -0.5, 0), c(0, 0.5, 0.5, 2))
for (m in 2:6)
	for (n in 2:6)
		for (values in c(2, 3, 6)) {
			x <- sample(values, m, TRUE)
			y <- sample(values, n, TRUE)
			if (length(unique(c(x, y))) > 1)
				tied(x, y)
		}
for (size in list(c(25, 25), c(20, 30), c(10, 40), c(3, 47), c(49, 1), c(15, 9),
		  c(12, 12)))
	for (values in c(2, 5, 20))
		for (shift in c(0, 1, values %/% 2))
			tied(sample(values, size[1], TRUE),
			     sample(values, size[2], TRUE) + shift)
# More than 50.
for (size in list(c(25, 26), c(1, 50), c(50, 1), c(10, 60), c(100, 100),
		  c(300, 3)))
	for (shift in c(0, 0.4, 1.5, 8)) {
		x <- rnorm(size[1])
		y <- rnorm(size[2], shift)
		normal(round(x, 5), round(y, 5))
		normal(round(x), round(y))
	}
normal(rep(3, 60), c(rep(3, 59), 4))
