/* The view as state: active camera and camera effects (spec runtime 15, waica 7.4, hob 6.5).
 * Drawing is elsewhere.
 *
 * Two families of effects live in one store, in creation order. Hearth's (ctx.camera.*): one live
 * entry a kind, they run while the game is paused, no handle. Waica's (ctx.camera.effects.*):
 * shakes pile up, a fade or flash supersedes the running one, they stand still while paused, and
 * each has a handle: an entry that ended stays while a script keeps it. Pixels, seconds, levels
 * from 0 to 1. All memory is the session's region. */
#ifndef HOB_WORLD_VIEW_H
#define HOB_WORLD_VIEW_H

#include "base/random.h"
#include "world/component.h"
#include "world/gametime.h"

typedef enum hob_effect_kind {
    HOB_EFFECT_SHAKE,
    HOB_EFFECT_FLASH,
    HOB_EFFECT_FADE,
    HOB_EFFECT_ZOOM_PUNCH
} hob_effect_kind;

enum { HOB_EFFECT_RUNNING = -1, HOB_EFFECT_DROPPED = 0, HOB_EFFECT_FINISHED = 1 };

typedef struct hob_camera_effect {
    uint64_t number; /* creation order */
    int32_t kind;
    bool hearth; /* made by ctx.camera.*: runs while paused, one of a kind, no handle */
    bool kept;   /* a script holds the handle */
    bool told;   /* its callback has run, or never will */
    bool superseded;
    hob_scope scope;
    struct hob_code_slot *slot;
    double elapsed, seconds;
    double intensity;             /* shake px; zoom scale */
    double from, to;              /* fade levels */
    int32_t easing;               /* hob_easing */
    hob_random random;            /* Hearth's shake */
    uint64_t created_step, steps; /* Waica's: game-time step of creation, steps run since */
    int32_t done;
    hob_value callback; /* Hearth's fade: onComplete(); Waica's: onDone(finished) */
} hob_camera_effect;

typedef struct hob_overlay {
    hob_text *color;
    double alpha;
} hob_overlay;

typedef struct hob_view {
    hob_camera_effect *effects; /* by creation */
    uint32_t count, cap;
    uint64_t last_number;
    bool running;                         /* inside phase 15: entries keep their index */
    double shake_x, shake_y, zoom_factor; /* both families together */
    double waica_x, waica_y;              /* share of Waica's shakes, held while paused */
    double flash_alpha, fade_level;       /* Hearth's overlay */
    hob_text *flash_color, *fade_color;
    hob_overlay fade, flash; /* Waica's two layers above it */
    hob_value pending;       /* list of {effect, params}: written to the records in phase 15 */
    /* Split screen: the mode in effect, and what phase 1 will make of it. */
    bool solo;
    hob_entity solo_camera;
    int32_t request; /* 0 none, 1 solo, 2 split */
    hob_entity request_camera;
    /* Where the registry has the Camera's fields; constant. */
    int camera_type;
    const hob_field *camera_main, *camera_zoom, *camera_seat, *camera_snap;
} hob_view;

void hob_view_init(hob_world *world);
void hob_view_leave_scene(hob_world *world);
void hob_view_begin_step(hob_world *world); /* phase 1: the last solo or split request */
void hob_view_request_solo(hob_world *world, hob_entity camera);
void hob_view_request_split(hob_world *world);

/* Hearth's four (runtime 15.1). Seed: NaN = implicit. Colors checked by the caller. Negative
 * seconds count as 0. */
void hob_view_shake(hob_world *world, double intensity, double seconds, double seed);
void hob_view_flash(hob_world *world, hob_str color, double seconds);
void hob_view_fade(hob_world *world, double alpha, double seconds, hob_str color, bool has_color,
                   struct hob_code_slot *slot, hob_value callback);
void hob_view_zoom_punch(hob_world *world, double scale, double seconds);

/* Waica's three: number of the new effect. Arguments are finite and not negative, colors as
 * hob_view_effect_color leaves them: the caller checks and warns. An empty color fades to clear. */
uint64_t hob_view_effect_shake(hob_world *world, double intensity, double seconds, int32_t easing,
                               struct hob_code_slot *slot);
uint64_t hob_view_effect_fade(hob_world *world, hob_str color, double seconds, int32_t easing,
                              struct hob_code_slot *slot);
uint64_t hob_view_effect_flash(hob_world *world, hob_str color, double seconds,
                               struct hob_code_slot *slot);
/* `black`, `white` or six hex digits, written as #rrggbb in lower case. */
bool hob_view_effect_color(hob_str color, char ret_color[8]);
hob_camera_effect *
hob_view_effect_find(hob_world *world,
                     uint64_t number); /* null when dropped; valid until the next change */
void hob_view_effect_cancel(hob_world *world,
                            uint64_t number); /* a fade keeps its level, a flash goes to 0 */
void hob_view_effect_keep(hob_world *world, uint64_t number, bool kept);
void hob_view_effect_on_done(hob_world *world, uint64_t number, struct hob_code_slot *slot,
                             hob_value callback); /* taken over */
void hob_view_slot_gone(hob_world *world,
                        struct hob_code_slot *slot); /* its callbacks are never called */
/* Phase 15. */
void hob_view_run_effects(hob_world *world);

/* Hearth's overlay: max of its flash and fade, in the flash's color while there is a flash. */
double hob_view_overlay_alpha(const hob_world *world);
hob_str hob_view_overlay_color(const hob_world *world);
/* All overlays, back to front: Hearth's, fade, flash. */
typedef struct hob_view_layer {
    hob_str color;
    double alpha;
} hob_view_layer;
void hob_view_layers(const hob_world *world, hob_view_layer ret_layers[3]);

/* The camera's component: of a seat the first active one that names it, else the main one (first
 * active entity with isMain, else the first camera); null = none. `seat` -1 = main. */
hob_component *hob_view_camera(hob_world *world, int seat);
/* Only the one that names the seat; null = none does. */
hob_component *hob_view_camera_of_seat(hob_world *world, int seat);
double hob_view_camera_zoom(const hob_world *world, const hob_component *camera); /* null: 1 */
bool hob_view_camera_snaps(const hob_world *world, const hob_component *camera);  /* null: false */
hob_vec2
hob_view_position(hob_world *world); /* world position of the main camera, or the view's centre */
double hob_view_zoom(hob_world *world);
/* Through the view under the point (world/view_layout.h); ignores shake and punch; zoom 0 counts as
 * 1. */
hob_vec2 hob_view_to_world(hob_world *world, double screen_x, double screen_y);
hob_vec2 hob_view_to_screen(hob_world *world, double x, double y); /* through the main camera */

void hob_view_hash(hob_world *world, hob_hash *hash); /* block 7 */

#endif
