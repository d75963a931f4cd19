/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/table_parts.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/input.h"
#include "io/meeting.h"
#include "io/threads.h"

enum {
	LEAST_PART = 256 * 1024, /* bytes: less is not worth a thread */
	LONGEST_LINE = 64 * 1024,
};

/* Lines of the table, read apart from the others. */
struct part {
	struct table table;
	struct archive archive;
	struct problems problems;
	struct error error;
	off_t begin, end;
	bool good;
	/* How it is brought into the whole table, by group of the part. */
	uint32_t *group;   /* its number there */
	uint32_t **number; /* of its metrics there; NULL: the same */
};

struct parts {
	struct table *table;
	bool (*read)(struct table *part, off_t begin, off_t end);
	off_t header; /* where the first line ends */
	struct part *part;
	size_t parts;
	atomic_size_t next;
};

/* Where the line ends that has the byte at `from`; 0 where it is too long. */
static off_t line_end(int file, off_t from)
{
	char line[LONGEST_LINE];
	ssize_t got = pread(file, line, sizeof(line), from);
	const char *feed = got > 0 ? memchr(line, '\n', (size_t)got) : NULL;

	return feed ? from + (feed - line) + 1 : 0;
}

/* Parts that begin and end with lines; none where that cannot be. */
static bool cut(struct parts *parts, int file, off_t size)
{
	size_t count = parts->table->sink.reading->jobs;
	off_t begin = parts->header = line_end(file, 0);

	if (count > (size_t)(size / LEAST_PART))
		count = (size_t)(size / LEAST_PART);
	if (count < 2 || !begin)
		return true;
	parts->part = calloc(count, sizeof(*parts->part));
	if (!parts->part)
		return fail_memory(parts->table->sink.error);
	for (size_t i = 0; i < count; i++) {
		off_t end = size;

		if (i + 1 < count)
			end = line_end(file,
				       size / (off_t)count * (off_t)(i + 1));
		if (end <= begin)
			continue;
		parts->part[parts->parts].begin = begin;
		parts->part[parts->parts++].end = begin = end;
	}
	return true;
}

static bool is_good(const struct part *part)
{
	const struct table *table = &part->table;

	return !part->error.fault && !part->problems.count &&
	       !table->sink.faults && !table->file_bad && !table->has_other &&
	       !table->rows.changed && !table->rows.special &&
	       (table->map.count[ROLE_RUN] > 0 ||
		table->columns->run == RUN_OF_FILE);
}

static void read_part(const struct parts *parts, struct part *part)
{
	const struct table *whole = parts->table;

	part->table = (struct table){
		.archive = &part->archive,
		.fixed = whole->fixed,
		.columns = whole->columns,
		.sink = { .reading = whole->sink.reading,
			  .problems = &part->problems,
			  .error = &part->error },
		.rows = whole->rows,
	};
	part->table.rows.context = &part->table;
	part->table.sink.rows = &part->table.rows;
	/* Each knows the header, which is one line where nothing is quoted. */
	part->good = parts->read(&part->table, 0, parts->header) &&
		     is_good(part) && part->table.has_header &&
		     parts->read(&part->table, part->begin, part->end) &&
		     is_good(part);
}

static void *read_some(void *context)
{
	struct parts *parts = context;
	size_t i;

	while ((i = atomic_fetch_add(&parts->next, 1)) < parts->parts)
		read_part(parts, &parts->part[i]);
	return NULL;
}

/* Whether all went well, and a table that is one side is of one commit. */
static bool all_good(const struct parts *parts)
{
	const char *side = NULL;

	for (size_t i = 0; i < parts->parts; i++) {
		const struct part *part = &parts->part[i];
		const char *other = part->table.side.text;

		if (!part->good || (side && other && strcmp(side, other) != 0))
			return false;
		side = side ? side : other;
	}
	return parts->parts > 0;
}

/* A group of a part becomes one of the archive, but for its commits. */
static bool take_group(struct table *table, struct group *from)
{
	struct group *group = table_add_group(table);

	if (!group)
		return false;
	*group = *from;
	group->commit = NULL;
	group->commits = 0;
	*from = (struct group){ .commit = from->commit,
				.commits = from->commits };
	return true;
}

static bool bring_group(struct table *table, struct part *part, size_t g,
			bool *fits)
{
	struct group *from = &part->archive.group[g];
	size_t known = table->archive->groups;

	if (!table_number_group(table, from->name, &part->group[g]))
		return false;
	if (part->group[g] == known)
		return take_group(table, from);
	part->number[g] = malloc(((size_t)from->described + 1) *
				 sizeof(*part->number[g]));
	if (!part->number[g])
		return fail_memory(table->sink.error);
	return meet_metrics(&table->archive->group[part->group[g]], from,
			    table->sink.reading->rules, part->number[g], fits,
			    table->sink.error);
}

