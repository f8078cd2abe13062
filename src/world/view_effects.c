/* Camera effects: making them, and phase 15. */
#include "base/dmath.h"
#include "base/easing.h"
#include "world/internal.h"
#include "world/report.h"
#include "world/view.h"

#include <math.h>

#define NO_TIME     1e-9 /* a duration up to this counts as none */
#define DUE_EPSILON 1e-9

/* ---- entries ---- */

hob_camera_effect *hob_view_effect_find(hob_world *world, uint64_t number) {
    hob_view *view = &world->view;
    for (uint32_t i = view->count; i-- > 0;) {
        if (view->effects[i].number == number) {
            return &view->effects[i];
        }
    }
    return NULL;
}

static void drop_ended(hob_world *world) {
    hob_view *view = &world->view;
    if (view->running) {
        return;
    }
    uint32_t left = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (e->done >= 0 && e->told) {
            hob_code_drop(world, e->callback);
            e->callback = HOB_VALUE_ABSENT;
            if (!e->kept) {
                continue;
            }
        }
        view->effects[left++] = *e;
    }
    view->count = left;
}

static void end(hob_camera_effect *e, int32_t done) {
    e->done = done;
    /* Hearth's onComplete only follows the end of its own fade. */
    e->told = hob_value_is_absent(e->callback) || (e->hearth && done == HOB_EFFECT_DROPPED);
}

static hob_camera_effect *add(hob_world *world, hob_effect_kind kind, bool hearth, double seconds) {
    hob_view *view = &world->view;
    view->effects =
        hob_world_grow(world, view->effects, &view->cap, view->count + 1, sizeof(*view->effects));
    hob_camera_effect *e = &view->effects[view->count++];
    *e = (hob_camera_effect){
        .number = ++view->last_number,
        .kind = (int32_t)kind,
        .hearth = hearth,
        .seconds = seconds > 0 ? seconds : 0,
        .created_step = world->time.steps,
        .done = HOB_EFFECT_RUNNING,
        .callback = HOB_VALUE_ABSENT,
    };
    return e;
}

/* The running effect of the same family and kind gives way. */
static void supersede(hob_world *world, hob_effect_kind kind, bool hearth) {
    hob_view *view = &world->view;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (e->kind == (int32_t)kind && e->hearth == hearth && e->done < 0) {
            e->superseded = true;
            end(e, HOB_EFFECT_DROPPED);
        }
    }
}

/* ---- records, written in phase 15 ---- */

static hob_map *note(hob_world *world, const char *effect) {
    const hob_allocator *a = world->heap;
    hob_value row = hob_value_map(a, 2);
    hob_map_set(a, row.as.map, HOB_STR("effect"), hob_value_cstr(a, effect));
    hob_map_set(a, row.as.map, HOB_STR("params"), hob_value_map(a, 3));
    hob_list_add(a, world->view.pending.as.list, row);
    return hob_map_get(row.as.map, HOB_STR("params")).as.map;
}

static void note_number(hob_world *world, hob_map *params, const char *key, double v) {
    hob_map_set(world->heap, params, hob_str_from(key), hob_value_number(v));
}

static void note_text(hob_world *world, hob_map *params, const char *key, hob_str v) {
    hob_map_set(world->heap, params, hob_str_from(key), hob_value_text(world->heap, v));
}

static void write_records(hob_world *world) {
    static const char *const names[] = {"shake", "flash", "fade", "zoomPunch"};
    hob_list *pending = world->view.pending.as.list;
    for (uint32_t i = 0; i < pending->count; i++) {
        hob_str effect = hob_value_get_str(pending->items[i], "effect", "");
        for (size_t k = 0; k < HOB_COUNT(names); k++) {
            if (hob_str_is(effect, names[k])) {
                hob_report_effect(world, names[k], hob_value_get(pending->items[i], "params"));
            }
        }
    }
    if (pending->count > 0) {
        hob_list_resize(world->heap, pending, 0);
    }
}

/* ---- Hearth's ---- */

