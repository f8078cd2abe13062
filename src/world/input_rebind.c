/* New bindings during a run, and what a rebinding screen listens to. */
#include "base/text.h"
#include "world/input.h"
#include "world/world.h"

#include <stdio.h>
#include <string.h>

/* ---- checking ---- */

static hob_status check_source(const char *of, hob_str name, hob_value source, bool stick,
                               hob_error *reterr) {
    if (source.tag != HOB_TAG_TEXT) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "%s \"%.*s\": a source is a text.", of,
                        (int)name.length, name.data);
    }
    hob_str text = hob_value_str(source);
    bool right =
        hob_manifest_source_known(text) && (!stick || hob_str_starts(text, HOB_STR("pad:")));
    if (right) {
        return HOB_OK;
    }
    if (stick && hob_manifest_source_known(text)) {
        return hob_fail(reterr, HOB_ERR_FIELD_PATTERN,
                        "%s \"%.*s\": \"%.*s\" is no analog source; use pad:left-x or another axis "
                        "of a pad.",
                        of, (int)name.length, name.data, (int)text.length, text.data);
    }
    char begin[64];
    int length = snprintf(begin, sizeof begin, "%s \"%.*s\": ", of,
                          (int)(name.length > 40 ? 40 : name.length), name.data);
    (void)hob_manifest_source_refuse(text, (hob_str){begin, (size_t)length}, reterr);
    return HOB_ERR_FIELD_PATTERN;
}

static hob_status check_list(const char *of, hob_str name, hob_value list, hob_error *reterr) {
    if (list.tag == HOB_TAG_MAP && list.as.map->count == 0) {
        return HOB_OK; /* an empty table of Lua */
    }
    if (list.tag != HOB_TAG_LIST) {
        return hob_fail(reterr, HOB_ERR_FIELD_TYPE, "%s \"%.*s\": the sources must be a list.", of,
                        (int)name.length, name.data);
    }
    if (list.as.list->count > HOB_MAX_SOURCES) {
        return hob_fail(reterr, HOB_ERR_FIELD_RANGE, "%s \"%.*s\": at most %d sources.", of,
                        (int)name.length, name.data, HOB_MAX_SOURCES);
    }
    hob_status status = HOB_OK;
    for (uint32_t i = 0; status == HOB_OK && i < list.as.list->count; i++) {
        status = check_source(of, name, list.as.list->items[i], false, reterr);
    }
    return status;
}

static hob_seat_input *seat_of(hob_world *world, int seat) {
    return seat >= 0 && seat < (int)world->input.seat_count ? &world->input.seats[seat] : NULL;
}

static hob_status unknown(const char *kind, hob_str name, hob_error *reterr) {
    return hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no %s \"%.*s\".", kind, (int)name.length,
                    name.data);
}

/* ---- exchange ---- */

static void free_sources(hob_world *world, hob_sources *sources) {
    for (uint32_t i = 0; i < sources->count; i++) {
        hob_text_drop(world->heap, sources->items[i].text);
    }
    hob_free(world->heap, sources->items, sources->count * sizeof(hob_source));
    *sources = (hob_sources){0};
}

/* A control that is held on a pad now must be let go before it counts: the press that was shown to
 * the rebinding screen is no press of the action. */
static void block_held(const hob_world *world, hob_sources *sources) {
    for (uint32_t i = 0; i < sources->count; i++) {
        hob_source *source = &sources->items[i];
        for (int pad = 0; source->control >= 0 && pad < HOB_MAX_PADS; pad++) {
            double v = world->input.pads[pad].values[source->control];
            bool held = source->half == 0 ? v != 0 : v * source->half > 0;
            source->blocked |= held ? 1u << pad : 0;
        }
    }
}

static void settle_action(hob_world *world, hob_seat_input *seat, hob_action_state *action) {
    action->held = action->test_held;
    action->value = action->test_value;
    action->pressed = action->pressed && action->held;
    block_held(world, &action->sources);
    hob_input__take_codes(world, seat);
}

static void free_axis(hob_world *world, hob_axis_state *axis, bool negative, bool positive,
                      bool stick) {
    if (negative) {
        free_sources(world, &axis->negative);
    }
    if (positive) {
        free_sources(world, &axis->positive);
    }
    if (stick) {
        hob_text_drop(world->heap, axis->stick.text);
        axis->stick = (hob_source){.control = -1};
        axis->has_stick = false;
        axis->analog = 0;
    }
}

static void settle_axis(hob_world *world, hob_seat_input *seat, hob_axis_state *axis) {
    hob_input__take_codes(world, seat);
    hob_input__refresh_axis(world, axis);
}

