/* Picking: which picture lies under a place of the screen (spec waica 2.6). Visual: boxes of
 * SpriteRenderers as they are drawn, projected where the scene is; rotation, mirroring and frames
 * count for nothing.
 *
 * The last press of the primary pointer is kept until a script takes it: state of the session. */
#ifndef HOB_WORLD_PICK_H
#define HOB_WORLD_PICK_H

#include "base/hash.h"
#include "world/entity.h"

typedef struct hob_pick {
    hob_vec2 point;    /* logical: as places of entities are */
    hob_entity entity; /* or none */
} hob_pick;
typedef struct hob_pick_state {
    bool pending;
    hob_pick pick;
} hob_pick_state;

/* Where a logical place is drawn, before the camera: the place itself, or its isometric projection
 * (spec hob 1.4), and back. */
hob_vec2 hob_view_project(const hob_world *world, hob_vec2 logical);
hob_vec2 hob_view_unproject(const hob_world *world, hob_vec2 drawn);
hob_vec2 hob_isometric_project(hob_vec2 logical);
hob_vec2 hob_isometric_unproject(hob_vec2 drawn);

/* The box of an entity's picture where it is drawn. False: it has none, or it is not shown. */
bool hob_pick_box(hob_world *world, const hob_entity_data *e, hob_vec2 *ret_min, hob_vec2 *ret_max);

/* Of several the topmost: higher layer, then further down, then the later entity. */
hob_pick hob_pick_logical(hob_world *world, hob_vec2 point);
hob_pick hob_pick_screen(hob_world *world, hob_vec2 screen);
/* The topmost of those that `may` be hit (null: of all), at a logical point: by its first sprite's
 * box, or where it has none by a square of half size `bare` about it on layer 0 (0: never). */
hob_entity hob_pick_among(hob_world *world, hob_vec2 point, double bare,
                          bool (*may)(void *user, hob_world *world, hob_entity_data *e),
                          void *user);

/* The primary button went down, or a tap: replaces what was pending. A place outside the view is
 * none. */
void hob_pick_press(hob_world *world, hob_vec2 screen);
/* A click by program, at a logical place; pending as well. */
hob_pick hob_pick_click(hob_world *world, hob_vec2 point);
bool hob_pick_take(hob_world *world, hob_pick *ret_pick);
void hob_pick_hash(hob_world *world, hob_hash *hash); /* end of block 7 */

#endif
