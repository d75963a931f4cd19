/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "io/digest.h"
#include "io/lkp_table.h"
#include "io/mail_header.h"
#include "io/mail_lines.h"
#include "io/mail_page.h"
#include "io/report.h"
#include "io/sections.h"
#include "io/text.h"

enum {
	SUBJECT_PART = 60,
	SUBJECT_METRIC = 200,
};

/* The last part of a repository's address, without ".git". */
static void name_repository(const char *repository, char name[MAIL_NAME_ROOM])
{
	size_t length = strlen(repository), begin;
	char text[MAIL_NAME_ROOM];

	while (length && repository[length - 1] == '/')
		length--;
	if (length > 4 && memcmp(repository + length - 4, ".git", 4) == 0)
		length -= 4;
	begin = length;
	while (begin && repository[begin - 1] != '/')
		begin--;
	snprintf(text, sizeof(text), "%.*s", (int)(length - begin),
		 repository + begin);
	mail_name(text, SUBJECT_PART, name);
}

/* The title up to its first colon, unless it quotes another title. */
static void name_subsystem(const char *title, char name[MAIL_NAME_ROOM])
{
	size_t length = strcspn(title, ":\"");
	char text[MAIL_NAME_ROOM];

	name[0] = '\0';
	if (title[length] != ':')
		return;
	snprintf(text, sizeof(text), "%.*s", (int)length, title);
	mail_name(text, SUBJECT_PART, name);
}

/* "[REPOSITORY:BRANCH] [SUBSYSTEM] ", without what is not known. */
static void write_origin(const struct commit *commit, char *text, size_t room)
{
	char repository[MAIL_NAME_ROOM] = "", branch[MAIL_NAME_ROOM] = "";
	char subsystem[MAIL_NAME_ROOM] = "";
	bool known;

	if (commit->repository)
		name_repository(commit->repository, repository);
	if (commit->branch)
		mail_name(commit->branch, SUBJECT_PART, branch);
	if (commit->subject)
		name_subsystem(commit->subject, subsystem);
	known = *repository || *branch;
	snprintf(text, room, "%s%s%s%s%s%s%s%s", known ? "[" : "", repository,
		 *repository && *branch ? ":" : "", branch, known ? "] " : "",
		 *subsystem ? "[" : "", subsystem, *subsystem ? "] " : "");
}

/* Of all comparisons of the two commits. */
static size_t unproven_kpis(const struct mail_page *page)
{
	size_t kpis = 0;

	for (size_t c = 0; c < page->report->comparisons; c++) {
		const struct comparison *comparison =
			&page->report->comparison[c];

		if (!mail_is_about(page, comparison))
			continue;
		for (size_t i = 0; i < comparison->findings; i++)
			kpis += comparison->finding[i].more_runs &&
				comparison->finding[i].kpi != KPI_NO;
	}
	return kpis;
}

static void write_nothing(const struct mail_page *page, char *text, size_t room)
{
	size_t tested, kpis = unproven_kpis(page);
	const char *how = mail_tested(page, true, &tested);
	char unproven[64] = "";

	if (kpis)
		snprintf(unproven, sizeof(unproven), ", %zu KPI%s unproven",
			 kpis, kpis == 1 ? "" : "s");
	snprintf(text, room, "nothing to report: %zu metric%s %s%s", tested,
		 tested == 1 ? "" : "s", how, unproven);
}

static void write_subject(const struct mail_page *page, char *text, size_t room)
{
	const struct finding *finding = page->headline;
	char origin[MAIL_TEXT_ROOM], commit[MAIL_NAME_ROOM];
	char metric[MAIL_NAME_ROOM] = "", news[128];

	write_origin(page->comparison->candidate, origin, sizeof(origin));
	mail_commit(page->comparison->candidate, 10, commit);
	if (!finding)
		write_nothing(page, news, sizeof(news));
	else if (finding->kind == KIND_FAILURE)
		mail_failure(finding, news, sizeof(news));
	else
		mail_change(finding, news, sizeof(news));
	if (finding)
		mail_name(finding->metric, SUBJECT_METRIC, metric);
	snprintf(text, room, "%s%s: %s%s%s", origin, commit, metric,
		 *metric ? " " : "", news);
}

