# SPDX-License-Identifier: GPL-3.0-or-later
# Figures with a decimal comma.  The complaints name the options that read
# them, as reported against comparable tools; 1,5 is 3 / 2.
#
$ printf 'ops;1,5;2,5\n' >comma.csv

$ printf 'ops,1,2\n' >good.csv

$ perfsift compare comma.csv good.csv --test welch 2>complaint
[3]

$ grep -o -e '--delimiter' -e '--decimal' complaint | LC_ALL=C sort -u
--decimal
--delimiter

$ perfsift compare comma.csv comma.csv --delimiter ';' --decimal , \
> 	--test welch --all -f csv --fields metric,base_n,base_mean
metric,base_n,base_mean
ops,2,2

# Fractions without a whole part, exponents, whole and missing figures:
# (-0.5 + 2500) / 2 = 1249.75.
$ printf 'lat\t-,5\t2,5e3\t\nmem\t2\tnan\t4,\n' >tab.csv

$ perfsift compare tab.csv tab.csv --delimiter tab --decimal , \
> 	--test welch --all -f csv --fields metric,base_n,base_mean
metric,base_n,base_mean
lat,2,1249.75
mem,2,3

# Run files, with and without a header.
$ mkdir comma

$ printf 'ops|"1,25"\n' >comma/0.csv

$ printf 'metric|value|unit\nops|1,75|\n' >comma/1.csv

$ perfsift compare comma comma --delimiter '|' --decimal , \
> 	--test welch --all -f csv --fields metric,base_min,base_max
metric,base_min,base_max
ops,1.25,1.75

# The step of 1,5 is 0.1, as that of 1.5 is: for two constants p comes from it
# alone.
$ printf 'ops;1,5;1,5;1,5\n' >base.csv

$ printf 'ops;1,6;1,6;1,6\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --delimiter ';' --decimal , \
> 	--test welch -f csv --fields p >point

$ printf 'ops,1.5,1.5,1.5\n' >base.csv

$ printf 'ops,1.6,1.6,1.6\n' >candidate.csv

$ perfsift compare base.csv candidate.csv --test welch -f csv --fields p |
> 	cmp - point

# What is no such figure is refused as with a point.
$ printf 'lat;2\nops;1.5\nops;1.234,5\nmem;1,5ms\nmem;1,2,3\n' >bad.csv

$ printf 'lat;2\n' >good.csv

$ perfsift compare bad.csv good.csv --delimiter ';' --decimal , --test welch
perfsift: bad.csv:2: a decimal point, where --decimal says otherwise: "1.5"
perfsift: bad.csv:3: a decimal point, where --decimal says otherwise: "1.234,5"
perfsift: bad.csv:4: a unit behind the figure: put it into a unit column: "1,5ms"
perfsift: bad.csv:5: not a number: "1,2,3"
[3]

# The same mark cannot be both.
$ perfsift compare bad.csv good.csv --decimal , --test welch
perfsift: --decimal and --delimiter are both ","
[64]
