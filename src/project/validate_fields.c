/* Reading single fields of components as they stand in a file, with the tables' defaults. */
#include "project/check.h"

#include <string.h>

hob_str hob_check__str(yyjson_val *v) {
    return (hob_str){yyjson_get_str(v), yyjson_get_len(v)};
}

const hob_check__part *hob_check__find(const hob_check__entity *entity, const char *type) {
    for (size_t i = 0; i < entity->part_count; i++) {
        if (strcmp(entity->parts[i].type->name, type) == 0) {
            return &entity->parts[i];
        }
    }
    return NULL;
}

bool hob_check__in_family(const hob_check__part *part, const char *family) {
    const char *const *families = part->type->families;
    for (size_t i = 0; families && families[i]; i++) {
        if (strcmp(families[i], family) == 0) {
            return true;
        }
    }
    return false;
}

yyjson_val *hob_check__raw(const hob_check__part *part, const char *path) {
    yyjson_val *at = part->fields;
    while (at && *path) {
        size_t length = strcspn(path, ".");
        at = yyjson_obj_getn(at, path, length);
        path += length + (path[length] == '.');
    }
    return at;
}

/* The default of the tables, from the struct that holds all of them. */
static hob_value standard(hob_check *check, const hob_check__part *part, const char *path) {
    union {
        const void *held;
        void *given;
    } prototype = {
        hob_registry_prototype(check->project->registry, part->type_index, check->rules)};
    hob_field_place place;
    if (!hob_field_resolve(part->type->fields, prototype.given, hob_str_from(path), &place)) {
        return HOB_VALUE_ABSENT;
    }
    return hob_field_place_get(&place, &check->project->scratch.as_allocator);
}

double hob_check__number(hob_check *check, const hob_check__part *part, const char *path) {
    yyjson_val *v = hob_check__raw(part, path);
    if (yyjson_is_num(v)) {
        return yyjson_get_num(v);
    }
    hob_value missing = standard(check, part, path);
    return missing.tag == HOB_TAG_NUMBER ? missing.as.number : 0;
}

bool hob_check__flag(hob_check *check, const hob_check__part *part, const char *path) {
    yyjson_val *v = hob_check__raw(part, path);
    if (yyjson_is_bool(v)) {
        return yyjson_get_bool(v);
    }
    hob_value missing = standard(check, part, path);
    return missing.tag == HOB_TAG_BOOL && missing.as.boolean;
}

hob_str hob_check__text(hob_check *check, const hob_check__part *part, const char *path) {
    yyjson_val *v = hob_check__raw(part, path);
    if (v) {
        return hob_check__str(v); /* empty for null */
    }
    return hob_value_str(standard(check, part, path));
}

bool hob_check__is_trigger(hob_check *check, const hob_check__part *collider) {
    yyjson_val *older = hob_check__raw(collider, "isTrigger");
    if (yyjson_is_bool(older) && !hob_check__raw(collider, "kind")) {
        return yyjson_get_bool(older);
    }
    hob_str kind = hob_check__text(check, collider, "kind");
    return hob_str_is(kind, "sensor") || hob_str_is(kind, "both");
}
