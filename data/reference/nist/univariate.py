#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes values.csv and certified.csv beside this file: the univariate sets
of the NIST Statistical Reference Datasets, and what NIST certifies of them.

Nothing is written unless mean, standard deviation and lag-1 autocorrelation of
every set, in exact arithmetic, agree with NIST's certified values to all the
digits that NIST prints: a wrong, lost or exchanged value would show.
"""

from decimal import Decimal, getcontext
from fractions import Fraction
from pathlib import Path

getcontext().prec = 60

LOTTERY = """
162 671 933 414 788 730 817 33 536 875 670 236 473 167 877 980 316 950 456 92
517 557 956 954 104 178 794 278 147 773 437 435 502 610 582 780 689 562 964 791
28 97 848 281 858 538 660 972 671 613 867 448 738 966 139 636 847 659 754 243
122 455 195 968 793 59 730 361 574 522 97 762 431 158 429 414 22 629 788 999
187 215 810 782 47 34 108 986 25 644 829 630 315 567 919 331 207 412 242 607
668 944 749 168 864 442 533 805 372 63 458 777 416 340 436 140 919 350 510 572
905 900 85 389 473 758 444 169 625 692 140 897 672 288 312 860 724 226 884 508
976 741 476 417 831 15 318 432 241 114 799 955 833 358 935 146 630 830 440 642
356 373 271 715 367 393 190 669 8 861 108 795 269 590 326 866 64 523 862 840
219 382 998 4 628 305 747 247 34 747 729 645 856 974 24 568 24 694 608 480
410 729 947 293 53 930 223 203 677 227 62 455 387 318 562 242 428 968
"""

LEW = """
-213 -564 -35 -15 141 115 -420 -360 203 -338 -431 194 -220 -513 154 -125 -559
92 -21 -579 -52 99 -543 -175 162 -457 -346 204 -300 -474 164 -107 -572 -8 83
-541 -224 180 -420 -374 201 -236 -531 83 27 -564 -112 131 -507 -254 199 -311
-495 143 -46 -579 -90 136 -472 -338 202 -287 -477 169 -124 -568 17 48 -568 -135
162 -430 -422 172 -74 -577 -13 92 -534 -243 194 -355 -465 156 -81 -578 -64 139
-449 -384 193 -198 -538 110 -44 -577 -6 66 -552 -164 161 -460 -344 205 -281
-504 134 -28 -576 -118 156 -437 -381 200 -220 -540 83 11 -568 -160 172 -414
-408 188 -125 -572 -32 139 -492 -321 205 -262 -504 142 -83 -574 0 48 -571 -106
137 -501 -266 190 -391 -406 194 -186 -553 83 -13 -577 -49 103 -515 -280 201 300
-506 131 -45 -578 -80 138 -462 -361 201 -211 -554 32 74 -533 -235 187 -372 -442
182 -147 -566 25 68 -535 -244 194 -351 -463 174 -125 -570 15 72 -550 -190 172
-424 -385 198 -218 -536 96
"""

MAVRO = """
2.00180 2.00170 2.00180 2.00190 2.00180 2.00170 2.00150 2.00140 2.00150 2.00150
2.00170 2.00180 2.00180 2.00190 2.00190 2.00210 2.00200 2.00160 2.00140 2.00130
2.00130 2.00150 2.00150 2.00160 2.00150 2.00140 2.00130 2.00140 2.00150 2.00140
2.00150 2.00160 2.00150 2.00160 2.00190 2.00200 2.00200 2.00210 2.00220 2.00230
2.00240 2.00250 2.00270 2.00260 2.00260 2.00260 2.00270 2.00260 2.00250 2.00240
"""

MICHELSO = """
299.85 299.74 299.90 300.07 299.93 299.85 299.95 299.98 299.98 299.88 300.00
299.98 299.93 299.65 299.76 299.81 300.00 300.00 299.96 299.96 299.96 299.94
299.96 299.94 299.88 299.80 299.85 299.88 299.90 299.84 299.83 299.79 299.81
299.88 299.88 299.83 299.80 299.79 299.76 299.80 299.88 299.88 299.88 299.86
299.72 299.72 299.62 299.86 299.97 299.95 299.88 299.91 299.85 299.87 299.84
299.84 299.85 299.84 299.84 299.84 299.89 299.81 299.81 299.82 299.80 299.77
299.76 299.74 299.75 299.76 299.91 299.92 299.89 299.86 299.88 299.72 299.84
299.85 299.85 299.78 299.89 299.84 299.78 299.81 299.76 299.81 299.79 299.81
299.82 299.85 299.87 299.87 299.81 299.74 299.81 299.94 299.95 299.80 299.81
299.87
"""


def digits_of_pi(count):
    """The first digits of pi, by Machin's formula with ten spare digits."""
    one = 10 ** (count + 10)

    def arctangent_of_inverse(x):
        term = total = one // x
        n, sign = 3, -1
        while term:
            term //= x * x
            total += sign * (term // n)
            n, sign = n + 2, -sign
        return total

    pi = 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))
    return [str(digit) for digit in Decimal(pi).as_tuple().digits[:count]]


