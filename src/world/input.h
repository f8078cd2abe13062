/* Input as state (spec runtime 6, step 10.1, hob 1.2): held codes and device values in, one
 * snapshot a seat and step out.
 *
 * The host delivers input between steps through the functions below; nothing here reads a device.
 */
#ifndef HOB_WORLD_INPUT_H
#define HOB_WORLD_INPUT_H

#include "world/component.h"

#define HOB_MAX_SEATS 4

typedef struct hob_action_state {
    hob_text *name;
    bool held, pressed, released, consumed;
    double value;          /* analog strength, 0 or 1 for digital */
    uint32_t held_sources; /* sources of it that are down */
    bool test_held;        /* held by a play-test or bridge press */
} hob_action_state;

typedef struct hob_axis_state {
    hob_text *name;
    double value;
    bool overridden; /* sticky test value */
    double override_value;
} hob_axis_state;

typedef struct hob_seat_input {
    hob_action_state *actions; /* by first use and declaration order; read by name */
    uint32_t action_count, action_cap;
    hob_axis_state *axes;
    uint32_t axis_count, axis_cap;
} hob_seat_input;

typedef struct hob_held_code {
    hob_text *code; /* "KeyA", "pad:a", "pad:left-x-" */
    int32_t device; /* -1 keyboard and mouse, else pad number */
    double value;
} hob_held_code;

typedef struct hob_pointer {
    double x, y; /* view coordinates */
    bool down, pressed, released;
} hob_pointer;

typedef struct hob_input {
    hob_seat_input seats[HOB_MAX_SEATS];
    uint32_t seat_count;
    hob_held_code *codes;
    uint32_t code_count, code_cap;
    hob_pointer pointer;
    struct hob_pad_state *pads; /* device state, one a plugged pad */
    uint32_t pad_count, pad_cap;
    hob_value read_names; /* map: input names that scripts and controllers asked for (reports) */
} hob_input;

void hob_input_init(hob_world *world);
/* Scene switch: rule sceneInput. */
void hob_input_leave_scene(hob_world *world);

/* ---- delivery, between steps ---- */
void hob_input_code(hob_world *world, hob_str code,
                    bool down); /* key, mouse button; repeats are ignored */
void hob_input_action(hob_world *world, int seat, hob_str action,
                      bool down); /* play-tests, bridge: by name, unknown ones stored */
void hob_input_axis(hob_world *world, int seat, hob_str axis,
                    double value); /* sticky override, clamped to [-1, 1] */
void hob_input_pad(hob_world *world, int pad, hob_str control,
                   double value); /* "a", "left-x": device state only */
void hob_input_pad_plug(hob_world *world, int pad, bool plugged);
void hob_input_focus_lost(hob_world *world); /* all codes released, no edges */
/* The pointer's UI effects are in ui/: this only stores place and edges. */
void hob_input_pointer(hob_world *world, double x, double y);
void hob_input_pointer_button(hob_world *world, bool down);

/* ---- phases 1 and 22 ---- */
void hob_input_begin_step(hob_world *world);
void hob_input_end_step(hob_world *world);

/* ---- reading ---- */
const hob_action_state *hob_input_find_action(hob_world *world, int seat,
                                              hob_str action); /* null = never heard of */
bool hob_input_is_down(hob_world *world, int seat, hob_str action);
bool hob_input_just_pressed(hob_world *world, int seat, hob_str action);
double hob_input_axis_value(hob_world *world, int seat, hob_str axis);

#endif
