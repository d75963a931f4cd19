/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/text_layout.h"

#include <stdint.h>
#include <string.h>

#include "io/text.h"

enum {
	NAME_COLUMNS = 24, /* a name cut shorter tells nothing */
	ID_COLUMNS = 12,
	GAP = 2,
};

static void widen(size_t *columns, size_t wanted)
{
	if (wanted > *columns)
		*columns = wanted;
}

void layout_widen(struct layout *layout, const char *name,
		  char (*cell)[CELL_ROOM], size_t cells, const char *reason)
{
	widen(&layout->name, text_columns(name));
	for (size_t i = 0; i < cells; i++)
		widen(&layout->cell[i], text_columns(cell[i]));
	if (reason)
		widen(&layout->reason, text_columns(reason));
}

void layout_fit(struct layout *layout, size_t columns)
{
	size_t figures = layout->reason ? GAP + layout->reason : 0;

	for (size_t i = 0; i < LAYOUT_CELLS; i++)
		if (layout->cell[i])
			figures += GAP + layout->cell[i];
	if (!columns || layout->indent + layout->name + figures <= columns)
		return;
	if (layout->indent + NAME_COLUMNS + figures <= columns) {
		layout->name = columns - layout->indent - figures;
		return;
	}
	layout->two_lines = true;
	if (columns > layout->indent + NAME_COLUMNS)
		layout->name = columns - layout->indent;
	else
		layout->name = NAME_COLUMNS;
}

bool layout_put(const struct layout *layout, FILE *stream, const char *name,
		char (*cell)[CELL_ROOM], size_t cells, const char *reason)
{
	size_t used = text_put(stream, name, layout->name);

	if (used == SIZE_MAX)
		return false;
	if (layout->two_lines) {
		putc('\n', stream);
		put_spaces(stream,
			   layout->indent > GAP ? layout->indent - GAP : 0);
	} else if (used < layout->name) {
		put_spaces(stream, layout->name - used);
	}
	for (size_t i = 0; i < cells; i++) {
		if (!layout->cell[i])
			continue;
		put_spaces(stream, GAP);
		put_right(stream, cell[i], layout->cell[i]);
	}
	if (reason)
		fprintf(stream, "  %s", reason);
	putc('\n', stream);
	return true;
}

void put_spaces(FILE *stream, size_t count)
{
	while (count-- > 0)
		putc(' ', stream);
}

void put_right(FILE *stream, const char *text, size_t columns)
{
	size_t used = text_columns(text);

	if (used < columns)
		put_spaces(stream, columns - used);
	fputs(text, stream);
}

void format_commit(const char *what, const struct commit *commit, char *text,
		   size_t room)
{
	size_t digits = strspn(commit->id, "0123456789abcdef");
	bool id = digits >= ID_COLUMNS && !commit->id[digits];
	size_t runs = commit->runs.runs;
	size_t complete = run_set_runs(&commit->runs, KIND_PERFORMANCE);
	int used = snprintf(text, room, "%s %.*s (%zu run%s", what,
			    id ? ID_COLUMNS : 400,
			    *commit->id ? commit->id : "not named", runs,
			    runs == 1 ? "" : "s");

	if (complete < runs)
		used += snprintf(text + used, room - (size_t)used,
				 ", %zu incomplete", runs - complete);
	snprintf(text + used, room - (size_t)used, ")");
}
