#include "import/inflate.h"

#include <string.h>

#define MAX_BITS 15

typedef struct stream {
    const uint8_t *in;
    size_t length, at;
    uint32_t bits;
    int bit_count;
    uint8_t *out;
    size_t size, written;
    bool failed;
} stream;

/* A canonical code: how many symbols have each length, and the symbols in the order of their codes.
 */
typedef struct code {
    uint16_t count[MAX_BITS + 1], symbols[288];
} code;

static unsigned take(stream *s, int count) {
    while (s->bit_count < count) {
        if (s->at >= s->length) {
            s->failed = true;
            return 0;
        }
        s->bits |= (uint32_t)s->in[s->at++] << s->bit_count;
        s->bit_count += 8;
    }
    unsigned value = s->bits & ((1u << count) - 1);
    s->bits >>= count;
    s->bit_count -= count;
    return value;
}

/* False: more codes than fit. Fewer are allowed: one lone distance code is. */
static bool make_code(code *made, const uint8_t *lengths, int count) {
    uint16_t first[MAX_BITS + 2] = {0};
    memset(made, 0, sizeof *made);
    for (int i = 0; i < count; i++) {
        made->count[lengths[i]]++;
    }
    made->count[0] = 0;
    int left = 1;
    for (int i = 1; i <= MAX_BITS; i++) {
        left = left * 2 - made->count[i];
        if (left < 0) {
            return false;
        }
        first[i + 1] = (uint16_t)(first[i] + made->count[i]);
    }
    for (int i = 0; i < count; i++) {
        if (lengths[i] != 0) {
            made->symbols[first[lengths[i]]++] = (uint16_t)i;
        }
    }
    return true;
}

static int symbol(stream *s, const code *c) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length <= MAX_BITS && !s->failed; length++) {
        value |= (int)take(s, 1);
        if (value - c->count[length] < first) {
            return s->failed ? -1 : c->symbols[index + (value - first)];
        }
        index += c->count[length];
        first = (first + c->count[length]) * 2;
        value *= 2;
    }
    s->failed = true;
    return -1;
}

static void put(stream *s, uint8_t byte) {
    if (s->written == s->size) {
        s->failed = true;
        return;
    }
    s->out[s->written++] = byte;
}

static void copy(stream *s, size_t distance, unsigned length) {
    if (distance > s->written || length > s->size - s->written) {
        s->failed = true;
        return;
    }
    for (; length > 0; length--, s->written++) {
        s->out[s->written] = s->out[s->written - distance];
    }
}

static void compressed(stream *s, const code *letters, const code *distances) {
    static const uint16_t length_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                           15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                           67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                          2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t far_base[] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    while (!s->failed) {
        int got = symbol(s, letters);
        if (got == 256) {
            return;
        }
        if (got < 256) {
            put(s, (uint8_t)got);
            continue;
        }
        got -= 257;
        if (got >= (int)HOB_COUNT(length_base)) {
            s->failed = true;
            return;
        }
        unsigned length = length_base[got] + take(s, length_bits[got]);
        int far = symbol(s, distances);
        if (far < 0 || far >= (int)HOB_COUNT(far_base)) {
            s->failed = true;
            return;
        }
        copy(s, far_base[far] + take(s, far < 4 ? 0 : far / 2 - 1), length);
    }
}

static void stored(stream *s) {
    s->bits = 0;
    s->bit_count = 0;
    unsigned length = take(s, 16);
    if (take(s, 16) != (length ^ 0xFFFF) || s->failed || length > s->length - s->at ||
        length > s->size - s->written) {
        s->failed = true;
        return;
    }
    memcpy(s->out + s->written, s->in + s->at, length);
    s->at += length;
    s->written += length;
}

static void fixed(stream *s) {
    uint8_t lengths[288];
    code letters, distances;
    for (int i = 0; i < 288; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    (void)make_code(&letters, lengths, 288);
    memset(lengths, 5, 30);
    (void)make_code(&distances, lengths, 30);
    compressed(s, &letters, &distances);
}

static void dynamic(stream *s) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[320] = {0};
    code letters, distances;
    int letter_count = (int)take(s, 5) + 257, far_count = (int)take(s, 5) + 1;
    int code_count = (int)take(s, 4) + 4;
    for (int i = 0; i < code_count; i++) {
        lengths[order[i]] = (uint8_t)take(s, 3);
    }
    if (letter_count > 286 || far_count > 30 || !make_code(&letters, lengths, 19)) {
        s->failed = true;
        return;
    }
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < letter_count + far_count && !s->failed;) {
        int got = symbol(s, &letters), repeat = 1;
        uint8_t value = (uint8_t)got;
        if (got >= 16) {
            value = got == 16 && i > 0 ? lengths[i - 1] : 0;
            s->failed |= got == 16 && i == 0;
            repeat = got == 16   ? 3 + (int)take(s, 2)
                     : got == 17 ? 3 + (int)take(s, 3)
                                 : 11 + (int)take(s, 7);
        }
        if (got < 0 || repeat > letter_count + far_count - i) {
            s->failed = true;
            return;
        }
        memset(lengths + i, value, (size_t)repeat);
        i += repeat;
    }
    if (s->failed || !make_code(&letters, lengths, letter_count) ||
        !make_code(&distances, lengths + letter_count, far_count)) {
        s->failed = true;
        return;
    }
    compressed(s, &letters, &distances);
}

uint32_t hob_import__adler32(const uint8_t *data, size_t length) {
    uint32_t a = 1, b = 0;
    while (length > 0) {
        size_t count = length < 5552 ? length : 5552; /* before 32 bits overflow */
        for (size_t i = 0; i < count; i++) {
            a += data[i];
            b += a;
        }
        a %= 65521;
        b %= 65521;
        data += count;
        length -= count;
    }
    return b << 16 | a;
}

bool hob_import__unzip(hob_str zlib, uint8_t *out, size_t size) {
    const uint8_t *in = (const uint8_t *)zlib.data;
    if (zlib.length < 6 || (in[0] & 15) != 8 || (in[0] * 256 + in[1]) % 31 != 0 || in[1] & 32) {
        return false;
    }
    stream s = {.in = in, .length = zlib.length, .at = 2, .out = out, .size = size};
    bool is_last = false;
    while (!is_last && !s.failed) {
        is_last = take(&s, 1) != 0;
        switch (take(&s, 2)) {
        case 0:
            stored(&s);
            break;
        case 1:
            fixed(&s);
            break;
        case 2:
            dynamic(&s);
            break;
        default:
            s.failed = true;
        }
    }
    s.at -= (size_t)s.bit_count / 8; /* at most one byte was read ahead */
    if (s.failed || s.written != size || s.length - s.at < 4) {
        return false;
    }
    const uint8_t *sum = in + s.at;
    return hob_import__adler32(out, size) ==
           ((uint32_t)sum[0] << 24 | (uint32_t)sum[1] << 16 | (uint32_t)sum[2] << 8 | sum[3]);
}
