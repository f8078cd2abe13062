/* Fields as values: reading them out, and writing them while a game runs (spec hob 7).
 *
 * A write is first turned into the value as it would be stored (fit.c), then stored; so a write
 * that fails changes nothing. */
#include "schema/internal.h"

/* ---- reading ---- */

hob_value hob_field_get(const hob_field *field, const void *of_struct, const hob_allocator *a) {
    if (field->flags & HOB_FIELD_ALIAS) {
        return field->get(of_struct);
    }
    if (hob_field_is_value(field)) {
        return hob_value_copy(a, *HOB_SCHEMA__AT_CONST(hob_value, of_struct, field));
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        return hob_value_number(*HOB_SCHEMA__AT_CONST(double, of_struct, field));
    case HOB_FIELD_INT:
        return hob_value_number(*HOB_SCHEMA__AT_CONST(int32_t, of_struct, field));
    case HOB_FIELD_BOOL:
        return hob_value_bool(*HOB_SCHEMA__AT_CONST(bool, of_struct, field));
    case HOB_FIELD_ENUM:
        return hob_value_cstr(a, field->names[*HOB_SCHEMA__AT_CONST(int32_t, of_struct, field)]);
    case HOB_FIELD_HANDLE: {
        uint64_t entity = *HOB_SCHEMA__AT_CONST(uint64_t, of_struct, field);
        return entity ? hob_value_entity(entity) : HOB_VALUE_NULL;
    }
    case HOB_FIELD_OBJECT:
        return hob_fields_get(field->fields, HOB_SCHEMA__AT_CONST(void, of_struct, field), a);
    default: {
        const hob_text *text = *HOB_SCHEMA__AT_CONST(hob_text *, of_struct, field);
        if (!text && (field->flags & HOB_FIELD_NULLABLE)) {
            return HOB_VALUE_NULL;
        }
        return hob_value_text(a, hob_text_view(text));
    }
    }
}

hob_value hob_fields_get(const hob_field *table, const void *of_struct, const hob_allocator *a) {
    hob_value map = hob_value_map(a, (uint32_t)hob_fields_count(table));
    for (const hob_field *field = table; field->name && map.tag == HOB_TAG_MAP; field++) {
        if (field->flags & (HOB_FIELD_HIDDEN | HOB_FIELD_ALIAS)) {
            continue;
        }
        hob_value value = hob_field_get(field, of_struct, a);
        if (value.tag == HOB_TAG_ABSENT ||
            !hob_map_set(a, map.as.map, hob_str_from(field->name), value)) {
            hob_value_done(a, &map);
            map = HOB_VALUE_ABSENT;
        }
    }
    return map;
}

/* ---- writing ---- */

static hob_status store_text(const hob_field *field, void *of_struct, hob_value *fitted,
                             const hob_allocator *a) {
    hob_text **place = HOB_SCHEMA__AT(hob_text *, of_struct, field);
    hob_text *text = NULL;
    if (fitted->tag == HOB_TAG_TEXT &&
        (fitted->as.text->length > 0 || (field->flags & HOB_FIELD_NULLABLE))) {
        text = hob_text_keep(fitted->as.text);
    }
    hob_text_drop(a, *place);
    *place = text;
    hob_value_done(a, fitted);
    return HOB_OK;
}

