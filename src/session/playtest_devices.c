/* Play-test steps that reach devices and seats: keys, pads, fingers, focus, joining,
 * UI pieces. */
#include "session/playtest_internal.h"
#include "ui/pieces.h"
#include "ui/ui.h"

#include <math.h>

static bool deliver(hob_playtest_run *run, hob_session_input input, hob_value step,
                    hob_buf *message) {
    hob_error error = {0};
    if (hob_session_deliver(run->session, &input, &error) != HOB_OK) {
        hob_buf_add_cstr(message, error.message);
        if (error.hint[0] != '\0') {
            hob_buf_format(message, " %s", error.hint);
        }
        return false;
    }
    if (!hob_playtest__advance(run, (int64_t)hob_value_get_number(step, "frames", 0))) {
        hob_buf_add_cstr(message, run->error.message);
        return false;
    }
    hob_buf_format(message, "at frame %lld", (long long)run->world->frame);
    return true;
}

static int whole(hob_value step, const char *key) {
    return (int)hob_value_get_number(step, key, 0);
}

bool hob_playtest__key(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str code = hob_value_get_str(step, "code", "");
    if (!hob_manifest_source_known(code) || hob_str_starts(code, HOB_STR("pad:"))) {
        hob_buf_format(message, "\"%.*s\" is no key; pads have the step pad", (int)code.length,
                       code.data);
        const char *near = hob_manifest_source_nearest(code);
        if (near != NULL) {
            hob_buf_format(message, "; did you mean \"%s\"?", near);
        }
        return false;
    }
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_CODE,
                                       .name = code,
                                       .down = hob_value_get_bool(step, "down", true)},
                   step, message);
}

bool hob_playtest__plug_pad(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_PAD_PLUG,
                                       .seat_or_pad = whole(step, "pad"),
                                       .down = hob_value_get_bool(step, "plugged", true)},
                   step, message);
}

bool hob_playtest__pad(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_PAD,
                                       .seat_or_pad = whole(step, "pad"),
                                       .name = hob_value_get_str(step, "control", ""),
                                       .value = hob_value_get_number(step, "value", 1)},
                   step, message);
}

bool hob_playtest__join_seat(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(
        run,
        (hob_session_input){.kind = HOB_INPUT_JOIN, .name = hob_value_get_str(step, "device", "")},
        step, message);
}

bool hob_playtest__leave_seat(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_LEAVE, .seat_or_pad = whole(step, "seat")},
                   step, message);
}

static const char *const touch_phases[] = {
    [HOB_TOUCH_DOWN] = "down",
    [HOB_TOUCH_MOVE] = "move",
    [HOB_TOUCH_UP] = "up",
    [HOB_TOUCH_CANCEL] = "cancel",
    NULL,
};

bool hob_playtest__touch(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str name = hob_value_get_str(step, "phase", "down");
    int phase = 0;
    while (touch_phases[phase + 1] != NULL && !hob_str_is(name, touch_phases[phase])) {
        phase++;
    }
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_TOUCH,
                                       .touch = (hob_touch_phase)phase,
                                       .finger = whole(step, "finger"),
                                       .x = hob_value_get_number(step, "x", 0),
                                       .y = hob_value_get_number(step, "y", 0)},
                   step, message);
}

bool hob_playtest__lose_focus(hob_playtest_run *run, hob_value step, hob_buf *message) {
    return deliver(run, (hob_session_input){.kind = HOB_INPUT_FOCUS_LOST}, step, message);
}

/* An element of a UI piece tells an event, as if the pointer had been there. */
bool hob_playtest__tell_piece(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str piece = hob_value_get_str(step, "piece", "");
    if (!hob_piece_is_visible(run->world, piece)) {
        hob_buf_format(message, "the UI piece \"%.*s\" is not shown", (int)piece.length,
                       piece.data);
        return false;
    }
    return deliver(run,
                   (hob_session_input){.kind = HOB_INPUT_PIECE,
                                       .name = piece,
                                       .element = hob_value_get_str(step, "element", ""),
                                       .event = hob_value_get_str(step, "event", "click")},
                   step, message);
}

