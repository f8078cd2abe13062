#include "import/deflate.h"

#include "base/sort.h"
#include "import/inflate.h"

#include <string.h>

#define WINDOW       32768
#define HASHES       32768
#define MOST_TRIES   32   /* earlier places that are compared */
#define TOO_FAR      4096 /* for three bytes: writing them is shorter */
#define SHORTEST     3
#define LONGEST      258
#define BLOCK_TOKENS 32768
#define LETTERS      286 /* bytes, the end, lengths */
#define FARS         30
#define LENGTH_CODES 19
#define MATCH        0x80000000u /* token: length - 3 from bit 16, distance below; else a byte */

typedef struct writer {
    hob_buf *out;
    uint64_t bits;
    unsigned bit_count;
    uint32_t tokens[BLOCK_TOKENS];
    uint32_t token_count;
    int32_t first[HASHES], before[WINDOW]; /* latest place of a hash, and the one before a place */
} writer;

/* ---- bits ---- */

static void put(writer *w, uint32_t value, unsigned count) {
    w->bits |= (uint64_t)value << w->bit_count;
    w->bit_count += count;
    while (w->bit_count >= 8) {
        hob_buf_add_char(w->out, (char)(w->bits & 0xFF));
        w->bits >>= 8;
        w->bit_count -= 8;
    }
}

/* ---- codes ---- */

typedef struct code {
    uint8_t lengths[LETTERS];
    uint16_t bits[LETTERS]; /* as they are written, first bit lowest */
} code;

typedef struct leaf {
    uint32_t weight;
    uint16_t symbol;
} leaf;

static int by_weight(const void *a, const void *b) {
    uint32_t x = ((const leaf *)a)->weight, y = ((const leaf *)b)->weight;
    return (x > y) - (x < y);
}

/* How many leaves of a Huffman tree lie at each depth; the leaves are in ascending order. */
static void count_depths(const leaf *leaves, int count, uint32_t depths[LETTERS]) {
    uint32_t weights[LETTERS], up[2 * LETTERS]; /* inner nodes; parents of leaves, then of inner */
    int leaf_at = 0, inner_at = 0, made = 0;
    for (; made < count - 1; made++) {
        weights[made] = 0;
        for (int side = 0; side < 2; side++) {
            bool takes_leaf = leaf_at < count &&
                              (inner_at == made || leaves[leaf_at].weight <= weights[inner_at]);
            weights[made] += takes_leaf ? leaves[leaf_at].weight : weights[inner_at];
            up[takes_leaf ? leaf_at++ : count + inner_at++] = (uint32_t)made;
        }
    }
    uint32_t depth_of[LETTERS];
    depth_of[made - 1] = 0;
    for (int i = made - 2; i >= 0; i--) {
        depth_of[i] = depth_of[up[count + i]] + 1;
    }
    for (int i = 0; i < count; i++) {
        depths[depth_of[up[i]] + 1]++;
    }
}

/* Depths past the limit are drawn up, others pushed down until the code is full again. */
static void limit_depths(uint32_t depths[LETTERS], int limit) {
    uint64_t total = 0;
    for (int i = limit + 1; i < LETTERS; i++) {
        depths[limit] += depths[i];
    }
    for (int i = 1; i <= limit; i++) {
        total += (uint64_t)depths[i] << (limit - i);
    }
    for (; total > (uint64_t)1 << limit; total--) {
        int i = limit - 1;
        while (depths[i] == 0) {
            i--;
        }
        depths[limit]--;
        depths[i]--;
        depths[i + 1] += 2;
    }
}

static void number_codes(code *made, int count) {
    uint32_t next = 0;
    for (uint8_t length = 1; length <= 15; length++, next <<= 1) {
        for (int i = 0; i < count; i++) {
            if (made->lengths[i] != length) {
                continue;
            }
            uint32_t turned = 0;
            for (int bit = 0; bit < length; bit++) {
                turned |= (next >> bit & 1) << (length - 1 - bit);
            }
            made->bits[i] = (uint16_t)turned;
            next++;
        }
    }
}