/* Stores what hob_schema__fit made; takes it over. */
static hob_status store(const hob_field *field, void *of_struct, hob_value *fitted,
                        const hob_allocator *a, hob_error *reterr) {
    if (field->flags & HOB_FIELD_ALIAS) {
        bool done = field->set(of_struct, *fitted);
        hob_value_done(a, fitted);
        return done ? HOB_OK
                    : hob_fail(reterr, HOB_ERR_FIELD_TYPE, "%s cannot be set.", field->name);
    }
    if (hob_field_is_value(field)) {
        hob_value *place = HOB_SCHEMA__AT(hob_value, of_struct, field);
        hob_schema__keep_revision(*place, *fitted);
        hob_value_done(a, place);
        *place = *fitted;
        return HOB_OK;
    }
    switch (field->type) {
    case HOB_FIELD_NUMBER:
        *HOB_SCHEMA__AT(double, of_struct, field) = fitted->as.number;
        return HOB_OK;
    case HOB_FIELD_INT:
        *HOB_SCHEMA__AT(int32_t, of_struct, field) = (int32_t)fitted->as.number;
        return HOB_OK;
    case HOB_FIELD_BOOL:
        *HOB_SCHEMA__AT(bool, of_struct, field) = fitted->as.boolean;
        return HOB_OK;
    case HOB_FIELD_HANDLE:
        *HOB_SCHEMA__AT(uint64_t, of_struct, field) =
            fitted->tag == HOB_TAG_ENTITY ? fitted->as.entity : 0;
        return HOB_OK;
    case HOB_FIELD_ENUM:
        *HOB_SCHEMA__AT(int32_t, of_struct, field) =
            hob_field_enum_index(field, hob_value_str(*fitted));
        hob_value_done(a, fitted);
        return HOB_OK;
    case HOB_FIELD_OBJECT: {
        /* Every key is there and fits. */
        const hob_field *fields = field->fields;
        for (const hob_field *inner = fields; inner->name; inner++) {
            hob_value *v = hob_map_find(fitted->as.map, hob_str_from(inner->name));
            if (v) {
                (void)store(inner, HOB_SCHEMA__AT(void, of_struct, field), v, a, reterr);
                *v = HOB_VALUE_NULL;
            }
        }
        hob_value_done(a, fitted);
        return HOB_OK;
    }
    default:
        return store_text(field, of_struct, fitted, a);
    }
}

hob_status hob_field_set(const hob_field *field, void *of_struct, hob_value v,
                         const hob_allocator *a, hob_error *reterr) {
    /* Numbers are what tweens and scripts write in every step. */
    if (field->type == HOB_FIELD_NUMBER && v.tag == HOB_TAG_NUMBER &&
        !(field->flags & (HOB_FIELD_NULLABLE | HOB_FIELD_ALIAS)) &&
        hob_schema__is_finite(v.as.number)) {
        *HOB_SCHEMA__AT(double, of_struct, field) = v.as.number;
        return HOB_OK;
    }
    hob_value fitted;
    hob_status status = hob_schema__fit(field, v, a, &fitted, reterr);
    return status ? status : store(field, of_struct, &fitted, a, reterr);
}

/* ---- paths ---- */

static bool next_part(hob_str *path, hob_str *ret_part) {
    if (path->length == 0) {
        return false;
    }
    size_t end = 0;
    while (end < path->length && path->data[end] != '.') {
        end++;
    }
    *ret_part = (hob_str){path->data, end};
    if (end < path->length) {
        end++; /* the dot */
    }
    *path = (hob_str){path->data + end, path->length - end};
    return true;
}

static bool parse_index(hob_str part, uint32_t *ret_index) {
    uint64_t index = 0;
    if (part.length == 0 || part.length > 9) {
        return false;
    }
    for (size_t i = 0; i < part.length; i++) {
        if (part.data[i] < '0' || part.data[i] > '9') {
            return false;
        }
        index = index * 10 + (uint64_t)(part.data[i] - '0');
    }
    *ret_index = (uint32_t)index;
    return true;
}

/* The entry that describes a part of a value: the element of a list or map, a field of an object or
 * of the variant that the map is. Null when there is none (below ANY). False: no such field. */
