#include "components/sprite_driver.h"

#include "components/clip_choice.h"
#include "components/motion.h"
#include "components/sprite_animator.h"
#include "components/state_machine.h"

#include <stdio.h>

/* ---- the clip of a StateMachine's state (spec waica 8.5, 8.6) ---- */

static bool has_clip(const void *animator, hob_str clip) {
    const hob_sprite_animator *a = animator;
    return a->clips.tag == HOB_TAG_MAP && hob_map_find(a->clips.as.map, clip) != NULL;
}

static hob_str fallback_of(const void *animator, hob_str state) {
    const hob_sprite_animator *a = animator;
    return a->fallbacks.tag == HOB_TAG_MAP ? hob_value_str(hob_map_get(a->fallbacks.as.map, state))
                                           : (hob_str){0};
}

static hob_clip_source source_of(const hob_sprite_animator *a, hob_directions directions) {
    return (hob_clip_source){
        .user = a, .has = has_clip, .fallback = fallback_of, .directions = directions};
}

static void warn_missing(hob_world *world, const hob_component *animator, hob_str state,
                         hob_str clip) {
    char key[260];
    (void)snprintf(key, sizeof key, "StateMachine clip %.80s %.*s",
                   hob_text_cstr(animator->owner->id),
                   (int)(state.length < 160 ? state.length : 160), state.data);
    if (hob_world_warn_once(world, key)) {
        hob_world_log(world, HOB_LOG_WARN, "The SpriteAnimator of \"%s\" has no clip \"%.*s\".",
                      hob_text_cstr(animator->owner->name),
                      (int)(clip.length < 100 ? clip.length : 100), clip.data);
    }
}

/* Only on entering a state, or when the entity looks another way: in between, scripts may show
 * what they like. */
static void follow_state(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    const hob_component *machine = hob_state_machine_of(world, animator->owner);
    const hob_state_machine *m =
        machine == NULL ? NULL : HOB_DATA(machine, const hob_state_machine);
    int facing = hob_motion_facing(world, animator->owner);
    if (m == NULL || m->at < 0) {
        return;
    }
    if (a->shown_entry == m->entries && a->shown_facing == facing) {
        return;
    }
    a->shown_entry = m->entries;
    a->shown_facing = facing;

    hob_clip_source source = source_of(a, (hob_directions)a->directions);
    char clip[HOB_CLIP_NAME_MAX];
    bool mirrored = false;
    hob_str wanted = hob_state_machine_clip(machine);
    hob_str side = hob_str_from(facing < 0 ? NULL : hob_facing_names[facing]);
    if (!hob_clip_choose(&source, wanted, side, clip, &mirrored) &&
        !hob_clip_choose(&source, wanted, (hob_str){0}, clip, &mirrored)) {
        warn_missing(world, animator, hob_text_view(m->current), wanted);
        return;
    }
    a->mirrored = mirrored;
    if (!hob_str_is(hob_text_view(a->clip), clip)) {
        hob_world_set_text(world, &a->clip, hob_str_from(clip));
        a->playing = true;
    }
}

/* ---- the clip of a heading (spec rgame 2.2) ---- */

static const char *const heading_clips[] = {"stand",   "walk_left", "walk_right",
                                            "walk_up", "walk_down", NULL};

static const char *clip_of_heading(hob_vec2 heading) {
    double x = heading.x < 0 ? -heading.x : heading.x, y = heading.y < 0 ? -heading.y : heading.y;
    if (x == 0 && y == 0) {
        return "stand";
    }
    if (x >= y) {
        return heading.x < 0 ? "walk_left" : "walk_right";
    }
    return heading.y < 0 ? "walk_up" : "walk_down";
}

/* One warning an animator, with all that is missing. */
static void warn_headings(hob_world *world, const hob_component *animator,
                          const hob_clip_source *source) {
    size_t at = 0;
    const char *missing = hob_clip_next_missing(source, heading_clips, &at);
    if (missing == NULL) {
        return;
    }
    const char *key = hob_arena_format(world->outside.scratch, "heading clips %llu %s",
                                       (unsigned long long)animator->owner->serial,
                                       hob_text_cstr(animator->slot));
    if (!hob_world_warn_once(world, key)) {
        return;
    }
    const char *names = missing;
    while ((missing = hob_clip_next_missing(source, heading_clips, &at)) != NULL) {
        names = hob_arena_format(world->outside.scratch, "%s, %s", names, missing);
    }
    hob_world_log(world, HOB_LOG_WARN, "The SpriteAnimator of \"%s\" has no clips for: %s.",
                  hob_text_cstr(animator->owner->name), names);
}

/* The plain contract: the chain of fallbacks, else the first clip that there is. */
static hob_text *plain_clip(const hob_sprite_animator *a, const char *wanted) {
    hob_clip_source source = source_of(a, HOB_DIRECTIONS_NONE);
    char clip[HOB_CLIP_NAME_MAX];
    bool mirrored;
    const hob_map *clips = a->clips.as.map;
    if (hob_clip_choose(&source, hob_str_from(wanted), (hob_str){0}, clip, &mirrored)) {
        for (uint32_t i = 0; i < clips->count; i++) {
            if (hob_str_is(hob_text_view(clips->entries[i].key), clip)) {
                return clips->entries[i].key;
            }
        }
    }
    return clips->entries[0].key;
}

static void follow_heading(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    if (a->clips.tag != HOB_TAG_MAP || a->clips.as.map->count == 0) {
        return;
    }
    hob_vec2 heading = {0, 0};
    if (!hob_motion_heading(animator->owner, &heading)) { /* a motor */
        heading = hob_motion_velocity(world, animator->owner);
    }
    const char *wanted = clip_of_heading(heading);
    if (hob_str_is(hob_text_view(a->clip), wanted)) {
        return;
    }
    hob_clip_source source = source_of(a, HOB_DIRECTIONS_NONE);
    warn_headings(world, animator, &source);
    hob_text *clip = hob_text_keep(plain_clip(a, wanted));
    if (!hob_str_equal(hob_text_view(a->clip), hob_text_view(clip))) {
        a->playing = true;
    }
    hob_text_drop(world->heap, a->clip);
    a->clip = clip;
}

void hob_sprite_animator__drive(hob_world *world, hob_component *animator) {
    switch (HOB_DATA(animator, hob_sprite_animator)->driver) {
    case HOB_DRIVER_STATE:
        follow_state(world, animator);
        break;
    case HOB_DRIVER_HEADING:
        follow_heading(world, animator);
        break;
    default:
        break;
    }
}