/* Of the finding, or of what was compared: the same in every run. */
static uint64_t identify(const struct mail_page *page)
{
	const struct comparison *comparison = page->comparison;
	struct digest digest;

	if (page->headline && page->headline->id)
		return page->headline->id;
	digest_begin(&digest);
	digest_text(&digest, comparison->group->name);
	digest_text(&digest, page->headline ? page->headline->metric : "");
	digest_text(&digest, comparison->base->id);
	digest_last(&digest, comparison->candidate->id);
	return digest_end(&digest);
}

/* What a mail answers is an id, or NULL. */
static bool put_headers(const struct report *report, FILE *stream,
			const char *subject, uint64_t id, const char *answered)
{
	const struct mail *mail = &report->mail;
	char date[MAIL_DATE_ROOM];

	mail_header_addresses(stream, "From", &mail->from, mail->from != NULL);
	mail_header_addresses(stream, "To", mail->to, mail->tos);
	mail_header_addresses(stream, "Cc", mail->cc, mail->ccs);
	if (!mail_header_text(stream, "Subject", subject))
		return false;
	mail_date(mail->date, date);
	fprintf(stream, "Date: %s\nMessage-ID: <%016" PRIx64 "@perfsift>\n",
		date, id);
	if (answered && mail_header_id(stream, "In-Reply-To", answered))
		mail_header_id(stream, "References", answered);
	fputs("MIME-Version: 1.0\n"
	      "Content-Type: text/plain; charset=utf-8\n"
	      "Content-Transfer-Encoding: 8bit\n\n",
	      stream);
	return true;
}

static bool put_header(const struct mail_page *page, FILE *stream)
{
	char subject[2 * MAIL_TEXT_ROOM];

	write_subject(page, subject, sizeof(subject));
	return put_headers(page->report, stream, subject, identify(page),
			   page->comparison->candidate->message_id);
}

static void put_known(struct mail_page *page, const char *label,
		      const char *text)
{
	if (!text || !*text)
		return;
	fprintf(page->stream, "%s: ", label);
	mail_put(page, text);
	putc('\n', page->stream);
}

/* Where the commit is, and how it was tested. */
static void put_setting(struct mail_page *page)
{
	const struct commit *commit = page->comparison->candidate;
	const struct group *group = page->comparison->group;
	const char *machine = group->machine && *group->machine ?
				      group->machine :
				      group_axis(group, "tbox_group");
	bool any = false;

	putc('\n', page->stream);
	put_known(page, "repository", commit->repository);
	put_known(page, "branch", commit->branch);
	put_known(page,
		  mail_is_commit(page->comparison->base) ? "base commit" :
							   "base",
		  page->comparison->base->id);
	put_known(page, "testcase", group_axis(group, "testcase"));
	put_known(page, "config", group_axis(group, "kconfig"));
	put_known(page, "compiler", group_axis(group, "compiler"));
	put_known(page, "test machine", machine);
	for (size_t i = 0; i < group->axes; i++) {
		if (!mail_is_parameter(&group->axis[i]))
			continue;
		if (!any)
			fputs("parameters:\n\n", page->stream);
		any = true;
		fputs("\t", page->stream);
		mail_put(page, group->axis[i].name);
		fputs(": ", page->stream);
		mail_put(page, group->axis[i].value);
		putc('\n', page->stream);
	}
}

static void put_rules(struct mail_page *page)
{
	const struct rules *rules = page->report->rules;

	for (size_t i = 0; rules && i < rules->files; i++) {
		fputs(i ? ", " : "\nrules: ", page->stream);
		mail_put(page, rules->file[i].name);
		fprintf(page->stream, " %016" PRIx64,
			rules->file[i].fingerprint);
	}
	if (rules && rules->files)
		putc('\n', page->stream);
}

static bool needs_quotes(const char *text)
{
	return !*text || text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
					   "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789_@%+=:,./-")];
}

/* As a shell takes it. */
static void put_word(struct mail_page *page, const char *text)
{
	if (!needs_quotes(text)) {
		fputs(text, page->stream);
		return;
	}
	putc('\'', page->stream);
	while (*text) {
		unsigned code;
		size_t length = text_code_point(text, &code);

		if (*text == '\'')
			fputs("'\\'", page->stream);
		if (!length || text_is_unsafe(code))
			putc('?', page->stream);
		else
			fwrite(text, 1, length, page->stream);
		text += length ? length : 1;
	}
	putc('\'', page->stream);
}

