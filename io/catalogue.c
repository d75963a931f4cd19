/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/catalogue.h"

#include <stdlib.h>
#include <string.h>

#include "io/directory.h"
#include "io/text.h"
#include "io/texts.h"

/* Texts of a row of each table. */
enum {
	COMMIT_TEXTS = sizeof(struct commit_about) / sizeof(char *),
	MACHINE_TEXTS = sizeof(struct machine_about) / sizeof(char *),
};

/*
 * Structs of as many texts as there are columns, sorted by the first.
 */
static bool read_table(const char *root, const char *name,
		       const char *const *column, size_t columns, void *cells,
		       size_t *count, struct problems *problems,
		       struct error *error)
{
	struct texts texts = { .column = column, .columns = columns };
	char *path = path_join(root, name);
	bool done;

	if (!path)
		return fail_memory(error);
	done = texts_read(&texts, path, NULL, problems, error);
	if (texts.rows) {
		qsort(texts.cell, texts.rows, columns * sizeof(char *),
		      compare_texts);
		memcpy(cells, &texts.cell, sizeof(texts.cell));
		*count = texts.rows;
		texts.cell = NULL;
		texts.rows = 0;
	}
	texts_release(&texts);
	free(path);
	return done;
}

/* git log writes the parents of a merge with blanks between. */
static void keep_first(char *parents)
{
	parents[strcspn(parents, " ")] = '\0';
}

bool catalogue_read(struct catalogue *catalogue, const char *root,
		    struct problems *problems, struct error *error)
{
	/* In the order of the members of the structs. */
	static const char *const commits[] = { "commit",     "subject",
					       "repository", "branch",
					       "message_id", "reproduce",
					       "parent",     "date" };
	static const char *const machines[] = { "tbox_group", "description" };

	_Static_assert(sizeof(struct commit_about) == sizeof(commits),
		       "a text for each column");
	_Static_assert(sizeof(struct machine_about) == sizeof(machines),
		       "a text for each column");
	if (!read_table(root, "commits.csv", commits, COMMIT_TEXTS,
			&catalogue->commit, &catalogue->commits, problems,
			error))
		return false;
	for (size_t i = 0; i < catalogue->commits; i++)
		keep_first(catalogue->commit[i].parent);
	return read_table(root, "machines.csv", machines, MACHINE_TEXTS,
			  &catalogue->machine, &catalogue->machines, problems,
			  error);
}

const struct commit_about *catalogue_commit(const struct catalogue *catalogue,
					    const char *id)
{
	if (!catalogue->commits)
		return NULL;
	return bsearch(&id, catalogue->commit, catalogue->commits,
		       sizeof(*catalogue->commit), compare_texts);
}

const char *catalogue_machine(const struct catalogue *catalogue,
			      const char *tbox_group)
{
	const struct machine_about *machine;

	if (!tbox_group || !catalogue->machines)
		return NULL;
	machine = bsearch(&tbox_group, catalogue->machine, catalogue->machines,
			  sizeof(*catalogue->machine), compare_texts);
	return machine ? machine->description : NULL;
}

static void free_cells(char **cell, size_t cells)
{
	for (size_t i = 0; i < cells; i++)
		free(cell[i]);
	free(cell);
}

void catalogue_release(struct catalogue *catalogue)
{
	free_cells((char **)catalogue->commit,
		   catalogue->commits * COMMIT_TEXTS);
	free_cells((char **)catalogue->machine,
		   catalogue->machines * MACHINE_TEXTS);
	*catalogue = (struct catalogue){ 0 };
}