bool hob_playtest__write(hob_playtest_run *run, hob_value step, hob_buf *message) {
    if (!hob_ui_is_writing(run->world)) {
        hob_buf_add_cstr(message, "no UITextField has the focus");
        return false;
    }
    return deliver(
        run,
        (hob_session_input){.kind = HOB_INPUT_TEXT, .name = hob_value_get_str(step, "text", "")},
        step, message);
}

/* ---- assertions ---- */

bool hob_playtest__assert_piece(hob_playtest_run *run, hob_value step, hob_buf *message) {
    hob_str piece = hob_value_get_str(step, "piece", "");
    bool visible = hob_piece_is_visible(run->world, piece);
    hob_buf_format(message, "the UI piece \"%.*s\" is %s", (int)piece.length, piece.data,
                   visible                               ? "shown"
                   : hob_piece_exists(run->world, piece) ? "hidden"
                                                         : "not there at all");
    return visible == hob_value_get_bool(step, "visible", true);
}

static bool seat_is_there(const hob_playtest_run *run, int seat, hob_buf *message) {
    if (seat >= 0 && seat < (int)run->world->input.seat_count) {
        return true;
    }
    hob_buf_format(message, "there is no seat %d; hob.json has %d", seat,
                   (int)run->world->input.seat_count);
    return false;
}

bool hob_playtest__assert_seat(hob_playtest_run *run, hob_value step, hob_buf *message) {
    int seat = whole(step, "seat");
    if (!seat_is_there(run, seat, message)) {
        return false;
    }
    int32_t device = run->world->input.seats[seat].device;
    char pad[] = "pad0";
    pad[3] = (char)('0' + (device > 0 ? device : 0));
    const char *text = device == HOB_DEVICE_NONE       ? "none"
                       : device == HOB_DEVICE_ANY      ? "any"
                       : device == HOB_DEVICE_KEYBOARD ? "keyboard"
                                                       : pad;
    hob_buf_format(message, "seat %d is driven by %s", seat, text);
    return hob_str_is(hob_value_get_str(step, "device", ""), text);
}

bool hob_playtest__assert_input(hob_playtest_run *run, hob_value step, hob_buf *message) {
    int seat = whole(step, "seat");
    hob_str action = hob_value_get_str(step, "action", "");
    hob_str axis = hob_value_get_str(step, "axis", "");
    if (!seat_is_there(run, seat, message)) {
        return false;
    }
    bool good = true;
    if (action.length > 0) {
        const hob_action_state *a = hob_input_find_action(run->world, seat, action);
        bool held = a != NULL && a->held, wanted = hob_value_get_bool(step, "down", true);
        hob_buf_format(message, "%.*s is %s", (int)action.length, action.data,
                       a == NULL ? "no action"
                       : held    ? "held"
                                 : "not held");
        good = a != NULL && held == wanted;
    }
    if (axis.length > 0) {
        const hob_axis_state *a = hob_input_find_axis(run->world, seat, axis);
        double wanted = hob_value_get_number(step, "equals", 0);
        hob_buf_format(message, "%s%.*s is ", action.length > 0 ? "; " : "", (int)axis.length,
                       axis.data);
        if (a == NULL) {
            hob_buf_add_cstr(message, "no axis");
        } else {
            hob_buf_add_number(message, a->value);
            hob_buf_add_cstr(message, ", wanted ");
            hob_buf_add_number(message, wanted);
        }
        good = good && a != NULL &&
               fabs(a->value - wanted) <= hob_value_get_number(step, "tolerance", 0);
    }
    return good;
}

/* ---- parameters ---- */

#define TYPE HOB_P("type", TEXT, .flags = HOB_FIELD_REQUIRED, .doc = "Kind of step.")
#define FRAMES(initial)                                                                           \
    HOB_P("frames", INT, .flags = HOB_FIELD_HAS_MIN, .default_json = (initial), .unit = "frames", \
          .doc = "Frames to run.")
#define PAD                                                                                     \
    HOB_P("pad", INT, .flags = HOB_FIELD_BETWEEN, .max = HOB_MAX_PADS - 1, .default_json = "0", \
          .doc = "Number of the pad.")
