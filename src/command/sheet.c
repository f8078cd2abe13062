#include "command/sheet.h"

void hob_sheet_add_frame(hob_command_call *call, hob_value frames, const char *name,
                         const hob_sheet_frame *cut) {
    hob_value frame = hob_command__map(call);
    hob_command__put_text(call, frame, "name", name);
    hob_command__put_number(call, frame, "x", cut->x);
    hob_command__put_number(call, frame, "y", cut->y);
    hob_command__put_number(call, frame, "width", cut->width);
    hob_command__put_number(call, frame, "height", cut->height);
    if (cut->rotated) {
        hob_command__put_bool(call, frame, "rotated", true);
    }
    if (cut->source_width != cut->width || cut->source_height != cut->height) {
        hob_command__put_number(call, frame, "offsetX", cut->offset_x);
        hob_command__put_number(call, frame, "offsetY", cut->offset_y);
        hob_command__put_number(call, frame, "sourceWidth", cut->source_width);
        hob_command__put_number(call, frame, "sourceHeight", cut->source_height);
    }
    hob_command__add(call, frames, frame);
}

hob_value hob_sheet_grid(hob_command_call *call, double frame_width, double frame_height,
                         double margin, double spacing) {
    hob_value grid = hob_command__map(call);
    hob_command__put_number(call, grid, "frameWidth", frame_width);
    hob_command__put_number(call, grid, "frameHeight", frame_height);
    hob_command__put_number(call, grid, "margin", margin);
    hob_command__put_number(call, grid, "spacing", spacing);
    return grid;
}

hob_status hob_sheet_new_animation(hob_command_call *call, const hob_new_animation *animation,
                                   hob_value *ret_row, hob_error *reterr) {
    hob_value metadata = hob_command__map(call);
    uint32_t count = animation->frames.as.list->count;
    hob_command__put_number(call, metadata, "frameCount", count);
    hob_command__put_number(call, metadata, "frameDuration", animation->frame_duration);
    hob_command__put_bool(call, metadata, "loop", animation->loop);
    if (animation->sheet != NULL) {
        hob_command__put_text(call, metadata, "sheet", animation->sheet);
    }
    const char *path = hob_edit__slug_path(call, "animations", animation->name, ".anim.json"), *id;
    hob_edit edit;
    hob_status status = hob_edit__new_asset(call, "animation", animation->name, path, metadata, &id,
                                            ret_row, reterr);
    if (status == HOB_OK) {
        status = hob_edit__create(call, path, &edit, reterr);
    }
    if (status != HOB_OK) {
        return status;
    }
    hob_edit__set(&edit, edit.root, HOB_STR("frames"), hob_edit__value(&edit, animation->frames));
    hob_edit__set_number(&edit, edit.root, "frameDuration", animation->frame_duration);
    hob_edit__set(&edit, edit.root, HOB_STR("loop"), hob_edit__bool(&edit, animation->loop));
    if (animation->durations != NULL) {
        yyjson_mut_val *durations = hob_edit__list(&edit);
        for (uint32_t i = 0; i < count; i++) {
            hob_edit__add(&edit, durations, hob_edit__number(&edit, animation->durations[i]));
        }
        hob_edit__set(&edit, edit.root, HOB_STR("durations"), durations);
    }
    return HOB_OK;
}
