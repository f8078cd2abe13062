/* 64-bit XXH64 streams (seed 0): state hashes, content hashes, ids. Deterministic on every host: numbers are fed
 * little-endian, -0 as +0, every NaN as one. Source of the algorithm: libxxhash, used header-only. */
#ifndef HOB_BASE_HASH_H
#define HOB_BASE_HASH_H

#include "base/base.h"

/* Opaque state by value (XXH64 state is 88 bytes). */
typedef struct hob_hash {
    uint64_t state[12];
} hob_hash;
void hob_hash_init(hob_hash *hash);
void hob_hash_init_seed(hob_hash *hash, uint64_t seed);
void hob_hash_bytes(hob_hash *hash, const void *data, size_t length);
void hob_hash_u8(hob_hash *hash, uint8_t v);
void hob_hash_u32(hob_hash *hash, uint32_t v);
void hob_hash_u64(hob_hash *hash, uint64_t v);
void hob_hash_double(hob_hash *hash, double v);
uint64_t hob_hash_end(const hob_hash *hash);
uint64_t hob_hash_once(const void *data, size_t length);
/* 16 lower-case hex digits and NUL. */
void hob_hash_hex(uint64_t hash, char out[17]);

#endif
