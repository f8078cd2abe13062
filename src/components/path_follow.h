/* PathFollow: a mover along waypoints in the parent's space (spec hob 4.3, rgame 2.14). */
#ifndef HOB_COMPONENTS_PATH_FOLLOW_H
#define HOB_COMPONENTS_PATH_FOLLOW_H

#include "components/mover.h"

/* What PathFollow and Navigator share; both structs begin with it. */
typedef struct hob_path_walk {
    hob_mover mover;
    double speed;    /* px/s */
    hob_value path;  /* list of {x, y}, or null = none */
    bool finished;   /* R */
    int32_t segment; /* R: the one it is on, from 0 */
    double distance; /* R: px gone on it */
} hob_path_walk;

typedef struct hob_path_follow {
    hob_path_walk walk;
} hob_path_follow;

extern const hob_component_type hob_path_follow_type;

/* The component is of one of the types that walk. */
bool hob_path_walks(const hob_component *component);
/* Starts anew: at waypoint 0, which it is placed on, blockers or not. */
void hob_path_restart(hob_world *world, hob_component *component);
/* Takes over the path (null = none, which stops in place) and starts anew. */
void hob_path_set(hob_world *world, hob_component *component, hob_value path);
/* The turn of both types. */
void hob_path_turn(hob_world *world, hob_component *component);

#endif
