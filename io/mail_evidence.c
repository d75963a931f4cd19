/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/banners.h"
#include "io/cells.h"
#include "io/mail_page.h"
#include "io/strip.h"
#include "io/text.h"
#include "io/unproven.h"

enum {
	STRIP_COLUMNS = 60,
	VALUES_SHOWN = 12, /* of one side */
	LIST_SHOWN = 3,	   /* names of a list */
	NAME = 120,	   /* columns of a name among others */
};

/* The clock of processors while they work, by the end of the metric's name. */
static const char *const clocks[] = {
	"Bzy_MHz",				       /* turbostat */
	"scaling_cur_freq",			       /* cpufreq */
	"cpuinfo_cur_freq", "cpuinfo_avg_freq", "GHz", /* perf stat */
};

/* "an 8.0%", "an 11.3%", "an improvement". */
static const char *article(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	if (*text == '8' || (digits == 2 && (strncmp(text, "11", 2) == 0 ||
					     strncmp(text, "18", 2) == 0)))
		return "an";
	return "a";
}

static void put_commit(struct mail_page *page)
{
	const struct commit *commit = page->comparison->candidate;

	fprintf(page->stream,
		"%s: ", mail_is_commit(commit) ? "commit" : "candidate");
	mail_put(page, commit->id);
	if (commit->subject && *commit->subject) {
		fputs(" (\"", page->stream);
		mail_put(page, commit->subject);
		fputs("\")", page->stream);
	}
	fputs("\n\n", page->stream);
}

/* Comparisons of the two commits, and what is reported of them. */
static size_t count_groups(const struct mail_page *page, size_t *reported)
{
	size_t groups = 0;

	*reported = 0;
	for (size_t c = 0; c < page->report->comparisons; c++) {
		const struct comparison *comparison =
			&page->report->comparison[c];

		if (!mail_is_about(page, comparison))
			continue;
		groups++;
		*reported += comparison->reported;
	}
	return groups;
}

/* The first line: what was noticed, of which commit. */
static void put_news(struct mail_page *page)
{
	const struct finding *finding = page->headline;
	char text[128];
	size_t tested;

	if (!finding) {
		const char *how = mail_tested(page, true, &tested);

		fprintf(page->stream,
			"nothing to report: %zu metric%s %s and none proven to "
			"have changed, of:\n\n",
			tested, tested == 1 ? "" : "s", how);
	} else if (finding->kind == KIND_FAILURE) {
		mail_failure(finding, text, sizeof(text));
		fputs("perfsift noticed that ", page->stream);
		mail_put(page, finding->metric);
		fprintf(page->stream, " %s, on:\n\n", text);
	} else {
		mail_change(finding, text, sizeof(text));
		fprintf(page->stream, "perfsift noticed %s %s of ",
			article(text), text);
		mail_put(page, finding->metric);
		fprintf(page->stream, "%s on:\n\n", mail_lower(finding));
	}
	put_commit(page);
}

static void put_measures(struct mail_page *page)
{
	static const char *const ways[] = {
		[BETTER_UNKNOWN] = "which way is good is not known",
		[BETTER_HIGHER] = "higher is better",
		[BETTER_LOWER] = "lower is better",
		[BETTER_NEITHER] = "neither way is good",
	};
	const struct finding *finding = page->headline;
	bool failure = finding->kind == KIND_FAILURE;
	const char *way = failure ? "fewer are better" : ways[finding->better];
	const char *about = failure ? "runs that fail" : "no rule tells what";
	char name[MAIL_NAME_ROOM];

	if (finding->about && *finding->about)
		about = mail_name(finding->about, 200, name);
	mail_item(page, "measures", "%s; %s", about, way);
}

/* One side: its mean, its runs, its commit. */
static void put_side(struct mail_page *page, const char *label,
		     const struct side *side, const struct commit *commit)
{
	const struct finding *finding = page->headline;
	double percent = 100 * side->sd / fabs(side->mean);
	char name[MAIL_NAME_ROOM], unit[MAIL_NAME_ROOM] = "";
	char mean[32], deviation[32] = "";

	mail_commit(commit, 12, name);
	if (finding->kind == KIND_FAILURE) {
		mail_item(page, label,
			  "%" PRIu32 " of %" PRIu32 " runs fail, of %s",
			  side->fails, side->n, name);
		return;
	}
	if (finding->unit)
		mail_name(finding->unit, 40, unit);
	format_mean(side->mean, mean, sizeof(mean));
	if (isfinite(percent))
		snprintf(deviation, sizeof(deviation), " ±%.*f%%",
			 percent < 9.95, percent);
	mail_item(page, label, "%s%s%s%s, mean of %" PRIu32 " run%s of %s",
		  mean, *unit ? " " : "", unit, deviation, side->n,
		  side->n == 1 ? "" : "s", name);
}