static void make_code(code *made, const uint32_t *weights, int count, int limit) {
    leaf leaves[LETTERS];
    uint32_t depths[LETTERS] = {0};
    int used = 0;
    memset(made, 0, sizeof *made);
    for (int i = 0; i < count; i++) {
        if (weights[i] > 0) {
            leaves[used++] = (leaf){weights[i], (uint16_t)i};
        }
    }
    if (used < 2) { /* a lone code, or none, has one bit */
        made->lengths[used == 1 ? leaves[0].symbol : 0] = 1;
    } else {
        hob_sort(leaves, (size_t)used, sizeof *leaves, by_weight);
        count_depths(leaves, used, depths);
        limit_depths(depths, limit);
        for (int length = limit, at = 0; length > 0; length--) {
            for (uint32_t i = 0; i < depths[length]; i++) {
                made->lengths[leaves[at++].symbol] = (uint8_t)length;
            }
        }
    }
    number_codes(made, count);
}

/* ---- lengths and distances ---- */

typedef struct part {
    unsigned symbol, extra, bits; /* extra bits behind it */
} part;

/* Both are steps of 1, then of 2, 4, ...: `twos` of each size as a power of two. */
static part part_of(unsigned value, unsigned twos) {
    unsigned bits = 0;
    while (value >> (bits + twos + 1) != 0) {
        bits++;
    }
    unsigned symbol = (bits << twos) + (value >> bits);
    return (part){symbol, value & ((1u << bits) - 1), bits};
}

static part length_part(uint32_t token) {
    unsigned length = (token & ~MATCH) >> 16; /* less 3 */
    part p = length == LONGEST - SHORTEST ? (part){28, 0, 0} : part_of(length, 2);
    p.symbol += 257;
    return p;
}

static part far_part(uint32_t token) {
    return part_of((token & 0xFFFF) - 1, 1);
}

/* ---- blocks ---- */

static void put_symbol(writer *w, const code *c, unsigned symbol) {
    put(w, c->bits[symbol], c->lengths[symbol]);
}

/* The lengths of both codes in a third one, runs of zeros as one. */
static void put_codes(writer *w, const code *letters, const code *fars) {
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t all[LETTERS + FARS], symbols[LETTERS + FARS], extras[LETTERS + FARS];
    uint32_t weights[LENGTH_CODES] = {0};
    int count = 0;
    memcpy(all, letters->lengths, LETTERS);
    memcpy(all + LETTERS, fars->lengths, FARS);
    for (int i = 0; i < LETTERS + FARS; count++) {
        int run = 1;
        while (all[i] == 0 && i + run < LETTERS + FARS && all[i + run] == 0 && run < 138) {
            run++;
        }
        bool is_run = run >= 3;
        symbols[count] = is_run ? (run < 11 ? 17 : 18) : all[i];
        extras[count] = (uint8_t)(is_run ? run - (run < 11 ? 3 : 11) : 0);
        weights[symbols[count]]++;
        i += is_run ? run : 1;
    }
    code lengths;
    make_code(&lengths, weights, LENGTH_CODES, 7);
    put(w, LETTERS - 257, 5);
    put(w, FARS - 1, 5);
    put(w, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; i++) {
        put(w, lengths.lengths[order[i]], 3);
    }
    for (int i = 0; i < count; i++) {
        put_symbol(w, &lengths, symbols[i]);
        if (symbols[i] >= 17) {
            put(w, extras[i], symbols[i] == 17 ? 3 : 7);
        }
    }
}

