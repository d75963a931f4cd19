/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/findings_read.h"

#include <stdio.h>
#include <stdlib.h>

#include "io/findings_parts.h"
#include "io/source.h"

/* Whether the first byte that is no blank opens an object. */
static bool find_kind(struct findings_file *file, bool *json)
{
	FILE *stream = fopen(file->path, "re");
	int byte;

	if (!stream)
		return fail_errno(file->error, file->name);
	do
		byte = getc(stream);
	while (byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n');
	*json = byte == '{';
	if (ferror(stream)) {
		fclose(stream);
		return fail_errno(file->error, file->name);
	}
	fclose(stream);
	return byte != EOF ||
	       findings_fault(file, NULL,
			      "it is empty: findings are written by perfsift "
			      "compare -f jsonl");
}

bool findings_read(struct findings *findings, const char *path,
		   struct problems *problems, struct error *error)
{
	struct findings_file file = { .findings = findings,
				      .problems = problems,
				      .error = error };
	struct source source = { .file = -1 };
	bool json = false;

	if (!source_open(&source, path, error))
		return false;
	file.name = findings_keep(&file, source.name);
	file.path = source.path;
	findings->files++;
	if (file.name && find_kind(&file, &json)) {
		if (json)
			findings_read_json(&file);
		else
			findings_read_csv(&file);
	}
	source_release(&source);
	return !error->fault;
}

void findings_release(struct findings *findings)
{
	for (size_t i = 0; i < findings->keys.count; i++) {
		free(findings->comparison[i].axis);
		free(findings->comparison[i].rules);
	}
	for (size_t i = 0; i < findings->places.count; i++)
		free(findings->finding[i].value);
	free(findings->comparison);
	free(findings->finding);
	free(findings->told);
	field_list_release(&findings->fields);
	names_release(&findings->texts);
	names_release(&findings->keys);
	names_release(&findings->places);
	problems_release(&findings->problems);
	*findings = (struct findings){ 0 };
}
