/* Which clip shows a state from a side (spec waica 8.6): pure, for the animator and for the check
 * of files.
 *
 * A clip is found by the state's name; with directions by "state-facing" first, along the sides
 * that stand in for it, then by the bare name; then the same for the states that stand in for it.
 */
#ifndef HOB_COMPONENTS_CLIP_CHOICE_H
#define HOB_COMPONENTS_CLIP_CHOICE_H

#include "base/text.h"

typedef enum hob_directions {
    HOB_DIRECTIONS_NONE,
    HOB_DIRECTIONS_FOUR,
    HOB_DIRECTIONS_EIGHT
} hob_directions;

/* A side, and the one whose pictures stand in for it. */
typedef struct hob_clip_side {
    const char *name; /* null ends a table */
    const char *as;   /* null = none */
    bool mirrored;    /* those are drawn mirrored */
} hob_clip_side;

typedef struct hob_clip_source {
    const void *user;
    bool (*has)(const void *user, hob_str clip);
    hob_str (*fallback)(const void *user, hob_str state); /* empty = none */
    hob_directions directions;
    const hob_clip_side *sides; /* null: those of `directions` */
} hob_clip_source;

#define HOB_CLIP_NAME_MAX 160 /* longer names are not found */

/* Writes the clip's name; false when there is none. `facing` is n, ne, e ... or empty: bare names
 * only. A facing that is none of the sides has no clip. */
bool hob_clip_choose(const hob_clip_source *source, hob_str state, hob_str facing,
                     char ret_clip[HOB_CLIP_NAME_MAX], bool *ret_mirrored);
/* The first of the required clips that is missing, from *at on, which moves behind it; null = no
 * more. `required` ends with null. */
const char *hob_clip_next_missing(const hob_clip_source *source, const char *const *required,
                                  size_t *at);
/* The sides of a contract in order, ends with null. */
const char *const *hob_clip_sides(hob_directions directions);

#endif
