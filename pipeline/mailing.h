/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PIPELINE_MAILING_H
#define PIPELINE_MAILING_H

#include <stdbool.h>

#include "io/error.h"
#include "io/report.h"
#include "pipeline/options.h"

/*
 * Whether what the options say of a mail goes with the format, its addresses
 * are sane and SOURCE_DATE_EPOCH is a date.  Returns false with error set.
 */
bool mailing_check(const struct options *options,
		   const struct report_format *format, struct error *error);

/*
 * Fills what a mail needs besides findings, of options that were checked.
 * Returns false with error set; mailing_release() is wanted all the same.
 */
bool mailing_make(struct mail *mail, const struct options *options,
		  struct error *error);

/* Back to {0}. */
void mailing_release(struct mail *mail);

#endif
