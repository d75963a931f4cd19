/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IO_DIGEST_H
#define IO_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include <sys/types.h>

#include <sha256.h>

/* SHA-256 (libmd), of which 64 bits are told. */
struct digest {
	SHA2_CTX context;
};

void digest_begin(struct digest *digest);

/* The bytes of a text, with the NUL behind it. */
void digest_text(struct digest *digest, const char *text);

/* The bytes of a text, without the NUL: for the last one. */
void digest_last(struct digest *digest, const char *text);

void digest_bytes(struct digest *digest, const char *bytes, size_t length);

/* The first 64 bits; as 16 hexadecimal digits the first of the hash. */
uint64_t digest_end(struct digest *digest);

#endif
