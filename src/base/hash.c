#include "base/hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

_Static_assert(sizeof(XXH64_state_t) == sizeof(((hob_hash *)0)->state), "state words hold XXH64's");

#define NAN_BITS UINT64_C(0x7ff8000000000000)

void hob_hash_init(hob_hash *hash) {
    hob_hash_init_seed(hash, 0);
}

void hob_hash_init_seed(hob_hash *hash, uint64_t seed) {
    hash->seed = seed;
    hash->buffered = 0;
    hash->has_state = false;
}

/* The state is copied in and out, for its words may not be accessed as another type in place. */
static void update(hob_hash *hash, const void *data, size_t length) {
    XXH64_state_t state;
    if (hash->has_state) {
        memcpy(&state, hash->state, sizeof state);
        state.memsize %= 32; /* always is below; gcc -O3 warns of what it cannot know */
    } else {
        XXH64_reset(&state, hash->seed);
        hash->has_state = true;
    }
    XXH64_update(&state, data, length);
    memcpy(hash->state, &state, sizeof state);
}

static void flush(hob_hash *hash) {
    if (hash->buffered > 0) {
        update(hash, hash->buffer, hash->buffered);
        hash->buffered = 0;
    }
}

void hob_hash_bytes(hob_hash *hash, const void *data, size_t length) {
    if (length == 0) {
        return;
    }
    if (length > HOB_HASH_BUFFER - hash->buffered) {
        flush(hash);
    }
    if (length > HOB_HASH_BUFFER) {
        update(hash, data, length);
        return;
    }
    memcpy(hash->buffer + hash->buffered, data, length);
    hash->buffered += (uint32_t)length;
}

void hob_hash_u8(hob_hash *hash, uint8_t v) {
    hob_hash_bytes(hash, &v, 1);
}

void hob_hash_u32(hob_hash *hash, uint32_t v) {
    unsigned char bytes[4];
    for (int i = 0; i < 4; i++) {
        bytes[i] = (unsigned char)(v >> (8 * i));
    }
    hob_hash_bytes(hash, bytes, sizeof bytes);
}

void hob_hash_u64(hob_hash *hash, uint64_t v) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (unsigned char)(v >> (8 * i));
    }
    hob_hash_bytes(hash, bytes, sizeof bytes);
}

void hob_hash_double(hob_hash *hash, double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (v == 0.0) {
        bits = 0;
    } else if (v != v) {
        bits = NAN_BITS;
    }
    hob_hash_u64(hash, bits);
}

void hob_hash_text(hob_hash *hash, const char *data, size_t length) {
    hob_hash_u32(hash, (uint32_t)length);
    hob_hash_bytes(hash, data, length);
}

uint64_t hob_hash_end(const hob_hash *hash) {
    if (!hash->has_state) {
        return XXH64(hash->buffer, hash->buffered, hash->seed);
    }
    XXH64_state_t state;
    memcpy(&state, hash->state, sizeof state);
    XXH64_update(&state, hash->buffer, hash->buffered);
    return XXH64_digest(&state);
}

uint64_t hob_hash_once(const void *data, size_t length) {
    return XXH64(data, length, 0);
}

void hob_hash_hex(uint64_t hash, char out[17]) {
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++) {
        out[i] = digits[(hash >> (60 - 4 * i)) & 15];
    }
    out[16] = '\0';
}

bool hob_hash_parse(const char *hex, size_t length, uint64_t *ret_hash) {
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = 0;
    for (size_t i = 0; i < length && length == 16; i++) {
        const char *at = memchr(digits, hex[i], 16);
        if (at == NULL) {
            return false;
        }
        hash = hash << 4 | (uint64_t)(at - digits);
    }
    *ret_hash = hash;
    return length == 16;
}
