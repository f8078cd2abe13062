/* ctx.camera and ctx.camera.effects (spec scripting 7.13, waica 7.4, hob 6.5). */
#include "base/easing.h"
#include "schema/pattern.h"
#include "script/machine.h"
#include "world/view_layout.h"

#include <math.h>

/* The camera that the object is bound to (by number, its entity), else the main one. */
static hob_component *camera_of(hob_ctx_call *call) {
    if (call->number != 0) {
        hob_entity_data *e = hob_entity_live(call->world, call->number);
        return e == NULL ? NULL : hob_component_lookup(call->world, e, HOB_STR("Camera"), NULL);
    }
    return hob_view_camera(call->world, -1);
}

static hob_component *camera_or_warn(hob_ctx_call *call) {
    hob_component *camera = camera_of(call);
    if (camera == NULL && hob_world_warn_once(call->world, "no camera")) {
        hob_ctx_warn(call, "ctx.camera.%s: the scene has no camera", call->member->name);
    }
    return camera;
}

static bool set_field(hob_ctx_call *call, hob_component *component, const char *name, hob_value v) {
    const hob_field *field = hob_field_find(component->type->fields, hob_str_from(name));
    if (field == NULL || hob_field_set(field, HOB_DATA(component, void), v, call->world->heap,
                                       call->error) != HOB_OK) {
        return false;
    }
    hob_component_changed(call->world, component, field);
    return true;
}

static bool get_position(hob_ctx_call *call) {
    hob_component *camera = camera_or_warn(call);
    if (camera != NULL) {
        return hob_ctx_return_point(call, hob_entity_world_position(call->world, camera->owner));
    }
    return hob_ctx_return_point(call, hob_view_position(call->world));
}

static bool set_position(hob_ctx_call *call) {
    hob_component *camera = camera_or_warn(call);
    hob_vec2 to = {hob_ctx_number(call, 0), hob_ctx_number(call, 1)};
    if (camera == NULL) {
        return true;
    }
    if (!isfinite(to.x) || !isfinite(to.y)) {
        return hob_ctx_fail(call, HOB_ERR_FIELD_NOT_FINITE,
                            "ctx.camera.setPosition: the place is not finite");
    }
    return set_field(call, HOB_HEADER(camera->owner->transform), "position",
                     hob_point_value(call->a, to));
}

static double zoom_of(hob_component *camera) {
    const hob_field *field = hob_field_find(camera->type->fields, HOB_STR("zoom"));
    return field == NULL ? 1 : hob_live_read_field(HOB_DATA(camera, void), field).value.as.number;
}

static bool get_zoom(hob_ctx_call *call) {
    hob_component *camera = camera_or_warn(call);
    return hob_ctx_return_number(call, camera == NULL ? 1 : zoom_of(camera));
}

static bool set_zoom(hob_ctx_call *call) {
    hob_component *camera = camera_or_warn(call);
    return camera == NULL ||
           set_field(call, camera, "zoom", hob_value_number(hob_ctx_number(call, 0)));
}

static bool follow(hob_ctx_call *call) {
    hob_component *camera = camera_or_warn(call);
    hob_value ref = hob_ctx_arg(call, 0);
    if (camera == NULL) {
        return true;
    }
    if (ref.tag == HOB_TAG_NULL) {
        return set_field(call, camera, "follow", hob_value_text(call->a, HOB_STR("")));
    }
    hob_str text = hob_ctx_text(call, 0);
    hob_entity_data *target =
        text.data == NULL ? NULL : hob_entity_live(call->world, hob_entity_find(call->world, text));
    if (target == NULL) {
        hob_ctx_warn(call, "ctx.camera.follow: there is no entity \"%.*s\"", (int)text.length,
                     text.data == NULL ? "" : text.data);
        return true;
    }
    return set_field(call, camera, "follow", hob_value_text(call->a, hob_text_view(target->id)));
}

/* The view that the bound camera fills: its seat's, else the whole screen. */
static hob_view_part part_of(hob_ctx_call *call) {
    hob_component *camera = camera_of(call);
    return (hob_view_part){
        .rect = hob_views_of_camera(call->world, camera), .seat = -1, .camera = camera};
}

