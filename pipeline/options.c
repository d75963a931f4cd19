/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/text.h"
#include "pipeline/mailing.h"
#include "pipeline/option_table.h"

enum { SHORT_ROOM = 64 };

static const struct option_row *row_of(int letter)
{
	if (letter >= OPTION_WITHOUT_LETTER)
		return &option_rows[letter - OPTION_WITHOUT_LETTER];
	for (const struct option_row *row = option_rows; row->name; row++)
		if (row->letter == letter)
			return row;
	return NULL;
}

static bool no_such_word(const struct option_row *row, const char *text,
			 struct error *error)
{
	char list[256];
	size_t used = 0;

	for (size_t i = 0; row->choice(i); i++)
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%s%s", i ? ", " : "", row->choice(i));
	return fail(error, FAULT_USAGE, "--%s takes one of %s, not \"%s\"",
		    row->name, list, text);
}

static bool take_word(const struct option_row *row, const char *text,
		      const char **to, struct error *error)
{
	for (size_t i = 0; row->choice(i); i++)
		if (strcmp(row->choice(i), text) == 0) {
			*to = row->choice(i);
			return true;
		}
	return no_such_word(row, text, error);
}

static bool take_number(const struct option_row *row, const char *text,
			double *to, struct error *error)
{
	char *end;

	*to = strtod(text, &end);
	if (row->type == OPTION_PERCENT && end != text && *end == '%')
		end++;
	if (end != text && !*end && *to >= row->least && *to <= row->most)
		return true;
	return fail(error, FAULT_USAGE,
		    "--%s takes a %s from %g to %g, not \"%s\"", row->name,
		    row->type == OPTION_PERCENT ? "percentage" : "number",
		    row->least, row->most, text);
}

static bool take_count(const struct option_row *row, const char *text,
		       size_t *to, struct error *error)
{
	char *end;
	double number = strtod(text, &end);

	if (end != text && !*end && number >= row->least &&
	    number <= row->most && number == (double)(size_t)number) {
		*to = (size_t)number;
		return true;
	}
	return fail(error, FAULT_USAGE,
		    "--%s takes a whole number from %g to %g, not \"%s\"",
		    row->name, row->least, row->most, text);
}

static bool take_delimiter(const char *text, char *to, struct error *error)
{
	if (strcmp(text, "tab") == 0 || strcmp(text, "\\t") == 0)
		text = "\t";
	if (text[0] && !text[1] && !strchr("\"\r\n ", text[0])) {
		*to = text[0];
		return true;
	}
	return fail(error, FAULT_USAGE,
		    "--delimiter takes one character or the word tab, not "
		    "\"%s\"",
		    text);
}

static bool add_text(struct text_list *list, const char *text,
		     struct error *error)
{
	const char **bigger =
		realloc(list->text, (list->count + 1) * sizeof(*bigger));

	if (!bigger)
		return fail_memory(error);
	list->text = bigger;
	bigger[list->count++] = text;
	return true;
}

static bool take(struct options *options, const struct option_row *row,
		 const char *text, struct error *error)
{
	void *to = (char *)options + row->offset;

	if (row->without && !text)
		text = row->without;
	if (row->argument && !*text)
		return fail(error, FAULT_USAGE, "--%s takes %s, not nothing",
			    row->name, row->argument);
	switch (row->type) {
	case OPTION_FLAG:
		*(bool *)to = true;
		return true;
	case OPTION_TEXT:
		*(const char **)to = text;
		return true;
	case OPTION_LIST:
		return add_text(to, text, error);
	case OPTION_WORD:
		return take_word(row, text, to, error);
	case OPTION_NUMBER:
	case OPTION_PERCENT:
		return take_number(row, text, to, error);
	case OPTION_COUNT:
		return take_count(row, text, to, error);
	case OPTION_DELIMITER:
		return take_delimiter(text, to, error);
	}
	return true;
}

/* What it takes to say the same once more. */
static bool keep(struct options *options, const struct option_row *row,
		 const char *text, struct error *error)
{
	return !row->decides ||
	       (add_text(&options->given, row->name, error) &&
		add_text(&options->given, text ? text : "", error));
}

/* An option that does nothing is a misunderstanding. */
static bool check_belonging(const struct options *options, const bool *given,
			    struct error *error)
{
	size_t number = (size_t)(options->command - commands);

	for (size_t i = 0; option_rows[i].name; i++) {
		unsigned only = option_rows[i].only;
		size_t owner = 0;

		if (!given[i] || !only || only & 1u << number)
			continue;
		while (!(only & 1u << owner))
			owner++;
		return fail(error, FAULT_USAGE,
			    "--%s is an option of %s, not of %s",
			    option_rows[i].name, commands[owner].name,
			    options->command->name);
	}
	return true;
}

static const char *option_name(size_t i)
{
	return option_rows[i].name;
}

static bool no_such_option(const char *text, struct error *error)
{
	char name[64], hint[64];

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, "="), text);
	text_did_you_mean(name, option_name, hint, sizeof(hint));
	return fail(error, FAULT_USAGE, "no option %s%s (perfsift --help)",
		    name, hint);
}