void hob_view_shake(hob_world *world, double intensity, double seconds, double seed) {
    hob_map *params = note(world, "shake");
    note_number(world, params, "intensity", intensity);
    note_number(world, params, "seconds", seconds);
    if (seed == seed) {
        note_number(world, params, "seed", seed);
    } else {
        seed = floor(hob_random_next(&world->shake_stream) * 2147483648.0);
    }
    supersede(world, HOB_EFFECT_SHAKE, true);
    hob_camera_effect *e = add(world, HOB_EFFECT_SHAKE, true, seconds);
    e->intensity = intensity;
    e->random = hob_random_from_seed(seed);
}

void hob_view_flash(hob_world *world, hob_str color, double seconds) {
    hob_map *params = note(world, "flash");
    note_text(world, params, "color", color);
    note_number(world, params, "seconds", seconds);
    supersede(world, HOB_EFFECT_FLASH, true);
    (void)add(world, HOB_EFFECT_FLASH, true, seconds);
    hob_world_set_text(world, &world->view.flash_color, color);
}

void hob_view_fade(hob_world *world, double alpha, double seconds, hob_str color, bool has_color,
                   struct hob_code_slot *slot, hob_value callback) {
    hob_map *params = note(world, "fade");
    note_number(world, params, "alpha", alpha);
    note_number(world, params, "seconds", seconds);
    if (has_color) {
        note_text(world, params, "color", color);
        hob_world_set_text(world, &world->view.fade_color, color);
    }
    supersede(world, HOB_EFFECT_FADE, true);
    hob_camera_effect *e = add(world, HOB_EFFECT_FADE, true, seconds);
    e->from = world->view.fade_level;
    e->to = alpha;
    e->easing = HOB_EASING_IN_OUT;
    e->slot = slot;
    e->callback = callback;
}

void hob_view_zoom_punch(hob_world *world, double scale, double seconds) {
    hob_map *params = note(world, "zoomPunch");
    note_number(world, params, "scale", scale);
    note_number(world, params, "seconds", seconds);
    supersede(world, HOB_EFFECT_ZOOM_PUNCH, true);
    add(world, HOB_EFFECT_ZOOM_PUNCH, true, seconds)->intensity = scale;
}

/* ---- Waica's ---- */

uint64_t hob_view_effect_shake(hob_world *world, double intensity, double seconds, int32_t easing,
                               struct hob_code_slot *slot) {
    hob_map *params = note(world, "shake");
    note_number(world, params, "intensity", intensity);
    note_number(world, params, "seconds", seconds);
    hob_camera_effect *e = add(world, HOB_EFFECT_SHAKE, false, seconds);
    e->intensity = intensity;
    e->easing = easing;
    e->slot = slot;
    return e->number;
}

uint64_t hob_view_effect_fade(hob_world *world, hob_str color, double seconds, int32_t easing,
                              struct hob_code_slot *slot) {
    hob_map *params = note(world, "fade");
    note_text(world, params, "to", color.length == 0 ? HOB_STR("clear") : color);
    note_number(world, params, "seconds", seconds);
    supersede(world, HOB_EFFECT_FADE, false);
    hob_camera_effect *e = add(world, HOB_EFFECT_FADE, false, seconds);
    e->scope = HOB_SCOPE_SESSION;
    e->from = world->view.fade.alpha;
    e->to = color.length == 0 ? 0 : 1;
    e->easing = easing;
    e->slot = slot;
    if (color.length > 0) {
        hob_world_set_text(world, &world->view.fade.color, color);
    }
    return e->number;
}

uint64_t hob_view_effect_flash(hob_world *world, hob_str color, double seconds,
                               struct hob_code_slot *slot) {
    hob_map *params = note(world, "flash");
    note_text(world, params, "color", color);
    note_number(world, params, "seconds", seconds);
    supersede(world, HOB_EFFECT_FLASH, false);
    hob_camera_effect *e = add(world, HOB_EFFECT_FLASH, false, seconds);
    e->slot = slot;
    hob_world_set_text(world, &world->view.flash.color, color);
    world->view.flash.alpha = 1;
    return e->number;
}

void hob_view_effect_cancel(hob_world *world, uint64_t number) {
    hob_camera_effect *e = hob_view_effect_find(world, number);
    if (e == NULL || e->done >= 0) {
        return;
    }
    if (e->kind == HOB_EFFECT_FLASH) {
        world->view.flash.alpha = 0;
    }
    end(e, HOB_EFFECT_DROPPED);
    drop_ended(world);
}

