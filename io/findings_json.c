/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/findings_line.h"
#include "io/json_memory.h"

/* A field as text, as in csv; false after a fault. */
static bool field_as_text(struct line *line, const struct field *field,
			  const json_t *value, struct finding *finding)
{
	struct findings_file *file = line->file;
	char list[FIELD_ROOM] = "";
	const char *text = list;
	size_t used = 0;

	if (json_is_string(value))
		text = json_string_value(value);
	else if (json_is_boolean(value))
		text = json_is_true(value) ? "true" : "false";
	for (size_t i = 0; i < json_array_size(value); i++) {
		const char *item = json_string_value(json_array_get(value, i));
		size_t length = item ? strlen(item) : sizeof(list);

		if (used + length + 2 > sizeof(list))
			return line_fault(line, field->name,
					  "list of such words");
		used += (size_t)snprintf(list + used, sizeof(list) - used,
					 "%s%s", i ? ";" : "", item);
	}
	if (field_read(field, text, finding, &file->findings->texts,
		       file->error))
		return true;
	if (!file->error->fault)
		findings_fault(file, text, "no such %s", field->name);
	line->broken = true;
	return false;
}

/* What a field of a type is in jsonl. */
static const char *const type_names[] = {
	[FIELD_TEXT] = "text",	 [FIELD_NUMBER] = "number",
	[FIELD_COUNT] = "count", [FIELD_BOOL] = "true or false",
	[FIELD_WORD] = "text",	 [FIELD_ID] = "text",
	[FIELD_FLAGS] = "list",	 [FIELD_SAMPLES] = "object",
};

static bool is_of_type(const struct field *field, const json_t *value)
{
	switch (field->type) {
	case FIELD_NUMBER:
	case FIELD_COUNT:
		return json_is_number(value);
	case FIELD_BOOL:
		return json_is_boolean(value);
	case FIELD_FLAGS:
		return json_is_array(value);
	case FIELD_SAMPLES:
		return json_is_object(value);
	default:
		return json_is_string(value);
	}
}

static bool read_count(struct line *line, const struct field *field,
		       double number, uint32_t *to)
{
	if (!(number >= 0 && number < COUNT_NONE) || number != floor(number))
		return line_fault(line, field->name, "count");
	*to = (uint32_t)number;
	return true;
}

static size_t read_values(struct line *line, const json_t *list, double *value)
{
	size_t count = json_array_size(list);

	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_array_get(list, i);

		value[i] = json_is_number(item) ? json_number_value(item) : NAN;
		if (!json_is_number(item) && !json_is_null(item))
			line_fault(line, "samples", "list of numbers");
	}
	return count;
}

static bool read_samples(struct line *line, const json_t *samples,
			 struct read_finding *finding)
{
	const json_t *base = line_part(line, samples, "base", true);
	const json_t *candidate = line_part(line, samples, "candidate", true);
	size_t count = json_array_size(base) + json_array_size(candidate);

	free(finding->value);
	finding->value = malloc((count + 1) * sizeof(*finding->value));
	if (!finding->value) {
		line->broken = true;
		return fail_memory(line->file->error);
	}
	finding->base_runs = read_values(line, base, finding->value);
	finding->candidate_runs = read_values(
		line, candidate, finding->value + finding->base_runs);
	return !line->broken;
}

static bool read_field(struct line *line, const struct field *field,
		       const json_t *value, struct read_finding *finding)
{
	void *to = (char *)&finding->finding + field->offset;

	if (!findings_note_field(line->file, field))
		return false;
	if (json_is_null(value))
		return true;
	if (!is_of_type(field, value))
		return line_fault(line, field->name, type_names[field->type]);
	finding->has |= findings_bit(field);
	switch (field->type) {
	case FIELD_NUMBER:
		*(double *)to = json_number_value(value);
		return true;
	case FIELD_COUNT:
		return read_count(line, field, json_number_value(value), to);
	case FIELD_SAMPLES:
		return read_samples(line, value, finding);
	default:
		return field_as_text(line, field, value, &finding->finding);
	}
}

/* A field by its name; most stand in the order of the table. */
static const struct field *field_of(const char *key, const struct field *next)
{
	if (next->name && strcmp(next->name, key) == 0)
		return next;
	for (next = finding_fields; next->name; next++)
		if (strcmp(next->name, key) == 0)
			return next;
	return NULL;
}

static bool read_finding(struct line *line, json_t *object)
{
	struct read_finding finding = {
		.finding = finding_unknown,
		.file = line->file->name,
		.line = line->file->line,
	};
	const struct field *next = finding_fields;
	const char *key;
	json_t *value;
	bool done = true;

	json_object_foreach(object, key, value)
	{
		const struct field *field = field_of(key, next);

		if (!done || !field)
			continue;
		next = field + 1;
		done = read_field(line, field, value, &finding);
	}
	if (done && !finding.finding.metric)
		done = findings_fault(line->file, NULL,
				      "a finding without a metric");
	done = done && findings_take(line->file, &finding);
	free(finding.value);
	return done;
}

/* Lines of other types are left for those who know them. */
static void read_line(struct findings_file *file, const char *text,
		      size_t length)
{
	struct line line = { .file = file, .text = text };
	json_error_t fault;
	const char *type;
	json_t *object;

	if (!json_memory_begin(length)) {
		fail_memory(file->error);
		return;
	}
	object = json_loadb(text, length,
			    JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL,
			    &fault);
	type = json_string_value(json_object_get(object, "type"));

	/* It cuts texts that it has no memory for, and is content. */
	if (json_memory_ended())
		fail_memory(file->error);
	else if (!object)
		findings_fault(file, NULL, "no JSON (column %d): %.150s",
			       fault.column, fault.text);
	else if (!type)
		findings_fault(file, NULL, "no object with a \"type\"");
	else if (strcmp(type, "run") == 0)
		findings_read_run(&line, object);
	else if (strcmp(type, "finding") == 0)
		read_finding(&line, object);
	json_decref(object);
}

static bool is_blank(const char *text)
{
	return text[strspn(text, " \t\r\n")] == '\0';
}

bool findings_read_json(struct findings_file *file)
{
	FILE *stream = fopen(file->path, "re");
	char *text = NULL;
	size_t room = 0;
	ssize_t length;

	if (!stream)
		return fail_errno(file->error, file->name);
	json_memory_use();
	while (!file->error->fault &&
	       (length = getline(&text, &room, stream)) >= 0) {
		file->line++;
		while (length &&
		       (text[length - 1] == '\n' || text[length - 1] == '\r'))
			text[--length] = '\0';
		if (memchr(text, '\0', (size_t)length))
			findings_fault(file, NULL, "a NUL byte");
		else if (!is_blank(text))
			read_line(file, text, (size_t)length);
	}
	/* The end, an error, or no memory for the line. */
	if (!file->error->fault && !feof(stream))
		fail_errno(file->error, file->name);
	json_memory_release();
	free(text);
	fclose(stream);
	return !file->error->fault;
}
