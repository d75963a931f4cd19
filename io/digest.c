/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "io/digest.h"

#include <string.h>

void digest_begin(struct digest *digest)
{
	SHA256Init(&digest->context);
}

void digest_text(struct digest *digest, const char *text)
{
	SHA256Update(&digest->context, (const uint8_t *)text, strlen(text) + 1);
}

void digest_last(struct digest *digest, const char *text)
{
	SHA256Update(&digest->context, (const uint8_t *)text, strlen(text));
}

void digest_bytes(struct digest *digest, const char *bytes, size_t length)
{
	SHA256Update(&digest->context, (const uint8_t *)bytes, length);
}

uint64_t digest_end(struct digest *digest)
{
	uint8_t bytes[SHA256_DIGEST_LENGTH];
	uint64_t first = 0;

	SHA256Final(bytes, &digest->context);
	for (size_t i = 0; i < sizeof(first); i++)
		first = first << 8 | bytes[i];
	return first;
}