def digits_of_nist():
    """NIST's PiDigits is not quite pi: its 957th digit is 3, where pi has 8.
    The certified values are those of the set as it is."""
    digits = digits_of_pi(5000)
    digits[956] = "3"
    return digits


def accuracy_set(first, low, high):
    return [first] + [low, high] * 500


# The set, its values, and mean, standard deviation (denominator n - 1) and
# lag-1 autocorrelation as NIST certifies them.
SETS = [
    ("PiDigits", digits_of_nist(),
     "4.53480000000000", "2.86733906028871", "-0.00355099287237972"),
    ("Lottery", LOTTERY.split(),
     "518.958715596330", "291.699727470969", "-0.120948622967393"),
    ("Lew", LEW.split(),
     "-177.435000000000", "277.332168044316", "-0.307304800605679"),
    ("Mavro", MAVRO.split(),
     "2.00185600000000", "0.000429123454003053", "0.937989183438248"),
    ("Michelso", MICHELSO.split(),
     "299.852400000000", "0.0790105478190518", "0.535199668621283"),
    ("NumAcc1", ["10000001", "10000003", "10000002"],
     "10000002", "1", "-0.5"),
    ("NumAcc2", accuracy_set("1.2", "1.1", "1.3"),
     "1.2", "0.1", "-0.999"),
    ("NumAcc3", accuracy_set("1000000.2", "1000000.1", "1000000.3"),
     "1000000.2", "0.1", "-0.999"),
    ("NumAcc4", accuracy_set("10000000.2", "10000000.1", "10000000.3"),
     "10000000.2", "0.1", "-0.999"),
]


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def moments(values):
    """Mean, standard deviation, lag-1 autocorrelation of exact numbers."""
    n = len(values)
    mean = sum(values) / n
    deviation = [value - mean for value in values]
    squares = sum(d * d for d in deviation)
    lag1 = sum(a * b for a, b in zip(deviation, deviation[1:])) / squares
    return decimal(mean), decimal(squares / (n - 1)).sqrt(), decimal(lag1)


def agrees(got, certified):
    """Half a unit of the last printed digit, and a little."""
    unit = Decimal(1).scaleb(Decimal(certified).as_tuple().exponent)
    if len(certified.lstrip("-0.")) < 10:
        unit = Decimal("1e-50")     # NIST calls these exact
    return abs(got - Decimal(certified)) <= unit * Decimal("0.5001")


def main():
    here = Path(__file__).resolve().parent
    values_lines = ["set,value"]
    certified_lines = ["set,n,mean,sd,lag1,double_mean,double_sd"]
    for name, text, *certified in SETS:
        for got, want in zip(moments([Fraction(v) for v in text]), certified):
            if not agrees(got, want):
                raise SystemExit(f"{name}: {got} is not {want}")
        mean, sd, _ = moments([Fraction(float(v)) for v in text])
        values_lines += [f"{name},{value}" for value in text]
        certified_lines.append(",".join(
            [name, str(len(text)), *certified, f"{mean:.20g}", f"{sd:.20g}"]))
    for name, lines in (("values.csv", values_lines),
                        ("certified.csv", certified_lines)):
        (here / name).write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
