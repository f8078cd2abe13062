#include "script/live.h"

#include "script/api.h"

#include <math.h>
#include <string.h>

hob_value hob_live_as_value(hob_live *live) {
    return (hob_value){.tag = HOB_TAG_LIVE, .as.entity = (uint64_t)(uintptr_t)live};
}

hob_live *hob_live_of_value(hob_value v) {
    return v.tag == HOB_TAG_LIVE ? (hob_live *)(uintptr_t)v.as.entity : NULL;
}

/* ---- where it is ---- */

/* Rows never move, and a row that changes hands gets another number. */
hob_component *hob_live_component(hob_live *live) {
    hob_component *component = live->component;
    if (component == NULL || live->e == NULL) {
        return NULL;
    }
    if (HOB_LIKELY(component->born == live->born &&
                   (!component->removed || component->detaching))) {
        return component;
    }
    const hob_entity_data *e = live->e;
    for (uint32_t i = 0; i < e->slot_count; i++) { /* it may have been replaced */
        hob_component *c = e->slots[i].component;
        if (c != NULL && !c->removed &&
            hob_str_equal(hob_text_view(c->slot), hob_text_view(live->slot))) {
            live->component = c;
            live->born = c->born;
            return c;
        }
    }
    return NULL;
}

void *hob_live_struct(hob_live *live) {
    hob_component *component = hob_live_component(live);
    return component == NULL ? NULL : HOB_DATA(component, char) + live->offset;
}

hob_code_slot *hob_live_code(hob_live *live) {
    hob_component *component = hob_live_component(live);
    return component == NULL ? NULL : component->code;
}

static hob_value *step_into(hob_value *v, const hob_live *live) {
    if (v == NULL) {
        return NULL;
    }
    if (live->by_key) {
        return v->tag == HOB_TAG_MAP ? hob_map_find(v->as.map, hob_text_view(live->key)) : NULL;
    }
    if (v->tag != HOB_TAG_LIST || live->index >= v->as.list->count) {
        return NULL;
    }
    return &v->as.list->items[live->index];
}

hob_value *hob_live_value(hob_live *live) {
    if (live->e == NULL || live->kind != HOB_LIVE_VALUE) {
        return NULL;
    }
    switch (live->root) {
    case HOB_ROOT_TAGS:
        return &live->e->tags;
    case HOB_ROOT_VARS:
        return &live->e->vars;
    case HOB_ROOT_KEYS:
        return &live->e->ctx_keys;
    case HOB_ROOT_INSIDE:
        return step_into(hob_live_value(live->parent), live);
    case HOB_ROOT_FIELD:
        break;
    }
    char *of_struct = hob_live_struct(live);
    return of_struct == NULL ? NULL : (hob_value *)(void *)(of_struct + live->field->offset);
}

/* ---- reading ---- */

static hob_read read_value(hob_value v) {
    hob_read_kind kind = v.tag == HOB_TAG_LIST  ? HOB_READ_LIST
                         : v.tag == HOB_TAG_MAP ? HOB_READ_MAP
                                                : HOB_READ_VALUE;
    return (hob_read){.kind = kind, .value = v};
}

hob_read hob_live_read_field(void *of_struct, const hob_field *field) {
    const char *at =
        (const char *)of_struct + (field->offset == HOB_FIELD_NO_PLACE ? 0 : field->offset);
    if ((field->flags & HOB_FIELD_ALIAS) != 0) {
        return read_value(field->get(of_struct));
    }
    if (hob_field_is_value(field)) {
        return read_value(*(const hob_value *)(const void *)at);
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        return (hob_read){.value = hob_value_number(*(const double *)(const void *)at)};
    case HOB_FIELD_INT:
        return (hob_read){.value = hob_value_number(*(const int32_t *)(const void *)at)};
    case HOB_FIELD_BOOL:
        return (hob_read){.value = hob_value_bool(*(const bool *)(const void *)at)};
    case HOB_FIELD_ENUM:
        return (hob_read){.kind = HOB_READ_NAME,
                          .name = field->names[*(const int32_t *)(const void *)at]};
    case HOB_FIELD_HANDLE: {
        uint64_t entity = *(const uint64_t *)(const void *)at;
        return (hob_read){.value = entity == 0 ? HOB_VALUE_NULL : hob_value_entity(entity)};
    }
    case HOB_FIELD_OBJECT:
        return (hob_read){.kind = HOB_READ_STRUCT};
    default: {
        hob_text *text = *(hob_text *const *)(const void *)at;
        if (text == NULL && (field->flags & HOB_FIELD_NULLABLE) != 0) {
            return (hob_read){.value = HOB_VALUE_NULL};
        }
        return (hob_read){.value = {.tag = HOB_TAG_TEXT, .as.text = text}};
    }
    }
}

hob_read hob_live_read_index(hob_live *live, uint32_t index) {
    hob_value *v = hob_live_value(live);
    if (v == NULL || v->tag != HOB_TAG_LIST) {
        return read_value(HOB_VALUE_ABSENT);
    }
    return read_value(hob_list_get(v->as.list, index));
}

