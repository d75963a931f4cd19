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

static bool needs_no_quotes(const char *text)
{
	return *text && !text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789_@%+=:,./-")];
}

/* As a shell takes it. */
static void put_word(FILE *stream, const char *text)
{
	if (needs_no_quotes(text)) {
		fputs(text, stream);
		return;
	}
	putc('\'', stream);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\'", stream);
		putc(*text, stream);
	}
	putc('\'', stream);
}

/* The command with all that decides, and nothing of how it is written. */
static void put_command(FILE *stream, const struct options *options)
{
	const struct text_list *given = &options->given;
	size_t i;

	fprintf(stream, "perfsift %s", options->command->name);
	if (options->metric) {
		putc(' ', stream);
		put_word(stream, options->metric);
	}
	for (i = 0; i < options->arguments.count; i++) {
		putc(' ', stream);
		put_word(stream, options->arguments.text[i]);
	}
	for (i = 0; i < given->count; i += 2) {
		fprintf(stream, " --%s%s", given->text[i],
			*given->text[i + 1] ? " " : "");
		if (*given->text[i + 1])
			put_word(stream, given->text[i + 1]);
	}
}

bool mailing_make(struct mail *mail, const struct options *options,
		  struct error *error)
{
	size_t length;
	FILE *stream;
	bool done;

	*mail = (struct mail){
		.from = options->from,
		.to = options->to.text,
		.tos = options->to.count,
		.cc = options->cc.text,
		.ccs = options->cc.count,
		.rows = options->rows ? options->rows : ROWS,
		.skipped = options->skip_runs,
	};
	if (!find_date(&mail->date, error))
		return false;
	stream = open_memstream(&mail->again, &length);
	if (!stream)
		return fail_memory(error);
	put_command(stream, options);
	done = !ferror(stream);
	return (fclose(stream) == 0 && done) || fail_memory(error);
}

void mailing_release(struct mail *mail)
{
	free(mail->again);
	*mail = (struct mail){ 0 };
}
