/* Building entities from authored data: the one path that scene load, spawn and prefab take.
 *
 *   hob_build build;
 *   hob_build__begin(&build, world, file, text, findings);
 *   hob_build__add...(&build, ...);
 *   if (hob_build__finish(&build)) ... hob_build__attach(&build);
 *
 * Nothing can find what is being built, and no code runs before attach. When anything refuses the
 * data, finish takes everything back, counters included. Work memory is the world's scratch arena.
 */
#ifndef HOB_WORLD_BUILD_H
#define HOB_WORLD_BUILD_H

#include "project/scene.h"
#include "world/internal.h"

#define HOB_BUILD_NONE UINT32_MAX

typedef struct hob_build_item {
    hob_entity_data *e; /* null while only checking */
    uint32_t parent;    /* index of an item, HOB_BUILD_NONE */
} hob_build_item;

typedef struct hob_build {
    hob_world *world;
    hob_reader reader;
    char subject[240];
    bool check_only;
    bool file_ids;    /* ids are those of the file; else rt_ ids */
    bool all_enabled; /* `enabled` of the data is ignored */
    bool skip_absent; /* entities that are not enabled are left out */
    hob_build_item *items;
    uint32_t count, cap;
    uint64_t serial, runtime_id, born; /* counters before it began */
} hob_build;

void hob_build__begin(hob_build *build, hob_world *world, const char *file, hob_str text,
                      hob_error_list *findings);
/* entities[] of a scene or prefab file. */
void hob_build__add_file(hob_build *build, yyjson_val *entities, bool prefab_file);
/* The payload of a prefab asset with its nested instances, the root first; findings tell when there
 * is none. `name`: of the root; without data the prefab's own. */
void hob_build__add_prefab(hob_build *build, hob_str asset_id, hob_str name);
/* One entity with a map of slots (may be null); `level` is its place in the file, or null.
 * HOB_BUILD_NONE past the limit of entities, with a finding. */
uint32_t hob_build__add(hob_build *build, const hob_entity_def *def, yyjson_val *components,
                        const hob_read_level *level);
/* Links parents and runs the types' init; false: refused, everything was taken back. */
bool hob_build__finish(hob_build *build);
/* Everything becomes visible, then attach in entity and slot order. */
void hob_build__attach(hob_build *build);

#endif