static bool to_world(hob_ctx_call *call) {
    hob_view_part part = part_of(call);
    return hob_ctx_return_point(call,
                                hob_view_part_to_world(call->world, &part, hob_ctx_number(call, 0),
                                                       hob_ctx_number(call, 1)));
}

static bool to_screen(hob_ctx_call *call) {
    hob_view_part part = part_of(call);
    return hob_ctx_return_point(call,
                                hob_view_part_to_screen(call->world, &part, hob_ctx_number(call, 0),
                                                        hob_ctx_number(call, 1)));
}

static bool of(hob_ctx_call *call) {
    hob_value ref = hob_ctx_arg(call, 0);
    hob_component *camera = NULL;
    if (ref.tag == HOB_TAG_NUMBER) {
        camera = ref.as.number >= 0 && ref.as.number < HOB_MAX_SEATS
                     ? hob_view_camera(call->world, (int)ref.as.number)
                     : NULL;
    } else {
        hob_entity_data *e = hob_ctx_entity_required(call, 0, false);
        if (e == NULL) {
            return false;
        }
        camera = hob_component_lookup(call->world, e, HOB_STR("Camera"), NULL);
    }
    return camera == NULL || hob_ctx_return_object(call, &hob_api_camera, camera->owner->self);
}

/* ---- Hearth's effects ---- */

static bool shake(hob_ctx_call *call) {
    hob_value opts;
    if (!hob_ctx_options(call, 2, true, &opts)) {
        return false;
    }
    hob_value seed = hob_ctx_option(opts, "seed");
    hob_view_shake(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1),
                   hob_value_is_absent(seed) ? (double)NAN : hob_value_js_number(seed));
    return true;
}

static bool color_argument(hob_ctx_call *call, hob_value v, hob_str *ret_color) {
    *ret_color = hob_value_str(v);
    if (v.tag == HOB_TAG_TEXT && hob_color_valid(*ret_color)) {
        return true;
    }
    hob_ctx_warn(call, "ctx.camera.%s: the colour is malformed; white is used", call->member->name);
    *ret_color = HOB_STR("#ffffff");
    return true;
}

static bool flash(hob_ctx_call *call) {
    hob_str color;
    (void)color_argument(call, hob_ctx_arg(call, 0), &color);
    hob_view_flash(call->world, color, hob_ctx_number(call, 1));
    return true;
}

static bool fade(hob_ctx_call *call) {
    hob_value opts;
    if (!hob_ctx_options(call, 2, true, &opts)) {
        return false;
    }
    hob_value color = hob_ctx_option(opts, "color"), callback = hob_ctx_option(opts, "onComplete");
    hob_str text = HOB_STR("");
    bool has_color = !hob_value_is_absent(color) && color_argument(call, color, &text);
    callback = hob_value_is_function(callback) ? hob_ctx_keep(call, callback) : HOB_VALUE_ABSENT;
    hob_view_fade(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1), text, has_color,
                  call->slot, callback);
    return true;
}

static bool zoom_punch(hob_ctx_call *call) {
    hob_view_zoom_punch(call->world, hob_ctx_number(call, 0), hob_ctx_number(call, 1));
    return true;
}

/* ---- Waica's effects ---- */

static bool inert(hob_ctx_call *call, const char *why) {
    hob_ctx_warn(call, "ctx.camera.effects.%s: %s; nothing happens", call->member->name, why);
    return hob_ctx_return_object(call, &hob_api_effect_handle, 0);
}

static bool begun(hob_ctx_call *call, uint64_t number) {
    hob_view_effect_keep(call->world, number, true);
    return hob_ctx_return_object(call, &hob_api_effect_handle, number);
}

static bool amount(hob_value opts, const char *key, double *ret_number) {
    hob_value v = hob_ctx_option(opts, key);
    *ret_number = v.tag == HOB_TAG_NUMBER ? v.as.number : (double)NAN;
    return *ret_number >= 0 && isfinite(*ret_number);
}

