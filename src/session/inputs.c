/* Inputs between steps (spec step 10.1): applied in full, hooks included, at the moment they are
 * delivered. */
#include "session/session_internal.h"

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
    case HOB_INPUT_FOCUS_LOST:
        hob_input_focus_lost(world);
        break;
    case HOB_INPUT_SCENE: {
        const hob_scene_entry *scene = hob_project_scene_find(session->project, input->name);
        if (scene != NULL) {
            world->request.noted = true;
            hob_world_set_text(world, &world->request.scene, hob_str_from(scene->id));
            hob_session__switch_if_noted(session);
        }
        break;
    }
    case HOB_INPUT_PAUSE:
        world->paused = input->down;
        break;
    }
}

hob_status hob_session_deliver(hob_session *session, const hob_session_input *input,
                               hob_error *reterr) {
    if (input->kind == HOB_INPUT_SCENE &&
        hob_project_scene_find(session->project, input->name) == NULL) {
        return hob_fail(reterr, HOB_ERR_NOT_FOUND, "There is no scene \"%.*s\".",
                        (int)input->name.length, input->name.data);
    }
    hob_session_input copy = *input;
    session->input_number += 1;
    return hob_session__guarded(session, apply, &copy, reterr);
}
