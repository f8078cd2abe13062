/* Input as state (spec runtime 6, step 10.1, hob 1.2): held codes and device values in, one
 * snapshot a seat and step out.
 *
 * The host delivers input between steps through the functions below; nothing here reads a device.
 * Keys, mouse buttons and touch are codes and act at once; pads are device state that phase 1 turns
 * into codes. An action is held while any of its sources is down or a test holds it. Its pressed
 * edge lives to phase 22 of the next step and is not cleared by a release, so a tap between two
 * steps is seen. Bindings come from hob.json when the game session starts. All memory is the
 * session's region; nothing fails. */
#ifndef HOB_WORLD_INPUT_H
#define HOB_WORLD_INPUT_H

#include "world/component.h"

#define HOB_MAX_SEATS 4
#define HOB_MAX_PADS  8

/* Controls of a pad: buttons, the two triggers among them, then the sticks, then raw axes 6 to 15
 * (0 to 3 are the sticks, 4 and 5 the triggers). */
enum {
    HOB_PAD_LEFT_TRIGGER = 6,
    HOB_PAD_RIGHT_TRIGGER = 7,
    HOB_PAD_STICKS = 17, /* left-x, left-y, right-x, right-y */
    HOB_PAD_RAW = 21,
    HOB_PAD_CONTROLS = 31
};
/* Index of "a", "left-x", "axis7"; -1 when there is none. */
int hob_pad_control(hob_str name);
const char *hob_pad_control_name(int control); /* "axis6" for raw ones; null out of range */

/* One source of an action or axis: "KeyA", "mouse:left", "pad:a", "pad:left-x-". */
typedef struct hob_source {
    hob_text *text;  /* as in hob.json */
    int32_t control; /* of a pad; -1 = a code, -2 = names no control of a pad: never down */
    int32_t half;    /* of a pad's axis: -1, 1; 0 = whole */
    bool down;
    uint32_t engaged; /* a bit a pad: past its threshold, with hysteresis */
    uint32_t blocked; /* a bit a pad: held when focus was lost, must be let go first */
} hob_source;

typedef struct hob_sources {
    hob_source *items;
    uint32_t count, down_count;
} hob_sources;

typedef struct hob_action_state {
    hob_text *name;
    bool held, pressed, released, consumed;
    double value;      /* analog strength, 0 or 1 for digital */
    bool test_held;    /* held by a play-test or bridge press */
    double test_value; /* its strength; below 0.5 it moves without holding */
    bool declared;     /* in hob.json or one of the built-in UI actions */
    bool asked;        /* some script or controller has read it (reports; not state) */
    bool rebound;      /* its sources are no longer those of hob.json */
    double threshold;
    hob_sources sources;
} hob_action_state;

typedef struct hob_axis_state {
    hob_text *name;
    double value;
    double analog;   /* of the stick, as of phase 1, dead zone applied */
    bool overridden; /* sticky test value */
    double override_value;
    bool declared, asked, has_stick, rebound;
    double deadzone;
    hob_sources negative, positive;
    hob_source stick;
} hob_axis_state;

enum {
    HOB_DEVICE_ANY = -3,
    HOB_DEVICE_NONE = -2,
    HOB_DEVICE_KEYBOARD = -1
}; /* else a pad's number */

typedef struct hob_seat_input {
    hob_text *name;
    int32_t device;            /* what drives it now; none = empty seat */
    int32_t last_device;       /* keyboard or pad that pressed last */
    bool wants_pad;            /* declared for a pad: takes the first free one that is plugged in */
    hob_action_state *actions; /* by name bytes */
    uint32_t action_count, action_cap;
    hob_axis_state *axes; /* by name bytes */
    uint32_t axis_count, axis_cap;
} hob_seat_input;

typedef struct hob_pointer {
    double x, y; /* view coordinates */
    bool down, pressed, released;
} hob_pointer;