static bool easing_of(hob_value opts, int32_t *ret_easing) {
    hob_value v = hob_ctx_option(opts, "easing");
    hob_str name = v.tag == HOB_TAG_TEXT ? hob_value_str(v) : HOB_STR("linear");
    hob_easing easing = hob_easing_find(name.data, name.length);
    *ret_easing = (int32_t)easing;
    return easing != HOB_EASING_COUNT && (v.tag == HOB_TAG_TEXT || hob_value_is_absent(v));
}

static bool effect_shake(hob_ctx_call *call) {
    hob_value opts = hob_ctx_plain(call, 0);
    double intensity, seconds;
    int32_t easing;
    if (!amount(opts, "intensity", &intensity) || !amount(opts, "seconds", &seconds) ||
        !easing_of(opts, &easing)) {
        return inert(call, "intensity and seconds must be numbers from 0, easing a known name");
    }
    return begun(call, hob_view_effect_shake(call->world, intensity, seconds, easing, call->slot));
}

static bool effect_fade(hob_ctx_call *call) {
    hob_value opts = hob_ctx_plain(call, 0);
    hob_str to = hob_value_get_str(opts, "to", "");
    char color[8];
    double seconds;
    int32_t easing;
    bool clear = hob_str_is(to, "clear");
    if (!amount(opts, "seconds", &seconds) || !easing_of(opts, &easing) ||
        (!clear && !hob_view_effect_color(to, color))) {
        return inert(call, "to must be black, white, clear or #rrggbb, seconds a number from 0, "
                           "easing a known name");
    }
    return begun(call, hob_view_effect_fade(call->world, clear ? HOB_STR("") : hob_str_from(color),
                                            seconds, easing, call->slot));
}

static bool effect_flash(hob_ctx_call *call) {
    hob_value opts = hob_ctx_plain(call, 0);
    char color[8];
    double seconds;
    if (!amount(opts, "seconds", &seconds) ||
        !hob_view_effect_color(hob_value_get_str(opts, "color", "white"), color)) {
        return inert(call, "color must be black, white or #rrggbb, seconds a number from 0");
    }
    return begun(call,
                 hob_view_effect_flash(call->world, hob_str_from(color), seconds, call->slot));
}

static hob_value layer(hob_ctx_call *call, const hob_overlay *overlay, const char *key) {
    hob_value map = hob_value_map(call->a, 2);
    hob_map_set(call->a, map.as.map, HOB_STR("color"),
                hob_value_text(call->a, hob_text_view(overlay->color)));
    hob_map_set(call->a, map.as.map, hob_str_from(key), hob_value_number(overlay->alpha));
    return map;
}

static bool effect_state(hob_ctx_call *call) {
    const hob_view *view = &call->world->view;
    hob_value map = hob_value_map(call->a, 3);
    hob_map_set(call->a, map.as.map, HOB_STR("shake"),
                hob_point_value(call->a, (hob_vec2){view->shake_x, view->shake_y}));
    hob_map_set(call->a, map.as.map, HOB_STR("fade"), layer(call, &view->fade, "opacity"));
    hob_map_set(call->a, map.as.map, HOB_STR("flash"), layer(call, &view->flash, "opacity"));
    return hob_ctx_return(call, map);
}

static bool handle_done(hob_ctx_call *call) {
    const hob_camera_effect *effect = hob_view_effect_find(call->world, call->number);
    if (effect != NULL && effect->done == HOB_EFFECT_RUNNING) {
        return true; /* nil */
    }
    return hob_ctx_return_bool(call, effect != NULL && effect->done == HOB_EFFECT_FINISHED);
}

static bool handle_superseded(hob_ctx_call *call) {
    const hob_camera_effect *effect = hob_view_effect_find(call->world, call->number);
    return hob_ctx_return_bool(call, effect != NULL && effect->superseded);
}

static bool handle_cancel(hob_ctx_call *call) {
    hob_view_effect_cancel(call->world, call->number);
    return true;
}

static bool handle_on_done(hob_ctx_call *call) {
    if (hob_view_effect_find(call->world, call->number) != NULL) {
        hob_view_effect_on_done(call->world, call->number, call->slot,
                                hob_ctx_keep(call, hob_ctx_arg(call, 0)));
    }
    return true;
}