static void put_command(struct mail_page *page)
{
	const struct mail *mail = &page->report->mail;

	if (!mail->words)
		return;
	fputs("\nto see these figures again:\n\n\t", page->stream);
	for (size_t i = 0; i < mail->words; i++) {
		const struct command_word *word = &mail->again[i];

		if (i)
			putc(' ', page->stream);
		if (word->option)
			fprintf(page->stream, "--%s%s", word->option,
				word->text ? " " : "");
		if (word->text)
			put_word(page, word->text);
	}
	putc('\n', page->stream);
}

static void put_again(struct mail_page *page)
{
	const char *reproduce = page->comparison->candidate->reproduce;

	if (reproduce && *reproduce) {
		fputs("\nto reproduce:\n\n\t", page->stream);
		mail_put(page, reproduce);
		putc('\n', page->stream);
	}
	put_command(page);
	put_rules(page);
}

/* A mail is about one candidate; the others are named, each but once. */
static void put_others(struct mail_page *page)
{
	const struct comparison *list = page->report->comparison;

	for (size_t c = 0; c < page->report->comparisons; c++) {
		size_t first = 0;

		if (mail_is_about(page, &list[c]))
			continue;
		while (strcmp(list[first].candidate->id,
			      list[c].candidate->id) != 0 ||
		       strcmp(list[first].base->id, list[c].base->id) != 0)
			first++;
		if (first != c)
			continue;
		fputs("\nnot in this mail: ", page->stream);
		mail_put(page, list[c].candidate->id);
		fputs(" against ", page->stream);
		mail_put(page, list[c].base->id);
		putc('\n', page->stream);
	}
}

/* Puts the rows that a table shows in front; returns how many. */
static size_t choose_rows(const struct mail_page *page, struct mail_rows rows,
			  const struct report_row **chosen)
{
	size_t count = 0;

	for (size_t r = 0; r < rows.rows; r++)
		if (mail_shows(page->report, rows.row[r]->finding))
			chosen[count++] = rows.row[r];
	return count;
}

static bool put_table(struct mail_page *page,
		      const struct comparison *comparison,
		      const struct report_row **row, size_t rows)
{
	struct lkp_table table = { .comparison = comparison,
				   .candidates = 1,
				   .row = row,
				   .rows = rows,
				   .most = page->report->mail.rows };

	if (!lkp_table_put(page->stream, &table))
		return false;
	if (table.left_out)
		fprintf(page->stream, "and %zu more in findings.csv\n",
			table.left_out);
	return true;
}

/* The headline's group first, the others as they rank. */
static bool put_tables(struct mail_page *page)
{
	const struct sections *sections = page->sections;
	const struct report_row **row =
		malloc((page->report->rows + 1) * sizeof(*row));
	bool done = row;

	for (size_t i = 0; done && i <= sections->count; i++) {
		const struct comparison *comparison =
			i ? &page->report->comparison[sections->order[i - 1]] :
			    page->comparison;
		size_t rows;

		if ((i && comparison == page->comparison) ||
		    !mail_is_about(page, comparison))
			continue;
		rows = choose_rows(page, mail_rows(page, comparison), row);
		if (!rows)
			continue;
		if (i)
			done = lkp_separator_put(page->stream,
						 comparison->group);
		else
			putc('\n', page->stream);
		done = done && put_table(page, comparison, row, rows);
	}
	free(row);
	return done;
}

static bool put_body(struct mail_page *page)
{
	mail_evidence(page);
	put_setting(page);
	put_again(page);
	put_others(page);
	mail_box(page);
	if (!put_tables(page))
		return false;
	mail_trend(page);
	return !page->failed;
}

/* No group has runs of both sides: there is nothing that it could be about. */
static bool put_empty(const struct report *report, FILE *stream)
{
	return put_headers(report, stream, "nothing was compared", 0, NULL) &&
	       fputs("Nothing was compared.\n", stream) != EOF;
}

bool report_mail(const struct report *report, FILE *stream)
{
	struct sections sections = { 0 };
	struct mail_page page = { .report = report, .sections = &sections };
	struct mail_lines lines = { .stream = stream };
	bool done;

	if (!report->comparisons)
		return put_empty(report, stream) && !ferror(stream);
	done = sections_make(&sections, report, NULL, 0);
	if (done) {
		mail_choose(&page);
		done = put_header(&page, stream);
	}
	page.stream = done ? mail_lines_open(&lines) : NULL;
	done = page.stream && put_body(&page);
	if (page.stream && fclose(page.stream) != 0)
		done = false;
	sections_release(&sections);
	return done && !ferror(stream);
}
