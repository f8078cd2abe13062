#include "support/world.h"

#include <stdio.h>
#include <string.h>

static test_world *test_of(hob_world *world) {
    return world->outside.session;
}

/* ---- trace ---- */

static void trace_value(test_world *t, hob_value v) {
    switch (v.tag) {
    case HOB_TAG_NUMBER:
        hob_buf_add_number(&t->trace, v.as.number);
        break;
    case HOB_TAG_TEXT:
        hob_buf_add_str(&t->trace, hob_value_str(v));
        break;
    case HOB_TAG_ENTITY: {
        const hob_entity_data *e = hob_entity_get(t->world, v.as.entity);
        hob_buf_add_cstr(&t->trace, e ? hob_text_cstr(e->name) : "gone");
        break;
    }
    case HOB_TAG_MAP:
        for (uint32_t i = 0; i < v.as.map->count; i++) {
            hob_buf_add_cstr(&t->trace, i ? " " : "");
            trace_value(t, v.as.map->entries[i].value);
        }
        break;
    default:
        hob_buf_add_cstr(&t->trace, "-");
        break;
    }
}

static hob_status trace_call(test_world *t, hob_component *component, const char *what,
                             const hob_value *args, uint32_t count) {
    hob_buf_format(&t->trace, "%s.%s %s", hob_text_cstr(component->owner->name),
                   hob_text_cstr(component->slot), what);
    for (uint32_t i = 0; i < count; i++) {
        hob_buf_add_cstr(&t->trace, i ? ", " : "(");
        trace_value(t, args[i]);
    }
    hob_buf_add_cstr(&t->trace, count ? "); " : "; ");
    return t->on_call ? t->on_call(t, component, what, args, count) : HOB_OK;
}

void test_trace_clear(test_world *t) {
    hob_buf_clear(&t->trace);
    hob_buf_add_cstr(&t->trace, "");
}

/* ---- types ---- */

static const char *const inherit_names[] = {"all", "position", "none", NULL};
static const hob_field one_fields[] = {
    HOB_F(hob_vec2, x, NUMBER, .default_json = "1", .doc = "Across."),
    HOB_F(hob_vec2, y, NUMBER, .default_json = "1", .doc = "Down."),
    HOB_FIELDS_END,
};
static const hob_field transform_fields[] = {
    HOB_F(hob_transform, position, OBJECT, .fields = hob_vec2_fields, .doc = "Place."),
    HOB_F(hob_transform, rotation, NUMBER, .doc = "Degrees."),
    HOB_F(hob_transform, scale, OBJECT, .fields = one_fields, .doc = "Factors."),
    HOB_F(hob_transform, inherit, ENUM, .names = inherit_names, .rule = HOB_RULE_INHERIT_POSITION,
          .rule_default_json = "\"position\"", .doc = "What a parent gives."),
    HOB_F(hob_transform, elevation, NUMBER, .doc = "Height."),
    HOB_FIELDS_END,
};
const hob_component_type test_transform_type = {
    .name = "Transform",
    .doc = "Place.",
    .size = sizeof(hob_transform),
    .fields = transform_fields,
    .flags = HOB_COMPONENT_ALWAYS,
};

