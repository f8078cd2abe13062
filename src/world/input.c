#include "world/input.h"

#include "base/dmath.h"
#include "world/feed.h"
#include "world/grow.h"

#include <string.h>

static hob_seat_input *seat_at(hob_world *world, int seat) {
    return seat >= 0 && seat < (int)world->input.seat_count ? &world->input.seats[seat] : NULL;
}

bool hob_input__uses_keyboard(const hob_seat_input *seat) {
    return seat->device == HOB_DEVICE_ANY || seat->device == HOB_DEVICE_KEYBOARD;
}

bool hob_input__uses_pad(const hob_seat_input *seat, int pad) {
    return seat->device == HOB_DEVICE_ANY || seat->device == pad;
}

static void center_pointer(hob_world *world) {
    const hob_settings *settings = &world->outside.manifest->settings;
    world->input.pointer = (hob_pointer){.x = settings->width / 2.0, .y = settings->height / 2.0};
}

void hob_input_init(hob_world *world) {
    center_pointer(world);
    hob_input__bind(world);
}

/* ---- one action, one axis ---- */

static void press(hob_action_state *action, bool edges) {
    if (!action->held) {
        action->held = true;
        action->pressed = action->pressed || edges;
    }
    if (action->test_held) {
        action->value = action->test_value;
    } else if (action->value == 0) {
        action->value = 1; /* phase 1 gives analog sources their strength */
    }
}

static void release(hob_action_state *action, bool edges) {
    if (action->held && !action->test_held && action->sources.down_count == 0) {
        action->held = false;
        action->value = 0;
        action->released = action->released || edges;
    }
}

void hob_input__set_source(hob_action_state *action, hob_source *source, bool down, bool edges) {
    if (source->down == down) {
        return;
    }
    source->down = down;
    if (down) {
        action->sources.down_count++;
        press(action, edges);
    } else {
        action->sources.down_count--;
        release(action, edges);
    }
}

static void set_half(hob_sources *half, hob_source *source, bool down) {
    if (source->down != down) {
        source->down = down;
        half->down_count += down ? 1 : UINT32_MAX; /* +1 or -1 */
    }
}

/* Spec runtime 6, "virtual axis value", and hob 1.2, response. */
void hob_input__refresh_axis(const hob_world *world, hob_axis_state *axis) {
    if (axis->overridden) {
        axis->value = axis->override_value;
        return;
    }
    bool negative = axis->negative.down_count > 0, positive = axis->positive.down_count > 0;
    double digital = negative == positive ? 0 : positive ? 1 : -1;
    double size = axis->analog < 0 ? -axis->analog : axis->analog;
    bool raw = world->outside.manifest->response == HOB_RESPONSE_RAW;
    bool analog = raw ? size > axis->deadzone : size > (digital == 0 ? 0 : 1);
    axis->value = analog ? hob_clamp(axis->analog, -1, 1) : digital;
}

/* ---- delivery ---- */

static bool is_code(const hob_source *source, hob_str code) {
    return source->control == -1 && hob_str_equal(hob_text_view(source->text), code);
}

static void code_to_half(hob_sources *half, hob_str code, bool down) {
    for (uint32_t i = 0; i < half->count; i++) {
        if (is_code(&half->items[i], code)) {
            set_half(half, &half->items[i], down);
        }
    }
}

static void code_to_seat(const hob_world *world, hob_seat_input *seat, hob_str code, bool down,
                         bool edges) {
    for (uint32_t i = 0; i < seat->action_count; i++) {
        hob_action_state *action = &seat->actions[i];
        for (uint32_t k = 0; k < action->sources.count; k++) {
            if (is_code(&action->sources.items[k], code)) {
                hob_input__set_source(action, &action->sources.items[k], down, edges);
                seat->last_device = HOB_DEVICE_KEYBOARD;
            }
        }
    }
    for (uint32_t i = 0; i < seat->axis_count; i++) {
        code_to_half(&seat->axes[i].negative, code, down);
        code_to_half(&seat->axes[i].positive, code, down);
        hob_input__refresh_axis(world, &seat->axes[i]);
    }
}

