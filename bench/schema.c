/* What it costs to read a large scene into component structs: 10 000 entities of six components,
 * once with every default written out and once with only what differs. */
#include "base/region.h"
#include "bench.h"
#include "components/list.h"
#include "schema/read.h"

#include <stdio.h>
#include <string.h>

enum { ENTITIES = 10000, ROUNDS = 7 };

static const char *const slots[] = {"Transform",   "SpriteRenderer", "Collider",
                                    "PhysicsBody", "Script",         "SpriteEffects"};

/* ---- the scene ---- */

static void add_component(const hob_registry *registry, const char *name, int entity, bool all,
                          hob_buf *out) {
    const hob_allocator *heap = hob_heap_allocator();
    size_t index = (size_t)hob_registry_find(registry, hob_str_from(name));
    const hob_component_type *type = hob_registry_at(registry, index);
    hob_value fields =
        all ? hob_fields_get(type->fields, hob_registry_prototype(registry, index, 0), heap)
            : hob_value_map(heap, 4);
    for (const hob_field *field = type->fields; field->name; field++) {
        if (field->flags & HOB_FIELD_RUNTIME) {
            (void)hob_map_remove(heap, fields.as.map, hob_str_from(field->name));
        }
    }
    if (strcmp(name, "Transform") == 0) {
        hob_value place = hob_value_map(heap, 2);
        (void)hob_map_set(heap, place.as.map, HOB_STR("x"), hob_value_number(entity * 1.25));
        (void)hob_map_set(heap, place.as.map, HOB_STR("y"), hob_value_number(entity % 100));
        (void)hob_map_set(heap, fields.as.map, HOB_STR("position"), place);
    } else if (strcmp(name, "Script") == 0) {
        (void)hob_map_set(heap, fields.as.map, HOB_STR("scriptPath"),
                          hob_value_cstr(heap, "scripts/walker.lua"));
    }
    hob_buf_add_json_string(out, hob_str_from(name));
    hob_buf_add_cstr(out, ": ");
    (void)hob_value_write_json(out, fields, true, NULL, NULL);
    hob_value_done(heap, &fields);
}

static void write_scene(const hob_registry *registry, bool all, hob_buf *out) {
    hob_buf_add_cstr(out, "{\"entities\": [\n");
    for (int i = 0; i < ENTITIES; i++) {
        hob_buf_format(out, "%s{\"id\": \"ent_%d\", \"name\": \"Walker %d\", \"components\": {\n",
                       i ? ",\n" : "", i, i);
        for (size_t s = 0; s < HOB_COUNT(slots); s++) {
            hob_buf_add_cstr(out, s ? ",\n" : "");
            add_component(registry, slots[s], i, all, out);
        }
        hob_buf_add_cstr(out, "}}");
    }
    hob_buf_add_cstr(out, "]}\n");
}

/* ---- reading it ---- */

static size_t read_entity(const hob_registry *registry, hob_reader *reader, hob_region *region,
                          yyjson_val *entity, const hob_read_level *level) {
    size_t count = 0;
    hob_read_level components = {.up = level, .key = HOB_STR("components")};
    yyjson_obj_iter iter = yyjson_obj_iter_with(yyjson_obj_get(entity, "components"));
    for (yyjson_val *key; (key = yyjson_obj_iter_next(&iter)) != NULL; count++) {
        hob_read_level at = {.up = &components, .key = {yyjson_get_str(key), yyjson_get_len(key)}};
        size_t index = (size_t)hob_registry_find(registry, at.key);
        const hob_component_type *type = hob_registry_at(registry, index);
        void *place = hob_region_alloc(region, type->size);
        (void)hob_fields_read_like(reader, type->fields, hob_registry_prototype(registry, index, 0),
                                   yyjson_obj_iter_get_val(key), place, &at);
    }
    return count;
}

static void measure(const hob_registry *registry, const char *what, bool all) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    write_scene(registry, all, &text);
    double parse_ms = 1e9, read_ms = 1e9;
    size_t components = 0;
    uint64_t calls = 0;
    for (int round = 0; round < ROUNDS; round++) {
        hob_json json;
        hob_region *region = NULL;
        double start = bench_cpu_ms();
        if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&text), "bench.json", HOB_JSON_STRICT,
                           &json, NULL, NULL)) {
            return;
        }
        double parsed = bench_cpu_ms();
        if (hob_region_create((size_t)512 << 20, NULL, &region, NULL)) {
            return;
        }
        hob_reader reader = {.allocator = hob_region_allocator(region), .file = "bench.json"};
        components = 0;
        double begin = bench_cpu_ms();
        size_t index, count;
        yyjson_val *entity;
        hob_read_level entities = {.key = HOB_STR("entities")};
        yyjson_arr_foreach(yyjson_obj_get(json.root, "entities"), index, count, entity) {
            hob_read_level at = {.up = &entities, .index = index};
            components += read_entity(registry, &reader, region, entity, &at);
        }
        double end = bench_cpu_ms();
        parse_ms = parsed - start < parse_ms ? parsed - start : parse_ms;
        read_ms = end - begin < read_ms ? end - begin : read_ms;
        calls = hob_region_get_stats(region).alloc_calls;
        hob_region_destroy(region);
        hob_json_done(&json);
    }
    printf("schema: %s: %.1f MB, %zu components: parsed in %.1f ms, read in %.1f ms (%.0f ns a "
           "component, %llu allocations)\n",
           what, (double)text.length / 1e6, components, parse_ms, read_ms,
           read_ms * 1e6 / (double)components, (unsigned long long)calls);
    hob_buf_done(&text);
}

void bench_schema(void) {
    hob_registry *registry = NULL;
    if (hob_registry_create(hob_heap_allocator(), &registry, NULL) ||
        hob_components_register(registry, NULL)) {
        return;
    }
    measure(registry, "every default written", true);
    measure(registry, "only what differs", false);
    hob_registry_destroy(registry);
}
