/* The way of ClickToMove over the scene's grid (spec waica 8.4, Navigation). */
#ifndef HOB_COMPONENTS_CLICK_PATH_H
#define HOB_COMPONENTS_CLICK_PATH_H

#include "world/world.h"

/* Centres of cells from the one behind the start to the goal's, or to the reachable one nearest to
 * it; in scratch memory. 0: the start is in a wall, or no grid is that large. A start in the goal's
 * cell gives that cell's centre. */
uint32_t hob_click_path(hob_world *world, hob_vec2 from, hob_vec2 to, const hob_vec2 **ret_places);

#endif
