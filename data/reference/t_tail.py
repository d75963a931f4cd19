#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes t_tail.csv to standard output: upper tails of Student's t in 50-digit
arithmetic (mpmath), rounded to 17 digits.  t and df are doubles as printed.
"""

import mpmath

mpmath.mp.dps = 50

DF = [1, 1.3, 2, 2.0625, 3, 4.7, 8, 10, 20, 29.9, 30, 30.5, 31, 40, 58, 90,
      110, 300, 450, 1000, 3000, 4999, 5001, 10000, 20000]
LARGE_DF = [1e5, 1e6, 1e9, 1e12]
T = [1e-8, 1e-3, 0.1, 0.5, 1, 2, 2.5, 3, 4, 6, 9, 13, 17.3, 18.5, 25, 32, 37,
     60, 150, 1e3, 1e6, 1e12, 1e40, 1e149, 1e151, 1e200]


def upper_tail(t, df):
    """The regularised incomplete beta function at df / (df + t^2), halved."""
    t, df = mpmath.mpf(t), mpmath.mpf(df)
    return mpmath.betainc(df / 2, mpmath.mpf(1) / 2, 0, df / (df + t * t),
                          regularized=True) / 2


def upper_tail_of_many(t, df):
    """The density integrated: the series of betainc() does not converge."""
    t, df = mpmath.mpf(t), mpmath.mpf(df)
    log_density = (mpmath.loggamma((df + 1) / 2) - mpmath.loggamma(df / 2) -
                   mpmath.log(df * mpmath.pi) / 2 -
                   (df + 1) / 2 * mpmath.log1p(t * t / df))
    width = 1 / (1 + t)
    # Behind 400 widths less than 50 digits of the tail are left.
    ends = [t + width * k for k in (0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 400)]
    # Over the density at t: quad() stops at an absolute error.
    return mpmath.exp(log_density) * mpmath.quad(lambda u: mpmath.exp(
        -(df + 1) / 2 * mpmath.log1p((u * u - t * t) / (df + t * t))), ends)


def normal_tail(t):
    return mpmath.erfc(mpmath.mpf(t) / mpmath.sqrt(2)) / 2


def row(t, df, tail):
    if tail > mpmath.mpf("1e-300"):
        print(f"{t!r},{df!r},{mpmath.nstr(tail, 17, min_fixed=0, max_fixed=0)}")


def main():
    # Both ways agree where both can be gone.
    for t in (0.1, 2, 32):
        series, integral = upper_tail(t, 20000), upper_tail_of_many(t, 20000)
        if abs(integral / series - 1) > mpmath.mpf("1e-30"):
            raise SystemExit(f"t {t}: {integral} is not {series}")
    print("t,df,tail")
    for df in DF:
        for t in T:
            # Far below the range of a double it is not worth the wait.
            if df * mpmath.log1p(mpmath.mpf(t) ** 2 / df) < 1500:
                row(t, df, upper_tail(t, df))
    for df in LARGE_DF:
        for t in T:
            if t < 40:
                row(t, df, upper_tail_of_many(t, df))
    for t in T:
        if t < 40:
            row(t, float("inf"), normal_tail(t))


if __name__ == "__main__":
    main()
