/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/sweep.h"
#include "tests/unit/scratch.h"

/* A sweep over one commit, as far as reading needs it. */
static struct batch batch;
static struct sweep sweep;
static struct commit commit;
static struct group group;
static struct sweep_side side;
static struct error error;

static int asked, added;

static void set_up(void)
{
	set_up_scratch();
	put_file("set/0.csv", "a,1\n");
	put_file("set/1.csv", "a,2\n");
	ck_assert(rules_prepare(&batch.rules, &error));
	batch.reading = (struct reading){ .delimiter = ',',
					  .decimal = '.',
					  .rules = &batch.rules,
					  .keep_going = true };
	commit = (struct commit){ .id = (char *)"c", .path = (char *)"set" };
	group = (struct group){ .name = (char *)"",
				.commit = &commit,
				.commits = 1 };
	sweep.batch = &batch;
	pthread_mutex_init(&sweep.mutex, NULL);
	pthread_cond_init(&sweep.changed, NULL);
	side = (struct sweep_side){ .group = &group,
				    .commit = &commit,
				    .pairs = 1 };
	asked = added = 0;
}

static void tear_down(void)
{
	sweep_leave_side(&sweep, &side);
	problems_release(&side.problems);
	pthread_cond_destroy(&sweep.changed);
	pthread_mutex_destroy(&sweep.mutex);
	rules_release(&batch.rules);
	tear_down_scratch();
}

static void add_run(void)
{
	char path[32];

	snprintf(path, sizeof(path), "set/%d.csv", ++added + 1);
	put_file(path, "a,3\n");
}

/* In front of the second file of the first reading, one comes. */
static bool add_once(void)
{
	if (++asked == 2)
		add_run();
	return false;
}

static bool add_always(void)
{
	add_run();
	return false;
}

START_TEST(files_that_stay)
{
	ck_assert(sweep_read_side(&sweep, &side, &error));
	ck_assert_int_eq(side.state, SIDE_READ);
	ck_assert_uint_eq(side.read->commit->runs.runs, 2);
	ck_assert_uint_eq(side.fingerprint.files, 2);
	ck_assert_uint_eq(side.record.metrics, 1);
	ck_assert_uint_eq(side.record.metric[0].n, 2);
	ck_assert(side.record.metric[0].mean == 1.5);
	/* Of 1 and 2, with n - 1. */
	ck_assert(relative_error(side.record.metric[0].variance, 0.5) < 1e-15);
}
END_TEST

START_TEST(a_run_that_comes_meanwhile)
{
	batch.reading.stopped = add_once;
	ck_assert(sweep_read_side(&sweep, &side, &error));
	ck_assert_int_eq(side.state, SIDE_READ);
	ck_assert_uint_eq(side.read->commit->runs.runs, 3);
	ck_assert_uint_eq(side.fingerprint.files, 3);
	ck_assert_uint_eq(side.problems.count, 0);
}
END_TEST

START_TEST(runs_that_come_on_and_on)
{
	batch.reading.stopped = add_always;
	ck_assert(sweep_read_side(&sweep, &side, &error));
	ck_assert_int_eq(side.state, SIDE_LOST);
	ck_assert_ptr_null(side.read);
	ck_assert_uint_eq(side.problems.count, 1);
	ck_assert_str_eq(side.problems.list[0].file, "set");
	ck_assert_ptr_nonnull(strstr(side.problems.list[0].what, "changes"));
}
END_TEST

START_TEST(a_directory_that_is_gone)
{
	commit.path = (char *)"nowhere";
	ck_assert(sweep_read_side(&sweep, &side, &error));
	ck_assert_int_eq(side.state, SIDE_LOST);
	ck_assert_uint_eq(side.problems.count, 1);
	ck_assert_int_eq(side.problems.list[0].fault, FAULT_TROUBLE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sweep");
	TCase *tests = tcase_create("sweep");

	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, files_that_stay);
	tcase_add_test(tests, a_run_that_comes_meanwhile);
	tcase_add_test(tests, runs_that_come_on_and_on);
	tcase_add_test(tests, a_directory_that_is_gone);
	suite_add_tcase(suite, tests);
	return unit_main(suite);
}
