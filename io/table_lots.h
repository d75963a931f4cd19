/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_TABLE_LOTS_H
#define IO_TABLE_LOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/archive.h"
#include "io/columns.h"
#include "io/sink.h"

/*
 * Where the rows of a table belong: a lot for each commit of each group.  For
 * io/table.c alone.  All functions return false when there is no memory, with
 * the sink's error set.
 */

/* One commit of one group while its rows come in. */
struct lot {
	uint32_t group; /* number in the archive */
	size_t commit;	/* number in the group */
	struct sample_log log;
	struct names runs; /* ids, where a column has them */
	uint32_t *rows;	   /* [rows_room] rows of each metric so far */
	uint32_t rows_room;
	bool *bad; /* [bad_room] runs with a bad cell */
	size_t bad_room;
};

struct table {
	struct archive *archive;
	const char *fixed;
	const struct columns *columns;
	struct sink sink;
	struct rows rows;

	struct column_map map;
	bool has_header, has_row, file_bad;
	bool *numeric;		 /* [map.columns] all fields are numbers, or
				    empty */
	const struct cell *cell; /* [map.columns] of this row */
	struct cell metric;	 /* of this row, its cells joined */

	struct names places;	   /* texts of axes and commit */
	struct held place, joined; /* of the last row; a metric of several */
	struct names groups;	   /* numbers are those of the archive */
	struct lot *lot;	   /* [lots] */
	uint32_t lots;
	uint32_t at;	  /* the lot of this row */
	struct held side; /* the commit column of a table that is one side */
	bool has_other;	  /* a second commit in that */
};

/* Notes a fault that spoils the whole table. */
bool table_fault(struct table *table, const char *text, const char *what);

/* A cell of a role in this row, or NULL. */
static inline const struct cell *table_cell(const struct table *table,
					    enum role role, size_t place)
{
	return place < table->map.count[role] ?
		       &table->cell[column_map_at(&table->map, role, place)] :
		       NULL;
}

/* Appends bytes to a text that is being made. */
bool table_append(struct table *table, struct held *to, const char *text,
		  size_t length);

/* Takes over the groups that other tables have brought. */
bool table_know_groups(struct table *table);

/* Makes table->at the lot of this row, whose commit is id. */
bool table_find_lot(struct table *table, const char *id);

/* The commit of a lot; valid until the next lot. */
struct commit *table_commit(const struct table *table, const struct lot *lot);

/* The number of this row's run. */
bool table_find_run(struct table *table, struct lot *lot, uint32_t *run);

/* A run with a bad cell is to be dropped. */
bool table_mark_bad(struct table *table, struct lot *lot, uint32_t run);

/* The table's number of a group, known by its name, or the next one. */
bool table_number_group(struct table *table, const char *name,
			uint32_t *number);

/* Runs up to this one, with an id or by number. */
bool table_add_runs(struct table *table, struct lot *lot, uint32_t run,
		    const char *id);

/* Adds an empty group to the archive; NULL when there is no memory. */
struct group *table_add_group(struct table *table);

/* Adds an empty lot, the last one, of an empty commit of a group. */
bool table_add_lot(struct table *table, uint32_t group, const char *id);

/* Back to {0}; what the archive has stays. */
void table_release(struct table *table);

/* Puts the runs of a lot in order, drops bad ones, and makes the columns. */
bool table_finish_lot(struct table *table, struct lot *lot);

/* Gives groups and commits the order of an archive, whatever the rows had. */
void table_put_in_order(struct table *table);

#endif
