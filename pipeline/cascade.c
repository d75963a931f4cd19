/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pipeline/pipeline.h"

/* The system's rules, unless the environment names another file, or none. */
static const char system_rules[] = "/etc/perfsift/rules.csv";
static const char system_rules_variable[] = "PERFSIFT_SYSTEM_RULES";

/* The data of an installed perfsift; the environment names another place. */
static const char data_variable[] = "PERFSIFT_DATADIR";

static bool read_default(struct batch *batch)
{
	const char *data = getenv(data_variable);
	char path[4096];

	if (!data || !*data)
		data = PERFSIFT_INSTALLED_DATA;
	if ((size_t)snprintf(path, sizeof(path), "%s/rules/default.csv",
			     data) >= sizeof(path))
		return fail(&batch->error, FAULT_TROUBLE, "%s is too long",
			    data_variable);
	if (access(path, F_OK) != 0)
		return fail(&batch->error, FAULT_TROUBLE,
			    "%s: the rules that perfsift brings are not there; "
			    "set %s to the directory that holds rules/, or "
			    "give --no-default-rules",
			    path, data_variable);
	return rules_read(&batch->rules, path, "default.csv", &batch->problems,
			  &batch->error);
}

static bool read_system(struct batch *batch)
{
	const char *path = getenv(system_rules_variable);

	if (path && !*path)
		return true;
	if (!path) {
		path = system_rules;
		if (access(path, F_OK) != 0 && errno == ENOENT)
			return true;
	}
	return rules_read(&batch->rules, path, path, &batch->problems,
			  &batch->error);
}

static bool read_named(struct batch *batch)
{
	const struct text_list *files = &batch->options->rules;

	for (size_t i = 0; i < files->count; i++) {
		const char *path = files->text[i];

		if (access(path, F_OK) != 0 &&
		    (errno == ENOENT || errno == ENOTDIR))
			return fail(&batch->error, FAULT_USAGE,
				    "%s: there is no such rules file", path);
		if (!rules_read(&batch->rules, path, path, &batch->problems,
				&batch->error))
			return false;
	}
	return true;
}

bool load_rules(struct batch *batch)
{
	const struct options *options = batch->options;

	return (options->no_default_rules || read_default(batch)) &&
	       read_system(batch) && read_named(batch) &&
	       rules_override(&batch->rules, options->overrides.text,
			      options->overrides.count, &batch->problems,
			      &batch->error) &&
	       !batch->problems.count &&
	       rules_prepare(&batch->rules, &batch->error);
}
