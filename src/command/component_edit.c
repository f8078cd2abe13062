#include "command/component_edit.h"

#include <string.h>

static hob_manifest const *manifest_of(const hob_edit *edit) {
    return hob_project_manifest(edit->call->project);
}

/* ---- on an entity ---- */

yyjson_mut_val *hob_component__map_of(hob_edit *edit, yyjson_mut_val *entity) {
    return hob_edit__object_in(edit, entity, "components");
}

hob_status hob_component__require(hob_edit *edit, yyjson_mut_val *entity, hob_str slot,
                                  yyjson_mut_val **ret_fields, hob_error *reterr) {
    hob_command_call *call = edit->call;
    yyjson_mut_val *components = hob_component__map_of(edit, entity);
    yyjson_mut_val *fields = hob_edit__get(components, slot);
    if (yyjson_mut_is_obj(fields)) {
        *ret_fields = fields;
        return HOB_OK;
    }
    size_t index;
    hob_status status = hob_command__slot_type(call, slot, &index, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_component_type *type = hob_registry_at(call->registry, index);
    if ((type->flags & HOB_COMPONENT_ALWAYS) != 0) { /* it is there, though nothing was set */
        *ret_fields = hob_edit__object_in(edit, components, type->name);
        return HOB_OK;
    }
    hob_str name = hob_edit__str_in(entity, "name");
    hob_fail(reterr, HOB_ERR_NOT_FOUND, "Entity \"%.*s\" has no component %.*s.",
             hob_command__shown(name), name.data != NULL ? name.data : "", hob_command__shown(slot),
             slot.data);
    hob_command__names names = {0};
    yyjson_mut_val *key, *value;
    size_t i, max;
    yyjson_mut_obj_foreach(components, i, max, key, value) {
        hob_command__name(call, &names, hob_edit__str(key));
    }
    const char *near =
        names.count > 0 ? hob_nearest_name(hob_command__cstr(call, slot), names.items) : NULL;
    if (near != NULL) {
        return hob_error_hint(reterr, "Did you mean %s?", near);
    }
    return hob_error_hint(reterr, "Add it with `hob add component`.");
}

static bool has_type_or_family(hob_command_call *call, yyjson_mut_val *components,
                               const char *wanted) {
    yyjson_mut_val *key, *value;
    size_t i, max;
    yyjson_mut_obj_foreach(components, i, max, key, value) {
        hob_str type_name, rest;
        int index = hob_slot_split(hob_edit__str(key), &type_name, &rest)
                        ? hob_registry_find(call->registry, type_name)
                        : -1;
        if (index < 0) {
            continue;
        }
        const hob_component_type *type = hob_registry_at(call->registry, (size_t)index);
        bool found = strcmp(type->name, wanted) == 0;
        for (size_t f = 0; type->families != NULL && type->families[f] != NULL; f++) {
            found = found || strcmp(type->families[f], wanted) == 0;
        }
        if (found) {
            return true;
        }
    }
    return false;
}

void hob_component__suggest_siblings(hob_edit *edit, yyjson_mut_val *entity,
                                     const hob_component_type *type) {
    yyjson_mut_val *components = hob_component__map_of(edit, entity);
    for (const hob_need *need = type->needs; need != NULL && need->name != NULL; need++) {
        if (need->kind == HOB_NEED_SIBLING && need->when == NULL &&
            !has_type_or_family(edit->call, components, need->name) &&
            (need->or_name == NULL || !has_type_or_family(edit->call, components, need->or_name))) {
            hob_call_suggest(edit->call, "%s needs %s on the same entity: hob add component",
                             type->name, need->name);
        }
    }
}

/* ---- checking ---- */

static bool is_at_or_around(const char *pointer, const char *path) {
    size_t length = strlen(pointer), path_length = strlen(path);
    size_t shorter = length < path_length ? length : path_length;
    return strncmp(pointer, path, shorter) == 0 &&
           (length == path_length || (length < path_length ? path : pointer)[shorter] == '/');
}

/* Moves a finding from the component's own pointer to the parameter that it came from. */
static void move_pointer(hob_command_call *call, hob_error *finding, size_t skip,
                         const char *pointer) {
    size_t length = strlen(finding->pointer);
    const char *rest = finding->pointer + (skip < length ? skip : length);
    const char *moved = hob_arena_format(call->arena, "%s%s", pointer, rest);
    hob_error_place(finding, "", moved, 0, 0);
}

/* `inside` is the JSON pointer of what was written ("/Collider/width"): findings elsewhere were
 * there before and are none of this command's business. */
static hob_status check(hob_edit *edit, hob_str slot, size_t type_index, yyjson_mut_val *fields,
                        const char *inside, const char *pointer) {
    hob_command_call *call = edit->call;
    const hob_allocator *a = &call->arena->as_allocator;
    const hob_component_type *type = hob_registry_at(call->registry, type_index);
    hob_error_list findings, relevant;
    hob_error_list_init(&findings, a);
    hob_error_list_init(&relevant, a);
    hob_reader reader = {
        .allocator = a,
        .findings = &findings,
        .file = "",
        .rules = hob_manifest_rule_bits(manifest_of(edit)),
    };
    hob_read_level level = {.key = slot};
    yyjson_val *fixed = hob_command__fixed(call, fields);
    void *made = hob_arena_alloc(call->arena, type->size);
    bool whole = hob_fields_read_like(
        &reader, type->fields, hob_registry_prototype(call->registry, type_index, reader.rules),
        fixed, made, &level);
    for (size_t i = 0; i < findings.count; i++) {
        hob_error finding = findings.items[i];
        if (is_at_or_around(finding.pointer, inside)) {
            move_pointer(call, &finding, strlen(inside), pointer);
            finding.severity = HOB_SEVERITY_ERROR;
            if (finding.hint[0] == '\0') {
                hob_error_hint(&finding,
                               "`hob describe %s` tells what it takes; objects and lists are "
                               "written as JSON.",
                               type->name);
            }
            hob_error_list_add(&relevant, &finding);
        }
    }
    if (relevant.count > 0) {
        return hob_command__fail_findings(call, &relevant);
    }
    if (whole && type->validate != NULL) {
        hob_error_list_init(&relevant, a);
        reader.findings = &relevant;
        type->validate(made, &reader, &level);
        for (size_t i = 0; i < relevant.count; i++) {
            hob_error_place(&relevant.items[i], edit->path, "", 0, 0);
        }
        hob_command__warn_findings(call, &relevant);
    }
    return HOB_OK;
}

/* An alias stands for another field, which is written instead of it. */
static void settle_aliases(hob_edit *edit, size_t type_index, yyjson_mut_val *fields) {
    hob_command_call *call = edit->call;
    const hob_component_type *type = hob_registry_at(call->registry, type_index);
    const hob_allocator *a = &call->arena->as_allocator;
    for (const hob_field *alias = type->fields; alias->name != NULL; alias++) {
        yyjson_mut_val *given =
            (alias->flags & HOB_FIELD_ALIAS) != 0 ? yyjson_mut_obj_get(fields, alias->name) : NULL;
        const hob_field *field =
            given != NULL ? hob_field_find(type->fields, hob_str_from(alias->alias_of)) : NULL;
        if (field == NULL) {
            continue;
        }
        void *made = hob_arena_alloc(call->arena, type->size);
        uint32_t rules = hob_manifest_rule_bits(manifest_of(edit));
        (void)hob_fields_copy(type->fields, made,
                              hob_registry_prototype(call->registry, type_index, rules), a);
        if (!alias->set(made, hob_command__of_mut(call, given))) {
            continue; /* the check says what is wrong with it */
        }
        (void)hob_edit__unset(fields, hob_str_from(alias->name));
        if (yyjson_mut_obj_get(fields, field->name) == NULL) {
            hob_edit__set(edit, fields, hob_str_from(field->name),
                          hob_edit__value(edit, hob_field_get(field, made, a)));
        }
    }
}

hob_status hob_component__make(hob_edit *edit, hob_str slot, hob_value fields, const char *pointer,
                               yyjson_mut_val **ret_fields, hob_error *reterr) {
    hob_command_call *call = edit->call;
    size_t index;
    hob_status status = hob_command__slot_type(call, slot, &index, reterr);
    if (status != HOB_OK) {
        hob_error_place(reterr, "", pointer, 0, 0);
        return status;
    }
    if (fields.tag != HOB_TAG_MAP && !hob_value_is_absent(fields)) {
        hob_fail(reterr, HOB_ERR_FIELD_TYPE, "The fields of %.*s must be an object.",
                 hob_command__shown(slot), slot.data);
        hob_error_hint(reterr, "Give {} for the defaults.");
        hob_error_place(reterr, "", pointer, 0, 0);
        return HOB_ERR_FIELD_TYPE;
    }
    yyjson_mut_val *made =
        fields.tag == HOB_TAG_MAP ? hob_edit__value(edit, fields) : hob_edit__object(edit);
    char inside[256] = "";
    hob_json_pointer_key(inside, sizeof inside, slot);
    status = check(edit, slot, index, made, inside, pointer);
    if (status == HOB_OK) {
        settle_aliases(edit, index, made);
        *ret_fields = made;
    }
    return status;
}

/* ---- paths ---- */

/* A value on the way, and what the tables say about it (null: anything). */
typedef struct step {
    const hob_field *field;
    const hob_field *table; /* its keys, when it is an object with a table */
    yyjson_mut_val *v;
} step;

static hob_status bad_path(hob_error *reterr, hob_str property, const char *problem,
                           const char *hint) {
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "\"%.*s\" names no field: %s",
             hob_command__shown(property), property.data, problem);
    hob_error_hint(reterr, "%s", hint);
    hob_error_place(reterr, "", "/property", 0, 0);
    return HOB_ERR_INVALID_INPUT;
}

