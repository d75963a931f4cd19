# SPDX-License-Identifier: GPL-3.0-or-later
"""welch.py TABLE: pandas does what perfsift does of a table: groups, means,
variances and the figures of Welch's test."""

import sys

import numpy
import pandas

samples = pandas.read_csv(sys.argv[1], usecols=["group", "commit", "metric", "value"])
side = samples.groupby(["commit", "group", "metric"], sort=False)["value"].agg(
    ["count", "mean", "var"]
)
base, candidate = side.loc["base"], side.loc["candidate"]
both = base.join(candidate, lsuffix="_b", rsuffix="_c")
b, c = both["var_b"] / both["count_b"], both["var_c"] / both["count_c"]
t = (both["mean_c"] - both["mean_b"]) / numpy.sqrt(b + c)
df = (b + c) ** 2 / (b**2 / (both["count_b"] - 1) + c**2 / (both["count_c"] - 1))
print((t.abs() > 4).sum(), df[numpy.isfinite(df)].mean())