static uint32_t find_code(const hob_input *input, hob_str code) {
    uint32_t at = 0;
    while (at < input->code_count && !hob_str_equal(hob_text_view(input->codes[at]), code)) {
        at++;
    }
    return at;
}

static void take_half(const hob_world *world, hob_sources *half) {
    for (uint32_t i = 0; i < half->count; i++) {
        if (half->items[i].control == -1) {
            bool down = find_code(&world->input, hob_text_view(half->items[i].text)) <
                        world->input.code_count;
            set_half(half, &half->items[i], down);
        }
    }
}

void hob_input__take_codes(hob_world *world, hob_seat_input *seat) {
    if (!hob_input__uses_keyboard(seat)) {
        return;
    }
    const hob_input *input = &world->input;
    for (uint32_t i = 0; i < seat->action_count; i++) {
        hob_action_state *action = &seat->actions[i];
        for (uint32_t k = 0; k < action->sources.count; k++) {
            hob_source *source = &action->sources.items[k];
            if (source->control == -1 &&
                find_code(input, hob_text_view(source->text)) < input->code_count) {
                hob_input__set_source(action, source, true, false);
            }
        }
    }
    for (uint32_t i = 0; i < seat->axis_count; i++) {
        take_half(world, &seat->axes[i].negative);
        take_half(world, &seat->axes[i].positive);
        hob_input__refresh_axis(world, &seat->axes[i]);
    }
}

void hob_input_code(hob_world *world, hob_str code, bool down) {
    hob_input *input = &world->input;
    uint32_t at = find_code(input, code);
    if (down == (at < input->code_count)) {
        return; /* key repeat, or the release of a press that was never seen */
    }
    if (down) {
        input->codes = hob_world_grow(world, input->codes, &input->code_cap, input->code_count + 1,
                                      sizeof(*input->codes));
        input->codes[input->code_count++] = hob_world_text(world, code);
        if (hob_input__is_join_code(world, code)) {
            input->keyboard_joins = true;
        }
        if (!input->has_fresh_code) {
            hob_world_set_text(world, &input->fresh_code, code);
            input->has_fresh_code = true;
        }
    } else {
        hob_text_drop(world->heap, input->codes[at]);
        memmove(&input->codes[at], &input->codes[at + 1],
                (--input->code_count - at) * sizeof(*input->codes));
    }
    for (uint32_t i = 0; i < input->seat_count; i++) {
        if (hob_input__uses_keyboard(&input->seats[i])) {
            code_to_seat(world, &input->seats[i], code, down, true);
        }
    }
}

void hob_input_action_value(hob_world *world, int seat, hob_str action, double value) {
    hob_seat_input *s = seat_at(world, seat);
    if (s == NULL) {
        return;
    }
    hob_action_state *a = hob_input__action(world, s, action, true);
    a->test_value = value == value ? hob_clamp(value, 0, 1) : 0;
    a->test_held = a->test_value >= 0.5;
    if (a->test_held) {
        press(a, true);
    } else {
        release(a, true);
        if (!a->held) { /* phase 1 looks at values only where there are pads */
            a->value = a->test_value;
        }
    }
}

void hob_input_action(hob_world *world, int seat, hob_str action, bool down) {
    hob_input_action_value(world, seat, action, down ? 1 : 0);
}

void hob_input_axis(hob_world *world, int seat, hob_str axis, double value) {
    hob_seat_input *s = seat_at(world, seat);
    if (s == NULL) {
        return;
    }
    hob_axis_state *a = hob_input__axis(world, s, axis, true);
    a->overridden = true;
    a->override_value = value == value ? hob_clamp(value, -1, 1) : 0;
    hob_input__refresh_axis(world, a);
}

