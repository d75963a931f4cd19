/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "pipeline/option_table.h"
#include "pipeline/options.h"

static void complete_bash(FILE *stream)
{
	fputs("_perfsift() {\n"
	      "  local cur=${COMP_WORDS[COMP_CWORD]}\n"
	      "  local prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "  local words=\n"
	      "  case $prev in\n",
	      stream);
	for (const struct option_row *row = option_rows; row->name; row++) {
		if (!row->choice)
			continue;
		if (row->letter)
			fprintf(stream, "    -%c|--%s) words=\"", row->letter,
				row->name);
		else
			fprintf(stream, "    --%s) words=\"", row->name);
		for (size_t i = 0; row->choice(i); i++)
			fprintf(stream, "%s%s", i ? " " : "", row->choice(i));
		fputs("\" ;;\n", stream);
	}
	fputs("    *) if [[ $cur == -* ]]; then words=\"", stream);
	for (const struct option_row *row = option_rows; row->name; row++)
		fprintf(stream, "--%s ", row->name);
	fputs("\"\n       elif ((COMP_CWORD == 1)); then words=\"", stream);
	for (const struct command *c = commands; c->name; c++)
		fprintf(stream, "%s ", c->name);
	fputs("\"; fi ;;\n"
	      "  esac\n"
	      "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
	      "}\n"
	      "complete -o default -F _perfsift perfsift\n",
	      stream);
}

/* zsh closes a description at "]" and splits at ":". */
static void put_zsh_text(FILE *stream, const char *text)
{
	for (; *text; text++) {
		if (strchr("[]:'\\", *text))
			putc(*text == '\'' ? ' ' : '\\', stream);
		putc(*text, stream);
	}
}

static void complete_zsh(FILE *stream)
{
	fputs("#compdef perfsift\n_arguments \\\n", stream);
	for (const struct option_row *row = option_rows; row->name; row++) {
		fprintf(stream, "  '%s--%s%s[",
			row->type == OPTION_LIST ? "*" : "", row->name,
			row->without  ? "=-" :
			row->argument ? "=" :
					"");
		put_zsh_text(stream, row->doc);
		putc(']', stream);
		if (row->choice) {
			fprintf(stream, "%s:%s:(", row->without ? ":" : "",
				row->argument);
			for (size_t i = 0; row->choice(i); i++)
				fprintf(stream, "%s%s", i ? " " : "",
					row->choice(i));
			putc(')', stream);
		} else if (row->argument) {
			putc(':', stream);
			put_zsh_text(stream, row->argument);
			fputs(":_files", stream);
		}
		fputs("' \\\n", stream);
	}
	fputs("  '1:command:(", stream);
	for (const struct command *c = commands; c->name; c++)
		fprintf(stream, "%s%s", c == commands ? "" : " ", c->name);
	fputs(")' \\\n  '*:file:_files'\n", stream);
}

static void complete_fish(FILE *stream)
{
	for (const struct command *c = commands; c->name; c++)
		fprintf(stream,
			"complete -c perfsift -n __fish_use_subcommand -a %s "
			"-d \"%s\"\n",
			c->name, c->doc);
	for (const struct option_row *row = option_rows; row->name; row++) {
		fprintf(stream, "complete -c perfsift -l %s", row->name);
		if (row->letter)
			fprintf(stream, " -s %c", row->letter);
		if (row->argument && !row->without)
			fputs(" -r", stream);
		if (row->choice) {
			fputs(" -f -a \"", stream);
			for (size_t i = 0; row->choice(i); i++)
				fprintf(stream, "%s%s", i ? " " : "",
					row->choice(i));
			putc('"', stream);
		}
		fprintf(stream, " -d \"%s\"\n", row->doc);
	}
}

static const struct shell {
	const char *name;
	void (*complete)(FILE *stream);
} shells[] = {
	{ "bash", complete_bash },
	{ "zsh", complete_zsh },
	{ "fish", complete_fish },
};

bool options_completions(FILE *stream, const char *shell)
{
	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++)
		if (strcmp(shells[i].name, shell) == 0) {
			shells[i].complete(stream);
			return true;
		}
	return false;
}
