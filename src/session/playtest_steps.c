/* The table of play-test steps: inputs and assertions (spec playtest 2, 3). */
#include "base/dmath.h"
#include "components/particle_emitter.h"
#include "session/playtest_internal.h"
#include "session/poke.h"

#include <math.h>
#include <string.h>

/* ---- input steps ---- */

static bool deliver(hob_playtest_run *run, hob_session_input input, hob_buf *message) {
    hob_error error = {0};
    if (hob_session_deliver(run->session, &input, &error) == HOB_OK) {
        return true;
    }
    hob_buf_add_cstr(message, error.message);
    return false;
}

static bool advance(hob_playtest_run *run, int64_t frames, hob_buf *message) {
    if (hob_playtest__advance(run, frames)) {
        hob_buf_format(message, "at frame %lld", (long long)run->world->frame);
        return true;
    }
    hob_buf_add_cstr(message, run->error.message);
    return false;
}

static int64_t frames_of(hob_value step) {
    return (int64_t)hob_value_get_number(step, "frames", 1);
}

static int seat_of(hob_value step) {
    return (int)hob_value_get_number(step, "seat", 0);
}

static bool action(hob_playtest_run *run, hob_value step, bool down, hob_buf *message) {
    hob_value strength = hob_value_get(step, "value");
    bool weighed = down && strength.tag == HOB_TAG_NUMBER;
    hob_session_input input = {.kind = weighed ? HOB_INPUT_ACTION_VALUE : HOB_INPUT_ACTION,
                               .seat_or_pad = seat_of(step),
                               .name = hob_value_get_str(step, "action", ""),
                               .down = down,
                               .value = weighed ? strength.as.number : 0};
    return deliver(run, input, message);
}

static bool pointer(hob_playtest_run *run, hob_input_kind kind, double x, double y,
                    hob_buf *message) {
    return deliver(run, (hob_session_input){.kind = kind, .x = x, .y = y}, message);
}

static bool run_wait(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return advance(run, frames_of(step), message);
}

static bool run_press(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return action(run, step, true, message) && advance(run, frames_of(step), message) &&
           action(run, step, false, message);
}

static bool run_release(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return action(run, step, false, message);
}

static bool run_set_action(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return action(run, step, hob_value_get_bool(step, "down", false), message) &&
           advance(run, frames_of(step), message);
}

static bool run_set_axis(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_session_input input = {.kind = HOB_INPUT_AXIS,
                               .seat_or_pad = seat_of(step),
                               .name = hob_value_get_str(step, "axis", ""),
                               .value = hob_value_get_number(step, "value", 0)};
    return deliver(run, input, message) && advance(run, frames_of(step), message);
}

static bool run_set_pointer(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_value down = hob_value_get(step, "down");
    hob_input_kind kind = down.tag != HOB_TAG_BOOL ? HOB_INPUT_POINTER_MOVE
                          : down.as.boolean        ? HOB_INPUT_POINTER_DOWN
                                                   : HOB_INPUT_POINTER_UP;
    return pointer(run, kind, hob_value_get_number(step, "x", 0),
                   hob_value_get_number(step, "y", 0), message) &&
           advance(run, frames_of(step), message);
}

static bool run_click(hob_playtest_run *run, hob_value step, hob_buf *message) {
    double x = hob_value_get_number(step, "x", 0);
    double y = hob_value_get_number(step, "y", 0);
    return pointer(run, HOB_INPUT_POINTER_MOVE, x, y, message) &&
           pointer(run, HOB_INPUT_POINTER_DOWN, x, y, message) &&
           pointer(run, HOB_INPUT_POINTER_UP, x, y, message) && advance(run, 1, message);
}

