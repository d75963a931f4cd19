/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report_explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/cells.h"
#include "io/number.h"
#include "io/rule_lines.h"
#include "io/strip.h"
#include "io/text.h"
#include "io/text_layout.h"
#include "stats/gate.h"

enum {
	VALUE = 12,
	LABEL = 16, /* columns of what a line is about */
	STRIP_COLUMNS = 60,
	VALUES_SHOWN = 60 /* of one side */
};

/* Everything that the parts of an explanation need. */
struct page {
	const struct explanation *explanation;
	const struct report *report;
	const struct comparison *comparison;
	const struct finding *finding;
	FILE *stream;
};

static void put_label(const struct page *page, const char *label)
{
	fprintf(page->stream, "  %-*s", LABEL, label);
}

/* Figures to seven digits: enough to be followed by hand. */
static const char *figure(double value, char *text, size_t room)
{
	if (isnan(value))
		snprintf(text, room, "-");
	else
		snprintf(text, room, "%.7g", value);
	return text;
}

static const char *percent_of(const struct page *page)
{
	return page->finding->change_kind == CHANGE_RELATIVE ? "%" : " points";
}

static bool put_title(const struct page *page)
{
	const struct finding *finding = page->finding;
	const struct comparison *comparison = page->comparison;
	char text[512];

	if (text_put(page->stream, finding->metric, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	if (*finding->unit) {
		fputs(" [", page->stream);
		if (text_put(page->stream, finding->unit, SIZE_MAX / 2) ==
		    SIZE_MAX)
			return false;
		putc(']', page->stream);
	}
	putc('\n', page->stream);
	if (finding->rule->about) {
		fputs("  ", page->stream);
		if (text_put(page->stream, finding->rule->about,
			     SIZE_MAX / 2) == SIZE_MAX)
			return false;
		putc('\n', page->stream);
	}
	format_commit("base", comparison->base, text, sizeof(text));
	if (text_put(page->stream, text, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	fputs("   ", page->stream);
	format_commit("candidate", comparison->candidate, text, sizeof(text));
	if (text_put(page->stream, text, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	if (*finding->group) {
		fputs("   ", page->stream);
		if (text_put(page->stream, finding->group, SIZE_MAX / 2) ==
		    SIZE_MAX)
			return false;
	}
	fputs("\n\n", page->stream);
	return true;
}

static void put_decision(const struct page *page)
{
	static const char *const direction[] = {
		"",
		"an improvement",
		"a regression",
		"a change; no rule knows whether it is good",
	};
	const struct finding *finding = page->finding;

	if (finding->reported) {
		fprintf(page->stream, "reported: rank %" PRIu32 ", %s\n\n",
			finding->rank, direction[finding->direction]);
		return;
	}
	for (size_t i = 0; i < page->explanation->opinions; i++)
		if (page->explanation->opinion[i].opinion == OPINION_STOPS)
			fprintf(page->stream, "not reported: %s, %s\n\n",
				finding->reason,
				page->explanation->opinion[i].doc);
}

/* Values in run order; "-" where a run has none. */
static void put_values(const struct page *page, const struct run_set *runs)
{
	struct column column = run_set_column(runs, page->finding->number);
	size_t at = 0, shown = 0;
	char text[NUMBER_ROOM];

	for (size_t run = 0; run < runs->runs && shown < VALUES_SHOWN; run++) {
		bool there = at < column.n && column.run[at] == run;

		if (there)
			number_format(column.value[at++], text);
		fprintf(page->stream, "%s%s", shown++ ? " " : "",
			there ? text : "-");
	}
	if (runs->runs > shown)
		fprintf(page->stream, " and %zu more (-f jsonl --samples)",
			runs->runs - shown);
	putc('\n', page->stream);
}

static void put_strip(const struct page *page, const char *label,
		      const char *strip)
{
	put_label(page, label);
	fprintf(page->stream, "|%s|\n", strip);
}

static void put_strips(const struct page *page, struct column base,
		       struct column candidate)
{
	const struct finding *finding = page->finding;
	struct strip_scale scale = { .least = INFINITY,
				     .most = -INFINITY,
				     .columns = STRIP_COLUMNS };
	char text[STRIP_ROOM], least[NUMBER_ROOM], most[NUMBER_ROOM];

	for (size_t i = 0; i < base.n; i++) {
		scale.least = fmin(scale.least, base.value[i]);
		scale.most = fmax(scale.most, base.value[i]);
	}
	for (size_t i = 0; i < candidate.n; i++) {
		scale.least = fmin(scale.least, candidate.value[i]);
		scale.most = fmax(scale.most, candidate.value[i]);
	}
	number_format(scale.least, least);
	number_format(scale.most, most);
	put_label(page, "");
	fprintf(page->stream, " %-*s%s\n", (int)(scale.columns - strlen(most)),
		least, most);
	strip_dots(&scale, base, text);
	put_strip(page, "base", text);
	strip_dots(&scale, candidate, text);
	put_strip(page, "candidate", text);
	if (!(finding->floor > 0))
		return;
	strip_band(&scale, finding->base.mean, finding->floor, text);
	put_strip(page, "within floor", text);
}

static void put_samples(const struct page *page)
{
	const struct run_set *base = &page->comparison->base->runs;
	const struct run_set *candidate = &page->comparison->candidate->runs;
	struct column base_column = run_set_column(base, page->finding->number);
	struct column candidate_column =
		run_set_column(candidate, page->finding->number);

	fputs("samples\n", page->stream);
	if (page->finding->kind == KIND_PERFORMANCE &&
	    base_column.n + candidate_column.n)
		put_strips(page, base_column, candidate_column);
	put_label(page, "base");
	put_values(page, base);
	put_label(page, "candidate");
	put_values(page, candidate);
	putc('\n', page->stream);
}

static void put_pair(const struct page *page, const char *label, double base,
		     double candidate)
{
	char left[32], right[32];

	put_label(page, label);
	fprintf(page->stream, "%14s %14s\n", figure(base, left, sizeof(left)),
		figure(candidate, right, sizeof(right)));
}

static void put_sides(const struct page *page)
{
	const struct side *base = &page->finding->base;
	const struct side *candidate = &page->finding->candidate;

	fputs("sides\n", page->stream);
	put_label(page, "");
	fprintf(page->stream, "%14s %14s\n", "base", "candidate");
	put_pair(page, "runs", base->n, candidate->n);
	if (base->missing || candidate->missing)
		put_pair(page, "missing samples", base->missing,
			 candidate->missing);
	if (page->finding->kind == KIND_FAILURE) {
		put_pair(page, "failed", base->fails, candidate->fails);
		put_pair(page, "% failed", base->mean, candidate->mean);
	} else {
		put_pair(page, "mean", base->mean, candidate->mean);
		put_pair(page, "sd", base->sd, candidate->sd);
		put_pair(page, "median", base->median, candidate->median);
		put_pair(page, "min", base->min, candidate->min);
		put_pair(page, "max", base->max, candidate->max);
	}
	putc('\n', page->stream);
}

static void put_figure(const struct page *page, const char *label, double value,
		       const char *unit, const char *doc)
{
	char text[64];

	if (isnan(value))
		return;
	figure(value, text, sizeof(text) - 16);
	strncat(text, unit, 15);
	put_label(page, label);
	if (*doc)
		fprintf(page->stream, "%-22s %s\n", text, doc);
	else
		fprintf(page->stream, "%s\n", text);
}

static void put_interval(const struct page *page)
{
	const struct finding *finding = page->finding;
	char low[32], high[32], label[32];

	if (isnan(finding->ci_low))
		return;
	format_change(finding->ci_low, finding->change_kind, low, sizeof(low));
	format_change(finding->ci_high, finding->change_kind, high,
		      sizeof(high));
	snprintf(label, sizeof(label), "%g%% interval",
		 100 * page->report->confidence);
	put_label(page, label);
	fprintf(page->stream, "%s .. %s\n", low, high);
}

static void put_family(const struct page *page)
{
	static const char *const names[FAMILIES] = {
		[FAMILY_KPI] = "KPI",
		[FAMILY_MONITOR] = "monitor",
		[FAMILY_FAILURE] = "failure",
	};
	enum family family = family_of(page->finding);
	const struct family_summary *summary =
		&page->comparison->family[family];
	char doc[128];

	snprintf(doc, sizeof(doc), "among %zu %s%s in its family, %zu changed",
		 summary->size, names[family], summary->size == 1 ? "" : "s",
		 summary->changed);
	put_figure(page, "q", page->finding->q, "", doc);
	if (!isnan(page->finding->q))
		put_figure(page, "alpha", page->report->alpha, "",
			   "q must be at most that");
}

static void put_flags(const struct page *page)
{
	for (unsigned i = 0; i < FLAGS; i++) {
		if (!(page->finding->flags & 1u << i))
			continue;
		put_label(page, "flag");
		fprintf(page->stream, "%s: %s\n", flag_name(i), flag_doc(i));
	}
}

static void put_floor(const struct page *page)
{
	const struct finding *finding = page->finding;
	char doc[160], text[32];

	if (finding->kind == KIND_FAILURE)
		return;
	snprintf(doc, sizeof(doc), "floor of the difference: min_change %s%s",
		 figure(finding->min_change, text, sizeof(text)),
		 percent_of(page));
	if (finding->rule->min_delta > 0) {
		size_t used = strlen(doc);

		snprintf(doc + used, sizeof(doc) - used, ", min_delta %s",
			 figure(finding->rule->min_delta, text, sizeof(text)));
	}
	put_figure(page, "floor", finding->floor, "", doc);
}

/* An infinite number of degrees of freedom is one, too. */
static void put_noise(const struct page *page)
{
	const struct finding *finding = page->finding;

	put_figure(page, "noise of base", finding->base_noise, "",
		   "standard deviation after the prior");
	put_figure(page, "of candidate", finding->candidate_noise, "",
		   "the same");
	put_figure(page, "standard error", finding->se, "",
		   "of the difference, in Welch's form");
	put_figure(page, "its df", finding->se_df, "", "degrees of freedom");
	put_figure(page, "pooled error", finding->pooled_se, "",
		   "of the difference, both sides' noise taken as one");
	put_figure(page, "its df", finding->pooled_df, "",
		   "degrees of freedom");
}

static void put_figures(const struct page *page)
{
	const struct finding *finding = page->finding;
	bool failure = finding->kind == KIND_FAILURE;
	char label[64];

	snprintf(label, sizeof(label), "decision (--test %s)",
		 page->report->test);
	fprintf(page->stream, "%s\n",
		failure ? "decision (Fisher's exact test)" : label);
	put_figure(page, "difference", finding->difference, "",
		   failure ? "of the percentages" : "of the means");
	put_figure(page, "change", finding->change, percent_of(page), "");
	put_interval(page);
	put_floor(page);
	if (!failure)
		put_noise(page);
	put_figure(page, "p", finding->p, "",
		   failure ? "of shares as far apart" :
			     "of a difference beyond the floor");
	if (!failure)
		put_figure(page, "p_zero", finding->p_zero, "",
			   "of any difference, were the floor 0");
	put_family(page);
	put_figure(page, "welch_t", finding->welch_t, "", "");
	put_figure(page, "welch_df", finding->welch_df, "", "");
	put_figure(page, "welch_p", finding->welch_p, "",
		   "of a plain Welch's test");
	put_figure(page, "effect_size", finding->effect_size, "", "Hedges' g");
	if (!failure && finding->step != STEP_NONE &&
	    finding->step != STEP_CONFLICT)
		put_figure(page, "step", pow(10, finding->step), "",
			   "finest decimal step of the samples");
	put_figure(page, "detectable", finding->detectable, percent_of(page),
		   "what these runs would prove with 80 % power");
	if (finding->runs_needed != COUNT_NONE)
		put_figure(page, "runs_needed", finding->runs_needed, "",
			   "a side, to prove a change of twice the floor");
	put_flags(page);
	putc('\n', page->stream);
}

static void put_filters(const struct page *page)
{
	static const char *const says[] = {
		[OPINION_PASSES] = "lets it pass",
		[OPINION_STOPS] = "stops it",
		[OPINION_BEHIND] = "would stop it, too",
		[OPINION_NONE] = "was not asked: there was no test",
	};
	const struct explanation *explanation = page->explanation;

	fputs("filters\n", page->stream);
	for (size_t i = 0; i < explanation->opinions; i++) {
		const struct filter_opinion *opinion = &explanation->opinion[i];

		fprintf(page->stream, "  %-17s %s\n", opinion->name,
			says[opinion->opinion]);
	}
	putc('\n', page->stream);
}

static bool put_rule_line(void *context, enum rule_line line, const char *text)
{
	static const char *const begin[] = {
		[RULE_LINE_APPLIES] = "  ",
		[RULE_LINE_WHY] = "      why: ",
		[RULE_LINE_NEARLY] =
			"  does not apply, but for one character: ",
	};
	const struct page *page = context;

	fputs(begin[line], page->stream);
	if (text_put(page->stream, text, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	putc('\n', page->stream);
	return true;
}

static bool put_value(const struct page *page, const struct rule_value *value)
{
	size_t used = text_put(page->stream, value->value, SIZE_MAX / 2);

	if (used == SIZE_MAX)
		return false;
	for (; used < VALUE; used++)
		putc(' ', page->stream);
	fputs(" (", page->stream);
	used = text_put(page->stream, value->origin, SIZE_MAX / 2);
	fputs(")\n", page->stream);
	return used != SIZE_MAX;
}

static bool put_rules(const struct page *page)
{
	const struct finding *finding = page->finding;
	const struct group *group = page->comparison->group;

	fputs("rules\n", page->stream);
	if (!rule_lines(page->report->rules, group, finding->metric,
			put_rule_line, (void *)page))
		return false;
	for (unsigned c = RULE_KIND; c < RULE_ABOUT; c++) {
		struct rule_value value = rule_value_of(page->report->rules,
							group, finding->metric,
							finding->rule, c);

		if (!*value.value)
			continue;
		put_label(page, rule_columns[c].name);
		if (!put_value(page, &value))
			return false;
	}
	putc('\n', page->stream);
	return true;
}

bool explain_text(const struct explanation *explanation, FILE *stream)
{
	struct page page = { .explanation = explanation,
			     .report = explanation->report,
			     .comparison = explanation->row->comparison,
			     .finding = explanation->row->finding,
			     .stream = stream };

	if (!put_title(&page))
		return false;
	put_decision(&page);
	put_samples(&page);
	put_sides(&page);
	put_figures(&page);
	put_filters(&page);
	if (!put_rules(&page))
		return false;
	fputs("what would make it news\n  ", stream);
	if (text_put(stream, explanation->advice, SIZE_MAX / 2) == SIZE_MAX)
		return false;
	putc('\n', stream);
	return !ferror(stream);
}
