/* Block 4 of the state hash: all of the input that later steps can see. */
#include "world/feed.h"
#include "world/input.h"

static void feed_sources(hob_hash *hash, const hob_sources *sources) {
    hob_feed_list(hash, sources->count);
    for (uint32_t i = 0; i < sources->count; i++) {
        const hob_source *source = &sources->items[i];
        hob_feed_bool(hash, source->down);
        hob_feed_int(hash, source->engaged);
        hob_feed_int(hash, source->blocked);
    }
}

/* What a game has bound anew; hob.json's own bindings do not change. */
static void feed_texts(hob_hash *hash, const hob_sources *sources) {
    for (uint32_t i = 0; i < sources->count; i++) {
        hob_feed_text(hash, sources->items[i].text);
    }
}

static void feed_seat(hob_hash *hash, const hob_seat_input *seat) {
    hob_feed_int(hash, seat->device);
    hob_feed_int(hash, seat->last_device);
    hob_feed_list(hash, seat->action_count);
    for (uint32_t i = 0; i < seat->action_count; i++) {
        const hob_action_state *action = &seat->actions[i];
        hob_feed_text(hash, action->name);
        hob_feed_number(hash, action->value);
        hob_feed_bool(hash, action->held);
        hob_feed_bool(hash, action->pressed);
        hob_feed_bool(hash, action->released);
        hob_feed_bool(hash, action->consumed);
        hob_feed_bool(hash, action->test_held);
        if (action->test_value > 0 && action->test_value < 1) {
            hob_feed_number(hash, action->test_value);
        }
        feed_sources(hash, &action->sources);
        if (action->rebound) {
            feed_texts(hash, &action->sources);
        }
    }
    hob_feed_list(hash, seat->axis_count);
    for (uint32_t i = 0; i < seat->axis_count; i++) {
        const hob_axis_state *axis = &seat->axes[i];
        hob_feed_text(hash, axis->name);
        hob_feed_number(hash, axis->value);
        hob_feed_number(hash, axis->analog);
        hob_feed_bool(hash, axis->overridden);
        hob_feed_number(hash, axis->override_value);
        feed_sources(hash, &axis->negative);
        feed_sources(hash, &axis->positive);
        if (axis->rebound) {
            feed_texts(hash, &axis->negative);
            feed_texts(hash, &axis->positive);
            hob_feed_text(hash, axis->has_stick ? axis->stick.text : NULL);
        }
    }
}

void hob_input_hash(hob_world *world, hob_hash *hash) {
    const hob_input *input = &world->input;
    hob_feed_list(hash, input->seat_count);
    for (uint32_t i = 0; i < input->seat_count; i++) {
        feed_seat(hash, &input->seats[i]);
    }
    hob_feed_list(hash, input->code_count);
    for (uint32_t i = 0; i < input->code_count; i++) {
        hob_feed_text(hash, input->codes[i]);
    }
    const hob_pointer *pointer = &input->pointer;
    hob_feed_number(hash, pointer->x);
    hob_feed_number(hash, pointer->y);
    hob_feed_bool(hash, pointer->down);
    hob_feed_bool(hash, pointer->pressed);
    hob_feed_bool(hash, pointer->released);
    hob_feed_list(hash, input->touch_count);
    for (uint32_t i = 0; i < input->touch_count; i++) {
        const hob_finger *touch = &input->touches[i];
        hob_feed_int(hash, touch->finger);
        hob_feed_number(hash, touch->x);
        hob_feed_number(hash, touch->y);
        hob_feed_bool(hash, touch->down);
        hob_feed_bool(hash, touch->pressed);
        hob_feed_bool(hash, touch->released);
        hob_feed_bool(hash, touch->primary);
    }
    hob_feed_text(hash, input->has_fresh_code ? input->fresh_code : NULL);
    hob_feed_int(hash, input->fresh_control);
    hob_feed_int(hash, input->fresh_control < 0 ? 0 : input->fresh_half);
    for (int i = 0; i < HOB_MAX_PADS; i++) {
        const hob_pad_state *pad = &input->pads[i];
        hob_feed_bool(hash, pad->plugged);
        hob_feed_bool(hash, pad->present);
        hob_feed_bool(hash, pad->joining);
        hob_feed_int(hash, (int64_t)pad->latched);
        for (int k = 0; pad->plugged && k < HOB_PAD_CONTROLS; k++) {
            hob_feed_number(hash, pad->values[k]);
        }
    }
    hob_feed_bool(hash, input->accepting);
    hob_feed_bool(hash, input->keyboard_joins);
}
