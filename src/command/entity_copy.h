/* Copies of entities under other ids: the map from old to new ids, and what of an entity it changes
 * (id, parent, prefab marker, targets of wires).
 *
 * Not here: making the ids and adding the copies to a file. Maps lie in the arena of the call. */
#ifndef HOB_COMMAND_ENTITY_COPY_H
#define HOB_COMMAND_ENTITY_COPY_H

#include "command/edit.h"
#include "project/names.h"

/* Ids of one side to ids of the other, in the order of a subtree. */
typedef struct hob_copy_map {
    hob_names places;
    const char **to;
    size_t count;
} hob_copy_map;
void hob_copy__map_init(hob_command_call *call, hob_copy_map *map, size_t most);
void hob_copy__map_add(hob_copy_map *map, hob_str from, const char *to);
const char *hob_copy__map_find(const hob_copy_map *map, hob_str from); /* null */

/* Puts an entity that was copied under its new ids. A root, and one whose parent was not copied,
 * loses its parent; a marker that points out of the copied entities goes. */
void hob_copy__remap(hob_edit *edit, yyjson_mut_val *entity, const hob_copy_map *map, bool is_root);

/* The entity and all below it, parents first, siblings in scene order. `ret_list` has room for all
 * entities of the scene. */
size_t hob_copy__collect(hob_scene_edit *edit, yyjson_mut_val *root, yyjson_mut_val **ret_list);

#endif