/* What getopt_long() did not like. */
static bool complain(int letter, char **argv, struct error *error)
{
	const char *text = argv[optind - 1];
	const struct option_row *row = optopt ? row_of(optopt) : NULL;

	if (letter == ':' && row)
		return fail(error, FAULT_USAGE, "--%s takes %s", row->name,
			    row->argument);
	if (row)
		return fail(error, FAULT_USAGE, "--%s takes nothing",
			    row->name);
	if (optopt && strncmp(text, "--", 2) != 0)
		return fail(error, FAULT_USAGE,
			    "no option -%c (perfsift --help)", optopt);
	return no_such_option(text, error);
}

/* The tables of getopt_long(), from ours. */
static void make_getopt(struct option *option, char *letters)
{
	/* "+" is not wanted: options may stand behind arguments. */
	*letters++ = ':';
	for (const struct option_row *row = option_rows; row->name; row++) {
		int number = (int)(row - option_rows);

		*option++ = (struct option){
			.name = row->name,
			.has_arg = row->without	 ? optional_argument :
				   row->argument ? required_argument :
						   no_argument,
			.val = row->letter ? row->letter :
					     OPTION_WITHOUT_LETTER + number,
		};
		if (!row->letter)
			continue;
		*letters++ = (char)row->letter;
		if (row->argument)
			*letters++ = ':';
		if (row->without)
			*letters++ = ':';
	}
	*option = (struct option){ 0 };
	*letters = '\0';
}

static bool parse_options(struct options *options, int argc, char **argv,
			  bool *given, struct error *error)
{
	struct option option[OPTIONS_MAX + 1];
	const struct option_row *row;
	char letters[SHORT_ROOM];
	int letter;

	make_getopt(option, letters);
	opterr = 0;
	optind = 0;
	while ((letter = getopt_long(argc, argv, letters, option, NULL)) !=
	       -1) {
		if (letter == '?' || letter == ':')
			return complain(letter, argv, error);
		row = row_of(letter);
		given[row - option_rows] = true;
		if (!take(options, row, optarg, error) ||
		    !keep(options, row, optarg, error))
			return false;
	}
	return true;
}

static const char *command_name(size_t i)
{
	return commands[i].name;
}

static bool find_command(struct options *options, const char *name,
			 struct error *error)
{
	char hint[64];

	for (const struct command *c = commands; c->name; c++) {
		if (strcmp(c->name, name) == 0) {
			options->command = c;
			return true;
		}
	}
	text_did_you_mean(name, command_name, hint, sizeof(hint));
	return fail(error, FAULT_USAGE,
		    "no command \"%.64s\"%s (perfsift --help)", name, hint);
}

/* What one option alone cannot know. */
static bool check_together(const struct options *options, struct error *error)
{
	const struct report_format *format =
		report_format_find(options->format);
	struct field_list fields;
	bool samples;

	if (!field_list_parse(&fields, options->command->fields,
			      options->fields, options->samples, error))
		return false;
	samples = field_list_has_samples(&fields);
	field_list_release(&fields);
	if (options->decimal[0] == options->delimiter)
		return fail(error, FAULT_USAGE,
			    "--decimal and --delimiter are both \"%c\"",
			    options->delimiter);
	if (options->fields && !format->takes_fields)
		return fail(error, FAULT_USAGE,
			    "--fields goes with csv, jsonl and long, not with "
			    "%s",
			    format->name);
	if (samples && !format->takes_samples)
		return fail(error, FAULT_USAGE,
			    "samples are written by jsonl alone, not by %s",
			    format->name);
	/* A sweep writes mails besides. */
	if (options->command == &commands[COMMAND_SWEEP])
		format = report_format_find("mail");
	return mailing_check(options, format, error);
}

static void shift(struct text_list *list)
{
	list->count--;
	memmove(list->text, list->text + 1, list->count * sizeof(*list->text));
}

/* What is about one metric has its name in front. */
static bool take_metric(struct options *options, struct error *error)
{
	const char *name = options->command->name;

	if (options->command != &commands[COMMAND_EXPLAIN] && !options->record)
		return true;
	if (!options->arguments.count)
		return fail(error, FAULT_USAGE,
			    "%s%s takes a metric, and behind it what compare "
			    "takes",
			    name, options->record ? " --record" : "");
	options->metric = options->arguments.text[0];
	shift(&options->arguments);
	return true;
}

bool options_parse(struct options *options, int argc, char **argv,
		   struct error *error)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	bool given[OPTIONS_MAX] = { false };

	*options = (struct options){
		.format = "text",
		.test = "moderated",
		.fdr = "bh",
		.color = "auto",
		.progress = "auto",
		.delimiter = ',',
		.decimal = ".",
		.alpha = 0.05,
		.confidence = 0.95,
		.expect = NAN,
		.no_worse_than = NAN,
		.jobs = processors > 1 ? (size_t)processors : 1,
	};
	if (!parse_options(options, argc, argv, given, error))
		return false;
	for (int i = optind; i < argc; i++)
		if (!add_text(&options->arguments, argv[i], error))
			return false;
	if (options->help || options->version || options->completions)
		return true;
	if (!options->arguments.count)
		return fail(error, FAULT_USAGE,
			    "what is to be done? perfsift --help tells");
	if (!find_command(options, options->arguments.text[0], error))
		return false;
	shift(&options->arguments);
	return take_metric(options, error) &&
	       check_belonging(options, given, error) &&
	       check_together(options, error);
}

void options_release(struct options *options)
{
	free(options->arguments.text);
	free(options->candidates.text);
	free(options->rules.text);
	free(options->overrides.text);
	free(options->to.text);
	free(options->cc.text);
	free(options->given.text);
	*options = (struct options){ 0 };
}
