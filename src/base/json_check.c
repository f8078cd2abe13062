/* The verdicts of spec hob 9.1 that need the tree: equal keys, numbers that no double holds, depth.
 *
 * One walk over yyjson's values, which lie in document order in one array; places are only searched
 * for when there is something to tell. In FOREIGN mode the walk marks the earlier of equal keys and
 * a second one closes the gaps. */
#include "base/json_private.h"
#include "base/numtext.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Objects up to this size compare their keys in pairs, larger ones use a table. */
#define FEW_KEYS 16

/* The way down to a value, linked on the C stack; the JSON pointer is built from it when one is
 * needed. */
typedef struct level {
    const struct level *up;
    yyjson_val *key; /* null: an element */
    size_t index;
    int depth;
} level;

typedef struct checker {
    hob_json *json;
    const char *file;
    hob_json_mode mode;
    hob_error_list *findings;
    hob_error *reterr;
    uint32_t *slots; /* of the key table: index of a value + 1 */
    size_t slots_cap;
    bool dropped_keys;
    hob_json__scan scan; /* stands at value number `scan_index` */
    size_t scan_index;
} checker;

static hob_status check_value(checker *c, yyjson_val *v, const level *at);

static void write_pointer(const level *at, char *pointer, size_t size) {
    /* Levels are linked upwards: each call finds the next one to write from the top. */
    for (int depth = 1; depth <= at->depth; depth++) {
        const level *l = at;
        while (l->depth > depth) {
            l = l->up;
        }
        if (l->key) {
            hob_json_pointer_key(
                pointer, size,
                (hob_str){unsafe_yyjson_get_str(l->key), unsafe_yyjson_get_len(l->key)});
        } else {
            hob_json_pointer_index(pointer, size, l->index);
        }
    }
}

static void place_of(checker *c, const yyjson_val *v, int *ret_line, int *ret_column) {
    size_t index = (size_t)(v - c->json->root);
    if (index < c->scan_index) {
        c->scan.at = 0;
        c->scan_index = 0;
    }
    hob_json__find_value(&c->scan, &c->scan_index, index);
    hob_json__place((hob_str){c->json->text, c->json->length}, c->scan.at, ret_line, ret_column);
}

/* Adds where `v` is to an error that was set. */
static void add_place(checker *c, hob_error *error, const yyjson_val *v, const level *at) {
    char pointer[sizeof error->pointer] = "";
    int line, column;
    write_pointer(at, pointer, sizeof pointer);
    place_of(c, v, &line, &column);
    (void)hob_error_place(error, c->file, pointer, line, column);
}

/* In FOREIGN mode a finding; the list stops storing at its limit, and then no place is worth
 * searching. */
static void warn(checker *c, hob_error *error, const yyjson_val *v, const level *at) {
    if (!c->findings) {
        return;
    }
    error->severity = HOB_SEVERITY_WARNING;
    if (c->findings->count < c->findings->limit) {
        add_place(c, error, v, at);
    }
    hob_error_list_add(c->findings, error);
}

static int shown(size_t length) {
    return length < 60 ? (int)length : 60;
}

/* ---- numbers ---- */

static hob_status inexact(checker *c, yyjson_val *v, const level *at, const char *digits,
                          size_t length, double nearest) {
    hob_error error;
    char text[HOB_NUMBER_FIXED_SIZE];
    (void)hob_number_fixed(nearest, 0, text);
    (void)hob_fail(&error, HOB_ERR_JSON_NUMBER_RANGE,
                   "%.*s%s cannot be kept: the nearest number is %s.", shown(length), digits,
                   shown(length) < (int)length ? "..." : "", text);
    if (c->mode == HOB_JSON_FOREIGN) {
        warn(c, &error, v, at);
        yyjson_set_real(v, nearest);
        return HOB_OK;
    }
    if (c->reterr) {
        *c->reterr = error;
        add_place(c, c->reterr, v, at);
        (void)hob_error_hint(c->reterr,
                             "Write it as a text, or with an exponent if rounding is fine.");
    }
    return HOB_ERR_JSON_NUMBER_RANGE;
}