static bool run_drag(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_value from = hob_value_get(step, "from");
    hob_value to = hob_value_get(step, "to");
    double x0 = hob_value_get_number(from, "x", 0);
    double y0 = hob_value_get_number(from, "y", 0);
    double x1 = hob_value_get_number(to, "x", 0);
    double y1 = hob_value_get_number(to, "y", 0);
    int64_t frames = (int64_t)hob_value_get_number(step, "frames", 5);
    if (!pointer(run, HOB_INPUT_POINTER_DOWN, x0, y0, message) || !hob_playtest__advance(run, 1)) {
        return false;
    }
    for (int64_t i = 1; i <= frames; i++) {
        double t = (double)i / (double)frames;
        if (!pointer(run, HOB_INPUT_POINTER_MOVE, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t,
                     message) ||
            !hob_playtest__advance(run, 1)) {
            return false;
        }
    }
    return pointer(run, HOB_INPUT_POINTER_UP, x1, y1, message) && advance(run, 1, message);
}

/* ---- helpers of assertions ---- */

static hob_entity_data *entity_of(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_error error = {0};
    hob_entity_data *e = NULL;
    if (hob_session_entity(run->session, hob_value_get_str(step, "entity", ""), &e, &error) ==
        HOB_OK) {
        return e;
    }
    hob_buf_add_cstr(message, error.message);
    if (error.hint[0] != '\0') {
        hob_buf_format(message, "; %s", error.hint);
    }
    return NULL;
}

static bool fits_count(hob_value step, double count) {
    hob_value equals = hob_value_get(step, "equals");
    hob_value min = hob_value_get(step, "min");
    hob_value max = hob_value_get(step, "max");
    return (equals.tag != HOB_TAG_NUMBER || count == equals.as.number) &&
           (min.tag != HOB_TAG_NUMBER || count >= min.as.number) &&
           (max.tag != HOB_TAG_NUMBER || count <= max.as.number);
}

/* Says what was asked of a count and what was seen. */
static bool judge_count(hob_value step, double count, const char *what, hob_buf *message) {
    hob_buf_format(message, "%s: %.0f", what, count);
    static const char *const keys[] = {"equals", "min", "max"};
    static const char *const words[] = {"", "at least ", "at most "};
    for (size_t i = 0; i < HOB_COUNT(keys); i++) {
        hob_value v = hob_value_get(step, keys[i]);
        if (v.tag == HOB_TAG_NUMBER) {
            hob_buf_format(message, ", wanted %s", words[i]);
            hob_buf_add_number(message, v.as.number);
        }
    }
    return fits_count(step, count);
}

/* ---- assertions ---- */

static bool assert_entity_exists(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str ref = hob_value_get_str(step, "entity", "");
    bool wanted = hob_value_get_bool(step, "exists", true);
    bool there = hob_entity_live(run->world, hob_entity_find(run->world, ref)) != NULL;
    hob_buf_format(message, "\"%.*s\" %s", (int)ref.length, ref.data,
                   there ? "exists" : "does not exist");
    return there == wanted;
}

/* Finds the value at "Component.path" of an entity. */
static bool property_value(hob_playtest_run *run, hob_entity_data *e, hob_str property,
                           hob_value *ret_value, hob_buf *message) {
    hob_error error = {0};
    if (hob_session_get_property(run->session, e, property, run->arena, ret_value, &error) ==
        HOB_OK) {
        return true;
    }
    hob_buf_add_cstr(message, error.message);
    if (error.hint[0] != '\0') {
        hob_buf_format(message, "; %s", error.hint);
    }
    return false;
}

/* Same value (NaN equals NaN, 0 differs from -0), or for lists and maps equal JSON text. */
static bool same_value(hob_playtest_run *run, hob_value seen, hob_value wanted) {
    bool is_tree = seen.tag == HOB_TAG_LIST || seen.tag == HOB_TAG_MAP;
    if (!is_tree) {
        return hob_value_equal(seen, wanted);
    }
    hob_buf a;
    hob_buf b;
    hob_buf_init(&a, &run->arena->as_allocator, SIZE_MAX / 2);
    hob_buf_init(&b, &run->arena->as_allocator, SIZE_MAX / 2);
    hob_value_write_json(&a, seen, false, NULL, NULL);
    hob_value_write_json(&b, wanted, false, NULL, NULL);
    return hob_str_equal(hob_buf_str(&a), hob_buf_str(&b));
}

