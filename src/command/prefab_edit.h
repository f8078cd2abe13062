/* Links between entities of a scene and the prefab they came from (spec project-format 5.2, 5.4,
 * 5.6): who belongs to a live instance, which edits are recorded, what cuts the link. */
#ifndef HOB_COMMAND_PREFAB_EDIT_H
#define HOB_COMMAND_PREFAB_EDIT_H

#include "command/edit.h"

/* The root of the live instance that an entity belongs to; null = none. */
yyjson_mut_val *hob_prefab__root_of(hob_scene_edit *edit, hob_str entity_id);
/* Records an edit of a member on the instance's root; the newest of a (entity, slot, path) stays.
 * The root's own place in the scene is never recorded. `v` null: back to the default. */
void hob_prefab__record(hob_scene_edit *edit, yyjson_mut_val *root, hob_str entity_id, hob_str slot,
                        hob_str path, yyjson_mut_val *v);
/* Cuts the link, with a warning. Null passes. */
void hob_prefab__detach(hob_scene_edit *edit, yyjson_mut_val *root);

#endif
