/* Writes through live things: the right half of the border table (spec hob 7). */
#include "script/live.h"

#include <math.h>
#include <string.h>

#define MAX_DEPTH 64

/* Data that a component may keep: finite, not deeper than 64, nothing of a machine. */
static hob_status check_data(hob_value v, int depth, hob_error *reterr) {
    if (depth > MAX_DEPTH) {
        return hob_fail(reterr, HOB_ERR_VALUE_NOT_DATA,
                        "the value is nested deeper than %d, or in itself", MAX_DEPTH);
    }
    if (v.tag == HOB_TAG_NUMBER && !isfinite(v.as.number)) {
        return hob_fail(reterr, HOB_ERR_FIELD_NOT_FINITE, "the number is not finite");
    }
    if (v.tag == HOB_TAG_SCRIPT || v.tag == HOB_TAG_ENTITY) {
        return hob_fail(reterr, HOB_ERR_VALUE_NOT_DATA,
                        "a component holds data, no functions or handles");
    }
    uint32_t count = v.tag == HOB_TAG_LIST  ? v.as.list->count
                     : v.tag == HOB_TAG_MAP ? v.as.map->count
                                            : 0;
    for (uint32_t i = 0; i < count; i++) {
        hob_value item = v.tag == HOB_TAG_LIST ? v.as.list->items[i] : v.as.map->entries[i].value;
        hob_status status = check_data(item, depth + 1, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    return HOB_OK;
}

static void drop_refs(hob_world *world, hob_value v) {
    if (v.tag == HOB_TAG_SCRIPT) {
        hob_code_drop(world, v);
    } else if (v.tag == HOB_TAG_LIST) {
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            drop_refs(world, v.as.list->items[i]);
        }
    } else if (v.tag == HOB_TAG_MAP) {
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            drop_refs(world, v.as.map->entries[i].value);
        }
    }
}

/* The entry that describes a member of a value described by `of`; null: any data. `ret_unknown`: no
 * such key. */
static const hob_field *member_field(const hob_field *of, hob_value *now, hob_str key,
                                     bool *ret_unknown) {
    *ret_unknown = false;
    if (of == NULL) {
        return NULL;
    }
    const hob_field *table = NULL;
    switch (of->type) {
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
        return of->element;
    case HOB_FIELD_OBJECT:
        table = of->fields;
        break;
    case HOB_FIELD_VARIANT: {
        hob_str type = hob_value_get_str(*now, "type", "");
        for (size_t i = 0; of->names[i] != NULL; i++) {
            if (hob_str_is(type, of->names[i])) {
                table = of->variants[i];
            }
        }
        if (hob_str_is(key, "type")) {
            return NULL;
        }
        break;
    }
    case HOB_FIELD_UNION:
        for (size_t i = 0; of->variants[i] != NULL; i++) {
            if (hob_field_check_value(of->variants[i], *now, NULL) == HOB_OK) {
                return member_field(of->variants[i], now, key, ret_unknown);
            }
        }
        return NULL;
    default:
        return NULL;
    }
    const hob_field *found = table == NULL ? NULL : hob_field_find(table, key);
    *ret_unknown = table != NULL && found == NULL;
    return found;
}

/* Ints are truncated toward zero and held to 32 bits, as in structs. */
static hob_value as_stored(const hob_field *field, hob_value v) {
    if (field != NULL && field->type == HOB_FIELD_INT && v.tag == HOB_TAG_NUMBER &&
        isfinite(v.as.number)) {
        double n = trunc(v.as.number);
        n = n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : n;
        return hob_value_number(n);
    }
    return v;
}

static hob_status check_member(const hob_live *live, const hob_field *field, hob_value v,
                               hob_error *reterr) {
    if (live->component == NULL) {
        return HOB_OK; /* vars hold what they are given */
    }
    if (field == NULL || field->type == HOB_FIELD_ANY) {
        return check_data(v, 0, reterr);
    }
    return hob_field_check_value(field, v, reterr);
}

