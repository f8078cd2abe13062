/* Canonical JSON text, spec hob 9.2: two spaces, one member or element a line, shortest numbers,
 * one newline at the end. */
#include "base/json.h"

#include "base/json_private.h"

#include <math.h>
#include <string.h>

typedef struct writer {
    hob_buf *out;
    bool is_mut; /* the tree is a yyjson_mut_val's */
    int depth;
    hob_error *reterr;
} writer;

/* Both kinds of values begin with the same tag and content; only the way to the next one differs.
 * Nothing is changed: yyjson just reads through pointers that are not const. */
_Static_assert(offsetof(yyjson_val, uni) == offsetof(yyjson_mut_val, uni), "one head for both");

static void *next_of(const writer *w, void *v) {
    if (w->is_mut) {
        return ((yyjson_mut_val *)v)->next;
    }
    return unsafe_yyjson_get_next((yyjson_val *)v);
}

/* First element, or first key. A mutable container points to its last one, and that on to the
 * first. */
static void *first_of(const writer *w, void *container) {
    if (!w->is_mut) {
        return (yyjson_val *)container + 1;
    }
    yyjson_mut_val *last = ((yyjson_mut_val *)container)->uni.ptr;
    return unsafe_yyjson_get_type(container) == YYJSON_TYPE_OBJ ? last->next->next : last->next;
}

static void new_line(writer *w) {
    static const char spaces[] =
        "\n                                                                ";
    size_t left = 2 * (size_t)w->depth, most = sizeof spaces - 2;
    hob_buf_add(w->out, spaces, 1 + (left < most ? left : most));
    while (left > most) {
        left -= most;
        hob_buf_add(w->out, spaces + 1, left < most ? left : most);
    }
}

static hob_status write_whole(writer *w, yyjson_val *number) {
    bool negative = unsafe_yyjson_get_subtype(number) == YYJSON_SUBTYPE_SINT && number->uni.i64 < 0;
    uint64_t size = negative ? 0 - number->uni.u64 : number->uni.u64;
    if (!hob_json__is_exact(size)) {
        return hob_fail(w->reterr, HOB_ERR_VALUE_NOT_DATA,
                        "A whole number that no double holds cannot be written.");
    }
    char text[24];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + size % 10);
        size /= 10;
    } while (size);
    if (negative) {
        text[--at] = '-';
    }
    hob_buf_add(w->out, text + at, sizeof text - at);
    return HOB_OK;
}

static hob_status write_number(writer *w, void *v) {
    if (unsafe_yyjson_get_subtype(v) != YYJSON_SUBTYPE_REAL) {
        return write_whole(w, v);
    }
    double number = ((yyjson_val *)v)->uni.f64;
    if (!isfinite(number)) {
        return hob_fail(w->reterr, HOB_ERR_VALUE_NOT_DATA,
                        "A number that is not finite cannot be written.");
    }
    hob_buf_add_number(w->out, number);
    return HOB_OK;
}

static hob_status write_value(writer *w, void *v);

static hob_status write_container(writer *w, void *v, bool is_object) {
    size_t count = unsafe_yyjson_get_len(v);
    if (count == 0) {
        hob_buf_add_cstr(w->out, is_object ? "{}" : "[]");
        return HOB_OK;
    }
    if (w->depth == HOB_JSON_MAX_DEPTH) {
        return hob_fail(w->reterr, HOB_ERR_JSON_DEPTH,
                        "Lists and objects are nested more than %d deep.", HOB_JSON_MAX_DEPTH);
    }
    hob_buf_add_char(w->out, is_object ? '{' : '[');
    w->depth++;
    void *child = first_of(w, v);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            hob_buf_add_char(w->out, ',');
        }
        new_line(w);
        if (is_object) {
            hob_buf_add_json_string(
                w->out, (hob_str){((yyjson_val *)child)->uni.str, unsafe_yyjson_get_len(child)});
            hob_buf_add(w->out, ": ", 2);
            child = w->is_mut ? ((yyjson_mut_val *)child)->next : (void *)((yyjson_val *)child + 1);
        }
        hob_status status = write_value(w, child);
        if (status != HOB_OK) {
            return status;
        }
        child = next_of(w, child);
    }
    w->depth--;
    new_line(w);
    hob_buf_add_char(w->out, is_object ? '}' : ']');
    return HOB_OK;
}

static hob_status write_value(writer *w, void *v) {
    switch (unsafe_yyjson_get_type(v)) {
    case YYJSON_TYPE_NULL:
        hob_buf_add(w->out, "null", 4);
        return HOB_OK;
    case YYJSON_TYPE_BOOL:
        hob_buf_add_cstr(w->out,
                         unsafe_yyjson_get_subtype(v) == YYJSON_SUBTYPE_TRUE ? "true" : "false");
        return HOB_OK;
    case YYJSON_TYPE_NUM:
        return write_number(w, v);
    case YYJSON_TYPE_STR:
        hob_buf_add_json_string(w->out,
                                (hob_str){((yyjson_val *)v)->uni.str, unsafe_yyjson_get_len(v)});
        return HOB_OK;
    case YYJSON_TYPE_ARR:
        return write_container(w, v, false);
    case YYJSON_TYPE_OBJ:
        return write_container(w, v, true);
    default:
        return hob_fail(w->reterr, HOB_ERR_VALUE_NOT_DATA, "The value has no JSON form.");
    }
}

static hob_status write_document(writer *w, void *root) {
    size_t start = w->out->length;
    hob_status status =
        root ? write_value(w, root)
             : hob_fail(w->reterr, HOB_ERR_VALUE_NOT_DATA, "There is no value to write.");
    hob_buf_add_char(w->out, '\n');
    if (status == HOB_OK && w->out->failed) {
        status = hob_fail(w->reterr, HOB_ERR_OUT_OF_MEMORY,
                          "There is not enough memory to write this file.");
    }
    if (status != HOB_OK && w->out->data) {
        w->out->length = start; /* nothing is written */
        w->out->data[start] = '\0';
    }
    return status;
}

hob_status hob_json_write(hob_buf *out, yyjson_val *root, hob_error *reterr) {
    writer w = {.out = out, .reterr = reterr};
    return write_document(&w, root);
}

hob_status hob_json_write_mut(hob_buf *out, yyjson_mut_val *root, hob_error *reterr) {
    writer w = {.out = out, .is_mut = true, .reterr = reterr};
    return write_document(&w, root);
}