static void clear_codes(hob_world *world) {
    hob_input *input = &world->input;
    for (uint32_t i = 0; i < input->code_count; i++) {
        hob_text_drop(world->heap, input->codes[i]);
    }
    input->code_count = 0;
    input->keyboard_joins = false;
}

static void release_sources(hob_sources *sources, bool block) {
    for (uint32_t i = 0; i < sources->count; i++) {
        hob_source *source = &sources->items[i];
        source->blocked = block ? source->blocked | source->engaged : 0;
        source->engaged = 0;
        source->down = false;
    }
    sources->down_count = 0;
}

static void release_all(const hob_world *world, hob_seat_input *seat, bool block, bool tests) {
    for (uint32_t i = 0; i < seat->action_count; i++) {
        hob_action_state *action = &seat->actions[i];
        release_sources(&action->sources, block);
        action->test_held = action->test_held && !tests;
        action->test_value = tests ? 0 : action->test_value;
        action->held = action->test_held;
        action->value = action->test_value;
        action->pressed = action->pressed && action->held;
        action->released = false;
    }
    for (uint32_t i = 0; i < seat->axis_count; i++) {
        hob_axis_state *axis = &seat->axes[i];
        release_sources(&axis->negative, block);
        release_sources(&axis->positive, block);
        axis->analog = 0;
        axis->overridden = axis->overridden && !tests;
        hob_input__refresh_axis(world, axis);
    }
}

void hob_input__release_seat(const hob_world *world, hob_seat_input *seat) {
    release_all(world, seat, false, false);
}

void hob_input_focus_lost(hob_world *world) {
    clear_codes(world);
    world->input.touch_count = 0;
    hob_input_pointer_cancel(world);
    for (uint32_t i = 0; i < world->input.seat_count; i++) {
        release_all(world, &world->input.seats[i], true, false);
    }
}

/* Under `drop` a held pad button gives a fresh press in the next scene, a held key does not (spec
 * runtime 6). */
void hob_input_leave_scene(hob_world *world) {
    if (world->outside.manifest->rules.scene_input == HOB_SCENE_INPUT_KEEP) {
        return;
    }
    clear_codes(world);
    for (uint32_t i = 0; i < world->input.seat_count; i++) {
        release_all(world, &world->input.seats[i], false, true);
    }
    world->input.touch_count = 0;
    center_pointer(world);
    world->pick.pending = false;
}

void hob_input_pointer(hob_world *world, double x, double y) {
    if (x == x && y == y) {
        world->input.pointer.x = x;
        world->input.pointer.y = y;
    }
}

void hob_input_pointer_button(hob_world *world, bool down) {
    hob_pointer *pointer = &world->input.pointer;
    if (down && !pointer->down) {
        hob_pick_press(world, (hob_vec2){pointer->x, pointer->y});
    }
    pointer->pressed = pointer->pressed || down;
    pointer->released = pointer->released || (pointer->down && !down);
    pointer->down = down;
}

void hob_input_pointer_cancel(hob_world *world) {
    world->input.pointer.down = false;
    world->input.pointer.pressed = false;
}

/* ---- fingers ---- */

static hob_finger *finger_down(hob_input *input, int64_t finger) {
    for (uint32_t i = 0; i < input->touch_count; i++) {
        if (input->touches[i].finger == finger && input->touches[i].down) {
            return &input->touches[i];
        }
    }
    return NULL;
}

static uint32_t fingers(const hob_input *input, bool primary) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < input->touch_count; i++) {
        const hob_finger *touch = &input->touches[i];
        count += touch->down && (touch->primary || !primary) ? 1 : 0;
    }
    return count;
}

static void close_touches(hob_input *input) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < input->touch_count; i++) {
        hob_finger touch = input->touches[i];
        touch.pressed = false;
        if (touch.down) {
            input->touches[left++] = touch;
        }
    }
    input->touch_count = left;
}

