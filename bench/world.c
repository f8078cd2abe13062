/* What the world costs: building the large scene of 10 000 entities compared with only reading it,
 * an idle step over them, walks, hashing, and spawning. */
#include "bench.h"
#include "components/list.h"
#include "world/instantiate.h"
#include "world/state_hash.h"

#include <stdio.h>
#include <string.h>

enum { ENTITIES = 10000, ROUNDS = 9 };

static const char *const slots[] = {"Transform", "SpriteRenderer", "Collider", "PhysicsBody"};

/* ---- the scene ---- */

static void write_component(const hob_registry *registry, const char *name, int entity, bool all,
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
    }
    hob_buf_add_json_string(out, hob_str_from(name));
    hob_buf_add_cstr(out, ": ");
    (void)hob_value_write_json(out, fields, true, NULL, NULL);
    hob_value_done(heap, &fields);
}

static void write_scene(const hob_registry *registry, bool all, hob_buf *out) {
    hob_buf_add_cstr(out, "{\"id\": \"scn_bench\", \"entities\": [\n");
    for (int i = 0; i < ENTITIES; i++) {
        hob_buf_format(out, "%s{\"id\": \"ent_%d\", \"name\": \"Walker %d\", ", i ? ",\n" : "", i,
                       i);
        hob_buf_add_cstr(out, "\"tags\": [\"walker\"], \"components\": {\n");
        for (size_t s = 0; s < HOB_COUNT(slots); s++) {
            hob_buf_add_cstr(out, s ? ",\n" : "");
            write_component(registry, slots[s], i, all, out);
        }
        hob_buf_add_cstr(out, "}}");
    }
    hob_buf_add_cstr(out, "]}\n");
}

/* ---- worlds ---- */

typedef struct bench_world {
    hob_registry *registry;
    hob_manifest manifest;
    hob_region *region;
    hob_arena scratch;
    hob_world *world;
} bench_world;

static bool open_world(bench_world *b, hob_registry *registry) {
    *b = (bench_world){.registry = registry};
    b->manifest.settings.fixed_timestep = 60;
    b->manifest.limits = (hob_limits){.hook_units = 10000000,
                                      .step_units = 50000000,
                                      .load_units = 500000000,
                                      .entities = 200000,
                                      .timers = 100000,
                                      .event_depth = 8};
    if (hob_region_create((size_t)512 << 20, NULL, &b->region, NULL)) {
        return false;
    }
    hob_arena_init(&b->scratch, hob_heap_allocator(), NULL);
    hob_world_options options = {.manifest = &b->manifest, .registry = registry};
    b->world = hob_world_create(b->region, &b->scratch, &options);
    hob_store_init(b->world);
    return true;
}

static void close_world(bench_world *b) {
    hob_region_destroy(b->region);
    hob_arena_done(&b->scratch);
}

/* ---- reading alone, as bench_schema does ---- */

static void read_only(const hob_registry *registry, const hob_json *json, hob_region *region) {
    hob_reader reader = {.allocator = hob_region_allocator(region), .file = "bench.json"};
    size_t i, count, s, slot_count;
    yyjson_val *entity, *slot, *fields;
    hob_read_level list = {.key = HOB_STR("entities")};
    yyjson_arr_foreach(yyjson_obj_get(json->root, "entities"), i, count, entity) {
        hob_read_level at = {.up = &list, .index = i};
        hob_read_level components = {.up = &at, .key = HOB_STR("components")};
        hob_entity_def def;
        (void)hob_entity_def_read(&reader, entity, false, i, &at, &def);
        yyjson_obj_foreach(def.components, s, slot_count, slot, fields) {
            hob_str name = {yyjson_get_str(slot), yyjson_get_len(slot)};
            hob_read_level own = {.up = &components, .key = name};
            size_t index = (size_t)hob_registry_find(registry, name);
            const hob_component_type *type = hob_registry_at(registry, index);
            (void)hob_fields_read_like(&reader, type->fields,
                                       hob_registry_prototype(registry, index, 0), fields,
                                       hob_region_alloc(region, type->size), &own);
        }
    }
}

static void smaller(double *best, double value) {
    *best = value < *best ? value : *best;
}

