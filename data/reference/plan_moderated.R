# SPDX-License-Identifier: GPL-3.0-or-later
# What further runs would prove when noise is borrowed: a whole run set, its
# priors by limma's squeezeVar, the rest from R's own t distribution, the number
# of runs by trying each in turn: Rscript plan_moderated.R > plan_moderated.csv
suppressWarnings(suppressMessages(library(limma)))

expect <- 5
set.seed(60)

# Samples as written, with three decimals but for `digits`.
draw <- function(name, count, runs, d0, cv, digits = 3)
	lapply(seq_len(count), function(i) {
		n <- rep_len(runs, count)[i]
		mean <- round(10^runif(1, 1, 4))
		own <- if (is.finite(d0)) cv * sqrt(d0 / rchisq(1, d0)) else cv
		x <- mean * (1 + own * rnorm(n))
		list(metric = paste0(name, ".", i), digits = digits,
		     text = formatC(x, digits, format = "f"))
	})
fixed <- function(metric, text, digits)
	list(list(metric = metric, digits = digits, text = text))

# suite lends in its own name; few and other only together; alike differs by no
# more than chance, less even; alone is too small for any prior.
metrics <- c(
	draw("suite", 64, c(3, 4, 5, 5, 16), 3, 0.01),
	fixed("suite.same", c("7", "7", "7"), 0),
	fixed("suite.step", c(rep("7", 15), "8"), 0),
	fixed("suite.once", "12.5", 1),
	fixed("suite.around", c("-1.0", "0.0", "1.0"), 1),
	draw("few", 20, 4, 2, 0.03),
	draw("other", 35, 5, 8, 0.003),
	draw("points%", 1, 4, 3, 0.02),
	draw("mona", 60, c(3, 5), 1.5, 0.02),
	lapply(1:50, function(i) list(metric = paste0("monalike.", i),
		digits = 0, text = as.character(i * c(99, 100, 101)))),
	draw("monalone", 12, 5, 4, 0.05))

x <- lapply(metrics, function(m) as.numeric(m$text))
name <- sapply(metrics, function(m) m$metric)
digits <- sapply(metrics, function(m) m$digits)
block <- sub("[.].*", "", name)
kpi <- !grepl("^mon", block)
points <- grepl("%", name)
n <- lengths(x)
mean <- sapply(x, mean)
s <- sqrt(pmax(sapply(x, var), 10^(-2 * digits) / 12))
known <- n > 1 & sapply(x, function(x) max(x) > min(x))
usable <- known & mean != 0

# Each block of 50 by itself, all others of a family together.
large <- names(which(table(block[usable]) >= 50))
fit_of <- ifelse(block %in% large, block, ifelse(kpi, "+kpi", "+monitor"))
d0 <- rep(0, length(x))
noise <- s
for (fit in unique(fit_of)) {
	who <- which(fit_of == fit & usable)
	if (length(who) < 50)
		next
	squeezed <- suppressWarnings(squeezeVar((s / mean)[who]^2, n[who] - 1))
	d0[who] <- squeezed$df.prior
	noise[who] <- sqrt(squeezed$var.post) * abs(mean[who])
}

scale <- ifelse(points, 1, 100 / abs(mean))
floor <- ifelse(kpi, 1, 2)
level <- 0.05 / ifelse(kpi, sum(kpi), sum(!kpi))
cat("metric,values,kpi,noise,prior_df,",
    "detectable_3,detectable_5,detectable_10,detectable_20,runs_needed\n",
    sep = "")
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "")
for (i in seq_along(x)) {
	provable <- function(n)
		floor[i] + scale[i] * noise[i] * sqrt(2 / n) *
			(qt(level[i], d0[i] + 2 * n - 2, lower.tail = FALSE) +
			 qt(0.8, d0[i] + 2 * n - 2))
	plans <- known[i] && is.finite(scale[i])
	got <- rep(NA, 7)
	if (plans)
		got <- c(scale[i] * noise[i], d0[i],
			 provable(c(3, 5, 10, 20)),
			 which(provable(2:1000) <= expect)[1] + 1)
	cat(name[i], paste(metrics[[i]]$text, collapse = ";"),
	    ifelse(kpi[i], "yes", "no"), number(got), sep = ",")
	cat("\n")
}