/* A finger, in the order in which they came down. One that has left stays until phase 22. */
#define HOB_MAX_TOUCHES 10 /* that are down at once */
typedef struct hob_finger {
    int64_t finger;
    double x, y; /* view coordinates */
    bool down, pressed, released;
    bool primary; /* drives the pointer */
} hob_finger;

typedef struct hob_pad_state {
    bool plugged; /* device state, as delivered */
    bool present; /* as of the last phase 1 */
    bool joining; /* the join action was down in the last phase 1 */
    /* Halves that were past 0.5 in the last phase 1: two bits a control, the negative one first. */
    uint64_t latched;
    double values[HOB_PAD_CONTROLS];
} hob_pad_state;

typedef enum hob_join_policy {
    HOB_JOIN_AUTO,
    HOB_JOIN_JOIN,
    HOB_JOIN_TAKEOVER,
    HOB_JOIN_IGNORE
} hob_join_policy;

typedef struct hob_input {
    hob_seat_input seats[HOB_MAX_SEATS];
    uint32_t seat_count;
    hob_text **codes; /* held keys, mouse buttons, touch */
    uint32_t code_count, code_cap;
    hob_pointer pointer;
    hob_finger touches[2 * HOB_MAX_TOUCHES];
    uint32_t touch_count;
    hob_text *fresh_code; /* key or button that went down for this step, for rebinding screens */
    bool has_fresh_code;
    int32_t fresh_control, fresh_half; /* the same of a pad; -1 = none */
    hob_pad_state pads[HOB_MAX_PADS];
    int32_t join_policy; /* resolved: never auto */
    bool accepting;      /* joins are accepted */
    bool keyboard_joins; /* the join action was pressed on a keyboard that nobody holds */
} hob_input;

void hob_input_init(hob_world *world);
/* Scene switch: rule sceneInput. */
void hob_input_leave_scene(hob_world *world);

/* ---- delivery, between steps ---- */
void hob_input_code(hob_world *world, hob_str code,
                    bool down); /* key, mouse button; repeats are ignored */
void hob_input_action(hob_world *world, int seat, hob_str action,
                      bool down); /* play-tests, bridge: by name, unknown ones stored */
/* The same with a strength in [0, 1]: held from 0.5 on, let go at 0. */
void hob_input_action_value(hob_world *world, int seat, hob_str action, double value);
void hob_input_axis(hob_world *world, int seat, hob_str axis,
                    double value); /* sticky override, clamped to [-1, 1] */
void hob_input_pad(hob_world *world, int pad, hob_str control,
                   double value); /* "a", "left-x": device state only */
void hob_input_pad_plug(hob_world *world, int pad, bool plugged);
/* All codes, pads, fingers and the pointer's button are let go, seat by seat and name by name,
 * without edges. What a pad still holds counts again after it was let go. */
void hob_input_focus_lost(hob_world *world);
/* The pointer's UI effects are in ui/: this only stores place and edges. */
void hob_input_pointer(hob_world *world, double x, double y);
void hob_input_pointer_button(hob_world *world, bool down);
void hob_input_pointer_cancel(hob_world *world); /* the button is up, without an edge */
typedef enum hob_touch_phase {
    HOB_TOUCH_DOWN,
    HOB_TOUCH_MOVE,
    HOB_TOUCH_UP,
    HOB_TOUCH_CANCEL /* by the system: gone without an edge */
} hob_touch_phase;
/* True when the finger is the primary one: the caller makes a pointer event of it. The eleventh
 * finger, one that is down already and one that was never down are ignored. `touch:tap` is down
 * while any finger is. */
bool hob_input_touch(hob_world *world, hob_touch_phase phase, int64_t finger, double x, double y);

/* ---- phases 1 and 22 ---- */
void hob_input_begin_step(hob_world *world); /* may run listeners of joined and left */
void hob_input_end_step(hob_world *world);

