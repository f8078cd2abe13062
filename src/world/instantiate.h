/* From authored to live: the one path of scene load, spawn and prefab (spec hob 1.4,
 * step 5.1, 5.2). */
#ifndef HOB_WORLD_INSTANTIATE_H
#define HOB_WORLD_INSTANTIATE_H

#include "world/world.h"

/* Builds every entity of a scene with all its components in file order; no code runs. Findings say
 * what is wrong; false: the file is refused and nothing was built. Prefab instance markers are
 * dropped. Rule disabledEntities absent: not built. */
bool hob_instantiate_scene(hob_world *world, const hob_scene_entry *scene, const hob_json *json,
                           hob_error_list *findings);
/* Whether the scene could be built: all checks, nothing kept. For switches, before the old scene
 * goes. */
bool hob_scene_check(hob_world *world, const hob_scene_entry *scene, const hob_json *json,
                     hob_error *reterr);
/* Step 5 of a load: everything built becomes visible to lookups, then attach runs in entity and
 * slot order. Spawn points are the components' business in attach. */
void hob_attach_all(hob_world *world);

typedef struct hob_spawn_options {
    hob_str name; /* data null = the prefab's */
    bool has_position;
    hob_vec2 position;
    hob_entity parent;
    void (*init)(hob_world *world, hob_entity root, void *user); /* before attach; null is fine */
    void *init_user;
} hob_spawn_options;
/* Root of the new instance, HOB_NO_ENTITY with an error when the payload is broken. */
hob_entity hob_spawn_prefab(hob_world *world, hob_str asset_id, const hob_spawn_options *options,
                            hob_error *reterr);

/* Builds so many instances and takes them back before anything can see them: spawning as many of
 * that prefab later needs no new memory. Counters stay as they are. */
HOB_NODISCARD hob_status hob_prefab_reserve(hob_world *world, hob_str asset_id, uint32_t count,
                                            hob_error *reterr);

/* One entity from data: {name, position, tags, components, parent, enabled, visible, owner, wires}.
 * Unknown component types and fields warn and are skipped; a bad value is an error and nothing is
 * built. */
hob_entity hob_spawn(hob_world *world, hob_value def, const hob_spawn_options *options,
                     hob_error *reterr);

/* Fills one component's struct from data; null = defaults. Unknown keys warn once. On failure the
 * component keeps its defaults. */
HOB_NODISCARD hob_status hob_component_fill(hob_world *world, hob_component *component,
                                            hob_value fields, hob_error *reterr);
/* Script addComponent: build, fill, attach. Null with an error: nothing was added. */
hob_component *hob_component_add(hob_world *world, hob_entity_data *e, hob_str slot,
                                 hob_value fields, hob_error *reterr);

/* Everything of the scene goes (spec step 9, parts 2 and 3), in this order: scene sounds, scene
 * game time, camera effects; destroy hooks with reason scene, storage; subscriptions, contacts;
 * what the script hosts keep of the scene. UI state and input are their floors' and the session's.
 */
void hob_world_leave_scene(hob_world *world);

#endif
