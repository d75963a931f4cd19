/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/lineage.h"
#include "tests/unit/unit.h"

/*
 * A history, drawn by hand; capitals are not in the group:
 *
 *	a1 <- a2 <- X <- Y <- a10 <- a11
 *	      a2 <- b		(a branch)
 *	p <- q <- p		(a circle)
 *	z			(nobody knows it)
 */
static struct commit_about about[] = {
	/* By commit, as a catalogue is. */
	{ .commit = "X", .parent = "a2" },
	{ .commit = "Y", .parent = "X" },
	{ .commit = "a1", .parent = "" },
	{ .commit = "a10", .parent = "Y" },
	{ .commit = "a11", .parent = "a10" },
	{ .commit = "a2", .parent = "a1" },
	{ .commit = "b", .parent = "a2" },
	{ .commit = "p", .parent = "q" },
	{ .commit = "q", .parent = "p" },
};
static const struct catalogue catalogue = {
	.commit = about,
	.commits = sizeof(about) / sizeof(*about),
};

enum { A1, A10, A11, A2, B, P, Q, Z, COMMITS };
static struct commit commit[] = {
	{ .id = "a1" }, { .id = "a10" }, { .id = "a11" }, { .id = "a2" },
	{ .id = "b" },	{ .id = "p" },	 { .id = "q" },	  { .id = "z" },
};
static const struct group group = { .commit = commit, .commits = COMMITS };

static struct lineage find(const bool *has_runs, bool by_name)
{
	struct lineage lineage;

	ck_assert(
		lineage_find(&lineage, &group, &catalogue, has_runs, by_name));
	ck_assert(lineage_order(&lineage));
	return lineage;
}

static void check_bases(const struct lineage *lineage, const size_t *want)
{
	for (size_t i = 0; i < COMMITS; i++)
		ck_assert_msg(lineage->base[i] == want[i], "%s: %zu",
			      commit[i].id, lineage->base[i]);
}

START_TEST(nearest_ancestors)
{
	static const bool all[COMMITS] = { 1, 1, 1, 1, 1, 1, 1, 1 };
	static const size_t want[COMMITS] = { NO_COMMIT, A2, A10, A1,
					      A2,	 Q,  P,	  NO_COMMIT };
	/* a1; a2 and what is built on it: a10, a11, b; z; the circle. */
	static const size_t order[COMMITS] = { A1, A2, A10, A11, B, Z, P, Q };
	struct lineage lineage = find(all, false);

	check_bases(&lineage, want);
	for (size_t i = 0; i < COMMITS; i++)
		ck_assert_uint_eq(lineage.order[i], order[i]);
	lineage_release(&lineage);
}
END_TEST

START_TEST(ancestors_without_runs)
{
	static const bool some[COMMITS] = { [A1] = 1, [A11] = 1, [P] = 1 };
	static const size_t want[COMMITS] = { NO_COMMIT, NO_COMMIT, A1,
					      NO_COMMIT, NO_COMMIT, NO_COMMIT,
					      NO_COMMIT, NO_COMMIT };
	struct lineage lineage = find(some, false);

	check_bases(&lineage, want);
	lineage_release(&lineage);
}
END_TEST

START_TEST(by_name)
{
	static const bool some[COMMITS] = {
		[A2] = 1, [A10] = 1, [B] = 1, [Q] = 1, [Z] = 1
	};
	/* q has only the circle, z nothing: b and q are before them. */
	static const size_t want[COMMITS] = { NO_COMMIT, A2, NO_COMMIT,
					      NO_COMMIT, A2, NO_COMMIT,
					      B,	 Q };
	struct lineage lineage = find(some, true);

	check_bases(&lineage, want);
	lineage_release(&lineage);
}
END_TEST

START_TEST(a_group_of_none)
{
	struct group none = { 0 };
	struct lineage lineage;

	ck_assert(lineage_find(&lineage, &none, &catalogue, NULL, true));
	ck_assert(lineage_order(&lineage));
	ck_assert(lineage_commit(&none, "a1") == NO_COMMIT);
	ck_assert(lineage_commit(&group, "a10") == A10);
	ck_assert(lineage_commit(&group, "X") == NO_COMMIT);
	lineage_release(&lineage);
}
END_TEST

static Suite *suite(void)
{
	Suite *lineages = suite_create("lineage");
	TCase *cases = tcase_create("lineage");

	tcase_add_test(cases, nearest_ancestors);
	tcase_add_test(cases, ancestors_without_runs);
	tcase_add_test(cases, by_name);
	tcase_add_test(cases, a_group_of_none);
	suite_add_tcase(lineages, cases);
	return lineages;
}

int main(void)
{
	return unit_main(suite());
}
