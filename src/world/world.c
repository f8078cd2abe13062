/* The world's root object, and the messages of the simulation. */
#include "world/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE_BYTES 1024

static uint32_t rule_bits(const hob_rules *rules) {
    return (rules->inherit == HOB_INHERIT_RULE_POSITION ? HOB_RULE_INHERIT_POSITION : 0) |
           (rules->particles == HOB_PARTICLES_CONE ? HOB_RULE_PARTICLES_CONE : 0) |
           (rules->contact_filter == HOB_CONTACT_BOTH ? HOB_RULE_CONTACT_BOTH : 0);
}

hob_world *hob_world_create(hob_region *region, hob_arena *scratch,
                            const hob_world_options *options) {
    hob_world *world = hob_region_alloc_zero(region, sizeof *world);
    hob_region_set_root(region, world);
    world->region = region;
    world->heap = hob_region_allocator(region);
    const hob_manifest *manifest =
        options->manifest ? options->manifest : hob_project_manifest(options->project);
    world->outside = (hob_world_outside){
        .project = options->project,
        .manifest = manifest,
        .registry = options->registry ? options->registry : hob_project_registry(options->project),
        .records = options->records,
        .log = options->log,
        .scratch = scratch,
        .keep_ledger = options->keep_ledger,
        .rules = rule_bits(&manifest->rules),
    };
    world->dt = 1.0 / manifest->settings.fixed_timestep;
    world->hook = HOB_HOOK_COUNT;
    world->seed = options->seed;
    world->random = hob_random_from_seed(options->seed);
    world->shake_stream = hob_random_from_seed(options->seed);
    world->next_serial = 1;
    world->next_runtime_id = 1;
    world->unit_epoch = 1;
    hob_entity__store_create(world);
    hob_column__create_all(world);
    hob_schedule__create_cache(world);
    hob_death__create(world);
    hob_input_init(world);
    hob_view_init(world);
    hob_sound_init(world);
    return world;
}

bool hob_world_rule_hearth_scripts(const hob_world *world) {
    return world->outside.manifest->rules.scripts == HOB_SCRIPTS_HEARTH1;
}

bool hob_world_is_emptied(const hob_world *world, int phase) {
    return (world->outside.emptied >> phase & 1) != 0;
}

void hob_world_set_text(hob_world *world, hob_text **field, hob_str s) {
    if (*field && hob_str_equal(hob_text_view(*field), s)) {
        return;
    }
    hob_text *old = *field; /* `s` may lie in it */
    *field = hob_text_create(world->heap, s);
    hob_text_drop(world->heap, old);
}

/* ---- messages ---- */

void hob_world_log(hob_world *world, hob_log_level level, const char *format, ...) {
    char message[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (world->outside.records) {
        hob_records_add_log(world->outside.records, world->frame, level, message);
    }
    hob_log_write(world->outside.log, level, "%s", message);
}

static void record_error(hob_world *world, hob_status status, const hob_entity_data *e,
                         const hob_component *component, const char *phase, const char *file,
                         int line, const char *message) {
    if (!phase) {
        phase = world->hook < HOB_HOOK_COUNT ? hob_hooks[world->hook].name : "step";
    }
    const char *entity = e ? hob_text_cstr(e->name) : "";
    const char *slot = component ? hob_text_cstr(component->slot) : "";
    if (world->outside.records) {
        hob_records_add_error(world->outside.records, world->frame, status, message, entity,
                              file ? file : "", phase, slot, line);
    }
    hob_log_write(world->outside.log, HOB_LOG_ERROR, "frame %lld, %s%s%s: %s: %s",
                  (long long)world->frame, phase, e ? " of " : "", entity, hob_status_name(status),
                  message);
}

void hob_world_error(hob_world *world, hob_status status, const hob_code_slot *slot,
                     const char *phase, const char *file, int line, const char *message) {
    if (!file && slot) {
        file = hob_text_cstr(slot->path);
    }
    record_error(world, status, slot ? slot->owner : NULL, slot ? slot->component : NULL, phase,
                 file, line, message);
}

void hob_world_entity_error(hob_world *world, hob_status status, const hob_entity_data *e,
                            const hob_component *component, const char *phase, const char *format,
                            ...) {
    char message[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(message, sizeof message, format, args);
    va_end(args);
    record_error(world, status, e, component, phase, NULL, 0, message);
}

/* ---- warnings that are given once ---- */

/* Hashes of keys, open addressing; 0 marks a free place. */
struct hob_warn_set {
    uint64_t *hashes;
    uint32_t count, cap;
};

static bool add_hash(struct hob_warn_set *set, uint64_t hash) {
    uint32_t at = (uint32_t)hash & (set->cap - 1);
    while (set->hashes[at] != 0) {
        if (set->hashes[at] == hash) {
            return false;
        }
        at = (at + 1) & (set->cap - 1);
    }
    set->hashes[at] = hash;
    set->count++;
    return true;
}

static void grow_set(hob_world *world, struct hob_warn_set *set) {
    struct hob_warn_set old = *set;
    set->cap = old.cap ? old.cap * 2 : 32;
    set->hashes = hob_region_alloc_zero(world->region, set->cap * sizeof *set->hashes);
    set->count = 0;
    for (uint32_t i = 0; i < old.cap; i++) {
        if (old.hashes[i] != 0) {
            (void)add_hash(set, old.hashes[i]);
        }
    }
    if (old.hashes) {
        hob_region_free(world->region, old.hashes, old.cap * sizeof *old.hashes);
    }
}

bool hob_world_warn_once(hob_world *world, const char *key) {
    if (!world->warned) {
        world->warned = hob_region_alloc_zero(world->region, sizeof *world->warned);
    }
    struct hob_warn_set *set = world->warned;
    if (set->count >= set->cap / 4 * 3) {
        grow_set(world, set);
    }
    uint64_t hash = hob_str_hash(hob_str_from(key));
    return add_hash(set, hash ? hash : 1);
}

void hob_world__forget_warnings(hob_world *world) {
    if (world->warned && world->warned->cap > 0) {
        memset(world->warned->hashes, 0, world->warned->cap * sizeof *world->warned->hashes);
        world->warned->count = 0;
    }
}

static bool note_request(hob_world *world, int32_t kind, hob_str id) {
    world->request.noted = true;
    world->request.kind = kind;
    hob_world_set_text(world, &world->request.scene, id);
    return true;
}

bool hob_world_request_scene(hob_world *world, hob_str id, bool replace) {
    bool is_refused = world->leaving || (world->request.noted && !replace);
    return !is_refused && note_request(world, HOB_SCENE_LOAD, id);
}

bool hob_world_request_push(hob_world *world, hob_str id) {
    bool is_refused = world->leaving || world->below_count == HOB_SCENES_BELOW;
    return !is_refused && note_request(world, HOB_SCENE_PUSH, id);
}

bool hob_world_request_pop(hob_world *world) {
    bool is_refused = world->leaving || world->below_count == 0;
    return !is_refused && note_request(world, HOB_SCENE_POP, HOB_STR(""));
}
