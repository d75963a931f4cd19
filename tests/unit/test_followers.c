/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stats/followers.h"

#include "tests/unit/unit.h"

enum { METRICS = 32, RUNS = 64 };

static const struct rule plain = { .kind = KIND_PERFORMANCE };
static struct comparison comparison;
static struct commit base, candidate;
static struct sample_log base_log, candidate_log;
static struct finding finding[METRICS];
static struct finding *ranked[METRICS];
static size_t metrics;

static const char *const names[METRICS] = {
	"m0",  "m1",  "m2",  "m3",  "m4",  "m5",  "m6",	 "m7",
	"m8",  "m9",  "m10", "m11", "m12", "m13", "m14", "m15",
	"m16", "m17", "m18", "m19", "m20", "m21", "m22", "m23",
	"m24", "m25", "m26", "m27", "m28", "m29", "m30", "m31",
};

static void forget(void)
{
	run_set_release(&base.runs);
	run_set_release(&candidate.runs);
	sample_log_release(&base_log);
	sample_log_release(&candidate_log);
	metrics = 0;
}

static void put_runs(size_t m, size_t n)
{
	forget();
	comparison.base = &base;
	comparison.candidate = &candidate;
	for (size_t i = 0; i < m; i++)
		ck_assert(run_set_add_run(&base.runs, "run"));
	for (size_t i = 0; i < n; i++)
		ck_assert(run_set_add_run(&candidate.runs, "run"));
}

static void put_values(struct sample_log *log, uint32_t metric,
		       const double *value, size_t n, double factor)
{
	for (size_t i = 0; i < n; i++)
		if (!isnan(value[i]))
			ck_assert(sample_log_append(log, metric, (uint32_t)i,
						    factor * value[i], 0));
}

/* Adds the next metric; its change and interval hold all others. */
static struct finding *put(const double *x, size_t m, const double *y, size_t n,
			   double factor)
{
	uint32_t metric = (uint32_t)metrics;

	ck_assert(metrics < METRICS);
	put_values(&base_log, metric, x, m, factor);
	put_values(&candidate_log, metric, y, n, factor);
	finding[metrics] = (struct finding){ .number = metric,
					     .metric = names[metrics],
					     .leader = "stale",
					     .change = 12,
					     .ci_low = 10,
					     .ci_high = 14 };
	ranked[metrics] = &finding[metrics];
	return &finding[metrics++];
}

/* As put(), with lists of numbers as text. */
static struct finding *put_lists(const char *x, const char *y)
{
	double a[RUNS], b[RUNS];
	size_t m = field_numbers(x, a, RUNS);
	size_t n = field_numbers(y, b, RUNS);

	return put(a, m, b, n, 1);
}

static void find(void)
{
	const struct rule *rule[METRICS];

	for (size_t i = 0; i < METRICS; i++)
		rule[i] = &plain;
	ck_assert(run_set_collate(&base.runs, &base_log, rule,
				  (uint32_t)metrics));
	ck_assert(run_set_collate(&candidate.runs, &candidate_log, rule,
				  (uint32_t)metrics));
	ck_assert(followers_find(&comparison, ranked, metrics));
}

static void leads(const struct finding *leader, const struct finding *follower)
{
	ck_assert_msg(follower->leader != NULL, "%s follows none",
		      follower->metric);
	ck_assert_str_eq(follower->leader, leader->metric);
}

static void is_free(const struct finding *metric)
{
	ck_assert_msg(metric->leader == NULL, "%s follows %s", metric->metric,
		      metric->leader);
}

static const double x3[] = { 100, 101, 99 };
static const double y3[] = { 112, 113.5, 111 };

START_TEST(one_leader_of_fourteen)
{
	static const double factor[] = { 1,    0.1,    7,     1e-9, 3e12,
					 1e60, 1 / 3., 1e-60, 2,    11,
					 13,   0.7,    0.01,  1e300 };

	put_runs(3, 3);
	for (size_t i = 0; i < 14; i++)
		put(x3, 3, y3, 3, factor[i]);
	find();
	is_free(&finding[0]);
	for (size_t i = 1; i < 14; i++)
		leads(&finding[0], &finding[i]);
}
END_TEST

