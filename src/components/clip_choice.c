#include "components/clip_choice.h"

#include <stdio.h>

#define MOST_SIDES    8
#define LONGEST_CHAIN 32 /* of states that stand in for each other; more is a circle */

static const hob_clip_side no_sides[] = {{NULL, NULL, false}};
static const hob_clip_side four_sides[] = {{"n", NULL, false},
                                           {"s", NULL, false},
                                           {"e", NULL, false},
                                           {"w", "e", true},
                                           {NULL, NULL, false}};
static const hob_clip_side eight_sides[] = {
    {"n", NULL, false},  {"ne", NULL, false}, {"e", NULL, false},
    {"se", NULL, false}, {"s", NULL, false},  {"sw", "se", true},
    {"w", "e", true},    {"nw", "ne", true},  {NULL, NULL, false}};
static const hob_clip_side *const sides_of[] = {[HOB_DIRECTIONS_NONE] = no_sides,
                                                [HOB_DIRECTIONS_FOUR] = four_sides,
                                                [HOB_DIRECTIONS_EIGHT] = eight_sides};

const char *const *hob_clip_sides(hob_directions directions) {
    static const char *const none[] = {NULL};
    static const char *const four[] = {"n", "s", "e", "w", NULL};
    static const char *const eight[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw", NULL};
    return directions == HOB_DIRECTIONS_FOUR    ? four
           : directions == HOB_DIRECTIONS_EIGHT ? eight
                                                : none;
}

static const hob_clip_side *find_side(const hob_clip_source *source, hob_str facing) {
    const hob_clip_side *side = source->sides ? source->sides : sides_of[source->directions];
    while (side->name && !hob_str_is(facing, side->name)) {
        side++;
    }
    return side->name ? side : NULL;
}

static bool has(const hob_clip_source *source, hob_str state, const char *side,
                char ret_clip[HOB_CLIP_NAME_MAX]) {
    int length = snprintf(ret_clip, HOB_CLIP_NAME_MAX, "%.*s%s%s", (int)state.length, state.data,
                          side ? "-" : "", side ? side : "");
    return length > 0 && length < HOB_CLIP_NAME_MAX &&
           source->has(source->user, hob_str_from(ret_clip));
}

/* From a side, else from those that stand in for it, else the bare name. */
static bool choose_for(const hob_clip_source *source, hob_str state, hob_str facing,
                       char ret_clip[HOB_CLIP_NAME_MAX], bool *ret_mirrored) {
    *ret_mirrored = false;
    for (int i = 0; i < MOST_SIDES; i++) { /* more is a circle */
        const hob_clip_side *side = find_side(source, facing);
        if (side && has(source, state, side->name, ret_clip)) {
            return true;
        }
        if (!side || !side->as) {
            break;
        }
        *ret_mirrored = *ret_mirrored != side->mirrored;
        facing = hob_str_from(side->as);
    }
    *ret_mirrored = false;
    return has(source, state, NULL, ret_clip);
}

bool hob_clip_choose(const hob_clip_source *source, hob_str state, hob_str facing,
                     char ret_clip[HOB_CLIP_NAME_MAX], bool *ret_mirrored) {
    bool has_sides = source->sides || source->directions != HOB_DIRECTIONS_NONE;
    if (has_sides && facing.length > 0 && !find_side(source, facing)) {
        return false;
    }
    for (int i = 0; i < LONGEST_CHAIN && state.length > 0 && state.length < HOB_CLIP_NAME_MAX;
         i++) {
        if (choose_for(source, state, facing, ret_clip, ret_mirrored)) {
            return true;
        }
        state = source->fallback(source->user, state);
    }
    return false;
}

const char *hob_clip_next_missing(const hob_clip_source *source, const char *const *required,
                                  size_t *at) {
    while (required[*at]) {
        const char *clip = required[(*at)++];
        if (!source->has(source->user, hob_str_from(clip))) {
            return clip;
        }
    }
    return NULL;
}
