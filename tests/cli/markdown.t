# SPDX-License-Identifier: GPL-3.0-or-later
# A summary for a pull request or a wiki.  The interval is that of t.test() in
# R; p, which with one metric is q, is
#   pt(-(3 - 1) / sqrt(2/3), 4) + pt(-(3 + 1) / sqrt(2/3), 4) = 0.0393
# because the floor of 1 % is 1 ms.
$ mkdir base candidate && for run in 1 2 3; do
> 	printf 'metric,value,unit\nlatency,%d,ms\n' $((98 + run)) >base/$run.csv
> 	printf 'metric,value,unit\nlatency,%d,ms\n' $((101 + run)) \
> 		>candidate/$run.csv
> done

$ perfsift compare base candidate -f markdown --test welch
## 3.0% regression of `latency` (lower is better)

### `base` (3 runs) → `candidate` (3 runs)

1 regression of 1 metric

| | | metric | base ±sd | candidate ±sd | n | change | 95% interval | q | flags |
| --: | :-- | :-- | --: | --: | --: | --: | --: | --: | :-- |
| 1 | worse | `latency` | 100 ±1.0% | 103 ±1.0% | 3, 3 | +3.0% | +0.73% .. +5.3% | 0.039 | one-run-decides |

<details>
<summary>not reported: 0 of 1 metric</summary>

1 tested; Welch's test has p < 0.05 for 1 of 1 (0.1 expected by chance alone).

</details>

Test: welch, alpha 0.05, false discovery rate bh; intervals of 95% for each metric alone.
Rules: `default.csv` FINGERPRINT.

# The other way round it gets better: 3 of 103 are 2.9 %.  The interval is
# (-3 -+ 2.267) / 103, and R gives
#   pt(-(3 - 1.03) / sqrt(2/3), 4) + pt(-(3 + 1.03) / sqrt(2/3), 4) = 0.0406
$ perfsift compare candidate base -f markdown --test welch | grep lat
## 2.9% improvement of `latency` (lower is better)
| 1 | better | `latency` | 103 ±1.0% | 100 ±1.0% | 3, 3 | -2.9% | -5.1% .. -0.71% | 0.041 | one-run-decides |

# Failures are not what is in the headline, but come first in the table; a new
# failure is there although it is not proven (0 of 3 against 3 of 3: Fisher's
# exact test gives 2 of the 20 ways to deal out 3 failures).  The rest is folded away: without
# --all the KPIs and the reasons.
$ for run in 1 2 3; do
> 	printf 'dmesg.BUG,0,\nvmstat.us,5,\n' >>base/$run.csv
> 	printf 'dmesg.BUG,1,\nvmstat.us,5,\n' >>candidate/$run.csv
> done

$ perfsift compare base candidate -f markdown --test welch >out

$ sed -e 2,6d -e '/<details>/,$d' out
## 3.0% regression of `latency` (lower is better)
| | | failure | base fails | candidate fails | change | q | flags |
| --: | :-- | :-- | --: | --: | --: | --: | :-- |
| | new | `dmesg.BUG` | 0/3 | 3/3 | +100.0 | 0.100 | new-failure |

| | | metric | base ±sd | candidate ±sd | n | change | 95% interval | q | flags |
| --: | :-- | :-- | --: | --: | --: | --: | --: | --: | :-- |
| 1 | worse | `latency` | 100 ±1.0% | 103 ±1.0% | 3, 3 | +3.0% | +0.73% .. +5.3% | 0.039 | one-run-decides |

$ perfsift compare base candidate -f markdown --test welch --all |
> 	sed -n '/<details>/,$p'
<details>
<summary>not reported: 2 of 3 metrics</summary>

| reason | metrics | meaning |
| :-- | --: | :-- |
| equivalent | 1 | proven to change by less than its floor |
| not-significant | 1 | noise alone would often show as much |

| metric | base ±sd | candidate ±sd | n | change | 95% interval | q | runs needed | not reported |
| :-- | --: | --: | --: | --: | --: | --: | --: | :-- |
| `vmstat.us` | 5 ±0.0% | 5 ±0.0% | 3, 3 | +0.00% | +0.00% .. +0.00% |  | | equivalent |