static bool assert_property(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_entity_data *e = entity_of(run, step, message);
    if (e == NULL) {
        return false;
    }
    hob_str property = hob_value_get_str(step, "property", "");
    hob_value seen;
    if (!property_value(run, e, property, &seen, message)) {
        return false;
    }
    hob_buf_format(message, "%.*s is ", (int)property.length, property.data);
    hob_value_write_json(message, seen, false, NULL, NULL);
    hob_value equals = hob_value_get(step, "equals");
    hob_value greater = hob_value_get(step, "greaterThan");
    hob_value less = hob_value_get(step, "lessThan");
    bool good = true;
    if (equals.tag != HOB_TAG_ABSENT) {
        hob_buf_add_cstr(message, ", wanted ");
        hob_value_write_json(message, equals, false, NULL, NULL);
        good = good && same_value(run, seen, equals);
    }
    if (greater.tag == HOB_TAG_NUMBER) {
        hob_buf_add_cstr(message, ", wanted more than ");
        hob_buf_add_number(message, greater.as.number);
        good = good && seen.tag == HOB_TAG_NUMBER && seen.as.number > greater.as.number;
    }
    if (less.tag == HOB_TAG_NUMBER) {
        hob_buf_add_cstr(message, ", wanted less than ");
        hob_buf_add_number(message, less.as.number);
        good = good && seen.tag == HOB_TAG_NUMBER && seen.as.number < less.as.number;
    }
    return good;
}

static bool assert_position_near(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_entity_data *e = entity_of(run, step, message);
    if (e == NULL) {
        return false;
    }
    hob_value seen;
    if (!property_value(run, e, HOB_STR("Transform.position"), &seen, message)) {
        return false;
    }
    double x = hob_value_get_number(seen, "x", 0);
    double y = hob_value_get_number(seen, "y", 0);
    double tolerance = hob_value_get_number(step, "tolerance", 5);
    double distance =
        hob_hypot(x - hob_value_get_number(step, "x", 0), y - hob_value_get_number(step, "y", 0));
    hob_buf_add_cstr(message, "at (");
    hob_buf_add_number(message, x);
    hob_buf_add_cstr(message, ", ");
    hob_buf_add_number(message, y);
    hob_buf_add_cstr(message, "), distance ");
    hob_buf_add_number(message, distance);
    hob_buf_add_cstr(message, ", wanted at most ");
    hob_buf_add_number(message, tolerance);
    return distance <= tolerance;
}

static bool assert_no_errors(hob_playtest_run *run, hob_value step, hob_buf *message) {
    (void)step;
    const hob_records *records = hob_session_records(run->session);
    if (records->error_count == 0) {
        hob_buf_add_cstr(message, "no errors");
        return true;
    }
    const hob_script_error_record *first = &records->errors[0];
    hob_buf_format(message, "%zu errors; the first, in frame %lld", records->error_count,
                   (long long)first->frame);
    if (first->script != NULL) {
        hob_buf_format(message, ", %s:%d", first->script, first->line);
    }
    hob_buf_format(message, ": %s", first->message);
    return false;
}

static bool assert_scene(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str wanted = hob_value_get_str(step, "scene", "");
    hob_buf_format(message, "in scene %s (%s)", hob_text_cstr(run->world->scene_name),
                   hob_text_cstr(run->world->scene_id));
    return hob_str_equal(wanted, hob_text_view(run->world->scene_id)) ||
           hob_str_equal(wanted, hob_text_view(run->world->scene_name));
}

static bool assert_particle_count(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_entity_data *e = entity_of(run, step, message);
    if (e == NULL) {
        return false;
    }
    hob_component *emitter =
        hob_component_of(e, hob_component_type_index(run->world, &hob_particle_emitter_type));
    if (emitter == NULL) {
        hob_buf_format(message, "%s has no ParticleEmitter", hob_text_cstr(e->name));
        return false;
    }
    return judge_count(step, HOB_DATA(emitter, hob_particle_emitter)->active, "live particles",
                       message);
}

static bool assert_event_count(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return judge_count(step,
                       (double)hob_event_count_of(run->world, hob_value_get_str(step, "event", "")),
                       "emits", message);
}

