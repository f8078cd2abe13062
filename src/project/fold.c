/* Decomposed, case folded, composed. The tables are those of the JavaScript machine's library. */
#include "project/fold.h"

#include <cutils.h> /* libunicode.h needs its names */
#include <libunicode.h>
#include <string.h>

enum { CASE_FOLDING = 2 }; /* lre_case_conv's third kind */

static bool is_plain(hob_str text) {
    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
            return false;
        }
    }
    return true;
}

static bool is_ascii(hob_str text) {
    for (size_t i = 0; i < text.length; i++) {
        if ((unsigned char)text.data[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

static hob_str fold_ascii(hob_arena *arena, hob_str text) {
    char *out = hob_arena_text(arena, text.data, text.length);
    for (size_t i = 0; i < text.length; i++) {
        if (out[i] >= 'A' && out[i] <= 'Z') {
            out[i] = (char)(out[i] - 'A' + 'a');
        }
    }
    return (hob_str){out, text.length};
}

/* The library's realloc does not tell the old size: it stands in front of each block. */
static void *sized_resize(void *opaque, void *block, size_t size) {
    enum { HEAD = 16 };
    hob_arena *arena = opaque;
    if (!size) {
        return NULL;
    }
    char *made = hob_arena_alloc(arena, size + HEAD);
    memcpy(made, &size, sizeof size);
    if (block) {
        size_t old_size;
        memcpy(&old_size, (char *)block - HEAD, sizeof old_size);
        memcpy(made + HEAD, block, old_size < size ? old_size : size);
    }
    return made + HEAD;
}

static uint32_t *normalise(hob_arena *arena, const uint32_t *codes, int count,
                           UnicodeNormalizationEnum form, int *ret_count) {
    uint32_t *out = NULL;
    *ret_count = unicode_normalize(&out, codes, count, form, arena, sized_resize);
    return out;
}

static uint32_t *decode(hob_arena *arena, hob_str text, int *ret_count) {
    uint32_t *codes = hob_arena_array(arena, uint32_t, text.length + 1);
    int count = 0;
    for (size_t at = 0; at < text.length;) {
        at += hob_utf8_decode(text, at, &codes[count++]);
    }
    *ret_count = count;
    return codes;
}

static uint32_t *fold_case(hob_arena *arena, const uint32_t *codes, int count, int *ret_count) {
    uint32_t *out = hob_arena_array(arena, uint32_t, (size_t)count * LRE_CC_RES_LEN_MAX + 1);
    int used = 0;
    for (int i = 0; i < count; i++) {
        used += lre_case_conv(out + used, codes[i], CASE_FOLDING);
    }
    *ret_count = used;
    return out;
}

static hob_str encode(hob_arena *arena, const uint32_t *codes, int count) {
    char *out = hob_arena_alloc(arena, (size_t)count * 4 + 1);
    size_t length = 0;
    for (int i = 0; i < count; i++) {
        length += hob_utf8_encode(codes[i], out + length);
    }
    return (hob_str){out, length};
}

hob_str hob_fold(hob_arena *arena, hob_str text) {
    if (is_plain(text)) {
        return text;
    }
    if (is_ascii(text)) {
        return fold_ascii(arena, text);
    }
    int count;
    uint32_t *codes = decode(arena, text, &count);
    codes = normalise(arena, codes, count, UNICODE_NFD, &count);
    if (count > 0) {
        /* Twice: the capital sharp s becomes the small one first. */
        codes = fold_case(arena, codes, count, &count);
        codes = fold_case(arena, codes, count, &count);
        codes = normalise(arena, codes, count, UNICODE_NFC, &count);
    }
    return count > 0 ? encode(arena, codes, count) : text;
}
