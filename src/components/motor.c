#include "components/motor.h"

#include "base/dmath.h"
#include "components/clip_choice.h"
#include "components/sprite_animator.h"
#include "physics/blockers.h"
#include "world/feed.h"

#include <math.h>

const char *const hob_motor_families[] = {"Motor", NULL};

#define HALF_ROOT 0.70710678118654757 /* of 2 */

/* ---- velocity ---- */

double hob_damp(double from, double to, double rate, double dt) {
    return from + (to - from) * (1 - hob_exp(-rate * dt));
}

double hob_motor_approach(double velocity, double direction, double speed, double acceleration,
                          double deceleration, double dt) {
    double rate = direction != 0 ? acceleration : deceleration;
    if (!(speed > 0)) {
        return 0;
    }
    return rate > 0 ? hob_damp(velocity, direction * speed, rate / speed, dt) : velocity;
}

/* ---- moving ---- */

void hob_motor_place(hob_world *world, hob_component *motor, hob_vec2 place) {
    if (isfinite(place.x) && isfinite(place.y)) {
        hob_entity_set_world_position(world, motor->owner, place);
    }
}

bool hob_motor_move(hob_world *world, hob_component *motor, const hob_motor_body *body, int axis,
                    double by) {
    const hob_motor *m = HOB_DATA(motor, const hob_motor);
    hob_solve_body solved = {.self = motor->owner, .size = {m->body_width, m->body_height}};
    if (body) {
        solved.offset = body->offset;
        solved.size = body->size;
    }
    if (by == 0 || !isfinite(by)) {
        return false;
    }
    const hob_blocker_set everything = {
        .tiles = true, .colliders = true, .layers = HOB_EVERY_LAYER};
    hob_axis_contacts contacts;
    hob_vec2 place = hob_entity_world_position(world, motor->owner);
    if (!isfinite(place.x) || !isfinite(place.y)) {
        return false;
    }
    bool blocked = hob_blockers_bisect(world, &everything, &solved, &place, axis, by, &contacts);
    hob_motor_place(world, motor, place);
    return blocked;
}

/* ---- the picture ---- */

void hob_motor_scale(hob_world *world, hob_component *motor, double x, double y) {
    hob_motor *m = HOB_DATA(motor, hob_motor);
    hob_transform *t = motor->owner->transform;
    if (!m->has_scale) {
        m->has_scale = true;
        m->scale = t->scale;
    }
    hob_vec2 scale = {m->scale.x * x, m->scale.y * y};
    if ((scale.x != t->scale.x || scale.y != t->scale.y) && isfinite(scale.x) &&
        isfinite(scale.y)) {
        t->scale = scale;
        hob_entity_moved(world, motor->owner);
    }
}

void hob_motor_mirror(hob_world *world, hob_component *motor, bool left) {
    const hob_component *animator =
        hob_component_of(motor->owner, hob_component_type_index(world, &hob_sprite_animator_type));
    if (animator && HOB_DATA(animator, const hob_sprite_animator)->directions != 0) {
        return;
    }
    hob_motor_scale(world, motor, left ? -1 : 1, 1);
}

/* ---- sides ---- */

bool hob_motor_is_isometric(const hob_world *world) {
    return world->scene_settings.projection != 0;
}

static hob_vec2 shortened(hob_vec2 v) {
    double length = hob_hypot(v.x, v.y);
    return length > 1 ? (hob_vec2){v.x / length, v.y / length} : v;
}

hob_vec2 hob_motor_from_screen(bool isometric, hob_vec2 screen) {
    if (!isometric) {
        return shortened(screen);
    }
    return shortened(
        (hob_vec2){(screen.x + screen.y) * HALF_ROOT, (screen.y - screen.x) * HALF_ROOT});
}

/* Clockwise from north, on the screen. */
static const hob_vec2 screen_sides[HOB_FACING_COUNT] = {
    [HOB_FACING_N] = {0, -1}, [HOB_FACING_NE] = {1, -1}, [HOB_FACING_E] = {1, 0},
    [HOB_FACING_SE] = {1, 1}, [HOB_FACING_S] = {0, 1},   [HOB_FACING_SW] = {-1, 1},
    [HOB_FACING_W] = {-1, 0}, [HOB_FACING_NW] = {-1, -1}};

hob_vec2 hob_motor_direction(bool isometric, hob_facing facing) {
    hob_vec2 v = hob_motor_from_screen(isometric, screen_sides[facing]);
    double length = hob_hypot(v.x, v.y);
    return (hob_vec2){v.x / length, v.y / length};
}

hob_facing hob_motor_side_of(bool isometric, hob_vec2 direction, hob_facing missing) {
    hob_vec2 v = direction;
    if (isometric) {
        v = (hob_vec2){direction.x - direction.y, (direction.x + direction.y) / 2};
    }
    double longest = hob_max(fabs(v.x), fabs(v.y));
    if (!(longest > 0) || !isfinite(longest)) {
        return missing;
    }
    /* The nearest of eight on the plane: a side counts from tan(22.5 degrees) of the longer one. */
    const double least = 0.41421356237309503 * longest;
    int x = fabs(v.x) < least ? 0 : v.x > 0 ? 1 : -1;
    int y = fabs(v.y) < least ? 0 : v.y > 0 ? 1 : -1;
    for (int i = 0; i < HOB_FACING_COUNT; i++) {
        if (screen_sides[i].x == x && screen_sides[i].y == y) {
            return (hob_facing)i;
        }
    }
    return missing;
}

/* ---- input ---- */

static double input_axis(hob_world *world, int seat, const char *negative, const char *positive,
                         const char *axis) {
    double digital = hob_input_value(world, seat, hob_str_from(positive)) -
                     hob_input_value(world, seat, hob_str_from(negative));
    double analog = hob_input_axis_value(world, seat, hob_str_from(axis));
    return fabs(analog) > fabs(digital) ? analog : digital;
}

hob_vec2 hob_motor_input(hob_world *world, const hob_entity_data *e) {
    int seat = hob_entity_seat(world, e);
    return (hob_vec2){input_axis(world, seat, "left", "right", "moveX"),
                      input_axis(world, seat, "up", "down", "moveY")};
}

void hob_motor_hash(const hob_motor *m, hob_hash *out) {
    hob_feed_bool(out, m->has_scale);
    hob_feed_number(out, m->scale.x);
    hob_feed_number(out, m->scale.y);
}