#define NUM(label, text) HOB_P(label, NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = text)
static const hob_field place_params[] = {NUM("x", "px."), NUM("y", "px."), HOB_FIELDS_END};
static const hob_field zoom_params[] = {NUM("zoom", "Factor."), HOB_FIELDS_END};
static const hob_field follow_params[] = {
    HOB_P("idOrName", TEXT, .flags = HOB_FIELD_NULLABLE, .doc = "Target; null stops."),
    HOB_FIELDS_END};
static const hob_field shake_params[] = {NUM("intensity", "World px."), NUM("seconds", "Duration."),
                                         HOB_P("options", MAP, .doc = "{seed}."), HOB_FIELDS_END};
static const hob_field flash_params[] = {
    HOB_P("color", COLOR, .flags = HOB_FIELD_REQUIRED, .doc = "Colour."),
    NUM("seconds", "Duration."), HOB_FIELDS_END};
static const hob_field fade_params[] = {NUM("alpha", "Level, 0 to 1."), NUM("seconds", "Duration."),
                                        HOB_P("options", MAP, .doc = "{color, onComplete}."),
                                        HOB_FIELDS_END};
static const hob_field punch_params[] = {NUM("scale", "Factor at the start."),
                                         NUM("seconds", "Duration."), HOB_FIELDS_END};
static const hob_field of_params[] = {
    HOB_P("camera", ANY, .flags = HOB_FIELD_REQUIRED, .doc = "Entity with a Camera, or a seat."),
    HOB_FIELDS_END};
static const hob_field effect_shake_params[] = {
    HOB_P("options", MAP, .flags = HOB_FIELD_REQUIRED, .doc = "{intensity, seconds, easing}."),
    HOB_FIELDS_END};
static const hob_field effect_fade_params[] = {
    HOB_P("options", MAP, .flags = HOB_FIELD_REQUIRED,
          .doc = "{to = black, white, clear or #rrggbb, seconds, easing}."),
    HOB_FIELDS_END};
static const hob_field effect_flash_params[] = {
    HOB_P("options", MAP, .flags = HOB_FIELD_REQUIRED, .doc = "{color, seconds}."), HOB_FIELDS_END};
static const hob_field done_params[] = {HOB_P("fn", ANY, .flags = HOB_FIELD_REQUIRED,
                                              .pattern = "a function",
                                              .doc = "Called with whether it finished."),
                                        HOB_FIELDS_END};

#define H HOB_API_HEARTH
#define M HOB_API_METHOD
#define W HOB_API_WRITES
#define F HOB_API_FAILS