static bool assert_audio_count(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_value asset_ref = hob_value_get(step, "asset");
    const hob_asset *asset = NULL;
    if (asset_ref.tag == HOB_TAG_TEXT) {
        asset = hob_project_asset_find(hob_session_project(run->session), hob_value_str(asset_ref));
        if (asset == NULL) {
            hob_buf_format(message, "there is no asset \"%s\"", hob_text_cstr(asset_ref.as.text));
            return false;
        }
    }
    hob_str wanted_action = hob_value_get_str(step, "action", "");
    hob_value music = hob_value_get(step, "music");
    const hob_records *records = hob_session_records(run->session);
    double count = 0;
    for (size_t i = 0; i < records->sound_count; i++) {
        const hob_sound_record *r = &records->sounds[i];
        bool fits =
            (asset == NULL || strcmp(asset->id, r->asset) == 0) &&
            (wanted_action.length == 0 || hob_str_is(wanted_action, r->stop ? "stop" : "play")) &&
            (music.tag != HOB_TAG_BOOL || music.as.boolean == r->music);
        count += fits ? 1 : 0;
    }
    return judge_count(step, count, "audio events", message);
}

static bool assert_camera_effect(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str wanted = hob_value_get_str(step, "effect", "");
    const hob_records *records = hob_session_records(run->session);
    double count = 0;
    for (size_t i = 0; i < records->effect_count; i++) {
        count += hob_str_is(wanted, records->effects[i].effect) ? 1 : 0;
    }
    return judge_count(step, count, "camera effects", message);
}

static bool assert_focus(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_entity_data *focused = hob_entity_live(run->world, run->world->ui.focused);
    hob_value wanted = hob_value_get(step, "entity");
    if (focused == NULL) {
        hob_buf_add_cstr(message, "nothing is focused");
        return wanted.tag != HOB_TAG_TEXT;
    }
    hob_buf_format(message, "%s is focused", hob_text_cstr(focused->name));
    return wanted.tag == HOB_TAG_TEXT &&
           (hob_str_equal(hob_value_str(wanted), hob_text_view(focused->id)) ||
            hob_str_equal(hob_value_str(wanted), hob_text_view(focused->name)));
}

static bool assert_post_effect(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str wanted = hob_value_get_str(step, "effect", "");
    bool active = false;
    hob_component *camera = hob_view_camera(run->world, -1);
    if (camera != NULL) {
        hob_value effects =
            hob_field_get(hob_field_find(camera->type->fields, HOB_STR("postEffects")), camera + 1,
                          &run->arena->as_allocator);
        for (uint32_t i = 0; effects.tag == HOB_TAG_LIST && i < effects.as.list->count; i++) {
            active = active ||
                     hob_str_equal(hob_value_get_str(hob_list_get(effects.as.list, i), "type", ""),
                                   wanted);
        }
    }
    hob_buf_format(message, "%.*s is %s", (int)wanted.length, wanted.data,
                   active ? "active" : "not active");
    return active == hob_value_get_bool(step, "active", true);
}

/* ---- trace assertions, judged after the run ---- */

static hob_trace_key *samples_of(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_trace_key *key = hob_playtest__trace_key(run, hob_value_get_str(step, "entity", ""));
    if (key == NULL || key->count == 0) {
        hob_buf_add_cstr(message, "the entity was never seen");
        return NULL;
    }
    return key;
}

static double coordinate(const hob_trace_sample *s, hob_str axis) {
    return hob_str_is(axis, "y") ? s->y : s->x;
}

static bool assert_peak(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_trace_key *key = samples_of(run, step, message);
    if (key == NULL) {
        return false;
    }
    hob_str property = hob_value_get_str(step, "property", "");
    double peak = 0;
    if (hob_str_is(property, "speed")) {
        peak = hob_trace_peak_speed(
            key, hob_project_manifest(hob_session_project(run->session))->settings.fixed_timestep);
    } else {
        for (size_t i = 0; i < key->count; i++) {
            double d = fabs(coordinate(&key->samples[i], property) -
                            coordinate(&key->samples[0], property));
            peak = d > peak ? d : peak;
        }
    }
    hob_buf_format(message, "peak of %.*s: ", (int)property.length, property.data);
    hob_buf_add_number(message, peak);
    double value = hob_value_get_number(step, "value", 0);
    bool above = hob_str_is(hob_value_get_str(step, "op", ""), "greaterThan");
    hob_buf_format(message, ", wanted %s than ", above ? "more" : "less");
    hob_buf_add_number(message, value);
    return above ? peak > value : peak < value;
}