static hob_status too_large(checker *c, yyjson_val *v, const level *at, const char *digits,
                            size_t length) {
    (void)hob_fail(c->reterr, HOB_ERR_JSON_NUMBER_RANGE, "%.*s%s is larger than a number can be.",
                   shown(length), digits, shown(length) < (int)length ? "..." : "");
    if (c->reterr) {
        add_place(c, c->reterr, v, at);
        (void)hob_error_hint(c->reterr, "Numbers go up to about 1.8e308.");
    }
    return HOB_ERR_JSON_NUMBER_RANGE;
}

bool hob_json__is_exact(uint64_t n) {
    while (n > UINT64_C(1) << 53 && !(n & 1)) {
        n >>= 1;
    }
    return n <= UINT64_C(1) << 53;
}

static hob_status check_whole(checker *c, yyjson_val *v, const level *at) {
    bool negative = unsafe_yyjson_get_subtype(v) == YYJSON_SUBTYPE_SINT;
    uint64_t size = negative ? 0 - (uint64_t)v->uni.i64 : v->uni.u64;
    if (HOB_LIKELY(size <= UINT64_C(1) << 53) || hob_json__is_exact(size)) {
        return HOB_OK;
    }
    char text[32];
    int length =
        snprintf(text, sizeof text, "%s%llu", negative ? "-" : "", (unsigned long long)size);
    return inexact(c, v, at, text, (size_t)length, negative ? -(double)size : (double)size);
}

/* A number that yyjson left as text: a whole one of many digits, or one whose exponent is too
 * large. */
static hob_status check_raw(checker *c, yyjson_val *v, const level *at) {
    const char *digits = unsafe_yyjson_get_raw(v);
    size_t length = unsafe_yyjson_get_len(v);
    double nearest = 0;
    (void)hob_number_parse(digits, length, &nearest);
    if (!isfinite(nearest)) {
        return too_large(c, v, at, digits, length);
    }
    bool whole = !memchr(digits, '.', length) && !memchr(digits, 'e', length) &&
                 !memchr(digits, 'E', length);
    char text[400]; /* 309 digits and a sign */
    if (whole && length < sizeof text - 1) {
        int exact = snprintf(text, sizeof text, "%.0f", nearest);
        if ((size_t)exact != length || memcmp(text, digits, length) != 0) {
            return inexact(c, v, at, digits, length, nearest);
        }
    }
    yyjson_set_real(v, nearest == 0 ? 0.0 : nearest);
    return HOB_OK;
}

/* ---- equal keys ---- */

static hob_status equal_keys(checker *c, yyjson_val *first, yyjson_val *second, const level *at) {
    const char *key = unsafe_yyjson_get_str(second);
    size_t length = unsafe_yyjson_get_len(second);
    level inside = {.up = at, .key = second, .depth = at->depth + 1};
    hob_error error;
    if (c->mode == HOB_JSON_FOREIGN) {
        (void)hob_fail(&error, HOB_ERR_JSON_DUPLICATE_KEY,
                       "The key \"%.*s\" stands twice; the last one counts.", shown(length), key);
        warn(c, &error, second, &inside);
        unsafe_yyjson_set_type(first, YYJSON_TYPE_NONE, YYJSON_SUBTYPE_NONE);
        c->dropped_keys = true;
        return HOB_OK;
    }
    if (c->reterr) {
        int line, column, first_line, first_column;
        place_of(c, first, &first_line, &first_column);
        place_of(c, second, &line, &column);
        (void)hob_fail(c->reterr, HOB_ERR_JSON_DUPLICATE_KEY,
                       "The key \"%.*s\" stands twice in one object: at %d:%d and at %d:%d.",
                       shown(length), key, first_line, first_column, line, column);
        add_place(c, c->reterr, second, &inside);
        (void)hob_error_hint(c->reterr, "Remove or rename one of the two.");
    }
    return HOB_ERR_JSON_DUPLICATE_KEY;
}

/* Length, first and last bytes in one word: different for most different keys, equal for equal
 * ones. */