static void bump(hob_value *v) {
    if (v != NULL && v->tag == HOB_TAG_LIST) {
        v->as.list->revision++;
    } else if (v != NULL && v->tag == HOB_TAG_MAP) {
        v->as.map->revision++;
    }
}

static void after_write(hob_world *world, hob_live *live) {
    for (hob_live *up = live; up->root == HOB_ROOT_INSIDE; up = up->parent) {
        bump(hob_live_value(up->parent));
    }
    hob_component *component = live->component == NULL ? NULL : hob_live_component(live);
    if (component != NULL) {
        hob_component_changed(world, component, live->top);
    }
}

hob_status hob_live_write_field(hob_world *world, hob_live *live, const hob_field *field,
                                hob_value v, hob_error *reterr) {
    void *of_struct = hob_live_struct(live);
    if (of_struct == NULL) {
        return HOB_OK; /* taken off: there is nothing to change */
    }
    if ((field->flags & HOB_FIELD_RUNTIME) != 0 && (field->flags & HOB_FIELD_SCRIPT_WRITES) == 0) {
        return hob_fail(reterr, HOB_ERR_SCRIPT_REFUSED, "%s.%s is written by the engine only",
                        live->component->type->name, field->name);
    }
    if (field->type == HOB_FIELD_ANY || (field->type == HOB_FIELD_MAP && field->element == NULL)) {
        hob_status status = check_data(v, 0, reterr);
        if (status != HOB_OK) {
            return status;
        }
    }
    hob_status status = hob_field_set(field, of_struct, v, world->heap, reterr);
    if (status == HOB_OK) {
        hob_component_changed(world, live->component, live->top == NULL ? field : live->top);
    }
    return status;
}

/* Tags are an index too: they change as a whole. */
static hob_status write_tags(hob_world *world, hob_live *live, uint32_t index, const hob_value *v,
                             uint32_t count, hob_error *reterr) {
    if (v != NULL && v->tag != HOB_TAG_TEXT) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "a tag is a text");
    }
    hob_value tags = hob_value_copy(world->heap, live->e->tags);
    while (v != NULL && tags.as.list->count <= index) {
        hob_list_add(world->heap, tags.as.list, hob_value_copy(world->heap, *v));
    }
    if (v != NULL) {
        hob_list_set(world->heap, tags.as.list, index, hob_value_copy(world->heap, *v));
    } else if (count < tags.as.list->count) {
        hob_list_resize(world->heap, tags.as.list, count);
    }
    hob_entity_set_tags(world, live->e, tags);
    return HOB_OK;
}

hob_status hob_live_write_index(hob_world *world, hob_live *live, uint32_t index, hob_value v,
                                hob_error *reterr) {
    hob_value *now = hob_live_value(live);
    if (now == NULL) {
        return HOB_OK;
    }
    if (index >= UINT32_C(1) << 24) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "index %u is beyond what a list holds",
                        index);
    }
    if (live->root == HOB_ROOT_TAGS) {
        return write_tags(world, live, index, &v, 0, reterr);
    }
    bool unknown;
    if (now->tag == HOB_TAG_MAP &&
        now->as.map->count == 0) { /* an empty table becomes a list by its first write */
        hob_value_done(world->heap, now);
        *now = hob_value_list(world->heap, 4);
    }
    if (now->tag != HOB_TAG_LIST) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "this is no list");
    }
    const hob_field *field = member_field(live->field, now, HOB_STR(""), &unknown);
    hob_status status = check_member(live, field, v, reterr);
    if (status != HOB_OK) {
        return status;
    }
    v = as_stored(field, v);
    hob_list *list = now->as.list;
    while (list->count < index) {
        hob_list_add(world->heap, list,
                     live->component == NULL ? HOB_VALUE_NULL : hob_value_copy(world->heap, v));
    }
    if (index < list->count) {
        drop_refs(world, list->items[index]);
    }
    hob_list_set(world->heap, list, index, hob_value_copy(world->heap, v));
    after_write(world, live);
    return HOB_OK;
}