hob_read hob_live_read_key(hob_live *live, hob_str key) {
    hob_value *v = hob_live_value(live);
    if (v == NULL || v->tag != HOB_TAG_MAP) {
        return read_value(HOB_VALUE_ABSENT);
    }
    return read_value(hob_map_get(v->as.map, key));
}

bool hob_live_is_list(hob_live *live) {
    hob_value *v = hob_live_value(live);
    return v != NULL && v->tag == HOB_TAG_LIST;
}

uint32_t hob_live_count(hob_live *live) {
    hob_value *v = hob_live_value(live);
    if (v == NULL) {
        return 0;
    }
    return v->tag == HOB_TAG_LIST  ? v->as.list->count
           : v->tag == HOB_TAG_MAP ? v->as.map->count
                                   : 0;
}

static hob_value handle_copy(const hob_entity_data *e, const hob_allocator *a) {
    hob_value map = hob_value_map(a, 3);
    hob_map_set(a, map.as.map, HOB_STR("id"), hob_value_text(a, hob_text_view(e->id)));
    hob_map_set(a, map.as.map, HOB_STR("name"), hob_value_text(a, hob_text_view(e->name)));
    hob_map_set(a, map.as.map, HOB_STR("tags"), hob_value_copy(a, e->tags));
    return map;
}

hob_value hob_live_copy(hob_live *live, const hob_allocator *a) {
    if (live->kind == HOB_LIVE_VALUE) {
        hob_value *v = hob_live_value(live);
        return v == NULL ? HOB_VALUE_NULL : hob_live_plain(*v, a);
    }
    if (live->kind == HOB_LIVE_OBJECT) {
        return live->family == &hob_api_handle && live->e != NULL ? handle_copy(live->e, a)
                                                                  : HOB_VALUE_NULL;
    }
    void *of_struct = hob_live_struct(live);
    return of_struct == NULL ? HOB_VALUE_NULL : hob_fields_get(live->fields, of_struct, a);
}

hob_value hob_live_plain(hob_value v, const hob_allocator *a) {
    if (v.tag == HOB_TAG_LIVE) {
        return hob_live_copy(hob_live_of_value(v), a);
    }
    if (v.tag == HOB_TAG_LIST) {
        hob_value list = hob_value_list(a, v.as.list->count);
        for (uint32_t i = 0; i < v.as.list->count; i++) {
            hob_list_add(a, list.as.list, hob_live_plain(v.as.list->items[i], a));
        }
        return list;
    }
    if (v.tag == HOB_TAG_MAP) {
        hob_value map = hob_value_map(a, v.as.map->count);
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            const hob_map_entry *entry = &v.as.map->entries[i];
            hob_map_set(a, map.as.map, hob_text_view(entry->key), hob_live_plain(entry->value, a));
        }
        return map;
    }
    return hob_value_copy(a, v);
}

/* ---- texts ---- */

hob_status hob_live_unknown(const hob_live *live, hob_str key, hob_error *reterr) {
    const char *of = live->kind == HOB_LIVE_COMPONENT ? live->component->type->name
                     : live->field != NULL && live->field->name != NULL ? live->field->name
                                                                        : "this object";
    hob_status status = hob_fail(reterr, HOB_ERR_FIELD_UNKNOWN, "%s has no field \"%.*s\"", of,
                                 (int)(key.length > 60 ? 60 : key.length), key.data);
    const char *near = live->fields == NULL ? NULL : hob_field_nearest(live->fields, key);
    if (near != NULL) {
        return hob_error_hint(reterr, "did you mean \"%s\"? For data of your own use ctx.vars",
                              near);
    }
    (void)hob_error_hint(reterr, "for data of your own use ctx.vars");
    return status;
}

static void describe_path(const hob_live *live, hob_buf *out) {
    if (live->kind == HOB_LIVE_COMPONENT) {
        hob_buf_add_str(out, hob_text_view(live->slot));
        return;
    }
    if (live->kind == HOB_LIVE_VALUE && live->root == HOB_ROOT_TAGS) {
        hob_buf_add_cstr(out, "tags");
        return;
    }
    if (live->kind == HOB_LIVE_VALUE && live->root == HOB_ROOT_VARS) {
        hob_buf_add_cstr(out, "vars");
        return;
    }
    if (live->parent != NULL && live->e != NULL) {
        describe_path(live->parent, out);
    }
    if (live->kind == HOB_LIVE_VALUE && live->root == HOB_ROOT_INSIDE && !live->by_key) {
        hob_buf_format(out, "[%u]", live->index);
        return;
    }
    hob_buf_add_char(out, '.');
    hob_buf_add_cstr(out, live->by_key ? hob_text_cstr(live->key) : live->field->name);
}

void hob_live_describe(const hob_live *live, hob_buf *out) {
    if (live->kind == HOB_LIVE_OBJECT) {
        hob_buf_add_cstr(out, live->family->path);
    } else {
        describe_path(live, out);
    }
    if (live->e != NULL) {
        hob_buf_format(out, " of %s (%s)", hob_text_cstr(live->e->name),
                       hob_text_cstr(live->e->id));
    }
}

void hob_live_done(hob_live *live, const hob_allocator *heap) {
    hob_text_drop(heap, live->key);
    hob_text_drop(heap, live->slot);
    live->key = live->slot = NULL;
}
