/* 64-bit XXH64 streams (seed 0): state hashes, content hashes, ids. Deterministic on every host:
 * numbers are fed little-endian, -0 as +0, every NaN as one. Source of the algorithm: libxxhash,
 * used header-only.
 *
 * A stream is a plain value: copying it forks it. Nothing allocates or fails. Not here: hashes of
 * hob_value (base/value.h), SHA-256 (tests only). */
#ifndef HOB_BASE_HASH_H
#define HOB_BASE_HASH_H

#include "base/base.h"

#define HOB_HASH_BUFFER 256

/* Opaque. Small feeds gather in `buffer`, so that one costs little more than a copy; a stream that
 * fits in it is hashed in one go. */
typedef struct hob_hash {
    uint64_t state[11]; /* XXH64_state_t, once has_state */
    uint64_t seed;
    uint32_t buffered;
    bool has_state;
    unsigned char buffer[HOB_HASH_BUFFER];
} hob_hash;

void hob_hash_init(hob_hash *hash);
void hob_hash_init_seed(hob_hash *hash, uint64_t seed);
void hob_hash_bytes(hob_hash *hash, const void *data, size_t length);
void hob_hash_u8(hob_hash *hash, uint8_t v);
void hob_hash_u32(hob_hash *hash, uint32_t v);
void hob_hash_u64(hob_hash *hash, uint64_t v);
void hob_hash_double(hob_hash *hash, double v);
/* Length as u32, then the bytes: the form of texts in spec hob 10 without its tag. At most 2^32 - 1
 * bytes. */
void hob_hash_text(hob_hash *hash, const char *data, size_t length);
/* The hash so far; the stream may go on. */
uint64_t hob_hash_end(const hob_hash *hash);
uint64_t hob_hash_once(const void *data, size_t length);
/* 16 lower-case hex digits and NUL. */
void hob_hash_hex(uint64_t hash, char out[17]);
/* The other way; false for what hob_hash_hex does not write. */
bool hob_hash_parse(const char *hex, size_t length, uint64_t *ret_hash);

#endif
