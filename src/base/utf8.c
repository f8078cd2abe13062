/* UTF-8: decoding that survives any bytes, encoding, checking. */
#include "base/text.h"

#include <string.h>

static bool is_tail(unsigned char byte) {
    return (byte & 0xC0) == 0x80;
}

/* Length of the well-formed sequence at `p` (Unicode table 3-7) with its code point, or 0. */
static size_t sequence(const unsigned char *p, size_t left, uint32_t *ret_code) {
    unsigned char lead = p[0];
    if (lead < 0x80) {
        *ret_code = lead;
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    if (lead < 0xE0) {
        if (left < 2 || !is_tail(p[1])) {
            return 0;
        }
        *ret_code = ((lead & 0x1Fu) << 6) | (p[1] & 0x3Fu);
        return 2;
    }
    if (lead < 0xF0) {
        if (left < 3 || !is_tail(p[1]) || !is_tail(p[2])) {
            return 0;
        }
        uint32_t code = ((lead & 0x0Fu) << 12) | ((p[1] & 0x3Fu) << 6) | (p[2] & 0x3Fu);
        if (code < 0x800 || (code >= 0xD800 && code <= 0xDFFF)) {
            return 0;
        }
        *ret_code = code;
        return 3;
    }
    if (left < 4 || !is_tail(p[1]) || !is_tail(p[2]) || !is_tail(p[3])) {
        return 0;
    }
    uint32_t code =
        ((lead & 0x07u) << 18) | ((p[1] & 0x3Fu) << 12) | ((p[2] & 0x3Fu) << 6) | (p[3] & 0x3Fu);
    if (code < 0x10000 || code > 0x10FFFF) {
        return 0;
    }
    *ret_code = code;
    return 4;
}

size_t hob_utf8_decode(hob_str s, size_t at, uint32_t *ret_code) {
    if (at >= s.length) {
        return 0;
    }
    size_t used = sequence((const unsigned char *)s.data + at, s.length - at, ret_code);
    if (used == 0) {
        *ret_code = 0xFFFD;
        return 1;
    }
    return used;
}

size_t hob_utf8_encode(uint32_t code, char out[4]) {
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
        code = 0xFFFD;
    }
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | (code >> 6));
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | (code >> 12));
        out[1] = (char)(0x80 | ((code >> 6) & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | (code >> 18));
    out[1] = (char)(0x80 | ((code >> 12) & 0x3F));
    out[2] = (char)(0x80 | ((code >> 6) & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* Eight bytes at a time while all are ASCII: most files are nothing else. */
static size_t skip_ascii(hob_str s, size_t at) {
    while (s.length - at >= 8) {
        uint64_t eight;
        memcpy(&eight, s.data + at, 8);
        if (eight & UINT64_C(0x8080808080808080)) {
            break;
        }
        at += 8;
    }
    while (at < s.length && (unsigned char)s.data[at] < 0x80) {
        at++;
    }
    return at;
}

bool hob_utf8_valid(hob_str s, size_t *ret_bad_at) {
    size_t at = 0;
    while ((at = skip_ascii(s, at)) < s.length) {
        uint32_t code;
        size_t used = sequence((const unsigned char *)s.data + at, s.length - at, &code);
        if (used == 0) {
            if (ret_bad_at) {
                *ret_bad_at = at;
            }
            return false;
        }
        at += used;
    }
    return true;
}

size_t hob_utf16_length(hob_str s) {
    size_t units = 0;
    for (size_t at = 0; at < s.length;) {
        uint32_t code;
        at += hob_utf8_decode(s, at, &code);
        units += code >= 0x10000 ? 2 : 1;
    }
    return units;
}