static uint64_t signature(const char *key, size_t length) {
    uint64_t first = 0, last = 0;
    if (length >= 8) {
        memcpy(&first, key, 8);
        memcpy(&last, key + length - 8, 8);
    } else if (length >= 4) {
        uint32_t head, tail;
        memcpy(&head, key, 4);
        memcpy(&tail, key + length - 4, 4);
        first = head;
        last = tail;
    } else if (length > 0) {
        first = (unsigned char)key[0];
        last = (uint64_t)(unsigned char)key[length / 2] << 8 | (unsigned char)key[length - 1];
    }
    return (first ^ (last << 29 | last >> 35)) * UINT64_C(0x9E3779B97F4A7C15) + length;
}

static bool same_key(yyjson_val *a, yyjson_val *b) {
    size_t length = unsafe_yyjson_get_len(a);
    return length == unsafe_yyjson_get_len(b) &&
           memcmp(unsafe_yyjson_get_str(a), unsafe_yyjson_get_str(b), length) == 0;
}

static hob_status compare_few(checker *c, yyjson_val *object, size_t count, const level *at) {
    uint64_t signatures[FEW_KEYS];
    yyjson_val *keys[FEW_KEYS];
    yyjson_val *key = unsafe_yyjson_get_first(object);
    for (size_t i = 0; i < count; i++) {
        uint64_t s = signature(unsafe_yyjson_get_str(key), unsafe_yyjson_get_len(key));
        keys[i] = key;
        signatures[i] = s;
        for (size_t k = 0; k < i; k++) {
            if (HOB_LIKELY(signatures[k] != s) || !keys[k] || !same_key(keys[k], key)) {
                continue;
            }
            hob_status status = equal_keys(c, keys[k], key, at);
            if (status != HOB_OK) {
                return status;
            }
            keys[k] = NULL;
        }
        key = unsafe_yyjson_get_next(key + 1);
    }
    return HOB_OK;
}

static hob_status no_memory(checker *c) {
    (void)hob_fail(c->reterr, HOB_ERR_OUT_OF_MEMORY,
                   "There is not enough memory to read this file.");
    (void)hob_error_place(c->reterr, c->file, NULL, 0, 0);
    return HOB_ERR_OUT_OF_MEMORY;
}

static bool reserve_slots(checker *c, size_t wanted) {
    if (wanted <= c->slots_cap) {
        return true;
    }
    hob_free(c->json->allocator, c->slots, c->slots_cap * sizeof *c->slots);
    c->slots = hob_alloc(c->json->allocator, wanted * sizeof *c->slots);
    c->slots_cap = c->slots ? wanted : 0;
    return c->slots != NULL;
}

static hob_status compare_many(checker *c, yyjson_val *object, size_t count, const level *at) {
    size_t wanted = 4 * FEW_KEYS;
    while (wanted < 2 * count) {
        wanted *= 2;
    }
    if (!reserve_slots(c, wanted)) {
        return no_memory(c);
    }
    memset(c->slots, 0, wanted * sizeof *c->slots);
    yyjson_val *root = c->json->root, *key = unsafe_yyjson_get_first(object);
    for (size_t i = 0; i < count; i++) {
        hob_str text = {unsafe_yyjson_get_str(key), unsafe_yyjson_get_len(key)};
        size_t slot = (size_t)hob_str_hash(text) & (wanted - 1);
        while (c->slots[slot]) {
            yyjson_val *other = root + (c->slots[slot] - 1);
            if (same_key(other, key)) {
                hob_status status = equal_keys(c, other, key, at);
                if (status != HOB_OK) {
                    return status;
                }
                break;
            }
            slot = (slot + 1) & (wanted - 1);
        }
        c->slots[slot] = (uint32_t)(key - root) + 1;
        key = unsafe_yyjson_get_next(key + 1);
    }
    return HOB_OK;
}

/* ---- the walk ---- */

static hob_status too_deep(checker *c, const yyjson_val *v, const level *at) {
    (void)hob_fail(c->reterr, HOB_ERR_JSON_DEPTH, "Lists and objects are nested more than %d deep.",
                   HOB_JSON_MAX_DEPTH);
    if (c->reterr) {
        add_place(c, c->reterr, v, at);
    }
    return HOB_ERR_JSON_DEPTH;
}