static bool finger_comes(hob_world *world, int64_t finger, double x, double y) {
    hob_input *input = &world->input;
    if (input->touch_count == HOB_COUNT(input->touches) ||
        fingers(input, false) == HOB_MAX_TOUCHES || finger_down(input, finger) != NULL) {
        return false;
    }
    bool primary = fingers(input, true) == 0;
    input->touches[input->touch_count++] = (hob_finger){
        .finger = finger, .x = x, .y = y, .down = true, .pressed = true, .primary = primary};
    hob_input_code(world, HOB_STR("touch:tap"), true);
    return primary;
}

bool hob_input_touch(hob_world *world, hob_touch_phase phase, int64_t finger, double x, double y) {
    if (x != x || y != y) {
        return false;
    }
    if (phase == HOB_TOUCH_DOWN) {
        return finger_comes(world, finger, x, y);
    }
    hob_finger *touch = finger_down(&world->input, finger);
    if (touch == NULL) {
        return false;
    }
    if (phase != HOB_TOUCH_CANCEL) {
        touch->x = x;
        touch->y = y;
    }
    bool primary = touch->primary;
    if (phase != HOB_TOUCH_MOVE) {
        touch->down = false;
        touch->released = phase == HOB_TOUCH_UP;
        if (fingers(&world->input, false) == 0) {
            hob_input_code(world, HOB_STR("touch:tap"), false);
        }
    }
    return primary;
}

/* ---- phase 22 ---- */

void hob_input_end_step(hob_world *world) {
    hob_input *input = &world->input;
    for (uint32_t i = 0; i < input->seat_count; i++) {
        hob_seat_input *seat = &input->seats[i];
        for (uint32_t k = 0; k < seat->action_count; k++) {
            hob_action_state *action = &seat->actions[k];
            action->pressed = false;
            action->released = false;
            action->consumed = false;
        }
    }
    input->pointer.pressed = false;
    input->pointer.released = false;
    close_touches(input);
    input->has_fresh_code = false;
    input->fresh_control = -1;
}

/* ---- reading ---- */

static hob_action_state *ask_action(hob_world *world, int seat, hob_str name) {
    hob_seat_input *s = seat_at(world, seat);
    hob_action_state *action = s == NULL ? NULL : hob_input__action(world, s, name, false);
    if (action != NULL) {
        action->asked = true;
    }
    return action;
}

const hob_action_state *hob_input_find_action(hob_world *world, int seat, hob_str action) {
    return ask_action(world, seat, action);
}

const hob_axis_state *hob_input_find_axis(hob_world *world, int seat, hob_str axis) {
    hob_seat_input *s = seat_at(world, seat);
    hob_axis_state *found = s == NULL ? NULL : hob_input__axis(world, s, axis, false);
    if (found != NULL) {
        found->asked = true;
    }
    return found;
}

bool hob_input_is_down(hob_world *world, int seat, hob_str action) {
    const hob_action_state *a = ask_action(world, seat, action);
    return a != NULL && a->held;
}

bool hob_input_just_pressed(hob_world *world, int seat, hob_str action) {
    const hob_action_state *a = ask_action(world, seat, action);
    return a != NULL && a->pressed;
}

bool hob_input_just_released(hob_world *world, int seat, hob_str action) {
    const hob_action_state *a = ask_action(world, seat, action);
    return a != NULL && a->released;
}

double hob_input_value(hob_world *world, int seat, hob_str action) {
    const hob_action_state *a = ask_action(world, seat, action);
    return a == NULL ? 0 : a->value;
}

double hob_input_axis_value(hob_world *world, int seat, hob_str axis) {
    const hob_axis_state *a = hob_input_find_axis(world, seat, axis);
    return a == NULL ? 0 : a->value;
}

bool hob_input_consume(hob_world *world, int seat, hob_str action) {
    hob_action_state *a = ask_action(world, seat, action);
    if (a != NULL) {
        a->consumed = true;
    }
    return a != NULL;
}
