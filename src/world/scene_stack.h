/* The scene stack (spec step 9, rgame 1.14): scenes that stand still below the running one.
 *
 * hob_world holds the running scene in its own fields. What belongs to one scene is listed once, in
 * the table of scene_stack.c; a scene below lies in a shelf, a copy of these fields in the region.
 * Push and pop exchange the fields with a shelf; nothing is copied deeply and no hook runs. Records
 * of entities and rows of components come from pools that all scenes share, so no two handles are
 * ever equal; a handle of another scene than the one at hand counts as dead.
 *
 * Not here: loading and leaving (session/session_load.c); caches outside the region, which whoever
 * pushes or pops must forget. */
#ifndef HOB_WORLD_SCENE_STACK_H
#define HOB_WORLD_SCENE_STACK_H

#include "world/world.h"

/* The running scene goes on the stack, and the world's fields are those of an empty scene. Fewer
 * than HOB_SCENES_BELOW must be there. */
void hob_scenes_push(hob_world *world);
/* The running scene has been left (hob_world_leave_scene); the one below it runs again. There must
 * be one. */
void hob_scenes_pop(hob_world *world);

/* Calls with every scene in the world's fields, bottom first, the running one last (depth =
 * world->below_count). The call must only read: for the hash and for drawing. */
void hob_scenes_each(hob_world *world, void (*call)(hob_world *world, uint32_t depth, void *user),
                     void *user);
/* Brings a scene below, its script modules included, into the world's fields, or back out: every
 * call must have its counterpart before anything else happens. Nothing for the running one. */
void hob_scenes_exchange(hob_world *world, uint32_t depth);
/* Takes a push back whose scene was never entered, without memory: for a session that ends there.
 */
void hob_scenes_undo_push(hob_world *world);
/* Id and name of a scene below. */
hob_str hob_scenes_id_at(const hob_world *world, uint32_t depth);
hob_str hob_scenes_name_at(const hob_world *world, uint32_t depth);

#endif