/* The keys of a table, for a hint. */
static const char *key_list(hob_command_call *call, const hob_field *table) {
    hob_buf text;
    hob_buf_init(&text, &call->arena->as_allocator, 220);
    for (const hob_field *f = table; f->name != NULL; f++) {
        if ((f->flags & (HOB_FIELD_RUNTIME | HOB_FIELD_ALIAS)) == 0) {
            hob_buf_format(&text, "%s%s", text.length > 0 ? ", " : "", f->name);
        }
    }
    return text.data != NULL ? text.data : "";
}

static hob_status unknown_key(hob_command_call *call, hob_str property, const hob_field *table,
                              hob_str segment, hob_error *reterr) {
    const hob_field *runtime = hob_field_find(table, segment);
    if (runtime != NULL) {
        return bad_path(reterr, property, "this is state of a running game.",
                        "Only scripts and the engine write it.");
    }
    const char *near = hob_field_nearest(table, segment);
    const char *keys = key_list(call, table);
    return bad_path(
        reterr, property,
        hob_arena_format(call->arena, "there is no \"%.*s\".", hob_command__shown(segment),
                         segment.data),
        near != NULL ? hob_arena_format(call->arena, "Did you mean \"%s\"? Keys: %s.", near, keys)
                     : hob_arena_format(call->arena, "Keys: %s.", keys));
}

