/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/report.h"

#include <stdlib.h>

#include "tests/unit/unit.h"

/*
 * Findings that were read back: no values of runs, no rules, no counts.  What a
 * mail says of them follows from the figures that stand here.
 */
struct fixture {
	struct group group;
	struct commit base, candidate, other;
	struct finding finding[2];
	struct comparison comparison[2];
	struct report_row row[2];
	struct report report;
};

static struct finding finding_of(const char *metric, double base,
				 double candidate)
{
	struct finding finding = {
		.metric = metric,
		.group = "",
		.base_id = "b",
		.candidate_id = "c",
		.kpi = KPI_YES,
		.better = BETTER_HIGHER,
		.base = { .n = 5, .mean = base, .sd = NAN, .fails = COUNT_NONE },
		.candidate = { .n = 5,
			       .mean = candidate,
			       .sd = NAN,
			       .fails = COUNT_NONE },
		.difference = candidate - base,
		.change = 100 * (candidate - base) / base,
		.ci_low = NAN,
		.ci_high = NAN,
		.q = NAN,
		.detectable = NAN,
		.direction = candidate > base ? DIRECTION_IMPROVEMENT :
						DIRECTION_REGRESSION,
		.reported = true,
	};

	return finding;
}

/* One comparison with one finding. */
static void make(struct fixture *fixture)
{
	*fixture = (struct fixture){ 0 };
	fixture->group.name = (char *)"";
	fixture->base.id = (char *)"0123456789abcdef";
	fixture->candidate.id = (char *)"fedcba9876543210";
	fixture->other.id = (char *)"aaaaaaaaaaaaaaaa";
	fixture->finding[0] = finding_of("rate", 100, 80);
	fixture->finding[0].rank = 1;
	fixture->comparison[0] = (struct comparison){
		.group = &fixture->group,
		.base = &fixture->base,
		.candidate = &fixture->candidate,
		.finding = fixture->finding,
		.findings = 1,
		.reported = 1,
		.session = NAN,
	};
	fixture->row[0] = (struct report_row){ &fixture->comparison[0],
					       &fixture->finding[0] };
	fixture->report = (struct report){
		.comparison = fixture->comparison,
		.comparisons = 1,
		.row = fixture->row,
		.rows = 1,
		.reported = 1,
		.test = "moderated",
		.fdr = "bh",
		.alpha = 0.05,
		.confidence = 0.95,
	};
}

/* The mail; to be freed. */
static char *mail_of(const struct fixture *fixture)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);

	ck_assert(stream != NULL);
	ck_assert(report_mail(&fixture->report, stream));
	ck_assert_int_eq(fclose(stream), 0);
	return text;
}

static void assert_says(const char *mail, const char *what)
{
	ck_assert_msg(strstr(mail, what) != NULL, "no \"%s\" in:\n%s", what,
		      mail);
}

static void assert_silent(const char *mail, const char *what)
{
	ck_assert_msg(strstr(mail, what) == NULL, "\"%s\" in:\n%s", what, mail);
}

START_TEST(figures_alone)
{
	struct fixture fixture;
	char *mail;

	make(&fixture);
	mail = mail_of(&fixture);
	assert_says(mail, "Subject: fedcba9876: rate 20.0% regression\n");
	assert_says(mail, "Date: Thu, 1 Jan 1970 00:00:00 +0000\n");
	assert_says(mail, "noticed a 20.0% regression of rate on:\n");
	assert_says(mail, "base        100, mean of 5 runs of 0123456789ab\n");
	assert_says(mail, "change      -20.0%\n");
	assert_says(mail, "runs        their values are not at hand\n");
	assert_says(mail, "metrics     1 compared, 1 reported\n");
	assert_says(mail,
		    "    100.00           -20.0%      80.00        rate\n");
	assert_silent(mail, "nan");
	assert_silent(mail, "Trend");
	assert_silent(mail, "smallest");
	assert_silent(mail, "interval -");
	assert_silent(mail, "rules");
	assert_silent(mail, "again");
	free(mail);
}
END_TEST

/* What is known of a finding alone makes the id of its mail. */
START_TEST(message_ids)
{
	struct fixture fixture;
	char *first, *second;

	make(&fixture);
	fixture.finding[0].id = 0x123456789abcdef;
	first = mail_of(&fixture);
	assert_says(first, "\nMessage-ID: <0123456789abcdef@perfsift>\n");
	free(first);
	make(&fixture);
	first = mail_of(&fixture);
	fixture.candidate.id = (char *)"fedcba9876543211";
	second = mail_of(&fixture);
	ck_assert(strncmp(strstr(first, "Message-ID"),
			  strstr(second, "Message-ID"), 40) != 0);
	free(first);
	free(second);
}
END_TEST

START_TEST(status_of_a_sweep)
{
	struct fixture fixture;
	char *mail;

	make(&fixture);
	fixture.finding[0].status = "confirmed";
	fixture.finding[0].first_seen = "2026-03-31";
	mail = mail_of(&fixture);
	assert_says(mail, "status      confirmed, first seen 2026-03-31\n");
	free(mail);
}
END_TEST

/* The other candidate is named, and nothing of it is told. */
START_TEST(another_candidate)
{
	struct fixture fixture;
	char *mail;

	make(&fixture);
	fixture.finding[1] = finding_of("speed", 100, 150);
	fixture.finding[1].rank = 2;
	fixture.comparison[1] = fixture.comparison[0];
	fixture.comparison[1].candidate = &fixture.other;
	fixture.comparison[1].finding = &fixture.finding[1];
	fixture.row[1] = (struct report_row){ &fixture.comparison[1],
					      &fixture.finding[1] };
	fixture.report.comparisons = 2;
	fixture.report.rows = fixture.report.reported = 2;
	mail = mail_of(&fixture);
	assert_says(mail, "Subject: fedcba9876: rate 20.0% regression\n");
	assert_says(mail, "not in this mail: aaaaaaaaaaaaaaaa against "
			  "0123456789abcdef\n");
	assert_silent(mail, "speed");
	free(mail);
}
END_TEST

/* "a 7.0%", "an 8.0%", "an 11.0%", "a 110.0%". */
START_TEST(articles)
{
	static const struct {
		double candidate;
		const char *want;
	} cases[] = {
		{ 107, "a 7.0% improvement of rate" },
		{ 108, "an 8.0% improvement of rate" },
		{ 111, "an 11.0% improvement of rate" },
		{ 118, "an 18.0% improvement of rate" },
		{ 112, "a 12.0% improvement of rate" },
		{ 180, "an 80.0% improvement of rate" },
		{ 210, "a 110.0% improvement of rate" },
	};
	struct fixture fixture;

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char *mail;

		make(&fixture);
		fixture.finding[0] =
			finding_of("rate", 100, cases[i].candidate);
		mail = mail_of(&fixture);
		assert_says(mail, cases[i].want);
		free(mail);
	}
}
END_TEST

START_TEST(nothing_was_compared)
{
	struct fixture fixture = { 0 };
	char *mail = mail_of(&fixture);

	assert_says(mail, "Subject: nothing was compared\n");
	assert_says(mail, "\n\nNothing was compared.\n");
	free(mail);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("report_mail");
	TCase *tests = tcase_create("report_mail");

	tcase_add_test(tests, figures_alone);
	tcase_add_test(tests, message_ids);
	tcase_add_test(tests, status_of_a_sweep);
	tcase_add_test(tests, another_candidate);
	tcase_add_test(tests, articles);
	tcase_add_test(tests, nothing_was_compared);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