static void put_change(struct mail_page *page, const struct cells *cells)
{
	const struct finding *finding = page->headline;
	const char *points = finding->change_kind == CHANGE_RELATIVE ||
					     !*cells->text[CELL_CHANGE] ?
				     "" :
				     " points";
	char interval[2 * CELL_ROOM + 8] = "", q[CELL_ROOM + 8] = "";
	char head[CELL_ROOM];

	format_interval_head(page->report->confidence, head);

	if (*cells->text[CELL_INTERVAL])
		snprintf(interval, sizeof(interval), "; %s %s", head,
			 cells->text[CELL_INTERVAL]);
	if (*cells->text[CELL_Q])
		snprintf(q, sizeof(q), "; q = %s", cells->text[CELL_Q]);
	mail_item(page, "change", "%s%s%s%s%s", cells->text[CELL_CHANGE],
		  points, interval, q,
		  finding->reported ? "" : "; not proven to be real");
}

static void put_detectable(struct mail_page *page)
{
	const struct finding *finding = page->headline;
	char text[32];

	if (!isfinite(finding->detectable))
		return;
	format_change(fabs(finding->detectable), finding->change_kind, text,
		      sizeof(text));
	mail_item(page, "smallest",
		  "change that these runs would prove: %s%s (with 80%% power)",
		  text + 1,
		  finding->change_kind == CHANGE_RELATIVE ? "" : " points");
}

static void put_status(struct mail_page *page)
{
	const struct finding *finding = page->headline;
	char status[MAIL_NAME_ROOM], since[MAIL_NAME_ROOM];

	if (!finding->status || !*finding->status)
		return;
	mail_name(finding->status, 40, status);
	mail_name(finding->first_seen ? finding->first_seen : "", 40, since);
	mail_item(page, "status", "%s%s%s", status,
		  *since ? ", first seen " : "", since);
}

static void put_metrics(struct mail_page *page)
{
	const struct comparison *comparison = page->comparison;
	struct unproven unproven = unproven_of(page->report, comparison);
	size_t reported, groups = count_groups(page, &reported), tested, all;
	const char *how = mail_tested(page, false, &tested);
	const char *all_how = mail_tested(page, true, &all);
	char here[128], more[128] = "", kpis[192] = "";

	snprintf(here, sizeof(here), "%zu %s, %zu reported", tested, how,
		 comparison->reported);
	if (groups > 1)
		snprintf(more, sizeof(more),
			 "; in all %zu groups %zu %s, %zu reported", groups,
			 all, all_how, reported);
	if (unproven.kpis)
		snprintf(kpis, sizeof(kpis), "; %zu unproven KPI%s%s%s%s",
			 unproven.kpis, unproven.kpis == 1 ? "" : "s",
			 *unproven.runs ? " (" : "", unproven.runs,
			 *unproven.runs ? ")" : "");
	mail_item(page, "metrics", "%s%s%s", here, more, kpis);
}

static void put_cautions(struct mail_page *page)
{
	fputs("Significance is not attribution: that the runs differ does not "
	      "say why.\n"
	      "Intervals are per metric, and not adjusted for selection.\n",
	      page->stream);
}

static void put_flags(struct mail_page *page)
{
	char text[MAIL_TEXT_ROOM] = "";
	size_t used = 0;

	for (unsigned i = 0; i < FLAGS; i++)
		if (page->headline->flags & 1u << i)
			used += (size_t)snprintf(text + used,
						 sizeof(text) - used, "%s%s",
						 used ? "; " : "", flag_doc(i));
	mail_item(page, "flags", "%s", used ? text : "none");
}

static void put_banners(struct mail_page *page)
{
	char text[BANNERS_MAX][BANNER_ROOM];
	size_t count = banners_of(page->comparison, text);

	for (size_t i = 0; i < count; i++)
		mail_item(page, "NOTE", "%s", text[i]);
}

