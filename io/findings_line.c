/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/findings_line.h"

#include <math.h>

bool line_fault(struct line *line, const char *key, const char *what)
{
	if (!line->broken)
		findings_fault(line->file, NULL, "\"%.60s\" is no %s", key,
			       what);
	line->broken = true;
	return false;
}

const json_t *line_member(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_null(value) ? NULL : value;
}

const char *line_text(struct line *line, const json_t *object, const char *key)
{
	const json_t *value = line_member(object, key);
	const char *text;

	if (!value)
		return NULL;
	if (!json_is_string(value)) {
		line_fault(line, key, "text");
		return NULL;
	}
	text = findings_keep(line->file, json_string_value(value));
	line->broken |= !text;
	return text;
}

double line_number(struct line *line, const json_t *object, const char *key)
{
	const json_t *value = line_member(object, key);

	if (!value)
		return NAN;
	if (!json_is_number(value)) {
		line_fault(line, key, "number");
		return NAN;
	}
	return json_number_value(value);
}

size_t line_count(struct line *line, const json_t *object, const char *key)
{
	double number = line_number(line, object, key);

	if (isnan(number))
		return 0;
	if (!(number >= 0 && number < 1e15) || number != floor(number)) {
		line_fault(line, key, "count");
		return 0;
	}
	return (size_t)number;
}

const json_t *line_part(struct line *line, const json_t *object,
			const char *key, bool array)
{
	const json_t *value = line_member(object, key);

	if (!value || (array ? json_is_array(value) : json_is_object(value)))
		return value;
	line_fault(line, key, array ? "array" : "object");
	return NULL;
}