#define SEAT(more)                                                                    \
    HOB_P("seat", INT, .flags = HOB_FIELD_BETWEEN | (more), .max = HOB_MAX_SEATS - 1, \
          .default_json = "0", .doc = "Player's place, from 0.")
#define TEXT_OF(name, text) \
    HOB_P(name, TEXT, .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = text)

const hob_field hob_playtest__key_fields[] = {
    TYPE, TEXT_OF("code", "KeyboardEvent.code, mouse:left or another button of the mouse."),
    HOB_P("down", BOOL, .default_json = "true", .doc = "Down or up."), FRAMES("1"), HOB_FIELDS_END};
const hob_field hob_playtest__plug_pad_fields[] = {
    TYPE, PAD, HOB_P("plugged", BOOL, .default_json = "true", .doc = "Plugged in, or pulled out."),
    FRAMES("1"), HOB_FIELDS_END};
const hob_field hob_playtest__pad_fields[] = {
    TYPE,
    PAD,
    TEXT_OF("control", "Button or axis: a, dpad-up, left-x, axis7."),
    HOB_P("value", NUMBER, .flags = HOB_FIELD_BETWEEN, .min = -1, .max = 1, .default_json = "1",
          .doc = "1 pressed, 0 let go; axes from -1 to 1."),
    FRAMES("1"),
    HOB_FIELDS_END};
const hob_field hob_playtest__join_seat_fields[] = {
    TYPE, TEXT_OF("device", "keyboard, or pad0 to pad7."), FRAMES("0"), HOB_FIELDS_END};
const hob_field hob_playtest__leave_seat_fields[] = {TYPE, SEAT(HOB_FIELD_REQUIRED), FRAMES("0"),
                                                     HOB_FIELDS_END};
const hob_field hob_playtest__touch_fields[] = {
    TYPE,
    HOB_P("phase", ENUM, .names = touch_phases, .default_json = "\"down\"",
          .doc = "What the finger does."),
    HOB_P("finger", INT, .default_json = "0", .doc = "Any number that tells fingers apart."),
    HOB_P("x", NUMBER, .default_json = "0", .unit = "px", .doc = "Horizontal place."),
    HOB_P("y", NUMBER, .default_json = "0", .unit = "px", .doc = "Vertical place."),
    FRAMES("1"),
    HOB_FIELDS_END};
const hob_field hob_playtest__lose_focus_fields[] = {TYPE, FRAMES("1"), HOB_FIELDS_END};
const hob_field hob_playtest__write_fields[] = {
    TYPE, TEXT_OF("text", "Letters; \\b takes the last one back, \\n submits."), FRAMES("1"),
    HOB_FIELDS_END};
#define PIECE TEXT_OF("piece", "Name of the UI piece.")
const hob_field hob_playtest__tell_piece_fields[] = {
    TYPE,
    PIECE,
    TEXT_OF("element", "Id of the element."),
    HOB_P("event", TEXT, .default_json = "\"click\"",
          .doc = "click, press, release, enter or exit."),
    FRAMES("1"),
    HOB_FIELDS_END};
const hob_field hob_playtest__assert_piece_fields[] = {
    TYPE, PIECE, HOB_P("visible", BOOL, .default_json = "true", .doc = "Whether it must be shown."),
    HOB_FIELDS_END};
const hob_field hob_playtest__assert_seat_fields[] = {
    TYPE, SEAT(HOB_FIELD_REQUIRED),
    TEXT_OF("device", "any, keyboard, pad0 to pad7, or none for an empty seat."), HOB_FIELDS_END};
const hob_field hob_playtest__assert_input_fields[] = {
    TYPE,
    SEAT(0),
    HOB_P("action", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Action to look at."),
    HOB_P("down", BOOL, .default_json = "true", .doc = "Whether it must be held."),
    HOB_P("axis", TEXT, .flags = HOB_FIELD_OPTIONAL, .doc = "Axis to look at."),
    HOB_P("equals", NUMBER, .default_json = "0", .doc = "Wanted value of the axis."),
    HOB_P("tolerance", NUMBER, .flags = HOB_FIELD_HAS_MIN, .default_json = "0",
          .doc = "Largest difference."),
    HOB_FIELDS_END};
const char *const hob_playtest__action_or_axis[] = {"action", "axis", NULL};