void hob_view_effect_keep(hob_world *world, uint64_t number, bool kept) {
    hob_camera_effect *e = hob_view_effect_find(world, number);
    if (e != NULL) {
        e->kept = kept;
        drop_ended(world);
    }
}

void hob_view_effect_on_done(hob_world *world, uint64_t number, struct hob_code_slot *slot,
                             hob_value callback) {
    hob_camera_effect *e = hob_view_effect_find(world, number);
    if (e == NULL) {
        hob_code_drop(world, callback);
        return;
    }
    hob_code_drop(world, e->callback);
    e->slot = slot;
    e->callback = callback;
    e->told = false;
}

void hob_view_slot_gone(hob_world *world, struct hob_code_slot *slot) {
    hob_view *view = &world->view;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (e->slot == slot) {
            hob_code_drop(world, e->callback);
            e->callback = HOB_VALUE_ABSENT;
            e->slot = NULL;
            e->told = e->done >= 0;
        }
    }
}

/* Spec step 9: shakes, flashes and punches end; Hearth's fade keeps level and color but not its
 * animation, Waica's goes on. No callback of the scene is called any more. */
void hob_view_leave_scene(hob_world *world) {
    hob_view *view = &world->view;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        hob_code_drop(world, e->callback);
        e->callback = HOB_VALUE_ABSENT;
        e->slot = NULL;
        if (e->done < 0 && e->scope == HOB_SCOPE_SCENE) {
            e->done = HOB_EFFECT_DROPPED;
        }
        e->told = e->done >= 0;
    }
    view->shake_x = 0;
    view->shake_y = 0;
    view->zoom_factor = 1;
    view->flash_alpha = 0;
    view->flash.alpha = 0;
    view->solo = false; /* its camera goes */
    view->solo_camera = HOB_NO_ENTITY;
    view->request = 0;
    view->request_camera = HOB_NO_ENTITY;
    world->shake_stream = hob_random_from_seed(world->seed);
    drop_ended(world);
}

static void renew_color(hob_world *world, hob_text **color, const char *hex) {
    hob_world_set_text(world, color, hob_str_from(hex));
}

void hob_view__begin_pushed(hob_world *world) {
    hob_view *view = &world->view;
    hob_view_leave_scene(world);
    for (uint32_t i = 0; i < view->count; i++) {
        view->effects[i].done = HOB_EFFECT_DROPPED;
        view->effects[i].told = true;
        view->effects[i].kept = false;
    }
    drop_ended(world);
    view->waica_x = view->waica_y = 0;
    view->fade_level = view->fade.alpha = 0;
    renew_color(world, &view->flash_color, "#ffffff");
    renew_color(world, &view->fade_color, "#000000");
    renew_color(world, &view->fade.color, "#000000");
    renew_color(world, &view->flash.color, "#ffffff");
}

/* ---- phase 15 ---- */

/* Share of the duration that is over, after this step's dt; 1 = finished. */
static double advance(const hob_world *world, hob_camera_effect *e) {
    if (e->hearth) {
        e->elapsed += world->dt;
        return e->seconds <= NO_TIME ? 1 : hob_min(1, e->elapsed / e->seconds);
    }
    e->steps++;
    e->elapsed = (double)e->steps * world->dt;
    return e->elapsed >= e->seconds - DUE_EPSILON ? 1 : e->elapsed / e->seconds;
}

/* The offset of a Waica shake at its n-th step, the same in every run. */
static double jitter(const hob_camera_effect *e, uint32_t axis) {
    uint32_t h = ((uint32_t)e->created_step + 1) * 0x9E3779B1u;
    h ^= ((uint32_t)e->steps + 1) * 0x85EBCA77u;
    h ^= (axis + 1) * 0xC2B2AE3Du;
    h = (h ^ (h >> 16)) * 0x7FEB352Du;
    h = (h ^ (h >> 15)) * 0x846CA68Bu;
    h ^= h >> 16;
    return 2 * ((double)h / 4294967296.0) - 1;
}

static bool runs(const hob_world *world, const hob_camera_effect *e, hob_effect_kind kind) {
    return e->kind == (int32_t)kind && e->done < 0 && (e->hearth || !world->paused);
}