hob_status hob_input_rebind(hob_world *world, int seat, hob_str name, hob_value sources,
                            hob_error *reterr) {
    hob_seat_input *s = seat_of(world, seat);
    hob_action_state *action = s == NULL ? NULL : hob_input__action(world, s, name, false);
    if (action == NULL) {
        return unknown("action", name, reterr);
    }
    hob_status status = check_list("Action", name, sources, reterr);
    if (status != HOB_OK) {
        return status;
    }
    free_sources(world, &action->sources);
    action->sources = hob_input__parse_sources(world, sources);
    action->rebound = true;
    settle_action(world, s, action);
    return HOB_OK;
}

hob_status hob_input_rebind_axis(hob_world *world, int seat, hob_str name, hob_value negative,
                                 hob_value positive, hob_value stick, hob_error *reterr) {
    hob_seat_input *s = seat_of(world, seat);
    hob_axis_state *axis = s == NULL ? NULL : hob_input__axis(world, s, name, false);
    if (axis == NULL) {
        return unknown("axis", name, reterr);
    }
    bool has_negative = negative.tag != HOB_TAG_ABSENT,
         has_positive = positive.tag != HOB_TAG_ABSENT;
    bool has_stick = stick.tag != HOB_TAG_ABSENT;
    hob_status status = has_negative ? check_list("Axis", name, negative, reterr) : HOB_OK;
    if (status == HOB_OK && has_positive) {
        status = check_list("Axis", name, positive, reterr);
    }
    if (status == HOB_OK && has_stick && stick.tag != HOB_TAG_NULL) {
        status = check_source("Axis", name, stick, true, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    free_axis(world, axis, has_negative, has_positive, has_stick);
    if (has_negative) {
        axis->negative = hob_input__parse_sources(world, negative);
        block_held(world, &axis->negative);
    }
    if (has_positive) {
        axis->positive = hob_input__parse_sources(world, positive);
        block_held(world, &axis->positive);
    }
    if (has_stick && stick.tag == HOB_TAG_TEXT) {
        axis->stick = hob_input__parse_source(world, hob_value_str(stick));
        axis->has_stick = true;
    }
    axis->rebound = true;
    settle_axis(world, s, axis);
    return HOB_OK;
}

/* ---- back to hob.json ---- */

static void unbind_action(hob_world *world, int seat, hob_action_state *action) {
    if (!action->rebound) {
        return;
    }
    free_sources(world, &action->sources);
    action->rebound = false;
    hob_input__bind_action(
        world, action, hob_input__declared(world, seat, "actions", hob_text_view(action->name)));
    settle_action(world, &world->input.seats[seat], action);
}

static void unbind_axis(hob_world *world, int seat, hob_axis_state *axis) {
    if (!axis->rebound) {
        return;
    }
    free_axis(world, axis, true, true, true);
    axis->rebound = false;
    hob_input__bind_axis(world, axis,
                         hob_input__declared(world, seat, "axes", hob_text_view(axis->name)));
    settle_axis(world, &world->input.seats[seat], axis);
}

bool hob_input_unbind(hob_world *world, int seat, hob_str name) {
    hob_seat_input *s = seat_of(world, seat);
    if (s == NULL) {
        return false;
    }
    bool found = name.length == 0;
    for (uint32_t i = 0; i < s->action_count; i++) {
        if (name.length == 0 || hob_str_equal(hob_text_view(s->actions[i].name), name)) {
            found = true;
            unbind_action(world, seat, &s->actions[i]);
        }
    }
    for (uint32_t i = 0; i < s->axis_count; i++) {
        if (name.length == 0 || hob_str_equal(hob_text_view(s->axes[i].name), name)) {
            found = true;
            unbind_axis(world, seat, &s->axes[i]);
        }
    }
    return found;
}

/* ---- raw inputs ---- */

hob_str hob_input_fresh_source(const hob_world *world, char buffer[32]) {
    const hob_input *input = &world->input;
    if (input->has_fresh_code) {
        return hob_text_view(input->fresh_code);
    }
    if (input->fresh_control < 0) {
        return (hob_str){"", 0};
    }
    bool is_axis = input->fresh_control >= HOB_PAD_STICKS;
    int length = snprintf(buffer, 32, "pad:%s%s", hob_pad_control_name(input->fresh_control),
                          !is_axis                ? ""
                          : input->fresh_half > 0 ? "+"
                                                  : "-");
    return (hob_str){buffer, (size_t)length};
}