static bool is_clock(const char *metric)
{
	size_t length = strlen(metric);

	for (size_t i = 0; i < sizeof(clocks) / sizeof(*clocks); i++) {
		size_t end = strlen(clocks[i]);

		if (length >= end &&
		    strcmp(metric + length - end, clocks[i]) == 0 &&
		    (length == end || metric[length - end - 1] == '.'))
			return true;
	}
	return false;
}

static double percent_of(const struct finding *finding)
{
	return 100 * finding->difference / fabs(finding->base.mean);
}

/* A faster clock makes rates rise and times fall. */
static bool is_covariate(const struct finding *clock, const struct finding *kpi)
{
	double moved = percent_of(clock), change = percent_of(kpi);

	if (kpi->better == BETTER_LOWER)
		moved = -moved;
	return clock != kpi && clock->verdict == VERDICT_CHANGED &&
	       is_clock(clock->metric) && moved * change > 0 &&
	       fabs(moved) >= fabs(change) / 2;
}

static void put_covariates(struct mail_page *page)
{
	struct mail_rows rows = mail_rows(page, page->comparison);

	if (page->headline->kind == KIND_FAILURE)
		return;
	for (size_t r = 0; r < rows.rows; r++) {
		const struct finding *clock = rows.row[r]->finding;
		char name[MAIL_NAME_ROOM], text[32];

		if (!is_covariate(clock, page->headline))
			continue;
		format_change(percent_of(clock), CHANGE_RELATIVE, text,
			      sizeof(text));
		mail_item(page, "clock",
			  "%s moved by %s, which may be the whole reason",
			  mail_name(clock->metric, NAME, name), text);
	}
}

/* Other news that weighs more than its place in a table: what fails now. */
static void put_failures(struct mail_page *page)
{
	struct mail_rows rows = mail_rows(page, page->comparison);
	size_t count = 0;

	for (size_t r = 0; r < rows.rows; r++) {
		const struct finding *finding = rows.row[r]->finding;
		char name[MAIL_NAME_ROOM], text[128];

		if (finding->kind != KIND_FAILURE ||
		    finding == page->headline ||
		    !mail_shows(page->report, finding) ||
		    (!finding->reported &&
		     !(finding->flags & 1u << FLAG_NEW_FAILURE)))
			continue;
		mail_failure(finding, text, sizeof(text));
		if (count++ < LIST_SHOWN)
			mail_item(page, "failure", "%s %s",
				  mail_name(finding->metric, NAME, name), text);
	}
	if (count > LIST_SHOWN)
		mail_item(page, "", "and %zu more, see the table",
			  count - LIST_SHOWN);
}

static size_t incomplete(const struct commit *commit)
{
	return commit->runs.runs -
	       run_set_runs(&commit->runs, KIND_PERFORMANCE);
}

static void put_left_out(struct mail_page *page)
{
	const struct report *report = page->report;
	const struct comparison *comparison = page->comparison;
	size_t base = incomplete(comparison->base);
	size_t candidate = incomplete(comparison->candidate);
	size_t count = 0;

	if (report->mail.skipped)
		mail_item(page, "left out", "the first %zu run%s of each side",
			  report->mail.skipped,
			  report->mail.skipped == 1 ? "" : "s");
	if (base + candidate)
		mail_item(page, "left out",
			  "%zu incomplete run%s of the base and %zu of the "
			  "candidate, but for failures",
			  base, base == 1 ? "" : "s", candidate);
	for (size_t i = comparison->problems_begin;
	     report->problems && i < comparison->problems_end; i++) {
		const struct problem *problem = &report->problems->list[i];
		char file[MAIL_NAME_ROOM], what[MAIL_NAME_ROOM];

		if (!problem_is_of(problem, comparison) ||
		    count++ >= LIST_SHOWN)
			continue;
		mail_item(page, "left out", "%s: %s",
			  mail_name(problem->file, NAME, file),
			  mail_name(problem->what, NAME, what));
	}
	if (count > LIST_SHOWN)
		mail_item(page, "", "and %zu more faults", count - LIST_SHOWN);
	if (comparison->base_missing + comparison->candidate_missing)
		mail_item(page, "left out",
			  "missing samples (empty, nan, inf): base %zu, "
			  "candidate %zu",
			  comparison->base_missing,
			  comparison->candidate_missing);
}

