# SPDX-License-Identifier: GPL-3.0-or-later

# PERFSIFT_CHECK_CFLAGS(VARIABLE, FLAGS): appends each flag that the compiler
# knows to the variable.
AC_DEFUN([PERFSIFT_CHECK_CFLAGS], [
	for flag in $2; do
		AC_MSG_CHECKING([whether $CC knows $flag])
		save_CFLAGS=$CFLAGS
		CFLAGS="$CFLAGS -Werror $flag"
		AC_COMPILE_IFELSE([AC_LANG_PROGRAM()],
			[AC_MSG_RESULT([yes])
			$1="$$1 $flag"],
			[AC_MSG_RESULT([no])])
		CFLAGS=$save_CFLAGS
	done])

# PERFSIFT_CHECK_LINK(FLAGS, IF-NOT): whether a program links with the flags.
AC_DEFUN([PERFSIFT_CHECK_LINK], [
	AC_MSG_CHECKING([whether $CC links with $1])
	save_CFLAGS=$CFLAGS
	CFLAGS="$CFLAGS $1"
	AC_LINK_IFELSE([AC_LANG_PROGRAM()],
		[AC_MSG_RESULT([yes])
		CFLAGS=$save_CFLAGS],
		[AC_MSG_RESULT([no])
		CFLAGS=$save_CFLAGS
		$2])])
