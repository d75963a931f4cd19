# SPDX-License-Identifier: GPL-3.0-or-later
# The rows of a table in the layout of the kernel test robot, as in
# data/reference/robot: metric, then mean, deviation, change, whether that is
# in points, mean, deviation.  "want" is to be in the values of the axes.  The
# cells stand in columns, so that a cell that is out of place is not found.

function cell(from, columns, text)
{
	text = substr($0, from, columns)
	gsub(/ /, "", text)
	return text
}

function deviation(from)
{
	return substr($0, from, 2) == " ~" && substr($0, from + 5, 1) == "%" ? \
		substr($0, from + 2, 3) + 0 : cell(from, 6)
}

/^=+$/ { head = NR; titles = rows = 0 }
NR == head + 2 { wanted = index($0, want) }
/^ +%stddev/ { titles = NR }
/^$/ { rows = 0 }
rows && wanted {
	gsub(/±/, "~")
	change = cell(17, 10)
	points = substr($0, 27, 2) == "  "
	if (substr($0, 45, 2) != "  ")
		print "no blanks in front of the name: " $0
	print substr($0, 47) "," cell(1, 10) "," deviation(11) "," change \
		(points ? "" : "%") "," points "," cell(29, 10) "," \
		deviation(39)
}
titles && NR == titles + 1 { rows = 1 }