static bool inner_field(const hob_field *field, hob_value v, hob_str part,
                        const hob_field **ret_field) {
    *ret_field = NULL;
    if (!field) {
        return true;
    }
    switch (field->type) {
    case HOB_FIELD_LIST:
    case HOB_FIELD_MAP:
        *ret_field = field->element;
        return true;
    case HOB_FIELD_OBJECT:
        *ret_field = hob_field_find(field->fields, part);
        return *ret_field != NULL;
    case HOB_FIELD_VARIANT:
        for (size_t i = 0; field->names[i]; i++) {
            if (hob_str_is(hob_value_str(hob_value_get(v, "type")), field->names[i])) {
                *ret_field = hob_field_find(field->variants[i], part);
                return *ret_field != NULL;
            }
        }
        return false;
    case HOB_FIELD_UNION:
        for (size_t i = 0; field->variants[i]; i++) {
            if (hob_field_check_value(field->variants[i], v, NULL) == HOB_OK) {
                return inner_field(field->variants[i], v, part, ret_field);
            }
        }
        return false;
    case HOB_FIELD_ANY:
        return true;
    default:
        return false;
    }
}

static hob_value *step_into(hob_value *v, hob_str part) {
    uint32_t index;
    if (v->tag == HOB_TAG_LIST && parse_index(part, &index) && index < v->as.list->count) {
        return &v->as.list->items[index];
    }
    return v->tag == HOB_TAG_MAP ? hob_map_find(v->as.map, part) : NULL;
}

static bool resolve_in_value(hob_str path, hob_field_place *place) {
    place->root = HOB_SCHEMA__AT(hob_value, place->in_struct, place->field);
    place->path = path;
    hob_value *v = place->root;
    hob_str part;
    while (next_part(&path, &part)) {
        hob_value *inside = step_into(v, part);
        if (!inside || !inner_field(place->field, *v, part, &place->field)) {
            return false;
        }
        v = inside;
    }
    place->in_struct = NULL;
    place->value = v;
    return true;
}

bool hob_field_resolve(const hob_field *table, void *of_struct, hob_str path,
                       hob_field_place *ret_place) {
    hob_field_place place = {.in_struct = of_struct};
    hob_str part;
    while (next_part(&path, &part)) {
        place.field = hob_field_find(table, part);
        if (!place.field || (place.field->flags & HOB_FIELD_HIDDEN)) {
            return false;
        }
        place.top = place.top ? place.top : place.field;
        if (path.length == 0) {
            bool plain = place.field->type == HOB_FIELD_NUMBER &&
                         !(place.field->flags & (HOB_FIELD_NULLABLE | HOB_FIELD_ALIAS));
            place.number = plain ? HOB_SCHEMA__AT(double, place.in_struct, place.field) : NULL;
            *ret_place = place;
            return true;
        }
        if (hob_field_is_value(place.field)) {
            if (!resolve_in_value(path, &place)) {
                return false;
            }
            *ret_place = place;
            return true;
        }
        if (place.field->type != HOB_FIELD_OBJECT) {
            return false;
        }
        place.in_struct = HOB_SCHEMA__AT(void, place.in_struct, place.field);
        table = place.field->fields;
    }
    return false;
}

hob_value hob_field_place_get(const hob_field_place *place, const hob_allocator *a) {
    return place->value ? hob_value_copy(a, *place->value)
                        : hob_field_get(place->field, place->in_struct, a);
}

static void bump(hob_value v) {
    if (v.tag == HOB_TAG_LIST) {
        v.as.list->revision++;
    } else if (v.tag == HOB_TAG_MAP) {
        v.as.map->revision++;
    }
}

hob_status hob_field_place_set(const hob_field_place *place, hob_value v, const hob_allocator *a,
                               hob_error *reterr) {
    if (!place->value) {
        return hob_field_set(place->field, place->in_struct, v, a, reterr);
    }
    static const hob_field any = {.name = "", .type = HOB_FIELD_ANY};
    hob_value fitted;
    hob_status status = hob_schema__fit(place->field ? place->field : &any, v, a, &fitted, reterr);
    if (status) {
        return status;
    }
    hob_schema__keep_revision(*place->value, fitted);
    hob_value_done(a, place->value);
    *place->value = fitted;

    hob_value *on_way = place->root;
    hob_str path = place->path, part;
    while (on_way && on_way != place->value && next_part(&path, &part)) {
        bump(*on_way);
        on_way = step_into(on_way, part);
    }
    return HOB_OK;
}
