#include "components/click_path.h"

#include "nav/plan.h"

uint32_t hob_click_path(hob_world *world, hob_vec2 from, hob_vec2 to, const hob_vec2 **ret_places) {
    const hob_nav_options options = {.diagonals = true,
                                     .order = HOB_NAV_ORDER_EWNS,
                                     .ties = HOB_NAV_TIES_FIRST,
                                     .nearest = true};
    hob_nav_view view;
    *ret_places = NULL;
    if (!hob_nav_plan(world, from, to, &options, &view)) {
        return 0;
    }
    uint32_t count = view.search->route_count, skip = count > 1 ? 1 : 0;
    hob_vec2 *places = hob_arena_array(world->outside.scratch, hob_vec2, count);
    for (uint32_t i = skip; i < count; i++) {
        places[i - skip] = hob_nav_center_of(&view, view.search->route[i]);
    }
    *ret_places = places;
    return count - skip;
}
