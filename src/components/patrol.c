#include "components/patrol.h"

#include "base/dmath.h"
#include "world/feed.h"

static double *axis_of(hob_vec2 *v, const hob_patrol *p) {
    return p->axis == HOB_PATROL_VERTICAL ? &v->y : &v->x;
}

/* Speed and side follow from the rail and the heading. */
static void look(hob_world *world, hob_patrol *p) {
    hob_vec2 direction = {0, 0};
    *axis_of(&direction, p) = p->heading;
    p->motor.velocity = (hob_vec2){direction.x * p->speed, direction.y * p->speed};
    p->motor.facing = (int32_t)hob_motor_side_of(hob_motor_is_isometric(world), direction,
                                                 (hob_facing)p->motor.facing);
}

void hob_patrol_step(hob_world *world, hob_component *patrol, double dt) {
    hob_patrol *p = HOB_DATA(patrol, hob_patrol);
    hob_vec2 place = hob_entity_world_position(world, patrol->owner);
    double *at = axis_of(&place, p);
    double origin = *axis_of(&p->origin, p), reach = hob_max(0, p->distance);
    *at += p->heading * hob_max(0, p->speed) * dt;
    if (*at > origin + reach) {
        *at = origin + reach;
        p->heading = -1;
    } else if (*at < origin - reach) {
        *at = origin - reach;
        p->heading = 1;
    }
    hob_motor_place(world, patrol, place);
    look(world, p);
    if (p->axis == HOB_PATROL_HORIZONTAL) {
        hob_motor_mirror(world, patrol, p->heading < 0);
    }
}

/* It sets out to the right, or up; drawn isometric along both axes. */
static bool attach(hob_world *world, hob_component *patrol) {
    hob_patrol *p = HOB_DATA(patrol, hob_patrol);
    p->origin = hob_entity_world_position(world, patrol->owner);
    p->heading = p->axis == HOB_PATROL_VERTICAL && !hob_motor_is_isometric(world) ? -1 : 1;
    look(world, p);
    return true;
}

static void init(hob_world *world, hob_component *motor) {
    (void)world;
    HOB_DATA(motor, hob_motor)->facing = HOB_FACING_E;
}

static void hash(hob_world *world, hob_component *patrol, hob_hash *out) {
    (void)world;
    const hob_patrol *p = HOB_DATA(patrol, const hob_patrol);
    hob_motor_hash(&p->motor, out);
    hob_feed_number(out, p->origin.x);
    hob_feed_number(out, p->origin.y);
    hob_feed_int(out, p->heading);
}

static const char *const axis_names[] = {"horizontal", "vertical", NULL};

#define S hob_patrol
static const hob_field fields[] = {
    {HOB_AT(S, axis, "axis", ENUM), .flags = HOB_FIELD_STATIC, .names = axis_names,
     .default_json = "\"horizontal\"", .doc = "Which way the rail lies."},
    {HOB_AT(S, distance, "distance", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "48", .unit = "px", .doc = "How far it goes to each side."},
    {HOB_AT(S, speed, "speed", NUMBER), .flags = HOB_FIELD_STATIC | HOB_FIELD_HAS_MIN,
     .default_json = "32", .unit = "px/s", .doc = "How fast it goes."},
    HOB_MOTOR_FIELDS("14.4", "15.2"),
    HOB_FIELDS_END,
};
#undef S

const hob_component_type hob_patrol_type = {
    .name = "Patrol",
    .doc = "Goes to and fro through walls; a StateMachine's role drives it.",
    .size = sizeof(hob_patrol),
    .fields = fields,
    .families = hob_motor_families,
    .init = init,
    .attach = attach,
    .hash = hash,
};
