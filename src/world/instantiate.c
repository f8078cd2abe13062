/* Scenes and prefabs come to life, and a scene goes (spec step 5.1, 5.2, 9). */
#include "world/instantiate.h"

#include "world/spawn.h"

#include <math.h>

/* ---- scenes ---- */

static hob_build scene_build(hob_world *world, const hob_scene_entry *scene, const hob_json *json,
                             hob_error_list *findings) {
    hob_build build;
    hob_build__begin(&build, world, scene->path, (hob_str){json->text, json->length}, findings);
    build.file_ids = true;
    build.skip_absent = world->outside.manifest->rules.disabled_entities == HOB_DISABLED_ABSENT;
    return build;
}

bool hob_instantiate_scene(hob_world *world, const hob_scene_entry *scene, const hob_json *json,
                           hob_error_list *findings) {
    hob_build build = scene_build(world, scene, json, findings);
    hob_scene_settings settings;
    if (!hob_scene_settings_read(&build.reader, json->root, &settings)) {
        build.reader.refused = true;
    }
    yyjson_val *entities = yyjson_obj_get(json->root, "entities");
    hob_entity__reserve(world, (uint32_t)yyjson_arr_size(entities));
    hob_build__add_file(&build, entities, false);
    if (!hob_build__finish(&build)) {
        return false;
    }
    world->scene_settings = settings;
    hob_world_set_text(world, &world->scene_id, hob_str_from(scene->id));
    hob_world_set_text(world, &world->scene_name, hob_str_from(scene->name));
    world->scene_first_frame = world->frame;
    return true;
}

bool hob_scene_check(hob_world *world, const hob_scene_entry *scene, const hob_json *json,
                     hob_error *reterr) {
    hob_error_list findings;
    hob_error_list_init(&findings, &world->outside.scratch->as_allocator);
    hob_build build = scene_build(world, scene, json, &findings);
    build.check_only = true;
    hob_scene_settings settings;
    if (!hob_scene_settings_read(&build.reader, json->root, &settings)) {
        build.reader.refused = true;
    }
    hob_build__add_file(&build, yyjson_obj_get(json->root, "entities"), false);
    if (hob_build__finish(&build)) {
        return true;
    }
    for (size_t i = 0; reterr && i < findings.count; i++) {
        if (findings.items[i].severity == HOB_SEVERITY_ERROR) {
            *reterr = findings.items[i];
            return false;
        }
    }
    (void)hob_fail(reterr, HOB_ERR_INVALID_INPUT, "The scene file is refused.");
    return false;
}

void hob_entity__attach_slots(hob_world *world, hob_entity_data *e) {
    uint32_t slots = e->slot_count;
    for (uint32_t i = 0; i < slots && !e->dead; i++) {
        if (e->slots[i].component) {
            hob_component_attach(world, e->slots[i].component);
        }
    }
}

void hob_attach_all(hob_world *world) {
    const hob_order *order = &world->entities->order;
    uint64_t end = world->next_serial;
    for (uint32_t i = 0; i < order->count; i++) {
        hob_entity_data *e = order->items[i].item;
        if (e && !e->dead) {
            e->attached = true;
        }
    }
    for (uint32_t i = 0; i < world->code_slots.count; i++) {
        const hob_component *c = world->code_slots.items[i].item;
        if (c) {
            hob_code_bind(world, c->code);
        }
    }
    hob_entity_pass pass = hob_entity_pass_begin(world);
    pass.end = end;
    for (hob_entity_data *e; (e = hob_entity_pass_next(&pass));) {
        hob_entity__attach_slots(world, e);
    }
    hob_entity_pass_end(&pass);
}

/* ---- prefabs ---- */