static void end_block(writer *w, bool is_last) {
    uint32_t letter_weights[LETTERS] = {0}, far_weights[FARS] = {0};
    code letters, fars;
    letter_weights[256] = 1;
    for (uint32_t i = 0; i < w->token_count; i++) {
        uint32_t token = w->tokens[i];
        if (token & MATCH) {
            letter_weights[length_part(token).symbol]++;
            far_weights[far_part(token).symbol]++;
        } else {
            letter_weights[token]++;
        }
    }
    make_code(&letters, letter_weights, LETTERS, 15);
    make_code(&fars, far_weights, FARS, 15);
    put(w, is_last, 1);
    put(w, 2, 2);
    put_codes(w, &letters, &fars);
    for (uint32_t i = 0; i < w->token_count; i++) {
        uint32_t token = w->tokens[i];
        if (token & MATCH) {
            part length = length_part(token), far = far_part(token);
            put_symbol(w, &letters, length.symbol);
            put(w, length.extra, length.bits);
            put_symbol(w, &fars, far.symbol);
            put(w, far.extra, far.bits);
        } else {
            put_symbol(w, &letters, token);
        }
    }
    put_symbol(w, &letters, 256);
    w->token_count = 0;
}

/* ---- matches ---- */

static uint32_t hash_at(const uint8_t *b) {
    uint32_t three = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16;
    return (three * 2654435761u) >> 17;
}

static void remember(writer *w, const uint8_t *data, size_t length, size_t at) {
    if (length - at >= SHORTEST) {
        uint32_t hash = hash_at(data + at);
        w->before[at % WINDOW] = w->first[hash];
        w->first[hash] = (int32_t)at;
    }
}

/* The longest one of the latest places; its length, or 0. */
static size_t find_match(const writer *w, const uint8_t *data, size_t length, size_t at,
                         size_t *ret_far) {
    size_t most = length - at < LONGEST ? length - at : LONGEST, best = SHORTEST - 1;
    int64_t place = most >= SHORTEST ? w->first[hash_at(data + at)] : -1;
    for (int tries = 0; tries < MOST_TRIES && place >= 0 && at - (size_t)place <= WINDOW - 1;
         tries++) {
        const uint8_t *old = data + place, *now = data + at;
        size_t same = 0;
        if (old[best] == now[best]) {
            while (same < most && old[same] == now[same]) {
                same++;
            }
        }
        if (same > best && (same > SHORTEST || at - (size_t)place <= TOO_FAR)) {
            best = same;
            *ret_far = at - (size_t)place;
            if (best == most) {
                break;
            }
        }
        place = w->before[place % WINDOW];
    }
    return best >= SHORTEST ? best : 0;
}

static void pack(writer *w, const uint8_t *data, size_t length) {
    for (size_t at = 0; at < length;) {
        size_t far = 0, run = find_match(w, data, length, at, &far), end = at + (run > 0 ? run : 1);
        w->tokens[w->token_count++] =
            run > 0 ? MATCH | (uint32_t)(run - SHORTEST) << 16 | (uint32_t)far : data[at];
        for (; at < end; at++) {
            remember(w, data, length, at);
        }
        if (w->token_count == BLOCK_TOKENS && at < length) {
            end_block(w, false);
        }
    }
    end_block(w, true);
}

void hob_import__zip(hob_str bytes, hob_buf *out) {
    writer *w = hob_alloc(out->allocator, sizeof *w);
    if (w == NULL || bytes.length > INT32_MAX) {
        hob_free(out->allocator, w, sizeof *w);
        out->failed = true;
        return;
    }
    w->out = out;
    w->bits = 0;
    w->bit_count = 0;
    w->token_count = 0;
    memset(w->first, 0xFF, sizeof w->first);
    memset(w->before, 0xFF, sizeof w->before);
    put(w, 0x78, 8);
    put(w, 0x9C, 8);
    pack(w, (const uint8_t *)bytes.data, bytes.length);
    put(w, 0, (8 - w->bit_count) % 8);
    uint32_t sum = hob_import__adler32((const uint8_t *)bytes.data, bytes.length);
    for (int shift = 24; shift >= 0; shift -= 8) {
        put(w, sum >> shift & 0xFF, 8);
    }
    hob_free(out->allocator, w, sizeof *w);
}