static const char *const mode_names[] = {"slow", "fast", NULL};
static const hob_field number_element = {.type = HOB_FIELD_NUMBER, .doc = "Number."};
static const hob_field body_fields[] = {
    HOB_F(test_body, number, NUMBER, .default_json = "1", .doc = "Number."),
    HOB_F(test_body, count, INT, HOB_F_RANGE(0, 100), .doc = "Count."),
    HOB_F(test_body, flag, BOOL, .doc = "Flag."),
    HOB_F(test_body, mode, ENUM, .names = mode_names, .doc = "Mode."),
    HOB_F(test_body, text, TEXT, .flags = HOB_FIELD_STATIC, .doc = "Text."),
    HOB_F(test_body, asset, ASSET, .flags = HOB_FIELD_STATIC | HOB_FIELD_NULLABLE,
          .default_json = "null", .asset_kinds = "sprite", .doc = "Asset."),
    HOB_F(test_body, ref, REF, .doc = "Ref."),
    HOB_F(test_body, color, COLOR, .flags = HOB_FIELD_STATIC, .default_json = "\"#ffffff\"",
          .doc = "Color."),
    HOB_F(test_body, handle, HANDLE, .flags = HOB_FIELD_RUNTIME, .doc = "Handle."),
    HOB_F(test_body, at, OBJECT, .fields = hob_vec2_fields, .doc = "Place."),
    HOB_F(test_body, list, LIST, .element = &number_element, .flags = HOB_FIELD_STATIC,
          .doc = "List."),
    HOB_F(test_body, map, MAP, .element = &number_element, .doc = "Map."),
    HOB_F(test_body, any, ANY, .doc = "Anything."),
    HOB_F(test_body, maybe, NUMBER, .flags = HOB_FIELD_NULLABLE, .default_json = "null",
          .doc = "Number or null."),
    HOB_F(test_body, secret, NUMBER, .flags = HOB_FIELD_RUNTIME | HOB_FIELD_HIDDEN,
          .doc = "Hidden."),
    HOB_F(test_body, seen, NUMBER, .flags = HOB_FIELD_RUNTIME, .doc = "Run-time."),
    HOB_F(test_body, writable, NUMBER, .flags = HOB_FIELD_RUNTIME | HOB_FIELD_SCRIPT_WRITES,
          .doc = "Run-time, written by scripts."),
    HOB_FIELDS_END,
};
static void body_hash(hob_world *world, hob_component *component, hob_hash *hash) {
    (void)world;
    hob_hash_u32(hash, HOB_DATA(component, test_body)->beside);
}
const hob_component_type test_body_type = {
    .name = "Body",
    .doc = "Everything.",
    .size = sizeof(test_body),
    .fields = body_fields,
    .hash = body_hash,
};

static const hob_field collider_fields[] = {
    HOB_F(test_collider, layer, TEXT, .default_json = "\"default\"", .flags = HOB_FIELD_STATIC,
          .doc = "Layer."),
    HOB_F(test_collider, x, NUMBER, .doc = "Place."),
    HOB_FIELDS_END,
};
static const hob_signal_type collider_signals[] = {
    {"hit", "collider", "Contact begins."}, {"separated", "collider", "Contact ends."}, {0}};
static void collide(hob_world *world, hob_component *component, uint64_t other) {
    hob_value arg = hob_value_entity(other);
    (void)trace_call(test_of(world), component, "collide", &arg, 1);
}
const hob_component_type test_collider_type = {
    .name = "Collider",
    .doc = "Shape.",
    .size = sizeof(test_collider),
    .fields = collider_fields,
    .signals = collider_signals,
    .collide = collide,
};

static const hob_field empty_fields[] = {
    HOB_F(test_empty, value, NUMBER, .doc = "Number."),
    HOB_FIELDS_END,
};
static void trace_turn(hob_world *world, hob_component *component) {
    (void)trace_call(test_of(world), component, "turn", NULL, 0);
}
static void trace_control(hob_world *world, hob_component *component) {
    (void)trace_call(test_of(world), component, "control", NULL, 0);
}
static void trace_init(hob_world *world, hob_component *component) {
    (void)trace_call(test_of(world), component, "init", NULL, 0);
}
static bool trace_attach(hob_world *world, hob_component *component) {
    return trace_call(test_of(world), component, "attach", NULL, 0) == HOB_OK;
}
static void trace_detach(hob_world *world, hob_component *component) {
    (void)trace_call(test_of(world), component, "detach", NULL, 0);
}
static bool fail_attach(hob_world *world, hob_component *component) {
    hob_world_entity_error(world, HOB_ERR_SCRIPT_ERROR, component->owner, component, "attach",
                           "A sibling is missing.");
    return false;
}
static const hob_component_phase turns[] = {{"turns", trace_turn}, {0}};
static const hob_component_phase controls[] = {{"control", trace_control}, {0}};
static const char *const after_writer[] = {"Writer", "Writer", NULL};
static const char *const after_mover[] = {"Mover", NULL};
static const char *const movers[] = {"Mover", NULL};
#define TURN_TYPE(label, ...)                                                                    \
    {                                                                                            \
        .name = label, .doc = "Has a turn.", .size = sizeof(test_empty), .fields = empty_fields, \
        .flags = HOB_COMPONENT_TURN, .phases = turns, __VA_ARGS__                                \
    }
