# SPDX-License-Identifier: GPL-3.0-or-later
# Writes prior.csv to standard output: what limma's squeezeVar makes of the
# variances of whole sets.  A set ends with the row that has d0 and c2; not all
# shrunk variances of a large set are printed.
suppressWarnings(suppressMessages(library(limma)))

# As short as reads back the same.
number <- function(x) {
	text <- sprintf("%.15g", x)
	longer <- !is.na(x) & suppressWarnings(as.numeric(text)) != x
	text[longer] <- sprintf("%.17g", x[longer])
	ifelse(is.na(x), "", text)
}

set <- function(name, v, f, printed = length(v)) {
	f <- rep_len(f, length(v))
	fit <- suppressWarnings(squeezeVar(v, f))
	last <- length(v)
	v_post <- fit$var.post
	if (printed < last)
		v_post[(printed + 1):last] <- NA
	ends <- function(x) c(rep("", last - 1), sprintf("%.17g", x))
	cat(sprintf("%s,%s,%g,%s,%s,%s\n", name, number(v), f, number(v_post),
		    ends(fit$df.prior), ends(fit$var.prior)), sep = "")
}

# Variances with f degrees of freedom around true ones of d0 around c2.
draw <- function(n, f, d0, c2, digits = 17) {
	true <- if (is.finite(d0)) c2 * d0 / rchisq(n, d0) else c2
	signif(true * rchisq(n, f) / f, digits)
}

set.seed(2004)
cat("set,v,f,shrunk,d0,c2\n")
set("two", c(1e-4, 9e-4), 1)
set("two-apart", c(1e-7, 1e-2), c(2, 9))
set("two-alike", c(3e-4, 4e-4), 2)
set("two-huge-apart", c(1e-30, 1e30), 9)
set("equal", rep(2.5e-4, 7), 2)
set("raised", c(0, 0, 1e-12, 1e-4, 2e-4, 3e-4, 5e-4, 7e-4, 1e-3), 2)
set("raised-even", c(0, 1e-9, 1e-4, 2e-4, 5e-4, 9), c(9, 1))
for (f in c(1, 2, 2.5, 9))
	set(paste0("f-", f), draw(50, f, 4, 4e-4), f)
set("mixed", draw(50, rep_len(c(1, 2, 9), 50), 4, 4e-4),
    rep_len(c(1, 2, 9), 50))
set("unlike", draw(50, rep_len(c(2, 2.5, 64, 100, 999), 50), 4, 4e-4),
    rep_len(c(2, 2.5, 64, 100, 999), 50))
set("tiny", draw(50, 2, 3, 1e-30), 2)
set("huge", draw(50, 2, 3, 1e30), 2)
set("wide", draw(50, 2, 0.3, 1e-4), 2)
set("even-wider", 10^(-150 + 6 * 1:50), 2)
set("none-1", seq(1, 9, length.out = 50) * 1e-4, 1)
set("none-9", rep_len(draw(10, 30, Inf, 4e-4), 50), 9)
set("none-tiny", seq(1, 3, length.out = 50) * 1e-30, 2)
set("none-huge", seq(1, 3, length.out = 50) * 1e30, 2)
set("none-mixed", seq(1, 3, length.out = 51), c(1, 2, 9))
set("many-runs", draw(50, 999, 20, 1e-4), 999)
set("many-2", draw(5000, 2, 4, 4e-4, 3), 2, 20)
set("many-9", draw(5000, 9, 6, 1e-6, 3), 9, 20)
f <- sample(c(1, 2, 9), 5000, TRUE)
set("many-mixed", draw(5000, f, 2, 4e-4, 3), f, 20)
