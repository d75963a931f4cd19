# SPDX-License-Identifier: GPL-3.0-or-later
# Text files to C: an array of lines for each, ends with NULL.  A line is a
# string of its own, since compilers need not take long ones.  An assignment
# NAME=FILE stands for a file, whose array is html_NAME.

BEGIN {
	print "/* Made by html_files.awk. */"
	print "#include \"io/html_page.h\""
	for (i = 1; i < ARGC; i++) {
		name = file = ARGV[i]
		sub(/=.*/, "", name)
		sub(/^[^=]*=/, "", file)
		printf "\nconst char *const html_%s[] = {\n", name
		while ((status = (getline line <file)) > 0) {
			gsub(/\\/, "&&", line)
			gsub(/"/, "\\\\&", line)
			gsub(/\t/, "\\t", line)
			printf "\t\"%s\\n\",\n", line
		}
		if (status < 0) {
			print file ": not readable" >"/dev/stderr"
			exit 1
		}
		print "\tNULL,\n};"
	}
}
