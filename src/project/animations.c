/* Animation payloads, compiled once (spec hob 1.4, project-format 4.5). */
#include "project/internal.h"
#include "project/tables.h"

#include <string.h>

static const hob_field frame_field = {.type = HOB_FIELD_TEXT,
                                      .flags = HOB_FIELD_NOT_EMPTY,
                                      .doc = "Asset id, or asset id # frame name."};
static const hob_field duration_field = {
    .type = HOB_FIELD_NUMBER, .flags = HOB_FIELD_ABOVE, .unit = "s", .doc = "Time of one frame."};
const hob_field hob_project__animation_fields[] = {
    HOB_P("formatVersion", INT, .default_json = "1", .flags = HOB_FIELD_BETWEEN, .min = 1, .max = 1,
          .doc = "Generation of the file format."),
    HOB_P("frames", LIST, .element = &frame_field,
          .flags = HOB_FIELD_REQUIRED | HOB_FIELD_NOT_EMPTY, .doc = "Frames in order."),
    HOB_P("frameDuration", NUMBER, .default_json = "0.15", .flags = HOB_FIELD_ABOVE, .unit = "s",
          .doc = "Time of each frame."),
    HOB_P("loop", BOOL, .default_json = "true", .doc = "Begins again at its end."),
    HOB_P("durations", LIST, .element = &duration_field, .flags = HOB_FIELD_OPTIONAL,
          .doc = "One time a frame instead of frameDuration."),
    HOB_P("flipX", BOOL, .doc = "Drawn mirrored."),
    HOB_FIELDS_END,
};

void hob_project__animation_check(hob_project *project, hob_reader *reader, yyjson_val *root) {
    (void)project;
    yyjson_val *durations = yyjson_obj_get(root, "durations");
    size_t frame_count = yyjson_arr_size(yyjson_obj_get(root, "frames"));
    if (durations && yyjson_arr_size(durations) != frame_count) {
        hob_reader_find(reader, NULL, HOB_STR("durations"), HOB_ERR_FIELD_RANGE, HOB_SEVERITY_ERROR,
                        "Give one duration a frame, or leave the key out.",
                        "There are %zu durations for %zu frames.", yyjson_arr_size(durations),
                        frame_count);
    }
}

static void split_frame(hob_arena *arena, yyjson_val *item, struct hob_animation_frame *ret_frame) {
    hob_str ref = {yyjson_get_str(item), yyjson_get_len(item)};
    size_t hash = hob_str_find(ref, HOB_STR("#"));
    bool has_frame = hash != SIZE_MAX;
    hob_str asset = {ref.data, has_frame ? hash : ref.length};
    ret_frame->asset = hob_text_create(&arena->as_allocator, asset);
    if (has_frame) {
        hob_str frame = {ref.data + hash + 1, ref.length - hash - 1};
        ret_frame->frame = hob_text_create(&arena->as_allocator, frame);
    }
}

static double number_or(yyjson_val *v, double missing) {
    return yyjson_is_num(v) ? yyjson_get_num(v) : missing;
}

static bool flag_or(yyjson_val *v, bool missing) {
    return yyjson_is_bool(v) ? yyjson_get_bool(v) : missing;
}

static const hob_animation *compile(hob_arena *arena, const hob_asset *asset, yyjson_val *root) {
    hob_animation *made = hob_arena_new(arena, hob_animation);
    yyjson_val *frames = yyjson_obj_get(root, "frames"), *item;
    yyjson_val *durations = yyjson_obj_get(root, "durations");
    made->asset_id = hob_arena_text(arena, asset->id, strlen(asset->id));
    made->frame_count = yyjson_arr_size(frames);
    made->frames = hob_arena_array(arena, struct hob_animation_frame, made->frame_count);
    size_t i, max;
    yyjson_arr_foreach(frames, i, max, item) {
        split_frame(arena, item, &made->frames[i]);
    }
    made->frame_duration = number_or(yyjson_obj_get(root, "frameDuration"), 0.15);
    made->loop = flag_or(yyjson_obj_get(root, "loop"), true);
    made->flip_x = flag_or(yyjson_obj_get(root, "flipX"), false);
    if (durations) {
        made->durations = hob_arena_array(arena, double, made->frame_count);
        yyjson_arr_foreach(durations, i, max, item) {
            made->durations[i] = yyjson_get_num(item);
        }
    }
    return made;
}

typedef struct animation_call {
    hob_str asset_id;
    const hob_animation *animation;
} animation_call;

static hob_status read_animation(hob_project *project, void *arg, hob_error *reterr) {
    animation_call *call = arg;
    hob_project__file *file;
    hob_status status =
        hob_project__payload(project, call->asset_id, HOB_KIND_ANIMATION, &file, reterr);
    if (status) {
        return status;
    }
    if (!file->payload) {
        hob_error error;
        if (hob_project__payload_check(project, file, &error, hob_project__animation_check)) {
            return hob_project__file_break(file, &error, reterr);
        }
        file->payload = compile(&file->arena, hob_project_asset_by_id(project, call->asset_id),
                                file->json.root);
    }
    call->animation = file->payload;
    return HOB_OK;
}

const hob_animation *hob_project_animation(hob_project *project, hob_str asset_id,
                                           hob_error *reterr) {
    animation_call call = {.asset_id = asset_id};
    return hob_project__guarded(project, read_animation, &call, reterr) ? NULL : call.animation;
}
