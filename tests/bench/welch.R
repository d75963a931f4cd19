# SPDX-License-Identifier: GPL-3.0-or-later
# Rscript welch.R TABLE THREADS: data.table does what perfsift does of a table:
# groups, means, variances and the figures of Welch's test.
library(data.table)

arguments <- commandArgs(TRUE)
setDTthreads(as.integer(arguments[2]))
samples <- fread(arguments[1], showProgress = FALSE)
side <- samples[, .(n = .N, mean = mean(value), variance = var(value)),
	by = .(group, metric, commit)]
both <- side[commit == "base"][side[commit == "candidate"],
	on = .(group, metric)]
both[, se2 := variance / n + i.variance / i.n]
both[, t := (i.mean - mean) / sqrt(se2)]
both[, df := se2^2 / ((variance / n)^2 / (n - 1) +
	(i.variance / i.n)^2 / (i.n - 1))]
cat(both[abs(t) > 4, .N], both[is.finite(df), mean(df)], "\n")
