#include "components/sprite_animator.h"

static const char *const driver_names[] = {"none", "heading", "state", NULL};
static const char *const directions_names[] = {"none", "four", "eight", NULL};

static const hob_field clip_fields[] = {
    HOB_P("asset", ASSET, .flags = HOB_FIELD_REQUIRED, .asset_kinds = "animation",
          .doc = "Animation of the clip."),
    HOB_P("fps", NUMBER, .flags = HOB_FIELD_HAS_MIN, .default_json = "0", .unit = "1/s",
          .doc = "Frames a second; 0 takes the animation's own time."),
    HOB_P("loop", BOOL, .default_json = "true", .doc = "Starts again at its end."),
    HOB_P("flipX", BOOL, .default_json = "false", .doc = "Mirrors left and right."),
    HOB_FIELDS_END,
};
static const hob_field clip = {
    .name = "", .type = HOB_FIELD_OBJECT, .fields = clip_fields, .doc = "One named clip."};
static const hob_field fallback = {
    .name = "", .type = HOB_FIELD_TEXT, .doc = "State whose clip is shown instead."};

#define S hob_sprite_animator
static const hob_field fields[] = {
    {HOB_AT(S, asset_id, "assetId", ASSET), .flags = HOB_FIELD_STATIC, .asset_kinds = "animation",
     .doc = "Animation to play while there are no clips."},
    {HOB_AT(S, fps, "fps", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN, .unit = "1/s",
     .doc = "Frames a second; 0 takes the animation's own time."},
    {HOB_AT(S, playing, "playing", BOOL), .default_json = "true",
     .doc = "Whether it advances; false at the end of what does not loop."},
    {HOB_AT(S, loop, "loop", BOOL), .flags = HOB_FIELD_STATIC, .default_json = "true",
     .doc = "Starts again at its end."},
    {HOB_AT(S, clips, "clips", MAP), .flags = HOB_FIELD_STATIC, .element = &clip,
     .doc = "Clips by name."},
    {HOB_AT(S, clip, "clip", TEXT),
     .doc = "Clip that is shown; another one starts from its beginning."},
    {HOB_AT(S, driver, "driver", ENUM), .flags = HOB_FIELD_STATIC, .names = driver_names,
     .default_json = "\"none\"",
     .doc = "Who chooses the clip: scripts, the heading of the mover, or the state machine."},
    {HOB_AT(S, directions, "directions", ENUM), .flags = HOB_FIELD_STATIC,
     .names = directions_names, .default_json = "\"none\"",
     .doc = "How many ways each clip is drawn for."},
    {HOB_AT(S, fallbacks, "fallbacks", MAP), .flags = HOB_FIELD_STATIC, .element = &fallback,
     .doc = "For a state without a clip, the state whose clip is shown."},
    {HOB_AT(S, size_from_frame, "sizeFromFrame", BOOL), .flags = HOB_FIELD_STATIC,
     .doc = "Gives the SpriteRenderer the size of the frame at the start of a clip."},
    {HOB_AT(S, index, "index", INT), .flags = HOB_FIELD_RUNTIME, .doc = "Frame that is shown."},
    {HOB_AT(S, elapsed, "elapsed", NUMBER), .flags = HOB_FIELD_RUNTIME, .unit = "s",
     .doc = "Time since that frame began."},
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_sprite_animator_type = {
    .name = "SpriteAnimator",
    .doc = "Plays animations in the SpriteRenderer.",
    .size = sizeof(hob_sprite_animator),
    .fields = fields,
};