static const hob_field *variant_table(const hob_field *field, yyjson_mut_val *v) {
    hob_str kind = hob_edit__str_in(v, "type");
    for (size_t i = 0; field->names[i] != NULL; i++) {
        if (hob_str_is(kind, field->names[i])) {
            return field->variants[i];
        }
    }
    return NULL;
}

/* The first object among a union's forms that knows the key. */
static const hob_field *union_table(const hob_field *field, hob_str segment) {
    for (size_t i = 0; field->variants[i] != NULL; i++) {
        const hob_field *one = field->variants[i];
        if (one->type == HOB_FIELD_OBJECT && hob_field_find(one->fields, segment) != NULL) {
            return one->fields;
        }
    }
    return NULL;
}

static bool index_of(hob_str segment, size_t *ret_index) {
    size_t index = 0;
    for (size_t i = 0; i < segment.length; i++) {
        if (segment.data[i] < '0' || segment.data[i] > '9' || index > 1000000) {
            return false;
        }
        index = index * 10 + (size_t)(segment.data[i] - '0');
    }
    *ret_index = index;
    return segment.length > 0;
}

/* What `segment` leads to inside `at`: field and value (null when the file does not have it). */
static hob_status look(hob_command_call *call, hob_str property, const step *at, hob_str segment,
                       step *ret_next, hob_error *reterr) {
    hob_field_type type = at->field != NULL ? at->field->type : HOB_FIELD_ANY;
    const hob_field *table = at->table;
    *ret_next = (step){0};
    if (type == HOB_FIELD_VARIANT && !hob_str_is(segment, "type")) {
        table = variant_table(at->field, at->v);
        if (table == NULL) {
            return bad_path(reterr, property, "the \"type\" that decides its keys is not set.",
                            "Set the whole object, or its type first.");
        }
    } else if (type == HOB_FIELD_UNION) {
        table = union_table(at->field, segment);
        if (table == NULL) {
            return bad_path(reterr, property, "no form of this value has such a key.",
                            "Set the whole value.");
        }
    }
    if (table != NULL) {
        const hob_field *field = hob_field_find(table, segment);
        if (field == NULL || (field->flags & HOB_FIELD_RUNTIME) != 0) {
            return unknown_key(call, property, table, segment, reterr);
        }
        ret_next->field = field;
        ret_next->table = field->type == HOB_FIELD_OBJECT ? field->fields : NULL;
    } else if (type == HOB_FIELD_LIST || (type == HOB_FIELD_ANY && yyjson_mut_is_arr(at->v))) {
        size_t index;
        if (!index_of(segment, &index) || index > yyjson_mut_arr_size(at->v)) {
            return bad_path(reterr, property,
                            hob_arena_format(call->arena, "the list has %zu elements.",
                                             yyjson_mut_arr_size(at->v)),
                            "Use a number from 0; the number of elements appends one.");
        }
        ret_next->field = type == HOB_FIELD_LIST ? at->field->element : NULL;
        ret_next->v = yyjson_mut_arr_get(at->v, index);
    } else if (type == HOB_FIELD_MAP || type == HOB_FIELD_VARIANT || type == HOB_FIELD_ANY) {
        ret_next->field = type == HOB_FIELD_MAP ? at->field->element : NULL;
    } else {
        return bad_path(reterr, property, "it goes into a value that has no parts.",
                        "End the path earlier.");
    }
    if (ret_next->field != NULL && ret_next->field->type == HOB_FIELD_OBJECT) {
        ret_next->table = ret_next->field->fields;
    }
    if (yyjson_mut_is_obj(at->v)) {
        ret_next->v = hob_edit__get(at->v, segment);
    }
    return HOB_OK;
}