static const hob_api_member members[] = {
    {.name = "getPosition",
     .flags = H | M,
     .result = "vec2",
     .call = get_position,
     .doc = "Place of the camera in the world.",
     .js = "ctx.camera.getPosition();"},
    {.name = "setPosition",
     .flags = H | M | W,
     .params = place_params,
     .call = set_position,
     .doc = "Moves the camera's entity.",
     .js = "ctx.camera.setPosition(400, 300);"},
    {.name = "getZoom",
     .flags = H | M,
     .result = "number",
     .call = get_zoom,
     .doc = "Zoom of the camera; 1 without one.",
     .js = "ctx.camera.getZoom();"},
    {.name = "setZoom",
     .flags = H | M | W,
     .params = zoom_params,
     .call = set_zoom,
     .doc = "Sets the zoom.",
     .js = "ctx.camera.setZoom(2);"},
    {.name = "follow",
     .flags = H | M | W,
     .params = follow_params,
     .call = follow,
     .doc = "Follows an entity; null stops.",
     .js = "ctx.camera.follow(\"Player\");"},
    {.name = "shake",
     .flags = H | M | W,
     .params = shake_params,
     .call = shake,
     .doc = "Shakes the view.",
     .js = "ctx.camera.shake(8, 0.3);"},
    {.name = "flash",
     .flags = H | M | W,
     .params = flash_params,
     .call = flash,
     .doc = "Flashes the screen.",
     .js = "ctx.camera.flash(\"#ffffff\", 0.2);"},
    {.name = "fade",
     .flags = H | M | W,
     .params = fade_params,
     .call = fade,
     .doc = "Fades the screen to a level.",
     .js = "ctx.camera.fade(1, 0.5, {color: \"#000000\"});",
     .lua = "ctx.camera.fade(1, 0.5, {color = \"#000000\"})"},
    {.name = "zoomPunch",
     .flags = H | M | W,
     .params = punch_params,
     .call = zoom_punch,
     .doc = "Zooms in and eases back.",
     .js = "ctx.camera.zoomPunch(1.2, 0.3);"},
    {.name = "toWorld",
     .flags = M,
     .params = place_params,
     .result = "vec2",
     .call = to_world,
     .doc = "World place of a screen place.",
     .js = "ctx.camera.toWorld(10, 20);"},
    {.name = "toScreen",
     .flags = M,
     .params = place_params,
     .result = "vec2",
     .call = to_screen,
     .doc = "Screen place of a world place.",
     .js = "ctx.camera.toScreen(10, 20);"},
    {.name = "of",
     .flags = M | F,
     .params = of_params,
     .result = "camera or nil",
     .call = of,
     .doc = "These members bound to another camera.",
     .js = "ctx.camera.of(0);"},
    {.name = "effects",
     .flags = HOB_API_CONSTANT,
     .object = &hob_api_camera_effects,
     .doc = "Effects with handles, frozen in a pause."},
    {.name = NULL},
};
static const hob_api_member effects_members[] = {
    {.name = "shake",
     .flags = M | W,
     .params = effect_shake_params,
     .result = "effect",
     .call = effect_shake,
     .doc = "Shakes the view.",
     .js = "ctx.camera.effects.shake({intensity: 4, seconds: 0.2});",
     .lua = "ctx.camera.effects.shake({intensity = 4, seconds = 0.2})"},
    {.name = "fade",
     .flags = M | W,
     .params = effect_fade_params,
     .result = "effect",
     .call = effect_fade,
     .doc = "Fades to a colour, or clear.",
     .js = "ctx.camera.effects.fade({to: \"black\", seconds: 0.5});",
     .lua = "ctx.camera.effects.fade({to = \"black\", seconds = 0.5})"},
    {.name = "flash",
     .flags = M | W,
     .params = effect_flash_params,
     .result = "effect",
     .call = effect_flash,
     .doc = "Flashes the screen.",
     .js = "ctx.camera.effects.flash({color: \"white\", seconds: 0.1});",
     .lua = "ctx.camera.effects.flash({color = \"white\", seconds = 0.1})"},
    {.name = "state",
     .flags = M,
     .result = "{shake, fade, flash}",
     .call = effect_state,
     .doc = "What the effects do now.",
     .js = "ctx.camera.effects.state();"},
    {.name = NULL},
};
static const hob_api_member handle_members[] = {
    {.name = "done",
     .result = "bool or nil",
     .call = handle_done,
     .doc = "nil while it runs; true when it finished, false when it was cut short."},
    {.name = "superseded",
     .result = "bool",
     .call = handle_superseded,
     .doc = "Whether a later effect of its kind replaced it."},
    {.name = "cancel", .flags = M | W, .call = handle_cancel, .doc = "Ends it."},
    {.name = "onDone",
     .flags = M | W,
     .params = done_params,
     .call = handle_on_done,
     .doc = "Calls a function when it ends."},
    {.name = "promise",
     .flags = HOB_API_PROMISE,
     .result = "promise of bool",
     .doc = "JavaScript: settles with whether it finished."},
    {.name = NULL},
};

const hob_api_family hob_api_camera = {
    .path = "ctx.camera", .doc = "The camera and its effects.", .members = members};
const hob_api_family hob_api_camera_effects = {
    .path = "ctx.camera.effects", .doc = "Effects with handles.", .members = effects_members};
const hob_api_family hob_api_effect_handle = {
    .path = "effect", .doc = "Handle of a camera effect.", .members = handle_members};
