# SPDX-License-Identifier: GPL-3.0-or-later
# Writes p_adjust.csv to standard output: what R's p.adjust(p, "BH") says of
# whole families, in the order given.  An empty p is no member (NA in R).

number <- function(x) ifelse(is.na(x), "", sprintf("%.17g", x))

family <- function(name, p) {
	q <- p.adjust(p, "BH")
	cat(sprintf("%s,%s,%s\n", name, number(p), number(q)), sep = "")
}

cat("family,p,q\n")
family("one", 0.03)
family("two", c(0.04, 0.03))
family("not-a-number", c(NA, 0.01, 0.02))
family("none", c(NA, NA))
family("ties", c(0.02, 0.01, 0.02, 0.02, 0.5, 0.01, 1, 1))
family("all-equal", rep(0.2, 7))
family("ends", c(0, 1, 0, 1, 1e-300, 0.5))
family("rising", (1:20) / 100)
family("falling", (20:1) / 37)
family("benjamini-hochberg-1995",
       c(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
	 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000))
set.seed(1995)
family("uniform", runif(200))
family("mixed", sample(c(runif(150), rbeta(50, 0.2, 8), rep(NA, 20),
			 round(runif(80), 2))))
