/* Any JSON object as the components of an entity: each slot's fields are read, checked, read out,
 * written field by field, hashed and freed. Nothing may stay allocated, and the two ways of reading
 * must agree. */
#include "components/list.h"
#include "schema/read.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static uint64_t hash_of(const hob_component_type *type, const void *of_struct) {
    hob_hash hash;
    hob_hash_init(&hash);
    hob_fields_hash(type->fields, of_struct, false, &hash);
    hob_fields_hash(type->fields, of_struct, true, &hash);
    return hob_hash_end(&hash);
}

/* Writes every field back from its own value: nothing may change. */
static void write_back(const hob_component_type *type, void *c, const hob_allocator *a) {
    uint64_t before = hash_of(type, c);
    for (const hob_field *field = type->fields; field->name; field++) {
        hob_value v = hob_field_get(field, c, a);
        /* An alias can say less than its field. */
        if (!(field->flags & HOB_FIELD_ALIAS)) {
            require(hob_field_set(field, c, v, a, NULL) == HOB_OK);
        }
        hob_value_done(a, &v);
    }
    require(hash_of(type, c) == before);
}

/* Gives each field each of the values in the object, fitting or not. */
static void write_all(const hob_component_type *type, void *c, yyjson_val *object,
                      const hob_allocator *a) {
    size_t i, count;
    yyjson_val *key, *given;
    yyjson_obj_foreach(object, i, count, key, given) {
        hob_value v = hob_value_from_json(a, given);
        hob_str path = {yyjson_get_str(key), yyjson_get_len(key)};
        hob_field_place place;
        if (hob_field_resolve(type->fields, c, path, &place)) {
            hob_error error;
            if (hob_field_place_set(&place, v, a, &error)) {
                require(error.message[0] != '\0');
            }
        }
        for (const hob_field *field = type->fields; field->name; field++) {
            bool fits = hob_field_check_value(field, v, NULL) == HOB_OK;
            require((hob_field_set(field, c, v, a, NULL) == HOB_OK) == fits);
        }
        hob_value_done(a, &v);
    }
}

static void read_component(const hob_registry *registry, size_t index, yyjson_val *fields,
                           hob_str text, const hob_read_level *level) {
    const hob_component_type *type = hob_registry_at(registry, index);
    hob_counting_allocator counting;
    hob_counting_allocator_init(&counting, hob_heap_allocator());
    const hob_allocator *a = &counting.allocator;
    hob_error_list findings;
    hob_error_list_init(&findings, hob_heap_allocator());
    hob_reader reader = {.allocator = a, .findings = &findings, .file = "f", .text = text};
    void *c = hob_alloc_zero(a, 1, type->size), *other = hob_alloc_zero(a, 1, type->size);
    const void *prototype = hob_registry_prototype(registry, index, 0);

    bool ok = hob_fields_read_like(&reader, type->fields, prototype, fields, c, level);
    for (size_t i = 0; i < findings.count; i++) {
        require(findings.items[i].line > 0 && findings.items[i].message[0] != '\0');
    }
    hob_reader silent = {.allocator = a};
    require(hob_fields_read(&silent, type->fields, fields, other, level) == ok);
    require(hash_of(type, c) == hash_of(type, other));
    require(hob_fields_check(&silent, type->fields, fields, level) == ok);
    if (type->validate) {
        type->validate(c, &reader, level);
    }
    write_back(type, c, a);
    write_all(type, c, fields, a);
    hob_fields_done(type->fields, c, a);
    hob_fields_done(type->fields, other, a);
    hob_free(a, c, type->size);
    hob_free(a, other, type->size);
    require(counting.live_blocks == 0);
    hob_error_list_done(&findings);
}

static hob_registry *all_types(void) {
    static hob_registry *registry; /* made once for the whole run */
    if (!registry) {
        require(hob_registry_create(hob_heap_allocator(), &registry, NULL) == HOB_OK);
        require(hob_components_register(registry, NULL) == HOB_OK);
    }
    return registry;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hob_json json;
    hob_str text = {(const char *)data, size};
    if (hob_json_parse(hob_heap_allocator(), text, "f", HOB_JSON_STRICT, &json, NULL, NULL)) {
        return 0;
    }
    hob_str parsed = {json.text, json.length};
    size_t i, count;
    yyjson_val *slot, *fields;
    yyjson_obj_foreach(json.root, i, count, slot, fields) {
        hob_read_level level = {.key = {yyjson_get_str(slot), yyjson_get_len(slot)}};
        hob_str type, name;
        int index =
            hob_slot_split(level.key, &type, &name) ? hob_registry_find(all_types(), type) : -1;
        if (index >= 0) {
            read_component(all_types(), (size_t)index, fields, parsed, &level);
        }
    }
    hob_json_done(&json);
    return 0;
}
