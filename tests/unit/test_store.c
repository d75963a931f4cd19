/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/store.h"
#include "tests/unit/scratch.h"

static struct store store;
static struct error error;

static void open_store(void)
{
	error = (struct error){ 0 };
	ck_assert_msg(store_open(&store, "store", true, &error), "%s",
		      error.text);
}

static void set_up(void)
{
	set_up_scratch();
	open_store();
}

static void tear_down(void)
{
	store_release(&store);
	tear_down_scratch();
}

static struct store_night begin_night(const char *name)
{
	struct store_night night = { .name = (char *)name,
				     .directory = (char *)"/nights",
				     .archive = (char *)"/archive",
				     .asked = (char *)"0123",
				     .groups = 40 };

	ck_assert_msg(store_put_night(&store, &night, &error), "%s",
		      error.text);
	ck_assert_int_ne(night.id, 0);
	return night;
}

static struct store_pair pair_of(const char *base, const char *candidate)
{
	return (struct store_pair){ .group = "test=a",
				    .base = base,
				    .candidate = candidate,
				    .base_fingerprint = "11",
				    .candidate_fingerprint = "22",
				    .head = "{}",
				    .metrics = 5,
				    .reported = 3,
				    .improvements = 2,
				    .regressions = 1 };
}

static bool has_pair(struct store_pair pair, int64_t night)
{
	bool found;

	ck_assert(store_find_pair(&store, &pair, night, &found, &error));
	return found;
}

START_TEST(a_pair_is_new_until_its_night_is_published)
{
	struct store_night night = begin_night("2026-01-01"), back;
	struct store_pair pair = pair_of("a", "b"), other = pair;
	bool found;

	ck_assert(store_put_pair(&store, night.id, &pair, &error));
	ck_assert(!has_pair(pair, 0));
	ck_assert(has_pair(pair, night.id));
	ck_assert(store_begun_night(&store, &back, &found, &error));
	ck_assert(found);
	ck_assert_str_eq(back.name, "2026-01-01");
	ck_assert_int_eq(back.groups, 40);
	store_night_release(&back);
	ck_assert(store_last_night(&store, "/archive", &back, &found, &error));
	ck_assert(!found);
	ck_assert(store_publish(&store, night.id, &error));
	ck_assert(has_pair(pair, 0));
	ck_assert(store_begun_night(&store, &back, &found, &error));
	ck_assert(!found);
	ck_assert(store_last_night(&store, "/archive", &back, &found, &error));
	ck_assert(found);
	store_night_release(&back);
	ck_assert(store_last_night(&store, "/other", &back, &found, &error));
	ck_assert(!found);
	/* Other files are another pair, on either side. */
	other.base_fingerprint = "12";
	ck_assert(!has_pair(other, 0));
	other = pair;
	other.candidate_fingerprint = "21";
	ck_assert(!has_pair(other, 0));
	ck_assert(!has_pair(pair_of("b", "a"), 0));
}
END_TEST

START_TEST(what_is_rolled_back_is_gone)
{
	struct store_night night = begin_night("2026-01-01");
	struct store_pair pair = pair_of("a", "b");
	uint32_t first, again, other;

	ck_assert(store_begin(&store, &error));
	ck_assert(store_put_pair(&store, night.id, &pair, &error));
	ck_assert(store_name(&store, "m", 1, &first, &error));
	store_rollback(&store);
	ck_assert(!has_pair(pair, night.id));
	/* Ids have no gaps, and the forgotten name gets one anew. */
	ck_assert(store_begin(&store, &error));
	ck_assert(store_name(&store, "n", 1, &other, &error));
	ck_assert(store_name(&store, "m", 1, &again, &error));
	ck_assert(store_commit(&store, &error));
	ck_assert_uint_eq(first, 1);
	ck_assert_uint_eq(other, 1);
	ck_assert_uint_eq(again, 2);
	store_release(&store);
	open_store();
	ck_assert(store_name(&store, "m", 1, &again, &error));
	ck_assert_uint_eq(again, 2);
}
END_TEST

START_TEST(pairs_that_are_kept)
{
	struct store_night night = begin_night("2026-01-01");
	struct store_pair pair[3] = { pair_of("a", "b"), pair_of("b", "c"),
				      pair_of("c", "d") };
	int64_t keep[2];

	for (int i = 0; i < 3; i++)
		ck_assert(store_put_pair(&store, night.id, &pair[i], &error));
	keep[0] = pair[0].id;
	keep[1] = pair[2].id;
	ck_assert(store_keep_pairs(&store, night.id, keep, 2, &error));
	ck_assert(has_pair(pair[0], night.id));
	ck_assert(!has_pair(pair[1], night.id));
	ck_assert(has_pair(pair[2], night.id));
	ck_assert(store_keep_pairs(&store, night.id, NULL, 0, &error));
	ck_assert(!has_pair(pair[0], night.id));
}
END_TEST