/* ---- reading: unknown names are false and 0 ---- */
/* Null = never heard of. Valid until the next delivery. Marks it as asked for. */
const hob_action_state *hob_input_find_action(hob_world *world, int seat, hob_str action);
const hob_axis_state *hob_input_find_axis(hob_world *world, int seat, hob_str axis);
bool hob_input_is_down(hob_world *world, int seat, hob_str action);
bool hob_input_just_pressed(hob_world *world, int seat, hob_str action);
bool hob_input_just_released(hob_world *world, int seat, hob_str action);
double hob_input_value(hob_world *world, int seat, hob_str action);
double hob_input_axis_value(hob_world *world, int seat, hob_str axis);
/* Marks this step's press as spent; only who looks at the mark honours it. False for an unknown
 * action. */
bool hob_input_consume(hob_world *world, int seat, hob_str action);

/* ---- rebinding (a game keeps the new lists in its own save data) ---- */
/* Other sources for an action or an axis of one seat, for the rest of the game session. What is
 * held then counts as held, without an edge. NOT_FOUND: no such seat, action or axis; FIELD_TYPE:
 * no list of texts, FIELD_RANGE: more than HOB_MAX_SOURCES; FIELD_PATTERN: a source that does not
 * exist. Nothing changes then. */
#define HOB_MAX_SOURCES 16
HOB_NODISCARD hob_status hob_input_rebind(hob_world *world, int seat, hob_str action,
                                          hob_value sources, hob_error *reterr);
/* Absent parts stay as they are; a null stick takes it away. */
HOB_NODISCARD hob_status hob_input_rebind_axis(hob_world *world, int seat, hob_str axis,
                                               hob_value negative, hob_value positive,
                                               hob_value stick, hob_error *reterr);
/* Back to hob.json: one action or axis, or all with an empty name. False: there is none. */
bool hob_input_unbind(hob_world *world, int seat, hob_str name);
/* The source that went down for this step, as hob.json writes it; empty = none. `buffer` holds the
 * text of a pad's. */
hob_str hob_input_fresh_source(const hob_world *world, char buffer[32]);

/* ---- seats ---- */
bool hob_input_seat_active(const hob_world *world, int seat);
/* "keyboard", "pad0" to "pad7"; HOB_DEVICE_NONE for anything else. */
int32_t hob_input_device(hob_str name);
/* Seats a device (keyboard or pad) by the join policy and tells `joined`; the seat, or -1 when
 * refused. */
int hob_input_join(hob_world *world, int32_t device);
bool hob_input_leave(hob_world *world,
                     int seat); /* empties it and tells `left`; false when it was empty */

void hob_input_hash(hob_world *world, hob_hash *hash); /* block 4 */

/* ---- between the files of input ---- */
void hob_input__bind(hob_world *world); /* seats, actions and axes from the manifest */
hob_action_state *hob_input__action(hob_world *world, hob_seat_input *seat, hob_str name,
                                    bool create);
hob_axis_state *hob_input__axis(hob_world *world, hob_seat_input *seat, hob_str name, bool create);
hob_source hob_input__parse_source(hob_world *world, hob_str text);
hob_sources hob_input__parse_sources(hob_world *world, hob_value list);
/* The seat's entry as hob.json has it: a map, or absent. `kind`: "actions" or "axes". */
hob_value hob_input__declared(const hob_world *world, int seat, const char *kind, hob_str name);
void hob_input__bind_action(hob_world *world, hob_action_state *action, hob_value entry);
void hob_input__bind_axis(hob_world *world, hob_axis_state *axis, hob_value entry);
/* Sources whose code is held now are down, without edges. */
void hob_input__take_codes(hob_world *world, hob_seat_input *seat);
void hob_input__set_source(hob_action_state *action, hob_source *source, bool down, bool edges);
void hob_input__refresh_axis(const hob_world *world, hob_axis_state *axis);
bool hob_input__uses_keyboard(const hob_seat_input *seat);
bool hob_input__uses_pad(const hob_seat_input *seat, int pad);
/* Everything the seat holds is let go, without edges; test values stay. */
void hob_input__release_seat(const hob_world *world, hob_seat_input *seat);
bool hob_input__is_join_code(hob_world *world, hob_str code);

#endif
