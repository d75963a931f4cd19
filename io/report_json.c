/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/error.h"
#include "io/number.h"
#include "io/report.h"
#include "io/text.h"

void json_put_text(FILE *stream, const char *text)
{
	putc('"', stream);
	while (*text) {
		unsigned code;
		size_t length = text_code_point(text, &code);

		if (length == 0) {
			fputs("\xef\xbf\xbd", stream);
			text++;
			continue;
		}
		if (code == '"' || code == '\\')
			fprintf(stream, "\\%c", (int)code);
		else if (text_is_unsafe(code))
			fprintf(stream, "\\u%04x", code);
		else
			fwrite(text, 1, length, stream);
		text += length;
	}
	putc('"', stream);
}

static void put_string_or_null(FILE *stream, const char *text)
{
	if (text && *text)
		json_put_text(stream, text);
	else
		fputs("null", stream);
}

static void put_number(FILE *stream, double value)
{
	char text[NUMBER_ROOM];

	fputs(number_format(value, text) ? text : "null", stream);
}

static void put_key(FILE *stream, const char *key, bool first)
{
	fprintf(stream, "%s\"%s\":", first ? "" : ",", key);
}

static void put_text_member(FILE *stream, const char *key, const char *text)
{
	put_key(stream, key, false);
	put_string_or_null(stream, text);
}

static void put_commit(FILE *stream, const struct commit *commit)
{
	size_t complete = run_set_runs(&commit->runs, KIND_PERFORMANCE);

	fputs("{\"id\":", stream);
	json_put_text(stream, commit->id);
	fprintf(stream, ",\"runs\":%zu,\"incomplete_runs\":%zu",
		commit->runs.runs, commit->runs.runs - complete);
	put_text_member(stream, "title", commit->subject);
	put_text_member(stream, "repository", commit->repository);
	put_text_member(stream, "branch", commit->branch);
	put_text_member(stream, "source", commit->how);
	put_text_member(stream, "message_id", commit->message_id);
	put_text_member(stream, "reproduce", commit->reproduce);
	putc('}', stream);
}

/* Priors that were fitted, each with the block that it is of. */
static void put_priors(FILE *stream, const struct comparison *comparison,
		       enum family family)
{
	bool first = true;

	for (size_t r = 0; r < comparison->priors; r++) {
		const struct block_prior *row = &comparison->prior[r];
		char block[256];

		if (row->family != family)
			continue;
		for (size_t k = 0; k < PRIOR_FITS; k++) {
			if (!row->metrics[k])
				continue;
			snprintf(block, sizeof(block), "%.*s", (int)row->length,
				 row->block);
			fputs(first ? "{\"block\":" : ",{\"block\":", stream);
			json_put_text(stream, block);
			fprintf(stream, ",\"fit\":\"%s\",\"metrics\":%zu",
				prior_fit_words[k], row->metrics[k]);
			/* null: without end */
			fputs(",\"d0\":", stream);
			put_number(stream, row->fit[k].d0);
			fputs(",\"c2\":", stream);
			put_number(stream, row->fit[k].c2);
			putc('}', stream);
			first = false;
		}
	}
}

static void put_families(FILE *stream, const struct comparison *comparison)
{
	for (unsigned i = 0; i < FAMILIES; i++) {
		put_key(stream, family_words[i], i == 0);
		fprintf(stream, "{\"size\":%zu,\"admitted_p\":",
			comparison->family[i].size);
		put_number(stream, comparison->family[i].admitted_p);
		fputs(",\"priors\":[", stream);
		put_priors(stream, comparison, i);
		fputs("]}", stream);
	}
}

static void put_problem(FILE *stream, const struct problem *problem, bool first)
{
	fputs(first ? "{\"file\":" : ",{\"file\":", stream);
	json_put_text(stream, problem->file);
	fprintf(stream, ",\"line\":%zu", problem->line);
	put_text_member(stream, "what", problem->what);
	put_text_member(stream, "text", problem->text);
	putc('}', stream);
}

/* The faults of the archive, then those of the runs of one comparison. */
static void put_problems(FILE *stream, const struct report *report,
			 const struct comparison *comparison)
{
	const struct problem *list = report->problems->list;
	bool first = true;

	for (size_t i = 0; i < report->archive_problems; i++) {
		put_problem(stream, &list[i], first);
		first = false;
	}
	for (size_t i = comparison->problems_begin;
	     i < comparison->problems_end; i++) {
		if (!problem_is_of(&list[i], comparison))
			continue;
		put_problem(stream, &list[i], first);
		first = false;
	}
}

static void put_rules(FILE *stream, const struct rules *rules)
{
	for (size_t i = 0; i < rules->files; i++) {
		fputs(i ? ",{\"file\":" : "{\"file\":", stream);
		json_put_text(stream, rules->file[i].name);
		fprintf(stream, ",\"fingerprint\":\"%016" PRIx64 "\"}",
			rules->file[i].fingerprint);
	}
}

/* Of findings that came without their run line. */
static void put_no_counts(FILE *stream)
{
	fputs(",\"metrics\":null,\"reported\":null,\"reasons\":null,"
	      "\"missing_samples\":null,\"welch_tested\":null,"
	      "\"welch_p_below_0_05\":null,\"families\":null",
	      stream);
}

