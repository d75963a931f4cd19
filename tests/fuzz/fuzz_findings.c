/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/findings_read.h"
#include "io/text.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes as findings, jsonl or csv.  What is refused must say where; what is
 * accepted becomes comparisons whose parts belong together, is written as jsonl,
 * and reads back as the same lines.
 */

enum fuzz_verdict fuzz_verdict;

/* Findings that were read, and what they became. */
struct page {
	struct findings findings;
	struct archive archive;
	struct rules rules;
	struct comparison *comparison;
	size_t comparisons;
	struct report_row *row;
	size_t rows;
};

static bool page_read(struct page *page, const char *path,
		      struct problems *problems)
{
	struct joined joined = { .archive = &page->archive,
				 .rules = &page->rules };
	struct error error = { 0 };

	*page = (struct page){ 0 };
	law(findings_read(&page->findings, path, problems, &error));
	if (problems->count)
		return false;
	law(findings_join(&page->findings, &joined, &error));
	page->comparison = joined.comparison;
	page->comparisons = joined.comparisons;
	page->row = joined.row;
	page->rows = joined.rows;
	return true;
}

static void page_release(struct page *page)
{
	for (size_t c = 0; c < page->comparisons; c++)
		comparison_release(&page->comparison[c]);
	free(page->comparison);
	free(page->row);
	findings_release(&page->findings);
	archive_release(&page->archive);
	rules_release(&page->rules);
}

static void check_page(const struct page *page)
{
	size_t findings = 0;

	for (size_t c = 0; c < page->comparisons; c++) {
		const struct comparison *comparison = &page->comparison[c];

		law(comparison->group && comparison->base &&
		    comparison->candidate);
		law(comparison->told);
		findings += comparison->findings;
		for (size_t i = 1; i < comparison->findings; i++)
			law(comparison->finding[i - 1].number <
			    comparison->finding[i].number);
	}
	law(findings == page->rows);
	for (size_t r = 0; r < page->rows; r++) {
		const struct finding *finding = page->row[r].finding;

		law(finding->metric);
		law(finding->number <
		    page->row[r].comparison->group->names.count);
	}
}

/* As jsonl, to be freed. */
static char *write_page(const struct page *page, size_t *size)
{
	static const struct problems none;
	struct report report = {
		.comparison = page->comparison,
		.comparisons = page->comparisons,
		.row = page->row,
		.rows = page->rows,
		.field = page->findings.fields.field,
		.fields = page->findings.fields.count,
		.problems = &none,
		.rules = &page->rules,
		.test = "",
		.fdr = "",
	};
	char *text = NULL;
	FILE *stream = open_memstream(&text, size);

	law(stream);
	law(report_jsonl(&report, stream));
	law(fclose(stream) == 0);
	return text;
}

/* What is no UTF-8 is written as U+FFFD, and names may fall together. */
static bool is_utf_8(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	size_t at = 0, length;
	unsigned code;

	law(text);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	while ((length = text_code_point(text + at, &code)) > 0)
		at += length;
	free(text);
	return at == size;
}

/* Written and read again, it is the same. */
static void go_round(const struct page *page)
{
	struct problems problems = { 0 };
	size_t length, second_length, lines;
	char path[FUZZ_PATH], *second;
	char *text = write_page(page, &length);
	int file = fuzz_file((const uint8_t *)text, length, path, &lines);
	struct page other;

	law(page_read(&other, path, &problems));
	check_page(&other);
	law(other.rows == page->rows);
	second = write_page(&other, &second_length);
	law(second_length == length && memcmp(text, second, length) == 0);
	close(file);
	free(text);
	free(second);
	page_release(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems = { 0 };
	char path[FUZZ_PATH];
	size_t lines;
	int file = fuzz_file(data, size, path, &lines);
	struct page page;

	fuzz_verdict = FUZZ_BAD;
	if (page_read(&page, path, &problems) && page.comparisons) {
		fuzz_verdict = FUZZ_GOOD;
		check_page(&page);
		if (is_utf_8(data, size))
			go_round(&page);
	}
	for (size_t i = 0; i < problems.count; i++)
		law(problems.list[i].fault == FAULT_INPUT &&
		    problems.list[i].line <= lines && *problems.list[i].what);
	problems_release(&problems);
	page_release(&page);
	close(file);
	return 0;
}