/* Equal but for less than 1e-6, and for more. */
START_TEST(one_factor)
{
	struct finding *leader, *nearly, *hardly, *few, *negative;

	put_runs(3, 3);
	leader = put_lists("100;101;99", "112;113.5;111");
	nearly = put_lists("200.0001;202;198", "224;227;222");
	hardly = put_lists("200.0009;202;198", "224;227;222");
	/* 6 runs are too few for a correlation. */
	few = put_lists("100;102;98", "111.9;115;110");
	/* A factor may be negative, if the intervals say so too. */
	negative = put_lists("-100;-101;-99", "-112;-113.5;-111");
	find();
	is_free(leader);
	leads(leader, nearly);
	is_free(hardly);
	is_free(few);
	leads(leader, negative);
}
END_TEST

START_TEST(factor_of_zeros)
{
	struct finding *leader, *same, *moved, *mixed, *nothing, *zeros;

	put_runs(3, 3);
	leader = put_lists("0;0;0", "5;0;6");
	same = put_lists("0;0;0", "10;0;12");
	moved = put_lists("0;0;0", "0;5;6");
	mixed = put_lists("0;0;0", "5;0;-6");
	nothing = put_lists("0;0;0", "0;0;0");
	zeros = put_lists("0;0;0", "0;0;0");
	find();
	is_free(leader);
	leads(leader, same);
	is_free(moved);
	is_free(mixed);
	is_free(nothing);
	is_free(zeros);
}
END_TEST

/* Every pair of data/reference/shape.csv, whose r R computed. */
START_TEST(correlation_is_that_of_r)
{
	static struct reference r;
	size_t pairs = 0, followers = 0;

	reference_open(&r, "data/reference/shape.csv");
	while (reference_next(&r)) {
		double numbers[RUNS], figure = field_number(r.field[5]);
		const struct finding *leader, *other;

		if (strcmp(r.field[0], "together") != 0)
			continue;
		put_runs(field_numbers(r.field[1], numbers, RUNS),
			 field_numbers(r.field[2], numbers, RUNS));
		leader = put_lists(r.field[1], r.field[2]);
		other = put_lists(r.field[3], r.field[4]);
		find();
		is_free(leader);
		ck_assert_msg((other->leader != NULL) == (fabs(figure) > 0.99),
			      "row %zu: r is %.17g", r.row, figure);
		followers += other->leader != NULL;
		pairs++;
	}
	ck_assert(pairs >= 100 && followers > 40 && followers < pairs - 40);
}
END_TEST

START_TEST(constant_sides)
{
	struct finding *leader, *factor, *other, *rounded, *alike;

	put_runs(4, 4);
	leader = put_lists("100;100;100;100", "112;112;112;112");
	factor = put_lists("50;50;50;50", "56;56;56;56");
	other = put_lists("50;50;50;50", "57;57;57;57");
	/* The last digit of a double is no noise to correlate. */
	rounded = put_lists("0.3;0.30000000000000004;0.3;0.3", "5;5;5;5");
	alike = put_lists("0.3;0.30000000000000004;0.3;0.3", "4;4;4;4");
	find();
	is_free(leader);
	leads(leader, factor);
	is_free(other);
	is_free(rounded);
	is_free(alike);
}
END_TEST

/* A mean of 0 has no share; values that are far apart do no harm. */
START_TEST(without_shares)
{
	struct finding *leader, *mean_zero, *again, *huge, *tiny;

	put_runs(4, 4);
	leader = put_lists("-1;1;-2;2", "5;6;7;8");
	mean_zero = put_lists("-1;1;-2;2", "50;60;70;80");
	again = put_lists("-3;3;-6;6", "15;18;21;24");
	huge = put_lists("1e308;-1e308;1;1", "1e308;1e-308;1e308;0");
	tiny = put_lists("1e-308;1e308;1;1", "1e-308;1e-320;1e-308;0");
	find();
	is_free(leader);
	is_free(mean_zero);
	leads(leader, again);
	is_free(huge);
	is_free(tiny);
}
END_TEST

