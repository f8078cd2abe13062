/* Base64 of RFC 4648. */
#include "base/base64.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

hob_str hob_base64_encode(hob_arena *arena, hob_str bytes) {
    size_t length = (bytes.length + 2) / 3 * 4, at = 0;
    char *out = hob_arena_alloc(arena, length + 1);
    if (out == NULL) {
        return (hob_str){NULL, 0};
    }
    for (size_t i = 0; i < bytes.length; i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (i + k < bytes.length ? (unsigned char)bytes.data[i + k] : 0U);
        }
        for (size_t k = 0; k < 4; k++) {
            out[at++] = (char)(i + k > bytes.length ? '=' : letters[group >> (18 - 6 * k) & 63]);
        }
    }
    return (hob_str){out, length};
}

bool hob_base64_decode(hob_arena *arena, hob_str text, hob_str *ret_bytes) {
    size_t padding = 0, at = 0;
    while (padding < 2 && padding < text.length && text.data[text.length - 1 - padding] == '=') {
        padding++;
    }
    if (text.length % 4 != 0) {
        return false;
    }
    char *out = hob_arena_alloc(arena, text.length / 4 * 3 + 1);
    *ret_bytes = (hob_str){out, text.length / 4 * 3 - padding};
    for (size_t i = 0; i < text.length; i += 4) {
        uint32_t group = 0;
        for (size_t k = 0; k < 4; k++) {
            bool is_padding = i + k >= text.length - padding;
            const char *letter = is_padding ? letters : memchr(letters, text.data[i + k], 64);
            if (letter == NULL) {
                return false;
            }
            group = group << 6 | (uint32_t)(letter - letters);
        }
        for (size_t k = 0; out != NULL && k < 3; k++) {
            out[at++] = (char)(group >> (16 - 8 * k) & 255);
        }
    }
    return true;
}