/* A container that is gone through: what is there, else its default, else empty. */
static yyjson_mut_val *container(hob_edit *edit, const step *at) {
    if (yyjson_mut_is_obj(at->v) || yyjson_mut_is_arr(at->v)) {
        return at->v;
    }
    hob_command_call *call = edit->call;
    uint32_t rules = hob_manifest_rule_bits(manifest_of(edit));
    const char *standard = at->field != NULL ? hob_field_default_json(at->field, rules) : NULL;
    hob_value v = HOB_VALUE_NULL;
    if (standard != NULL &&
        hob_value_parse_json(&call->arena->as_allocator, hob_str_from(standard), &v, NULL) ==
            HOB_OK &&
        (v.tag == HOB_TAG_MAP || v.tag == HOB_TAG_LIST)) {
        return hob_edit__value(edit, v);
    }
    return at->field != NULL && at->field->type == HOB_FIELD_LIST ? hob_edit__list(edit)
                                                                  : hob_edit__object(edit);
}

static void store(hob_edit *edit, yyjson_mut_val *holder, hob_str segment, yyjson_mut_val *v) {
    size_t index;
    if (!yyjson_mut_is_arr(holder)) {
        hob_edit__set(edit, holder, segment, v);
    } else if (index_of(segment, &index) && index < yyjson_mut_arr_size(holder)) {
        (void)yyjson_mut_arr_replace(holder, index, v);
    } else {
        hob_edit__add(edit, holder, v);
    }
}