static void put_counts(FILE *stream, const struct report *report,
		       const struct comparison *comparison)
{
	fprintf(stream, ",\"metrics\":%zu,\"reported\":%zu,\"reasons\":{",
		comparison->metrics, comparison->reported);
	for (size_t i = 0; i < report->reasons; i++) {
		put_key(stream, report->reason[i], i == 0);
		fprintf(stream, "%zu", comparison->by_reason[i]);
	}
	fprintf(stream, "},\"missing_samples\":{\"base\":%zu",
		comparison->base_missing);
	fprintf(stream, ",\"candidate\":%zu", comparison->candidate_missing);
	fprintf(stream, "},\"welch_tested\":%zu,\"welch_p_below_0_05\":%zu",
		comparison->welch_tested, comparison->welch_small);
	fputs(",\"families\":{", stream);
	put_families(stream, comparison);
	putc('}', stream);
}

static void put_run(FILE *stream, const struct report *report,
		    const struct comparison *comparison)
{
	const struct group *group = comparison->group;

	/* What was read back is as it was, whoever wrote it. */
	if (comparison->told && comparison->told->line) {
		fprintf(stream, "%s\n", comparison->told->line);
		return;
	}
	fprintf(stream, "{\"type\":\"run\",\"schema\":%d,\"version\":\"%s\"",
		SCHEMA_VERSION, PERFSIFT_VERSION);
	put_key(stream, "group", false);
	json_put_text(stream, group->name);
	fputs(",\"axes\":{", stream);
	for (size_t i = 0; i < group->axes; i++) {
		if (i)
			putc(',', stream);
		json_put_text(stream, group->axis[i].name);
		putc(':', stream);
		json_put_text(stream, group->axis[i].value);
	}
	putc('}', stream);
	put_text_member(stream, "machine", group->machine);
	fputs(",\"base\":", stream);
	put_commit(stream, comparison->base);
	fputs(",\"candidate\":", stream);
	put_commit(stream, comparison->candidate);
	fputs(",\"options\":{\"test\":", stream);
	put_string_or_null(stream, report->test);
	put_text_member(stream, "fdr", report->fdr);
	fputs(",\"alpha\":", stream);
	put_number(stream, report->alpha);
	fputs(",\"confidence\":", stream);
	put_number(stream, report->confidence);
	fputs("},\"rules\":[", stream);
	put_rules(stream, report->rules);
	putc(']', stream);
	if (comparison->metrics == METRICS_UNKNOWN)
		put_no_counts(stream);
	else
		put_counts(stream, report, comparison);
	fputs(",\"session\":", stream);
	put_number(stream, comparison->session);
	fputs(",\"problems\":[", stream);
	put_problems(stream, report, comparison);
	fputs("]}\n", stream);
}

/* The values of one side by run. */
static void put_side(FILE *stream, const struct run_set *runs,
		     const struct finding *finding, enum flag absent)
{
	struct column column = run_set_column(runs, finding->number);
	bool zero = finding->flags & 1u << absent;
	size_t at = 0;

	for (size_t run = 0; run < runs->runs; run++) {
		if (run)
			putc(',', stream);
		if (at < column.n && column.run[at] == run)
			put_number(stream, column.value[at++]);
		else if (zero && (finding->kind == KIND_FAILURE ||
				  !runs->incomplete[run]))
			putc('0', stream);
		else
			fputs("null", stream);
	}
}

static void put_samples(FILE *stream, const struct report_row *row)
{
	fputs("{\"base\":[", stream);
	put_side(stream, &row->comparison->base->runs, row->finding,
		 FLAG_ABSENT_BASE);
	fputs("],\"candidate\":[", stream);
	put_side(stream, &row->comparison->candidate->runs, row->finding,
		 FLAG_ABSENT_CANDIDATE);
	fputs("]}", stream);
}

static void put_flags(FILE *stream, unsigned flags)
{
	bool first = true;

	putc('[', stream);
	for (unsigned i = 0; i < FLAGS; i++) {
		if (!(flags & 1u << i))
			continue;
		if (!first)
			putc(',', stream);
		json_put_text(stream, flag_name(i));
		first = false;
	}
	putc(']', stream);
}

void json_member(FILE *stream, const struct field *field, const void *row)
{
	char room[FIELD_ROOM];
	const char *text = field_text(field, row, room);

	put_key(stream, field->name, false);
	switch (field->type) {
	case FIELD_FLAGS:
		put_flags(stream, *(const uint16_t *)((const char *)row +
						      field->offset));
		break;
	case FIELD_NUMBER:
	case FIELD_COUNT:
	case FIELD_BOOL:
		fputs(*text ? text : "null", stream);
		break;
	default:
		put_string_or_null(stream, text);
	}
}

static void put_field(FILE *stream, const struct field *field,
		      const struct report_row *row)
{
	if (field->type != FIELD_SAMPLES) {
		json_member(stream, field, row->finding);
		return;
	}
	put_key(stream, field->name, false);
	put_samples(stream, row);
}

bool report_jsonl(const struct report *report, FILE *stream)
{
	for (size_t i = 0; i < report->comparisons; i++)
		put_run(stream, report, &report->comparison[i]);
	for (size_t r = 0; r < report->rows; r++) {
		fputs("{\"type\":\"finding\"", stream);
		for (size_t f = 0; f < report->fields; f++)
			put_field(stream, report->field[f], &report->row[r]);
		fputs("}\n", stream);
	}
	return !ferror(stream);
}
