#include "components/sprite_driver.h"

#include "components/clip_choice.h"
#include "components/motion.h"
#include "components/sprite_animator.h"
#include "components/state_machine.h"

#include <math.h>
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

    hob_clip_source source = {a, has_clip, fallback_of, (hob_directions)a->directions};
    char clip[HOB_CLIP_NAME_MAX];
    bool mirrored = false;
    hob_str wanted = hob_state_machine_clip(machine);
    hob_str side = hob_str_from(facing < 0 ? NULL : hob_facing_names[facing]);
    if (!hob_clip_choose(&source, wanted, side, clip, &mirrored)) {
        warn_missing(world, animator, hob_text_view(m->current), wanted);
        return;
    }
    a->mirrored = mirrored;
    if (!hob_str_is(hob_text_view(a->clip), clip)) {
        hob_world_set_text(world, &a->clip, hob_str_from(clip));
        a->playing = true;
    }
}

/* ---- the clip of where the mover wants to go (spec rgame 2.2) ---- */

static const char *heading_clip(hob_vec2 way) {
    if (way.x == 0 && way.y == 0) {
        return "stand";
    }
    if (fabs(way.x) >= fabs(way.y)) {
        return way.x < 0 ? "walk_left" : "walk_right";
    }
    return way.y < 0 ? "walk_up" : "walk_down";
}

/* A motor has no heading of its own: its velocity tells. */
static void follow_heading(hob_world *world, hob_component *animator) {
    hob_sprite_animator *a = HOB_DATA(animator, hob_sprite_animator);
    hob_vec2 way;
    if (!hob_motion_heading(animator->owner, &way)) {
        way = hob_motion_velocity(world, animator->owner);
    }
    hob_str clip = hob_str_from(heading_clip(way));
    if (has_clip(a, clip) && !hob_str_equal(hob_text_view(a->clip), clip)) {
        hob_world_set_text(world, &a->clip, clip);
        a->playing = true;
    }
}

void hob_sprite_animator__drive(hob_world *world, hob_component *animator) {
    int32_t driver = HOB_DATA(animator, hob_sprite_animator)->driver;
    if (driver == HOB_DRIVER_STATE) {
        follow_state(world, animator);
    } else if (driver == HOB_DRIVER_HEADING) {
        follow_heading(world, animator);
    }
}
