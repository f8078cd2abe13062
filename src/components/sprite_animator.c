#include "components/sprite_animator.h"

#include "base/dmath.h"
#include "components/animation_state_machine.h"
#include "components/sprite_driver.h"
#include "world/feed.h"
#include "world/world.h"

/* ---- what is played ---- */

/* One clip as it is played now; animation null = nothing to show. */
typedef struct playback {
    const hob_animation *animation;
    double fps;
    bool loop, is_clip, flip_x;
    hob_text *name; /* what it is called: asset id or clip */
} playback;

static playback find_playback(hob_world *world, hob_sprite_animator *a) {
    playback p = {.fps = a->fps, .loop = a->loop, .name = a->asset_id};
    hob_str asset = hob_text_view(a->asset_id);
    if (a->clips.tag == HOB_TAG_MAP && a->clips.as.map->count > 0) {
        hob_value clip = hob_map_get(a->clips.as.map, hob_text_view(a->clip));
        asset = hob_value_get_str(clip, "asset", "");
        p.name = a->clip;
        p.is_clip = true;
        p.fps = hob_value_get_number(clip, "fps", 0);
        p.loop = hob_value_get_bool(clip, "loop", true);
        p.flip_x = hob_value_get_bool(clip, "flipX", false) != a->mirrored;
    }
    p.animation = hob_animation_ref_get(world, &a->ref, asset);
    return p;
}

static void restart(hob_world *world, hob_sprite_animator *a, hob_text *name) {
    hob_text *kept = hob_text_keep(name);
    hob_text_drop(world->heap, a->playing_of);
    a->playing_of = kept;
    a->started = true;
    a->index = 0;
    a->elapsed = 0;
}

static bool is_same(const hob_text *a, const hob_text *b) {
    return a == b || hob_str_equal(hob_text_view(a), hob_text_view(b));
}

void hob_sprite_animator_play(hob_world *world, hob_component *animator, hob_str asset_id) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_world_set_text(world, &a->asset_id, asset_id);
    animator->static_dirty = true;
    a->playing = true;
    restart(world, a, a->asset_id);
}

bool hob_sprite_animator_play_clip(hob_world *world, hob_component *animator, hob_str clip) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    if (a->clips.tag != HOB_TAG_MAP || hob_map_find(a->clips.as.map, clip) == NULL) {
        return false;
    }
    if (a->playing && a->started && hob_str_equal(hob_text_view(a->playing_of), clip) &&
        hob_str_equal(hob_text_view(a->clip), clip)) {
        return true; /* it goes on */
    }
    hob_world_set_text(world, &a->clip, clip);
    a->playing = true;
    restart(world, a, a->clip);
    return true;
}

/* ---- phase 10 ---- */

static void write_frame(hob_world *world, hob_sprite_animator *a, const playback *p,
                        hob_sprite_renderer *sprite, bool is_new) {
    hob_animation_write_frame(world, p->animation, (size_t)a->index, sprite);
    bool mirrored = p->flip_x != p->animation->flip_x;
    a->flips = a->flips || p->is_clip || mirrored;
    if (a->flips) {
        sprite->flip_x = mirrored;
    }
    if (a->size_from_frame && is_new) {
        hob_animation_take_size(world, p->animation, (size_t)a->index, sprite);
    }
}

/* Beside an AnimationStateMachine only that one plays. */
static bool gives_way(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    int machine = hob_component_type_index(world, &hob_animation_state_machine_type);
    if (hob_component_of(animator->owner, machine) == NULL) {
        return false;
    }
    if (!a->warned) {
        a->warned = true;
        hob_world_log(world, HOB_LOG_WARN,
                      "\"%s\" has a SpriteAnimator and an AnimationStateMachine: only the machine "
                      "plays.",
                      hob_text_cstr(animator->owner->name));
    }
    return true;
}

static void animate(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_component *renderer = hob_component_of(
        animator->owner, hob_component_type_index(world, &hob_sprite_renderer_type));
    if (gives_way(world, animator) || renderer == NULL) {
        return;
    }
    hob_sprite_animator__drive(world, animator);
    playback p = find_playback(world, a);
    if (p.animation == NULL || p.animation->frame_count == 0) {
        return;
    }
    bool is_new = !a->started || !is_same(a->playing_of, p.name);
    if (is_new) {
        restart(world, a, p.name);
    }
    hob_animation_clock clock = {.index = (size_t)hob_max(0, a->index), .elapsed = a->elapsed};
    if (a->playing && hob_animation_advance(&clock, p.animation, p.fps, 1, p.loop, world->dt)) {
        a->playing = false;
    }
    a->index = (int32_t)clock.index;
    a->elapsed = clock.elapsed;
    write_frame(world, a, &p, HOB_DATA(renderer, hob_sprite_renderer), is_new);
}

/* ---- life ---- */

static bool attach(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_component *renderer = hob_component_of(
        animator->owner, hob_component_type_index(world, &hob_sprite_renderer_type));
    if (!a->size_from_frame || renderer == NULL) {
        return true;
    }
    playback p = find_playback(world, a);
    if (p.animation != NULL && p.animation->frame_count > 0) {
        hob_animation_take_size(world, p.animation, 0, HOB_DATA(renderer, hob_sprite_renderer));
    }
    return true;
}

static void done(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_text_drop(world->heap, a->playing_of);
    a->playing_of = NULL;
    hob_animation_ref_done(world, &a->ref);
}

static void hash(hob_world *world, hob_component *animator, hob_hash *out) {
    (void)world;
    const hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_feed_bool(out, a->started);
    hob_feed_text(out, a->playing_of);
    hob_feed_bool(out, a->flips);
    hob_feed_int(out, (int64_t)a->shown_entry);
    hob_feed_int(out, a->shown_facing);
    hob_feed_bool(out, a->mirrored);
}

/* ---- the table ---- */

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
     .doc = "Who chooses the clip: scripts, the heading of the mover, or the StateMachine."},
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

static const hob_component_phase phases[] = {{"animators", animate}, {NULL, NULL}};

static bool follows_heading(const void *of_struct) {
    return ((const hob_sprite_animator *)of_struct)->driver == HOB_DRIVER_HEADING;
}
static bool follows_state(const void *of_struct) {
    return ((const hob_sprite_animator *)of_struct)->driver == HOB_DRIVER_STATE;
}

static const hob_need needs[] = {
    {HOB_NEED_SIBLING, "SpriteRenderer", .missing = HOB_ERR_SPRITE_ANIMATOR_MISSING_RENDERER,
     .soft = true},
    {HOB_NEED_SIBLING, "Mover", "Motor", .when = follows_heading,
     .because = "its driver is heading"},
    {HOB_NEED_SIBLING, "StateMachine", .when = follows_state, .because = "its driver is state"},
    {.name = NULL},
};

const hob_component_type hob_sprite_animator_type = {
    .name = "SpriteAnimator",
    .doc = "Plays animations in the SpriteRenderer.",
    .size = sizeof(hob_sprite_animator),
    .fields = fields,
    .needs = needs,
    .phases = phases,
    .attach = attach,
    .done = done,
    .hash = hash,
};