2 tested; Welch's test has p < 0.05 for 1 of 1 (0.1 expected by chance alone).

</details>

Test: welch, alpha 0.05, false discovery rate bh; intervals of 95% for each metric alone.
Rules: `default.csv` FINGERPRINT.

$ perfsift compare base base -f markdown --test welch | sed 5q
## Nothing to report

### `base` (3 runs) → `base` (3 runs)

nothing to report of 3 metrics

# Without a KPI the headline is what ranks highest.
$ printf 'dmesg.BUG,0,0,0,0,0,0\n' >good.csv && printf 'dmesg.BUG,1,1,1,1,1,1\n' >bad.csv

$ perfsift compare good.csv bad.csv -f markdown --test welch | sed 1q
## `dmesg.BUG` failed in 6 of 6 runs, before in 0 of 6

# From 0 there is no percentage.  R, with the step of 1 as the noise of the base:
#   a <- 1/12 / 3; b <- var(c(5, 5, 6)) / 3
#   df <- (a + b)^2 / (a^2 / 2 + b^2 / 2)
#   2 * pt(-mean(c(5, 5, 6)) / sqrt(a + b), df) = 0.00082
$ printf 'm,0,0,0\n' >none.csv && printf 'm,5,5,6\n' >some.csv

$ perfsift compare none.csv some.csv -f markdown --test welch | grep '`m`'
## change of `m`
| 1 | changed | `m` | 0 | 5.333 ±11% | 3, 3 | +inf% |  | 8e-04 | constant |

# Points, and a change whose good way is not known.
$ printf 'a.cpu%%,10,10,11\n' >low.csv && printf 'a.cpu%%,40,40,41\n' >high.csv

$ perfsift compare low.csv high.csv -f markdown --test welch | sed 1q
## +30.0 points change of `a.cpu%`

$ perfsift compare high.csv low.csv -f markdown --test welch | sed 1q
## -30.0 points change of `a.cpu%`

# A section for each comparison, first the one with the highest rank; the means
# are those of two published reports.
$ perfsift compare data/archive --base 37be --candidate a96 --test welch \
> 	-f markdown | grep -e '^##' -e '^`' -e per_thread | cut -d '|' -f 1,4-6 | sed 's/ *$//'
## 7.7% improvement of `will-it-scale.per_thread_ops`
### `37beb4256016` (6 runs) → `a96ef5848cb0` (6 runs)
`randomize_kstack: Unify random source across arches` in `master` of `linux-next`
`compiler=gcc-14` `cpufreq_governor=performance` `kconfig=x86_64-rhel-9.4` `mode=thread` `nr_task=100%` `rootfs=debian-13-x86_64-20250902.cgz` `tbox_group=lkp-srf-2sp2` `test=lseek1` `testcase=will-it-scale`
| `will-it-scale.per_thread_ops` | 7.676M ±0.4% | 8.270M ±0.4%
### `37beb4256016` (6 runs) → `a96ef5848cb0` (6 runs)
`randomize_kstack: Unify random source across arches` in `master` of `linux-next`
`compiler=gcc-14` `cpufreq_governor=performance` `kconfig=x86_64-rhel-9.4` `mode=thread` `nr_task=100%` `rootfs=debian-13-x86_64-20250902.cgz` `tbox_group=lkp-srf-2sp2` `test=getppid1` `testcase=will-it-scale`
| `will-it-scale.per_thread_ops` | 10.35M ±0.4% | 10.83M ±0.4%

# Several candidates.
$ printf 'ops,100,101,99\n' >1.csv && printf 'ops,200,201,199\n' >2.csv && printf 'ops,100,101,99\n' >3.csv

$ perfsift compare 1.csv 3.csv 2.csv -f markdown --test welch | grep '^[0-9#]'
## +100.0% change of `ops`
2 comparisons: 1 change
### `1.csv` (3 runs) → `2.csv` (3 runs)
1 change of 1 metric
1 tested; Welch's test has p < 0.05 for 1 of 1 (0.1 expected by chance alone).
### `1.csv` (3 runs) → `3.csv` (3 runs)
1 tested; Welch's test has p < 0.05 for 0 of 1 (0.1 expected by chance alone).

