/* Semantic versions after semver.org 2.0, without build metadata. */
#include "project/version.h"

#include <string.h>

/* Nothing yet: format 1 is the first. */
static const hob_migration migrations[] = {{.name = NULL}};

const char *hob_engine_version(void) {
    return HOB_VERSION;
}

const hob_migration *hob_migrations(size_t *ret_count) {
    *ret_count = HOB_COUNT(migrations) - 1;
    return migrations;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_identifier_char(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

/* One run up to a dot, moved past it. */
static hob_str next_identifier(hob_str *rest) {
    size_t length = 0;
    while (length < rest->length && rest->data[length] != '.') {
        length++;
    }
    hob_str part = {rest->data, length};
    size_t used = length < rest->length ? length + 1 : length;
    rest->data += used;
    rest->length -= used;
    return part;
}

static bool is_number(hob_str part) {
    for (size_t i = 0; i < part.length; i++) {
        if (!is_digit(part.data[i])) {
            return false;
        }
    }
    return part.length > 0;
}

/* Digits of any length: the longer is the larger, leading zeros being refused. */
static int compare_numbers(hob_str a, hob_str b) {
    if (a.length != b.length) {
        return a.length < b.length ? -1 : 1;
    }
    return hob_str_compare(a, b);
}

static int compare_identifiers(hob_str a, hob_str b) {
    bool a_number = is_number(a), b_number = is_number(b);
    if (a_number != b_number) {
        return a_number ? -1 : 1;
    }
    return a_number ? compare_numbers(a, b) : hob_str_compare(a, b);
}

static bool number_valid(hob_str part) {
    return is_number(part) && (part.length == 1 || part.data[0] != '0');
}

static bool pre_valid(hob_str pre) {
    if (pre.length == 0 || pre.data[pre.length - 1] == '.') {
        return false;
    }
    while (pre.length) {
        hob_str part = next_identifier(&pre);
        bool has_letter = false;
        for (size_t i = 0; i < part.length; i++) {
            if (!is_identifier_char(part.data[i])) {
                return false;
            }
            has_letter = has_letter || !is_digit(part.data[i]);
        }
        if (!part.length || (!has_letter && !number_valid(part))) {
            return false;
        }
    }
    return true;
}

typedef struct version_parts {
    hob_str number[3];
    hob_str pre; /* empty = a release */
} version_parts;

static bool split_version(hob_str s, version_parts *ret_parts) {
    size_t dash = 0;
    while (dash < s.length && s.data[dash] != '-') {
        dash++;
    }
    hob_str numbers = {s.data, dash};
    ret_parts->pre = (hob_str){s.data + dash, 0};
    if (dash < s.length) {
        ret_parts->pre = (hob_str){s.data + dash + 1, s.length - dash - 1};
        if (!pre_valid(ret_parts->pre)) {
            return false;
        }
    }
    if (!numbers.length || numbers.data[numbers.length - 1] == '.') {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        ret_parts->number[i] = next_identifier(&numbers);
        if (!number_valid(ret_parts->number[i])) {
            return false;
        }
    }
    return numbers.length == 0;
}

static int compare_pre(hob_str a, hob_str b) {
    if (!a.length || !b.length) {
        return a.length ? -1 : b.length ? 1 : 0;
    }
    while (a.length && b.length) {
        int order = compare_identifiers(next_identifier(&a), next_identifier(&b));
        if (order) {
            return order;
        }
    }
    return a.length ? 1 : b.length ? -1 : 0;
}

bool hob_version_compare(hob_str a, hob_str b, int *ret_order) {
    version_parts pa, pb;
    if (!split_version(a, &pa) || !split_version(b, &pb)) {
        return false;
    }
    int order = 0;
    for (int i = 0; i < 3 && !order; i++) {
        order = compare_numbers(pa.number[i], pb.number[i]);
    }
    *ret_order = order ? order : compare_pre(pa.pre, pb.pre);
    return true;
}

hob_status hob_migrate(const hob_migration *list, size_t count, int to, const char *kind,
                       yyjson_mut_doc *doc, hob_error *reterr) {
    yyjson_mut_val *root = yyjson_mut_doc_get_root(doc);
    yyjson_mut_val *mark = yyjson_mut_obj_get(root, "formatVersion");
    int version = mark ? (int)yyjson_mut_get_num(mark) : 1;
    for (size_t i = 0; i < count && version < to; i++) {
        if (list[i].from != version) {
            continue;
        }
        hob_status status = list[i].apply(doc, kind, reterr);
        if (status) {
            return status;
        }
        version++;
    }
    if (version != to) {
        return hob_fail(reterr, HOB_ERR_FIELD_RANGE,
                        "There is no way from format %d of this %s to format %d.", version, kind,
                        to);
    }
    if (!mark) {
        return to == 1 || yyjson_mut_obj_add_int(doc, root, "formatVersion", to)
                   ? HOB_OK
                   : hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory.");
    }
    yyjson_mut_set_int(mark, to);
    return HOB_OK;
}