hob_status hob_live_write_key(hob_world *world, hob_live *live, hob_str key, hob_value v,
                              hob_error *reterr) {
    hob_value *now = hob_live_value(live);
    if (now == NULL) {
        return HOB_OK;
    }
    if (now->tag == HOB_TAG_LIST && now->as.list->count == 0 && live->component == NULL &&
        live->root != HOB_ROOT_TAGS) {
        hob_value_done(world->heap, now);
        *now = hob_value_map(world->heap, 4);
    }
    if (now->tag != HOB_TAG_MAP) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "a list has no member \"%.*s\"",
                        (int)(key.length > 60 ? 60 : key.length), key.data);
    }
    bool unknown;
    const hob_field *field = member_field(live->field, now, key, &unknown);
    if (unknown) {
        return hob_live_unknown(live, key, reterr);
    }
    hob_status status = check_member(live, field, v, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_value *old = hob_map_find(now->as.map, key);
    if (old != NULL) {
        drop_refs(world, *old);
    }
    hob_map_set(world->heap, now->as.map, key, hob_value_copy(world->heap, as_stored(field, v)));
    after_write(world, live);
    return HOB_OK;
}

hob_status hob_live_resize(hob_world *world, hob_live *live, uint32_t count, hob_error *reterr) {
    hob_value *now = hob_live_value(live);
    if (now == NULL || now->tag != HOB_TAG_LIST || now->as.list->count == count) {
        return HOB_OK;
    }
    if (count > now->as.list->count && (live->component != NULL || live->root == HOB_ROOT_TAGS)) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE,
                        "a list of a component has no holes: append to it instead");
    }
    if (count >= UINT32_C(1) << 24) {
        return hob_fail(reterr, HOB_ERR_LIMIT_REACHED, "a list cannot be that long");
    }
    if (live->root == HOB_ROOT_TAGS) {
        return write_tags(world, live, 0, NULL, count, reterr);
    }
    for (uint32_t i = count; i < now->as.list->count; i++) {
        drop_refs(world, now->as.list->items[i]);
    }
    hob_list_resize(world->heap, now->as.list, count);
    after_write(world, live);
    return HOB_OK;
}

hob_status hob_live_remove_key(hob_world *world, hob_live *live, hob_str key, hob_error *reterr) {
    hob_value *now = hob_live_value(live);
    hob_value *old = now != NULL && now->tag == HOB_TAG_MAP ? hob_map_find(now->as.map, key) : NULL;
    if (old == NULL) {
        return HOB_OK;
    }
    if (live->field != NULL && live->field->type != HOB_FIELD_MAP &&
        live->field->type != HOB_FIELD_ANY) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "\"%.*s\" cannot be taken away here",
                        (int)(key.length > 60 ? 60 : key.length), key.data);
    }
    drop_refs(world, *old);
    (void)hob_map_remove(world->heap, now->as.map, key);
    after_write(world, live);
    return HOB_OK;
}

static hob_status replace_tags(hob_world *world, hob_live *live, hob_value v, hob_error *reterr) {
    for (uint32_t i = 0; v.tag == HOB_TAG_LIST && i < v.as.list->count; i++) {
        if (v.as.list->items[i].tag != HOB_TAG_TEXT) {
            return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "a tag is a text");
        }
    }
    if (v.tag != HOB_TAG_LIST) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "tags are a list of texts");
    }
    hob_entity_set_tags(world, live->e, hob_value_copy(world->heap, v));
    return HOB_OK;
}

hob_status hob_live_replace(hob_world *world, hob_live *live, hob_value v, hob_error *reterr) {
    if (hob_live_value(live) == NULL) {
        return HOB_OK;
    }
    switch (live->root) {
    case HOB_ROOT_TAGS:
        return replace_tags(world, live, v, reterr);
    case HOB_ROOT_FIELD:
        return hob_live_write_field(world, live->parent, live->field, v, reterr);
    case HOB_ROOT_INSIDE:
        return live->by_key
                   ? hob_live_write_key(world, live->parent, hob_text_view(live->key), v, reterr)
                   : hob_live_write_index(world, live->parent, live->index, v, reterr);
    case HOB_ROOT_VARS:
    case HOB_ROOT_KEYS:
        break;
    }
    return HOB_OK;
}