static void widen(struct strip_scale *scale, struct column column)
{
	for (size_t i = 0; i < column.n; i++) {
		scale->least = fmin(scale->least, column.value[i]);
		scale->most = fmax(scale->most, column.value[i]);
	}
}

static void put_strip(struct mail_page *page, const char *label,
		      const struct strip_scale *scale, struct column column)
{
	char text[STRIP_ROOM];

	strip_dots(scale, column, text);
	fprintf(page->stream, "%-12s|%s|\n", label, text);
}

/* In the order of the runs. */
static void put_numbers(struct mail_page *page, const char *label,
			struct column column)
{
	char text[VALUES_SHOWN * 34 + 64] = "";
	size_t used = 0;

	for (size_t i = 0; i < column.n && i < VALUES_SHOWN; i++) {
		char value[32];

		format_value(column.value[i], value, sizeof(value));
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%s", i ? " " : "", value);
	}
	if (column.n > VALUES_SHOWN)
		snprintf(text + used, sizeof(text) - used, " and %zu more",
			 column.n - VALUES_SHOWN);
	mail_item(page, label, "%s", text);
}

static void put_runs(struct mail_page *page)
{
	struct strip_scale scale = { .least = INFINITY,
				     .most = -INFINITY,
				     .columns = STRIP_COLUMNS };
	struct mail_values values;
	char least[32], most[32];

	if (page->headline->kind == KIND_FAILURE)
		return;
	mail_values_find(page, &values);
	if (values.base.n + values.candidate.n) {
		widen(&scale, values.base);
		widen(&scale, values.candidate);
		format_value(scale.least, least, sizeof(least));
		format_value(scale.most, most, sizeof(most));
		fprintf(page->stream, "%-13s%-*s%s\n", "runs",
			(int)(scale.columns - strlen(most)), least, most);
		put_strip(page, "  base", &scale, values.base);
		put_strip(page, "  candidate", &scale, values.candidate);
		put_numbers(page, "  base", values.base);
		put_numbers(page, "  candidate", values.candidate);
	} else {
		mail_item(page, "runs", "their values are not at hand");
	}
	mail_values_release(&values);
}

/* The KPIs of which the runs prove nothing. */
static void put_kpis(struct mail_page *page)
{
	struct mail_rows rows = mail_rows(page, page->comparison);
	size_t count = 0;

	for (size_t r = 0; r < rows.rows; r++) {
		const struct finding *finding = rows.row[r]->finding;
		char name[MAIL_NAME_ROOM];
		struct cells cells;

		if (finding->kpi == KPI_NO || finding->kind == KIND_FAILURE ||
		    count++ >= LIST_SHOWN)
			continue;
		cells_make(&cells, finding);
		mail_item(page, "KPI", "%s: %s%s%s, %s",
			  mail_name(finding->metric, NAME, name),
			  cells.text[CELL_CHANGE],
			  *cells.text[CELL_INTERVAL] ? ", interval " : "",
			  cells.text[CELL_INTERVAL],
			  finding->reason ? finding->reason : "");
	}
	if (count > LIST_SHOWN)
		mail_item(page, "", "and %zu more (perfsift compare --all)",
			  count - LIST_SHOWN);
}

static void put_figures(struct mail_page *page)
{
	const struct finding *finding = page->headline;
	struct cells cells;

	cells_make(&cells, finding);
	put_measures(page);
	put_side(page, "base", &finding->base, page->comparison->base);
	put_side(page, "candidate", &finding->candidate,
		 page->comparison->candidate);
	put_change(page, &cells);
	put_detectable(page);
	put_status(page);
}

/* What casts doubt on it comes first, then what it was seen in. */
void mail_evidence(struct mail_page *page)
{
	put_news(page);
	if (page->headline) {
		put_figures(page);
		put_flags(page);
		put_covariates(page);
	}
	put_banners(page);
	if (page->headline) {
		put_cautions(page);
		put_runs(page);
	}
	put_metrics(page);
	if (page->news != NEWS_KPI)
		put_kpis(page);
	if (page->headline)
		put_failures(page);
	put_left_out(page);
}
