/* How a camera moves: target, dead zone, look-ahead, smoothing, limits (spec waica 8.8, hob 4.4).
 */
#include "components/camera_motion.h"

#include "base/dmath.h"
#include "components/camera_follow.h"
#include "components/motion.h"
#include "world/contracts.h"
#include "world/view_layout.h"
#include "world/world.h"

#include <math.h>

/* The entity it follows; null when there is none (any more). */
static hob_entity_data *target_of(hob_world *world, const hob_camera *c) {
    hob_str ref = hob_text_view(c->follow);
    return ref.length == 0 ? NULL : hob_entity_live(world, hob_entity_find(world, ref));
}

/* Where the centre wants to be on one axis. */
static double wanted(double center, double target, double deadzone, double speed, double from,
                     double lookahead) {
    double half = deadzone > 0 ? deadzone / 2 : 0;
    double want = center;
    if (fabs(target - center) > half) {
        want = target - (target > center ? half : -half);
    }
    if (fabs(speed) > from) {
        want += speed > 0 ? lookahead : -lookahead;
    }
    return want;
}

/* Exponential approach that does not depend on the length of a step. */
static double damp(double center, double want, double smoothing, double dt) {
    if (!(smoothing > 0)) {
        return want;
    }
    double share = 1 - hob_exp(-smoothing * dt);
    return (1 - share) * center + share * want;
}

/* Its own offset, and that of the CameraFollow by which the target has it. */
static hob_vec2 aimed_point(hob_world *world, hob_component *camera, hob_entity_data *target) {
    const hob_camera *c = HOB_DATA(camera, const hob_camera);
    hob_vec2 at = hob_entity_world_position(world, target);
    at.x += c->offset.x;
    at.y += c->offset.y;
    hob_component *by =
        hob_component_of(target, hob_component_type_index(world, &hob_camera_follow_type));
    const hob_camera_follow *follow = by == NULL ? NULL : HOB_DATA(by, const hob_camera_follow);
    if (follow != NULL && hob_camera_follow_camera(world, follow) == camera) {
        at.x += follow->offset.x;
        at.y += follow->offset.y;
    }
    return at;
}

static hob_vec2 aim(hob_world *world, hob_component *camera, hob_entity_data *target,
                    hob_vec2 center) {
    const hob_camera *c = HOB_DATA(camera, const hob_camera);
    hob_vec2 at = aimed_point(world, camera, target);
    hob_vec2 speed = hob_motion_velocity(world, target);
    double x =
        wanted(center.x, at.x, c->deadzone.width, speed.x, c->lookahead_from, c->lookahead.x);
    double y =
        wanted(center.y, at.y, c->deadzone.height, speed.y, c->lookahead_from, c->lookahead.y);
    return (hob_vec2){damp(center.x, x, c->smoothing, world->dt),
                      damp(center.y, y, c->smoothing, world->dt)};
}

/* Keeps the view inside a range; a range that is smaller sits in the middle, or at its start. */
static double keep_inside(double center, double low, double high, double view, int32_t small) {
    if (high - low <= view) {
        return small == HOB_CAMERA_SMALL_START ? low + view / 2 : (low + high) / 2;
    }
    return hob_clamp(center, low + view / 2, high - view / 2);
}

static bool limits_of(hob_world *world, const hob_camera *c, hob_vec2 *ret_min, hob_vec2 *ret_max) {
    if (c->limits.tag == HOB_TAG_MAP) {
        *ret_min = (hob_vec2){hob_value_get_number(c->limits, "minX", 0),
                              hob_value_get_number(c->limits, "minY", 0)};
        *ret_max = (hob_vec2){hob_value_get_number(c->limits, "maxX", 0),
                              hob_value_get_number(c->limits, "maxY", 0)};
        return true;
    }
    return c->bound == HOB_CAMERA_BOUND_WORLD && hob_contract_bounds(world, ret_min, ret_max);
}

void hob_camera__follow(hob_world *world, hob_component *camera) {
    const hob_camera *c = HOB_DATA(camera, const hob_camera);
    hob_entity_data *target = target_of(world, c);
    hob_vec2 min, max;
    bool limited = limits_of(world, c, &min, &max);
    if (target == NULL && !limited) {
        return;
    }
    hob_vec2 center = hob_entity_world_position(world, camera->owner);
    if (target != NULL) {
        center = aim(world, camera, target, center);
    }
    if (limited) {
        hob_view_rect view = hob_views_of_camera(world, camera);
        double zoom = c->zoom > 0 ? c->zoom : 1;
        center.x = keep_inside(center.x, min.x, max.x, view.width / zoom, c->small_world);
        center.y = keep_inside(center.y, min.y, max.y, view.height / zoom, c->small_world);
    }
    hob_entity_set_world_position(world, camera->owner, center);
}

void hob_cameras_center_all(hob_world *world) {
    int follow = hob_component_type_index(world, &hob_camera_follow_type);
    hob_pass pass = hob_pass_begin(world, follow);
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_camera_follow_type.phases[0].run(world, c);
    }
    hob_pass_end(&pass);
    pass = hob_pass_begin(world, hob_component_type_index(world, &hob_camera_type));
    for (hob_component *c = hob_pass_next(&pass); c != NULL; c = hob_pass_next(&pass)) {
        hob_entity_data *target = target_of(world, HOB_DATA(c, const hob_camera));
        if (target != NULL) {
            hob_entity_set_world_position(world, c->owner, aimed_point(world, c, target));
        }
    }
    hob_pass_end(&pass);
}