/* The lines in the order in which they come. */
static char lines[64];

static bool note_line(void *context, const struct store_line *line)
{
	(void)context;
	strcat(lines, line->json);
	return true;
}

static void put_finding(int64_t pair, const char *metric, const char *line,
			bool reported, bool failure, int kpi, double ranking,
			double p)
{
	struct store_finding finding = { .id = "0",
					 .metric = metric,
					 .reported = reported,
					 .failure = failure,
					 .kpi = kpi,
					 .ranking = ranking,
					 .p = p,
					 .change = NAN,
					 .q = NAN,
					 .json = line,
					 .csv = line };

	ck_assert_msg(store_put_finding(&store, pair, &finding, &error), "%s",
		      error.text);
}

/*
 * Failures first, then by KPI, by rank, by p, by name; what is not reported
 * comes last, by group and name.  The letters are put in another order.
 */
START_TEST(findings_come_by_rank)
{
	struct store_night night = begin_night("2026-01-01");
	struct store_pair one = pair_of("a", "b"), two = pair_of("b", "c");

	ck_assert(store_put_pair(&store, night.id, &one, &error));
	ck_assert(store_put_pair(&store, night.id, &two, &error));
	put_finding(one.id, "m3", "H", false, false, 2, NAN, 0.5);
	put_finding(two.id, "m1", "E", true, false, 1, 2, 0.01);
	put_finding(one.id, "m1", "F", true, false, 1, 2, 0.02);
	put_finding(one.id, "m2", "C", true, false, 2, 1, 0.04);
	put_finding(two.id, "m0", "A", true, true, 0, NAN, 0.03);
	put_finding(two.id, "m3", "B", true, false, 2, 3, 0.04);
	put_finding(two.id, "m2", "D", true, false, 1, 5, 0.04);
	put_finding(one.id, "m0", "G", false, true, 0, NAN, NAN);
	lines[0] = '\0';
	ck_assert(store_each_finding(&store, night.id, 0, NULL, note_line, NULL,
				     &error));
	ck_assert_str_eq(lines, "ABCDEFGH");
	lines[0] = '\0';
	ck_assert(store_each_finding(&store, night.id, 0, "b", note_line, NULL,
				     &error));
	ck_assert_str_eq(lines, "CFGH");
	lines[0] = '\0';
	ck_assert(store_each_finding(&store, night.id, two.id, NULL, note_line,
				     NULL, &error));
	ck_assert_str_eq(lines, "ABDE");
	/* They go with their pair. */
	ck_assert(store_keep_pairs(&store, night.id, &one.id, 1, &error));
	lines[0] = '\0';
	ck_assert(store_each_finding(&store, night.id, 0, NULL, note_line, NULL,
				     &error));
	ck_assert_str_eq(lines, "CFGH");
}
END_TEST

static void put_set(struct store_set *set)
{
	struct set_record record = { 0 };

	ck_assert_msg(store_put_set(&store, set, 3, &record, &error), "%s",
		      error.text);
}

START_TEST(run_sets)
{
	struct store_night night = begin_night("2026-01-01");
	struct store_set set = { .group = "test=a", .commit = "a" }, found;
	struct store_pair pair = pair_of("a", "b");
	bool there;

	strcpy(set.fingerprint, "11");
	strcpy(set.content, "77");
	put_set(&set);
	ck_assert(store_put_pair(&store, night.id, &pair, &error));
	ck_assert(store_publish(&store, night.id, &error));
	found = (struct store_set){ .group = "test=a", .commit = "a" };
	ck_assert(store_find_set(&store, &found, &there, &error));
	ck_assert(there);
	ck_assert_int_eq(found.id, set.id);
	ck_assert_str_eq(found.fingerprint, "11");
	ck_assert_str_eq(found.content, "77");
	ck_assert(store_settle_set(&store, set.id, &error));
	ck_assert(store_find_set(&store, &found, &there, &error));
	ck_assert_str_eq(found.content, "");
	/* What only looked unchanged makes its pairs new. */
	ck_assert(has_pair(pair, 0));
	ck_assert(store_forget_set(&store, &set, &error));
	ck_assert(!has_pair(pair, 0));
	ck_assert(store_find_set(&store, &found, &there, &error));
	ck_assert(!there);
}
END_TEST

