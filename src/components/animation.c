#include "components/animation.h"

#define FRAME_EPSILON 1e-9
#define FRAMES_A_STEP 100000 /* a clip faster than this stands at a frame */

const hob_animation *hob_animation_ref_get(hob_world *world, hob_animation_ref *ref, hob_str id) {
    if (ref->epoch == world->payload_epoch + 1 && hob_str_equal(hob_text_view(ref->id), id)) {
        return ref->animation;
    }
    hob_world_set_text(world, &ref->id, id);
    ref->epoch = world->payload_epoch + 1;
    ref->animation =
        id.length == 0 ? NULL : hob_project_animation(world->outside.project, id, NULL);
    return ref->animation;
}

void hob_animation_ref_done(hob_world *world, hob_animation_ref *ref) {
    hob_text_drop(world->heap, ref->id);
    *ref = (hob_animation_ref){0};
}

double hob_animation_frame_seconds(const hob_animation *animation, size_t index, double fps,
                                   double speed) {
    if (fps > 0) {
        return 1 / fps;
    }
    double seconds = animation->frame_duration;
    if (animation->durations != NULL && index < animation->frame_count) {
        seconds = animation->durations[index];
    }
    return seconds / speed;
}

bool hob_animation_advance(hob_animation_clock *clock, const hob_animation *animation, double fps,
                           double speed, bool loop, double dt) {
    clock->elapsed += dt;
    for (int i = 0; i < FRAMES_A_STEP; i++) {
        double length = hob_animation_frame_seconds(animation, clock->index, fps, speed);
        if (!(clock->elapsed >= length - FRAME_EPSILON)) {
            return false;
        }
        clock->elapsed -= length;
        clock->index++;
        if (clock->index < animation->frame_count) {
            continue;
        }
        if (!loop) {
            clock->index = animation->frame_count - 1;
            clock->elapsed = 0;
            return true;
        }
        clock->index = 0;
    }
    clock->elapsed = 0;
    return false;
}

void hob_animation_write_frame(hob_world *world, const hob_animation *animation, size_t index,
                               hob_sprite_renderer *sprite) {
    if (index >= animation->frame_count) {
        index = animation->frame_count - 1;
    }
    const struct hob_animation_frame *frame = &animation->frames[index];
    hob_world_set_text(world, &sprite->asset_id, hob_text_view(frame->asset));
    if (frame->frame != NULL) {
        hob_world_set_text(world, &sprite->frame, hob_text_view(frame->frame));
    } else if (sprite->frame != NULL) {
        hob_text_drop(world->heap, sprite->frame);
        sprite->frame = NULL;
    }
}

void hob_animation_take_size(hob_world *world, const hob_animation *animation, size_t index,
                             hob_sprite_renderer *sprite) {
    const struct hob_animation_frame *frame = &animation->frames[index];
    const hob_asset *asset =
        hob_project_asset_by_id(world->outside.project, hob_text_view(frame->asset));
    hob_sheet_frame cut;
    if (asset == NULL) {
        return;
    }
    if (frame->frame != NULL) {
        if (hob_asset_frame(asset, hob_text_view(frame->frame), &cut)) {
            sprite->width = cut.source_width;
            sprite->height = cut.source_height;
        }
        return;
    }
    double width = yyjson_get_num(yyjson_obj_get(asset->metadata, "width"));
    double height = yyjson_get_num(yyjson_obj_get(asset->metadata, "height"));
    if (width > 0 && height > 0) {
        sprite->width = width;
        sprite->height = height;
    }
}
