/* Key order of written files (spec hob 9.2): the order of the field tables, unknown keys last;
 * maps, slots and lists stay as they are. */
#include "project/order.h"

#include "project/internal.h"

#include <string.h>

typedef struct order_state {
    const hob_registry *registry;
    hob_arena *arena;
} order_state;

typedef struct member {
    yyjson_mut_val *key, *value;
    size_t rank;
} member;

static void order_value(const order_state *state, const hob_field *field, yyjson_mut_val *v);
static void order_object(const order_state *state, const hob_field *table, const char *first_key,
                         yyjson_mut_val *object);

static hob_str key_of(yyjson_mut_val *key) {
    return (hob_str){yyjson_mut_get_str(key), yyjson_mut_get_len(key)};
}

/* `first_key` (may be null) stands before the table: the "type" of a variant. */
static size_t rank_of(const hob_field *table, const char *first_key, hob_str name) {
    if (first_key && hob_str_is(name, first_key)) {
        return 0;
    }
    for (size_t i = 0; table[i].name; i++) {
        if (hob_str_is(name, table[i].name)) {
            return i + 1;
        }
    }
    return SIZE_MAX;
}

/* ---- into the values ---- */

static void order_members(const order_state *state, const hob_field *element,
                          yyjson_mut_val *object) {
    size_t i, max;
    yyjson_mut_val *key, *value;
    yyjson_mut_obj_foreach(object, i, max, key, value) {
        order_value(state, element, value);
    }
}

static void order_items(const order_state *state, const hob_field *element, yyjson_mut_val *list) {
    size_t i, max;
    yyjson_mut_val *item;
    yyjson_mut_arr_foreach(list, i, max, item) {
        order_value(state, element, item);
    }
}

static bool has_all_keys(const hob_field *table, yyjson_mut_val *object) {
    size_t i, max;
    yyjson_mut_val *key, *value;
    yyjson_mut_obj_foreach(object, i, max, key, value) {
        if (!hob_field_find(table, key_of(key))) {
            return false;
        }
    }
    return true;
}

static void order_variant(const order_state *state, const hob_field *field, yyjson_mut_val *v) {
    hob_str type = key_of(yyjson_mut_obj_get(v, "type"));
    for (size_t i = 0; field->names[i]; i++) {
        if (hob_str_is(type, field->names[i])) {
            order_object(state, field->variants[i], "type", v);
            return;
        }
    }
}

static void order_union(const order_state *state, const hob_field *field, yyjson_mut_val *v) {
    for (size_t i = 0; field->variants[i]; i++) {
        const hob_field *one = field->variants[i];
        if (one->type == HOB_FIELD_OBJECT && has_all_keys(one->fields, v)) {
            order_object(state, one->fields, NULL, v);
            return;
        }
    }
}

static void order_value(const order_state *state, const hob_field *field, yyjson_mut_val *v) {
    if (yyjson_mut_is_arr(v)) {
        if (field->type == HOB_FIELD_LIST && field->element) {
            order_items(state, field->element, v);
        }
        return;
    }
    if (!yyjson_mut_is_obj(v)) {
        return;
    }
    switch (field->type) {
    case HOB_FIELD_OBJECT:
        order_object(state, field->fields, NULL, v);
        break;
    case HOB_FIELD_MAP:
        if (field->element) {
            order_members(state, field->element, v);
        }
        break;
    case HOB_FIELD_VARIANT:
        order_variant(state, field, v);
        break;
    case HOB_FIELD_UNION:
        order_union(state, field, v);
        break;
    default:
        break;
    }
}

/* ---- one object ---- */

static void sort_members(member *members, size_t count) {
    for (size_t i = 1; i < count; i++) { /* few, and nearly in order */
        member moving = members[i];
        size_t at = i;
        for (; at > 0 && members[at - 1].rank > moving.rank; at--) {
            members[at] = members[at - 1];
        }
        members[at] = moving;
    }
}

static void sort_object(const order_state *state, const hob_field *table, const char *first_key,
                        yyjson_mut_val *object) {
    size_t count = yyjson_mut_obj_size(object), i, max, last = 0;
    bool is_sorted = true;
    yyjson_mut_val *key, *value;
    yyjson_mut_obj_foreach(object, i, max, key, value) {
        size_t rank = rank_of(table, first_key, key_of(key));
        is_sorted = is_sorted && rank >= last;
        last = rank;
    }
    if (is_sorted) {
        return;
    }
    member *members = hob_arena_array(state->arena, member, count);
    yyjson_mut_obj_foreach(object, i, max, key, value) {
        members[i] = (member){key, value, rank_of(table, first_key, key_of(key))};
    }
    sort_members(members, count);
    (void)yyjson_mut_obj_clear(object);
    for (i = 0; i < count; i++) {
        (void)yyjson_mut_obj_add(object, members[i].key, members[i].value);
    }
}

static void order_object(const order_state *state, const hob_field *table, const char *first_key,
                         yyjson_mut_val *object) {
    if (!yyjson_mut_is_obj(object)) {
        return;
    }
    size_t i, max;
    yyjson_mut_val *key, *value;
    yyjson_mut_obj_foreach(object, i, max, key, value) {
        const hob_field *field = hob_field_find(table, key_of(key));
        if (field) {
            order_value(state, field, value);
        }
    }
    sort_object(state, table, first_key, object);
}

/* ---- entities ---- */

static void order_components(const order_state *state, yyjson_mut_val *components) {
    size_t i, max;
    yyjson_mut_val *slot, *fields;
    yyjson_mut_obj_foreach(components, i, max, slot, fields) {
        hob_str type, name;
        int index = hob_slot_split(key_of(slot), &type, &name)
                        ? hob_registry_find(state->registry, type)
                        : -1;
        if (index >= 0) {
            order_object(state, hob_registry_at(state->registry, (size_t)index)->fields, NULL,
                         fields);
        }
    }
}

static void order_entities(const order_state *state, const hob_field *table,
                           yyjson_mut_val *entities) {
    size_t i, max;
    yyjson_mut_val *entity;
    yyjson_mut_arr_foreach(entities, i, max, entity) {
        order_components(state, yyjson_mut_obj_get(entity, "components"));
        order_object(state, table, NULL, entity);
    }
}

static void order_document(const hob_project__kind *kind, const hob_registry *registry,
                           yyjson_mut_doc *doc, hob_arena *arena) {
    yyjson_mut_val *root = yyjson_mut_doc_get_root(doc);
    const order_state state = {registry, arena};
    if (!kind || !kind->fields) {
        return;
    }
    if (kind->entity) {
        order_entities(&state, kind->entity, yyjson_mut_obj_get(root, "entities"));
    }
    order_object(&state, kind->fields, NULL, root);
}

void hob_project__order(hob_project *project, const char *path, yyjson_mut_doc *doc,
                        hob_arena *arena) {
    order_document(hob_project__kind_of(project, path), project->registry, doc, arena);
}

void hob_project_order_keys(const hob_registry *registry, const char *path, yyjson_mut_doc *doc,
                            hob_arena *arena) {
    order_document(hob_project__kind_of(NULL, path), registry, doc, arena);
}
