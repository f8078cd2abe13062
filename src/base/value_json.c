/* Values as JSON text and as yyjson trees, and back. */
#include "base/json.h"

#include "base/value_private.h"

#include <math.h>
#include <string.h>

typedef struct writer {
    hob_buf *out;
    bool pretty;
    int depth;
    hob_entity_json_fn entity_json;
    void *user;
} writer;

static void new_line(const writer *w) {
    if (!w->pretty) {
        return;
    }
    hob_buf_add_char(w->out, '\n');
    for (int i = 0; i < w->depth; i++) {
        hob_buf_add(w->out, "  ", 2);
    }
}

static bool write_value(writer *w, hob_value v);

static bool write_list(writer *w, const hob_list *list) {
    hob_buf_add_char(w->out, '[');
    w->depth++;
    for (uint32_t i = 0; i < list->count; i++) {
        if (i > 0) {
            hob_buf_add_char(w->out, ',');
        }
        new_line(w);
        if (!write_value(w, list->items[i])) {
            return false;
        }
    }
    w->depth--;
    if (list->count > 0) {
        new_line(w);
    }
    hob_buf_add_char(w->out, ']');
    return true;
}

static bool write_map(writer *w, const hob_map *map) {
    hob_buf_add_char(w->out, '{');
    w->depth++;
    bool first = true;
    for (uint32_t i = 0; i < map->count; i++) {
        const hob_map_entry *entry = &map->entries[i];
        if (entry->value.tag == HOB_TAG_ABSENT) {
            continue;
        }
        if (!first) {
            hob_buf_add_char(w->out, ',');
        }
        first = false;
        new_line(w);
        hob_buf_add_json_string(w->out, hob_text_view(entry->key));
        hob_buf_add(w->out, ": ", w->pretty ? 2 : 1);
        if (!write_value(w, entry->value)) {
            return false;
        }
    }
    w->depth--;
    if (!first) {
        new_line(w);
    }
    hob_buf_add_char(w->out, '}');
    return true;
}

static bool write_value(writer *w, hob_value v) {
    switch (v.tag) {
    case HOB_TAG_BOOL:
        hob_buf_add_cstr(w->out, v.as.boolean ? "true" : "false");
        return true;
    case HOB_TAG_NUMBER:
        if (!isfinite(v.as.number)) {
            break;
        }
        hob_buf_add_number(w->out, v.as.number);
        return true;
    case HOB_TAG_TEXT:
        hob_buf_add_json_string(w->out, hob_text_view(v.as.text));
        return true;
    case HOB_TAG_LIST:
        return w->depth < HOB_VALUE_MAX_DEPTH && write_list(w, v.as.list);
    case HOB_TAG_MAP:
        return w->depth < HOB_VALUE_MAX_DEPTH && write_map(w, v.as.map);
    case HOB_TAG_ENTITY:
        if (!w->entity_json) {
            break;
        }
        w->entity_json(w->user, v.as.entity, w->out);
        return true;
    default:
        break;
    }
    hob_buf_add(w->out, "null", 4);
    return true;
}

bool hob_value_write_json(hob_buf *out, hob_value v, bool pretty, hob_entity_json_fn entity_json,
                          void *user) {
    writer w = {out, pretty, 0, entity_json, user};
    return write_value(&w, v) && !out->failed;
}

/* ABSENT: out of memory, or deeper than `levels` more; told apart by the caller, who knows which it
 * asked for. */
static hob_value from_json(const hob_allocator *a, yyjson_val *v, int levels);

static hob_value list_from_json(const hob_allocator *a, yyjson_val *array, int levels) {
    hob_value list = hob_value_list(a, (uint32_t)unsafe_yyjson_get_len(array));
    size_t index, count;
    yyjson_val *item;
    yyjson_arr_foreach(array, index, count, item) {
        if (list.tag != HOB_TAG_LIST) {
            break;
        }
        hob_value value = from_json(a, item, levels);
        if (value.tag == HOB_TAG_ABSENT) {
            hob_value_done(a, &list);
            return HOB_VALUE_ABSENT;
        }
        list.as.list->items[list.as.list->count++] = value; /* the room is there */
    }
    return list;
}

static hob_value map_from_json(const hob_allocator *a, yyjson_val *object, int levels) {
    hob_value map = hob_value_map(a, (uint32_t)unsafe_yyjson_get_len(object));
    size_t index, count;
    yyjson_val *key, *item;
    yyjson_obj_foreach(object, index, count, key, item) {
        if (map.tag != HOB_TAG_MAP) {
            break;
        }
        hob_value value = from_json(a, item, levels);
        bool ok = value.tag != HOB_TAG_ABSENT;
        if (ok) {
            hob_str name = {unsafe_yyjson_get_str(key), unsafe_yyjson_get_len(key)};
            ok = hob_map_set(a, map.as.map, name, value);
        }
        if (!ok) {
            hob_value_done(a, &map);
            return HOB_VALUE_ABSENT;
        }
    }
    return map;
}

