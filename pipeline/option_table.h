/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_OPTION_TABLE_H
#define PIPELINE_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

/* What an option's argument becomes, and where in struct options. */
enum option_type {
	OPTION_FLAG,	  /* bool */
	OPTION_TEXT,	  /* const char * */
	OPTION_LIST,	  /* struct text_list, one more a time */
	OPTION_WORD,	  /* const char *, one of choice() */
	OPTION_NUMBER,	  /* double, least to most */
	OPTION_PERCENT,	  /* the same, and a % may follow */
	OPTION_COUNT,	  /* size_t, least to most */
	OPTION_DELIMITER, /* char */
};

struct option_row {
	const char *name;
	int letter;	      /* 0: none */
	const char *argument; /* what it takes; NULL: nothing */
	const char *doc;
	enum option_type type;
	size_t offset;
	const char *(*choice)(size_t i); /* NULL behind the last */
	double least, most;
	unsigned only;	     /* 1u << enum command_number; 0: all commands */
	const char *without; /* what it is without its argument, which then
				comes behind a =; NULL: the argument is a must */
	bool decides;	     /* other figures may come of it */
};

extern const struct option_row option_rows[]; /* ends with a NULL name */

enum { OPTIONS_MAX = 48, OPTION_WITHOUT_LETTER = 1000 };

#endif
