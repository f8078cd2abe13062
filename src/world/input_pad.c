/* Pads: device state between the steps, codes and seats in phase 1. */
#include "base/dmath.h"
#include "world/input.h"
#include "world/world.h"

#include <string.h>

#define HYSTERESIS 0.05

void hob_input_pad(hob_world *world, int pad, hob_str control, double value) {
    int index = hob_pad_control(control);
    if (pad < 0 || pad >= HOB_MAX_PADS || index < 0 || value != value) {
        return;
    }
    world->input.pads[pad].values[index] = hob_clamp(value, -1, 1);
}

void hob_input_pad_plug(hob_world *world, int pad, bool plugged) {
    if (pad < 0 || pad >= HOB_MAX_PADS) {
        return;
    }
    hob_pad_state *state = &world->input.pads[pad];
    state->plugged = plugged;
    memset(state->values, 0, sizeof(state->values));
}

/* ---- strength of one source on one pad ---- */

static double rescale(double size, double deadzone) {
    return size <= deadzone || deadzone >= 1 ? 0 : (size - deadzone) / (1 - deadzone);
}

/* Value of a control with the dead zone of hob.json applied; triggers and buttons have none. */
static double control_value(const hob_manifest *manifest, const hob_pad_state *pad, int control,
                            double deadzone) {
    double v = pad->values[control];
    if (control < HOB_PAD_STICKS || manifest->response == HOB_RESPONSE_RAW) {
        return v;
    }
    if (control < HOB_PAD_RAW && manifest->deadzone_shape == HOB_DEADZONE_RADIAL) {
        int first = HOB_PAD_STICKS + ((control - HOB_PAD_STICKS) & ~1);
        double size = hob_hypot(pad->values[first], pad->values[first + 1]);
        return size == 0 ? 0 : v * (hob_min(1, rescale(size, deadzone)) / size);
    }
    double size = rescale(v < 0 ? -v : v, deadzone);
    return v < 0 ? -size : size;
}

static double source_strength(const hob_manifest *manifest, const hob_pad_state *pad,
                              const hob_source *source) {
    if (source->control < 0 || !pad->present) {
        return 0;
    }
    double v = control_value(manifest, pad, source->control, manifest->input_deadzone);
    if (source->half != 0) {
        v *= source->half;
        return v > 0 ? v : 0;
    }
    return v < 0 ? -v : v;
}

static double effective_threshold(const hob_manifest *manifest, const hob_source *source,
                                  double threshold) {
    bool raw_stick = source->control >= HOB_PAD_STICKS && manifest->response == HOB_RESPONSE_RAW;
    return raw_stick && manifest->input_deadzone > threshold ? manifest->input_deadzone : threshold;
}

static bool is_engaged(double strength, double threshold, bool was) {
    return strength > 0 && (strength >= threshold || (was && strength >= threshold - HYSTERESIS));
}

/* Refreshes the latches of one source over the seat's pads; returns the largest strength that
 * counts. */
static double refresh_latches(const hob_world *world, const hob_seat_input *seat,
                              hob_source *source, double threshold) {
    const hob_manifest *manifest = world->outside.manifest;
    double best = 0;
    threshold = effective_threshold(manifest, source, threshold);
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        uint32_t bit = 1u << i;
        double strength = 0;
        if (hob_input__uses_pad(seat, i)) {
            strength = source_strength(manifest, &world->input.pads[i], source);
        }
        bool was = ((source->engaged | source->blocked) & bit) != 0;
        bool engaged = is_engaged(strength, threshold, was);
        if (!engaged) {
            source->blocked &= ~bit;
        }
        bool counts = (source->blocked & bit) == 0;
        source->engaged = engaged && counts ? source->engaged | bit : source->engaged & ~bit;
        best = counts && strength > best ? strength : best;
    }
    return best;
}

/* ---- a seat ---- */

/* All presses come before all releases: moving an action from one control to another within a step
 * is no new press. */
static void refresh_action(hob_world *world, hob_seat_input *seat, hob_action_state *action) {
    double value = action->test_value;
    for (uint32_t i = 0; i < action->sources.count; i++) {
        hob_source *source = &action->sources.items[i];
        if (source->control < 0) {
            value = source->down ? 1 : value;
            continue;
        }
        value = hob_max(value, refresh_latches(world, seat, source, action->threshold));
        if (source->engaged != 0 && !source->down) {
            hob_input__set_source(action, source, true, true);
            seat->last_device = 0;
            while ((source->engaged >> seat->last_device & 1) == 0) {
                seat->last_device++;
            }
        }
    }
    for (uint32_t i = 0; i < action->sources.count; i++) {
        hob_source *source = &action->sources.items[i];
        if (source->control >= 0 && source->engaged == 0) {
            hob_input__set_source(action, source, false, true);
        }
    }
    action->value = value > 1 ? 1 : value;
}