static hob_status check_object(checker *c, yyjson_val *object, const level *at) {
    size_t count = unsafe_yyjson_get_len(object);
    hob_status status = HOB_OK;
    if (count > FEW_KEYS) {
        status = compare_many(c, object, count, at);
    } else if (count > 1) {
        status = compare_few(c, object, count, at);
    }
    level inside = {.up = at, .depth = at->depth + 1};
    yyjson_val *key = unsafe_yyjson_get_first(object);
    for (size_t i = 0; i < count && status == HOB_OK; i++) {
        inside.key = key;
        status = check_value(c, key + 1, &inside);
        key = unsafe_yyjson_get_next(key + 1);
    }
    return status;
}

static hob_status check_array(checker *c, yyjson_val *array, const level *at) {
    size_t count = unsafe_yyjson_get_len(array);
    level inside = {.up = at, .depth = at->depth + 1};
    yyjson_val *v = unsafe_yyjson_get_first(array);
    hob_status status = HOB_OK;
    for (; inside.index < count && status == HOB_OK; inside.index++) {
        status = check_value(c, v, &inside);
        v = unsafe_yyjson_get_next(v);
    }
    return status;
}

/* `at->depth` is the number of lists and objects around the value: recursion ends at
 * HOB_JSON_MAX_DEPTH. */
static hob_status check_value(checker *c, yyjson_val *v, const level *at) {
    switch (unsafe_yyjson_get_type(v)) {
    case YYJSON_TYPE_NUM:
        if (unsafe_yyjson_get_subtype(v) != YYJSON_SUBTYPE_REAL) {
            return check_whole(c, v, at);
        }
        if (v->uni.f64 == 0) {
            v->uni.f64 = 0; /* -0 is 0 */
        }
        return HOB_OK;
    case YYJSON_TYPE_RAW:
        return check_raw(c, v, at);
    case YYJSON_TYPE_ARR:
        return at->depth < HOB_JSON_MAX_DEPTH ? check_array(c, v, at) : too_deep(c, v, at);
    case YYJSON_TYPE_OBJ:
        return at->depth < HOB_JSON_MAX_DEPTH ? check_object(c, v, at) : too_deep(c, v, at);
    default:
        return HOB_OK;
    }
}

/* Copies the value at *from down to *to without the members whose keys were dropped; both end
 * behind it. */
static void close_gaps(yyjson_val **from, yyjson_val **to) {
    yyjson_val *old = *from, *now = *to;
    if (!unsafe_yyjson_is_ctn(old)) {
        *now = *old;
        *from = old + 1;
        *to = now + 1;
        return;
    }
    uint8_t type = unsafe_yyjson_get_type(old);
    size_t count = unsafe_yyjson_get_len(old), kept = 0;
    *from = old + 1;
    *to = now + 1;
    for (size_t i = 0; i < count; i++) {
        if (type == YYJSON_TYPE_OBJ) {
            if (unsafe_yyjson_get_type(*from) == YYJSON_TYPE_NONE) {
                *from = unsafe_yyjson_get_next(*from + 1);
                continue;
            }
            *(*to)++ = *(*from)++;
        }
        close_gaps(from, to);
        kept++;
    }
    now->tag = ((uint64_t)kept << YYJSON_TAG_BIT) | type;
    now->uni.ofs = (size_t)(*to - now) * sizeof(yyjson_val);
}

hob_status hob_json__check(hob_json *json, const char *file, hob_json_mode mode,
                           hob_error_list *findings, hob_error *reterr) {
    checker c = {
        .json = json,
        .file = file,
        .mode = mode,
        .findings = findings,
        .reterr = reterr,
        .scan = {json->text, json->length, 0},
    };
    level root = {0};
    hob_status status = check_value(&c, json->root, &root);
    hob_free(json->allocator, c.slots, c.slots_cap * sizeof *c.slots);
    if (status == HOB_OK && c.dropped_keys) {
        yyjson_val *from = json->root, *to = json->root;
        close_gaps(&from, &to);
    }
    return status;
}