# Names are code, in which nothing is markup, a link or the name of a user.  In
# a code span programs differ on "|", "\" and "`": a name that has one is
# written with numbers of characters, which are never markup.  What cannot be
# printed is "?".  cmark-gfm renders each cell below as the name it is of.
$ cat >names <<'END'
> "|"
> "a | b"
> "back\slash"
> "\|"
> "`tick`"
> "<script>alert(1)</script>"
> "</details>"
> "*bold* __x64_sys"
> "[a](http://b.example)"
> "@someone #1 fixes #2"
> "a@b.example|"
> "www.a.example|"
> "&lt;"
> "größe"
> END

$ sed 's/$/,1,2,3/' names >names.csv && printf '"line\nbreak",1,2,3\n' >>names.csv

$ perfsift compare names.csv names.csv -f markdown --test welch --all |
> 	sed -n 's/ | 2 ±50%.*//p'
| `&lt;`
| `*bold* __x64_sys`
| `</details>`
| `<script>alert(1)</script>`
| `@someone #1 fixes #2`
| `[a](http://b.example)`
| <code>&#92;&#124;</code>
| <code>&#96;tick&#96;</code>
| <code>a&#32;&#124;&#32;b</code>
| <code>a&#64;<wbr>b&#46;example&#124;</code>
| <code>back&#92;slash</code>
| `größe`
| `line?break`
| <code>www&#46;a&#46;example&#124;</code>
| <code>&#124;</code>

# The same for what is compared.
$ mkdir '<b>|' && cp 1.csv '<b>|/`.csv' && cp 2.csv '<b>|/2.csv'

$ perfsift compare '<b>|/`.csv' '<b>|/2.csv' -f markdown --test welch | grep '###'
### <code>&#60;b&#62;&#124;&#47;&#96;&#46;csv</code> (3 runs) → <code>&#60;b&#62;&#124;&#47;2&#46;csv</code> (3 runs)

$ mkdir -p 'archive/<i>=|a*' && cp -R base 'archive/<i>=|a*/commit=<u>' && cp -R candidate 'archive/<i>=|a*/commit=b'

$ printf 'commit,parent,subject\nb,<u>,<h1>@a `b`\n' >archive/commits.csv

$ perfsift compare archive --base '<u>' --candidate b -f markdown \
> 	--test welch | sed -n 3,7p
### `<u>` (3 runs) → `b` (3 runs)

<code>&#60;h1&#62;&#64;<wbr>a&#32;&#96;b&#96;</code>

<code>&#60;i&#62;&#61;&#124;a&#42;</code>

# A run that is left out is told, folded away.
$ mkdir few && cp base/1.csv base/2.csv few && printf 'metric,value,unit\nlatency,<b>,ms\n' >few/3.csv

$ perfsift compare few candidate -f markdown --keep-going 2>messages | sed '1,/not reported:/d'

| reason | metrics | meaning |
| :-- | --: | :-- |
| equivalent | 1 | proven to change by less than its floor |
| not-significant | 1 | noise alone would often show as much |

2 tested; Welch's test has p < 0.05 for 1 of 1 (0.1 expected by chance alone).

</details>

<details>
<summary>left out: 1 fault of the input</summary>

- `few/3.csv` line 2: `not a number`: `<b>`

</details>

Test: moderated, alpha 0.05, false discovery rate bh; intervals of 95% for each metric alone.
Rules: `default.csv` FINGERPRINT.

# A name of 10,000 characters would leave no room for the figures.
$ awk 'BEGIN { while (i++ < 5000) printf "ab"; print ",1,2,3" }' >long.csv

$ perfsift compare long.csv long.csv -f markdown --test welch --all | awk -F '`' '/ 2 ±50%/ { print substr($2, 1, 8), length($2) < 210 }'
abababab 1

# How many runs a KPI would take that is unproven: to tell 2 % from the floor of
# 1 % at a noise of 9 %, some 2 ((1.96 + 0.84) 9 / (2 - 1))^2 = 1270 by normal
# quantiles.
$ perfsift compare data/examples/base data/examples/candidate -f markdown | grep startup | cut -d '|' -f 2,9-
Unproven KPIs: 1, `startup` (more than 1000 runs a side would show 2%).
 `startup` | > 1000 | not-significant |
