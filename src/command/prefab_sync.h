/* Bringing instances of prefabs up to date with their payloads (spec project-format 5.5).
 *
 * An instance takes entities, components and values of the payload; it keeps the ids of its
 * entities, what the root says of itself (name, parent, enabled, visible, paused, owner, folder and
 * its place), its position in the list, and every recorded edit that still fits. An instance inside
 * another one follows that one: the payload around it is brought up to date first. An entity that
 * only stands for a prefab has nothing to bring up to date. */
#ifndef HOB_COMMAND_PREFAB_SYNC_H
#define HOB_COMMAND_PREFAB_SYNC_H

#include "command/entity_copy.h"

typedef struct hob_prefab_sync {
    hob_command_call *call;
    yyjson_val **payloads; /* by place in the asset list: entities[] to follow; null = leave */
    size_t instances, kept, dropped;
} hob_prefab_sync;
/* Follows `entities`, the new payload of `asset`, or its file when null. PREFAB_DATA_INVALID. */
hob_status hob_prefab__sync_begin(hob_command_call *call, const hob_asset *asset,
                                  yyjson_val *entities, hob_prefab_sync *ret_sync,
                                  hob_error *reterr);
/* Prefabs that hold instances of those that are followed, inner ones first; they are followed too
 * then. `ret_count`: how many of them changed. */
hob_status hob_prefab__sync_prefabs(hob_prefab_sync *sync, size_t *ret_count, hob_error *reterr);
hob_status hob_prefab__sync_scene(hob_prefab_sync *sync, const hob_scene_entry *scene,
                                  hob_error *reterr);

/* The payload of a prefab that has a subtree of a scene as its content. Entities keep the local ids
 * of `ids` (a marker's; null: none of them has one), others get the first free number. Recorded
 * edits of instances inside stay with these. */
void hob_prefab__write_payload(hob_scene_edit *edit, yyjson_mut_val *root, yyjson_mut_val *ids,
                               hob_edit *payload, size_t *ret_count);

/* Puts recorded edits of an entity back on it, a value of a field after the other. False, and the
 * component as it was, when one has no place any more. */
bool hob_prefab__apply(hob_edit *edit, yyjson_mut_val *entity, yyjson_mut_val *override);

#endif
