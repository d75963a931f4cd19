/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/date.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* A number of as many digits, which are stepped over. */
static bool take_digits(const char **text, int digits, int *number)
{
	*number = 0;
	for (int i = 0; i < digits; i++, ++*text) {
		if (**text < '0' || **text > '9')
			return false;
		*number = 10 * *number + (**text - '0');
	}
	return true;
}

static bool take_character(const char **text, char character)
{
	if (**text != character)
		return false;
	++*text;
	return true;
}

/*
 * Days since 1970-01-01 in the Gregorian calendar, counted from March on, so
 * that the leap day is the last of its year.
 */
static long days_of(int year, int month, int day)
{
	long y = year - (month < 3), m = month + (month < 3 ? 9 : -3);

	return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day -
	       1 - 719468;
}

static int days_in(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30,
				    31, 31, 30, 31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

static bool take_day(const char **text, double *seconds)
{
	int year, month, day;

	if (!take_digits(text, 4, &year) || !take_character(text, '-') ||
	    !take_digits(text, 2, &month) || !take_character(text, '-') ||
	    !take_digits(text, 2, &day) || !year || month < 1 || month > 12 ||
	    day < 1 || day > days_in(year, month))
		return false;
	*seconds = 86400.0 * (double)days_of(year, month, day);
	return true;
}

static bool take_time(const char **text, double *seconds)
{
	int hour, minute, second = 0;

	if (!take_digits(text, 2, &hour) || !take_character(text, ':') ||
	    !take_digits(text, 2, &minute) || hour > 23 || minute > 59)
		return false;
	if (take_character(text, ':') &&
	    (!take_digits(text, 2, &second) || second > 60))
		return false;
	*seconds += 3600.0 * hour + 60.0 * minute + second;
	/* Fractions of a second decide nothing. */
	if (take_character(text, '.') && (**text < '0' || **text > '9'))
		return false;
	while (**text >= '0' && **text <= '9')
		++*text;
	return true;
}

static bool take_zone(const char **text, double *seconds)
{
	int sign = **text == '-' ? 1 : -1, hour, minute = 0;

	if (!**text || take_character(text, 'Z'))
		return true;
	if (!take_character(text, '+') && !take_character(text, '-'))
		return false;
	if (!take_digits(text, 2, &hour) || hour > 23)
		return false;
	if ((take_character(text, ':') || **text) &&
	    (!take_digits(text, 2, &minute) || minute > 59))
		return false;
	*seconds += sign * (3600.0 * hour + 60.0 * minute);
	return true;
}

bool date_parse(const char *text, double *seconds)
{
	if (!take_day(&text, seconds))
		return false;
	if (!*text)
		return true;
	if (!take_character(&text, 'T') && !take_character(&text, ' '))
		return false;
	if (!take_time(&text, seconds))
		return false;
	/* git log's %ci has a blank in front of the zone. */
	if (text[0] == ' ' && text[1])
		text++;
	return take_zone(&text, seconds) && !*text;
}

void date_format(double seconds, char text[DATE_ROOM])
{
	time_t time = (time_t)seconds;
	struct tm day;

	if (!gmtime_r(&time, &day) ||
	    !strftime(text, DATE_ROOM, "%Y-%m-%d", &day))
		text[0] = '\0';
}

double date_now(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	char *end;
	double seconds;

	if (epoch && *epoch >= '0' && *epoch <= '9') {
		seconds = strtod(epoch, &end);
		if (!*end && seconds < 2.5e11)
			return seconds;
	}
	return (double)time(NULL);
}
