/* Inputs between steps (spec step 10.1): applied in full, hooks included, at the moment they are
 * delivered. */
#include "session/session_internal.h"

#include "script/reload.h"
#include "text/game_text.h"
#include "ui/pieces.h"
#include "ui/ui.h"

static void apply(hob_session *session, void *user) {
    const hob_session_input *input = user;
    hob_world *world = session->world;
    switch (input->kind) {
    case HOB_INPUT_CODE:
        hob_input_code(world, input->name, input->down);
        break;
    case HOB_INPUT_ACTION:
        hob_input_action(world, input->seat_or_pad, input->name, input->down);
        break;
    case HOB_INPUT_ACTION_VALUE:
        hob_input_action_value(world, input->seat_or_pad, input->name, input->value);
        break;
    case HOB_INPUT_AXIS:
        hob_input_axis(world, input->seat_or_pad, input->name, input->value);
        break;
    case HOB_INPUT_PAD:
        hob_input_pad(world, input->seat_or_pad, input->name, input->value);
        break;
    case HOB_INPUT_PAD_PLUG:
        hob_input_pad_plug(world, input->seat_or_pad, input->down);
        break;
    case HOB_INPUT_POINTER_MOVE:
        hob_ui_pointer(world, HOB_UI_POINTER_MOVE, input->x, input->y);
        break;
    case HOB_INPUT_POINTER_DOWN:
        hob_ui_pointer(world, HOB_UI_POINTER_DOWN, input->x, input->y);
        break;
    case HOB_INPUT_POINTER_UP:
        hob_ui_pointer(world, HOB_UI_POINTER_UP, input->x, input->y);
        break;
    case HOB_INPUT_CLICK_WORLD:
        (void)hob_pick_click(world, (hob_vec2){input->x, input->y});
        break;
    case HOB_INPUT_TOUCH:
        hob_ui_touch(world, input->touch, input->finger, input->x, input->y);
        break;
    case HOB_INPUT_TEXT:
        hob_ui_write(world, input->name);
        break;
    case HOB_INPUT_PIECE:
        hob_piece_tell(world, input->name, input->element, input->event);
        break;
    case HOB_INPUT_FOCUS_LOST:
        hob_input_focus_lost(world);
        hob_ui_pointer_cancel(world);
        break;
    case HOB_INPUT_JOIN:
        (void)hob_input_join(world, hob_input_device(input->name));
        break;
    case HOB_INPUT_LEAVE:
        (void)hob_input_leave(world, input->seat_or_pad);
        break;
    case HOB_INPUT_SCENE: {
        const hob_scene_entry *scene = hob_project_scene_find(session->project, input->name);
        if (scene != NULL) {
            world->request.noted = true;
            world->request.kind = HOB_SCENE_LOAD;
            hob_world_set_text(world, &world->request.scene, hob_str_from(scene->id));
            hob_session__switch_if_noted(session);
        }
        break;
    }
    case HOB_INPUT_RELOAD:
        if (hob_script_reload(world, input->files, input->file_count)) {
            session->reloads++;
        }
        break;
    case HOB_INPUT_LOCALE:
        (void)(hob_game_set_locale(world, input->name, NULL) == HOB_OK);
        break;
    case HOB_INPUT_PAUSE:
        world->paused = input->down;
        break;
    }
}

static hob_status check_pad(const hob_session_input *input, hob_error *reterr) {
    if (input->seat_or_pad < 0 || input->seat_or_pad >= HOB_MAX_PADS) {
        return hob_fail(reterr, HOB_ERR_FIELD_RANGE, "There is no pad %d; pads are 0 to %d.",
                        input->seat_or_pad, HOB_MAX_PADS - 1);
    }
    if (input->kind != HOB_INPUT_PAD || hob_pad_control(input->name) >= 0) {
        return HOB_OK;
    }
    hob_fail(reterr, HOB_ERR_INVALID_INPUT, "A pad has no control \"%.*s\".",
             (int)input->name.length, input->name.data);
    hob_error_hint(reterr, "Controls: a b x y lb rb lt rt back start guide ls rs dpad-up dpad-down "
                           "dpad-left dpad-right left-x left-y right-x right-y axis0 to axis15.");
    return HOB_ERR_INVALID_INPUT;
}

/* What can be told before anything is done. Numbers that are none are dropped by the receiver. */
static hob_status check(const hob_world *world, const hob_session_input *input, hob_error *reterr) {
    switch (input->kind) {
    case HOB_INPUT_PAD:
    case HOB_INPUT_PAD_PLUG:
        return check_pad(input, reterr);
    case HOB_INPUT_ACTION:
    case HOB_INPUT_ACTION_VALUE:
    case HOB_INPUT_AXIS:
    case HOB_INPUT_LEAVE:
        if (input->seat_or_pad < 0 || input->seat_or_pad >= (int)world->input.seat_count) {
            return hob_fail(reterr, HOB_ERR_FIELD_RANGE,
                            "There is no seat %d; hob.json has %d, counted from 0.",
                            input->seat_or_pad, (int)world->input.seat_count);
        }
        return HOB_OK;
    case HOB_INPUT_JOIN:
        if (hob_input_device(input->name) == HOB_DEVICE_NONE) {
            return hob_fail(reterr, HOB_ERR_INVALID_INPUT,
                            "\"%.*s\" is no device; devices are keyboard and pad0 to pad%d.",
                            (int)input->name.length, input->name.data, HOB_MAX_PADS - 1);
        }
        return HOB_OK;
    default:
        return HOB_OK;
    }
}

hob_status hob_session_deliver(hob_session *session, const hob_session_input *input,
                               hob_error *reterr) {
    if (input->kind == HOB_INPUT_SCENE &&
        hob_project_scene_find(session->project, input->name) == NULL) {
        return hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no scene \"%.*s\".",
                        (int)input->name.length, input->name.data);
    }
    hob_status status = check(session->world, input, reterr);
    if (status != HOB_OK) {
        return status;
    }
    hob_session_input copy = *input;
    session->input_number += 1;
    return hob_session__guarded(session, apply, &copy, reterr);
}
