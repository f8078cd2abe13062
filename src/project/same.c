/* Comparing an edited document with what it was made from. Depth is bounded by the reader's limit
 * and by what commands build. */
#include "project/change_internal.h"

#include <string.h>

static bool same_text(yyjson_val *a, yyjson_mut_val *b) {
    size_t length = yyjson_get_len(a);
    return yyjson_mut_is_str(b) && yyjson_mut_get_len(b) == length &&
           memcmp(yyjson_get_str(a), yyjson_mut_get_str(b), length) == 0;
}

static bool same_list(yyjson_val *a, yyjson_mut_val *b) {
    if (!yyjson_mut_is_arr(b) || yyjson_mut_arr_size(b) != yyjson_arr_size(a)) {
        return false;
    }
    yyjson_arr_iter left;
    yyjson_mut_arr_iter right;
    yyjson_val *item;
    (void)yyjson_arr_iter_init(a, &left);
    (void)yyjson_mut_arr_iter_init(b, &right);
    while ((item = yyjson_arr_iter_next(&left))) {
        if (!hob_change__same(item, yyjson_mut_arr_iter_next(&right))) {
            return false;
        }
    }
    return true;
}

static bool same_object(yyjson_val *a, yyjson_mut_val *b) {
    if (!yyjson_mut_is_obj(b) || yyjson_mut_obj_size(b) != yyjson_obj_size(a)) {
        return false;
    }
    yyjson_obj_iter left;
    yyjson_mut_obj_iter right;
    yyjson_val *key;
    (void)yyjson_obj_iter_init(a, &left);
    (void)yyjson_mut_obj_iter_init(b, &right);
    while ((key = yyjson_obj_iter_next(&left))) {
        yyjson_mut_val *other = yyjson_mut_obj_iter_next(&right);
        if (!same_text(key, other) ||
            !hob_change__same(yyjson_obj_iter_get_val(key), yyjson_mut_obj_iter_get_val(other))) {
            return false;
        }
    }
    return true;
}

bool hob_change__same(yyjson_val *old, yyjson_mut_val *edited) {
    switch (yyjson_get_type(old)) {
    case YYJSON_TYPE_OBJ:
        return same_object(old, edited);
    case YYJSON_TYPE_ARR:
        return same_list(old, edited);
    case YYJSON_TYPE_STR:
        return same_text(old, edited);
    case YYJSON_TYPE_NUM: /* whole or not, a number is written the same; each is a double exactly */
        return yyjson_mut_is_num(edited) && yyjson_get_num(old) == yyjson_mut_get_num(edited);
    case YYJSON_TYPE_BOOL:
        return yyjson_mut_is_bool(edited) && yyjson_get_bool(old) == yyjson_mut_get_bool(edited);
    case YYJSON_TYPE_NULL:
        return yyjson_mut_is_null(edited);
    default:
        return false;
    }
}