static void bench_scene(hob_registry *registry, bool all) {
    hob_buf text;
    hob_buf_init(&text, hob_heap_allocator(), HOB_JSON_MAX_BYTES);
    write_scene(registry, all, &text);
    static const hob_scene_entry entry = {"scn_bench", "Bench", "scenes/bench.scene.json"};
    double parse = 1e9, read = 1e9, build = 1e9, attach = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        hob_json json;
        bench_world reader, b;
        double start = bench_cpu_ms();
        if (hob_json_parse(hob_heap_allocator(), hob_buf_str(&text), "bench.json", HOB_JSON_STRICT,
                           &json, NULL, NULL) ||
            !open_world(&reader, registry) || !open_world(&b, registry)) {
            return;
        }
        smaller(&parse, bench_cpu_ms() - start);
        start = bench_cpu_ms();
        read_only(registry, &json, reader.region);
        smaller(&read, bench_cpu_ms() - start);
        hob_error_list findings;
        hob_error_list_init(&findings, hob_heap_allocator());
        start = bench_cpu_ms();
        if (!hob_instantiate_scene(b.world, &entry, &json, &findings)) {
            printf("refused: %s\n", findings.count ? findings.items[0].message : "?");
        }
        double built = bench_cpu_ms();
        hob_attach_all(b.world);
        smaller(&build, built - start);
        smaller(&attach, bench_cpu_ms() - built);
        hob_error_list_done(&findings);
        close_world(&b);
        close_world(&reader);
        hob_json_done(&json);
    }
    printf("world: scene of %d entities, %.1f MB: parsed in %.1f ms; read in %.1f ms, "
           "built in %.1f ms (%+.1f), attached in %.2f ms\n",
           ENTITIES, (double)text.length / 1e6, parse, read, build, build - read, attach);
    hob_buf_done(&text);
}

/* ---- steps ---- */

static void fill(bench_world *b, int count) {
    hob_value def = HOB_VALUE_NULL;
    static const char json[] =
        "{\"name\":\"E\",\"components\":{\"SpriteRenderer\":{},\"Collider\":{}}}";
    if (hob_value_parse_json(&b->scratch.as_allocator, hob_str_from(json), &def, NULL)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        (void)hob_spawn(b->world, def, NULL, NULL);
    }
}

static void step(hob_world *world) {
    hob_starts_run(world);
    hob_controls_run(world);
    hob_turns_run(world);
    hob_contacts_deliver(world);
    hob_entity_remove_begin(world);
    hob_entity_remove_dead(world);
    hob_code_end_step(world);
}

static void bench_steps(hob_registry *registry) {
    bench_world b;
    if (!open_world(&b, registry)) {
        return;
    }
    fill(&b, ENTITIES);
    double idle = 1e9, rows = 1e9, places = 1e9, first_hash = 1e9, hash = 1e9, churn = 1e9;
    int type = hob_registry_find(registry, HOB_STR("SpriteRenderer"));
    double sum = 0;
    for (int round = 0; round < 30; round++) {
        double start = bench_cpu_ms();
        step(b.world);
        smaller(&idle, bench_cpu_ms() - start);
        start = bench_cpu_ms();
        hob_pass pass = hob_pass_begin(b.world, type);
        for (hob_component *c; (c = hob_pass_next(&pass));) {
            sum += (double)c->slot_index;
        }
        hob_pass_end(&pass);
        smaller(&rows, bench_cpu_ms() - start);
        start = bench_cpu_ms();
        hob_entity_pass all = hob_entity_pass_begin(b.world);
        for (hob_entity_data *e; (e = hob_entity_pass_next(&all));) {
            sum += hob_entity_world_position(b.world, e).x;
        }
        hob_entity_pass_end(&all);
        smaller(&places, bench_cpu_ms() - start);
        hob_state_hash state;
        start = bench_cpu_ms();
        hob_world_hash(b.world, false, &state);
        smaller(round == 0 ? &first_hash : &hash, bench_cpu_ms() - start);
        hob_arena_reset(&b.scratch);
        start = bench_cpu_ms();
        fill(&b, 100);
        smaller(&churn, bench_cpu_ms() - start);
        hob_arena_reset(&b.scratch);
    }
    printf("world: %d idle entities: %.4f ms a step; walks %.2f ns a row, %.2f ns a place; "
           "hash %.2f ms (first %.2f); spawn %.2f us\n",
           ENTITIES, idle, rows * 1e6 / ENTITIES, places * 1e6 / ENTITIES, hash, first_hash,
           churn * 1e3 / 100);
    if (sum < 0) { /* never: the walks must not be left out */
        printf("%g\n", sum);
    }
    close_world(&b);
}

void bench_world_floor(void) {
    hob_registry *registry = NULL;
    if (hob_registry_create(hob_heap_allocator(), &registry, NULL) ||
        hob_components_register(registry, NULL)) {
        return;
    }
    bench_scene(registry, true);
    bench_scene(registry, false);
    bench_steps(registry);
    hob_registry_destroy(registry);
}
