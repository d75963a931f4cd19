/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/sink.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/rules.h"
#include "io/unit.h"

/* Of the faults of one file, as many are told; the others are counted. */
enum { FAULTS_TOLD = 20 };

bool held_set(struct held *held, const char *text, size_t length,
	      struct error *error)
{
	if (length + 1 > held->room) {
		size_t room = 2 * length + 64;
		char *bigger = realloc(held->text, room);

		if (!bigger)
			return fail_memory(error);
		held->text = bigger;
		held->room = room;
	}
	memcpy(held->text, text, length);
	held->text[length] = '\0';
	held->length = length;
	return true;
}

bool sink_note(struct sink *sink, const char *text, size_t length,
	       const char *what)
{
	if (sink->faults++ >= FAULTS_TOLD) {
		sink->problems->untold++;
		return true;
	}
	return problems_add(sink->problems, sink->error, FAULT_INPUT,
			    rows_name(sink->rows), sink->rows->line, text,
			    length, "%s", what);
}

bool sink_metric(struct sink *sink, const char *name, size_t length)
{
	struct group *group = sink->group;

	if (!names_intern(&group->names, name, length, &sink->metric))
		return fail_memory(sink->error);
	return sink->metric < group->described ||
	       rules_describe(sink->reading->rules, group, sink->metric,
			      UNIT_OPEN, sink->error);
}

static bool fix_unit(struct sink *sink, uint32_t unit)
{
	uint32_t *known = &sink->group->unit[sink->metric];

	if (*known != UNIT_OPEN)
		return true;
	/* Without a unit, the rule stays what it is. */
	if (unit == UNIT_NONE) {
		*known = unit;
		return true;
	}
	return rules_describe(sink->reading->rules, sink->group, sink->metric,
			      unit, sink->error);
}

static void note_incomplete(struct sink *sink, uint32_t run, double value)
{
	static const char flag[] = "last_state.is_incomplete_run";
	const struct names *names = &sink->group->names;

	if (names->length[sink->metric] == sizeof(flag) - 1 && value == 1 &&
	    strcmp(names_text(names, sink->metric), flag) == 0)
		sink->commit->runs.incomplete[run] = true;
}

/* The step in the unit of the metric, of which it is a power of ten. */
static int scaled_step(int step, int binary)
{
	return (int)lround(step + binary * log10(2));
}

static bool log_sample(struct sink *sink, uint32_t run, double value, int step)
{
	note_incomplete(sink, run, value);
	return sample_log_append(sink->log, sink->metric, run, value, step) ||
	       fail_memory(sink->error);
}

/* A sample without a unit, of a metric that has one, is no such sample. */
static bool log_plain(struct sink *sink, uint32_t run,
		      const struct number *number)
{
	if (!fix_unit(sink, UNIT_NONE))
		return false;
	return log_sample(sink, run, number->value,
			  sink->group->unit[sink->metric] == UNIT_NONE ?
				  number->step :
				  STEP_CONFLICT);
}

bool sink_parse(struct sink *sink, const char *text, size_t length, int shift,
		struct number *number, enum number_kind *kind)
{
	*kind = NUMBER_BAD;
	if (sink->reading->decimal == '.') {
		*kind = number_parse(text, length, shift, number);
		return true;
	}
	if (memchr(text, '.', length))
		return true;
	if (!held_set(&sink->translated, text, length, sink->error))
		return false;
	for (size_t i = 0; i < length; i++)
		if (text[i] == sink->reading->decimal)
			sink->translated.text[i] = '.';
	*kind = number_parse(sink->translated.text, length, shift, number);
	return true;
}

static const char *complaint(const struct sink *sink, const char *text,
			     size_t length)
{
	const char *what;

	if (sink->reading->decimal != '.') {
		if (memchr(text, '.', length))
			return "a decimal point, where --decimal says "
			       "otherwise";
		/* The text that parse() has just translated. */
		return number_complaint(sink->translated.text, length);
	}
	what = number_complaint(text, length);
	/* The cure is none where commas part the fields. */
	if (strstr(what, "--decimal") && sink->reading->delimiter == ',')
		return "a comma in a number: write a point for a decimal "
		       "comma, and no thousands separators";
	return what;
}

static bool put_plain(struct sink *sink, uint32_t run, const char *text,
		      size_t length, const char **wrong)
{
	struct number number;
	enum number_kind kind;

	if (!sink_parse(sink, text, length, 0, &number, &kind))
		return false;
	if (kind == NUMBER_VALID)
		return log_plain(sink, run, &number);
	if (kind == NUMBER_MISSING)
		return log_sample(sink, run, NAN, 0);
	*wrong = complaint(sink, text, length);
	return true;
}

static bool put_in_unit(struct sink *sink, uint32_t run, const char *text,
			size_t length, const char *unit, size_t unit_length,
			const char **wrong)
{
	struct group *group = sink->group;
	struct unit_factor factor = { 0 };
	struct number number;
	enum number_kind kind;
	uint32_t unit_number;
	bool converts;

	if (!sink_parse(sink, text, length, 0, &number, &kind))
		return false;
	if (kind == NUMBER_MISSING)
		return log_sample(sink, run, NAN, 0);
	if (kind == NUMBER_BAD) {
		*wrong = complaint(sink, text, length);
		return true;
	}
	if (!names_intern(&group->units, unit, unit_length, &unit_number))
		return fail_memory(sink->error);
	if (!fix_unit(sink, unit_number))
		return false;
	converts = unit_convert(unit_text(group, unit_number),
				unit_text(group, group->unit[sink->metric]),
				&factor);
	/* Read anew: the exponent is shifted before the one rounding. */
	if (factor.decimal &&
	    !sink_parse(sink, text, length, factor.decimal, &number, &kind))
		return false;
	number.value = ldexp(number.value, factor.binary);
	if (kind == NUMBER_VALID && isfinite(number.value))
		return log_sample(sink, run, number.value,
				  converts ? scaled_step(number.step,
							 factor.binary) :
					     STEP_CONFLICT);
	*wrong = "beyond the range of a double";
	return true;
}

bool sink_put(struct sink *sink, uint32_t run, const char *text, size_t length,
	      const struct cell *unit, const char **wrong)
{
	const char *known = sink->group->rule[sink->metric]->unit;

	*wrong = NULL;
	if (known && (!unit || !unit->length))
		return put_in_unit(sink, run, text, length, known,
				   strlen(known), wrong);
	if (!unit)
		return put_plain(sink, run, text, length, wrong);
	return put_in_unit(sink, run, text, length, unit->text, unit->length,
			   wrong);
}

void sink_release(struct sink *sink)
{
	free(sink->translated.text);
	sink->translated = (struct held){ 0 };
}
