#include "physics/touch.h"

#include "physics/internal.h"

#define MOST_CORNERS 8

bool hob_touch_polygon(hob_world *world, hob_component *component, const hob_vec2 *corners,
                       uint32_t count) {
    hob_physics *physics = world->outside.physics;
    const hob_collider *collider = HOB_DATA(component, const hob_collider);
    double points[2 * MOST_CORNERS];
    hob_item item;
    hob_push push;
    if (physics == NULL || count < 3 || count > MOST_CORNERS || !collider->sensed ||
        collider->kind == HOB_COLLIDER_BARE || !component->ready) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        points[2 * i] = corners[i].x;
        points[2 * i + 1] = corners[i].y;
    }
    hob_shape area = {.kind = HOB_SHAPE_POLYGON, .points = points, .point_count = count};
    hob_shape_bound_points(&area);
    physics->point_count = 0;
    hob_physics__dress_item(world, component, &item);
    return hob_physics__shape_item(world, physics, &item) && hob_shapes_near(&item.shape, &area) &&
           hob_shapes_test(&item.shape, &area, &push);
}