static size_t problems_seen;

static bool see_problem(void *context, const struct store_problem *problem)
{
	(void)context;
	ck_assert_str_eq(problem->run, "8");
	ck_assert_str_eq(problem->text, "");
	ck_assert_uint_eq(problem->line, 7);
	ck_assert_int_eq(problem->fault, FAULT_INPUT);
	problems_seen++;
	return true;
}

START_TEST(problems)
{
	struct store_night night = begin_night("2026-01-01");
	struct store_set set = { .group = "test=a", .commit = "a" };
	struct store_problem problem = { .fault = FAULT_INPUT,
					 .run = "8",
					 .file = "8.csv",
					 .line = 7,
					 .what = "wrong",
					 .fingerprint = "99" };
	bool known;

	put_set(&set);
	ck_assert(store_put_problem(&store, set.id, 0, &problem, &error));
	problems_seen = 0;
	ck_assert(store_each_problem(&store, set.id, 0, see_problem, NULL,
				     &error));
	ck_assert_uint_eq(problems_seen, 1);
	/* They are of the files as they were. */
	put_set(&set);
	ck_assert(store_each_problem(&store, set.id, 0, see_problem, NULL,
				     &error));
	ck_assert_uint_eq(problems_seen, 1);
	ck_assert(store_put_known(&store, night.id, "8.csv", "99", &error));
	ck_assert(store_put_known(&store, night.id, "8.csv", "99", &error));
	ck_assert(store_is_known(&store, night.id, "8.csv", "99", &known,
				 &error));
	ck_assert(known);
	ck_assert(store_is_known(&store, night.id, "8.csv", "98", &known,
				 &error));
	ck_assert(!known);
	ck_assert(store_drop_night(&store, night.id, &error));
	ck_assert(store_is_known(&store, night.id, "8.csv", "99", &known,
				 &error));
	ck_assert(!known);
}
END_TEST

/* Texts are data, whatever they look like. */
START_TEST(hostile_texts)
{
	static const char *const texts[] = {
		"'); DROP TABLE pair; --",
		"\xff\xfe",
		"\"x\" ?1 :a @b",
		"\xe2\x80\xae",
		"",
	};
	struct store_night night = begin_night("2026-01-01");

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct store_pair pair = pair_of(texts[i], "c");
		uint32_t id;
		char *head;

		pair.group = pair.head = texts[i];
		ck_assert(store_put_pair(&store, night.id, &pair, &error));
		ck_assert(has_pair(pair, night.id));
		ck_assert(store_get_head(&store, pair.id, &head, &error));
		ck_assert_str_eq(head, texts[i]);
		free(head);
		ck_assert(store_name(&store, texts[i], strlen(texts[i]), &id,
				     &error));
		ck_assert_uint_eq(id, i + 1);
	}
	store_release(&store);
	open_store();
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		uint32_t id;

		ck_assert(store_name(&store, texts[i], strlen(texts[i]), &id,
				     &error));
		ck_assert_uint_eq(id, i + 1);
	}
}
END_TEST

START_TEST(a_second_program)
{
	struct store second;

	/* Readers do not wait for the one that writes. */
	ck_assert(store_begin(&store, &error));
	ck_assert(store_open(&second, "store", false, &error));
	store_release(&second);
	store_rollback(&store);
	ck_assert(!store_open(&second, "nowhere", false, &error));
	ck_assert_int_eq(error.fault, FAULT_TROUBLE);
	ck_assert_ptr_nonnull(strstr(error.text, "nowhere"));
	ck_assert_int_ne(access("nowhere", F_OK), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *stores = suite_create("store");
	TCase *cases = tcase_create("store");

	tcase_add_checked_fixture(cases, set_up, tear_down);
	tcase_add_test(cases, a_pair_is_new_until_its_night_is_published);
	tcase_add_test(cases, what_is_rolled_back_is_gone);
	tcase_add_test(cases, pairs_that_are_kept);
	tcase_add_test(cases, findings_come_by_rank);
	tcase_add_test(cases, run_sets);
	tcase_add_test(cases, problems);
	tcase_add_test(cases, hostile_texts);
	tcase_add_test(cases, a_second_program);
	suite_add_tcase(stores, cases);
	return stores;
}

int main(void)
{
	return unit_main(suite());
}
