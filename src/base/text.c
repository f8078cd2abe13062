/* Views of text and the shared immutable texts. */
#include "base/text.h"

#include "base/hash.h"

#include <string.h>

hob_str hob_str_from(const char *cstring) {
    return (hob_str){cstring, cstring ? strlen(cstring) : 0};
}

bool hob_str_equal(hob_str a, hob_str b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool hob_str_is(hob_str a, const char *cstring) {
    return hob_str_equal(a, hob_str_from(cstring));
}

int hob_str_compare(hob_str a, hob_str b) {
    size_t shared = a.length < b.length ? a.length : b.length;
    int order = shared ? memcmp(a.data, b.data, shared) : 0;
    if (order != 0) {
        return order < 0 ? -1 : 1;
    }
    return a.length < b.length ? -1 : a.length > b.length;
}

bool hob_str_starts(hob_str a, hob_str prefix) {
    return a.length >= prefix.length && hob_str_equal((hob_str){a.data, prefix.length}, prefix);
}

bool hob_str_ends(hob_str a, hob_str suffix) {
    if (suffix.length == 0) {
        return true;
    }
    return a.length >= suffix.length &&
           memcmp(a.data + (a.length - suffix.length), suffix.data, suffix.length) == 0;
}

size_t hob_str_find(hob_str a, hob_str part) {
    if (part.length == 0) {
        return 0;
    }
    if (part.length > a.length) {
        return SIZE_MAX;
    }
    const char *at = a.data, *last = a.data + (a.length - part.length);
    while (at <= last) {
        at = memchr(at, part.data[0], (size_t)(last - at) + 1);
        if (!at) {
            break;
        }
        if (memcmp(at, part.data, part.length) == 0) {
            return (size_t)(at - a.data);
        }
        at++;
    }
    return SIZE_MAX;
}

uint64_t hob_str_hash(hob_str a) {
    return hob_hash_once(a.data, a.length);
}

hob_text *hob_text_create(const hob_allocator *a, hob_str s) {
    if (s.length >= UINT32_MAX - sizeof(hob_text)) {
        return NULL;
    }
    hob_text *t = hob_alloc(a, sizeof(hob_text) + s.length + 1);
    if (!t) {
        return NULL;
    }
    t->refs = 1;
    t->length = (uint32_t)s.length;
    if (s.length) {
        memcpy(t->bytes, s.data, s.length);
    }
    t->bytes[s.length] = '\0';
    return t;
}

hob_text *hob_text_keep(hob_text *t) {
    /* A count that reaches the top stays there: the text is then never freed, which is safe. */
    if (t && t->refs != HOB_TEXT_SHARED) {
        t->refs++;
    }
    return t;
}

void hob_text_drop(const hob_allocator *a, hob_text *t) {
    if (!t || t->refs == HOB_TEXT_SHARED) {
        return;
    }
    HOB_ASSERT(t->refs > 0);
    if (--t->refs == 0) {
        hob_free(a, t, sizeof(hob_text) + t->length + 1);
    }
}

hob_str hob_text_view(const hob_text *t) {
    return t ? (hob_str){t->bytes, t->length} : (hob_str){"", 0};
}

const char *hob_text_cstr(const hob_text *t) {
    return t ? t->bytes : "";
}
