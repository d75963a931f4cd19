/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pipeline/lineage.h"

#include <stdlib.h>
#include <string.h>

#include "io/directory.h"
#include "io/text.h"

size_t lineage_commit(const struct group *group, const char *id)
{
	/* The commits of a group are sorted by id, their first member. */
	const struct commit *commit =
		group->commits ? bsearch(&id, group->commit, group->commits,
					 sizeof(*commit), compare_texts) :
				 NULL;

	return commit ? (size_t)(commit - group->commit) : NO_COMMIT;
}

static int by_natural_id(const void *a, const void *b, void *context)
{
	const struct group *group = context;

	return natural_compare(group->commit[*(const size_t *)a].id,
			       group->commit[*(const size_t *)b].id);
}

/* No way of ancestors is longer than the catalogue, unless it is a circle. */
static size_t nearest_ancestor(const struct group *group,
			       const struct catalogue *catalogue,
			       const bool *has_runs, size_t commit)
{
	const char *id = group->commit[commit].id;

	for (size_t steps = 0; steps < catalogue->commits; steps++) {
		const struct commit_about *about =
			catalogue_commit(catalogue, id);
		size_t found;

		if (!about || !*about->parent)
			return NO_COMMIT;
		id = about->parent;
		found = lineage_commit(group, id);
		if (found == commit)
			return NO_COMMIT;
		if (found != NO_COMMIT && has_runs[found])
			return found;
	}
	return NO_COMMIT;
}

bool lineage_find(struct lineage *lineage, const struct group *group,
		  const struct catalogue *catalogue, const bool *has_runs,
		  bool by_name)
{
	size_t n = group->commits, before = NO_COMMIT;

	*lineage = (struct lineage){
		.group = group,
		.natural = malloc((n + 1) * sizeof(size_t)),
		.base = malloc((n + 1) * sizeof(size_t)),
		.order = malloc((n + 1) * sizeof(size_t)),
	};
	if (!lineage->natural || !lineage->base || !lineage->order)
		return false;
	for (size_t i = 0; i < n; i++)
		lineage->natural[i] = i;
	qsort_r(lineage->natural, n, sizeof(size_t), by_natural_id,
		(void *)group);
	for (size_t i = 0; i < n; i++) {
		size_t commit = lineage->natural[i];

		lineage->base[commit] = NO_COMMIT;
		if (!has_runs[commit])
			continue;
		lineage->base[commit] =
			nearest_ancestor(group, catalogue, has_runs, commit);
		if (by_name && lineage->base[commit] == NO_COMMIT)
			lineage->base[commit] = before;
		before = commit;
	}
	return true;
}

/* Commits that share a base, as lists. */
struct children {
	size_t *first, *next; /* [commits] */
	size_t *stack;	      /* [commits + 1] */
	bool *visited;
};

static void visit(struct lineage *lineage, struct children *children,
		  size_t root, size_t *count)
{
	size_t depth = 0;

	children->stack[depth++] = root;
	while (depth) {
		size_t commit = children->stack[--depth];
		size_t base = depth;

		if (children->visited[commit])
			continue;
		children->visited[commit] = true;
		lineage->order[(*count)++] = commit;
		for (size_t c = children->first[commit]; c != NO_COMMIT;
		     c = children->next[c])
			children->stack[depth++] = c;
		/* The first one is to come off first. */
		for (size_t i = base, k = depth; i + 1 < k; i++) {
			size_t other = children->stack[--k];

			children->stack[k] = children->stack[i];
			children->stack[i] = other;
		}
	}
}

static void order_commits(struct lineage *lineage, struct children *children)
{
	size_t n = lineage->group->commits, count = 0;

	for (size_t i = 0; i < n; i++)
		children->first[i] = NO_COMMIT;
	for (size_t i = n; i-- > 0;) {
		size_t commit = lineage->natural[i];
		size_t base = lineage->base[commit];

		if (base == NO_COMMIT)
			continue;
		children->next[commit] = children->first[base];
		children->first[base] = commit;
	}
	for (size_t i = 0; i < n; i++)
		if (lineage->base[lineage->natural[i]] == NO_COMMIT)
			visit(lineage, children, lineage->natural[i], &count);
	/* Circles have no beginning. */
	for (size_t i = 0; i < n; i++)
		if (!children->visited[lineage->natural[i]])
			visit(lineage, children, lineage->natural[i], &count);
}

bool lineage_order(struct lineage *lineage)
{
	size_t n = lineage->group->commits;
	struct children children = {
		.first = malloc((n + 1) * sizeof(size_t)),
		.next = malloc((n + 1) * sizeof(size_t)),
		.stack = malloc((n + 1) * sizeof(size_t)),
		.visited = calloc(n + 1, sizeof(bool)),
	};
	bool done = children.first && children.next && children.stack &&
		    children.visited;

	if (done)
		order_commits(lineage, &children);
	free(children.first);
	free(children.next);
	free(children.stack);
	free(children.visited);
	return done;
}

void lineage_release(struct lineage *lineage)
{
	free(lineage->natural);
	free(lineage->base);
	free(lineage->order);
	*lineage = (struct lineage){ 0 };
}
