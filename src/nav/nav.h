/* Grid path search (spec runtime 12). The grid and the search's memory are a cache beside the
 * region. */
#ifndef HOB_NAV_NAV_H
#define HOB_NAV_NAV_H

#include "world/world.h"

typedef struct hob_nav hob_nav;
hob_nav *hob_nav_create(const hob_allocator *a);
void hob_nav_destroy(hob_nav *nav);
/* ctx.scene.findPath: cell centres from start to goal as a list of {x, y} in `a`; null value when
 * there is none. A grid above 512 x 512 cells warns and gives null. */
hob_value hob_nav_find_path(hob_world *world, hob_vec2 from, hob_vec2 to, bool diagonals,
                            const hob_allocator *a);

#endif
