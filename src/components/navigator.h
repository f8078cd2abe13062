/* Navigator: a PathFollow that plans its way over the map of the scene (spec hob 4.3, rgame 2.13).
 */
#ifndef HOB_COMPONENTS_NAVIGATOR_H
#define HOB_COMPONENTS_NAVIGATOR_H

#include "components/path_follow.h"

typedef struct hob_navigator {
    hob_path_walk walk;
    hob_value cells; /* R: list of {col, row} before smoothing; null before the first route */
} hob_navigator;

extern const hob_component_type hob_navigator_type;

/* Plans a way from where its body is to a point of the world and starts on it. False: no way leads
 * there and nothing has changed, or an error is set: no map (CONTRACT_), a body that does not fit a
 * cell (BODY_TOO_LARGE). */
bool hob_navigator_go_to(hob_world *world, hob_component *navigator, hob_vec2 target,
                         hob_error *reterr);

#endif
