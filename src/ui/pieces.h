/* UI pieces as a model (spec waica 7.5, 7.6, hob 6.6): which there are, what is shown, where
 * anchored ones stand. Markup is text here; who draws parses it.
 *
 * A piece is a file ui/<name>.html of the project, or what a script defined under the name, which
 * wins. Screen pieces are mounted at most once and shown or hidden; their scope is that of the
 * first mount. Anchored pieces are instances at an entity: they go with it, or stay where it died
 * until their time is over. Both keep the markup with which they began. Elements tell events by the
 * session signal hob_piece_signal gives. Places: px of the view, settings.width x settings.height.
 * All of it is state, in the session's region. */
#ifndef HOB_UI_PIECES_H
#define HOB_UI_PIECES_H

#include "world/world.h"

/* ---- which there are ---- */
bool hob_piece_exists(hob_world *world, hob_str name);
/* Markup with which it would be mounted now; null data when there is none. */
hob_str hob_piece_source(hob_world *world, hob_str name);
/* What is mounted already stays as it is. */
void hob_piece_define(hob_world *world, hob_str name, hob_str html);
/* Names of the project's in path order, then of those only scripts have defined. */
hob_value hob_piece_names(hob_world *world, const hob_allocator *a);

/* ---- on the screen ---- */
/* False, in all of these: there is no such piece. */
bool hob_piece_show(hob_world *world, hob_str name, hob_scope scope);
bool hob_piece_hide(hob_world *world, hob_str name);
bool hob_piece_toggle(hob_world *world, hob_str name, hob_scope scope);
/* Mounts it hidden, so that its elements can be listened to. */
bool hob_piece_mount(hob_world *world, hob_str name, hob_scope scope);
bool hob_piece_is_visible(const hob_world *world, hob_str name);
/* Name of the session signal of an element, in scratch memory: "ui:menu#start.click". */
hob_str hob_piece_signal(hob_world *world, hob_str piece, hob_str element, hob_str event);
/* Who draws: an element told an event. */
void hob_piece_tell(hob_world *world, hob_str piece, hob_str element, hob_str event);
hob_str hob_shown_piece_source(hob_world *world, const hob_shown_piece *piece);

/* ---- at entities ---- */
typedef struct hob_piece_options {
    hob_vec2 offset; /* px of the drawn world */
    bool has_seconds;
    double seconds;    /* of game time; finite */
    hob_value values;  /* map or null; not taken over */
    hob_entity viewer; /* it goes when this one dies, too; none: nobody */
} hob_piece_options;
/* The number of the new instance. 0: no such piece (told once a name and game session), a dead
 * entity, or no more timers (LIMIT_REACHED). */
uint64_t hob_piece_attach(hob_world *world, hob_str name, hob_entity entity,
                          const hob_piece_options *options, hob_error *reterr);
/* Null when it is gone; valid until the next attach or removal. */
hob_anchored_piece *hob_piece_find(hob_world *world, uint64_t number);
void hob_piece_set(hob_world *world, uint64_t number, hob_str key, hob_value v); /* copied */
void hob_piece_remove(hob_world *world, uint64_t number); /* silent when it is gone */

typedef struct hob_piece_place {
    double x, y;  /* whole px of the view */
    bool clipped; /* outside the view */
    bool hidden;  /* its entity is inactive or not visible */
} hob_piece_place;
hob_piece_place hob_piece_place_of(hob_world *world, const hob_anchored_piece *piece);
/* Indexes of all anchored pieces, back to front: lower on the screen is in front, then the later
 * one. In scratch memory. */
const uint32_t *hob_piece_order(hob_world *world);
/* --hob-unit: screen px of one world px. */
double hob_piece_unit(hob_world *world);
/* Seconds of its animations. */
double hob_piece_age(const hob_world *world, const hob_anchored_piece *piece);
hob_str hob_anchored_piece_source(hob_world *world, const hob_anchored_piece *piece);

/* ---- text ---- */
/* The markup with every {{name}} of its text replaced: by the value of that name (`values`: map or
 * null), else by the game state's; numbers as scripts write them, booleans as U+2713 and U+2715,
 * nothing for what is missing. Values are escaped: they never become markup. Tags, comments, style
 * and script stay as they are. */
void hob_piece_fill(hob_world *world, hob_str html, hob_value values, hob_buf *out);

/* ---- life ---- */
/* The list `ui` of a scene file, at its load: shown with scene scope. */
void hob_pieces_enter_scene(hob_world *world, yyjson_val *names);
void hob_pieces_leave_scene(hob_world *world);
/* For world->outside.entity_died. */
void hob_pieces_entity_died(hob_world *world, hob_entity_data *e);

#endif
