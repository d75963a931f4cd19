/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/mailing.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "io/mail_header.h"

enum { ROWS = 60 };

static bool check_address(const char *option, const char *text,
			  struct error *error)
{
	return mail_address_is_sane(text) ||
	       fail(error, FAULT_USAGE,
		    "--%s takes one address, such as \"A. Name "
		    "<a@example.org>\", not \"%.200s\"",
		    option, text);
}

static bool check_addresses(const char *option, const struct text_list *list,
			    struct error *error)
{
	for (size_t i = 0; i < list->count; i++)
		if (!check_address(option, list->text[i], error))
			return false;
	return true;
}

/* Of now where the environment says nothing. */
static bool find_date(int64_t *date, struct error *error)
{
	const char *text = getenv("SOURCE_DATE_EPOCH");

	*date = (int64_t)time(NULL);
	if (!text || !*text)
		return true;
	*date = 0;
	for (const char *at = text; *at; at++) {
		if (*at < '0' || *at > '9' || *date > MAIL_DATE_MOST / 10)
			return fail(error, FAULT_USAGE,
				    "SOURCE_DATE_EPOCH takes seconds since "
				    "1970, not \"%.40s\"",
				    text);
		*date = 10 * *date + (*at - '0');
	}
	return *date <= MAIL_DATE_MOST ||
	       fail(error, FAULT_USAGE,
		    "SOURCE_DATE_EPOCH takes seconds up to the year 9999, not "
		    "\"%.40s\"",
		    text);
}

bool mailing_check(const struct options *options,
		   const struct report_format *format, struct error *error)
{
	int64_t date;
	const char *option = options->from     ? "from" :
			     options->to.count ? "to" :
			     options->cc.count ? "cc" :
			     options->rows     ? "rows" :
						 NULL;

	if (!format->is_mail)
		return !option || fail(error, FAULT_USAGE,
				       "--%s goes with mail, not with %s",
				       option, format->name);
	return (!options->from ||
		check_address("from", options->from, error)) &&
	       check_addresses("to", &options->to, error) &&
	       check_addresses("cc", &options->cc, error) &&
	       find_date(&date, error);
}

static void add_word(struct mail *mail, const char *option, const char *text)
{
	mail->again[mail->words++] = (struct command_word){ option, text };
}

/* The command with all that decides, and nothing of how it is written. */
static bool make_command(struct mail *mail, const struct options *options)
{
	const struct text_list *arguments = &options->arguments;
	const struct text_list *given = &options->given;

	mail->again = malloc((3 + arguments->count + given->count) *
			     sizeof(*mail->again));
	if (!mail->again)
		return false;
	add_word(mail, NULL, "perfsift");
	add_word(mail, NULL, options->command->name);
	if (options->metric)
		add_word(mail, NULL, options->metric);
	for (size_t i = 0; i < arguments->count; i++)
		add_word(mail, NULL, arguments->text[i]);
	for (size_t i = 0; i < given->count; i += 2)
		add_word(mail, given->text[i],
			 *given->text[i + 1] ? given->text[i + 1] : NULL);
	return true;
}

bool mailing_make(struct mail *mail, const struct options *options,
		  struct error *error)
{
	*mail = (struct mail){
		.from = options->from,
		.to = options->to.text,
		.tos = options->to.count,
		.cc = options->cc.text,
		.ccs = options->cc.count,
		.rows = options->rows ? options->rows : ROWS,
		.skipped = options->skip_runs,
	};
	return find_date(&mail->date, error) &&
	       (make_command(mail, options) || fail_memory(error));
}

void mailing_release(struct mail *mail)
{
	free(mail->again);
	*mail = (struct mail){ 0 };
}