static void refresh_half(hob_world *world, hob_seat_input *seat, hob_sources *half) {
    for (uint32_t i = 0; i < half->count; i++) {
        hob_source *source = &half->items[i];
        if (source->control < 0) {
            continue;
        }
        (void)refresh_latches(world, seat, source, 0.5);
        bool down = source->engaged != 0;
        half->down_count += down == source->down ? 0 : down ? 1 : UINT32_MAX;
        source->down = down;
    }
}

/* The pad whose deflection is largest; the first of equal ones. */
static double stick_value(const hob_world *world, const hob_seat_input *seat,
                          const hob_axis_state *axis) {
    double best = 0;
    for (int i = 0; axis->stick.control >= 0 && i < HOB_MAX_PADS; i++) {
        const hob_pad_state *pad = &world->input.pads[i];
        if (!pad->present || !hob_input__uses_pad(seat, i)) {
            continue;
        }
        double v = control_value(world->outside.manifest, pad, axis->stick.control, axis->deadzone);
        if (axis->stick.half != 0) {
            v = v * axis->stick.half > 0 ? v : 0;
        }
        if ((v < 0 ? -v : v) > (best < 0 ? -best : best)) {
            best = v;
        }
    }
    return best;
}

static void refresh_seat(hob_world *world, hob_seat_input *seat) {
    for (uint32_t i = 0; i < seat->action_count; i++) {
        refresh_action(world, seat, &seat->actions[i]);
    }
    for (uint32_t i = 0; i < seat->axis_count; i++) {
        hob_axis_state *axis = &seat->axes[i];
        refresh_half(world, seat, &axis->negative);
        refresh_half(world, seat, &axis->positive);
        axis->analog = axis->has_stick ? stick_value(world, seat, axis) : 0;
        hob_input__refresh_axis(world, axis);
    }
}

/* ---- who sits where (spec rgame 4.5) ---- */

bool hob_input_seat_active(const hob_world *world, int seat) {
    return seat >= 0 && seat < (int)world->input.seat_count &&
           world->input.seats[seat].device != HOB_DEVICE_NONE;
}

static bool is_held(const hob_input *input, int32_t device) {
    for (uint32_t i = 0; i < input->seat_count; i++) {
        if (input->seats[i].device == HOB_DEVICE_ANY || input->seats[i].device == device) {
            return true;
        }
    }
    return false;
}

/* The seat that a joining device would get, -1 = none. */
static int candidate(const hob_input *input) {
    if (input->join_policy == HOB_JOIN_TAKEOVER) {
        return 0;
    }
    for (uint32_t i = 0; input->join_policy == HOB_JOIN_JOIN && i < input->seat_count; i++) {
        if (input->seats[i].device == HOB_DEVICE_NONE) {
            return (int)i;
        }
    }
    return -1;
}

static void tell(hob_world *world, const char *signal, int seat) {
    hob_value arg = hob_value_number(seat);
    hob_signal_named(world, HOB_NO_ENTITY, hob_str_from(signal), &arg, 1);
}

/* What the device holds already is taken over without edges, so the press that joins does nothing
 * else. */
static void give_device(hob_world *world, int seat, int32_t device) {
    hob_seat_input *s = &world->input.seats[seat];
    hob_input__release_seat(world, s);
    s->device = device;
    s->last_device = device == HOB_DEVICE_NONE ? s->last_device : device;
    hob_input__take_codes(world, s);
    if (device >= 0) {
        refresh_seat(world, s);
        for (uint32_t i = 0; i < s->action_count; i++) {
            s->actions[i].pressed = false;
        }
    }
}

int32_t hob_input_device(hob_str name) {
    if (hob_str_is(name, "keyboard")) {
        return HOB_DEVICE_KEYBOARD;
    }
    bool pad = hob_str_starts(name, HOB_STR("pad")) && name.length == 4 && name.data[3] >= '0' &&
               name.data[3] < '0' + HOB_MAX_PADS;
    return pad ? name.data[3] - '0' : HOB_DEVICE_NONE;
}

int hob_input_join(hob_world *world, int32_t device) {
    hob_input *input = &world->input;
    bool real = device == HOB_DEVICE_KEYBOARD ||
                (device >= 0 && device < HOB_MAX_PADS && input->pads[device].plugged);
    int seat = candidate(input);
    if (!real || !input->accepting || seat < 0 || is_held(input, device)) {
        return -1;
    }
    give_device(world, seat, device);
    tell(world, "joined", seat);
    return seat;
}

