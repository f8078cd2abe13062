/* The view as state: active camera and camera effects (spec runtime 15, waica 7.4, hob 6.5).
 * Drawing is elsewhere. */
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

typedef struct hob_camera_effect {
    uint64_t number; /* creation order */
    int32_t kind;
    bool hearth; /* made by ctx.camera.*: runs while paused, one of a kind, no handle */
    hob_scope scope;
    struct hob_code_slot *slot;
    double elapsed, seconds;
    double intensity; /* shake px; zoom scale */
    double from, to;  /* fade levels */
    int32_t easing;
    hob_text *color;
    hob_random random; /* shake */
    double out_x, out_y, level;
    int32_t done; /* -1 running, 0 dropped or superseded, 1 finished */
    bool superseded;
    hob_value callback;
} hob_camera_effect;

typedef struct hob_view {
    hob_camera_effect *effects; /* by creation */
    uint32_t count, cap;
    uint64_t next_number;
    double shake_x, shake_y, zoom_factor;
    double flash_alpha, fade_level;
    hob_text *flash_color, *fade_color;
    hob_value pending; /* list of {effect, params}: written to the records in phase 15 */
} hob_view;

void hob_view_init(hob_world *world);
void hob_view_leave_scene(hob_world *world);
/* Hearth's four (runtime 15.1). Seed: NaN = implicit. Colors checked by the caller. */
void hob_view_shake(hob_world *world, double intensity, double seconds, double seed);
void hob_view_flash(hob_world *world, hob_str color, double seconds);
void hob_view_fade(hob_world *world, double alpha, double seconds, hob_str color, bool has_color,
                   struct hob_code_slot *slot, hob_value callback);
void hob_view_zoom_punch(hob_world *world, double scale, double seconds);
/* Waica's three: an effect with a handle (its number). */
hob_camera_effect *hob_view_effect_add(hob_world *world, hob_effect_kind kind);
hob_camera_effect *hob_view_effect_find(hob_world *world, uint64_t number);
void hob_view_effect_cancel(hob_world *world, uint64_t number);
/* Phase 15. */
void hob_view_run_effects(hob_world *world);
/* What is drawn over everything: max of flash and fade. */
double hob_view_overlay_alpha(const hob_world *world);
hob_str hob_view_overlay_color(const hob_world *world);

/* The active camera's component (first active entity with isMain, else the first camera), null =
 * none. `seat` -1 = main. */
hob_component *hob_view_camera(hob_world *world, int seat);
hob_vec2
hob_view_position(hob_world *world); /* world position of the camera, or the view's centre */
double hob_view_zoom(hob_world *world);
hob_vec2 hob_view_to_world(hob_world *world, double screen_x,
                           double screen_y); /* ignores shake and punch; zoom 0 counts as 1 */
hob_vec2 hob_view_to_screen(hob_world *world, double x, double y);

#endif