static void run_shakes(hob_world *world) {
    hob_view *view = &world->view;
    bool any_waica = false;
    double largest = 0, waica_x = 0, waica_y = 0;
    if (!world->paused) {
        view->waica_x = 0;
        view->waica_y = 0;
    }
    view->shake_x = 0;
    view->shake_y = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (!runs(world, e, HOB_EFFECT_SHAKE)) {
            continue;
        }
        double t = advance(world, e);
        if (e->hearth) {
            view->shake_x = (2 * hob_random_next(&e->random) - 1) * e->intensity * (1 - t);
            view->shake_y = (2 * hob_random_next(&e->random) - 1) * e->intensity * (1 - t);
        } else if (t < 1) {
            double amplitude = e->intensity * (1 - hob_easing_apply((hob_easing)e->easing, t));
            if (amplitude > largest) {
                any_waica = true;
                largest = amplitude;
                waica_x = amplitude * jitter(e, 0);
                waica_y = amplitude * jitter(e, 1);
            }
        }
        if (t >= 1) {
            end(e, HOB_EFFECT_FINISHED);
        }
    }
    if (any_waica) {
        view->waica_x = waica_x;
        view->waica_y = waica_y;
    }
    if (view->waica_x != 0 || view->waica_y != 0) {
        view->shake_x += view->waica_x;
        view->shake_y += view->waica_y;
    }
}

static void run_flashes(hob_world *world) {
    hob_view *view = &world->view;
    view->flash_alpha = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (!runs(world, e, HOB_EFFECT_FLASH)) {
            continue;
        }
        double t = advance(world, e);
        *(e->hearth ? &view->flash_alpha : &view->flash.alpha) = 1 - t;
        if (t >= 1) {
            end(e, HOB_EFFECT_FINISHED);
        }
    }
}

/* Runs the callback of an effect that has ended. Entries may be added meanwhile. */
static void tell(hob_world *world, uint32_t index) {
    hob_camera_effect *e = &world->view.effects[index];
    if (e->told || e->done < 0) {
        return;
    }
    e->told = true;
    hob_value arg = hob_value_bool(e->done == HOB_EFFECT_FINISHED);
    hob_code_call_function(world, e->slot, e->callback, HOB_CALL_CALLBACK, "cameraEffect", &arg,
                           e->hearth ? 0 : 1);
}

static void run_fades(hob_world *world) {
    hob_view *view = &world->view;
    uint32_t last = view->count; /* a fade that a callback begins waits for the next step */
    for (uint32_t i = 0; i < last; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (!runs(world, e, HOB_EFFECT_FADE)) {
            continue;
        }
        double t = advance(world, e);
        double level =
            t >= 1 ? e->to
                   : e->from + (e->to - e->from) * hob_easing_apply((hob_easing)e->easing, t);
        *(e->hearth ? &view->fade_level : &view->fade.alpha) = level;
        if (t >= 1) {
            end(e, HOB_EFFECT_FINISHED);
            tell(world, i);
        }
    }
}

static void run_zoom_punches(hob_world *world) {
    hob_view *view = &world->view;
    view->zoom_factor = 1;
    for (uint32_t i = 0; i < view->count; i++) {
        hob_camera_effect *e = &view->effects[i];
        if (runs(world, e, HOB_EFFECT_ZOOM_PUNCH)) {
            double t = advance(world, e);
            view->zoom_factor = 1 + (e->intensity - 1) * (1 - t);
            if (t >= 1) {
                end(e, HOB_EFFECT_FINISHED);
            }
        }
    }
}

static void tell_ended(hob_world *world) {
    uint32_t last = world->view.count;
    for (uint32_t i = 0; i < last; i++) {
        tell(world, i);
    }
}

void hob_view_run_effects(hob_world *world) {
    hob_view *view = &world->view;
    write_records(world);
    view->running = true;
    tell_ended(world); /* cancelled and superseded since the last step */
    run_shakes(world);
    tell_ended(world);
    run_flashes(world);
    tell_ended(world);
    run_fades(world);
    run_zoom_punches(world);
    view->running = false;
    if (view->count > 0) {
        drop_ended(world);
    }
}
