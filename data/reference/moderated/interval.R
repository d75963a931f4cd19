# SPDX-License-Identifier: GPL-3.0-or-later
# The intervals of the default decision, computed anew with R's qt() and limma's
# squeezeVar() (Debian packages r-base-core, r-bioc-limma): writes interval.csv.
# Run it in this directory.  gate.csv has the same figures from elsewhere, but
# its quantiles are good to some 2e-9 only.

read_side <- function(file) {
	lines <- strsplit(readLines(file), ",")
	values <- lapply(lines, function(l) as.numeric(l[-1]))
	names(values) <- sapply(lines, `[`, 1)
	text <- lapply(lines, `[`, -1)
	names(text) <- names(values)
	list(values = values, text = text)
}

base <- read_side("base.csv")
candidate <- read_side("candidate.csv")
metrics <- names(base$values)
x <- base$values
y <- candidate$values[metrics]

kpi <- grepl("^kpi\\.", metrics)
absolute <- grepl("^pts\\.", metrics)
block <- sub("\\..*", "", metrics)

# The finest decimal step, as written.
step <- sapply(metrics, function(m) {
	text <- c(base$text[[m]], candidate$text[[m]])
	10^-max(ifelse(grepl(".", text, fixed = TRUE),
		nchar(sub("[^.]*\\.", "", text)), 0))
})
m <- lengths(x)
n <- lengths(y)
mean_x <- sapply(x, mean)
mean_y <- sapply(y, mean)
var_x <- sapply(x, var)
var_y <- sapply(y, var)
var_p <- ((m - 1) * var_x + (n - 1) * var_y) / (m + n - 2)
floored <- function(v) pmax(v, step^2 / 12)
grand <- (m * mean_x + n * mean_y) / (m + n)
range_x <- sapply(x, function(v) max(v) > min(v))
range_y <- sapply(y, function(v) max(v) > min(v))
constant <- mapply(function(a, b) length(unique(c(a, b))) == 1, x, y)

# Shrunk variance and its degrees of freedom, family by family, block by block;
# blocks with fewer than 50 usable metrics share a fit.
shrink <- function(v, f, centre, usable) {
	usable <- usable & !constant
	var <- v
	df <- f
	for (family in c(TRUE, FALSE)) {
		inside <- kpi == family & !constant
		counts <- table(block[inside & usable])
		large <- names(counts)[counts >= 50]
		for (set in c(as.list(large), list(NULL))) {
			members <- inside & if (is.null(set))
				!(block %in% large) else block == set
			fit <- members & usable
			if (sum(fit) < 50)
				next
			squeezed <- limma::squeezeVar(v[fit] / centre[fit]^2,
				f[fit])
			d0 <- rep(squeezed$df.prior, length.out = sum(fit))[1]
			c2 <- rep(squeezed$var.prior, length.out = sum(fit))[1]
			with_mean <- members & centre != 0
			var[with_mean] <- if (is.infinite(d0))
				c2 * centre[with_mean]^2
			else (d0 * c2 * centre[with_mean]^2 +
				f[with_mean] * v[with_mean]) /
				(d0 + f[with_mean])
			df[with_mean] <- d0 + f[with_mean]
		}
	}
	list(var = var, df = df)
}

a <- shrink(floored(var_x), m - 1, mean_x, mean_x != 0 & range_x)
b <- shrink(floored(var_y), n - 1, mean_y, mean_y != 0 & range_y)
p <- shrink(floored(var_p), m + n - 2, grand,
	mean_x != 0 & mean_y != 0 & grand != 0 & range_x & range_y)

welch_df <- (a$var / m + b$var / n)^2 /
	((a$var / m)^2 / a$df + (b$var / n)^2 / b$df)
ratio <- ifelse(absolute, 1, mean_y / mean_x)
scale <- ifelse(absolute, 1, 100 / abs(mean_x))
half_welch <- qt(0.975, welch_df) * sqrt(b$var / n + ratio^2 * a$var / m)
half_pooled <- qt(0.975, p$df) * sqrt(p$var * (1 / n + ratio^2 / m))
half <- pmax(half_welch, half_pooled)
df <- ifelse(half_pooled > half_welch, p$df, welch_df)
change <- (mean_y - mean_x) * scale
none <- !is.finite(scale) | constant
out <- data.frame(metric = metrics,
	ci_low = ifelse(none, "", sprintf("%.17g", change - half * scale)),
	ci_high = ifelse(none, "", sprintf("%.17g", change + half * scale)),
	df = ifelse(none, "", sprintf("%.17g", df)))
write.csv(out[!none, ], "interval.csv", row.names = FALSE, quote = FALSE)
