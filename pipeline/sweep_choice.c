/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "io/date.h"
#include "pipeline/lineage.h"
#include "pipeline/pairing.h"
#include "pipeline/sweep.h"

/* Which pairs a sweep is to look at: what the options choose. */
struct choice {
	struct sweep *sweep;
	regex_t group;
	bool has_group, has_since;
	double since;
	const char *base;	/* whole id; NULL: by lineage */
	const char **candidate; /* [candidates] whole ids; 0: all */
	size_t candidates;
	size_t room; /* of sweep->pair */
};

/* A commit whose directory cannot be read is lost, and so are its pairs. */
static bool look_at(struct sweep *sweep, struct sweep_side *side)
{
	struct error error = { 0 };

	if (fingerprint_take(&side->fingerprint, side->commit->path,
			     side->commit->root, &error))
		return true;
	if (error_is_memory(&error))
		return fail_memory(&sweep->batch->error);
	side->state = SIDE_LOST;
	return problems_add(&side->problems, &sweep->batch->error, error.fault,
			    side->commit->path, 0, NULL, 0, "%s",
			    error_without(&error, side->commit->path));
}

bool sweep_find(struct sweep *sweep)
{
	struct batch *batch = sweep->batch;
	const char *root = batch->options->arguments.text[0];
	struct archive *archive = &batch->archive;
	size_t commits = 0;

	if (!archive_find(archive, root, batch->options->layout,
			  &batch->error) ||
	    !catalogue_read(&batch->catalogue, root, &batch->problems,
			    &batch->error))
		return false;
	for (size_t g = 0; g < archive->groups; g++) {
		describe_group(batch, &archive->group[g]);
		commits += archive->group[g].commits;
	}
	sweep->side = calloc(commits + 1, sizeof(*sweep->side));
	if (!sweep->side)
		return fail_memory(&batch->error);
	for (size_t g = 0; g < archive->groups; g++) {
		struct group *group = &archive->group[g];

		for (size_t c = 0; c < group->commits; c++) {
			struct sweep_side *side = &sweep->side[sweep->sides++];

			side->group = group;
			side->commit = &group->commit[c];
			if (!look_at(sweep, side))
				return false;
		}
	}
	sweep->counts.groups = archive->groups;
	return true;
}

/*
 * What looked settled too early is looked at closely, once; what could not be
 * read, until it can, because a failing disk or network changes no file.
 */
static bool verify(struct sweep *sweep, struct sweep_side *side,
		   struct store_set *set)
{
	struct error *error = &sweep->batch->error;

	if (!fingerprint_content(side->content, side->commit->path,
				 side->commit->root, error))
		return false;
	if (strcmp(side->content, fingerprint_unread) == 0) {
		strcpy(side->content, set->content);
		return true;
	}
	if (strcmp(side->content, set->content) != 0)
		return store_forget_set(&sweep->store, set, error);
	if (side->fingerprint.young)
		return true;
	side->content[0] = '\0';
	return store_settle_set(&sweep->store, set->id, error);
}

/* Whether the store's record of a side is of the files as they are. */
static bool find_record(struct sweep *sweep, struct sweep_side *side)
{
	struct store_set set = { .group = side->group->name,
				 .commit = side->commit->id };
	bool found;

	if (side->stored)
		return true;
	if (!store_find_set(&sweep->store, &set, &found, &sweep->batch->error))
		return false;
	if (!found || strcmp(set.fingerprint, side->fingerprint.text) != 0)
		return true;
	if (*set.content && !verify(sweep, side, &set))
		return false;
	side->stored = !*set.content || !*side->content ||
		       strcmp(side->content, set.content) == 0;
	return true;
}

static bool add_pair(struct choice *choice, struct sweep_side *base,
		     struct sweep_side *candidate)
{
	struct sweep *sweep = choice->sweep;
	struct sweep_pair *bigger;

	if (sweep->pairs == choice->room) {
		choice->room = 2 * choice->room + 64;
		bigger = realloc(sweep->pair, choice->room * sizeof(*bigger));
		if (!bigger)
			return fail_memory(&sweep->batch->error);
		sweep->pair = bigger;
	}
	sweep->pair[sweep->pairs++] = (struct sweep_pair){ base, candidate, 0 };
	return true;
}

/* Of a pair that is wanted: is it in a night already? */
static bool consider(struct choice *choice, struct sweep_side *base,
		     struct sweep_side *candidate)
{
	struct sweep *sweep = choice->sweep;
	struct store_pair pair = {
		.group = candidate->group->name,
		.base = base->commit->id,
		.candidate = candidate->commit->id,
		.base_fingerprint = base->fingerprint.text,
		.candidate_fingerprint = candidate->fingerprint.text,
	};
	bool found = false;

	if (!find_record(sweep, base) || !find_record(sweep, candidate) ||
	    !store_find_pair(&sweep->store, &pair, 0, &found,
			     &sweep->batch->error))
		return false;
	if (found)
		return true;
	if (!add_pair(choice, base, candidate))
		return false;
	if (sweep->night.id &&
	    !store_find_pair(&sweep->store, &pair, sweep->night.id, &found,
			     &sweep->batch->error))
		return false;
	if (found)
		sweep->pair[sweep->pairs - 1].id = pair.id;
	return true;
}