static void erase(yyjson_mut_val *holder, hob_str segment) {
    size_t index;
    if (!yyjson_mut_is_arr(holder)) {
        (void)hob_edit__unset(holder, segment);
    } else if (index_of(segment, &index)) {
        (void)yyjson_mut_arr_remove(holder, index);
    }
}

static hob_str next_segment(hob_str path, size_t *at) {
    size_t start = *at;
    while (*at < path.length && path.data[*at] != '.') {
        (*at)++;
    }
    hob_str segment = {path.data + start, *at - start};
    *at += 1;
    return segment;
}

static hob_status write_path(hob_edit *edit, const hob_component_type *type,
                             const hob_component_write *write, hob_error *reterr) {
    step at = {.table = type->fields, .v = write->fields};
    hob_field root = {.type = HOB_FIELD_OBJECT, .fields = type->fields};
    at.field = &root;
    for (size_t place = 0;;) {
        hob_str segment = next_segment(write->path, &place);
        bool is_last = place > write->path.length;
        step next;
        hob_status status = look(edit->call, write->property, &at, segment, &next, reterr);
        if (status != HOB_OK) {
            return status;
        }
        if (is_last && write->value.tag == HOB_TAG_ABSENT) {
            erase(at.v, segment);
            return HOB_OK;
        }
        if (is_last) {
            store(edit, at.v, segment, hob_edit__value(edit, write->value));
            return HOB_OK;
        }
        yyjson_mut_val *inner = container(edit, &next);
        if (inner != next.v) {
            if (write->value.tag == HOB_TAG_ABSENT) {
                return HOB_OK; /* nothing there to take back */
            }
            store(edit, at.v, segment, inner);
            next.v = inner;
        }
        at = next;
    }
}

/* "/Collider/offset/x" of "offset.x". */
static const char *pointer_of(hob_command_call *call, hob_str slot, hob_str path) {
    char *pointer = hob_arena_alloc(call->arena, 256);
    hob_json_pointer_key(pointer, 256, slot);
    for (size_t place = 0; place <= path.length;) {
        hob_json_pointer_key(pointer, 256, next_segment(path, &place));
    }
    return pointer;
}

hob_status hob_component__write(hob_edit *edit, yyjson_mut_val *entity, hob_component_write *write,
                                hob_error *reterr) {
    hob_command_call *call = edit->call;
    size_t dot = hob_str_find(write->property, HOB_STR("."));
    write->slot = dot == SIZE_MAX ? write->property : (hob_str){write->property.data, dot};
    size_t index;
    hob_status status = hob_command__slot_type(call, write->slot, &index, reterr);
    if (status != HOB_OK) {
        return status;
    }
    if (dot == SIZE_MAX || dot + 1 == write->property.length) {
        return bad_path(reterr, write->property, "the field is missing.",
                        "Write Component.field, such as Transform.position.x.");
    }
    write->path = (hob_str){write->property.data + dot + 1, write->property.length - dot - 1};
    status = hob_component__require(edit, entity, write->slot, &write->fields, reterr);
    if (status != HOB_OK) {
        return status;
    }
    const hob_component_type *type = hob_registry_at(call->registry, index);
    hob_value before = hob_command__of_mut(call, write->fields);
    status = write_path(edit, type, write, reterr);
    if (status == HOB_OK) {
        status = check(edit, write->slot, index, write->fields,
                       pointer_of(call, write->slot, write->path), write->pointer);
    }
    if (status == HOB_OK) {
        settle_aliases(edit, index, write->fields);
        write->changed = !hob_value_equal(before, hob_command__of_mut(call, write->fields));
    }
    return status;
}