static bool assert_range(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_trace_key *key = samples_of(run, step, message);
    if (key == NULL) {
        return false;
    }
    hob_str property = hob_value_get_str(step, "property", "");
    double low = coordinate(&key->samples[0], property);
    double high = low;
    for (size_t i = 1; i < key->count; i++) {
        double v = coordinate(&key->samples[i], property);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    hob_buf_format(message, "%.*s went from ", (int)property.length, property.data);
    hob_buf_add_number(message, low);
    hob_buf_add_cstr(message, " to ");
    hob_buf_add_number(message, high);
    hob_value min = hob_value_get(step, "min");
    hob_value max = hob_value_get(step, "max");
    if (min.tag == HOB_TAG_NUMBER) {
        hob_buf_add_cstr(message, ", wanted at least ");
        hob_buf_add_number(message, min.as.number);
    }
    if (max.tag == HOB_TAG_NUMBER) {
        hob_buf_add_cstr(message, ", wanted at most ");
        hob_buf_add_number(message, max.as.number);
    }
    return (min.tag != HOB_TAG_NUMBER || low >= min.as.number) &&
           (max.tag != HOB_TAG_NUMBER || high <= max.as.number);
}

static bool assert_settled_by(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_trace_key *key = samples_of(run, step, message);
    if (key == NULL) {
        return false;
    }
    int64_t frame = (int64_t)hob_value_get_number(step, "frame", 0);
    double epsilon = hob_value_get_number(step, "epsilon", 0.1);
    if (key->samples[key->count - 1].frame < frame) {
        hob_buf_format(message, "the run ended at frame %lld, before frame %lld",
                       (long long)key->samples[key->count - 1].frame, (long long)frame);
        return false;
    }
    for (size_t i = 1; i < key->count; i++) {
        const hob_trace_sample *a = &key->samples[i - 1];
        const hob_trace_sample *b = &key->samples[i];
        double moved = hob_hypot(b->x - a->x, b->y - a->y);
        if (b->frame >= frame && !(moved < epsilon)) {
            hob_buf_format(message, "moved ");
            hob_buf_add_number(message, moved);
            hob_buf_format(message, " px in frame %lld", (long long)b->frame);
            return false;
        }
    }
    hob_buf_add_cstr(message, "settled");
    return true;
}

/* ---- parameters ---- */

static const char *const effects[] = {"shake", "flash", "fade", "zoomPunch", NULL};
static const char *const post_effects[] = {
    "bloom", "crt", "vignette", "chromaticAberration", "pixelate", "colorGrade", "shader", NULL};
static const char *const audio_actions[] = {"play", "stop", NULL};
static const char *const peak_properties[] = {"x", "y", "speed", NULL};
static const char *const axis_properties[] = {"x", "y", NULL};
static const char *const peak_ops[] = {"greaterThan", "lessThan", NULL};
static const char *const counts[] = {"equals", "min", "max", NULL};
static const char *const comparisons[] = {"equals", "greaterThan", "lessThan", NULL};
static const char *const bounds[] = {"min", "max", NULL};

#define TYPE     HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Kind of step.")
#define OPTIONAL .flags = HOB_FIELD_OPTIONAL
#define FRAMES(text, lowest, initial)                                                            \
    HOB_P("frames", INT, .flags = HOB_FIELD_HAS_MIN, .min = (lowest), .default_json = (initial), \
          .unit = "frames", .doc = text)
#define ACTION                                                               \
    HOB_P("action", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Name of an input action.")
#define SEAT                                                                                      \
    HOB_P("seat", INT, .flags = HOB_FIELD_BETWEEN, .max = HOB_MAX_SEATS - 1, .default_json = "0", \
          .doc = "Player's place, from 0.")
#define ENTITY                                                              \
    HOB_P("entity", REF, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, \
          .doc = "Entity by id or exact name.")
#define POINT_X \
    HOB_P("x", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Horizontal place.")
#define POINT_Y \
    HOB_P("y", NUMBER, .flags = HOB_FIELD_REQUIRED, .unit = "px", .doc = "Vertical place.")
#define COUNT_FORM                                                \
    HOB_P("equals", NUMBER, OPTIONAL, .doc = "Exact count."),     \
        HOB_P("min", NUMBER, OPTIONAL, .doc = "Smallest count."), \
        HOB_P("max", NUMBER, OPTIONAL, .doc = "Largest count.")

static const hob_field wait_fields[] = {TYPE,
                                        HOB_P("frames", INT,
                                              .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN,
                                              .min = 1, .unit = "frames", .doc = "Frames to run."),
                                        HOB_FIELDS_END};
static const hob_field press_fields[] = {TYPE, ACTION, SEAT, FRAMES("Frames to hold it.", 1, "1"),
                                         HOB_FIELDS_END};
static const hob_field release_fields[] = {TYPE, ACTION, SEAT, HOB_FIELDS_END};
static const hob_field set_action_fields[] = {
    TYPE,
    ACTION,
    SEAT,
    HOB_P("down", BOOL, .flags = HOB_FIELD_REQUIRED, .doc = "Held or not."),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_OPTIONAL | HOB_FIELD_ABOVE | HOB_FIELD_HAS_MAX,
          .min = 0, .max = 1,
          .doc = "How strongly it is held; left out, 1. Below 0.5 it is not held."),
    FRAMES("Frames to run.", 0, "1"),
    HOB_FIELDS_END};
static const hob_field set_axis_fields[] = {
    TYPE,
    HOB_P("axis", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Name of a virtual axis."),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN | HOB_FIELD_HAS_MAX,
          .min = -1, .max = 1, .doc = "Sticky value."),
    SEAT,
    FRAMES("Frames to run.", 0, "1"),
    HOB_FIELDS_END};
static const hob_field set_pointer_fields[] = {
    TYPE,
    POINT_X,
    POINT_Y,
    HOB_P("down", BOOL, OPTIONAL, .doc = "Button down, up, or left out to move only."),
    FRAMES("Frames to run.", 0, "1"),
    HOB_FIELDS_END};
static const hob_field click_fields[] = {TYPE, POINT_X, POINT_Y, HOB_FIELDS_END};
static const hob_field drag_fields[] = {
    TYPE,
    HOB_P("from", OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields,
          .doc = "Where the button goes down."),
    HOB_P("to", OBJECT, .flags = HOB_FIELD_REQUIRED, .fields = hob_vec2_fields,
          .doc = "Where it goes up."),
    FRAMES("Frames of moving.", 1, "5"), HOB_FIELDS_END};
static const hob_field exists_fields[] = {
    TYPE, ENTITY, HOB_P("exists", BOOL, .default_json = "true", .doc = "Whether it must be there."),
    HOB_FIELDS_END};
static const hob_field property_fields[] = {
    TYPE,
    ENTITY,
    HOB_P("property", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
          .doc = "Component slot and path, as Transform.position.x."),
    HOB_P("equals", ANY, OPTIONAL, .doc = "Wanted value."),
    HOB_P("greaterThan", NUMBER, OPTIONAL, .doc = "Must be above."),
    HOB_P("lessThan", NUMBER, OPTIONAL, .doc = "Must be below."),
    HOB_FIELDS_END};
static const hob_field near_fields[] = {TYPE,
                                        ENTITY,
                                        POINT_X,
                                        POINT_Y,
                                        HOB_P("tolerance", NUMBER, HOB_F_ABOVE(0),
                                              .default_json = "5", .unit = "px",
                                              .doc = "Largest distance."),
                                        HOB_FIELDS_END};
static const hob_field no_fields[] = {TYPE, HOB_FIELDS_END};
static const hob_field scene_fields[] = {TYPE,
                                         HOB_P("scene", TEXT,
                                               .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY,
                                               .doc = "Scene id or exact name."),
                                         HOB_FIELDS_END};
static const hob_field particle_fields[] = {TYPE, ENTITY, COUNT_FORM, HOB_FIELDS_END};
static const hob_field event_fields[] = {
    TYPE,
    HOB_P("event", TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Event name."),
    COUNT_FORM, HOB_FIELDS_END};
static const hob_field audio_fields[] = {
    TYPE,
    HOB_P("asset", TEXT, OPTIONAL, .doc = "Asset id or name; left out for all."),
    HOB_P("action", ENUM, .flags = HOB_FIELD_OPTIONAL, .names = audio_actions,
          .doc = "Only these events."),
    HOB_P("music", BOOL, OPTIONAL, .doc = "Only music, or only sounds."),
    COUNT_FORM,
    HOB_FIELDS_END};
static const hob_field camera_fields[] = {
    TYPE,
    HOB_P("effect", ENUM, .flags = HOB_FIELD_REQUIRED, .names = effects, .doc = "Kind of effect."),
    COUNT_FORM, HOB_FIELDS_END};
static const hob_field focus_fields[] = {TYPE,
                                         HOB_P("entity", REF,
                                               .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NULLABLE,
                                               .doc = "Entity by id or name; null for none."),
                                         HOB_FIELDS_END};
static const hob_field post_fields[] = {
    TYPE,
    HOB_P("effect", ENUM, .flags = HOB_FIELD_REQUIRED, .names = post_effects,
          .doc = "Post effect of the main camera."),
    HOB_P("active", BOOL, .flags = HOB_FIELD_REQUIRED, .doc = "Whether it must be on."),
    HOB_FIELDS_END};
static const hob_field peak_fields[] = {
    TYPE,
    ENTITY,
    HOB_P("property", ENUM, .flags = HOB_FIELD_REQUIRED, .names = peak_properties,
          .doc = "What is measured."),
    HOB_P("op", ENUM, .flags = HOB_FIELD_REQUIRED, .names = peak_ops, .doc = "Comparison."),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_REQUIRED, .doc = "Bound; px, or px/s for speed."),
    HOB_FIELDS_END};
static const hob_field range_fields[] = {
    TYPE,
    ENTITY,
    HOB_P("property", ENUM, .flags = HOB_FIELD_REQUIRED, .names = axis_properties, .doc = "Axis."),
    HOB_P("min", NUMBER, OPTIONAL, .unit = "px", .doc = "Lowest place."),
    HOB_P("max", NUMBER, OPTIONAL, .unit = "px", .doc = "Highest place."),
    HOB_FIELDS_END};
static const hob_field settled_fields[] = {
    TYPE, ENTITY,
    HOB_P("frame", INT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_HAS_MIN, .min = 0, .unit = "frames",
          .doc = "From this frame on."),
    HOB_P("epsilon", NUMBER, HOB_F_ABOVE(0), .default_json = "0.1", .unit = "px",
          .doc = "Largest move a frame."),
    HOB_FIELDS_END};

/* clang-format off */
const hob_playtest_step hob_playtest_steps[] = {
    {"wait",        "Runs frames.",                                        wait_fields,        false, false, run_wait,        NULL},
    {"press",       "Holds an action for some frames, then releases it.",  press_fields,       false, false, run_press,       NULL},
    {"release",     "Releases an action; no frame.",                       release_fields,     false, false, run_release,     NULL},
    {"setAction",   "Holds or releases an action, then runs frames.",      set_action_fields,  false, false, run_set_action,  NULL},
    {"setAxis",     "Sets a virtual axis, then runs frames.",              set_axis_fields,    false, false, run_set_axis,    NULL},
    {"setPointer",  "Moves the pointer or its button, then runs frames.",  set_pointer_fields, false, false, run_set_pointer, NULL},
    {"click",       "Moves, presses and releases, then runs one frame.",   click_fields,       false, false, run_click,       NULL},
    {"drag",        "Presses, moves over some frames, releases.",          drag_fields,        false, false, run_drag,        NULL},
    {"key", "Presses or lets go a key or mouse button.", hob_playtest__key_fields, false, false, hob_playtest__key, NULL},
    {"plugPad", "Plugs a pad in, or pulls it out.", hob_playtest__plug_pad_fields, false, false, hob_playtest__plug_pad, NULL},
    {"pad", "Moves a button or axis of a pad.", hob_playtest__pad_fields, false, false, hob_playtest__pad, NULL},
    {"joinSeat", "Seats a device by the join policy.", hob_playtest__join_seat_fields, false, false, hob_playtest__join_seat, NULL},
    {"leaveSeat", "Empties a seat.", hob_playtest__leave_seat_fields, false, false, hob_playtest__leave_seat, NULL},
    {"touch", "Moves a finger on the screen.", hob_playtest__touch_fields, false, false, hob_playtest__touch, NULL},
    {"loseFocus", "The window loses the focus: all is let go.", hob_playtest__lose_focus_fields, false, false, hob_playtest__lose_focus, NULL},
    {"write", "Writes into the UITextField that has the focus.", hob_playtest__write_fields, false, false, hob_playtest__write, NULL},
    {"tellPiece", "An element of a UI piece tells an event.", hob_playtest__tell_piece_fields, false, false, hob_playtest__tell_piece, NULL},
    {"changeScene", "Leaves the scene for another at once; no frame.", hob_playtest__change_scene_fields, false, false, hob_playtest__change_scene, NULL},
    {"clickWorld", "Picks what lies at a place of the world; no frame.", hob_playtest__click_world_fields, false, false, hob_playtest__click_world, NULL},
    {"setProperty", "Writes a component field; no frame.", hob_playtest__set_property_fields, false, false, hob_playtest__set_property, NULL},
    {"call", "Calls a function of a script; no frame.", hob_playtest__call_fields, false, false, hob_playtest__call, NULL},
    {"assertEntityExists", "An entity lives, or not.",                     exists_fields,   true, false, assert_entity_exists,  NULL},
    {"assertProperty",     "A component field has a value.",               property_fields, true, false, assert_property,       comparisons},
    {"assertPositionNear", "An entity's local position is near a point.",  near_fields,     true, false, assert_position_near,  NULL},
    {"assertNoErrors",     "No error was recorded so far.",                no_fields,       true, false, assert_no_errors,      NULL},
    {"assertScene",        "The current scene.",                           scene_fields,    true, false, assert_scene,          NULL},
    {"assertParticleCount","Live particles of an emitter.",                particle_fields, true, false, assert_particle_count, counts},
    {"assertEventCount",   "How often an event was emitted.",              event_fields,    true, false, assert_event_count,    counts},
    {"assertAudioCount",   "How many audio events were recorded.",         audio_fields,    true, false, assert_audio_count,    counts},
    {"assertCameraEffect", "How many camera effects were recorded.",       camera_fields,   true, false, assert_camera_effect,  counts},
    {"assertFocus",        "What has the UI focus.",                       focus_fields,    true, false, assert_focus,          NULL},
    {"assertPostEffect",   "A post effect of the main camera.",            post_fields,     true, false, assert_post_effect,    NULL},
    {"assertSeat", "Which device drives a seat.", hob_playtest__assert_seat_fields, true, false, hob_playtest__assert_seat, NULL},
    {"assertInput", "An action is held, an axis has a value.", hob_playtest__assert_input_fields, true, false, hob_playtest__assert_input, hob_playtest__action_or_axis},
    {"assertPiece", "A UI piece is shown, or not.", hob_playtest__assert_piece_fields, true, false, hob_playtest__assert_piece, NULL},
    {"assertStateHash", "The whole state is the same.", hob_playtest__assert_hash_fields, true, false, hob_playtest__assert_hash, NULL},
    {"assertPeak",         "The largest excursion or speed of the run.",   peak_fields,     true, true,  assert_peak,           NULL},
    {"assertRange",        "The places of the run stay in bounds.",        range_fields,    true, true,  assert_range,          bounds},
    {"assertSettledBy",    "From a frame on the entity stands still.",     settled_fields,  true, true,  assert_settled_by,     NULL},
    {NULL, NULL, NULL, false, false, NULL, NULL},
};
/* clang-format on */
