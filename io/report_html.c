/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/headline.h"
#include "io/html.h"
#include "io/html_page.h"

static void put_lines(FILE *stream, const char *const *line)
{
	for (; *line; line++)
		fputs(*line, stream);
}

static void put_title(const struct html_page *page)
{
	const struct finding *finding = headline_of(page->report);
	FILE *stream = page->stream;

	fputs("<title>", stream);
	if (!finding) {
		fputs("nothing to report", stream);
	} else {
		if (finding->kind == KIND_PERFORMANCE)
			headline_put_size(stream, finding);
		html_text(stream, finding->metric);
		headline_put_rest(stream, finding);
	}
	fputs(" – perfsift</title>\n", stream);
}

/* Nothing is fetched, whatever stands in the page. */
static void put_head(const struct html_page *page)
{
	FILE *stream = page->stream;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\""
	      "default-src 'none'; style-src 'unsafe-inline'; "
	      "script-src 'unsafe-inline'; base-uri 'none'; "
	      "form-action 'none'\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, "
	      "initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n"
	      "<meta name=\"referrer\" content=\"no-referrer\">\n"
	      "<meta name=\"generator\" content=\"perfsift " PERFSIFT_VERSION
	      "\">\n",
	      stream);
	put_title(page);
	fputs("<style>\n", stream);
	put_lines(stream, html_style);
	fputs("</style>\n</head>\n<body>\n<main>\n", stream);
}

static void put_end(const struct html_page *page)
{
	fputs("</main>\n<footer>perfsift " PERFSIFT_VERSION "</footer>\n"
	      "<script>\n",
	      page->stream);
	put_lines(page->stream, html_script);
	fputs("</script>\n</body>\n</html>\n", page->stream);
}

bool report_html(const struct report *report, FILE *stream)
{
	struct html_page page;
	bool done = html_page_make(&page, report, stream);

	if (done) {
		put_head(&page);
		done = html_put_summary(&page);
	}
	if (done) {
		html_put_findings(&page);
		done = html_put_plots(&page);
	}
	if (done) {
		html_put_rest(&page);
		html_put_method(&page);
		put_end(&page);
	}
	html_page_release(&page);
	return done && !ferror(stream);
}
