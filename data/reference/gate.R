# SPDX-License-Identifier: GPL-3.0-or-later
# Figures of the decision by Welch's test with the floor inside, from R's own
# t distribution: Rscript gate.R > gate.csv
floor_p <- function(d, tau, se, df)
	min(1, pt((abs(d) - tau) / se, df, lower.tail = FALSE) +
	       pt((abs(d) + tau) / se, df, lower.tail = FALSE))

decide <- function(x, y, step, min_change) {
	vx <- max(var(x), step^2 / 12)
	vy <- max(var(y), step^2 / 12)
	m <- length(x)
	n <- length(y)
	se <- sqrt(vx / m + vy / n)
	df <- se^4 / ((vx / m)^2 / (m - 1) + (vy / n)^2 / (n - 1))
	d <- mean(y) - mean(x)
	tau <- min_change / 100 * abs(mean(x))
	half <- qt(0.975, df) * se
	scale <- 100 / abs(mean(x))
	level <- 0.05
	pooled <- sqrt(((m - 1) * vx + (n - 1) * vy) / (m + n - 2))
	needed <- NA
	for (k in 2:1000)
		if (pooled * sqrt(2 / k) *
		    (qt(1 - level, 2 * k - 2) + qt(0.8, 2 * k - 2)) <= tau) {
			needed <- k
			break
		}
	c(se, df, floor_p(d, 0, se, df), floor_p(d, tau, se, df),
	  d * scale, (d - half) * scale, (d + half) * scale,
	  (tau + se * (qt(1 - level, df) + qt(0.8, df))) * scale, needed,
	  as.integer(abs(d) + qt(0.95, df) * se <= tau))
}

cases <- list(
	list(c(303, 303, 303, 303, 303), c(310, 310, 310, 310, 310), 0, 1),
	list(c(100, 101, 99), c(103, 104, 102), 0, 1),
	list(c(100, 100, 100, 100), c(100, 101, 99, 102), 0, 1),
	list(c(1, 2, 3), c(101, 102, 103), 0, 1),
	list(c(115, 114, 115, 115, 115), rep(78.8, 5), -1, 1),
	list(c(-10, -11, -9), c(-12, -13, -11), 0, 1),
	list(c(1000.1, 1000.2, 999.9, 1000.3), c(1001.2, 1000.9, 1001.1), -1, 1),
	list(c(1000.1, 1000.2, 999.9, 1000.3), c(1001.2, 1000.9, 1001.1), -1, 0.02),
	list(c(95, 95.2, 104.9, 105, 95.1), c(105, 104.8, 95, 105.1, 104.9), -1, 2),
	list(c(7, 7, 7, 8), c(7, 8, 7, 7, 7, 7, 9), 0, 30))

cat("base,candidate,step,min_change,se,df,p_zero,p,change,ci_low,ci_high,",
    "detectable,runs_needed,equivalent\n", sep = "")
for (case in cases) {
	got <- decide(case[[1]], case[[2]], 10^case[[3]], case[[4]])
	cat(paste(case[[1]], collapse = ";"), paste(case[[2]], collapse = ";"),
	    case[[3]], case[[4]], sprintf("%.17g", got), sep = ",")
	cat("\n")
}