static bool is_candidate(struct choice *choice, const char *id)
{
	const struct commit_about *about;
	bool chosen = choice->candidates == 0;
	double date;

	for (size_t i = 0; i < choice->candidates; i++)
		chosen = chosen || (choice->candidate[i] &&
				    strcmp(choice->candidate[i], id) == 0);
	if (!chosen)
		return false;
	if (!choice->has_since)
		return true;
	about = catalogue_commit(&choice->sweep->batch->catalogue, id);
	if (about && date_parse(about->date, &date))
		return date >= choice->since;
	choice->sweep->counts.undated++;
	return false;
}

static void set_bases(const struct choice *choice, struct lineage *lineage,
		      const bool *has_runs)
{
	size_t base = lineage_commit(lineage->group, choice->base);

	for (size_t c = 0; c < lineage->group->commits; c++)
		lineage->base[c] = c != base && base != NO_COMMIT &&
						   has_runs[base] ?
					   base :
					   NO_COMMIT;
}

static bool choose_in_order(struct choice *choice,
			    const struct lineage *lineage,
			    struct sweep_side *side, const bool *has_runs)
{
	struct sweep_counts *counts = &choice->sweep->counts;

	for (size_t i = 0; i < lineage->group->commits; i++) {
		size_t c = lineage->order[i], base = lineage->base[c];

		if (!is_candidate(choice, side[c].commit->id))
			continue;
		if (!has_runs[c]) {
			counts->without_runs += side[c].state != SIDE_LOST;
			continue;
		}
		if (base == NO_COMMIT)
			counts->without_base++;
		else if (!consider(choice, &side[base], &side[c]))
			return false;
	}
	return true;
}

static bool choose_in_group(struct choice *choice, struct sweep_side *side)
{
	struct batch *batch = choice->sweep->batch;
	const struct group *group = side->group;
	struct lineage lineage = { 0 };
	bool *has_runs = calloc(group->commits + 1, sizeof(*has_runs));
	bool done = has_runs != NULL;

	for (size_t c = 0; done && c < group->commits; c++)
		has_runs[c] = side[c].fingerprint.files > 0;
	done = done && lineage_find(&lineage, group, &batch->catalogue,
				    has_runs, batch->options->order != NULL);
	if (done && choice->base)
		set_bases(choice, &lineage, has_runs);
	done = done && lineage_order(&lineage);
	if (!done)
		fail_memory(&batch->error);
	else
		done = choose_in_order(choice, &lineage, side, has_runs);
	lineage_release(&lineage);
	free(has_runs);
	return done;
}

static bool take_group(struct choice *choice)
{
	const char *text = choice->sweep->batch->options->group;
	char why[256];
	int result;

	if (!text)
		return true;
	result = regcomp(&choice->group, text, REG_EXTENDED | REG_NOSUB);
	choice->has_group = result == 0;
	if (!result)
		return true;
	regerror(result, &choice->group, why, sizeof(why));
	return fail(&choice->sweep->batch->error,
		    result == REG_ESPACE ? FAULT_TROUBLE : FAULT_USAGE,
		    "--group takes a regular expression, not \"%s\": %s", text,
		    why);
}

static bool take_since(struct choice *choice)
{
	const char *text = choice->sweep->batch->options->since;

	choice->has_since = text != NULL;
	return !text || date_parse(text, &choice->since) ||
	       fail(&choice->sweep->batch->error, FAULT_USAGE,
		    "--since takes a date as 2026-01-31 or "
		    "2026-01-31T06:00:00+01:00, not \"%s\"",
		    text);
}

static bool take_ids(struct choice *choice)
{
	struct batch *batch = choice->sweep->batch;
	const struct options *options = batch->options;
	const char *root = options->arguments.text[0];

	choice->candidate = calloc(options->candidates.count + 1,
				   sizeof(*choice->candidate));
	if (!choice->candidate)
		return fail_memory(&batch->error);
	if (options->base)
		choice->base = archive_resolve(&batch->archive, root,
					       options->base, &batch->error);
	if (options->base && !choice->base)
		return false;
	for (size_t i = 0; i < options->candidates.count; i++) {
		const char *id = archive_resolve(&batch->archive, root,
						 options->candidates.text[i],
						 &batch->error);

		if (!id)
			return false;
		choice->candidate[choice->candidates++] = id;
	}
	return true;
}

bool sweep_choose(struct sweep *sweep)
{
	struct choice choice = { .sweep = sweep };
	struct error *error = &sweep->batch->error;
	bool done = take_group(&choice) && take_since(&choice) &&
		    take_ids(&choice) && store_begin(&sweep->store, error);

	for (size_t s = 0; done && s < sweep->sides;
	     s += sweep->side[s].group->commits)
		if (!choice.has_group ||
		    regexec(&choice.group, sweep->side[s].group->name, 0, NULL,
			    0) == 0)
			done = choose_in_group(&choice, &sweep->side[s]);
	done = done && store_commit(&sweep->store, error);
	if (!done && sweep->store.database)
		store_rollback(&sweep->store);
	free(choice.candidate);
	if (choice.has_group)
		regfree(&choice.group);
	return done;
}