static const hob_component_type other_types[] = {
    TURN_TYPE("Reader", .update_after = after_writer),
    TURN_TYPE("Writer", .families = NULL),
    TURN_TYPE("Alpha", .families = NULL),
    TURN_TYPE("Late", .update_after = after_mover),
    TURN_TYPE("Walker", .families = movers),
    TURN_TYPE("Flyer", .families = movers),
    {.name = "Passive",
     .doc = "Nothing.",
     .size = sizeof(test_empty),
     .fields = empty_fields,
     .init = trace_init,
     .attach = trace_attach,
     .detach = trace_detach},
    {.name = "Control",
     .doc = "Phase 6.",
     .size = sizeof(test_empty),
     .fields = empty_fields,
     .phases = controls},
    {.name = "Fragile",
     .doc = "Fails.",
     .size = sizeof(test_empty),
     .fields = empty_fields,
     .attach = fail_attach,
     .detach = trace_detach},
    {.name = "Single",
     .doc = "Once.",
     .size = sizeof(test_empty),
     .fields = empty_fields,
     .flags = HOB_COMPONENT_SINGLE},
};

/* ---- code ---- */

static const hob_field script_fields[] = {
    {HOB_AT(test_script, path, "path", TEXT), .flags = HOB_FIELD_UNHASHED, .doc = "File."},
    HOB_F(test_script, enabled, BOOL, .default_json = "true", .doc = "Switch."),
    {HOB_AT(test_script, run_while_paused, "runWhilePaused", BOOL), .doc = "Runs in a pause."},
    HOB_FIELDS_END,
};
static void script_init(hob_world *world, hob_component *component) {
    test_script *script = HOB_DATA(component, test_script);
    hob_code_slot *slot = hob_code_slot_create(world, component, hob_text_view(script->path));
    if (slot) {
        slot->off = !script->enabled;
        slot->run_while_paused = script->run_while_paused;
    }
}
static void script_changed(hob_world *world, hob_component *component, const hob_field *field) {
    (void)field;
    script_init(world, component);
}
const hob_component_type test_script_type = {
    .name = "Script",
    .doc = "Code.",
    .size = sizeof(test_script),
    .fields = script_fields,
    .flags = HOB_COMPONENT_CODE | HOB_COMPONENT_TURN,
    .init = script_init,
    .changed = script_changed,
};

#define TRACE_HOOK(index)                                                                        \
    static hob_status hook_##index(hob_world *world, hob_code_slot *slot, const hob_value *args, \
                                   uint32_t count, hob_error *reterr) {                          \
        hob_status status =                                                                      \
            trace_call(test_of(world), slot->component, hob_hooks[index].name, args, count);     \
        return status ? hob_fail(reterr, status, "told to fail") : HOB_OK;                       \
    }
TRACE_HOOK(0)
TRACE_HOOK(1)
TRACE_HOOK(2)
TRACE_HOOK(3)
TRACE_HOOK(4)
TRACE_HOOK(5)
TRACE_HOOK(6)
TRACE_HOOK(7)
TRACE_HOOK(8)
TRACE_HOOK(9)
TRACE_HOOK(10)
TRACE_HOOK(11)
TRACE_HOOK(12)
TRACE_HOOK(13)
TRACE_HOOK(14)
TRACE_HOOK(15)
TRACE_HOOK(16)
TRACE_HOOK(17)
TRACE_HOOK(18)
_Static_assert(HOB_HOOK_COUNT == 19, "a hook without a tracing one");

/* Paths: "all" has every hook, "life" those of life, "update" only onUpdate, "contacts" those. */
static const hob_native_hooks all_hooks = {{hook_0, hook_1, hook_2, hook_3, hook_4, hook_5, hook_6,
                                            hook_7, hook_8, hook_9, hook_10, hook_11, hook_12,
                                            hook_13, hook_14, hook_15, hook_16, hook_17, hook_18}};
static const hob_native_hooks life_hooks = {{[HOB_HOOK_START] = hook_0,
                                             [HOB_HOOK_ATTACH] = hook_6,
                                             [HOB_HOOK_DETACH] = hook_7,
                                             [HOB_HOOK_DESTROY] = hook_18}};