/* Both changes must lie inside, the ends included. */
START_TEST(intervals)
{
	struct finding *leader, *below, *above, *aside, *ends, *unknown;

	put_runs(3, 3);
	leader = put(x3, 3, y3, 3, 1);
	below = put(x3, 3, y3, 3, 2);
	below->change = 9.9;
	above = put(x3, 3, y3, 3, 3);
	above->change = 14.1;
	above->ci_high = 20;
	aside = put(x3, 3, y3, 3, 5);
	aside->ci_low = 12.5;
	aside->ci_high = 14;
	aside->change = 13;
	ends = put(x3, 3, y3, 3, 7);
	ends->ci_low = 12;
	ends->change = 14;
	ends->ci_high = 16;
	unknown = put(x3, 3, y3, 3, 11);
	unknown->change = unknown->ci_low = unknown->ci_high = (double)NAN;
	find();
	is_free(leader);
	is_free(below);
	is_free(above);
	is_free(aside);
	leads(leader, ends);
	is_free(unknown);
}
END_TEST

/*
 * b follows a, and c lies within the interval of b, but not of a: c is free,
 * and d, which both could lead, follows the higher.
 */
START_TEST(followers_lead_nobody)
{
	struct finding *a, *b, *c, *d, *e;

	put_runs(3, 3);
	a = put(x3, 3, y3, 3, 1);
	b = put(x3, 3, y3, 3, 2);
	b->change = 13.5;
	b->ci_high = 16;
	c = put(x3, 3, y3, 3, 3);
	c->change = 15;
	c->ci_high = 17;
	d = put(x3, 3, y3, 3, 4);
	d->change = 13;
	d->ci_high = 16;
	e = put(x3, 3, y3, 3, 5);
	e->change = 16;
	e->ci_high = 17;
	/* The order of the ranks counts, not that of the numbers. */
	ranked[0] = b;
	ranked[1] = c;
	ranked[2] = a;
	find();
	is_free(b);
	leads(b, c);
	leads(b, a);
	leads(b, d);
	leads(b, e);

	put_runs(3, 3);
	put(x3, 3, y3, 3, 1);
	put(x3, 3, y3, 3, 2);
	b->change = 13.5;
	b->ci_high = 16;
	put(x3, 3, y3, 3, 3);
	c->change = 15;
	c->ci_high = 17;
	put(x3, 3, y3, 3, 4);
	d->change = 13;
	d->ci_high = 16;
	put(x3, 3, y3, 3, 5);
	e->change = 16;
	e->ci_high = 17;
	find();
	is_free(a);
	leads(a, b);
	is_free(c);
	leads(a, d);
	leads(c, e);
}
END_TEST

START_TEST(who_takes_part)
{
	static const double gap[] = { 100, (double)NAN, 99 };
	struct finding *failure, *points, *missing, *leader, *follower;
	struct finding *more_points, *pass, *absent;

	put_runs(3, 3);
	failure = put(x3, 3, y3, 3, 1);
	failure->kind = KIND_FAILURE;
	points = put(x3, 3, y3, 3, 1);
	points->change_kind = CHANGE_ABSOLUTE;
	missing = put(gap, 3, y3, 3, 1);
	leader = put(x3, 3, y3, 3, 1);
	follower = put(x3, 3, y3, 3, 2);
	more_points = put(x3, 3, y3, 3, 2);
	more_points->change_kind = CHANGE_ABSOLUTE;
	pass = put(x3, 3, y3, 3, 1);
	pass->kind = KIND_PASS;
	absent = put(x3, 0, y3, 3, 1);
	find();
	is_free(failure);
	is_free(points);
	is_free(missing);
	is_free(leader);
	leads(leader, follower);
	leads(points, more_points);
	is_free(pass);
	is_free(absent);
	/* A metric that no column is of. */
	leader->number = METRICS;
	ck_assert(followers_find(&comparison, ranked, metrics));
	is_free(leader);
	is_free(follower);
}
END_TEST