static hob_value from_json(const hob_allocator *a, yyjson_val *v, int levels) {
    switch (yyjson_get_type(v)) {
    case YYJSON_TYPE_BOOL:
        return hob_value_bool(unsafe_yyjson_get_bool(v));
    case YYJSON_TYPE_NUM:
        return hob_value_number(unsafe_yyjson_get_num(v));
    case YYJSON_TYPE_STR:
        return hob_value_text(a, (hob_str){unsafe_yyjson_get_str(v), unsafe_yyjson_get_len(v)});
    case YYJSON_TYPE_ARR:
        return levels > 0 ? list_from_json(a, v, levels - 1) : HOB_VALUE_ABSENT;
    case YYJSON_TYPE_OBJ:
        return levels > 0 ? map_from_json(a, v, levels - 1) : HOB_VALUE_ABSENT;
    default:
        return HOB_VALUE_NULL;
    }
}

hob_value hob_value_from_json(const hob_allocator *a, yyjson_val *v) {
    return from_json(a, v, HOB_JSON_MAX_DEPTH);
}

/* Whether lists and objects are nested more than `levels` deep. */
static bool is_deeper(yyjson_val *v, int levels) {
    if (!unsafe_yyjson_is_ctn(v)) {
        return false;
    }
    if (levels == 0) {
        return true;
    }
    bool is_object = unsafe_yyjson_get_type(v) == YYJSON_TYPE_OBJ;
    size_t count = unsafe_yyjson_get_len(v);
    yyjson_val *child = v + 1;
    for (size_t i = 0; i < count; i++) {
        child += is_object;
        if (is_deeper(child, levels - 1)) {
            return true;
        }
        child = unsafe_yyjson_get_next(child);
    }
    return false;
}

hob_status hob_value_parse_json(const hob_allocator *a, hob_str text, hob_value *ret_value,
                                hob_error *reterr) {
    hob_json json;
    hob_status status = hob_json_parse(a, text, NULL, HOB_JSON_FOREIGN, &json, NULL, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (is_deeper(json.root, HOB_VALUE_MAX_DEPTH)) {
        hob_json_done(&json);
        return hob_fail(reterr, HOB_ERR_JSON_DEPTH, "Stored data may be nested %d deep.",
                        HOB_VALUE_MAX_DEPTH);
    }
    hob_value v = hob_value_from_json(a, json.root);
    hob_json_done(&json);
    if (v.tag == HOB_TAG_ABSENT) {
        return hob_fail(reterr, HOB_ERR_OUT_OF_MEMORY, "There is not enough memory for this data.");
    }
    *ret_value = v;
    return HOB_OK;
}

static yyjson_mut_val *to_json(yyjson_mut_doc *doc, hob_value v, int levels);

static yyjson_mut_val *list_to_json(yyjson_mut_doc *doc, const hob_list *list, int levels) {
    yyjson_mut_val *array = yyjson_mut_arr(doc);
    for (uint32_t i = 0; array && i < list->count; i++) {
        yyjson_mut_val *item = to_json(doc, list->items[i], levels);
        if (!item || !yyjson_mut_arr_append(array, item)) {
            return NULL;
        }
    }
    return array;
}

static yyjson_mut_val *map_to_json(yyjson_mut_doc *doc, const hob_map *map, int levels) {
    yyjson_mut_val *object = yyjson_mut_obj(doc);
    for (uint32_t i = 0; object && i < map->count; i++) {
        const hob_map_entry *entry = &map->entries[i];
        if (entry->value.tag == HOB_TAG_ABSENT) {
            continue;
        }
        hob_str name = hob_text_view(entry->key);
        yyjson_mut_val *key = yyjson_mut_strncpy(doc, name.data, name.length);
        yyjson_mut_val *value = to_json(doc, entry->value, levels);
        if (!key || !value || !yyjson_mut_obj_add(object, key, value)) {
            return NULL;
        }
    }
    return object;
}

static yyjson_mut_val *to_json(yyjson_mut_doc *doc, hob_value v, int levels) {
    switch (v.tag) {
    case HOB_TAG_BOOL:
        return yyjson_mut_bool(doc, v.as.boolean);
    case HOB_TAG_NUMBER:
        return isfinite(v.as.number) ? yyjson_mut_real(doc, v.as.number) : yyjson_mut_null(doc);
    case HOB_TAG_TEXT: {
        hob_str s = hob_text_view(v.as.text);
        return yyjson_mut_strncpy(doc, s.data, s.length);
    }
    case HOB_TAG_LIST:
        return levels > 0 ? list_to_json(doc, v.as.list, levels - 1) : NULL;
    case HOB_TAG_MAP:
        return levels > 0 ? map_to_json(doc, v.as.map, levels - 1) : NULL;
    default:
        return yyjson_mut_null(doc);
    }
}

yyjson_mut_val *hob_value_to_json(yyjson_mut_doc *doc, hob_value v) {
    return to_json(doc, v, HOB_VALUE_MAX_DEPTH);
}
