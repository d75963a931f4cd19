# SPDX-License-Identifier: GPL-3.0-or-later
# Writes shape.csv to standard output: what base R says of the spread of two
# sides (an analysis of variance of the distances from the medians), of a drift
# from run to run (cor.test) and of two metrics that move together (cor).

list_of <- function(x) paste(sprintf("%.17g", x), collapse = ";")
row <- function(test, a, b, c, d, figure)
	cat(test, ",", list_of(a), ",", list_of(b), ",", list_of(c), ",",
	    list_of(d), ",", sprintf("%.17g", figure), "\n", sep = "")
none <- numeric(0)

spread <- function(base, candidate) {
	value <- c(base / mean(base), candidate / mean(candidate))
	side <- factor(rep(1:2, c(length(base), length(candidate))))
	distance <- abs(value - ave(value, side, FUN = median))
	row("spread", base, candidate, none, none,
	    anova(lm(distance ~ side))[["Pr(>F)"]][1])
}

# R subtracts the upper tail from 1, where small figures are lost; the tails are
# alike, so the lower one is taken.
drift <- function(value) {
	run <- seq_along(value)
	ties <- anyDuplicated(value) > 0
	if (sum(outer(run, run, "<") * sign(outer(value, value, "-"))) < 0)
		run <- -run
	test <- cor.test(run, value, method = "kendall", continuity = FALSE,
			 exact = !ties && length(value) <= 50)
	row("drift", value, none, none, none, test$p.value)
}

together <- function(a, b, c, d)
	row("together", a, b, c, d,
	    cor(c(a / mean(a), b / mean(b)), c(c / mean(c), d / mean(d))))

cat("test,a,b,c,d,figure\n")
set.seed(19740367)

# Spread: users' samples, few runs, many, equal spreads and very unlike ones.
spread(c(95, 95.2, 104.9, 105, 95.1), c(105, 104.8, 95, 105.1, 104.9))
spread(c(1, 2, 3), c(10, 20, 31))
spread(c(100, 101, 99), c(103, 104, 102))
spread(c(5, 5, 5), c(5, 6, 8))
spread(c(7, 9, 8, 12), rep(3, 5))
spread(c(-10, -11, -9), c(-12, -15, -11, -12.5))
spread(c(-2, 1, 4), c(9, 10, 14))
spread(1e9 + 1:5, 1e9 + c(1, 3, 8, 20, 21, 30))
spread(c(1.5e60, 1.25e60, 1.75e60), c(2e-60, 2.5e-60, 2.25e-60, 2e-60))
for (size in list(c(3, 3), c(3, 10), c(4, 7), c(5, 5), c(6, 4), c(10, 10),
		  c(12, 8), c(25, 30), c(60, 60)))
	for (ratio in c(1, 3, 20))
		spread(signif(rnorm(size[1], 100, 1), 6),
		       signif(rnorm(size[2], 250, 2.5 * ratio), 6))
spread(signif(rlnorm(20, 3, 1), 6), signif(rlnorm(15, 9, 0.01), 6))
spread(rpois(12, 4), rpois(9, 40))

# Drift: every order of up to 4 runs, with ties and without.
for (n in 2:4) {
	orders <- as.matrix(expand.grid(rep(list(seq_len(n)), n)))
	for (i in seq_len(nrow(orders)))
		if (length(unique(orders[i, ])) > 1)
			drift(unname(orders[i, ]))
}
for (n in c(5:12, 20, 30, 49, 50, 51, 52, 60)) {
	drift(seq_len(n))
	drift(rev(seq_len(n)))
	drift(c(seq_len(n)[-1], 1))
	for (slope in c(-1, 0, 0.1, 3) / n) {
		value <- signif(rnorm(n, 100) + slope * seq_len(n), 7)
		drift(value)
		drift(round(value))
	}
	drift(rep(c(3, 1, 2), length.out = n))
	drift(as.numeric(seq_len(n) > n / 2))
	drift(as.numeric(seq_len(n) == n))
	drift(sample(n))
}

# Together: a metric and one that shares so much of its noise that they
# correlate as wanted, in both directions, with a change of its own.
for (size in list(c(3, 4), c(4, 3), c(2, 5), c(6, 6), c(10, 3), c(20, 40))) {
	m <- size[1]
	n <- size[2]
	for (wanted in c(0, 0.9, 0.985, 0.9895, 0.98999, 0.99001, 0.9905, 0.999,
			 1)) {
		a <- rnorm(m)
		b <- rnorm(n)
		own_base <- rnorm(m)
		own_candidate <- rnorm(n)
		centre <- function(x) x - mean(x)
		side <- c(centre(a), centre(b))
		own <- residuals(lm(c(centre(own_base),
				      centre(own_candidate)) ~ side - 1))
		mixed <- wanted * side / sqrt(sum(side^2)) +
			sqrt(1 - wanted^2) * own / sqrt(sum(own^2))
		for (sign in c(1, -1)) {
			level <- c(rep(50, m), rep(61, n)) *
				(1 + 0.01 * sign * mixed)
			together(100 + side[1:m], 120 + 1.2 * side[-(1:m)],
				 level[1:m], level[-(1:m)])
		}
	}
}