bool hob_input_leave(hob_world *world, int seat) {
    if (!hob_input_seat_active(world, seat)) {
        return false;
    }
    give_device(world, seat, HOB_DEVICE_NONE);
    tell(world, "left", seat);
    return true;
}

bool hob_input__is_join_code(hob_world *world, hob_str code) {
    hob_input *input = &world->input;
    int seat = candidate(input);
    if (input->join_policy != HOB_JOIN_TAKEOVER || seat < 0 ||
        is_held(input, HOB_DEVICE_KEYBOARD)) {
        return false;
    }
    hob_str name = hob_text_view(world->outside.manifest->join_action);
    const hob_action_state *action = hob_input__action(world, &input->seats[seat], name, false);
    for (uint32_t i = 0; action != NULL && i < action->sources.count; i++) {
        const hob_source *source = &action->sources.items[i];
        if (source->control == -1 && hob_str_equal(hob_text_view(source->text), code)) {
            return true;
        }
    }
    return false;
}

/* The join action on one pad, through the map of the seat it would get. */
static bool join_is_down(hob_world *world, hob_pad_state *pad) {
    const hob_manifest *manifest = world->outside.manifest;
    int seat = candidate(&world->input);
    const hob_action_state *action =
        hob_input__action(world, &world->input.seats[seat < 0 ? 0 : seat],
                          hob_text_view(manifest->join_action), false);
    for (uint32_t i = 0; action != NULL && i < action->sources.count; i++) {
        const hob_source *source = &action->sources.items[i];
        double threshold = effective_threshold(manifest, source, action->threshold);
        if (is_engaged(source_strength(manifest, pad, source), threshold, pad->joining)) {
            return true;
        }
    }
    return false;
}

/* Rebinding screens ask what went down, whatever it is bound to. */
static void note_fresh(hob_input *input, hob_pad_state *pad) {
    uint64_t latched = 0;
    for (int i = 0; pad->present && i < HOB_PAD_CONTROLS; i++) {
        for (int half = -1; half <= 1; half += 2) {
            uint64_t bit = UINT64_C(1) << (2 * i + (half > 0));
            if (!is_engaged(pad->values[i] * half, 0.5, (pad->latched & bit) != 0)) {
                continue;
            }
            latched |= bit;
            if ((pad->latched & bit) == 0 && input->fresh_control < 0) {
                input->fresh_control = i;
                input->fresh_half = half;
            }
        }
    }
    pad->latched = latched;
}

static void admit(hob_world *world) {
    hob_input *input = &world->input;
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        hob_pad_state *pad = &input->pads[i];
        bool down = pad->present && join_is_down(world, pad);
        bool edge = down && !pad->joining;
        pad->joining = down;
        note_fresh(input, pad);
        if (edge && !is_held(input, i)) {
            (void)hob_input_join(world, i);
        }
    }
    if (input->keyboard_joins) {
        input->keyboard_joins = false;
        (void)hob_input_join(world, HOB_DEVICE_KEYBOARD);
    }
}

static void unplug(hob_world *world, int pad) {
    for (uint32_t i = 0; i < world->input.seat_count; i++) {
        if (world->input.seats[i].device != pad) {
            continue;
        }
        if (world->input.join_policy == HOB_JOIN_TAKEOVER) {
            give_device(world, (int)i, HOB_DEVICE_KEYBOARD);
        } else {
            (void)hob_input_leave(world, (int)i);
        }
    }
}

/* A seat declared for a pad takes the first one that nobody holds. */
static void plug(hob_world *world, int pad) {
    for (uint32_t i = 0; i < world->input.seat_count; i++) {
        hob_seat_input *seat = &world->input.seats[i];
        if (seat->wants_pad && seat->device == HOB_DEVICE_NONE && !is_held(&world->input, pad)) {
            give_device(world, (int)i, pad);
            tell(world, "joined", (int)i);
            return;
        }
    }
}

/* True while there is a pad, and in the step that lost the last one. */
static bool refresh_plugs(hob_world *world) {
    hob_pad_state *pads = world->input.pads;
    bool any = false;
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        any = any || pads[i].present || pads[i].plugged;
    }
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        if (pads[i].present && !pads[i].plugged) {
            pads[i].present = false;
            pads[i].joining = false;
            unplug(world, i);
        }
    }
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        if (pads[i].plugged && !pads[i].present) {
            pads[i].present = true;
            plug(world, i);
        }
    }
    return any;
}

void hob_input_begin_step(hob_world *world) {
    hob_view_begin_step(world);
    bool any_pad = refresh_plugs(world);
    for (uint32_t i = 0; any_pad && i < world->input.seat_count; i++) {
        refresh_seat(world, &world->input.seats[i]);
    }
    if (any_pad || world->input.keyboard_joins) {
        admit(world);
    }
}