static bool place_root(hob_world *world, hob_entity_data *root, const hob_spawn_options *options,
                       hob_error *reterr) {
    if (!options) {
        return true;
    }
    if (options->has_position && root->transform) {
        if (!isfinite(options->position.x) || !isfinite(options->position.y)) {
            return hob_fail(reterr, HOB_ERR_FIELD_NOT_FINITE,
                            "The position of a spawn must be finite.") == HOB_OK;
        }
        root->transform->position = options->position;
    }
    return options->parent == HOB_NO_ENTITY ||
           hob_entity_set_parent(world, root, options->parent, false, reterr) == HOB_OK;
}

hob_entity hob_spawn__finish(hob_build *build, uint32_t root, const hob_spawn_options *options,
                             hob_error *reterr) {
    hob_world *world = build->world;
    if (root == HOB_BUILD_NONE || build->reader.refused) {
        build->reader.refused = true;
        (void)hob_build__finish(build);
        hob_spawn__report(world, build->reader.findings, reterr);
        return HOB_NO_ENTITY;
    }
    hob_entity_data *e = build->items[root].e;
    if (!place_root(world, e, options, reterr)) {
        build->reader.refused = true;
        (void)hob_build__finish(build);
        return HOB_NO_ENTITY;
    }
    (void)hob_build__finish(build);
    hob_spawn__report(world, build->reader.findings, NULL);
    hob_entity self = e->self;
    if (options && options->init) {
        options->init(world, self, options->init_user);
    }
    hob_build__attach(build);
    return self;
}

hob_entity hob_spawn_prefab(hob_world *world, hob_str asset_id, const hob_spawn_options *options,
                            hob_error *reterr) {
    if (world->leaving) {
        (void)hob_fail(reterr, HOB_ERR_INVALID_INPUT, "Nothing is spawned while a scene goes.");
        return HOB_NO_ENTITY;
    }
    hob_error_list findings;
    hob_error_list_init(&findings, &world->outside.scratch->as_allocator);
    hob_build build;
    hob_build__begin(&build, world, NULL, (hob_str){NULL, 0}, &findings);
    build.all_enabled = world->outside.manifest->rules.disabled_entities == HOB_DISABLED_ABSENT;
    hob_build__add_prefab(&build, asset_id, options ? options->name : (hob_str){NULL, 0});
    return hob_spawn__finish(&build, build.count > 0 ? 0 : HOB_BUILD_NONE, options, reterr);
}

hob_status hob_prefab_reserve(hob_world *world, hob_str asset_id, uint32_t count,
                              hob_error *reterr) {
    hob_error_list findings;
    hob_error_list_init(&findings, &world->outside.scratch->as_allocator);
    hob_build build;
    hob_build__begin(&build, world, NULL, (hob_str){NULL, 0}, &findings);
    for (uint32_t i = 0; i < count && !build.reader.refused; i++) {
        hob_build__add_prefab(&build, asset_id, (hob_str){NULL, 0});
        build.reader.refused = build.reader.refused || build.count == 0; /* no such prefab */
    }
    hob_error error = {.status = HOB_OK};
    if (build.reader.refused) {
        hob_spawn__report(world, &findings, &error);
    }
    build.reader.refused = true;
    (void)hob_build__finish(&build);
    if (error.status != HOB_OK && reterr) {
        *reterr = error;
    }
    return error.status;
}

/* ---- leaving ---- */

void hob_world_leave_scene(hob_world *world) {
    world->leaving = true;
    hob_sound_leave_scene(world);
    hob_gametime_cancel_scene(world);
    hob_view_leave_scene(world);
    hob_death__all(world);
    hob_drains_clear(world);
    hob_events_clear_scene(world);
    hob_contacts_clear(world);
    for (uint32_t i = 0; i < HOB_COUNT(world->hosts); i++) {
        if (world->hosts[i] && world->hosts[i]->leave_scene) {
            world->hosts[i]->leave_scene(world->hosts[i], world);
        }
    }
    hob_schedule__clear_cache(world);
    hob_world__forget_warnings(world);
    hob_value_done(world->heap, &world->shut_files);
    world->leaving = false;
}
