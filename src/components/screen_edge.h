/* ScreenWrap and DespawnOffscreen: what happens at the edge of the world (spec rgame 2.8, 2.17,
 * hob 4.6). Both are placements after the move: blockers do not count for them. */
#ifndef HOB_COMPONENTS_SCREEN_EDGE_H
#define HOB_COMPONENTS_SCREEN_EDGE_H

#include "schema/registry.h"

typedef struct hob_screen_edge {
    hob_value width, height; /* px, from 0; null = of worldBounds */
    double margin;           /* px beyond the edge */
} hob_screen_edge;

extern const hob_component_type hob_screen_wrap_type;
extern const hob_component_type hob_despawn_offscreen_type;

#endif