static const hob_native_hooks update_hooks = {{[HOB_HOOK_UPDATE] = hook_1}};
static const hob_native_hooks contact_hooks = {{[HOB_HOOK_COLLISION] = hook_2,
                                                [HOB_HOOK_COLLISION_END] = hook_8,
                                                [HOB_HOOK_TRIGGER_ENTER] = hook_9,
                                                [HOB_HOOK_TRIGGER_EXIT] = hook_10,
                                                [HOB_HOOK_COLLIDE] = hook_11}};

static const hob_native_hooks *find_native(void *user, const char *path) {
    (void)user;
    if (strcmp(path, "all") == 0) {
        return &all_hooks;
    }
    if (strcmp(path, "life") == 0) {
        return &life_hooks;
    }
    if (strcmp(path, "update") == 0) {
        return &update_hooks;
    }
    return strcmp(path, "contacts") == 0 ? &contact_hooks : NULL;
}

/* ---- the machine: "*.lua" files whose every hook gives next_result ---- */

static bool machine_bind(hob_script_host *host, hob_world *world, hob_code_slot *slot) {
    (void)host;
    (void)world;
    slot->module = 1;
    slot->hook_mask = (1u << HOB_HOOK_START) | (1u << HOB_HOOK_UPDATE) | (1u << HOB_HOOK_EVENT) |
                      (1u << HOB_HOOK_ATTACH);
    return !hob_str_is(hob_text_view(slot->path), "missing.lua");
}

static hob_call_result machine_hook(hob_script_host *host, hob_world *world, hob_code_slot *slot,
                                    hob_hook hook, const hob_value *args, uint32_t count,
                                    uint64_t budget, hob_value *ret, hob_arena *arena) {
    test_world *t = host->user;
    (void)world;
    (void)ret;
    (void)arena;
    t->last_budget = budget;
    (void)trace_call(t, slot->component, hob_hooks[hook].name, args, count);
    return t->next_result;
}

static hob_call_result machine_function(hob_script_host *host, hob_world *world,
                                        hob_code_slot *slot, hob_value function,
                                        const hob_value *args, uint32_t count, uint64_t budget,
                                        hob_value *ret, hob_arena *arena) {
    test_world *t = host->user;
    (void)world;
    (void)ret;
    (void)arena;
    t->last_budget = budget;
    t->last_count = count < HOB_COUNT(t->last_args) ? count : (uint32_t)HOB_COUNT(t->last_args);
    for (uint32_t i = 0; i < t->last_count; i++) {
        t->last_args[i] = args[i];
    }
    hob_buf_format(&t->trace, "f%u; ", function.as.script.index);
    return t->on_function ? t->on_function(t, slot, function.as.script.index)
                          : (hob_call_result){.status = HOB_OK};
}

static void machine_drop(hob_script_host *host, hob_value function) {
    (void)function;
    test_world *t = host->user;
    t->dropped++;
}

hob_value test_function(uint32_t number) {
    hob_value v = {.tag = HOB_TAG_SCRIPT};
    v.as.script.index = number;
    v.as.script.kind = 1;
    v.as.script.language = HOB_LANGUAGE_LUA;
    return v;
}

/* ---- the world ---- */

static void fill_manifest(hob_manifest *m, const test_rules *rules) {
    *m = (hob_manifest){0};
    m->rules = rules ? rules->rules : (hob_rules){0};
    m->settings.width = 800;
    m->settings.height = 600;
    m->settings.fixed_timestep = 60;
    m->limits = (hob_limits){
        .hook_units = 1000,
        .step_units = 5000,
        .load_units = 50000,
        .entities = 200000,
        .timers = 100000,
        .particles = 100000,
        .event_depth = 8,
        .events = 200,
        .events_per_name = 12,
        .logs = 1000,
        .save_kib = 4096,
    };
}

static void add_type(test_world *t, const hob_component_type *type) {
    hob_error error;
    if (hob_registry_add(t->registry, type, &error) != HOB_OK) {
        fail_msg("%s", error.message);
    }
}

