/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "io/report_plan.h"
#include "pipeline/exit_status.h"
#include "pipeline/filter.h"
#include "pipeline/option_table.h"
#include "pipeline/pipeline.h"
#include "stats/gate.h"

static void put_option(FILE *stream, const struct option_row *row)
{
	char name[64];

	snprintf(name, sizeof(name), "%s%c%s--%s%s%s", row->letter ? "-" : "",
		 row->letter ? row->letter : ' ', row->letter ? ", " : "   ",
		 row->name,
		 row->without  ? "[=" :
		 row->argument ? " " :
				 "",
		 row->argument ? row->argument : "");
	if (row->without)
		strcat(name, "]");
	fprintf(stream, "  %-26s %s", name, row->doc);
	for (size_t i = 0; row->choice && row->choice(i); i++)
		fprintf(stream, "%s%s", i ? " | " : ": ", row->choice(i));
	putc('\n', stream);
}

static void help_formats(FILE *stream)
{
	for (const struct report_format *f = report_formats; f->name; f++)
		fprintf(stream, "%-10s %s\n", f->name, f->doc);
}

static void put_fields(FILE *stream, const struct field_table *table)
{
	for (const struct field *f = table->field; f->name; f++)
		fprintf(stream, "%-17s %s%s%s%s\n", f->name, f->doc,
			*f->unit ? " [" : "", f->unit, *f->unit ? "]" : "");
}

static void help_fields(FILE *stream)
{
	put_fields(stream, &finding_table);
}

static void help_plan_fields(FILE *stream)
{
	put_fields(stream, &plan_table);
}

static void help_tests(FILE *stream)
{
	for (const struct gate *g = gates; g->name; g++)
		fprintf(stream, "%-10s %s\n", g->name, g->doc);
}

static void help_rules(FILE *stream)
{
	for (const struct rule_column *c = rule_columns; c->name; c++)
		fprintf(stream, "%-10s %s [%s]\n", c->name, c->doc, c->values);
}

static void help_reasons(FILE *stream)
{
	for (const struct noise_filter *f = noise_filters; f->name; f++)
		fprintf(stream, "%-17s %s\n", f->name, f->doc);
}

static void help_stages(FILE *stream)
{
	for (const struct stage *s = stages; s->name; s++)
		fprintf(stream, "%-10s %s\n", s->name, s->doc);
}

static void help_flags(FILE *stream)
{
	for (unsigned i = 0; i < FLAGS; i++)
		fprintf(stream, "%-17s %s\n", flag_name(i), flag_doc(i));
}

static void help_exit(FILE *stream)
{
	for (const struct exit_status *e = exit_statuses; e->doc; e++)
		fprintf(stream, "%2d  %s\n", e->status, e->doc);
}

static const struct topic {
	const char *name;
	void (*help)(FILE *stream);
} topics[] = {
	/* clang-format off */
	{ "formats", help_formats },
	{ "fields", help_fields },
	{ "plan-fields", help_plan_fields },
	{ "flags", help_flags },
	{ "tests", help_tests },
	{ "rules", help_rules },
	{ "reasons", help_reasons },
	{ "stages", help_stages },
	{ "exit", help_exit },
	/* clang-format on */
};

static void help_overview(FILE *stream)
{
	fputs("usage:\n", stream);
	for (const struct command *c = commands; c->name; c++)
		fprintf(stream, "  perfsift %s %s\n      %s\n", c->name,
			c->arguments, c->doc);
	fputs("\noptions:\n", stream);
	for (const struct option_row *row = option_rows; row->name; row++)
		put_option(stream, row);
	fputs("\nmore: perfsift --help TOPIC", stream);
	for (size_t i = 0; i < sizeof(topics) / sizeof(*topics); i++)
		fprintf(stream, "%s%s", i ? ", " : " (", topics[i].name);
	fputs(")\nsee also perfsift(1), perfsift(5)\n", stream);
}

bool options_help(FILE *stream, const char *topic)
{
	if (!topic) {
		help_overview(stream);
		return true;
	}
	for (const struct command *c = commands; c->name; c++)
		if (strcmp(c->name, topic) == 0) {
			help_overview(stream);
			return true;
		}
	for (size_t i = 0; i < sizeof(topics) / sizeof(*topics); i++)
		if (strcmp(topics[i].name, topic) == 0) {
			topics[i].help(stream);
			return true;
		}
	return false;
}