/* A run that did not finish is none of those that must be there. */
START_TEST(incomplete_run)
{
	static const double without[] = { 100, (double)NAN, 99 };

	put_runs(3, 3);
	base.runs.incomplete[1] = true;
	put(x3, 3, y3, 3, 1);
	put(without, 3, y3, 3, 2);
	find();
	is_free(&finding[0]);
	leads(&finding[0], &finding[1]);
}
END_TEST

START_TEST(nothing_to_do)
{
	put_runs(0, 0);
	find();
	ck_assert(followers_find(&comparison, NULL, 0));
	put_runs(0, 3);
	put(x3, 0, y3, 3, 1);
	find();
	is_free(&finding[0]);
}
END_TEST

/* A pseudo-random number below 1, from Marsaglia's xorshift. */
static double noise(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (double)(state >> 11) / 9007199254740992.0;
}

/*
 * 20,000 metrics of noise, of which each has a double in the second half: only
 * those of the 200 highest follow.
 */
START_TEST(highest_leaders)
{
	enum { MANY = 20000, SIDE = 6 };
	struct finding *many = calloc(MANY, sizeof(*many));
	struct finding **rank = calloc(MANY, sizeof(*rank));
	const struct rule **rule = calloc(MANY, sizeof(*rule));
	double *value = calloc(2 * SIDE * MANY / 2, sizeof(*value));

	ck_assert(many && rank && rule && value);
	put_runs(SIDE, SIDE);
	for (size_t i = 0; i < 2 * SIDE * MANY / 2; i++)
		value[i] = 100 + noise();
	for (size_t i = 0; i < MANY; i++) {
		const double *own = value + 2 * SIDE * (i % (MANY / 2));

		put_values(&base_log, (uint32_t)i, own, SIDE, 1);
		put_values(&candidate_log, (uint32_t)i, own + SIDE, SIDE, 1);
		rule[i] = &plain;
		rank[i] = &many[i];
		many[i] = (struct finding){ .number = (uint32_t)i,
					    .metric = names[i % METRICS],
					    .ci_low = -1,
					    .ci_high = 1 };
	}
	ck_assert(run_set_collate(&base.runs, &base_log, rule, MANY));
	ck_assert(run_set_collate(&candidate.runs, &candidate_log, rule, MANY));
	ck_assert(followers_find(&comparison, rank, MANY));
	for (size_t i = 0; i < MANY; i++) {
		size_t first = i % (MANY / 2);

		if (i != first && first < LEADERS_MAX)
			ck_assert_ptr_eq(many[i].leader, many[first].metric);
		else
			ck_assert_ptr_null(many[i].leader);
	}
	free(many);
	free(rank);
	free(rule);
	free(value);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("followers");
	TCase *c = tcase_create("followers");

	suite_add_tcase(s, c);
	/* For sanitizers on slow machines; the metrics are many. */
	tcase_set_timeout(c, 60);
	tcase_add_checked_fixture(c, NULL, forget);
	tcase_add_test(c, one_leader_of_fourteen);
	tcase_add_test(c, one_factor);
	tcase_add_test(c, factor_of_zeros);
	tcase_add_test(c, correlation_is_that_of_r);
	tcase_add_test(c, constant_sides);
	tcase_add_test(c, without_shares);
	tcase_add_test(c, intervals);
	tcase_add_test(c, followers_lead_nobody);
	tcase_add_test(c, who_takes_part);
	tcase_add_test(c, incomplete_run);
	tcase_add_test(c, nothing_to_do);
	tcase_add_test(c, highest_leaders);
	return s;
}

int main(void)
{
	return unit_main(suite());
}