void test_world_open(test_world *t, const test_rules *rules) {
    *t = (test_world){0};
    const hob_allocator *heap = hob_heap_allocator();
    fill_manifest(&t->manifest, rules);
    assert_int_equal(hob_registry_create(heap, &t->registry, NULL), HOB_OK);
    add_type(t, &test_transform_type);
    add_type(t, &test_body_type);
    add_type(t, &test_collider_type);
    add_type(t, &test_script_type);
    for (size_t i = 0; i < HOB_COUNT(other_types); i++) {
        add_type(t, &other_types[i]);
    }
    for (size_t i = 0; rules && i < rules->more_count; i++) {
        add_type(t, &rules->more[i]);
    }
    size_t region_mib = rules && rules->region_mib ? rules->region_mib : 256;
    assert_int_equal(hob_region_create(region_mib << 20, NULL, &t->region, NULL), HOB_OK);
    hob_arena_init(&t->scratch, heap, NULL);
    hob_buf_init(&t->trace, heap, (size_t)1 << 20);
    test_trace_clear(t);
    hob_records_init(&t->records, heap, &t->manifest);
    hob_world_options options = {
        .manifest = &t->manifest,
        .registry = t->registry,
        .seed = 1,
        .records = &t->records,
    };
    t->world = hob_world_create(t->region, &t->scratch, &options);
    hob_store_init(t->world);
    t->world->outside.session = t;
    t->world->outside.native = find_native;
    t->lua = (hob_script_host){
        .user = t,
        .language = HOB_LANGUAGE_LUA,
        .bind = machine_bind,
        .call_hook = machine_hook,
        .call_function = machine_function,
        .drop = machine_drop,
    };
    t->world->hosts[HOB_LANGUAGE_LUA] = &t->lua;
}

void test_world_close(test_world *t) {
    hob_records_done(&t->records);
    hob_buf_done(&t->trace);
    hob_arena_done(&t->scratch);
    hob_region_destroy(t->region);
    hob_registry_destroy(t->registry);
}

hob_value test_value(test_world *t, const char *json) {
    size_t length = strlen(json);
    char *text = hob_arena_text(&t->scratch, json, length);
    for (size_t i = 0; i < length; i++) {
        text[i] = text[i] == '\'' ? '"' : text[i];
    }
    hob_value v = HOB_VALUE_NULL;
    hob_error error;
    if (hob_value_parse_json(&t->scratch.as_allocator, (hob_str){text, length}, &v, &error)) {
        fail_msg("%s: %s", json, error.message);
    }
    return v;
}

hob_entity_data *test_spawn_below(test_world *t, const char *name, hob_entity_data *parent,
                                  const char *components) {
    const hob_allocator *a = &t->scratch.as_allocator;
    hob_value def = hob_value_map(a, 2);
    hob_map_set(a, def.as.map, HOB_STR("name"), hob_value_cstr(a, name));
    hob_map_set(a, def.as.map, HOB_STR("components"), test_value(t, components));
    hob_spawn_options options = {.parent = parent ? parent->self : HOB_NO_ENTITY};
    hob_error error;
    hob_entity e = hob_spawn(t->world, def, &options, &error);
    if (e == HOB_NO_ENTITY) {
        fail_msg("%s: %s", name, error.message);
    }
    return hob_entity_get(t->world, e);
}

hob_entity_data *test_spawn(test_world *t, const char *name, const char *components) {
    return test_spawn_below(t, name, NULL, components);
}

hob_component *test_slot(test_world *t, hob_entity_data *e, const char *slot) {
    hob_component *c = hob_component_slot(t->world, e, hob_str_from(slot));
    assert_non_null(c);
    return c;
}

void test_step(test_world *t) {
    hob_world *world = t->world;
    hob_arena_reset(&t->scratch);
    hob_starts_run(world);
    hob_controls_run(world);
    hob_turns_run(world);
    if (!world->paused) {
        hob_contacts_deliver(world);
    }
    hob_entity_remove_begin(world);
    hob_entity_remove_dead(world);
    hob_code_end_step(world);
    world->frame++;
    world->elapsed += world->paused ? 0 : world->dt;
}

uint64_t test_hash(test_world *t) {
    hob_state_hash hash;
    hob_world_hash(t->world, false, &hash);
    return hash.all;
}
