# SPDX-License-Identifier: GPL-3.0-or-later
# Run sets with the figures of a published table: -v base=DIRECTORY -v
# candidate=DIRECTORY, rows as in data/reference/robot.  Means lie inside the
# rounding of what was printed and have the change that was printed; the six
# runs of a side lie as far above their mean as below it.  What could not be
# made is told on standard output.

# What was rounded or cut to that text is from low to high.
function bounds(text, digits)
{
	if (text ~ /e/) {
		split(text, digits, "e")
		low = text - .0005 * 10 ^ digits[2]
		high = text + .0005 * 10 ^ digits[2]
	} else if (text ~ /\./) {
		low = text - .005
		high = text + .005
	} else {
		low = text - (text < 0)
		high = text + (text >= 0)
	}
	if (text == 0)
		low = 0
}

function side(directory, metric, mean, percent, run)
{
	percent = percent == "" ? 1 : percent + .5
	for (run = 0; run < 6; run++)
		printf "%s,%.17g\n", metric, \
			mean * (1 + (run % 2 ? -1 : 1) * percent / 100) \
			>(directory "/" run ".csv")
}

# Sets x and y: y in the middle of what both the mean and the change admit.
function find_means(i, from, to, spare)
{
	spare = (c_high - c_low) / 1000
	for (i = 0; i <= 400; i++) {
		x = i ? b_low + (b_high - b_low) * (i - .5) / 400 : b_low
		# On a border the rounding might go either way, but not at 0.
		if (!i && x)
			continue
		from = x + (change - .0499999) * (points ? 1 : x / 100)
		to = x + (change + .0499999) * (points ? 1 : x / 100)
		if (from > to) {
			y = from
			from = to
			to = y
		}
		if (from < c_low + (c_low ? spare : 0))
			from = c_low + (c_low ? spare : 0)
		if (to > c_high - spare)
			to = c_high - spare
		y = (from + to) / 2
		if (from <= to)
			return 1
	}
	return 0
}

FNR == 1 { next }
{
	bounds($3)
	b_low = low
	b_high = high
	bounds($7)
	c_low = low
	c_high = high
	change = $5 + 0
	points = $6
	if (!find_means())
		print "no means give this row: " $0
	side(base, $2, x, $4)
	side(candidate, $2, y, $8)
}
