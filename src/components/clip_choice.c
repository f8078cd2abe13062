#include "components/clip_choice.h"

#include <stdio.h>
#include <string.h>

#define LONGEST_CHAIN 32 /* of states that stand in for each other; more is a circle */

static const char *const no_sides[] = {NULL};
static const char *const four_sides[] = {"n", "s", "e", "w", NULL};
static const char *const eight_sides[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw", NULL};

const char *const *hob_clip_sides(hob_directions directions) {
    switch (directions) {
    case HOB_DIRECTIONS_FOUR:
        return four_sides;
    case HOB_DIRECTIONS_EIGHT:
        return eight_sides;
    case HOB_DIRECTIONS_NONE:
        break;
    }
    return no_sides;
}

/* A side that is drawn as another one mirrored; null = none. */
static const char *mirror_of(hob_str facing) {
    static const char *const pairs[][2] = {{"w", "e"}, {"nw", "ne"}, {"sw", "se"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (hob_str_is(facing, pairs[i][0])) {
            return pairs[i][1];
        }
    }
    return NULL;
}

static bool is_side(hob_directions directions, hob_str facing) {
    for (const char *const *side = hob_clip_sides(directions); *side; side++) {
        if (hob_str_is(facing, *side)) {
            return true;
        }
    }
    return false;
}

static bool has(const hob_clip_source *source, hob_str state, const char *side,
                char ret_clip[HOB_CLIP_NAME_MAX]) {
    int length = snprintf(ret_clip, HOB_CLIP_NAME_MAX, "%.*s%s%s", (int)state.length, state.data,
                          side ? "-" : "", side ? side : "");
    return length > 0 && length < HOB_CLIP_NAME_MAX &&
           source->has(source->user, hob_str_from(ret_clip));
}

/* From a side, else mirrored, else the bare name. */
static bool choose_for(const hob_clip_source *source, hob_str state, hob_str facing,
                       char ret_clip[HOB_CLIP_NAME_MAX], bool *ret_mirrored) {
    if (is_side(source->directions, facing)) {
        char side[3] = {0};
        memcpy(side, facing.data, facing.length);
        *ret_mirrored = false;
        if (has(source, state, side, ret_clip)) {
            return true;
        }
        const char *mirror = mirror_of(facing);
        *ret_mirrored = true;
        if (mirror && has(source, state, mirror, ret_clip)) {
            return true;
        }
    }
    *ret_mirrored = false;
    return has(source, state, NULL, ret_clip);
}

bool hob_clip_choose(const hob_clip_source *source, hob_str state, hob_str facing,
                     char ret_clip[HOB_CLIP_NAME_MAX], bool *ret_mirrored) {
    for (int i = 0; i < LONGEST_CHAIN && state.length > 0 && state.length < HOB_CLIP_NAME_MAX;
         i++) {
        if (choose_for(source, state, facing, ret_clip, ret_mirrored)) {
            return true;
        }
        state = source->fallback(source->user, state);
    }
    return false;
}
