/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "io/store.h"
#include "io/text.h"
#include "pipeline/pairing.h"
#include "pipeline/pipeline.h"

bool command_store(struct batch *batch)
{
	const struct text_list *arguments = &batch->options->arguments;
	struct store store = { 0 };
	bool done;

	if (arguments->count != 2 || strcmp(arguments->text[0], "check") != 0)
		return fail(&batch->error, FAULT_USAGE,
			    "store takes the word check and a store, as in "
			    "store check DIR/perfsift.sqlite");
	done = path_exists(arguments->text[1], &batch->error) &&
	       store_open(&store, arguments->text[1], false, &batch->error) &&
	       store_check(&store, &batch->problems, &batch->error);
	if (done && !batch->problems.count) {
		text_put(batch->results, arguments->text[1], SIZE_MAX / 2);
		fputs(": whole\n", batch->results);
		done = fflush(batch->results) == 0 ||
		       fail_errno(&batch->error, "standard output");
	}
	store_release(&store);
	return done;
}