/* Groups and metrics, of which more than there will be do no harm. */
static bool bring_groups(struct table *table, struct part *part, bool *fits)
{
	size_t groups = part->archive.groups;

	part->group = calloc(groups + 1, sizeof(*part->group));
	part->number = calloc(groups + 1, sizeof(*part->number));
	if (!part->group || !part->number)
		return fail_memory(table->sink.error);
	for (size_t g = 0; *fits && g < groups; g++)
		if (!bring_group(table, part, g, fits))
			return false;
	return true;
}

/* The samples behind those that are there, with the numbers that they have
   there. */
static void bring_log(struct sample_log *to, struct sample_log *from,
		      const uint32_t *metric, const uint32_t *run)
{
	for (struct sample_piece *piece = from->first; piece;
	     piece = piece->next)
		for (size_t i = 0; i < piece->count; i++) {
			if (metric)
				piece->metric[i] = metric[piece->metric[i]];
			piece->run[i] = run[piece->run[i]];
		}
	sample_log_join(to, from);
}

static bool number_runs(struct table *table, struct lot *to,
			const struct lot *from, const struct run_set *runs,
			uint32_t *number)
{
	for (size_t run = 0; run < runs->runs; run++) {
		const char *id = runs->run_id[run];

		number[run] = 0;
		if (from->runs.count &&
		    !names_intern(&to->runs, id, strlen(id), &number[run]))
			return fail_memory(table->sink.error);
		if (!table_add_runs(table, to, number[run], id))
			return false;
		if (runs->incomplete[run])
			table_commit(table, to)->runs.incomplete[number[run]] =
				true;
	}
	return true;
}

static bool bring_lot(struct table *table, struct part *part, uint32_t number)
{
	struct lot *from = &part->table.lot[number], *to;
	const struct commit *commit = table_commit(&part->table, from);
	const struct names *places = &part->table.places;
	uint32_t known = table->places.count, *runs;
	bool done;

	if (!names_intern(&table->places, names_text(places, number),
			  places->length[number], &table->at))
		return fail_memory(table->sink.error);
	if (table->at == known &&
	    !table_add_lot(table, part->group[from->group], commit->id))
		return false;
	to = &table->lot[table->at];
	runs = malloc((commit->runs.runs + 1) * sizeof(*runs));
	if (!runs)
		return fail_memory(table->sink.error);
	done = number_runs(table, to, from, &commit->runs, runs);
	if (done)
		bring_log(&to->log, &from->log, part->number[from->group],
			  runs);
	free(runs);
	return done;
}

/* In the order of the file, so that all numbers are those of one reading. */
static bool bring_together(struct parts *parts, bool *fits)
{
	struct table *table = parts->table;

	for (size_t i = 0; *fits && i < parts->parts; i++)
		if (!bring_groups(table, &parts->part[i], fits))
			return false;
	for (size_t i = 0; *fits && i < parts->parts; i++) {
		struct part *part = &parts->part[i];

		for (uint32_t lot = 0; lot < part->table.lots; lot++)
			if (!bring_lot(table, part, lot))
				return false;
		table->has_row |= part->table.has_row;
	}
	table->has_header = *fits;
	return true;
}

static void part_release(struct part *part)
{
	for (size_t g = 0; part->number && g < part->archive.groups; g++)
		free(part->number[g]);
	free(part->number);
	free(part->group);
	table_release(&part->table);
	archive_release(&part->archive);
	problems_release(&part->problems);
}

bool table_read_parts(struct table *table,
		      bool (*read)(struct table *part, off_t begin, off_t end),
		      bool *done)
{
	struct parts parts = { .table = table, .read = read };
	struct input input;
	bool good = true;

	*done = false;
	/* What cannot be opened is told by who reads it in one go. */
	if (input_open(&input, table->rows.file, false, 0) == INPUT_OPEN) {
		good = cut(&parts, input.file, input.before.st_size);
		close(input.file);
	}
	if (good && parts.parts > 1)
		run_on_threads(parts.parts, read_some, &parts);
	if (good && parts.parts > 1 && all_good(&parts)) {
		*done = true;
		good = bring_together(&parts, done);
	}
	for (size_t i = 0; i < parts.parts; i++)
		part_release(&parts.part[i]);
	free(parts.part);
	return good;
}

/* Lots on their way to columns. */
struct finishing {
	const struct table *table;
	atomic_uint_fast32_t next;
	atomic_bool failed;
};

static void *finish_some(void *context)
{
	struct finishing *finishing = context;
	struct table table = *finishing->table;
	struct error error = { 0 };
	uint_fast32_t lot;

	/* Its own place for what goes wrong; all else is only read. */
	table.sink.error = &error;
	while (!atomic_load(&finishing->failed) &&
	       (lot = atomic_fetch_add(&finishing->next, 1)) < table.lots)
		if (!table_finish_lot(&table, &table.lot[lot]))
			atomic_store(&finishing->failed, true);
	return NULL;
}

bool table_finish_lots(struct table *table)
{
	struct finishing finishing = { .table = table };
	size_t jobs = table->sink.reading->jobs;

	run_on_threads(jobs < table->lots ? jobs : table->lots, finish_some,
		       &finishing);
	return !finishing.failed || fail_memory(table->sink.error);
}
